"""What stopped the server once: each attack, and another guest who must not notice it."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import Record, encode, export, record_of, with_head
from sandtable.kernel.table import Answered, quick_table
from sandtable.players import make_player
from tests.server.http.test_live import live, news
from tests.server.serving import JSON, Browser, Server, options_of, problem
from tests.server.tables.test_playing import two_browsers
from tests.server.tables.test_records import open_record, played

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: loc"
HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nX-Sandtable: 1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 500\r\n\r\n{"
)
PROC = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes can be looked into on Linux only")


def overlaid(game: str, overlay: JSON) -> bytes:
    """A record that says it was played with an overlay; its digest is as it should be."""
    record = record_of(quick_table(open_game(game), 1))
    record.overlays = [overlay]
    record.position, record.journal = msgspec.Raw(b"null"), []
    return encode(record)


def made_up(game: str, **change: Any) -> bytes:
    """A position in which some fields are as nobody has played them."""
    record = export(quick_table(open_game(game), 1), 0)
    state = json.loads(bytes(record.position))
    state.update(change)
    record.position = msgspec.Raw(json.dumps(state).encode())
    return encode(record)


def refused(server: Server, data: bytes) -> str:
    """What the server says of a record that it does not open; quickly, and it lives on."""
    browser = Browser(server)
    began = time.monotonic()
    said = problem(browser.http.post("/api/records", content=data), 400)
    assert said["error"] == "bad-record" and time.monotonic() - began < 60
    assert browser.get("/api/tables") == []
    return str(said["text"])


def memory(server: Server) -> int:
    """The most that the server itself has taken, in megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) // 1024


# ---- records --------------------------------------------------------------------------------------


@PROC
@pytest.mark.parametrize(
    ("game", "overlay"),
    [
        ("bct", {"units": {"air-assault": {"count": 20_000_000}}}),
        ("bct", {"numbers": {"book": {"net_markers": 10**15}}}),
        ("kandahar", {"map": {"kandahar": {"rows": 100_000, "columns": 100_000}}}),
        ("patrols", {"men": {f"man-{n}": {"name": "x", "reach": 1} for n in range(30_000)}}),
        ("patrols", {"men": {"scout": {"reach": "9" * 4000}}}),
    ],
    ids=["counters", "markers", "map", "rows", "digits"],
)
def test_an_overlay_that_would_make_too_much(own_server: Server, game: str, overlay: JSON) -> None:
    before = memory(own_server)
    refused(own_server, overlaid(game, overlay))
    assert memory(own_server) - before < 100


@PROC
def test_a_position_that_keeps_the_rules_busy(own_server: Server) -> None:
    before = memory(own_server)
    for data in (
        made_up("bct", nets=[10**9] * 16),
        made_up("bct", nets=[40_000] * 16),
        made_up("kandahar", turn=-(10**18)),
        made_up("kandahar", moved=1 << 600),
        made_up("kandahar", hunters=list(range(40_000))),
        made_up("patrols", stack=[{"frame": "x"}] * 5000),
    ):
        refused(own_server, data)
    assert memory(own_server) - before < 100


def test_pieces_from_nowhere(server: Server) -> None:
    state = json.loads(bytes(export(quick_table(open_game("kandahar"), 1), 0).position))
    cup = state["enemy_cup"]
    assert "counts" in refused(server, made_up("kandahar", enemy_cup=cup + cup[:1]))


def long_journal(bytes_wanted: int = 121_000) -> bytes:
    """A legal journal that is long to play through: an answer given and taken back again and again."""
    game = open_game("bct")
    table = quick_table(game, 5, Setup(seats=2), take_backs=True)
    player = make_player(game, "random", 5)
    for _ in range(12):
        ask = table.g.ask
        assert ask is not None
        table.answer(ask.seats()[0], player(table.g, ask.seats()[0]))
    last = table.journal[-1]
    assert isinstance(last, Answered)
    table.undo(last.seat)
    table.answer(last.seat, *last.options)
    record: Record = record_of(table)
    again = record.journal[-2:]
    times = (bytes_wanted - len(encode(record))) // (len(msgspec.json.encode(again)) + 6)
    record.journal += again * times
    record.checkpoints = []
    return encode(with_head(record))


def test_long_journals_keep_no_other_guest_waiting(own_server: Server) -> None:
    """Four at once, as legal as can be, brought and after a restart looked at: another guest plays on meanwhile."""
    data = long_journal(40_000)
    guests = [Browser(own_server) for _ in range(4)]
    for guest in guests:
        guest.open()  # who comes without a cookie waits in one line with others of the address
    tables: dict[int, str] = {}

    def bring(number: int) -> None:
        tables[number] = open_record(guests[number], data)

    def look(number: int) -> None:
        guests[number].see(tables[number])

    other = Browser(own_server)
    table = other.open(seats=2)
    while_brought, table = slowest_of(other, table, [threading.Thread(target=bring, args=[n]) for n in range(4)])
    assert len(tables) == 4
    own_server.kill()
    own_server.start()
    while_loaded, table = slowest_of(other, table, [threading.Thread(target=look, args=[n]) for n in range(4)])
    print(f"another guest waited {while_brought:.2f} and {while_loaded:.2f} s at most")
    assert while_brought < 5 and while_loaded < 5


def slowest_of(other: Browser, table: str, threads: list[threading.Thread]) -> tuple[float, str]:
    """How long a guest who plays meanwhile waits at most for a look and an answer; and where it plays then."""
    slowest = 0.0
    for each in threads:
        each.start()
    until = time.monotonic() + 120
    while any(each.is_alive() for each in threads) and time.monotonic() < until:
        began = time.monotonic()
        seen = other.see(table)
        if seen["over"]:
            table = other.open(seats=2)
            seen = other.see(table)
        other.answer(table, seen["seat"], options_of(seen)[0], ask=seen["ask"])
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.02)
    for each in threads:
        each.join(timeout=60)
    return slowest, table


