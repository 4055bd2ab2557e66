"""A campaign of Commandos on a real server that is killed (-9) while it passes from one map to the next."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import httpx
import msgspec
import pytest

from sandtable.kernel.game import open_game
from sandtable.kernel.options import Option
from sandtable.kernel.records import encode, record_of
from sandtable.kernel.table import Table, quick_table
from sandtable.players import make_player
from tests.server.kills import Database, Deed
from tests.server.serving import JSON, Browser, Server
from tests.server.tables.test_records import open_record

LEAVE: Option = ("leave-map",)
PLAYED = 70
"""Answers on Norway before it is left: people have moved, gear is bought, a mission is under way."""
AFTER = (0.0, 0.02, 0.1)
"""Seconds after the last answer on a map was sent, at which the server is killed."""


@pytest.fixture(scope="module")
def norway() -> Table:
    """A campaign as it stands before its first map is left."""
    table = quick_table(open_game("commandos"), "between maps")
    answer = make_player(table.game, "plain", 0)
    while len(table.journal) < PLAYED or not table.g.offers(0, LEAVE):
        table.answer(0, answer(table.g, 0))
    assert not table.over and table.g.s.map == 0
    return table


@pytest.fixture(scope="module")
def africa(norway: Table) -> Table:
    """The same after it."""
    table = norway.fork()
    table.answer(0, LEAVE)
    assert table.g.s.map == 1
    return table


def test_a_kill_between_two_maps_loses_nothing(norway: Table, africa: Table, tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log")
    database = Database(server.database)
    try:
        tables = []
        for seconds in AFTER:
            browser = Browser(server)
            table = open_record(browser, encode(record_of(norway)))
            before = browser.see(table)
            acknowledged = killed_while_leaving(server, browser, table, before["ask"], seconds)
            server.start()
            tables.append((browser, table))
            kept, now = database.journal(table), browser.see(table)
            assert len(kept) in (PLAYED, PLAYED + 1) and kept[:PLAYED] == deeds(norway)
            assert len(kept) == PLAYED + 1 or (not acknowledged and plain(now) == plain(before))
            if len(kept) == PLAYED:
                now = browser.answer(table, 0, list(LEAVE), ask=now["ask"])
            assert database.journal(table) == deeds(africa)
            assert now["view"]["board"] == "north-africa" and shown(now) == shown_by(africa)
        server.kill()
        server.start()
        for browser, table in tables:
            seen = browser.see(table)
            assert shown(seen) == shown_by(africa) and seen["undo"] == africa.can_undo(0)
            option = seen["view"]["ask"]["groups"][0]["choices"][0]["option"]
            assert browser.answer(table, 0, option, ask=seen["ask"])["entries"] == seen["entries"] + 1
        assert "Traceback" not in server.stop()
    finally:
        database.close()
        if server.process.poll() is None:
            server.kill()


def killed_while_leaving(server: Server, browser: Browser, table: str, ask: str, seconds: float) -> bool:
    """Sends the answer that ends the map, and kills the server so long after; whether it was acknowledged before."""
    replies: list[JSON] = []

    def send() -> None:
        try:
            replies.append(browser.answer(table, 0, list(LEAVE), ask=ask))
        except httpx.TransportError:
            return

    sending = threading.Thread(target=send)
    sending.start()
    time.sleep(seconds)
    server.kill()
    sending.join(timeout=60)
    assert not sending.is_alive()
    return bool(replies)


def deeds(table: Table) -> list[Deed]:
    return [Deed(entry.seat, tuple(entry.options[0])) for entry in table.journal]  # type: ignore[attr-defined]


def shown(seen: JSON) -> tuple[JSON, list[str]]:
    return seen["view"], [line["text"] for line in seen["log"]]


def shown_by(table: Table) -> tuple[JSON, list[str]]:
    return msgspec.json.decode(msgspec.json.encode(table.view(0))), [said.text for said in table.said(0)]


def plain(seen: JSON) -> JSON:
    return {name: seen[name] for name in ("view", "log", "ask", "undo", "entries", "head")}
