"""Old databases: brought up to date with a copy kept, played on as if nothing had been; newer ones are left alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from sandtable.kernel.records import record_of
from sandtable.kernel.table import Table
from sandtable.server import wire
from sandtable.server.settings import Settings, database_url
from sandtable.server.store import backups, rows, upgrading
from sandtable.server.store.database import StorageError
from sandtable.server.store.rows import Own, hashed
from sandtable.server.store.storage import Storage
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from tests.server.serving import Browser, Server, options_of
from tests.server.tables.test_records import played

OLD = Path(__file__).parents[1] / "old"
TOKEN = "x" * 43
ME = hashed(TOKEN)
ANSWERS = 6
OLD_CONTENT = "053a2da1bbbf55f6dfb9b265659127b5c591521e10721bca8c715a36c228b22f"
"""The digest of the content of patrols as it was counted then."""
ADDED = {"pack", "dealt", "notes"}
"""Columns of a table that the first release had not."""
NEWEST = "6"


class OldDatabase:
    """A database as the first release made it; the SQL is that release's own, not made from today's tables."""

    def __init__(self, database: str) -> None:
        self.on_sqlite = "://" not in database
        if self.on_sqlite:
            Path(database).parent.mkdir(exist_ok=True)
            self.db: Any = sqlite3.connect(database)
            self.db.executescript((OLD / "schema-1.sqlite.sql").read_text())
        else:
            self.db = psycopg.connect(database)
            self.db.execute((OLD / "schema-1.postgresql.sql").read_bytes())

    def insert(self, into: str, row: dict[str, Any]) -> None:
        places = ", ".join(f":{name}" if self.on_sqlite else f"%({name})s" for name in row)
        columns = ", ".join(f'"{name}"' for name in row)
        self.db.execute(f"INSERT INTO {into} ({columns}) VALUES ({places})", row)

    def seat_a_game(self, table_id: str, table: Table) -> None:
        record = record_of(table)
        ask = table.g.ask
        asked = ask.seats() if ask is not None else []
        own = Own(id=table_id, name="old", owner=ME, created=1.0, updated=2.0, turn="turn 1", asked=asked)
        row = rows.to_row(rows.kept_from(record, own))
        row |= {"setup": '{"scenario":"island","options":{},"seats":2}', "content": OLD_CONTENT}
        self.insert("tables", {name: value for name, value in row.items() if name not in ADDED})
        for line in rows.journal_of(record):
            self.insert("entries", rows.line_row(table_id, line))
        for seat in range(record.seats):
            self.insert("holders", {"table_id": table_id, "seat": seat, "guest": ME, "player": ""})
        self.insert("watchers", {"table_id": table_id, "guest": hashed("watcher")})
        link = {"token": hashed(table_id), "table_id": table_id, "seat": 1, "giver": ME, "taker": ""}
        self.insert("links", link)


@pytest.fixture
def old(database: str) -> str:
    """The address of an old database with a game in play and a finished one."""
    made = OldDatabase(database)
    with closing(made.db):
        made.seat_a_game("in-play", played(answers=ANSWERS, edition=1))
        made.seat_a_game("finished", played(edition=1))
        made.db.commit()
    return database


def run(database: str, work: Callable[[Storage], Awaitable[None]]) -> None:
    async def working() -> None:
        storage = Storage(database_url(database))
        await storage.open()
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(working())


def copies(database: str) -> list[Path]:
    return sorted(Path(database).parent.glob("*-schema-*")) if "://" not in database else []


def schema_of(database: str) -> str:
    question = "SELECT value FROM about WHERE name = 'schema'"
    with closing(sqlite3.connect(database) if "://" not in database else psycopg.connect(database)) as db:
        found: Any = db.execute(question).fetchone()
        return str(found[0])


def test_a_table_in_play_is_played_on(old: str) -> None:
    async def work(storage: Storage) -> None:
        before = await storage.whole("in-play")
        assert before is not None and len(before.journal) == ANSWERS
        assert before.watchers == [hashed("watcher")] and [link.seat for link in before.links] == [1]
        assert [(holder.guest, holder.seen) for holder in before.holders] == [(ME, 0.0)] * 2
        registry = Registry(storage, Settings())
        seen = await registry.see("in-play", ME)
        assert seen.view.ask is not None
        option = seen.view.ask.groups[0].choices[0].option
        await registry.answer("in-play", ME, wire.Answer(seat=seen.seat, ask=seen.ask, options=[list(option)]))
        assert (await Lobby(registry).verify("finished", ME)).good
        await registry.close()
        after = await storage.whole("in-play")
        assert after is not None and after.journal[:-1] == before.journal
        assert [finding.good async for finding in findings(storage)] == [True, True]

    run(old, work)


async def findings(storage: Storage) -> Any:
    async for whole in storage.everything():
        yield backups.verify(whole)


async def as_the_server_uses_it(storage: Storage) -> None:
    def differences(db: Connection) -> list[Any]:
        context = MigrationContext.configure(db, opts={"version_table": upgrading.VERSION_TABLE})
        found: list[Any] = compare_metadata(context, rows.metadata)
        return found

    async with storage.engine.connect() as db:
        assert await db.run_sync(differences) == []


def test_the_steps_lead_to_the_tables_that_the_server_uses(database: str) -> None:
    run(database, as_the_server_uses_it)


def test_the_steps_lead_there_from_an_old_database_too(old: str) -> None:
    run(old, as_the_server_uses_it)


def test_a_file_is_copied_before_and_the_copy_is_as_it_was(old: str) -> None:
    async def nothing(_storage: Storage) -> None:
        pass

    run(old, nothing)
    assert schema_of(old) == NEWEST
    made = copies(old)
    if "://" in old:
        assert made == []
        return
    assert len(made) == 1 and made[0].stat().st_mode & 0o777 == 0o600
    assert schema_of(str(made[0])) == "1"
    with closing(sqlite3.connect(made[0])) as db:
        assert db.execute("SELECT count(*) FROM entries WHERE table_id = 'in-play'").fetchone() == (ANSWERS,)
    run(old, nothing)
    assert copies(old) == made, "what is up to date is not copied again"


def test_a_new_database_needs_no_copy(database: str) -> None:
    async def nothing(_storage: Storage) -> None:
        pass

    run(database, nothing)
    assert copies(database) == [] and schema_of(database) == NEWEST


def test_a_step_that_fails_leaves_the_database_as_it_was(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = command.upgrade

    def fails(*words: Any) -> None:
        taken(*words)
        raise OperationalError("COMMIT", {}, Exception("no space left"))

    async def work(storage: Storage) -> None:
        assert await storage.ids() == ["finished", "in-play"]

    with monkeypatch.context() as patched:
        patched.setattr(command, "upgrade", fails)
        with pytest.raises(StorageError, match="cannot be opened: no space left"):
            run(old, work)
    assert schema_of(old) == "1"
    run(old, work)
    assert schema_of(old) == NEWEST


def test_servers_that_start_together_upgrade_once(old: str) -> None:
    async def both() -> None:
        stores = [Storage(database_url(old)) for _ in range(2)]
        await asyncio.gather(*(storage.open() for storage in stores))
        assert [await storage.ids() for storage in stores] == [["finished", "in-play"]] * 2
        for storage in stores:
            await storage.close()

    asyncio.run(both())
    assert len(copies(old)) == (0 if "://" in old else 1)


def test_a_database_of_a_newer_sandtable_is_refused_and_left_alone(database: str) -> None:
    async def from_the_future(storage: Storage) -> None:
        async with storage.engine.begin() as db:
            await db.execute(text(f"UPDATE {upgrading.VERSION_TABLE} SET version_num = '99'"))

    run(database, from_the_future)
    with pytest.raises(StorageError, match=r"newer Sandtable \(it has schema 99, and this one knows up to 6\)"):
        run(database, from_the_future)
    assert copies(database) == []


def test_serve_says_what_it_did_and_goes_on(old: str, tmp_path: Path) -> None:
    server = Server(old, tmp_path / "log")
    browser = Browser(server)
    browser.http.cookies.set("sandtable_guest", TOKEN, domain="localhost.local")
    seen = browser.see("in-play")
    browser.answer("in-play", seen["seat"], options_of(seen)[0], ask=seen["ask"])
    said = server.stop()
    assert "The database is brought from schema 1 to schema 6" in said and "Traceback" not in said
    assert ("a copy as it was is" in said) == ("://" not in old)
