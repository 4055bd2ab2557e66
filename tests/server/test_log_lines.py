"""Of the log only new lines are sent; whoever looks now and then still has all of it, whatever was unsaid meanwhile."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR, Refused, Seat
from sandtable.kernel.records import record_of, replay
from sandtable.kernel.records.snapshots import resume, snapshot_of
from sandtable.kernel.table import Table
from sandtable.players import Seated, derived_seed
from sandtable.server import wire
from sandtable.server.tables.seeing import LogKnown, log_lines
from tests.server.serving import Browser, Server, options_of


class Reader:
    """A page: it has lines and a mark, and puts what it is sent behind those that stay."""

    def __init__(self) -> None:
        self.log: list[wire.LogLine] = []
        self.mark = ""
        self.sent = 0

    def look(self, table: Table, seat: Seat) -> None:
        since = LogKnown(len(self.log), self.mark).lines(table, seat)
        new = log_lines(table.game, table.said(seat, since), since)
        self.log = [*self.log[: table.hearing.counts[seat] - len(new)], *new]
        self.mark = LogKnown.mark_of(table, seat)
        self.sent += len(new)


@pytest.mark.parametrize("take_backs", [False, True])
@pytest.mark.parametrize("name", ["bct", "kandahar", "patrols"])
def test_who_looks_now_and_then_has_the_whole_log_over_undos_and_restarts(name: str, take_backs: bool) -> None:
    game, rng = open_game(name), random.Random(f"{name} {take_backs}")
    seats = len(game.meta.seats)
    readers = [Reader() for _ in range(4)]
    looks = undos = 0
    for number in range(40 if name == "patrols" else 2):
        table = Table(game, Setup(seats=seats), seed_key(f"lines {number}"), take_backs=take_backs)
        seated = Seated(game, "plain", seats, derived_seed(f"lines {number}"))
        for reader in readers:
            reader.log, reader.mark = [], ""
        for _ in range(160):
            if table.over:
                break
            undo = [(seat, level) for seat in range(seats) for level in table.can_undo(seat)]
            if undo and rng.random() < 0.2:
                try:
                    table.undo(*(undo[0] if rng.random() < 0.7 else rng.choice(undo)))
                    undos += 1
                except Refused:
                    continue
            else:
                seat = seated.seat(table.g)
                table.answer(seat, seated.answer(sight.world(table.g, seat), seat))
            if rng.random() < 0.02:
                record = record_of(table)
                table = resume(record, snapshot_of(table)) if rng.random() < 0.5 else replay(record)
            for reader in readers:
                if rng.random() < 0.3:
                    seat = rng.randrange(SPECTATOR, seats)  # a page that looks from several seats in turn
                    reader.look(table, seat)
                    assert reader.log == log_lines(game, table.said(seat)), "a line is missing, or one too many"
                    looks += 1
    assert looks > 50 and undos > 10


def test_a_reader_at_one_seat_is_sent_each_line_once() -> None:
    game = open_game("bct")
    table, reader = Table(game, Setup(), seed_key("once")), Reader()
    seated = Seated(game, "plain", 2, derived_seed("once"))
    for _ in range(200):
        seat = seated.seat(table.g)
        table.answer(seat, seated.answer(sight.world(table.g, seat), seat))
        reader.look(table, 0)
    assert reader.sent == len(reader.log) == len(table.said(0)) > 100


@pytest.mark.parametrize("mark", ["0", "0.", ".5", "0.x", "1.3", "0.99999999999", "0.9999", "-1.1", "0.1.2"])
def test_a_mark_that_says_nothing_brings_all_lines(mark: str) -> None:
    table = Table(open_game("kandahar"), Setup(), seed_key(1))
    while len(table.said(0)) < 3:
        ask = table.g.ask
        assert ask is not None
        table.answer(0, next(ask.options(0)))
    assert LogKnown(2, mark).lines(table, 0) == 0
    assert LogKnown(2, LogKnown.mark_of(table, 0)).lines(table, 0) == 2
    assert LogKnown(2).lines(table, 0) == 2


def test_over_the_wire(server: Server) -> None:
    browser = Browser(server)
    table = browser.open(game="kandahar", take_backs=True)
    browser.answer(table, 0, ["default"])
    seen: dict[str, Any] = browser.see(table)
    log, mark = seen["log"], seen["log_mark"]
    assert seen["log_length"] == len(log) > 0
    buy = next(option for option in options_of(seen) if option[0] == "buy")
    body = {"seat": 0, "ask": seen["ask"], "options": [buy], "log_since": len(log), "log_mark": mark}
    after = browser.post(f"/api/tables/{table}/answers", body)
    assert after["log_length"] == len(log) + len(after["log"]) and after["log"][0]["n"] == len(log)
    back = browser.post(
        f"/api/tables/{table}/undo",
        {"seat": 0, "log_since": after["log_length"], "log_mark": after["log_mark"]},
    )
    assert back["log_length"] == len(log) and back["log"] == []
    late = browser.see(table, log_since=after["log_length"], log_mark=after["log_mark"])
    assert late["log"] == [] and late["log_length"] == len(log), "what was unsaid is known to be gone"
    stale = browser.http.post(f"/api/tables/{table}/answers", json=body | {"ask": "0.0"}, headers={"X-Sandtable": "1"})
    assert stale.status_code == 409 and stale.json()["view"]["log"] == []
