"""Keeping tables and their journals.

A journal only grows, and its key (table, number) lets no two answers take one place: of two servers that try, one
gets `Taken`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Table, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.kernel.options import Seat
from sandtable.server.store import rows
from sandtable.server.store.database import StorageError, Taken
from sandtable.server.store.rows import Holder, Kept, Line, Link, Standing
from sandtable.server.store.seating import Seating, fields_of, keep_wish, people_of

log = logging.getLogger("sandtable.server")

POSITION_EVERY = 16
"""How many entries lie between two positions that are kept, at least."""


def position_every(entries: int) -> int:
    """How many do in a journal of this length. A position holds the whole log: were it kept as often in a long game,
    each answer would cost more than the one before."""
    every = POSITION_EVERY
    while entries > 64 * every:
        every *= 2
    return every


POSITIONS = 8
"""How many positions are kept at most where nothing is fixed for long."""
TOGETHER = 64
"""How many additions to journals share one transaction at most."""


class Whole(NamedTuple):
    """A table with all that belongs to it."""

    kept: Kept
    journal: list[Line]
    holders: list[Holder]
    watchers: list[str]
    links: list[Link]
    positions: Mapping[int, str] = MappingProxyType({})
    """Where the table stood after so many entries."""


class Place(NamedTuple):
    """Who has to do with a table."""

    game: str
    owner: str
    over: bool
    updated: float
    holders: list[Holder]
    watchers: list[str]
    wishes: list[str]
    """Guests who want the table deleted."""


class Stood(NamedTuple):
    """Where a table stood after so many entries."""

    entries: int
    data: str
    fixed: int
    """How many of them no undo could go back to: a position from before that is kept as well."""


class Addition(NamedTuple):
    """Lines that wait to be written, and who waits for them."""

    table_id: str
    lines: Sequence[Line]
    standing: Standing
    when: float
    position: Stood | None
    wishes: Mapping[Seat, str]
    kept: asyncio.Future[None]

    def standing_row(self) -> dict[str, Any]:
        row = {"table": self.table_id, "updated": self.when, **rows.standing_row(self.standing)}
        return {f"new_{name}": value for name, value in row.items()}

    def succeed(self) -> None:
        if not self.kept.done():
            self.kept.set_result(None)

    def fail(self, error: StorageError) -> None:
        if not self.kept.done():
            self.kept.set_exception(error)


_STAND = (
    update(rows.tables)
    .where(rows.tables.c.id == bindparam("new_table"))
    .values({name: bindparam(f"new_{name}") for name in ("updated", "over", "outcome", "turn", "asked")})
)


class Storage(Seating):
    """The database behind one address. All methods are whole transactions."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._waiting: list[Addition] = []
        self._scribe: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._scribe is not None:
            await asyncio.wait({self._scribe})
        await super().close()

    # -- tables

    async def add(self, whole: Whole) -> None:
        """A new table, with its journal if it has one already."""
        table_id = whole.kept.id
        async with self.changing() as db:
            await _keep_content(db, whole.kept.pack)
            await db.execute(insert(rows.tables), rows.to_row(whole.kept))
            await _insert(db, rows.entries, [rows.line_row(table_id, line) for line in whole.journal])
            await _insert(db, rows.holders, [{"table_id": table_id, **fields_of(holder)} for holder in whole.holders])
            await _insert(db, rows.watchers, [{"table_id": table_id, "guest": guest} for guest in whole.watchers])
            await _insert(db, rows.links, [fields_of(link) for link in whole.links])

    async def keep_position(self, table_id: str, position: Stood) -> None:
        """Keeps where a table stands whose journal is longer than one likes to replay."""
        async with self.changing() as db:
            await _keep_position(db, table_id, position)

    async def keep_content(self, table_id: str, pack: str) -> None:
        """Notes the content of a table from before contents were kept."""
        async with self.changing() as db:
            await _keep_content(db, pack)
            known = update(rows.tables).where(rows.tables.c.id == table_id)
            await db.execute(known.values(pack=rows.hashed(pack)))

    async def deal(self, kept: Kept) -> None:
        """Keeps what was dealt when the last seat was taken, unless another server has: it dealt the same."""
        table = rows.tables
        async with self.changing() as db:
            await _keep_content(db, kept.pack)
            waiting = update(table).where(table.c.id == kept.id, table.c.dealt.is_(False))
            await db.execute(waiting.values(rows.to_row(kept)))

    async def append(
        self,
        table_id: str,
        lines: Sequence[Line],
        standing: Standing,
        when: float,
        position: Stood | None = None,
        wishes: Mapping[Seat, str] = MappingProxyType({}),
    ) -> None:
        """Adds to a journal, and keeps the position after it and what seats left to the table with it
        (`Holder.equals`). Taken if a number is filled already or the table is gone."""
        mine = Addition(table_id, lines, standing, when, position, wishes, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        if self._scribe is None or self._scribe.done():
            self._scribe = asyncio.create_task(self._write_together())
        await mine.kept

    async def _write_together(self) -> None:
        """Writes what has come in meanwhile in one transaction: a sync to disk costs the same for one and for fifty."""
        while self._waiting:
            batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
            try:
                await self._write(batch)
            except StorageError as error:
                if len(batch) == 1:
                    batch[0].fail(error)
                    continue
                for addition in batch:
                    try:
                        await self._write([addition])
                    except StorageError as own:
                        addition.fail(own)
            except BaseException:
                for addition in batch:
                    addition.fail(StorageError("the server is stopping"))
                raise

    async def _write(self, batch: Sequence[Addition]) -> None:
        async with self.changing() as db:
            lines = [rows.line_row(addition.table_id, line) for addition in batch for line in addition.lines]
            await db.execute(insert(rows.entries), lines)
            await db.execute(_STAND, [addition.standing_row() for addition in batch])
            for addition in batch:
                if addition.position is not None:
                    await _keep_position(db, addition.table_id, addition.position)
                for seat, wish in addition.wishes.items():
                    await keep_wish(db, addition.table_id, seat, wish)
        for addition in batch:
            addition.succeed()

    async def whole(self, table_id: str) -> Whole | None:
        """A table with all that belongs to it, as it was at one moment."""
        async with self.reading() as db:
            return await _whole(db, table_id)

    async def everything(self) -> AsyncIterator[Whole]:
        """All tables as they were at one moment, in the order in which they were made."""
        async with self.reading() as db:
            for table_id in await _ids(db):
                whole = await _whole(db, table_id)
                if whole is not None:
                    yield whole

    async def place(self, table_id: str) -> Place | None:
        """Who made a table, who sits at it, who watches, and who wants it deleted."""
        table, link = rows.tables.c, rows.links.c
        async with self.reading() as db:
            found = (
                await db.execute(select(table.game, table.owner, table.over, table.updated).where(table.id == table_id))
            ).first()
            if found is None:
                return None
            seated, watching = await people_of(db, table_id)
            wishes = await db.scalars(select(link.giver).where(link.table_id == table_id, link.seat == rows.WISH))
            return Place(found.game, found.owner, found.over, found.updated, seated, watching, list(wishes))

    async def unwish(self, table_id: str, guest: str) -> None:
        """A guest no longer wants a table deleted."""
        link = rows.links.c
        async with self.changing() as db:
            mine = (link.table_id == table_id, link.seat == rows.WISH, link.giver == guest)
            await db.execute(delete(rows.links).where(*mine))

    async def wishes(self, tables: Sequence[str]) -> dict[str, list[Seat]]:
        """Of these tables those that somebody wants deleted, with the seats of who wants it."""
        link, seat = rows.links.c, rows.holders.c
        wished = (link.seat == rows.WISH, link.table_id.in_(tables))
        theirs = (link.table_id == seat.table_id, link.giver == seat.guest)
        async with self.reading() as db:
            found = (
                await db.execute(select(seat.table_id, seat.seat).where(*wished, *theirs).order_by(seat.seat))
            ).all()
        wishes: dict[str, list[Seat]] = {}
        for table_id, number in found:
            wishes.setdefault(table_id, []).append(number)
        return wishes

    async def ids(self) -> list[str]:
        """Every table, in the order in which they were made: a what-if after what it branched from."""
        async with self.reading() as db:
            return await _ids(db)

    async def of_guest(self, guest: str) -> list[tuple[Kept, list[Seat]]]:
        """The tables at which a guest sits or watches, the one last played at first, with the seats held."""
        seat, watch, table = rows.holders.c, rows.watchers.c, rows.tables
        async with self.reading() as db:
            held = (await db.execute(select(seat.table_id, seat.seat).where(seat.guest == guest))).all()
            watched = await db.scalars(select(watch.table_id).where(watch.guest == guest))
            seats: dict[str, list[Seat]] = {table_id: [] for table_id in watched}
            for table_id, number in held:
                seats.setdefault(table_id, []).append(number)
            mine = select(table).where(table.c.id.in_(list(seats))).order_by(table.c.updated.desc())
            found = (await db.execute(mine)).mappings().all()
        return [(rows.from_row(row), sorted(seats[row["id"]])) for row in found]

    async def delete(self, table_id: str, holders: Sequence[Holder] | None = None) -> list[str]:
        """Deletes a table and its what-ifs; says which were deleted. Taken if others sit there than was thought."""
        column = rows.tables.c
        async with self.changing() as db:
            if holders is not None:
                await db.execute(
                    update(rows.tables).where(column.id == table_id).values(owner=column.owner)
                )  # locks it
                seated, _ = await people_of(db, table_id)
                if {(one.seat, one.guest) for one in seated} != {(one.seat, one.guest) for one in holders}:
                    raise Taken("somebody sat down meanwhile")
            gone: list[str] = []
            layer = list(await db.scalars(select(column.id).where(column.id == table_id)))
            while layer:
                gone += layer
                layer = list(await db.scalars(select(column.id).where(column.scratch_of.in_(layer))))
            for each in reversed(gone):
                await db.execute(delete(rows.tables).where(column.id == each))
        return gone


async def _ids(db: AsyncConnection) -> list[str]:
    return list(await db.scalars(select(rows.tables.c.id).order_by(rows.tables.c.created, rows.tables.c.id)))


async def _whole(db: AsyncConnection, table_id: str) -> Whole | None:
    found = (await db.execute(select(rows.tables).where(rows.tables.c.id == table_id))).mappings().first()
    if found is None:
        return None
    entry = rows.entries.c
    lines = await db.execute(select(rows.entries).where(entry.table_id == table_id).order_by(entry.number))
    journal = [rows.line_from(line) for line in lines.mappings()]
    kept = rows.positions.c
    stood = await db.execute(select(kept.number, kept.data).where(kept.table_id == table_id))
    positions = {row.number: row.data for row in stood}
    links = await db.execute(select(rows.links).where(rows.links.c.table_id == table_id))
    given = [Link(**row) for row in links.mappings()]
    pack = await db.scalar(select(rows.contents.c.data).where(rows.contents.c.digest == found["pack"]))
    return Whole(rows.from_row(found, pack or ""), journal, *await people_of(db, table_id), given, positions)


async def _keep_content(db: AsyncConnection, pack: str) -> None:
    """Keeps a content once. Two servers may try at the same time, so what is there already is left."""
    if pack:
        row = {"digest": rows.hashed(pack), "data": pack}
        await db.execute(_inserting(db, rows.contents).values(row).on_conflict_do_nothing())


async def _keep_position(db: AsyncConnection, table_id: str, position: Stood) -> None:
    """Keeps a position, and of the older ones those from the last one on that no undo can go back behind."""
    row = {"table_id": table_id, "number": position.entries, "data": position.data}
    await db.execute(_inserting(db, rows.positions).values(row).on_conflict_do_nothing())
    kept = rows.positions.c
    fixed = max(position.fixed, position.entries - POSITIONS * position_every(position.entries))
    last = select(func.max(kept.number)).where(kept.table_id == table_id, kept.number <= fixed).scalar_subquery()
    await db.execute(delete(rows.positions).where(kept.table_id == table_id, kept.number < last))


def _inserting(db: AsyncConnection, into: Table) -> Any:
    """An insert that can leave what is there already."""
    return postgresql.insert(into) if db.dialect.name == "postgresql" else sqlite.insert(into)


async def _insert(db: AsyncConnection, into: Any, values: list[dict[str, Any]]) -> None:
    if values:
        await db.execute(insert(into), values)