def test_one_guest_has_one_record_looked_at_at_a_time(own_server: Server) -> None:
    browser, data = Browser(own_server), long_journal(30_000)
    browser.open()
    statuses: list[int] = []

    def bring() -> None:
        one = Browser(own_server)
        one.http.cookies = browser.http.cookies
        statuses.append(one.http.post("/api/records", content=data).status_code)

    bringing = [threading.Thread(target=bring) for _ in range(6)]
    for each in bringing:
        each.start()
    for each in bringing:
        each.join(timeout=120)
    assert statuses.count(201) == 3 and statuses.count(429) == 3, statuses


# ---- connections ----------------------------------------------------------------------------------


@contextmanager
def sockets(server: Server, number: int, said: bytes = b"") -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        opened = []
        for _ in range(number):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
            if said:
                one.sendall(said)
            opened.append(one)
        yield opened


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[Server]:
    """A server with little patience and few places."""
    running = Server(
        str(tmp_path / "tables.db"),
        tmp_path / "log",
        SANDTABLE_HEAD_SECONDS="1",
        SANDTABLE_BODY_SECONDS="2",
        SANDTABLE_CONNECTIONS="300",
    )
    yield running
    running.stop()


@pytest.mark.parametrize(
    "said",
    [b"", HALF_A_HEAD, HALF_A_BODY],
    ids=["silent", "half a head", "half a body"],
)
def test_idle_and_half_sent_sockets_keep_nobody_out(tmp_path: Path, said: bytes) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", SANDTABLE_CONNECTIONS="500")
    try:
        with sockets(server, 2000, said):
            began = time.monotonic()
            other = Browser(server)
            other.see(other.open())
            assert time.monotonic() - began < 5
            handles = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
            assert handles < 700
    finally:
        log = server.stop()
    assert len(log) < 3000, log


def test_who_sends_too_slowly_is_told_so(small_server: Server) -> None:
    for said in (HALF_A_HEAD, HALF_A_BODY):
        with sockets(small_server, 1, said) as [one]:
            one.settimeout(10)
            told = reply_of(one)
            assert told.startswith(b"HTTP/1.1 408 ") and b"too slowly" in told


def reply_of(one: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    told = b""
    try:
        while part := one.recv(65536):
            told += part
    except ConnectionResetError:
        pass
    return told


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
        b"Content-Length: 4\r\nContent-Length: 5\r\n",
        b"Content-Length: 4\r\nContent-Length: 4\r\n",
        b"Content-Length: 4, 4\r\n",
        b"Content-Length: -4\r\n",
        b"Content-Length: 0x4\r\n",
        b"Content-Length: 4_0\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n",
    ],
)
def test_a_request_of_two_lengths_is_refused_and_its_connection_closed(server: Server, lengths: bytes) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nX-Sandtable: 1\r\nContent-Type: application/json\r\n"
    smuggled = b"0\r\n\r\nGET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with sockets(server, 1, head + lengths + b"\r\n" + smuggled) as [one]:
        told = reply_of(one)
    assert told.startswith(b"HTTP/1.1 400 ") and told.count(b"HTTP/1.1 ") == 1 and b'"malformed"' in told


def test_the_log_cannot_be_flooded(small_server: Server) -> None:
    for number in range(400):
        with sockets(small_server, 1, b"\x00 nonsense %d\r\n\r\n" % number) as [one]:
            assert reply_of(one).startswith(b"HTTP/1.1 400 ")
    browser = Browser(small_server)
    for _ in range(200):
        browser.http.get("/%0aforged%20line", headers={"Origin": "http://[", "Upgrade": "h2c", "Connection": "upgrade"})
    assert len(small_server.log.read_text()) < 4000


# ---- live connections and computers ---------------------------------------------------------------


def test_a_watcher_locks_no_player_out(server: Server) -> None:
    red, blue, table = two_browsers(server)
    watcher = Browser(server)
    watcher.post("/api" + red.post(f"/api/tables/{table}/watch")["url"])
    with ExitStack() as stack:
        for _ in range(210):
            stack.enter_context(live(server, watcher, table))
        with live(server, blue, table) as socket, live(server, red, table) as other:
            assert news(socket)["table"] == news(other)["table"] == table


def test_a_player_opens_window_after_window_and_the_last_ones_work(server: Server) -> None:
    red, _, table = two_browsers(server)
    with ExitStack() as stack:
        opened = [stack.enter_context(live(server, red, table)) for _ in range(12)]
        assert news(opened[-1])["table"] == table
        before = red.see(table)["revision"]
        red.answer(table, 0, ["order", 0])
        assert news(opened[-1])["revision"] > before


def test_tables_of_computers_alone_starve_nobody(own_server: Server) -> None:
    other = Browser(own_server)
    mine = other.open(seats=2)
    for _ in range(12):
        Browser(own_server).open("bct", seats=2, players={"0": "plain", "1": "plain"})
    slowest = 0.0
    for _ in range(25):
        began = time.monotonic()
        seen = other.see(mine)
        if seen["over"]:
            mine = other.open(seats=2)
            seen = other.see(mine)
        other.answer(mine, seen["seat"], options_of(seen)[0], ask=seen["ask"])
        slowest = max(slowest, time.monotonic() - began)
    print(f"another guest waited {slowest:.2f} s at most")
    assert slowest < 1.5


def test_played_is_what_the_other_tests_think_it_is(server: Server) -> None:
    """The helper that makes records: one that is whole is opened."""
    assert open_record(Browser(server), encode(record_of(played(answers=4))))
