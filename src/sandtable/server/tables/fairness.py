"""Whose turn it is where only so many can be served at once: each in turn, however many things one of them wants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Crowded(Exception):
    """Nobody else can wait here; `own` if it is the fault of the one who asks."""

    def __init__(self, own: bool) -> None:
        super().__init__("too many are waiting")
        self.own = own


class FairQueue:
    """So many places; who waits for one gets it in turn, by name (a guest, a table), not by who asks most often."""

    def __init__(self, places: int, one_may_wait: int = 0, all_may_wait: int = 0, one_may_have: int = 0) -> None:
        """Limits of 0 are none. `one_may_have` is how many places one name may hold at once."""
        self._free = places
        self._one_may_wait = one_may_wait
        self._all_may_wait = all_may_wait
        self._one_may_have = one_may_have
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._having: dict[str, int] = {}

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Waits until it is this name's turn, and holds a place meanwhile. Crowded if nobody else may wait."""
        await self._enter(name)
        try:
            yield
        finally:
            self._leave(name)

    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def _enter(self, name: str) -> None:
        if self._free and self._may_have(name) and name not in self._waiting:
            self._take(name)
            return
        if self._one_may_wait and len(self._waiting.get(name, ())) >= self._one_may_wait:
            raise Crowded(own=True)
        if self._all_may_wait and self.waiting() >= self._all_may_wait:
            raise Crowded(own=False)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(name, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._leave(name)
            else:
                self._forget(name, mine)
            raise

    def _take(self, name: str) -> None:
        self._free -= 1
        self._having[name] = self._having.get(name, 0) + 1

    def _leave(self, name: str) -> None:
        self._free += 1
        self._having[name] -= 1
        if not self._having[name]:
            del self._having[name]
        self._call_next()

    def _call_next(self) -> None:
        for name in list(self._waiting):
            if not self._free:
                return
            if not self._may_have(name):
                continue
            line = self._waiting.pop(name)
            called = line.popleft()
            if line:
                self._waiting[name] = line  # behind the others
            if not called.done():
                self._take(name)
                called.set_result(None)

    def _may_have(self, name: str) -> bool:
        return not self._one_may_have or self._having.get(name, 0) < self._one_may_have

    def _forget(self, name: str, mine: asyncio.Future[None]) -> None:
        line = self._waiting.get(name)
        if line is not None:
            with suppress(ValueError):
                line.remove(mine)
            if not line:
                del self._waiting[name]
