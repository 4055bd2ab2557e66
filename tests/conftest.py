"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest


@pytest.fixture(scope="session")
def aside() -> Iterator[ProcessPoolExecutor]:
    """A process of its own, for what traces or profiles: where a browser was driven, that twice never ended."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool
