"""Computers that stand in: for a guest who wants to be played for, or who has vanished and keeps the others waiting.

The seat stays the guest's: nobody else sees it, and who comes back takes it back. While a computer stands in, the guest
may look, but not answer.
"""

from __future__ import annotations

import time
from typing import Literal

from msgspec import Struct

from sandtable.kernel.game import SetupError
from sandtable.kernel.options import Seat
from sandtable.players import make_player
from sandtable.server import trouble
from sandtable.server.store.database import Taken
from sandtable.server.tables.registry import Registry
from sandtable.server.tables.resident import Resident
from sandtable.server.wire import Word


class StandIn(Struct, kw_only=True, forbid_unknown_fields=True):
    """Who shall play a seat for its guest."""

    player: Word


class Chair(Struct, kw_only=True):
    """A seat, who answers for it now, and what the guest who asks may do about that."""

    seat: Seat
    name: str
    holder: Literal["you", "other", "nobody"]
    """Whose seat it is; nobody's if a computer has it from the beginning."""
    player: str
    """The computer player that answers now; empty if the holder does."""
    away: bool
    """Whether its holder has vanished."""
    may_hand_over: bool
    may_give_back: bool
    wants_deletion: bool = False
    """Whether its holder wants this table deleted: it goes when everybody does."""


class StandIns:
    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    async def chairs(self, table_id: str, guest: str) -> list[Chair]:
        async with self.registry.at(table_id, guest) as resident:
            chairs = self._chairs(resident, guest)
            place = await self.registry.storage.place(table_id)
            for chair in chairs:
                holder = resident.holders[chair.seat].guest
                chair.wants_deletion = place is not None and bool(holder) and holder in place.wishes
            return chairs

    async def hand_over(self, table_id: str, guest: str, seat: Seat, player: str) -> list[Chair]:
        """A computer plays a seat for its guest: at the guest's own wish, or the owner's if the guest has vanished."""
        async with self.registry.at(table_id, guest) as resident, resident.lock:
            await self.registry.ready(resident)
            chair = self._chair(resident, guest, seat)
            if chair.player or chair.holder == "nobody":
                raise trouble.not_yet(f"A computer plays seat {seat} already.")
            if not chair.may_hand_over:
                raise self._not_handed_over(resident, guest, seat)
            try:
                make_player(resident.now().game, player, 0)
            except SetupError as error:
                raise trouble.malformed(str(error)) from error
            await self._reseat(resident, seat, player)
            self.registry.wake(resident)
            return self._chairs(resident, guest)

    async def give_back(self, table_id: str, guest: str, seat: Seat) -> list[Chair]:
        """The guest plays again: whoever comes back may say so, and so may the owner."""
        async with self.registry.at(table_id, guest) as resident, resident.lock:
            await self.registry.ready(resident)
            chair = self._chair(resident, guest, seat)
            if not chair.player or chair.holder == "nobody":
                raise trouble.not_yet(f"No computer stands in at seat {seat}.")
            if not chair.may_give_back:
                raise trouble.not_yours(f"Seat {seat} is not yours at this table.")
            await self._reseat(resident, seat, "")
            return self._chairs(resident, guest)

    async def _reseat(self, resident: Resident, seat: Seat, player: str) -> None:
        try:
            await self.registry.reseat(resident, seat, player)
        except Taken as error:
            resident.table = None  # what this server knows is out of date
            raise trouble.not_yet("Somebody else sits there now; look at the table again.") from error

    def _chairs(self, resident: Resident, guest: str) -> list[Chair]:
        return [self._chair(resident, guest, seat) for seat in sorted(resident.holders)]

    def _chair(self, resident: Resident, guest: str, seat: Seat) -> Chair:
        if seat not in resident.holders:
            raise trouble.no_such(f"There is no seat {seat} at this table.")
        holder = resident.holders[seat]
        mine = bool(holder.guest) and holder.guest == guest
        away = bool(holder.guest) and not mine and self._vanished(resident, seat)
        owner = guest == resident.kept.owner
        over = resident.now().over
        return Chair(
            seat=seat,
            name=resident.now().game.meta.seats[seat],
            holder="you" if mine else "other" if holder.guest else "nobody",
            player=holder.player,
            away=away,
            may_hand_over=bool(holder.guest) and not holder.player and not over and (mine or (owner and away)),
            may_give_back=bool(holder.guest and holder.player) and (mine or owner),
        )

    def _vanished(self, resident: Resident, seat: Seat) -> bool:
        """No connection is open, and the last sign is long past; of old tables only the last answer is known."""
        holder = resident.holders[seat]
        if self.registry.news.hears(resident.id, holder.guest):
            return False
        last = holder.seen or resident.kept.updated
        return time.time() - last >= self.registry.settings.vanished_minutes * 60

    def _not_handed_over(self, resident: Resident, guest: str, seat: Seat) -> trouble.Trouble:
        if resident.now().over:
            return trouble.not_yet("The game is over: nobody needs to play it any more.")
        if guest != resident.kept.owner:
            return trouble.not_yours("Only who made this table can let a computer play for another.")
        minutes = f"{self.registry.settings.vanished_minutes:g}"
        return trouble.not_yet(f"Whoever sits there is not gone: that takes {minutes} minutes without a sign.")
