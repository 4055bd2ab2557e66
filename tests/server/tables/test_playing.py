"""Two people in two browsers at one table, from the invitation to the end."""

from __future__ import annotations

import httpx

from tests.server.serving import JSON, Browser, Server, options_of, problem


def two_browsers(server: Server) -> tuple[Browser, Browser, str]:
    red, blue = Browser(server), Browser(server)
    table, links = red.share()
    assert blue.join(links[1]) == {"table": table, "seat": 1}
    return red, blue, table


def past_the_orders(server: Server, order_red: int = 0, order_blue: int = 2) -> tuple[Browser, Browser, str]:
    red, blue, table = two_browsers(server)
    red.answer(table, 0, ["order", order_red])
    blue.answer(table, 1, ["order", order_blue])
    return red, blue, table


def test_a_newcomer_finds_games_boards_and_rules(server: Server) -> None:
    browser = Browser(server)
    games = {game["id"]: game for game in browser.get("/api/games")}
    assert games["patrols"]["seats"] == ["Red", "Blue"]
    assert "plain" in games["patrols"]["players"]
    assert browser.get("/api/games/patrols/boards")["island"]["kind"] == "hex"
    rules = {rule["key"]: rule for rule in browser.get("/api/games/patrols/rules")}
    assert rules["setup.order"]["number"] == "1.2"
    assert problem(browser.http.get("/api/games/chess/boards"), 404)["text"].startswith("There is no game 'chess'")
    assert browser.get("/api/tables") == []
    assert not browser.http.cookies, "a mere look makes no guest"


