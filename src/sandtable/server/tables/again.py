"""Another game with the same people: who asks first opens it, and the others find their seats at the finished table.

The invitation of each is made of what only the server and that guest know, so nothing has to be kept of it beside the
link itself, and nobody else at the old table can use it.
"""

from __future__ import annotations

import hashlib

from sandtable.kernel.options import Seat
from sandtable.server import trouble, wire
from sandtable.server.store.rows import Holder, hashed
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.resident import Resident


def token_of(table_id: str, holder: Holder) -> str:
    """The invitation of one who sat at a table to the next one."""
    return hashlib.sha256(f"again {table_id} {holder.seat} {holder.guest}".encode()).hexdigest()[:40]


class Again:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.registry = lobby.registry

    async def offered(self, resident: Resident, guest: str) -> dict[str, str]:
        """The seats of this guest at the next game, if somebody has opened it."""
        found = {}
        for seat in resident.seats_of(guest):
            token = token_of(resident.id, resident.holders[seat])
            link = await self.registry.storage.link(hashed(token), guest)
            if link is not None and not link[1].dealt:
                found[str(seat)] = f"/join/{token}"
        return found

    async def ending(self, table_id: str, guest: str, seat: Seat | None) -> wire.Ending:
        """How a game went, and where the next one waits for this guest."""
        async with self.registry.at(table_id, guest) as resident:
            told = await self.registry.ending(resident, guest, seat)
            told.again = await self.offered(resident, guest)
            return told

    async def open(self, table_id: str, guest: str, salt: str) -> wire.Opened:
        """A new table of the same set-up: computers play where they played, everybody else gets the same seat."""
        async with self.registry.at(table_id, guest) as resident:
            mine = resident.seats_of(guest)
            table = resident.now()
            if not mine:
                raise trouble.not_yours("Who only watched a game opens the next one from the shelf.")
            if not table.over:
                raise trouble.not_yet("The next game can be opened when this one is over.")
            if await self.offered(resident, guest):
                raise trouble.not_yet("Somebody has opened the next game already: your seat there is waiting.")
            others: list[Holder] = [
                holder for holder in resident.holders.values() if holder.guest and holder.guest != guest
            ]
            tokens: dict[Seat, str] = {holder.seat: token_of(table_id, holder) for holder in others}
            setup = resident.kept.setup
            wanted = wire.NewTable(
                game=resident.kept.game,
                scenario=setup.scenario,
                options=setup.options,
                seats=setup.seats,
                take_backs=table.take_backs,
                players={str(holder.seat): holder.player for holder in resident.holders.values() if not holder.guest},
                open=sorted(tokens),
                name=resident.kept.name,
                salt=salt,
            )
        opened = await self.lobby.open_table(wanted, guest, tokens)
        self.registry.news.again(table_id)
        return opened
