"""Pace: what others did unseen must not show by how long something takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PACE = 0.05
"""Seconds: far more than one unseen answer takes to be given again."""


@asynccontextmanager
async def paced() -> AsyncIterator[None]:
    """For what gives unseen answers of others again: an undo, a look at the past, a table that was not in memory. It
    takes whole steps of the pace, well or ill, so that nobody can count those answers by the clock."""
    began = time.monotonic()
    try:
        yield
    finally:
        await asyncio.sleep(-(time.monotonic() - began) % PACE)
