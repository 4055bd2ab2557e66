"""Threads in which rules run, so that no table keeps the others waiting: people first, what is slow in turn."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from sandtable.server import trouble
from sandtable.server.tables.deadlines import Deadlines, Stopped, TooLong
from sandtable.server.tables.fairness import FairQueue

log = logging.getLogger("sandtable.server")

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
"""Rules run in threads, so that a slow table or a thinking player does not keep the others waiting."""
SLOW_THREADS = 2
"""What may take seconds (tables that are not in memory, whole pasts) has threads of its own, and guests take turns."""
THINKING_THREADS = 1
"""Computers think apart from people's answers, one after the other, each table in turn."""
RULE_SECONDS = 30.0
"""How long the rules may take over an answer or a look; a computer that thinks longer answers at random."""
LOADING_SECONDS = 120.0
"""How long it may take to play a journal through."""
COURTESY = 0.25
"""How many seconds a computer waits at most for people who are being answered."""


class Threads:
    def __init__(self) -> None:
        self.engine_seconds = 0.0
        """How long rules have run in all."""
        self._pool = ThreadPoolExecutor(THREADS, "rules")
        self._slow_pool = ThreadPoolExecutor(SLOW_THREADS, "slow")
        self._thinking_pool = ThreadPoolExecutor(THINKING_THREADS, "thinking")
        self._slow_turns = FairQueue(SLOW_THREADS)
        self._thinking_turns = FairQueue(THINKING_THREADS)
        self._deadlines, self._slow_deadlines = Deadlines(), Deadlines()
        self._answering = 0
        """How many people wait for the rules just now."""
        self._clock = threading.Lock()

    def stop_slow_threads(self) -> None:
        """Nobody waits any more for what is slow: loads and computers are broken off. People's answers go on."""
        self._slow_deadlines.stop()

    def close_threads(self) -> None:
        """Nothing is at work any more."""
        self._deadlines.stop()
        for pool in (self._pool, self._slow_pool, self._thinking_pool):
            pool.shutdown(cancel_futures=True)
        self._deadlines.close()
        self._slow_deadlines.close()

    async def rules(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs rules in a thread, for a person who waits."""
        self._answering += 1
        try:
            return await self._in(self._pool, self._deadlines, RULE_SECONDS, lambda: work(*args, **kwargs))
        finally:
            self._answering -= 1

    async def slowly(self, whose: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs what may take seconds in a thread where nobody waits behind it but in turn."""
        async with self._slow_turns.turn(whose):
            return await self._in(self._slow_pool, self._slow_deadlines, LOADING_SECONDS, lambda: work(*args, **kwargs))

    async def thought_out(self, table_id: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Lets a computer think: each table in turn, and people first."""
        async with self._thinking_turns.turn(table_id):
            until = time.monotonic() + COURTESY
            while self._answering and time.monotonic() < until:
                await asyncio.sleep(0.005)
            pool, deadlines = self._thinking_pool, self._slow_deadlines
            return await self._in(pool, deadlines, RULE_SECONDS, lambda: work(*args, **kwargs))

    async def _in(self, pool: ThreadPoolExecutor, deadlines: Deadlines, seconds: float, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, lambda: self._timed(deadlines, seconds, work))
        except TooLong as error:
            log.warning("The rules took more than %d seconds over something; it was broken off.", seconds)
            raise trouble.too_long() from error
        except Stopped as stopped:
            raise trouble.stopping() from stopped

    def _timed(self, deadlines: Deadlines, seconds: float, work: Callable[[], T]) -> T:
        began = time.thread_time()
        try:
            return deadlines.run(seconds, work)
        finally:
            with self._clock:
                self.engine_seconds += time.thread_time() - began
