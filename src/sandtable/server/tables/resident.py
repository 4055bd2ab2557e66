"""A table in memory, and who may do what at it."""

from __future__ import annotations

import asyncio
import time

from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.table import Table
from sandtable.players import Sits
from sandtable.server import trouble
from sandtable.server.store.rows import Holder, Kept
from sandtable.server.tables import dealing, seeing
from sandtable.server.tables.computers import Computers, asked_seats

NOTED = 60.0
"""How many seconds apart the signs of life of a guest are noted."""


class Resident:
    """A table in memory."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        self.past_lock = asyncio.Lock()
        self.users = 0
        self.looked = time.monotonic()
        """When somebody last asked for something here."""
        self.table: Table | None = None
        self.kept: Kept
        self.waits = False
        """Whether somebody is awaited, so that nothing is dealt yet and there is no table."""
        self.holders: dict[Seat, Holder] = {}
        self.watchers: set[str] = set()
        self.yielded: set[Seat] = set()
        self.computers: Computers
        self.thinking: asyncio.Task[None] | None = None

    def now(self) -> Table:
        if self.waits:
            names = seeing.game_of(self.kept).meta.seats
            raise trouble.waiting([names[seat] for seat in dealing.open_seats(self.holders.values())])
        assert self.table is not None, "used before it was loaded"
        return self.table

    def revisions(self) -> dict[Seat, int]:
        """What each seat has seen change; while the table waits it rises to 0 with every seat that is taken."""
        if not self.waits:
            return self.now().revisions
        awaited = len(dealing.open_seats(self.holders.values()))
        return dict.fromkeys((SPECTATOR, *self.holders), -awaited)

    def seats_of(self, guest: str) -> list[Seat]:
        return seeing.seats_of(self.holders, guest)

    def knows(self, guest: str) -> bool:
        mine = seeing.seats_of(self.holders, guest)
        return bool(guest) and bool(mine or guest in self.watchers or guest == self.kept.owner)

    def look_from(self, guest: str, seat: Seat | None) -> Seat:
        """The seat from which a guest looks: as asked for, or one that is awaited, or any, or none."""
        mine = seeing.seats_of(self.holders, guest)
        if seat is None:
            asked = [] if self.waits else asked_seats(self.now())
            return next((own for own in mine if own in asked), mine[0] if mine else SPECTATOR)
        if seat != SPECTATOR and seat not in mine:
            raise trouble.not_yours(f"Seat {seat} is not yours at this table.")
        return seat

    def holds(self, guest: str, seat: Seat) -> None:
        if not guest or seat not in self.holders or self.holders[seat].guest != guest:
            raise trouble.not_yours(f"Seat {seat} is not yours at this table.")

    def plays(self, guest: str, seat: Seat) -> None:
        self.holds(guest, seat)
        if self.holders[seat].player:
            raise trouble.not_yours(f"A computer plays seat {seat} for you; take the seat back first.")

    # -- who sits here

    def sit(self, holder: Holder) -> None:
        self.holders[holder.seat] = holder
        if self.table is not None:
            if self.table.left.get(holder.seat) != holder.left:
                self.table = self.table.fork()  # who answers just now does so on what the table was
                self.table.leave_equals(holder.seat, None)  # it was another's wish
            self.appoint()

    def appoint(self) -> None:
        """Puts computer players at the seats that they are to play."""
        holders = self.holders.values()
        sitting = {h.seat: h.player or (Sits.PERSON if h.guest else Sits.NOBODY) for h in holders}
        self.computers = Computers(self.now(), sitting)

    def saw(self, guest: str, when: float) -> bool:
        """A guest gives a sign; whether it is so long after the last one that the database should know."""
        late = [holder for holder in self.holders.values() if holder.guest == guest and when - holder.seen > NOTED]
        for holder in late:
            holder.seen = when
        return bool(late)
