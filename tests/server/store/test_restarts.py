"""Restarts: a long game opens by its last few answers, and whatever became of the position that was kept, it opens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sandtable.kernel import table as kernel_table
from sandtable.kernel.records import encode, record_of
from sandtable.kernel.records.snapshots import snapshot_of
from sandtable.kernel.table import Amended, Table
from sandtable.server import wire
from sandtable.server.settings import Settings, database_url
from sandtable.server.store import backups
from sandtable.server.store.rows import hashed
from sandtable.server.store.storage import POSITION_EVERY, Stood, Storage
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import NO_PAST, Registry
from sandtable.server.trouble import Trouble
from tests.conformance.planted.planting import install
from tests.kernel.records.test_lasting import red_may_not_go_first, tuned

ME = hashed("me")
LONG = 3 * POSITION_EVERY + 5

Work = Callable[[Registry], Awaitable[Any]]


def serving(database: str, work: Work) -> Any:
    """One run of a server."""

    async def run() -> Any:
        storage = Storage(database_url(database))
        await storage.open()
        registry = Registry(storage, Settings(seed="restarts"))
        try:
            return await work(registry)
        finally:
            await registry.close()
            await storage.close()

    return asyncio.run(run())


async def long_game(registry: Registry) -> tuple[str, bytes]:
    """A game with take-backs that goes on and on: half of its answers are taken back. What became of it, too."""
    opened = await Lobby(registry).open_table(wire.NewTable(game="patrols", seats=1, take_backs=True), ME)
    while True:
        seen = await registry.see(opened.table, ME)
        async with registry.at(opened.table) as running:
            table = running.now()
            if len(table.journal) >= LONG:
                return opened.table, encode(record_of(table))
        if len(table.journal) % 3 == 1:
            await registry.undo(opened.table, ME, wire.Undo(seat=0, ask=seen.ask))
            continue
        assert seen.view.ask is not None
        option = seen.view.ask.groups[-1].choices[-1].option
        await registry.answer(opened.table, ME, wire.Answer(seat=0, ask=seen.ask, options=[list(option)]))


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the answers of journals that are given to tables again."""
    given: list[int] = []
    again = Table.answer_again

    def counting(self: Table, entry: kernel_table.Answered) -> Any:
        given.append(entry.seat)
        return again(self, entry)

    monkeypatch.setattr(kernel_table.Table, "answer_again", counting)
    return given


async def as_it_is(registry: Registry, table_id: str) -> bytes:
    async with registry.at(table_id) as running:
        return encode(record_of(running.now()))


def test_a_long_game_opens_by_its_last_few_answers(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id, before = serving(database, long_game)
    given = counted(monkeypatch)
    assert serving(database, lambda registry: as_it_is(registry, table_id)) == before
    assert 0 < len(given) < 2 * POSITION_EVERY


def test_answers_given_before_a_restart_can_be_taken_back(database: str) -> None:
    table_id, _ = serving(database, long_game)

    async def back(registry: Registry) -> None:
        for _ in range(4):
            seen = await registry.see(table_id, ME)
            assert "answer" in seen.undo
            await registry.undo(table_id, ME, wire.Undo(seat=0, ask=seen.ask))

    serving(database, back)


@pytest.mark.parametrize("broken", ["DELETE FROM positions", "UPDATE positions SET data = 'nonsense'"])
def test_a_position_that_is_gone_or_broken_costs_only_time(database: str, broken: str) -> None:
    table_id, before = serving(database, long_game)

    async def spoil(registry: Registry) -> None:
        async with registry.storage.engine.begin() as db:
            await db.execute(text(broken))

    serving(database, spoil)
    assert serving(database, lambda registry: as_it_is(registry, table_id)) == before


def test_positions_do_not_pile_up_and_contents_are_kept_once(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    serving(database, long_game)
    serving(database, long_game)

    async def counts(registry: Registry) -> tuple[int, int]:
        async with registry.storage.engine.connect() as db:
            found = [await db.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("positions", "contents")]
            return int(found[0] or 0), int(found[1] or 0)

    assert serving(database, counts) == (4, 1)


def test_a_table_keeps_the_values_it_began_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "tables.db")
    table_id, before = serving(database, long_game)
    install(monkeypatch, tuned("3"))

    async def go_on(registry: Registry) -> Any:
        assert await as_it_is(registry, table_id) == before
        seen = await registry.see(table_id, ME)
        assert seen.view.ask is not None
        option = seen.view.ask.groups[-1].choices[-1].option
        await registry.answer(table_id, ME, wire.Answer(seat=0, ask=seen.ask, options=[list(option)]))
        async with registry.at(table_id) as running:
            return running.now().game.kit.reach, await Lobby(registry).verify(table_id, ME)

    reach, report = serving(database, go_on)
    assert reach == [2, 1] and report.good


async def red_goes_first(registry: Registry) -> str:
    """A game in play in which Red went first."""
    opened = await Lobby(registry).open_table(wire.NewTable(game="patrols", seats=2), ME)
    answers: list[tuple[int, list[str | int]]] = [(0, ["order", 1]), (1, ["order", 1]), (0, ["go"]), (0, ["halt"])]
    for seat, option in answers:
        seen = await registry.see(opened.table, ME, seat)
        await registry.answer(opened.table, ME, wire.Answer(seat=seat, ask=seen.ask, options=[option]))
    return opened.table


def test_a_table_goes_on_from_before_an_answer_that_is_no_longer_legal(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = serving(database, red_goes_first)
    red_may_not_go_first(monkeypatch)

    async def go_on(registry: Registry) -> list[Any]:
        seen = await registry.see(table_id, ME, 1)
        assert seen.log[-1].text.startswith("A rule was put right")
        await registry.answer(table_id, ME, wire.Answer(seat=1, ask=seen.ask, options=[["go"]]))
        moment = await registry.moment(table_id, ME, 1, seen.entries)
        assert moment.log[-1].text == seen.log[-1].text
        whole = await registry.storage.whole(table_id)
        assert whole is not None and backups.verify(whole).good
        return [line.entry for line in whole.journal]

    journal = serving(database, go_on)
    assert len(journal) == 6 and isinstance(journal[4], Amended) and journal[4].entries == 2

    async def again(registry: Registry) -> int:
        await registry.see(table_id, ME, 1)
        whole = await registry.storage.whole(table_id)
        assert whole is not None
        return len(whole.journal)

    assert serving(database, again) == 6, "it is amended once"


def test_a_past_that_no_longer_replays_is_told_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "tables.db")
    table_id = serving(database, red_goes_first)

    async def with_position(registry: Registry) -> None:
        async with registry.at(table_id) as running:
            await registry.storage.keep_position(table_id, Stood(4, snapshot_of(running.now()), 4))

    serving(database, with_position)
    monkeypatch.setattr("sandtable.server.tables.loading.POSITION_EVERY", 0)
    red_may_not_go_first(monkeypatch)

    async def go_on(registry: Registry) -> str:
        seen = await registry.see(table_id, ME, 0)
        assert not any("put right" in line.text for line in seen.log)
        with pytest.raises(Trouble) as caught:
            await registry.moment(table_id, ME, 0, seen.entries)
        return str(caught.value)

    assert serving(database, go_on) == NO_PAST, "and not why: it may be about what another seat did unseen"
