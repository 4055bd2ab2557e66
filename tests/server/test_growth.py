"""A long game costs no more by the answer than a short one: told by what is done, not by seconds."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.flow import Event
from sandtable.kernel.game import Game, open_game
from sandtable.kernel.noticing import Positions
from sandtable.kernel.records import snapshots
from sandtable.kernel.table import RECENT, Table
from sandtable.kernel.view import Said
from sandtable.server import wire
from sandtable.server.settings import Settings, database_url
from sandtable.server.store.storage import POSITION_EVERY, Storage, position_every
from sandtable.server.tables import seeing
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from sandtable.server.tables.seeing import LogKnown

ME = "me"
PART = 100
"""Answers whose cost is counted together."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what is done."""
    counted: Counter[str] = Counter()

    def count(what: str, owner: Any, name: str) -> None:
        work = getattr(owner, name)

        def counting(*given: Any, **named: Any) -> Any:
            counted[what] += 1
            return work(*given, **named)

        monkeypatch.setattr(owner, name, counting)

    count("views", type(open_game("kandahar")), "view")
    count("replies", seeing, "seen")
    count("looks", Positions, "look_alike")
    count("again", Table, "answer_again")
    count("positions", snapshots, "snapshot_of")
    made = seeing.log_lines

    def lines(game: Game[Any, Any], heard: list[Said], since: int = 0) -> list[wire.LogLine]:
        counted["lines"] += len(heard)
        return made(game, heard, since)

    monkeypatch.setattr(seeing, "log_lines", lines)
    return counted


def test_a_long_game_costs_no_more_by_the_answer_than_a_short_one(tmp_path: Path, done: Counter[str]) -> None:
    async def play(registry: Registry) -> tuple[str, list[Counter[str]], list[int]]:
        opened = await Lobby(registry).open_table(wire.NewTable(game="kandahar", take_backs=True), ME)
        seen = await registry.see(opened.table, ME)
        parts, moments = [], []
        for _ in range(5):
            done.clear()
            for number in range(PART):
                known: Any = {"log_since": seen.log_length, "log_mark": seen.log_mark}
                if seen.view.ask is None or number % 4 == 3:
                    seen = await registry.undo(opened.table, ME, wire.Undo(seat=0, ask=seen.ask, **known))
                    continue
                option = list(seen.view.ask.groups[0].choices[number % len(seen.view.ask.groups[0].choices)].option)
                given = wire.Answer(seat=0, ask=seen.ask, options=[option], **known)
                seen = await registry.answer(opened.table, ME, given)
            parts.append(done.copy())
            async with registry.at(opened.table) as resident:
                moments.append(len(resident.now().history))
        return opened.table, parts, moments

    async def reopen(registry: Registry) -> None:
        await registry.see(table_id, ME)

    database = str(tmp_path / "tables.db")
    table_id, parts, moments = serving(database, play)
    first = parts[0]
    assert first["replies"] == PART
    for part in parts[1:]:
        assert part["replies"] == PART and part["positions"] <= PART // POSITION_EVERY + 1
        assert part["lines"] <= 2 * first["lines"], "a reply carries the new lines only"
        assert part["views"] <= 1.5 * first["views"], "no more views for an answer than at the beginning"
    assert max(moments) <= 2 * RECENT
    done.clear()
    serving(database, reopen)
    assert 0 < done["again"] <= 2 * POSITION_EVERY and not done["looks"]


def serving(database: str, work: Any) -> Any:
    async def run() -> Any:
        storage = Storage(database_url(database))
        await storage.open()
        registry = Registry(storage, Settings(seed="growth"))
        try:
            return await work(registry)
        finally:
            await registry.close()
            await storage.close()

    return asyncio.run(run())


def test_positions_are_kept_less_often_in_a_longer_game() -> None:
    """Each holds the whole log: what they cost in all grows with the answers, not with their square."""
    kept = written = 0
    for entries in range(1, 8001):
        if entries // position_every(entries) > (entries - 1) // position_every(entries):
            kept, written = kept + 1, written + entries
    assert [position_every(n) for n in (1, 1024, 1025, 5000)] == [16, 16, 32, 128]
    assert kept > 100 and written < 64 * 8000


def test_a_reply_looks_at_the_new_lines_and_no_others() -> None:
    table = Table(open_game("kandahar"), None, b"1" * 32)
    table.log[:0] = [Deaf("kernel.word", "never looked at", {}, []) for _ in range(1000)]
    table.hearing.counts[0] += 1000
    heard = table.hearing.counts[0]
    table.answer(0, ("default",))
    assert len(table.said(0, heard)) == table.hearing.counts[0] - heard > 0
    assert LogKnown(heard, LogKnown.mark_of(table, 0)).lines(table, 0) == heard


class Deaf(Event):
    """A line that must not be looked at."""

    def said(self, seat: int) -> Said:
        raise AssertionError("an old line is built again")


@pytest.mark.parametrize("level", ["action", "phase", "turn"])
def test_however_long_a_turn_lasts_its_beginning_can_be_reached(level: Any) -> None:
    """With take-backs the last moments are kept whole; of those before them the beginnings."""
    table = Table(open_game("kandahar"), None, b"2" * 32, take_backs=True)
    untouched = Table(open_game("kandahar"), None, b"2" * 32, take_backs=True)
    untouched._thin = lambda: None  # type: ignore[method-assign]
    number = 0
    while not table.over and number < 400:
        ask = table.g.ask
        assert ask is not None
        options = list(ask.options(0))
        option = options[number % len(options)]
        table.answer(0, option)
        untouched.answer(0, option)
        number += 1
    assert len(untouched.history) > 2 * RECENT > len(table.history)
    point, whole = table._undo_point(0, level), untouched._undo_point(0, level)
    assert point is not None and whole is not None
    assert table.history[point].answers == untouched.history[whole].answers
