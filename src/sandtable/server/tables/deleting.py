"""Deleting a table: at once by who plays alone or when it is over, else only with everybody's word.

The first who wants it says so; the others see the wish and may join in it. When all who have a seat have said so, the
table goes. Who only wants to leave hands the seat to a computer.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from sandtable.kernel.game import games
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.server import trouble
from sandtable.server.store.database import Taken
from sandtable.server.store.rows import WISH, Holder, Link, hashed
from sandtable.server.store.storage import Place
from sandtable.server.tables.news import NOT_YOURS
from sandtable.server.tables.registry import TABLE_ID, Registry

GONE_DAYS = 7.0
"""Who has a computer stand in and has given no sign for so long is no longer waited for."""


class Deleting:
    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.storage = registry.storage

    async def delete(self, table_id: str, guest: str) -> None:
        """Deletes a table, or notes the wish; a mere watcher only stops watching. Works on broken tables, too."""
        place = await self.storage.place(table_id) if TABLE_ID.fullmatch(table_id) else None
        if place is None or not guest:
            raise trouble.no_table()
        seated = {holder.guest for holder in place.holders if holder.guest}
        if guest in place.watchers and guest != place.owner and guest not in seated:
            await self._stop_watching(table_id, guest)
            return
        if guest != place.owner and guest not in seated:
            raise trouble.no_table()
        waited_for = _waited_for(place)
        if place.over or waited_for <= {guest}:
            if guest != place.owner and waited_for != {guest}:
                raise trouble.not_yours("Only who made this table can delete it.")
            await self._away(table_id, place)
            return
        if guest not in seated:
            raise trouble.not_yours(
                "People play at this table: only they can delete it, and only all of them together."
            )
        await self._wish(table_id, guest, place, waited_for)

    async def _wish(self, table_id: str, guest: str, place: Place, waited_for: set[str]) -> None:
        if guest not in place.wishes:
            with suppress(Taken):  # said twice at once
                await self.storage.give(Link(hashed(f"wish {table_id} {guest}"), table_id, WISH, guest))
        missing = waited_for - {guest, *place.wishes}
        if not missing:
            await self._away(table_id, place)
            return
        self.registry.news.again(table_id)
        names = _names(place.game, sorted(h.seat for h in place.holders if h.guest in missing))
        raise trouble.not_yet(
            f"Your wish to delete this table is noted. It goes when everybody has said so; still missing: {names}. "
            "Who only wants to leave can let a computer play the seat."
        )

    async def take_back(self, table_id: str, guest: str) -> None:
        """The wish is withdrawn."""
        async with self.registry.at(table_id, guest):
            await self.storage.unwish(table_id, guest)
            self.registry.news.again(table_id)

    async def _stop_watching(self, table_id: str, guest: str) -> None:
        await self.storage.stop_watching(table_id, guest)
        await self.registry.let_watch(table_id, guest, False)
        self.registry.news.close(table_id, NOT_YOURS, SPECTATOR, guest)

    async def _away(self, table_id: str, place: Place) -> None:
        """Deletes it, unless somebody has sat down since everybody was asked."""
        try:
            await self.away_with(table_id, place.holders)
        except Taken as error:
            raise trouble.not_yet("Somebody has just sat down at this table. Look again.") from error

    async def away_with(self, table_id: str, holders: Sequence[Holder] | None = None) -> None:
        for gone in await self.storage.delete(table_id, holders):
            self.registry.forget(gone)


def _waited_for(place: Place) -> set[str]:
    """Everybody with a seat; but not for ever, where a computer stands in for somebody who never comes back."""
    long_ago = time.time() - GONE_DAYS * 24 * 3600
    gone = [holder for holder in place.holders if holder.player and max(holder.seen, place.updated) < long_ago]
    return {holder.guest for holder in place.holders if holder.guest and holder not in gone}


def _names(game: str, seats: list[Seat]) -> str:
    known = games().get(game)
    return " and ".join(known.meta.seats[seat] if known is not None else f"seat {seat}" for seat in seats)
