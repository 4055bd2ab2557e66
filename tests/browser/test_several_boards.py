"""A game on several boards: each is fetched when it is first needed, and nothing is shown on the wrong one."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlparse

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from sandtable.boards.hexes import HexGrid
from sandtable.kernel.view import Board, Look, Trace, View
from sandtable.server import wire
from tests.browser.conftest import NewPage
from tests.browser.maps import SIDES, asks, piece
from tests.browser.showing import seen_of

LOOKS = {"clear": Look("Clear", "plain", "."), "wood": Look("Wood", "dots", "w")}


def sheet(id: str, title: str, first: str, last: str, ground: str) -> Board:
    grid = HexGrid(39, 53).cut(first, last)
    return grid.board(id, title, [[ground]] * grid.size, LOOKS)


# Both have a space 4, in different places of the drawing and under different numbers.
NORTH = sheet("north", "The North", "0127", "0732", "clear")
SOUTH = sheet("south", "The South", "2127", "2430", "wood")
LOG = [
    wire.LogLine(0, "move", "3.4", "The raiders land.", [], [Trace(1, [0, 1, 2], "north")], ""),
    wire.LogLine(1, "move", "3.4", "The raiders go inland.", [], [Trace(1, [2, 9], "north")], ""),
    wire.LogLine(2, "map", "2.2", "The second map begins.", [], [], "turn"),
    wire.LogLine(3, "move", "3.4", "The raiders march.", [], [Trace(1, [1, 5], "south")], ""),
]


def view_of(board: Board, space: int, goals: list[str]) -> View:
    return View(board.id, 0, [piece(1, "Raiders", space, "north")], sides=SIDES, ask=asks(board, goals))


IN_NORTH = view_of(NORTH, 9, ["0228", "0229"])
IN_SOUTH = view_of(SOUTH, 5, ["2229", "2328"])


class Campaign:
    """A table that only the page believes in: on the South now, on the North before."""

    def __init__(self, page: Page, begin: wire.Seen, then: wire.Seen | None = None) -> None:
        self.seen = begin
        self.then = then
        self.fetched: list[str] = []
        page.route("**/api/**", self._reply)
        page.route_web_socket("**/live*", lambda socket: None)
        page.goto("/table/shown")
        expect(page.locator(".board")).to_be_visible()

    def _reply(self, route: Route) -> None:
        address = urlparse(route.request.url)
        body: object = self.seen
        if address.path.endswith("/room"):
            body = {"dealt": True}
        elif address.path.endswith("/boards"):
            (wanted,) = parse_qs(address.query)["board"]
            self.fetched.append(wanted)
            body = {wanted: {"north": NORTH, "south": SOUTH}[wanted]}
        elif address.path.endswith("/rules"):
            body = []
        elif address.path.endswith("/inspect"):
            body = {"title": "asked of the game", "facts": []}
        elif "/moments/" in address.path:
            n = int(address.path.rpartition("/")[2])
            body = wire.Moment(n, 3, IN_NORTH if n < 2 else IN_SOUTH, LOG[: n + 1], n + 1, n)
        elif address.path.endswith("/answers") and self.then is not None:
            body = self.seen = self.then
        route.fulfill(body=msgspec.json.encode(body), content_type="application/json")


def later() -> wire.Seen:
    return seen_of(SOUTH, IN_SOUTH, LOG, 3)


def begun() -> wire.Seen:
    return seen_of(NORTH, IN_NORTH, LOG[:1], 1)


def moved_on() -> wire.Seen:
    seen = later()
    seen.revision, seen.ask = 2, "2.0"
    return seen


def labels(page: Page) -> set[str]:
    return set(page.locator(".hits [data-space]").evaluate_all("all => all.map((one) => one.dataset.space)"))


def lit(page: Page) -> set[str]:
    return set(page.locator(".hits .can").evaluate_all("all => all.map((one) => one.dataset.space)"))


def ways(page: Page) -> list[list[list[float]]]:
    """The points of the ways that are drawn, but for their ends."""
    return list(
        page.locator(".traces").evaluate_all(
            """all => all.map((one) => [...one.querySelectorAll('circle')]
                .map((point) => [point.cx.baseVal.value, point.cy.baseVal.value]))"""
        )
    )


def test_a_board_is_fetched_when_it_is_first_needed_and_only_once(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    table = Campaign(page, later())
    assert table.fetched == ["south"]
    expect(page.locator(".hits [data-space='2328']")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("button", name="Show again: The raiders land.").click()
        expect(page.locator(".hits [data-space='0127']")).to_have_count(1)
        page.get_by_role("button", name="Back to The South").click()
        expect(page.locator(".hits [data-space='2127']")).to_have_count(1)
    assert table.fetched == ["south", "north"]


def test_a_line_of_an_earlier_map_is_shown_on_that_map(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    Campaign(page, later())
    page.get_by_role("button", name="Show again: The raiders go inland.").click()
    expect(page.get_by_role("status").filter(has_text="not the map in play")).to_contain_text("The North")
    assert "0127" in labels(page)
    # The whole way over the North, and neither the counter that now stands in the South nor what may be answered there.
    (way,) = ways(page)
    middles = [(space.x, space.y) for space in NORTH.spaces]
    assert [tuple(round(number, 3) for number in point) for point in way] == [
        tuple(round(number, 3) for number in middles[space]) for space in (0, 1, 2)
    ]
    expect(page.locator(".token")).to_have_count(0)
    expect(page.locator(".legal")).to_have_count(0)
    page.locator(".hits [data-space='0228']").click()
    expect(page.locator(".cursor")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".hits [data-space='2127']")).to_have_count(1)
    expect(page.locator(".token")).to_have_count(1)
    expect(page.locator(".traces .way")).to_have_count(0)


def test_a_line_of_the_map_in_play_shows_only_what_happened_there(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    Campaign(page, later())
    page.get_by_role("button", name="Show again: The raiders march.").click()
    expect(page.locator(".traces .way")).to_have_count(1)
    expect(page.get_by_text("not the map in play")).to_have_count(0)
    (way,) = ways(page)
    assert way == [[pytest.approx(SOUTH.spaces[1].x), pytest.approx(SOUTH.spaces[1].y)]]


def test_looking_back_shows_the_board_of_that_moment_and_its_ways(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    Campaign(page, later())
    page.locator(".hits [data-space='2127']").click()
    expect(page.locator(".cursor")).to_have_count(1)
    page.get_by_role("slider").fill("1")
    expect(page.locator(".hits [data-space='0127']")).to_have_count(1)
    expect(page.locator(".cursor")).to_have_count(0)
    assert labels(page) == {space.label for space in NORTH.spaces}
    expect(page.locator(".traces .way")).to_have_count(1)
    token = page.locator(".token").evaluate("one => one.style.transform")
    assert f"{NORTH.spaces[9].x}px" in token
    # A place of that map is told by the map: the game would tell of the place with this number in the South.
    page.locator(".hits [data-space='0228']").click()
    page.get_by_role("tab", name="Look").click()
    expect(page.get_by_role("heading", name="0228")).to_be_visible()
    expect(page.get_by_text("asked of the game")).to_have_count(0)
    page.get_by_role("slider").fill("3")
    expect(page.locator(".hits [data-space='2127']")).to_have_count(1)


def test_an_answer_that_leads_to_another_board_leaves_nothing_of_the_last_one(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    table = Campaign(page, begun(), moved_on())
    assert labels(page) == {space.label for space in NORTH.spaces}
    page.locator(".hits [data-space='0229']").hover()
    page.locator(".hits [data-space='0229']").click()
    expect(page.locator(".hits [data-space='2127']")).to_have_count(1)
    assert labels(page) == {space.label for space in SOUTH.spaces}
    assert table.fetched == ["north", "south"]
    expect(page.locator(".cursor")).to_have_count(0)
    # Of what was told since, one step was gone in the North and one in the South: only that one is drawn.
    assert ways(page) == [[[pytest.approx(SOUTH.spaces[1].x), pytest.approx(SOUTH.spaces[1].y)]]]
    # What may be chosen is lit in one tint, two places of it, and both are those of the South.
    expect(page.locator(".hits .can")).to_have_count(2)
    assert lit(page) == {"2229", "2328"}
    expect(page.locator(".legal")).to_have_attribute("d", re.compile("^M[^M]+M[^M]+$"))


def middle(page: Page) -> str:
    return str(page.locator(".sheet").evaluate("one => one.style.transform"))


def test_each_board_is_looked_at_as_it_was_left(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    Campaign(page, later())
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    left = middle(page)
    assert "scale(1)" not in left
    page.get_by_role("button", name="Show again: The raiders land.").click()
    expect(page.locator(".hits [data-space='0127']")).to_have_count(1)
    page.get_by_role("button", name="Back to The South").click()
    expect(page.locator(".hits [data-space='2127']")).to_have_count(1)
    page.wait_for_function("left => document.querySelector('.sheet').style.transform === left", arg=left)
