"""A game under way goes only with everybody's word."""

from __future__ import annotations

from tests.server.serving import Browser, Server, problem
from tests.server.tables.test_playing import past_the_orders, two_browsers


def wishes(browser: Browser, table: str) -> list[bool]:
    return [chair["wants_deletion"] for chair in browser.get(f"/api/tables/{table}/seats")]


def test_a_game_of_two_is_deleted_when_both_have_said_so(server: Server) -> None:
    red, blue, table = past_the_orders(server)
    assert wishes(blue, table) == [False, False]
    said = problem(red.http.delete(f"/api/tables/{table}"), 409)
    assert said["error"] == "not-yet" and "still missing: Blue" in said["text"]
    assert wishes(blue, table) == [True, False], "the other sees it"
    problem(red.http.delete(f"/api/tables/{table}"), 409)
    red.answer(table, 0, ["go"])
    assert blue.http.delete(f"/api/tables/{table}").status_code == 204
    for browser in (red, blue):
        browser.refused(404, f"/api/tables/{table}")


def test_a_wish_can_be_taken_back_and_lasts_until_then(own_server: Server) -> None:
    red, blue, table = past_the_orders(own_server)
    problem(red.http.delete(f"/api/tables/{table}"), 409)
    own_server.kill()
    own_server.start()
    assert wishes(blue, table) == [True, False]
    assert [chair["wants_deletion"] for chair in red.post(f"/api/tables/{table}/keep")] == [False, False]
    assert "still missing: Red" in problem(blue.http.delete(f"/api/tables/{table}"), 409)["text"]


def test_a_wish_goes_with_the_seat(server: Server) -> None:
    red, blue, table = two_browsers(server)
    problem(red.http.delete(f"/api/tables/{table}"), 409)
    late = Browser(server)
    late.join(red.post(f"/api/tables/{table}/invitations", {"seat": 0})["url"])
    assert wishes(late, table) == [False, False]
    problem(blue.http.delete(f"/api/tables/{table}"), 409)
    said = problem(red.http.delete(f"/api/tables/{table}"), 403)
    assert "all of them together" in said["text"], "who made the table has given the seat away"
    assert late.http.delete(f"/api/tables/{table}").status_code == 204


def test_a_computer_that_stands_in_is_not_a_word_given(server: Server) -> None:
    red, blue, table = past_the_orders(server)
    blue.post(f"/api/tables/{table}/seats/1/hand-over", {"player": "random"})
    assert "Blue" in problem(red.http.delete(f"/api/tables/{table}"), 409)["text"], "blue was here a moment ago"


def test_alone_it_goes_at_once_and_strangers_cannot(server: Server) -> None:
    browser, stranger = Browser(server), Browser(server)
    stranger.open()
    table = browser.open(seats=2)
    problem(stranger.http.delete(f"/api/tables/{table}"), 404)
    problem(stranger.http.post(f"/api/tables/{table}/keep"), 404)
    assert browser.http.delete(f"/api/tables/{table}").status_code == 204


def test_nobody_sits_down_by_a_wish(server: Server) -> None:
    red, _, table = two_browsers(server)
    problem(red.http.delete(f"/api/tables/{table}"), 409)
    problem(Browser(server).http.post(f"/api/join/wish {table} {red.cookie}"), 404)


def test_the_list_of_tables_tells_who_wants_which_deleted(server: Server) -> None:
    red, blue, table = past_the_orders(server)
    other = red.open()
    problem(red.http.delete(f"/api/tables/{table}"), 409)
    assert {card["id"]: card["wishes"] for card in red.get("/api/tables")} == {table: [0], other: []}
    assert [card["wishes"] for card in blue.get("/api/tables")] == [[0]]
    red.post(f"/api/tables/{table}/keep")
    assert [card["wishes"] for card in blue.get("/api/tables")] == [[]]
