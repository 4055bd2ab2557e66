"""The live connection: it tells a seat that there is something new to see, never what."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.serving import Browser, Server
from tests.server.tables.test_playing import past_the_orders, two_browsers


def live(
    server: Server, browser: Browser | None, table: str, seat: int | None = None, **headers: str
) -> AbstractContextManager[ClientConnection]:
    query = "" if seat is None else f"?seat={seat}"
    sent = headers | ({"Cookie": browser.cookie} if browser is not None else {})
    address = f"ws://localhost:{server.port}/api/tables/{table}/live{query}"
    return connect(address, additional_headers=sent, proxy=None)


def news(socket: ClientConnection, seconds: float = 10) -> Any:
    return json.loads(socket.recv(timeout=seconds))


def silent(socket: ClientConnection) -> bool:
    try:
        socket.recv(timeout=0.3)
    except TimeoutError:
        return True
    return False


def test_it_tells_the_revision_at_once_and_whenever_it_rises(server: Server) -> None:
    red, blue, table = past_the_orders(server)
    with live(server, blue, table) as socket:
        before = blue.see(table)["revision"]
        assert news(socket) == {"table": table, "revision": before}
        red.answer(table, 0, ["go"])
        assert news(socket) == {"table": table, "revision": before + 1}
        red.answer(table, 0, ["halt"])
        assert news(socket)["revision"] == blue.see(table)["revision"] == before + 2
        assert silent(socket)


def test_a_seat_that_sees_nothing_new_hears_nothing(server: Server) -> None:
    red, blue, table = two_browsers(server)
    watcher = Browser(server)
    watcher.post("/api" + red.post(f"/api/tables/{table}/watch")["url"])
    red.answer(table, 0, ["order", 0])
    with live(server, watcher, table) as watching, live(server, red, table, seat=0) as waiting:
        news(watching), news(waiting)
        blue_before = blue.see(table)["revision"]
        branch = blue.post(f"/api/tables/{table}/what-if", {"seat": 1})["table"]
        blue.answer(branch, 1, ["order", 1])
        blue.post(f"/api/tables/{table}/why-not", {"seat": 1, "option": ["go"]})
        blue.refused(
            422, f"/api/tables/{table}/answers", {"seat": 1, "ask": blue.see(table)["ask"], "options": [["go"]]}
        )
        assert blue.see(table)["revision"] == blue_before
        assert silent(watching) and silent(waiting)


def test_the_number_of_messages_tells_nothing_of_secrets(server: Server) -> None:
    """Red hears the same whatever Blue has secretly chosen."""
    heard = []
    for order in (0, 1, 2):
        red, blue, table = two_browsers(server)
        red.answer(table, 0, ["order", 0])
        with live(server, red, table, seat=0) as socket:
            told = [news(socket)["revision"]]
            blue.answer(table, 1, ["order", order])
            told.append(news(socket)["revision"])
            assert silent(socket)
        heard.append(told)
    assert heard[0] == heard[1] == heard[2]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost"])
def test_a_foreign_origin_gets_no_connection(server: Server, origin: str) -> None:
    red, _, table = past_the_orders(server)
    with pytest.raises(InvalidStatus) as refused, live(server, red, table, Origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_the_own_origin_gets_one(server: Server) -> None:
    red, _, table = past_the_orders(server)
    with live(server, red, table, Origin=server.url) as socket:
        assert news(socket)["table"] == table


def test_strangers_and_other_seats_get_no_connection(server: Server) -> None:
    red, _, table = past_the_orders(server)
    stranger = Browser(server)
    stranger.open()
    for browser, seat in ((None, None), (stranger, None), (stranger, -1), (red, 1)):
        with pytest.raises(InvalidStatus), live(server, browser, table, seat):
            pass
    with pytest.raises(InvalidStatus), live(server, red, "nonsense"):
        pass


@pytest.mark.parametrize("said", ["hello", b"\x00\x01", '{"seat": 0, "options": [["go"]]}'])
def test_whoever_speaks_is_shut_out(server: Server, said: str | bytes) -> None:
    red, _, table = past_the_orders(server)
    before = red.see(table)
    with live(server, red, table) as socket:
        news(socket)
        socket.send(said)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
    assert red.see(table) == before


def test_whoever_gives_the_seat_away_hears_no_more(server: Server) -> None:
    browser, friend = Browser(server), Browser(server)
    table = browser.open(seats=2)
    with live(server, browser, table, seat=1) as given, live(server, browser, table, seat=0) as kept:
        news(given), news(kept)
        friend.join(browser.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"])
        with pytest.raises(ConnectionClosed) as closed:
            given.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
        browser.answer(table, 0, ["order", 0])
        assert news(kept)["table"] == table


def test_a_deleted_table_closes_its_connections(server: Server) -> None:
    browser = Browser(server)
    table = browser.open()
    with live(server, browser, table) as socket:
        news(socket)
        assert browser.http.delete(f"/api/tables/{table}").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
