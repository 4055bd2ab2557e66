"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import settings

settings.register_profile("busy", deadline=None)
settings.load_profile("busy")
"""How long an example takes says more of the machine than of the code."""


@pytest.fixture(scope="session")
def aside() -> Iterator[ProcessPoolExecutor]:
    """A process of its own, for what traces or profiles: where a browser was driven, that twice never ended."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool
