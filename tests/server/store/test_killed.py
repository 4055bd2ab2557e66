"""Kill -9 in the middle of a storm of answers: every acknowledged answer is there afterwards, and none is doubled."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.server.serving import Browser, Server, options_of

TABLES = 6
KILLS = 2


class Player(threading.Thread):
    """Plays both seats of one table as fast as it can, and writes down what was acknowledged."""

    def __init__(self, server: Server, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser = Browser(server)
        self.table = self.browser.open(seats=2, name=f"storm {seed}")
        self.acknowledged: list[tuple[int, list[object]]] = []
        self.in_flight: tuple[int, list[object]] | None = None
        self.chance = random.Random(seed)
        self.stopped = False

    def run(self) -> None:
        try:
            while not self.stopped:
                self.play_one()
        except httpx.TransportError:
            return

    def play_one(self) -> None:
        seen = self.browser.see(self.table)
        if seen["over"]:
            self.table = self.browser.open(seats=2)
            self.acknowledged = []
            return
        seat, option = seen["seat"], self.chance.choice(options_of(seen))
        self.in_flight = (seat, option)
        self.browser.answer(self.table, seat, option, ask=seen["ask"])
        self.acknowledged.append((seat, option))
        self.in_flight = None


def journal(server: Server, table: str) -> list[tuple[int, list[object]]]:
    """What lies in the database, in order and without a gap."""
    with closing(sqlite3.connect(server.database)) as db:
        rows = db.execute("SELECT number, data FROM entries WHERE table_id = ? ORDER BY number", [table]).fetchall()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    entries = [json.loads(data) for _, data in rows]
    return [(entry["seat"], entry["options"][0]) for entry in entries]


def test_kill_nine_loses_and_doubles_nothing(own_server: Server) -> None:
    chance = random.Random(9)
    for kill in range(KILLS):
        players = [Player(own_server, kill * 100 + number) for number in range(TABLES)]
        for player in players:
            player.start()
        time.sleep(1.0 + chance.random())
        own_server.kill()
        for player in players:
            player.stopped = True
            player.join(timeout=30)
            assert not player.is_alive()
        assert sum(len(player.acknowledged) for player in players) > 20
        own_server.start()
        for player in players:
            # The answer under way when the power went may be there or not: nobody was told.
            under_way = [player.in_flight] if player.in_flight is not None else []
            kept = journal(own_server, player.table)
            assert kept in (player.acknowledged, player.acknowledged + under_way)
            player.play_one()
            assert len(journal(own_server, player.table)) == len(kept) + 1 or not player.acknowledged


def test_a_browser_goes_on_after_a_restart(database: str, tmp_path: Path) -> None:
    own_server = Server(database, tmp_path / "log")
    browser = Browser(own_server)
    table = browser.open(seats=2)
    browser.answer(table, 0, ["order", 0])
    before = [browser.see(table, seat=seat) for seat in (-1, 0, 1)]
    own_server.kill()
    with pytest.raises(httpx.TransportError):
        browser.see(table)
    own_server.start()
    assert [browser.see(table, seat=seat) for seat in (-1, 0, 1)] == before, "revisions and asks included"
    stale = browser.refused(409, f"/api/tables/{table}/answers", {"seat": 0, "ask": "1.0", "options": [["order", 1]]})
    assert stale["error"] == "stale", "an answer sent again after the restart counts once"
    browser.answer(table, 1, ["order", 1], ask=before[2]["ask"])
    assert "Traceback" not in own_server.stop()
