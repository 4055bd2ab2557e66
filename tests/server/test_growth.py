"""A long game costs no more by the answer than a short one: told by what is done, not by seconds."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from sandtable.kernel.flow import Event
from sandtable.kernel.game import Game, open_game
from sandtable.kernel.noticing import Positions
from sandtable.kernel.options import Option
from sandtable.kernel.records import decode, encode, record_of, snapshots
from sandtable.kernel.state import save
from sandtable.kernel.table import RECENT, Table, quick_table
from sandtable.kernel.view import Said
from sandtable.players import Seated
from sandtable.server import wire
from sandtable.server.settings import Settings, database_url
from sandtable.server.store.storage import POSITION_EVERY, Storage, position_every
from sandtable.server.tables import seeing
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.moves import answered
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


# ---- up to 5,000 entries ----------------------------------------------------------------------------


LONG = 5_000
BEGIN, ROUND = 60, 40
"""Answers before the position at which costs are compared; and answers given there, and taken back, again and again."""


def calls(work: Callable[[], Any]) -> tuple[Any, int]:
    """What some work comes to, and how many calls it takes: the same on every machine. (Only in a process aside.)"""
    count = 0

    def counting(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counting)
    try:
        return work(), count
    finally:
        sys.setprofile(None)


class Cost(NamedTuple):
    entries: int
    answering: int
    """Calls for the answers of a round, each on a copy of the table and with its reply."""
    traffic: int
    """Bytes of those replies."""
    opening: int
    """Calls for opening the table from the last position that was kept."""


def answered_with_reply(table: Table, seat: int, option: Option) -> tuple[Table, int]:
    known = LogKnown(table.hearing.counts[seat], LogKnown.mark_of(table, seat))
    new, _ = answered(table, seat, [option])
    since = known.lines(new, seat)
    lines = seeing.log_lines(new.game, new.said(seat, since), since)
    return new, len(msgspec.json.encode((new.view(seat), lines, new.can_undo(seat))))


def long_enough(name: str) -> tuple[Table, list[tuple[int, Option]]]:
    """A game of random play in its midst, and the answers of a round from there."""
    for seed in range(20):
        table = quick_table(open_game(name), seed, take_backs=True)
        players, given = Seated(table.game, "random", table.seats(), seed), list[tuple[int, Option]]()
        while not table.over and len(given) < BEGIN + ROUND:
            seat = players.seat(table.g)
            given.append((seat, players.answer(table.g, seat)))
            table.answer(*given[-1])
        if not table.over:
            table.go_back(BEGIN)
            return table, given[BEGIN:]
    raise AssertionError("no game lasts so long")


def warm_costs(name: str, *at: int) -> list[Cost]:
    list(costs(name, 0))  # what is made once is made
    return list(costs(name, *at))


def costs(name: str, *at: int) -> Iterator[Cost]:
    """What answers cost at one position of a game after so many entries: with the same answers, given each time."""
    table, given = long_enough(name)
    for wanted in at:
        while len(table.journal) < wanted:
            for seat, option in given:
                table.answer(seat, option)
            table.go_back(len(table.history) - ROUND)
        position = snapshots.snapshot_of(table)
        answering = traffic = 0
        for seat, option in given:
            (table, size), count = calls(lambda: answered_with_reply(table, seat, option))  # noqa: B023
            answering, traffic = answering + count, traffic + size
        record = decode(encode(record_of(table)))
        (opened, _), opening = calls(lambda: snapshots.open_table(record, [position]))  # noqa: B023
        assert save(opened.g.s) == save(table.g.s)
        yield Cost(len(table.journal), answering, traffic, opening)
        table.go_back(len(table.history) - ROUND)


@pytest.mark.parametrize("name", ["bct", "kandahar", "commandos"])
def test_up_to_5000_entries_an_answer_costs_the_same_and_opening_little_more(
    aside: ProcessPoolExecutor, name: str
) -> None:
    first, middle, last = aside.submit(warm_costs, name, 0, LONG // 2, LONG).result(timeout=300)
    assert last.entries >= LONG
    assert last.answering <= 1.02 * first.answering and last.traffic <= 1.02 * first.traffic
    slope = (last.opening - first.opening) / (last.entries - first.entries)
    assert (last.opening - middle.opening) / (last.entries - middle.entries) <= 1.2 * slope, "in a line, no more"
    assert slope < 20, "an entry that lies before the position is read and linked, not played"


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
