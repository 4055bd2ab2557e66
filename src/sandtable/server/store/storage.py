"""Keeping tables: SQLite on this machine by default, PostgreSQL by one setting.

A journal only grows, and its key (table, number) lets no two answers take one place: of two servers that try, one
gets `Taken`. SQLite runs with a write-ahead log and synchronous=FULL: a killed process needs only the log, a power cut
also needs the sync, and an answer that was acknowledged must survive both.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, event, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sandtable.kernel import private
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.server.store import notes, rows
from sandtable.server.store.offers import add_note, notes_of, offered_seat
from sandtable.server.store.rows import Holder, Kept, Line, Link, Standing
from sandtable.server.store.upgrading import NewerDatabase, upgrade

log = logging.getLogger("sandtable.server")

BUSY_SECONDS = 10
"""How long one process waits for another (a backup, a second server) to let go of a SQLite file."""

POSITION_EVERY = 16
"""How many entries lie between two positions that are kept."""

TOGETHER = 64
"""How many additions to journals share one transaction at most."""


class StorageError(Exception):
    """The database cannot be used or did not keep what it was given; nothing has changed."""


class Taken(StorageError):
    """The place in the journal is already filled, or its table is gone: what this server knows is out of date."""


class Unsalted(StorageError):
    """Who takes an open seat mixes a salt into the dice, and this one has none."""


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


class Addition(NamedTuple):
    """Lines that wait to be written, and who waits for them."""

    table_id: str
    lines: Sequence[Line]
    standing: Standing
    when: float
    position: str
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
            private.make_folder(file.parent)
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
            _keep_private(file)
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
            await _keep_content(db, whole.kept.pack)
            await db.execute(insert(rows.tables), rows.to_row(whole.kept))
            await _insert(db, rows.entries, [rows.line_row(table_id, line) for line in whole.journal])
            await _insert(db, rows.holders, [{"table_id": table_id, **_fields(holder)} for holder in whole.holders])
            await _insert(db, rows.watchers, [{"table_id": table_id, "guest": guest} for guest in whole.watchers])
            await _insert(db, rows.links, [_fields(link) for link in whole.links])

    async def keep_position(self, table_id: str, number: int, position: str) -> None:
        """Keeps where a table stands whose journal is longer than one likes to replay."""
        async with self._changing() as db:
            await _keep_position(db, table_id, number, position)

    async def keep_content(self, table_id: str, pack: str) -> None:
        """Notes the content of a table from before contents were kept."""
        async with self._changing() as db:
            await _keep_content(db, pack)
            known = update(rows.tables).where(rows.tables.c.id == table_id)
            await db.execute(known.values(pack=rows.hashed(pack)))

    async def append(
        self, table_id: str, lines: Sequence[Line], standing: Standing, when: float, position: str = ""
    ) -> None:
        """Adds to a journal, and keeps the position after it. Taken if a number is filled already or the table is
        gone."""
        mine = Addition(table_id, lines, standing, when, position, asyncio.get_running_loop().create_future())
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
                if addition.position:
                    await _keep_position(db, addition.table_id, addition.lines[-1].number, addition.position)
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
            seated, watching = await _people(db, table_id)
            wishes = await db.scalars(select(link.giver).where(link.table_id == table_id, link.seat == rows.WISH))
            return Place(found.game, found.owner, found.over, found.updated, seated, watching, list(wishes))

    async def unwish(self, table_id: str, guest: str) -> None:
        """A guest no longer wants a table deleted."""
        link = rows.links.c
        async with self._changing() as db:
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
        async with self._changing() as db:
            if holders is not None:
                await db.execute(
                    update(rows.tables).where(column.id == table_id).values(owner=column.owner)
                )  # locks it
                seated, _ = await _people(db, table_id)
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

    # -- seats and links

    async def give(self, link: Link) -> None:
        async with self._changing() as db:
            await db.execute(insert(rows.links), _fields(link))

    async def link(self, token: str, guest: str) -> tuple[Link, Kept, list[Holder]] | None:
        """What a link leads to, if this guest can use it now: its table and who sits there."""
        async with self.reading() as db:
            link = await _link(db, token)
            if link is None or (link.seat != SPECTATOR and await offered_seat(db, link, guest) is None):
                return None
            table = select(rows.tables).where(rows.tables.c.id == link.table_id)
            found = (await db.execute(table)).mappings().one()
            seated, _ = await _people(db, link.table_id)
            return link, rows.from_row(found), seated

    async def take_seat(self, token: str, guest: str, salt: str = "") -> Link | None:
        """Uses an invitation: once, and only while the seat is open or its giver's. Who used it may use it again.

        An open seat takes a salt, too. Of a seat that the giver held until now the table keeps a note."""
        async with self._changing() as db:
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
            new = {"guest": guest, "player": "", "seen": 0.0, "salt": salt if offered.open else ""}
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
        async with self._changing() as db:
            filled = await db.execute(
                update(rows.holders)
                .where(held.table_id == table_id, held.seat == seat, held.guest == "", held.player == "")
                .values(guest=guest, player=player)
            )
            if filled.rowcount != 1:
                raise Taken("the seat is not open")
            await db.execute(delete(rows.links).where(rows.links.c.table_id == table_id, rows.links.c.seat == seat))

    async def deal(self, kept: Kept) -> None:
        """Keeps what was dealt when the last seat was taken, unless another server has: it dealt the same."""
        table = rows.tables
        async with self._changing() as db:
            await _keep_content(db, kept.pack)
            waiting = update(table).where(table.c.id == kept.id, table.c.dealt.is_(False))
            await db.execute(waiting.values(rows.to_row(kept)))

    async def note(self, table_id: str, note: str) -> list[str]:
        """Adds what everybody at a table must know, for ever; says all that stands there then."""
        async with self._changing() as db:
            return await add_note(db, table_id, note)

    async def notes(self, table_id: str) -> list[str]:
        async with self.reading() as db:
            return await notes_of(db, table_id)

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


def _keep_private(file: Path) -> None:
    """The file and those that SQLite lays beside it are nobody else's; SQLite makes them as the file itself is."""
    if not file.exists():
        file.touch(mode=private.FILE)
    beside = [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))]
    for narrowed in private.narrow(beside):
        log.warning("Others on this machine could read %s; from now on only its owner can.", narrowed)


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
    kept = rows.positions.c
    stood = await db.execute(select(kept.number, kept.data).where(kept.table_id == table_id))
    positions = {row.number: row.data for row in stood}
    links = await db.execute(select(rows.links).where(rows.links.c.table_id == table_id))
    given = [Link(**row) for row in links.mappings()]
    pack = await db.scalar(select(rows.contents.c.data).where(rows.contents.c.digest == found["pack"]))
    return Whole(rows.from_row(found, pack or ""), journal, *await _people(db, table_id), given, positions)