def test_boards_are_sent_once(server: Server) -> None:
    browser = Browser(server)
    first = browser.http.get("/api/games/patrols/boards")
    again = browser.http.get("/api/games/patrols/boards", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    table = browser.open()
    assert browser.http.get(f"/api/tables/{table}/boards").json() == first.json()


def test_one_board_can_be_asked_for_by_its_id(server: Server) -> None:
    browser = Browser(server)
    whole = browser.get("/api/games/patrols/boards")
    assert browser.get("/api/games/patrols/boards?board=island") == whole
    assert browser.get("/api/games/patrols/boards?board=") == whole  # the first
    refused = problem(browser.http.get("/api/games/patrols/boards?board=moon"), 404)
    assert refused["text"] == "There is no board 'moon' here; there are island."


def test_two_browsers_play_a_game_to_its_end(server: Server) -> None:
    red, blue, table = two_browsers(server)
    assert [seat["holder"] for seat in red.see(table)["seats"]] == ["you", "other"]
    assert [seat["holder"] for seat in blue.see(table)["seats"]] == ["other", "you"]
    players = {0: red, 1: blue}
    for _ in range(200):
        seen = red.see(table)
        if seen["over"]:
            break
        seat = seen["view"]["ask"]["seats"][0]
        mine = players[seat].see(table)
        players[seat].answer(table, seat, options_of(mine)[-1], ask=mine["ask"])
    assert seen["over"]
    assert seen["view"]["outcome"] == blue.see(table)["view"]["outcome"]
    report = blue.post(f"/api/tables/{table}/verify")
    assert report["good"] and report["dice"] == "every outcome follows from the committed key"
    cards: list[list[JSON]] = [browser.get("/api/tables") for browser in (red, blue)]
    assert [card["seats"] for (card,) in cards] == [[0], [1]]
    assert all(card["over"] and not card["waiting"] for (card,) in cards)


def test_the_list_says_for_whom_a_table_waits(server: Server) -> None:
    red, blue, table = two_browsers(server)
    assert [browser.get("/api/tables")[0]["waiting"] for browser in (red, blue)] == [True, False]
    red.answer(table, 0, ["order", 0])
    assert [browser.get("/api/tables")[0]["waiting"] for browser in (red, blue)] == [False, True]


def test_a_revision_rises_only_for_the_seat_that_sees_something_new(server: Server) -> None:
    red, blue, table = past_the_orders(server)
    red.answer(table, 0, ["go"])
    before = blue.see(table)
    red_before = red.see(table)
    after = red.answer(table, 0, ["hand", 1])
    assert after["revision"] > red_before["revision"]
    assert blue.see(table)["revision"] == before["revision"] + 1, "who carries the case is public"
    assert red.see(table)["ask"] == after["ask"], "looking changes nothing"


def test_moments_show_the_past_as_this_seat_saw_it(server: Server) -> None:
    red, _, table = past_the_orders(server)
    red.answer(table, 0, ["go"])
    last = red.answer(table, 0, ["halt"])
    now = red.get(f"/api/tables/{table}/moments/{last['entries']}")
    assert now["view"]["tracks"] == last["view"]["tracks"] and now["log"] == last["log"]
    opening = red.get(f"/api/tables/{table}/moments/0")
    assert opening["view"]["ask"]["prompt"] == "Choose an order." and opening["log"] == []
    said = problem(red.http.get(f"/api/tables/{table}/moments/{last['entries'] + 1}"), 404)
    assert "no moment" in said["text"]


def test_a_what_if_is_a_table_of_its_own(server: Server) -> None:
    red, blue, table = past_the_orders(server)
    before = red.see(table)
    branch = red.post(f"/api/tables/{table}/what-if", {"seat": 0})["table"]
    tried = red.see(branch)
    assert tried["scratch"] and tried["scratch_of"] == table and tried["mine"] == [0, 1]
    red.answer(branch, 0, ["go"])
    red.answer(branch, 0, ["halt"])
    assert "answer" in red.see(branch, seat=0)["undo"], "a what-if may take anything back"
    early = red.post(f"/api/tables/{table}/what-if", {"seat": 0, "at": 0})["table"]
    assert red.see(early)["view"]["ask"]["prompt"] == "Choose an order."
    assert red.see(table) == before, "the table itself is as it was"
    assert red.http.delete(f"/api/tables/{table}").status_code == 409
    reply: httpx.Response = blue.http.delete(f"/api/tables/{table}")
    assert reply.status_code == 204
    red.refused(404, f"/api/tables/{branch}")


def test_undo_goes_back_and_names_its_ask(server: Server) -> None:
    red, _, table = past_the_orders(server)
    red.answer(table, 0, ["go"])
    before = red.see(table)
    handed = red.answer(table, 0, ["hand", 1])
    assert "answer" in handed["undo"]
    body = {"seat": 0, "level": "answer", "ask": handed["ask"]}
    back = red.post(f"/api/tables/{table}/undo", body)
    assert back["view"] == before["view"] and back["ask"] != before["ask"]
    assert red.refused(409, f"/api/tables/{table}/undo", body)["error"] == "stale", "a double click takes back once"


def test_why_not_and_inspect(server: Server) -> None:
    red, _, table = past_the_orders(server)
    red.answer(table, 0, ["go"])
    said = red.post(f"/api/tables/{table}/why-not", {"seat": 0, "option": ["step", 0, 6]})
    assert said["rule"] == "move.step" and said["number"] and said["text"] == "A step goes to a neighbouring hex."
    legal = options_of(red.see(table), "step")[0]
    assert red.post(f"/api/tables/{table}/why-not", {"seat": 0, "option": legal}) == {"legal": True}
    assert red.get(f"/api/tables/{table}/inspect", domain="space", value=3)["title"]
    for value in (-1, 9999):
        problem(red.http.get(f"/api/tables/{table}/inspect", params={"domain": "space", "value": value}), 404)
    problem(red.http.get(f"/api/tables/{table}/inspect", params={"domain": "ghost", "value": 0}), 400)


def test_a_spectator_sees_the_public_side_only(server: Server) -> None:
    red, _, table = past_the_orders(server, order_red=0)
    url = red.post(f"/api/tables/{table}/watch")["url"]
    watcher = Browser(server)
    assert watcher.post(f"/api{url}") == {"table": table, "seat": -1}
    seen = watcher.see(table)
    assert seen["seat"] == -1 and seen["mine"] == [] and seen["undo"] == []
    assert options_of(seen) == [] and seen["log"] == []
    assert watcher.get("/api/tables")[0]["seats"] == []
    problem(watcher.http.get(f"/api/tables/{table}", params={"seat": 0}), 403)
    assert watcher.http.delete(f"/api/tables/{table}").status_code == 204
    watcher.refused(404, f"/api/tables/{table}")
    assert red.see(table)["table"] == table, "a watcher who leaves deletes nothing"


def test_hot_seat_one_browser_holds_both_seats(server: Server) -> None:
    browser = Browser(server)
    table = browser.open(seats=2)
    seen = browser.see(table)
    assert seen["mine"] == [0, 1] and seen["seat"] == 0
    after = browser.answer(table, 0, ["order", 0])
    assert after["seat"] == 0
    assert browser.see(table)["seat"] == 1, "whoever is awaited looks first"
    assert browser.see(table, seat=0)["seat"] == 0
