"""Looking after tables: lists, backups from one kind of database to the other, and changed rules."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sandtable.games.patrols import Patrols
from sandtable.server import wire
from sandtable.server.settings import Settings
from sandtable.server.store.backups import BackupError, back_up, restore
from sandtable.server.store.rows import hashed
from sandtable.server.store.storage import Storage, Whole
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from sandtable.terminal.main import run

ME = hashed("me")


async def some_tables(database: str) -> list[str]:
    """A game that is over, one in play with a guest, and a what-if of it."""
    chosen = Settings(database=database, seed="admin")
    storage = Storage(chosen.database_url())
    await storage.open()
    registry = Registry(storage, chosen)
    lobby = Lobby(registry)
    try:
        alone = await lobby.open_table(wire.NewTable(game="patrols", seats=2, players={"0": "plain", "1": "plain"}), ME)
        for _ in range(200):
            if (await registry.see(alone.table, ME)).over:
                break
            await asyncio.sleep(0.05)
        shared = await lobby.open_table(wire.NewTable(game="patrols", seats=2, name="with a friend"), ME)
        link = (await lobby.invite(shared.table, ME, 1)).url.removeprefix("/join/")
        await lobby.join(link, hashed("friend"))
        await lobby.invite_to_watch(shared.table, ME)
        await registry.answer(shared.table, ME, wire.Answer(seat=0, ask="1.0", options=[["order", 0]]))
        branch = await lobby.what_if(shared.table, ME, wire.Branch(seat=0))
        return [alone.table, shared.table, branch.table]
    finally:
        await registry.close()
        await storage.close()


async def everything(database: str) -> list[Whole]:
    """All that must last; positions only save time."""
    storage = Storage(Settings(database=database).database_url())
    await storage.open()
    try:
        return [whole._replace(positions={}) async for whole in storage.everything()]
    finally:
        await storage.close()


async def with_storage(database: str, work: Any, *words: Any) -> Any:
    storage = Storage(Settings(database=database).database_url())
    await storage.open()
    try:
        return await work(storage, *words)
    finally:
        await storage.close()


def test_a_backup_restores_every_row_into_either_database(database: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source.db")
    asyncio.run(some_tables(source))
    file = tmp_path / "backup.jsonl"
    assert asyncio.run(with_storage(source, back_up, file)) == 3
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert asyncio.run(with_storage(database, restore, file)) == (3, 0)
    assert asyncio.run(everything(database)) == asyncio.run(everything(source))
    assert asyncio.run(with_storage(database, restore, file)) == (0, 3), "what is there stays as it is"
    again = tmp_path / "again.jsonl"
    asyncio.run(with_storage(database, back_up, again))
    assert again.read_bytes() == file.read_bytes()


def test_a_backup_that_is_not_whole_restores_nothing(tmp_path: Path) -> None:
    source, target = str(tmp_path / "source.db"), str(tmp_path / "target.db")
    asyncio.run(some_tables(source))
    file = tmp_path / "backup.jsonl"
    asyncio.run(with_storage(source, back_up, file))
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    for broken, expected in (
        (b"", "not a backup"),
        (b"hello\n", "not a backup"),
        (b"".join(lines[:-1]), "not whole"),
        (b"".join(lines[:2] + lines[3:]), "altered"),
        (data.replace(b"with a friend", b"with a fiend"), "altered"),
        (data.replace(b'"version":2', b'"version":7', 1), "newer"),
    ):
        file.write_bytes(broken)
        with pytest.raises(BackupError, match=expected):
            asyncio.run(with_storage(target, restore, file))
    assert asyncio.run(everything(target)) == []


def test_the_admin_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = str(tmp_path / "source.db"), str(tmp_path / "target.db")
    alone, shared, branch = asyncio.run(some_tables(source))
    file = str(tmp_path / "backup.jsonl")

    def admin(*words: str, database: str = source) -> tuple[int, str]:
        code = run(["admin", *words, "--database", database])
        said = capsys.readouterr()
        return code, said.out + said.err

    code, said = admin("list", "--json")
    listed = {table["id"]: table for table in json.loads(said)["tables"]}
    assert code == 0 and list(listed) == [alone, shared, branch]
    assert listed[alone]["over"] and listed[branch]["scratch"] and listed[shared]["name"] == "with a friend"
    assert alone in admin("list")[1]
    assert admin("verify") == (0, "3 tables good.\n")
    assert admin("backup", file)[0] == 0
    assert admin("restore", file, database=target) == (0, "3 tables restored.\n")
    assert admin("delete", shared, database=target) == (0, "2 tables deleted.\n")
    assert admin("delete", shared, database=target)[0] == 2
    assert "1 table restored" not in admin("restore", file, database=target)[1]
    code, said = admin("restore", str(tmp_path / "nothing"), database=target)
    assert code == 2 and "nothing" in said
    code, said = admin("list", database=str(tmp_path))
    assert code == 1 and "cannot be opened" in said
    assert admin("list", database="mysql://me@host/name")[0] == 2


def test_changed_rules_are_found_at_the_first_answer_they_forbid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = str(tmp_path / "source.db")
    alone, shared, _branch = asyncio.run(some_tables(source))
    before = {whole.kept.id: whole for whole in asyncio.run(everything(source))}
    journal = [line.entry for line in before[alone].journal]
    first_go = next(n for n, entry in enumerate(journal, 1) if entry.options[0][0] == "go")  # type: ignore[union-attr]

    standing = Patrols.procedures.by_frame
    turn = next(procedure for procedure in standing.values() if procedure.name == "turn")
    first = turn.steps["first"]
    only_blue = type(first)(first.name, ask=lambda g, f: _only_blue(first, g, f), take=first.take)
    monkeypatch.setitem(turn.steps, "first", only_blue)

    assert run(["admin", "verify", "--json", "--database", source]) == 1
    report = json.loads(capsys.readouterr().out)
    found = {finding["table"]: finding for finding in report["tables"]}
    assert not report["good"] and not found[alone]["good"]
    assert found[alone]["entry"] == first_go
    assert found[alone]["text"] == f"entry {first_go}, Red said “go first”: It is not your answer that is awaited."
    assert found[shared]["good"], "it has not come so far"
    assert run(["admin", "verify", "--database", source]) == 1
    assert f"✗ {alone}" in capsys.readouterr().out.replace("\n", " ")


def _only_blue(first: Any, g: Any, f: Any) -> Any:
    ask = first.ask(g, f)
    groups = [group for group in ask.groups if group.seat == 1]
    return type(ask)(ask.prompt, ask.key, groups, secret=True)


def test_changed_content_is_found_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(tmp_path / "source.db")
    asyncio.run(some_tables(source))

    async def other_content(storage: Storage) -> None:
        async with storage.engine.begin() as db:
            await db.execute(text("UPDATE tables SET content = 'older'"))

    asyncio.run(with_storage(source, other_content))
    assert run(["admin", "verify", "--database", source]) == 1
    assert "holds other content than it says" in capsys.readouterr().out.replace("\n", " ")
