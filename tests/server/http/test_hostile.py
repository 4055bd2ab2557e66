"""Messages that no honest browser sends: refused with a clear error, and nothing changed."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.serving import JSON, Browser, Server, options_of, problem
from tests.server.tables.test_playing import past_the_orders, two_browsers

JSON_TYPE = {"Content-Type": "application/json"}


@pytest.fixture
def untouched(server: Server) -> Any:
    """A table in mid-game, which must be the same after the test."""
    red, blue, table = past_the_orders(server)
    before = red.see(table), blue.see(table)
    yield red, blue, table
    assert (red.see(table), blue.see(table)) == before


Table = tuple[Browser, Browser, str]


def test_the_wrong_seat(untouched: Table) -> None:
    red, _, table = untouched
    body = {"seat": 1, "ask": red.see(table)["ask"], "options": [["go"]]}
    assert red.refused(403, f"/api/tables/{table}/answers", body)["error"] == "not-yours"
    assert red.refused(403, f"/api/tables/{table}/answers", body | {"seat": 7})["error"] == "not-yours"
    problem(red.http.get(f"/api/tables/{table}", params={"seat": 1}), 403)
    for path, wanted in (("undo", {}), ("why-not", {"option": ["go"]}), ("what-if", {}), ("invitations", {})):
        assert red.refused(403, f"/api/tables/{table}/{path}", {"seat": 1, **wanted})["error"] == "not-yours"


def test_a_stranger_finds_no_table(untouched: Table, server: Server) -> None:
    _, _, table = untouched
    stranger = Browser(server)
    unknown = stranger.refused(404, "/api/tables/nonsense")
    for someone in (stranger, _with_a_cookie(server)):
        assert someone.refused(404, f"/api/tables/{table}") == unknown, "there or not, it looks the same"
        body: JSON = {"seat": 0, "ask": "1.0", "options": [["go"]]}
        assert someone.refused(404, f"/api/tables/{table}/answers", body) == unknown
        for path in ("record", "moments/0", "inspect?domain=space&value=0", "boards"):
            assert someone.refused(404, f"/api/tables/{table}/{path}") == unknown
        assert problem(someone.http.post(f"/api/tables/{table}/watch"), 404) == unknown
        assert problem(someone.http.delete(f"/api/tables/{table}"), 404) == unknown


def _with_a_cookie(server: Server) -> Browser:
    browser = Browser(server)
    browser.open()
    return browser


def test_a_stale_ask_is_refused_with_the_current_view(server: Server) -> None:
    red, _, table = two_browsers(server)
    old = red.see(table)["ask"]
    red.answer(table, 0, ["order", 0], ask=old)
    said = red.refused(409, f"/api/tables/{table}/answers", {"seat": 0, "ask": old, "options": [["order", 1]]})
    assert said["error"] == "stale"
    assert said["view"] == red.see(table, seat=0)


@pytest.mark.parametrize(
    "forged", ["0.0", "999.999", "1.0.0", "-1", "{}", "x" * 80, "'; drop table entries"], ids=range(7)
)
def test_a_forged_ask(untouched: Table, forged: str) -> None:
    red, _, table = untouched
    body = {"seat": 0, "ask": forged, "options": [["go"]]}
    assert red.refused(409, f"/api/tables/{table}/answers", body)["error"] == "stale"


def test_what_the_rules_forbid_comes_with_its_rule(untouched: Table) -> None:
    red, _, table = untouched
    ask = red.see(table)["ask"]
    for option, rule in ((["step", 0, 1], "turn.first"), (["fly", 1], "kernel.word"), (["hand", 3], "turn.first")):
        body = {"seat": 0, "ask": ask, "options": [option]}
        said = red.refused(422, f"/api/tables/{table}/answers", body)
        assert (said["error"], said["rule"]) == ("refused", rule) and said["number"]


def test_parts_are_taken_whole_or_not_at_all(untouched: Table) -> None:
    red, _, table = untouched
    body = {"seat": 0, "ask": red.see(table)["ask"], "options": [["go"], ["step", 0, 6]]}
    assert red.refused(422, f"/api/tables/{table}/answers", body)["rule"] == "move.step"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"seat": 0}',
        b'{"seat": "zero", "ask": "1.0", "options": [["go"]]}',
        b'{"seat": 0, "ask": "1.0", "options": []}',
        b'{"seat": 0, "ask": "1.0", "options": [[]]}',
        b'{"seat": 0, "ask": "1.0", "options": [[1.5]]}',
        b'{"seat": 0, "ask": "1.0", "options": [["go", null]]}',
        b'{"seat": 0, "ask": "1.0", "options": [["go"]], "more": 1}',
        b'{"seat": 0, "ask": "1.0", "options": [' + b'["go"],' * 300 + b'["go"]]}',
        b'{"seat": -1, "ask": "1.0", "options": [["go"]]}',
        b'{"seat": 1e99, "ask": "1.0", "options": [["go"]]}',
        b"[" * 50_000,
    ],
    ids=range(16),
)
def test_bad_json(untouched: Table, body: bytes) -> None:
    red, _, table = untouched
    reply = red.http.post(f"/api/tables/{table}/answers", content=body, headers=JSON_TYPE)
    assert problem(reply, 400)["error"] == "malformed"


@pytest.mark.parametrize("option", [["go", 10**30], [-(10**30)], ["step", 0, 2**63], ["", 0], ["go\u0000"], [0, 0, 0]])
def test_strange_words_are_no_words_of_the_game(untouched: Table, option: list[Any]) -> None:
    red, _, table = untouched
    body = {"seat": 0, "ask": red.see(table)["ask"], "options": [option]}
    assert red.refused(422, f"/api/tables/{table}/answers", body)["error"] == "refused"


def test_huge_bodies(untouched: Table) -> None:
    red, _, table = untouched
    said = red.http.post(f"/api/tables/{table}/answers", content=b" " * 70_000, headers=JSON_TYPE)
    assert problem(said, 413)["error"] == "too-large"
    chunks = (b" " * 10_000 for _ in range(10))
    said = red.http.post(f"/api/tables/{table}/answers", content=chunks, headers=JSON_TYPE)
    assert problem(said, 413)["error"] == "too-large"
    assert problem(red.http.post("/api/records", content=b" " * 2_100_000), 413)["error"] == "too-large"


def test_bodies_that_do_not_say_they_are_json(untouched: Table) -> None:
    red, _, table = untouched
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        reply = red.http.post(f"/api/tables/{table}/answers", content=b"{}", headers={"Content-Type": kind})
        assert problem(reply, 415)["error"] == "wrong-type"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "https://localhost"])
def test_a_foreign_origin(untouched: Table, origin: str) -> None:
    red, _, table = untouched
    body = {"seat": 0, "ask": red.see(table)["ask"], "options": [["go"]]}
    reply = red.http.post(f"/api/tables/{table}/answers", json=body, headers={"Origin": origin})
    assert problem(reply, 403)["error"] == "foreign"
    assert problem(red.http.delete(f"/api/tables/{table}", headers={"Origin": origin}), 403)["error"] == "foreign"


def test_the_own_origin_is_welcome(server: Server) -> None:
    browser = Browser(server)
    reply = browser.http.post("/api/tables", json={"game": "patrols"}, headers={"Origin": server.url})
    assert reply.status_code == 201


def test_without_the_header_nothing_is_changed(untouched: Table) -> None:
    red, _, table = untouched
    body = {"seat": 0, "ask": red.see(table)["ask"], "options": [["go"]]}
    del red.http.headers["X-Sandtable"]
    assert problem(red.http.post(f"/api/tables/{table}/answers", json=body), 403)["error"] == "foreign"
    assert problem(red.http.delete(f"/api/tables/{table}"), 403)["error"] == "foreign"


def test_a_foreign_name_for_the_loopback_address(untouched: Table) -> None:
    red, _, table = untouched
    reply = red.http.get(f"/api/tables/{table}", headers={"Host": "rebound.example"})
    assert problem(reply, 403)["error"] == "foreign"


def test_another_tables_link(untouched: Table, server: Server) -> None:
    red, _, table = untouched
    elsewhere = Browser(server)
    other = elsewhere.open(seats=2)
    guest = Browser(server)
    assert guest.join(elsewhere.post(f"/api/tables/{other}/invitations", {"seat": 1})["url"])["table"] == other
    guest.refused(404, f"/api/tables/{table}")
    watching = red.post(f"/api/tables/{table}/watch")["url"]
    token = watching.removeprefix("/watch/")
    assert problem(guest.http.post(f"/api/join/{token}"), 404)["error"] == "no-such", "watching is not sitting"
    for nonsense in ("x", "%00", "a" * 500):
        problem(guest.http.post(f"/api/join/{nonsense}"), 404)
        problem(guest.http.post(f"/api/watch/{nonsense}"), 404)


def test_an_invitation_works_once_and_only_for_its_seat(server: Server) -> None:
    red, blue, table = two_browsers(server)
    late = Browser(server)
    assert red.refused(403, f"/api/tables/{table}/invitations", {"seat": 1})["error"] == "not-yours"
    first = red.post(f"/api/tables/{table}/invitations", {"seat": 0})["url"]
    second = red.post(f"/api/tables/{table}/invitations", {"seat": 0})["url"]
    assert red.join(first)["seat"] == 0, "trying one's own link loses nothing"
    assert late.join(first)["seat"] == 0
    assert late.join(first)["seat"] == 0, "whoever took the seat may come back by the link"
    problem(blue.http.post(f"/api{first}"), 404)
    problem(blue.http.post(f"/api{second}"), 404)
    assert red.refused(403, f"/api/tables/{table}/answers", {"seat": 0, "ask": "1.0", "options": [["order", 0]]})
    assert late.answer(table, 0, ["order", 0])["seat"] == 0


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess"},
        {"game": "patrols", "scenario": "moon"},
        {"game": "patrols", "seats": 3},
        {"game": "patrols", "options": {"wind": "on"}},
        {"game": "patrols", "players": {"0": "deep-thought"}},
        {"game": "patrols", "players": {"5": "plain"}},
        {"game": "patrols", "players": {"²": "plain"}},
        {"game": "../patrols"},
    ],
)
def test_tables_that_cannot_be_made(server: Server, wanted: JSON) -> None:
    browser = Browser(server)
    assert browser.refused(400, "/api/tables", wanted)["error"] == "malformed"
    assert browser.get("/api/tables") == []


def test_every_reply_carries_the_guards_headers(server: Server) -> None:
    browser = Browser(server)
    replies: list[httpx.Response] = [
        browser.http.get("/"),
        browser.http.get("/table/anything"),
        browser.http.get("/nothing.js"),
        browser.http.get("/api/games"),
        browser.http.get("/api/tables/none"),
        browser.http.post("/api/tables", content=b"{", headers=JSON_TYPE),
        browser.http.post("/api/tables", headers={"X-Sandtable": "0"}),
    ]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in reply.headers
    assert replies[3].headers["cache-control"] == "no-store"


def test_the_cookie_is_for_this_server_alone(server: Server) -> None:
    browser = Browser(server)
    made = browser.http.post("/api/tables", json={"game": "patrols"}).headers["set-cookie"]
    assert "HttpOnly" in made and "SameSite=strict" in made and "Path=/" in made and "Secure" not in made
    behind_tls = {"X-Forwarded-Proto": "https"}
    made = browser.http.post("/api/tables", json={"game": "patrols"}, headers=behind_tls).headers["set-cookie"]
    assert "Secure" in made


def test_a_cookie_of_ones_own_making_is_not_taken(server: Server) -> None:
    browser = Browser(server)
    browser.http.cookies.set("sandtable_guest", "admin")
    made = browser.http.post("/api/tables", json={"game": "patrols"})
    assert "admin" not in made.headers["set-cookie"]


def test_files_outside_the_client_are_not_served(server: Server) -> None:
    browser = Browser(server)
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/static/../app.py", "//etc/passwd", "/%2fetc/passwd"):
        assert browser.http.get(path).status_code in (403, 404), path


def test_looking_needs_options(server: Server) -> None:
    """The helper that other tests trust: a seat that is asked has options, one that waits has none."""
    red, blue, table = two_browsers(server)
    assert options_of(red.see(table)) and not options_of(blue.see(table))
