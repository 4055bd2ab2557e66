"""Keeping tables: SQLite on this machine by default, PostgreSQL by one setting.

A journal only grows, and its key (table, number) lets no two answers take one place: of two servers that try, one
gets `Taken`. SQLite runs with a write-ahead log and synchronous=FULL: a killed process needs only the log, a power cut
also needs the sync, and an answer that was acknowledged must survive both.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.server import rows
from sandtable.server.rows import Holder, Kept, Line, Link, Standing
from sandtable.server.upgrading import NewerDatabase, upgrade

BUSY_SECONDS = 10
"""How long one process waits for another (a backup, a second server) to let go of a SQLite file."""

TOGETHER = 64
"""How many additions to journals share one transaction at most."""


class StorageError(Exception):
    """The database cannot be used or did not keep what it was given; nothing has changed."""


class Taken(StorageError):
    """The place in the journal is already filled, or its table is gone: what this server knows is out of date."""


class Whole(NamedTuple):
    """A table with all that belongs to it."""

    kept: Kept
    journal: list[Line]
    holders: list[Holder]
    watchers: list[str]
    links: list[Link]


class Addition(NamedTuple):
    """Lines that wait to be written, and who waits for them."""

    table_id: str
    lines: Sequence[Line]
    standing: Standing
    when: float
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


class Storage:
    """The database behind one address. All methods are whole transactions."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = self._engine()
        except ModuleNotFoundError as error:
            raise StorageError(f"this database needs {error.name}: install sandtable[postgres]") from error
        self._reading = self.engine.execution_options(reading=True)
        self._one_writer = asyncio.Lock()
        """SQLite has one writer; waiting in line here is quicker than asking again and again there."""
        self._waiting: list[Addition] = []
        self._scribe: asyncio.Task[None] | None = None

    def _engine(self) -> AsyncEngine:
        if not self.is_sqlite:
            return create_async_engine(self.url, pool_pre_ping=True, pool_size=8)
        if file := self._file():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = create_async_engine(self.url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine

    async def open(self) -> None:
        """Makes what is missing, brings what is old up to date; refuses what a newer Sandtable has written."""
        try:
            self._try_file()
            async with self._writing() as db:
                await db.run_sync(upgrade, self._file())
        except NewerDatabase as error:
            await self.close()
            raise StorageError(
                f"the database {self.shown()} was written by a newer Sandtable ({error}): install that one"
            ) from error
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await self.close()
            raise StorageError(f"the database {self.shown()} cannot be opened: {_reason(error)}") from error

    def _file(self) -> Path | None:
        """The file that holds the tables, if a file does."""
        file = self.url.database
        return Path(file) if self.is_sqlite and file and file != ":memory:" else None

    def _try_file(self) -> None:
        """Whether a SQLite file can be opened at all: its driver says so more plainly than the one that we use."""
        if file := self._file():
            with closing(sqlite3.connect(file, timeout=BUSY_SECONDS)) as tried:
                tried.execute("PRAGMA schema_version")

    async def close(self) -> None:
        if self._scribe is not None:
            await asyncio.wait({self._scribe})
        await self.engine.dispose()

    def shown(self) -> str:
        """The address without its password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        if self.is_sqlite:
            async with self._one_writer, self.engine.begin() as db:
                yield db
        else:
            async with self.engine.begin() as db:
                yield db

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """One unchanging picture of the database, however long it is looked at."""
        try:
            async with self._reading.connect() as db:
                if not self.is_sqlite:
                    await db.execution_options(isolation_level="REPEATABLE READ")
                async with db.begin():
                    yield db
        except SQLAlchemyError as error:
            raise StorageError(f"the database did not answer: {_reason(error)}") from error

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._writing() as db:
                yield db
        except IntegrityError as error:
            raise Taken(f"somebody else was first: {_reason(error)}") from error
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"the database did not keep it: {_reason(error)}") from error

    # -- tables

    async def add(self, whole: Whole) -> None:
        """A new table, with its journal if it has one already."""
        table_id = whole.kept.id
        async with self._changing() as db:
            await db.execute(insert(rows.tables), rows.to_row(whole.kept))
            await _insert(db, rows.entries, [rows.line_row(table_id, line) for line in whole.journal])
            await _insert(db, rows.holders, [{"table_id": table_id, **_fields(holder)} for holder in whole.holders])
            await _insert(db, rows.watchers, [{"table_id": table_id, "guest": guest} for guest in whole.watchers])
            await _insert(db, rows.links, [_fields(link) for link in whole.links])

    async def append(self, table_id: str, lines: Sequence[Line], standing: Standing, when: float) -> None:
        """Adds to a journal. Taken if a number is filled already or the table is gone."""
        mine = Addition(table_id, lines, standing, when, asyncio.get_running_loop().create_future())
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
        async with self._changing() as db:
            lines = [rows.line_row(addition.table_id, line) for addition in batch for line in addition.lines]
            await db.execute(insert(rows.entries), lines)
            await db.execute(_STAND, [addition.standing_row() for addition in batch])
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

    async def people(self, table_id: str) -> tuple[str, list[Holder], list[str]] | None:
        """Who made a table, who sits at it and who watches."""
        async with self.reading() as db:
            owner = await db.scalar(select(rows.tables.c.owner).where(rows.tables.c.id == table_id))
            return (owner, *await _people(db, table_id)) if owner is not None else None

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

    async def delete(self, table_id: str) -> list[str]:
        """Deletes a table and its what-ifs; says which were deleted."""
        column = rows.tables.c
        async with self._changing() as db:
            gone: list[str] = []
            layer = list(await db.scalars(select(column.id).where(column.id == table_id)))
            while layer:
                gone += layer
                layer = list(await db.scalars(select(column.id).where(column.scratch_of.in_(layer))))
            for each in reversed(gone):
                await db.execute(delete(rows.tables).where(column.id == each))
        return gone

    # -- seats and links

    async def give(self, link: Link) -> None:
        async with self._changing() as db:
            await db.execute(insert(rows.links), _fields(link))

    async def take_seat(self, token: str, guest: str) -> Link | None:
        """Uses an invitation: once, and only while its giver holds the seat. Who used it may use it again."""
        async with self._changing() as db:
            link = await _link(db, token)
            if link is None or link.seat == SPECTATOR:
                return None
            if guest in (link.taker, link.giver) and await _holds(db, link, guest):
                return link
            if link.taker:
                return None
            seat = rows.holders.c
            handed = await db.execute(
                update(rows.holders)
                .where(seat.table_id == link.table_id, seat.seat == link.seat, seat.guest == link.giver)
                .values(guest=guest, player="", seen=0.0)
            )
            if handed.rowcount != 1:
                return None
            await db.execute(update(rows.links).where(rows.links.c.token == token).values(taker=guest))
            return link

    async def reseat(self, table_id: str, seat: Seat, guest: str, player: str) -> None:
        """Lets a computer play for a guest, or the guest again. Taken if the seat is another's meanwhile."""
        held = rows.holders.c
        async with self._changing() as db:
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
        async with self._changing() as db:
            await db.execute(
                update(rows.holders).where(held.table_id == table_id, held.guest == guest).values(seen=when)
            )

    async def start_watching(self, token: str, guest: str) -> Link | None:
        """Uses a link to watch, as often as people like."""
        async with self._changing() as db:
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
        async with self._changing() as db:
            await db.execute(delete(rows.watchers).where(watch.table_id == table_id, watch.guest == guest))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where _begin_sqlite says, not where the driver guesses
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: one that began by reading could be refused in the midst."""
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


async def _ids(db: AsyncConnection) -> list[str]:
    return list(await db.scalars(select(rows.tables.c.id).order_by(rows.tables.c.created, rows.tables.c.id)))


async def _whole(db: AsyncConnection, table_id: str) -> Whole | None:
    found = (await db.execute(select(rows.tables).where(rows.tables.c.id == table_id))).mappings().first()
    if found is None:
        return None
    entry = rows.entries.c
    lines = await db.execute(select(rows.entries).where(entry.table_id == table_id).order_by(entry.number))
    journal = [rows.line_from(line) for line in lines.mappings()]
    links = await db.execute(select(rows.links).where(rows.links.c.table_id == table_id))
    given = [Link(**row) for row in links.mappings()]
    return Whole(rows.from_row(found), journal, *await _people(db, table_id), given)


async def _people(db: AsyncConnection, table_id: str) -> tuple[list[Holder], list[str]]:
    seat, watch = rows.holders.c, rows.watchers.c
    seated = select(seat.seat, seat.guest, seat.player, seat.seen).where(seat.table_id == table_id).order_by(seat.seat)
    watching = await db.scalars(select(watch.guest).where(watch.table_id == table_id))
    return [Holder(*row) for row in (await db.execute(seated)).all()], list(watching)


async def _insert(db: AsyncConnection, into: Any, values: list[dict[str, Any]]) -> None:
    if values:
        await db.execute(insert(into), values)


async def _link(db: AsyncConnection, token: str) -> Link | None:
    found = (await db.execute(select(rows.links).where(rows.links.c.token == token))).mappings().first()
    return Link(**found) if found is not None else None


async def _holds(db: AsyncConnection, link: Link, guest: str) -> bool:
    seat = rows.holders.c
    held = select(seat.guest).where(seat.table_id == link.table_id, seat.seat == link.seat)
    return bool(await db.scalar(held) == guest)


def _fields(value: Holder | Link) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _reason(error: BaseException) -> str:
    """What the driver said, without the statement and its parameters."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(said).split())
