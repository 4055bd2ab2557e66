"""Who waits for news of which table: an ear for each open connection, told when its seat sees something new."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

from sandtable.kernel.options import Seat

GONE = 4404
NOT_YOURS = 4403
TOO_MANY = 4429
OF_A_GUEST_AT_A_TABLE = 6
"""Connections of one guest at one table: windows and telephones. The oldest makes room for a new one."""
OF_A_GUEST = 40
"""Connections of one guest in all."""
WATCHING = 100
"""Connections of those who only watch a table; players always get theirs."""


class Ear:
    """One connection: what its seat has at last, and why it must close if it must."""

    __slots__ = ("closed", "guest", "news", "plays", "revision", "seat")

    def __init__(self, guest: str, seat: Seat, revision: int) -> None:
        self.guest = guest
        self.seat = seat
        self.revision = revision
        self.plays = False
        self.closed = 0
        self.news = asyncio.Event()

    def close(self, code: int) -> None:
        self.closed = code
        self.news.set()


class News:
    def __init__(self) -> None:
        self._ears: dict[str, dict[Ear, None]] = {}
        self._of_guest: dict[str, dict[Ear, str]] = {}
        """Each guest's connections and their tables, the oldest first."""

    def listen(self, table_id: str, ear: Ear, plays: bool) -> bool:
        """A new connection. A guest's oldest make room for it; a watcher (not `plays`) may find no room."""
        ears = self._ears.setdefault(table_id, {})
        mine = self._of_guest.setdefault(ear.guest, {})
        here = [own for own, table in mine.items() if table == table_id]
        for own in here[: len(here) + 1 - OF_A_GUEST_AT_A_TABLE]:
            self._close(table_id, own)
        for own, table in list(mine.items())[: len(mine) + 1 - OF_A_GUEST]:
            self._close(table, own)
        ear.plays = plays
        if not plays and sum(not other.plays for other in ears) >= WATCHING and not self._room_for(table_id, ear):
            self.leave(table_id, ear)
            return False
        self._ears.setdefault(table_id, {})[ear] = None
        self._of_guest.setdefault(ear.guest, {})[ear] = table_id
        return True

    def _room_for(self, table_id: str, new: Ear) -> bool:
        """Of a crowd of watchers, whoever has most connections gives one to somebody who has none."""
        count = Counter(ear.guest for ear in self._ears[table_id] if not ear.plays)
        greediest, most = count.most_common(1)[0]
        if count[new.guest] + 1 >= most:
            return False
        self._close(table_id, next(ear for ear in self._ears[table_id] if ear.guest == greediest and not ear.plays))
        return True

    def _close(self, table_id: str, ear: Ear) -> None:
        ear.close(TOO_MANY)
        self.leave(table_id, ear)

    def leave(self, table_id: str, ear: Ear) -> None:
        ears, mine = self._ears.get(table_id, {}), self._of_guest.get(ear.guest, {})
        ears.pop(ear, None)
        mine.pop(ear, None)
        if not ears:
            self._ears.pop(table_id, None)
        if not mine:
            self._of_guest.pop(ear.guest, None)

    def anybody(self, table_id: str) -> bool:
        """Whether anybody has a connection open."""
        return bool(self._ears.get(table_id))

    def hears(self, table_id: str, guest: str) -> bool:
        """Whether a guest has a connection open."""
        return any(ear.guest == guest for ear in self._ears.get(table_id, ()))

    def ring(self, table_id: str, revisions: Mapping[Seat, int]) -> None:
        """Tells each seat whose view has changed, and no other."""
        for ear in self._ears.get(table_id, ()):
            if revisions[ear.seat] != ear.revision:
                ear.revision = revisions[ear.seat]
                ear.news.set()

    def again(self, table_id: str) -> None:
        """Tells everybody to look again: somebody else sits at the table now, or wants it deleted, or no longer."""
        for ear in self._ears.get(table_id, ()):
            ear.news.set()

    def close(self, table_id: str, code: int, seat: Seat | None = None, guest: str | None = None) -> None:
        """Ends the connections of a table, or only those of one guest at one seat."""
        for ear in self._ears.get(table_id, ()):
            if (seat is None or ear.seat == seat) and (guest is None or ear.guest == guest):
                ear.close(code)

    def close_all(self, code: int) -> None:
        for table_id in list(self._ears):
            self.close(table_id, code)
