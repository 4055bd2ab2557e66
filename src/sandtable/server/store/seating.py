"""Who sits where, who watches, and the links by which people come to a table."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.server.store import notes, rows
from sandtable.server.store.database import Database, Taken, Unsalted
from sandtable.server.store.offers import add_note, notes_of, offered_seat
from sandtable.server.store.rows import Holder, Kept, Link


class Seating(Database):
    async def give(self, link: Link) -> None:
        async with self.changing() as db:
            await db.execute(insert(rows.links), fields_of(link))

    async def link(self, token: str, guest: str) -> tuple[Link, Kept, list[Holder]] | None:
        """What a link leads to, if this guest can use it now: its table and who sits there."""
        async with self.reading() as db:
            link = await _link(db, token)
            if link is None or (link.seat != SPECTATOR and await offered_seat(db, link, guest) is None):
                return None
            table = select(rows.tables).where(rows.tables.c.id == link.table_id)
            found = (await db.execute(table)).mappings().one()
            seated, _ = await people_of(db, link.table_id)
            return link, rows.from_row(found), seated

    async def take_seat(self, token: str, guest: str, salt: str = "") -> Link | None:
        """Uses an invitation: once, and only while the seat is open or its giver's. Who used it may use it again.

        An open seat takes a salt, too. Of a seat that the giver held until now the table keeps a note."""
        async with self.changing() as db:
            link = await _link(db, token)
            if link is None or link.seat in (SPECTATOR, rows.WISH):
                return None
            offered = await offered_seat(db, link, guest)
            if offered is None or offered.guest == guest:
                return link if offered is not None else None
            if offered.open and not salt:
                raise Unsalted("an open seat takes a salt")
            seat = rows.holders.c
            there = [seat.table_id == link.table_id, seat.seat == link.seat, seat.guest == offered.guest]
            if offered.open:
                there.append(seat.player == "")
            new = {"guest": guest, "player": "", "seen": 0.0, "salt": salt if offered.open else "", "equals": ""}
            handed = await db.execute(update(rows.holders).where(*there).values(new))
            if handed.rowcount != 1:
                return None
            await db.execute(update(rows.links).where(rows.links.c.token == token).values(taker=guest))
            if not offered.open:
                await add_note(db, link.table_id, notes.given(link.seat))
            return link

    async def fill(self, table_id: str, seat: Seat, guest: str, player: str) -> None:
        """Gives an open seat to a guest or a computer, and takes its invitations back. Taken if it is not open."""
        held = rows.holders.c
        async with self.changing() as db:
            filled = await db.execute(
                update(rows.holders)
                .where(held.table_id == table_id, held.seat == seat, held.guest == "", held.player == "")
                .values(guest=guest, player=player)
            )
            if filled.rowcount != 1:
                raise Taken("the seat is not open")
            await db.execute(delete(rows.links).where(rows.links.c.table_id == table_id, rows.links.c.seat == seat))

    async def note(self, table_id: str, note: str) -> list[str]:
        """Adds what everybody at a table must know, for ever; says all that stands there then."""
        async with self.changing() as db:
            return await add_note(db, table_id, note)

    async def notes(self, table_id: str) -> list[str]:
        async with self.reading() as db:
            return await notes_of(db, table_id)

    async def reseat(self, table_id: str, seat: Seat, guest: str, player: str) -> None:
        """Lets a computer play for a guest, or the guest again. Taken if the seat is another's meanwhile."""
        held = rows.holders.c
        async with self.changing() as db:
            changed = await db.execute(
                update(rows.holders)
                .where(held.table_id == table_id, held.seat == seat, held.guest == guest)
                .values(player=player)
            )
            if changed.rowcount != 1:
                raise Taken("the seat has changed hands")

    async def saw(self, table_id: str, guest: str, when: float) -> None:
        """Notes when a guest was last there."""
        held = rows.holders.c
        async with self.changing() as db:
            await db.execute(
                update(rows.holders).where(held.table_id == table_id, held.guest == guest).values(seen=when)
            )

    async def start_watching(self, token: str, guest: str) -> Link | None:
        """Uses a link to watch, as often as people like."""
        async with self.changing() as db:
            link = await _link(db, token)
            if link is None or link.seat != SPECTATOR:
                return None
            watch = rows.watchers.c
            there = select(watch.guest).where(watch.table_id == link.table_id, watch.guest == guest)
            if await db.scalar(there) is None:
                await db.execute(insert(rows.watchers).values(table_id=link.table_id, guest=guest))
            return link

    async def stop_watching(self, table_id: str, guest: str) -> None:
        watch = rows.watchers.c
        async with self.changing() as db:
            await db.execute(delete(rows.watchers).where(watch.table_id == table_id, watch.guest == guest))


async def people_of(db: AsyncConnection, table_id: str) -> tuple[list[Holder], list[str]]:
    seat, watch = rows.holders.c, rows.watchers.c
    columns = seat.seat, seat.guest, seat.player, seat.seen, seat.salt, seat.equals
    seated = select(*columns).where(seat.table_id == table_id).order_by(seat.seat)
    watching = await db.scalars(select(watch.guest).where(watch.table_id == table_id))
    return [Holder(*row) for row in (await db.execute(seated)).all()], list(watching)


async def keep_wish(db: AsyncConnection, table_id: str, seat: Seat, wish: str) -> None:
    """How far a seat leaves choices between equals to the table."""
    held = rows.holders.c
    await db.execute(update(rows.holders).where(held.table_id == table_id, held.seat == seat).values(equals=wish))


async def _link(db: AsyncConnection, token: str) -> Link | None:
    found = (await db.execute(select(rows.links).where(rows.links.c.token == token))).mappings().first()
    return Link(**found) if found is not None else None


def fields_of(value: Holder | Link) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}
