"""The database behind one address: SQLite on this machine by default, PostgreSQL by one setting.

SQLite runs with a write-ahead log and synchronous=FULL: a killed process needs only the log, a power cut also needs the
sync, and an answer that was acknowledged must survive both.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sandtable.kernel import private
from sandtable.server.store.upgrading import NewerDatabase, upgrade

log = logging.getLogger("sandtable.server")

BUSY_SECONDS = 10
"""How long one process waits for another (a backup, a second server) to let go of a SQLite file."""


class StorageError(Exception):
    """The database cannot be used or did not keep what it was given; nothing has changed."""


class Taken(StorageError):
    """The place in the journal is already filled, or its table is gone: what this server knows is out of date."""


class Unsalted(StorageError):
    """Who takes an open seat mixes a salt into the dice, and this one has none."""


class Database:
    """Transactions, reading and changing; what is in them is the business of those made from it."""

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
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._writing() as db:
                yield db
        except IntegrityError as error:
            raise Taken(f"somebody else was first: {_reason(error)}") from error
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"the database did not keep it: {_reason(error)}") from error


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


def _reason(error: BaseException) -> str:
    """What the driver said, without the statement and its parameters."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(said).split())
