"""What a link offers, and what a table notes, inside a transaction of the storage's."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.kernel.typed import decoded
from sandtable.server.store import rows
from sandtable.server.store.rows import Holder, Link


async def offered_seat(db: AsyncConnection, link: Link, guest: str) -> Holder | None:
    """The seat that a link leads to as it is held now, if the link still leads this guest there."""
    seat = rows.holders.c
    held = select(seat.seat, seat.guest, seat.player).where(seat.table_id == link.table_id, seat.seat == link.seat)
    row = (await db.execute(held)).first()
    holder = Holder(*row) if row is not None else None
    if holder is None or (holder.guest == guest and guest in (link.taker, link.giver)):
        return holder
    return holder if not link.taker and (holder.open or holder.guest == link.giver) else None


async def notes_of(db: AsyncConnection, table_id: str, change: bool = False) -> list[str]:
    wanted = select(rows.tables.c.notes).where(rows.tables.c.id == table_id)
    found = await db.scalar(wanted.with_for_update() if change else wanted)
    return decoded(found, list[str]) if found is not None else []


async def add_note(db: AsyncConnection, table_id: str, note: str) -> list[str]:
    known = await notes_of(db, table_id, change=True)
    if note not in known:
        known.append(note)
        await db.execute(update(rows.tables).where(rows.tables.c.id == table_id).values(notes=rows.as_text(known)))
    return known
