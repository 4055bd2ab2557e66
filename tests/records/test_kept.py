"""Every record and database that ever landed: it opens, replays and verifies, or it is told from where on it cannot.

`kept.yaml` says what becomes of each record under the rules of today; `tools/kept.py` writes it anew. A record's name
ends with the commit it came with. The database of schema 1 was written by the server of f6e1b85, that of schema 2
and the backup by the one of f781197, with games in play.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from sandtable.kernel.records import NoLonger, RecordError, decode, encode, record_of, replay, verify
from sandtable.server import wire
from sandtable.server.settings import Settings, database_url
from sandtable.server.store import backups
from sandtable.server.store.rows import hashed
from sandtable.server.store.storage import Storage
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry

FOLDER = Path(__file__).parent
BECAME: dict[str, str] = yaml.safe_load((FOLDER / "kept.yaml").read_text())
ME = hashed("x" * 43)


def test_every_record_is_spoken_of() -> None:
    assert set(BECAME) == {file.name.removesuffix(".json.gz") for file in FOLDER.glob("*.json.gz")}


@pytest.mark.parametrize("name", BECAME)
def test_a_record_that_landed(name: str) -> None:
    data = gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes())
    record = decode(data)
    if BECAME[name] == "good":
        report = verify(data)
        assert report.good, report.findings
        chained = json.loads(data)["version"] > 2
        followed = "every entry follows from the one before"
        assert report.chain == (followed if chained else "none: records up to version 2 have no chain")
    elif BECAME[name] == "content":
        with pytest.raises(RecordError, match="was played with other content than the bct installed here"):
            replay(record)
    else:
        entry = int(BECAME[name].removeprefix("entry "))
        with pytest.raises(NoLonger, match=rf"entry {entry} of the journal does not replay: .+: .+"):
            replay(record)
        table = replay(record, entry - 1)
        table.amend("a rule was put right", record.journal)
        assert table.g.ask is not None
        assert encode(record_of(replay(record_of(table)))) == encode(record_of(table))


# ---- databases ------------------------------------------------------------------------------------


def rows_of(dump: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a dump, table by table."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(dump)
        db.row_factory = sqlite3.Row
        for name in ("about", "sandtable_schema", "tables", "entries", "holders", "watchers", "links"):
            if db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [name]).fetchone():
                yield from ((name, dict(row)) for row in db.execute(f"SELECT * FROM {name}"))


def poured(dump: str, schema: int, database: str) -> None:
    """An old database as that Sandtable left it: of SQLite the dump itself, of PostgreSQL the same rows."""
    if "://" not in database:
        Path(database).parent.mkdir(exist_ok=True)
        with closing(sqlite3.connect(database)) as db:
            db.executescript(dump)
        return
    old = FOLDER.parent / "server" / "old" / "schema-1.postgresql.sql"
    with closing(psycopg.connect(database)) as pg:
        pg.execute(old.read_bytes())
        pg.execute("DELETE FROM about")
        if schema == 2:
            pg.execute("ALTER TABLE holders ADD COLUMN seen FLOAT(53) DEFAULT '0' NOT NULL")
            pg.execute("CREATE TABLE sandtable_schema (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        for name, row in rows_of(dump):
            if name == "tables":
                row |= {"take_backs": bool(row["take_backs"]), "over": bool(row["over"])}
            places = ", ".join(f"%({column})s" for column in row)
            columns = ", ".join(f'"{column}"' for column in row)
            pg.execute(f"INSERT INTO {name} ({columns}) VALUES ({places})".encode(), row)
        pg.commit()


@pytest.mark.parametrize("schema", [1, 2])
def test_tables_of_old_databases_are_played_on(database: str, schema: int) -> None:
    poured(gzip.decompress((FOLDER / f"schema-{schema}.sqlite.sql.gz").read_bytes()).decode(), schema, database)
    played = asyncio.run(_played_on(database))
    assert played == (["kandahar", "patrols"] if schema == 1 else ["bct", "kandahar", "patrols"])


def test_a_backup_of_then_is_restored_and_played_on(database: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_bytes(gzip.decompress((FOLDER / "backup-of-schema-2.gz").read_bytes()))

    async def restored() -> tuple[int, int]:
        storage = Storage(database_url(database))
        await storage.open()
        try:
            return await backups.restore(storage, file)
        finally:
            await storage.close()

    assert asyncio.run(restored()) == (3, 0)
    assert asyncio.run(_played_on(database)) == ["bct", "kandahar", "patrols"]


async def _played_on(database: str) -> list[str]:
    """Gives one answer at every table; says which games these are."""
    storage = Storage(database_url(database))
    await storage.open()
    registry = Registry(storage, Settings())
    played = []
    try:
        for table_id in await storage.ids():
            before = await storage.whole(table_id)
            assert before is not None and before.kept.pack == ""
            seen = await registry.see(table_id, ME)
            assert seen.view.ask is not None
            option = seen.view.ask.groups[0].choices[0].option
            await registry.answer(table_id, ME, wire.Answer(seat=seen.seat, ask=seen.ask, options=[list(option)]))
            after = await storage.whole(table_id)
            assert after is not None and after.journal[: len(before.journal)] == before.journal
            assert len(after.journal) > len(before.journal)
            assert after.kept.pack, "its content is kept from now on"
            found = backups.verify(after)
            assert found.good, found.text
            assert (await Lobby(registry).record(table_id, ME, None))[1]
            played.append(after.kept.game)
    finally:
        await registry.close()
        await storage.close()
    return sorted(played)
