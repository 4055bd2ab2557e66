"""Requests that are merely odd are answered like any other: with a sentence, never with a fault."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import time
from pathlib import Path

import pytest

from sandtable.kernel.game import open_game
from sandtable.kernel.table import quick_table
from sandtable.server.http import quiet_log
from sandtable.server.http.app import create_app
from sandtable.server.settings import Settings, from_environment
from sandtable.server.tables.deadlines import Deadlines, TooLong
from sandtable.server.tables.fairness import Crowded, FairQueue
from sandtable.server.tables.lobby import Lobby
from sandtable.server.wire import NewTable
from sandtable.terminal import saves
from tests.server.http.test_guard import Caller
from tests.server.http.test_hostile import JSON_TYPE
from tests.server.serving import Browser, Server, problem
from tests.server.tables.test_playing import past_the_orders

GETS = ["/", "/table/x", "/api/games", "/api/tables", "/api/games/patrols/boards", "/api/games/patrols/rules"]


def test_head_works_wherever_get_does(server: Server) -> None:
    red, _, table = past_the_orders(server)
    for path in (*GETS, f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/tables/{table}/seats"):
        whole, head = red.http.get(path), red.http.head(path)
        assert head.status_code == whole.status_code == 200 and not head.content, path
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert red.http.head("/nothing").status_code == red.http.get("/nothing").status_code == 404
    assert red.http.head(f"/api/tables/{table}/answers").status_code == 405


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "://", "http://]", "\xff\xfe"])
def test_an_origin_that_cannot_be_read_is_a_foreign_one(server: Server, origin: str) -> None:
    browser = Browser(server)
    head = {b"Origin": origin.encode("latin-1")}
    assert problem(browser.http.post("/api/tables", json={"game": "patrols"}, headers=head), 403)["error"] == "foreign"


@pytest.mark.parametrize("path", ["/%00", "/assets/%00.js", "/" + "a" * 5000, "/%0a", "/a%00b/c", "/\u202e", "/%ff"])
def test_names_that_no_file_can_have(server: Server, path: str) -> None:
    problem(Browser(server).http.get(path), 404)


@pytest.mark.parametrize(
    "body",
    [
        b'{"game": "patrols", "name": "\\ud800"}',
        b'{"game": "\xff"}',
        b'{"ga\xffme": "patrols"}',
        b'{"game": ' + b"9" * 5000 + b"}",
    ],
)
def test_bodies_that_are_no_text(server: Server, body: bytes) -> None:
    assert (
        problem(Browser(server).http.post("/api/tables", content=body, headers=JSON_TYPE), 400)["error"] == "malformed"
    )


def test_names_without_end_and_with_nothing_in_them(server: Server) -> None:
    browser = Browser(server)
    browser.refused(400, "/api/tables", {"game": "patrols", "name": "x" * 201})
    browser.refused(400, "/api/tables", {"game": "patrols", "salt": "\x00"})
    table = browser.open(name="a\x00b\u2028c\x1b[31m")
    assert browser.see(table)["name"] == "a b c [31m"


@pytest.mark.parametrize("method", ["TRACE", "BREW", "CONNECT"])
def test_methods_that_nobody_knows(server: Server, method: str) -> None:
    assert problem(Browser(server).http.request(method, "/api/games"), 405)["error"] == "malformed"


def test_numbers_without_end(server: Server) -> None:
    red, _, table = past_the_orders(server)
    for path in (f"?seat={'9' * 5000}", f"?log_since={10**30}", f"/moments/{'9' * 5000}", "/moments/-1", "?seat=%00"):
        assert red.http.get(f"/api/tables/{table}{path}").status_code in (400, 404), path


def test_pages_may_call_this_host_and_no_other(server: Server) -> None:
    policy = Browser(server).http.get("/").headers["content-security-policy"]
    host = f"localhost:{server.port}"
    assert f"connect-src 'self' ws://{host} wss://{host};" in policy
    abroad = Caller(from_environment({"SANDTABLE_DATABASE": "sqlite://", "SANDTABLE_HOST": "0.0.0.0"}))
    for evil in ("evil.example; script-src *", "a b", "x\ty"):
        reply = abroad("GET", "/api/games", headers={"Host": evil})
        assert reply.status_code == 403 and "evil" not in reply.headers["content-security-policy"]


# ---- files ----------------------------------------------------------------------------------------


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_nobody_else_reads_the_database(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        server = Server(str(tmp_path / "new" / "folder" / "tables.db"), tmp_path / "log")
        Browser(server).open()
        files = list((tmp_path / "new" / "folder").iterdir())
        assert len(files) == 3 and {mode(file) for file in files} == {0o600}
        assert mode(tmp_path / "new" / "folder") == mode(tmp_path / "new") == 0o700
        server.kill()
        for file in files:
            file.chmod(0o644)
        server.start()
        Browser(server).open()
        assert {mode(file) for file in (tmp_path / "new" / "folder").iterdir()} == {0o600}
        assert "could read" in server.stop()
    finally:
        os.umask(before)


def test_nobody_else_reads_a_saved_game(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        file = tmp_path / "saves" / "patrols" / "game.json"
        saves.save(quick_table(open_game("patrols"), 1), file)
        saves.write_sitting(file, saves.Sitting())
        assert mode(file) == mode(saves.sitting_file(file)) == 0o600 and mode(file.parent) == 0o700
        file.chmod(0o666)
        saves.save(quick_table(open_game("patrols"), 1), file)
        assert mode(file) == 0o600
    finally:
        os.umask(before)


# ---- the log, and turns ---------------------------------------------------------------------------


def test_what_repeats_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("sandtable.server.http.quiet_log.time.monotonic", lambda: now)
    quiet = quiet_log.Quiet()

    def said(text: str, *words: object) -> str | None:
        record = logging.LogRecord("sandtable.server", logging.ERROR, "", 0, text, words, None)
        return record.getMessage() if quiet.filter(record) else None

    heard = [said("%s failed", f"/x\n{n}") for n in range(1000)]
    assert heard[0] == "/x 0 failed" and sum(line is not None for line in heard) == quiet_log.OF_A_KIND
    assert said("another") == "another"
    now += quiet_log.SPAN
    assert said("%s failed", "y") == "y failed (995 more like this were left out before)"
    assert sum(said(f"kind {n}") is not None for n in range(1000)) < quiet_log.IN_ALL


def test_turns_go_round() -> None:
    served: list[str] = []

    async def work(turns: FairQueue, name: str) -> None:
        async with turns.turn(name):
            await asyncio.sleep(0.001)
            served.append(name)

    async def all_of_it() -> None:
        turns = FairQueue(1)
        many = [asyncio.create_task(work(turns, "greedy")) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(work(turns, "modest"), *many)
        narrow = FairQueue(2, one_may_wait=1, all_may_wait=2, one_may_have=1)
        waiting = [asyncio.create_task(work(narrow, "one")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded) as crowded:
            await work(narrow, "one")
        assert crowded.value.own
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await work(narrow, "one")

    asyncio.run(all_of_it())
    assert served.index("modest") <= 2


def test_computers_wait_where_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two computers play each other; when nobody has looked for a while they stop, and go on when somebody does."""
    monkeypatch.setattr("sandtable.server.tables.registry.UNSEEN", 0.6)

    async def play() -> tuple[int, int, int]:
        app = create_app(Settings(database=str(tmp_path / "t.db")))
        registry, storage = app.registry, app.registry.storage
        await storage.open()
        try:
            guest = "a" * 64
            wanted = NewTable(game="kandahar", players={"0": "plain"})
            table = (await Lobby(registry).open_table(wanted, guest)).table
            until = time.monotonic() + 20
            while registry._resident[table].thinking is not None and time.monotonic() < until:
                await asyncio.sleep(0.05)
            first = len(registry._resident[table].now().journal)
            await asyncio.sleep(0.3)
            still = len(registry._resident[table].now().journal)
            await registry.see(table, guest)
            while len(registry._resident[table].now().journal) == still and time.monotonic() < until:
                await asyncio.sleep(0.05)
            return first, still, len(registry._resident[table].now().journal)
        finally:
            await registry.close()
            await storage.close()

    first, still, after = asyncio.run(play())
    assert 0 < first == still < after


def test_a_table_that_hangs_the_rules_is_broken_off() -> None:
    """In the server itself nothing runs for ever, whatever got through."""

    def endless() -> None:
        while True:
            pass

    patience = Deadlines()
    began = time.monotonic()
    with pytest.raises(TooLong):
        patience.run(0.5, endless)
    assert time.monotonic() - began < 5
    assert patience.run(0.5, lambda: 7) == 7
    patience.close()
