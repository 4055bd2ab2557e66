"""Computers that stand in: at the guest's own wish, or the owner's when a guest has vanished; and coming back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.tables.registry import SEALED
from tests.server.http.test_live import live, news
from tests.server.serving import JSON, Browser, Server, options_of
from tests.server.tables.test_playing import two_browsers


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for which a guest without an open connection has vanished at once."""
    folder = tmp_path_factory.mktemp("impatient")
    running = Server(str(folder / "tables.db"), folder / "log", SANDTABLE_VANISHED_MINUTES="0")
    yield running
    said = running.stop()
    assert "Traceback" not in said and "ERROR" not in said, said


def chairs(browser: Browser, table: str) -> list[JSON]:
    return list(browser.get(f"/api/tables/{table}/seats"))


def hand_over(browser: Browser, table: str, seat: int, player: str = "random") -> JSON:
    return dict(browser.post(f"/api/tables/{table}/seats/{seat}/hand-over", {"player": player})[seat])


def give_back(browser: Browser, table: str, seat: int) -> JSON:
    return dict(browser.post(f"/api/tables/{table}/seats/{seat}/give-back")[seat])


def until(holds: Callable[[], Any]) -> Any:
    for _ in range(200):
        if found := holds():
            return found
        time.sleep(0.05)
    raise AssertionError("it never came to pass")


def test_the_owner_lets_a_computer_play_for_one_who_vanished(impatient: Server) -> None:
    red, _, table = two_browsers(impatient)
    red.answer(table, 0, ["order", 0])
    before = chairs(red, table)[1]
    assert before["holder"] == "other" and before["away"] and before["may_hand_over"] and not before["may_give_back"]
    after = hand_over(red, table, 1)
    assert after["player"] == "random" and after["holder"] == "other" and after["may_give_back"]
    seen = until(lambda: (now := red.see(table, seat=0))["view"]["ask"]["seats"] != [1] and now)
    assert seen["seats"][1]["holder"] == "computer", "the computer has chosen Blue's order"
    red.refused(403, f"/api/tables/{table}?seat=1")


def test_who_comes_back_may_look_and_takes_the_seat_back(impatient: Server) -> None:
    red, blue, table = two_browsers(impatient)
    hand_over(red, table, 1)
    red.answer(table, 0, ["order", 0])
    seen = until(lambda: (now := blue.see(table, seat=1))["view"]["ask"]["seats"] != [1] and now)
    body = {"seat": 1, "ask": seen["ask"], "options": [["go"]]}
    assert "take the seat back" in blue.refused(403, f"/api/tables/{table}/answers", body)["text"]
    assert chairs(blue, table)[1]["may_give_back"]
    back = give_back(blue, table, 1)
    assert back["holder"] == "you" and back["player"] == ""
    blue.answer(table, 1, ["go"])
    assert options_of(blue.see(table, seat=1), "step")


def test_the_owner_gives_back_too_and_a_restart_forgets_nothing(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", SANDTABLE_VANISHED_MINUTES="0")
    red, blue, table = two_browsers(server)
    hand_over(red, table, 1)
    server.kill()
    server.start()
    assert chairs(red, table)[1]["player"] == "random"
    assert give_back(red, table, 1)["player"] == ""
    server.kill()
    server.start()
    red.answer(table, 0, ["order", 0])
    blue.answer(table, 1, ["order", 1])
    server.stop()


def test_whoever_is_there_keeps_the_seat(server: Server, impatient: Server) -> None:
    red, blue, table = two_browsers(server)
    path = f"/api/tables/{table}/seats/1/hand-over"
    assert not chairs(red, table)[1]["away"]
    said = red.refused(409, path, {"player": "random"})
    assert said["error"] == "not-yet" and "10 minutes" in said["text"]
    red, blue, table = two_browsers(impatient)
    with live(impatient, blue, table, seat=1) as socket:
        news(socket)
        assert not chairs(red, table)[1]["away"], "an open connection is a sign"
        red.refused(409, f"/api/tables/{table}/seats/1/hand-over", {"player": "random"})
    assert until(lambda: chairs(red, table)[1]["away"])


def test_one_may_be_played_for_at_any_time(server: Server) -> None:
    _, blue, table = two_browsers(server)
    mine = hand_over(blue, table, 1, "plain")
    assert mine["holder"] == "you" and mine["player"] == "plain"
    assert give_back(blue, table, 1)["player"] == ""


def test_nobody_else_decides(impatient: Server) -> None:
    red, blue, table = two_browsers(impatient)
    stranger, watcher = Browser(impatient), Browser(impatient)
    stranger.open()
    watcher.post("/api" + red.post(f"/api/tables/{table}/watch")["url"])
    path = f"/api/tables/{table}/seats"
    stranger.refused(404, f"{path}/1/hand-over", {"player": "random"})
    assert "Only who made" in blue.refused(403, f"{path}/0/hand-over", {"player": "random"})["text"]
    watcher.refused(403, f"{path}/1/hand-over", {"player": "random"})
    hand_over(red, table, 1)
    watcher.refused(403, f"{path}/1/give-back", {})
    stranger.refused(404, f"{path}/1/give-back", {})
    assert chairs(red, table)[1]["player"] == "random"


def test_what_makes_no_sense_is_refused(impatient: Server) -> None:
    red, _, table = two_browsers(impatient)
    path = f"/api/tables/{table}/seats"
    assert "nobody-known" in red.refused(400, f"{path}/1/hand-over", {"player": "nobody-known"})["text"]
    red.refused(404, f"{path}/7/hand-over", {"player": "random"})
    red.refused(409, f"{path}/1/give-back", {})
    hand_over(red, table, 1)
    red.refused(409, f"{path}/1/hand-over", {"player": "plain"})
    alone = red.open(seats=2, players={"1": "random"})
    red.refused(409, f"/api/tables/{alone}/seats/1/hand-over", {"player": "plain"})
    red.refused(409, f"/api/tables/{alone}/seats/1/give-back", {})


def test_an_invitation_given_before_still_seats_a_person(server: Server) -> None:
    """The guest had the seat played for, then a friend comes after all."""
    red, friend = Browser(server), Browser(server)
    table = red.open(seats=2)
    url = red.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"]
    hand_over(red, table, 1)
    friend.join(url)
    chair = chairs(friend, table)[1]
    assert chair["holder"] == "you" and chair["player"] == ""
    red.answer(table, 0, ["order", 0])
    assert friend.see(table, seat=1)["view"]["ask"]["prompt"] == "Choose an order.", "no computer answers any more"
    friend.answer(table, 1, ["order", 1])


def test_a_computer_takes_its_time_over_a_sealed_answer(impatient: Server) -> None:
    """Or one could tell from the delay of one's own answer how much the computer had to choose from."""
    red = Browser(impatient)
    table = red.open(seats=2, players={"1": "random"})
    began = time.monotonic()
    red.answer(table, 0, ["order", 0])
    assert red.see(table, seat=0)["view"]["ask"]["prompt"] != "Choose an order."
    assert time.monotonic() - began >= SEALED
