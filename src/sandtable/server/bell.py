"""Who waits for news of which table: a bell for each open connection, rung when its seat sees something new."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from sandtable.kernel.options import Seat

GONE = 4404
NOT_YOURS = 4403
MOST_EARS = 200
"""How many connections one table bears."""


class Ear:
    """One connection: what its seat has at last, and why it must close if it must."""

    __slots__ = ("closed", "guest", "news", "revision", "seat")

    def __init__(self, guest: str, seat: Seat, revision: int) -> None:
        self.guest = guest
        self.seat = seat
        self.revision = revision
        self.closed = 0
        self.news = asyncio.Event()

    def close(self, code: int) -> None:
        self.closed = code
        self.news.set()


class Bell:
    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}

    def listen(self, table_id: str, ear: Ear) -> bool:
        """False if the table has too many listeners already."""
        ears = self._ears.setdefault(table_id, set())
        if len(ears) >= MOST_EARS:
            return False
        ears.add(ear)
        return True

    def leave(self, table_id: str, ear: Ear) -> None:
        ears = self._ears.get(table_id, set())
        ears.discard(ear)
        if not ears:
            self._ears.pop(table_id, None)

    def hears(self, table_id: str, guest: str) -> bool:
        """Whether a guest has a connection open."""
        return any(ear.guest == guest for ear in self._ears.get(table_id, ()))

    def ring(self, table_id: str, revisions: Mapping[Seat, int]) -> None:
        """Tells each seat whose view has changed, and no other."""
        for ear in self._ears.get(table_id, ()):
            if revisions[ear.seat] != ear.revision:
                ear.revision = revisions[ear.seat]
                ear.news.set()

    def close(self, table_id: str, code: int, seat: Seat | None = None, guest: str | None = None) -> None:
        """Ends the connections of a table, or only those of one guest at one seat."""
        for ear in self._ears.get(table_id, ()):
            if (seat is None or ear.seat == seat) and (guest is None or ear.guest == guest):
                ear.close(code)

    def close_all(self, code: int) -> None:
        for table_id in list(self._ears):
            self.close(table_id, code)
