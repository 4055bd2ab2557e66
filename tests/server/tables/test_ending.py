"""The end as data, the log page by page, and another game with the same people."""

from __future__ import annotations

import random

import pytest

from tests.server.serving import JSON, Browser, Server, options_of, problem


@pytest.fixture(scope="module")
def played(server: Server) -> tuple[list[str], str]:
    """The cookies of two who have played a game to its end, and its table."""
    red, blue = Browser(server), Browser(server)
    table, links = red.share()
    blue.join(links[1])
    assert problem(red.http.get(f"/api/tables/{table}/ending"), 409)["text"].startswith("How the game went")
    players, rng = {0: red, 1: blue}, random.Random(4)
    while not (seen := red.see(table))["over"]:
        seat = seen["view"]["ask"]["seats"][0]
        mine = players[seat].see(table)
        players[seat].answer(table, seat, rng.choice(options_of(mine)), ask=mine["ask"])
    return [one.http.cookies["sandtable_guest"] for one in (red, blue)], table


@pytest.fixture
def finished(server: Server, played: tuple[list[str], str]) -> tuple[Browser, Browser, str]:
    """Two browsers at a table whose game is over."""
    cookies, table = played
    red, blue = Browser(server), Browser(server)
    for browser, cookie in zip((red, blue), cookies, strict=True):
        browser.http.cookies.set("sandtable_guest", cookie)
    return red, blue, table


def test_the_end_says_where_it_lies_in_the_table_of_results(finished: tuple[Browser, Browser, str]) -> None:
    red, _, table = finished
    told: JSON = red.get(f"/api/tables/{table}/ending")
    assert [row["label"] for row in told["results"]["rows"] if row.get("here")] == [told["outcome"]["label"]]
    log = red.see(table)["log"]
    dice = [face for line in log for face in line["dice"]]
    assert sum(one["dice"] for one in told.get("luck", [])) == len(dice)
    assert sum(one["total"] for one in told.get("luck", [])) == sum(dice)
    fallen = [line for line in log if line["text"].endswith("falls.")]
    assert sum(len(one["names"]) for one in told.get("losses", [])) == len(fallen)


def test_a_turning_point_is_a_moment_at_which_it_was_told(finished: tuple[Browser, Browser, str]) -> None:
    red, blue, table = finished
    for browser in (red, blue):
        seat = browser.see(table)["seat"]
        for point in browser.get(f"/api/tables/{table}/ending", seat=seat).get("turning", []):
            then = browser.get(f"/api/tables/{table}/moments/{point['n']}", seat=seat)
            fresh = [line["text"] for line in then["log"]][then["told"] - then["log_length"] :]
            assert point["text"] in fresh


def test_a_blow_to_one_is_a_gain_to_the_other(finished: tuple[Browser, Browser, str]) -> None:
    red, blue, table = finished
    heard = [{line["text"]: line["weight"] for line in one.see(table)["log"]} for one in (red, blue)]
    fallen = [text for text in heard[0] if text.endswith("falls.")]
    assert all({heard[0][text], heard[1][text]} == {"blow", "gain"} for text in fallen if text in heard[1])


def test_the_log_comes_page_by_page(finished: tuple[Browser, Browser, str]) -> None:
    red, _, table = finished
    whole = red.see(table)["log"]
    page = red.get(f"/api/tables/{table}/log", first=2, count=5)
    assert page["lines"] == whole[2:7] and page["length"] == len(whole)
    last = red.see(table, log_last=3)
    assert last["log"] == whole[-3:] and last["log_length"] == len(whole)
    contents = red.get(f"/api/tables/{table}/log", count=0, contents=True)["headings"]
    assert [one["n"] for one in contents] == [line["n"] for line in whole if line["weight"] == "turn"]


def test_lines_are_joined_alike_wherever_a_page_begins(finished: tuple[Browser, Browser, str]) -> None:
    red, _, table = finished
    whole = red.see(table)["log"]
    for first in range(len(whole)):
        assert red.get(f"/api/tables/{table}/log", first=first, count=1)["lines"] == whole[first : first + 1]


def test_the_next_game_waits_for_the_same_people(finished: tuple[Browser, Browser, str], server: Server) -> None:
    red, blue, table = finished
    stranger = Browser(server)
    stranger.refused(404, f"/api/tables/{table}/again", {"salt": "x"})
    opened: JSON = red.post(f"/api/tables/{table}/again", {"salt": "red"})
    assert "again" not in red.get(f"/api/tables/{table}/ending"), "who opened it sits there already"
    offered = blue.get(f"/api/tables/{table}/ending", seat=1)["again"]
    assert offered == {"1": opened["links"]["1"]}
    twice = blue.refused(409, f"/api/tables/{table}/again", {"salt": "y"})
    assert twice["text"].endswith("your seat there is waiting.")
    assert blue.join(offered["1"])["table"] == opened["table"]
    assert [seat["holder"] for seat in red.see(opened["table"])["seats"]] == ["you", "other"]
    assert "again" not in blue.get(f"/api/tables/{table}/ending", seat=1), "once all sit there it is a game like any"