async def _keep_content(db: AsyncConnection, pack: str) -> None:
    """Keeps a content once. Two servers may try at the same time, so what is there already is left."""
    if pack:
        row = {"digest": rows.hashed(pack), "data": pack}
        await db.execute(_inserting(db, rows.contents).values(row).on_conflict_do_nothing())


async def _keep_position(db: AsyncConnection, table_id: str, number: int, position: str) -> None:
    """Keeps a position, and of the older ones only the last."""
    row = {"table_id": table_id, "number": number, "data": position}
    await db.execute(_inserting(db, rows.positions).values(row).on_conflict_do_nothing())
    kept = rows.positions.c
    await db.execute(delete(rows.positions).where(kept.table_id == table_id, kept.number < number - POSITION_EVERY))


def _inserting(db: AsyncConnection, into: Table) -> Any:
    """An insert that can leave what is there already."""
    return postgresql.insert(into) if db.dialect.name == "postgresql" else sqlite.insert(into)


async def _people(db: AsyncConnection, table_id: str) -> tuple[list[Holder], list[str]]:
    seat, watch = rows.holders.c, rows.watchers.c
    columns = seat.seat, seat.guest, seat.player, seat.seen, seat.salt
    seated = select(*columns).where(seat.table_id == table_id).order_by(seat.seat)
    watching = await db.scalars(select(watch.guest).where(watch.table_id == table_id))
    return [Holder(*row) for row in (await db.execute(seated)).all()], list(watching)


async def _insert(db: AsyncConnection, into: Any, values: list[dict[str, Any]]) -> None:
    if values:
        await db.execute(insert(into), values)


async def _link(db: AsyncConnection, token: str) -> Link | None:
    found = (await db.execute(select(rows.links).where(rows.links.c.token == token))).mappings().first()
    return Link(**found) if found is not None else None


def _fields(value: Holder | Link) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _reason(error: BaseException) -> str:
    """What the driver said, without the statement and its parameters."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(said).split())
