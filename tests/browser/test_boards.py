"""Boards that are no hex maps: areas with boxes and tracks, points and routes, cards with counters on them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sandtable.kernel.view import Board, Card, View
from tests.browser.conftest import NewPage
from tests.browser.showing import area_board, area_view, cards_table, point_table, show
from tests.browser.test_pages import serious

Shown = Callable[[], tuple[Board, View]]


def area_table() -> tuple[Board, View]:
    return area_board(), area_view()


KINDS = {"areas": area_table, "points": point_table, "cards": cards_table}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_serious_on_any_board(new_page: NewPage, kind: str, dark: bool) -> None:
    page = new_page(dark=dark)
    _, view = KINDS[kind]()
    show(page, *KINDS[kind]())
    if view.hand:
        page.locator(".desk button[aria-expanded]").click()
        expect(page.locator(".desk .playcard")).to_have_count(len(view.hand) + sum(len(d.cards) for d in view.decks))
    assert serious(page) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_is_wide_enough(new_page: NewPage, kind: str) -> None:
    page = new_page(390, 844, touch=True)
    show(page, *KINDS[kind]())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def overlaps(page: Page) -> list[str]:
    """Counters that lie over the name of a place."""
    return list(
        page.evaluate(
            """() => {
                const found = [];
                for (const name of document.querySelectorAll(".names text")) {
                    const a = name.getBoundingClientRect();
                    for (const face of document.querySelectorAll(".token .face")) {
                        const b = face.getBoundingClientRect();
                        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                        if (wide > 4 && high > a.height * 0.4) found.push(name.textContent);
                    }
                }
                return found;
            }"""
        )
    )


def test_an_area_shows_its_name_its_counters_and_who_holds_it(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = area_table()
    answers = show(page, board, view)
    expect(page.locator(".names text")).to_have_count(12)
    on_board = [token for token in view.tokens if token.space >= 0 or token.on is not None]
    expect(page.locator(".token")).to_have_count(len(on_board))
    assert overlaps(page) == []
    expect(page.locator(".control .flag")).to_have_count(2)
    expect(page.locator(".line.l-road")).to_have_count(1)
    expect(page.locator(".line.l-water")).to_have_count(1)
    expect(page.locator(".line.l-")).to_have_count(0)  # neighbours are no road
    expect(page.get_by_role("img", name="Command: North 4 of 8, South 6 of 8")).to_be_visible()
    page.locator(".hits [data-id='6']").click()
    page.wait_for_timeout(200)
    assert answers == [[["move", 6]]]


def test_what_lies_on_a_counter_is_listed_with_it(new_page: NewPage) -> None:
    page = new_page()
    show(page, *area_table())
    page.locator(".hits [data-id='6']").hover()
    expect(page.locator(".tip")).to_contain_text("Brigade; Asset 0; Asset 1")


def test_boxes_off_the_map_and_cards_lie_in_the_drawer(new_page: NewPage) -> None:
    page = new_page()
    answers = show(page, *area_table())
    page.locator(".desk button[aria-expanded]").click()
    expect(page.locator(".offmap button")).to_have_count(1)
    ambush = page.locator(".playcard").filter(has=page.get_by_role("button", name="Ambush", exact=True)).first
    expect(ambush.locator(".keyword").first).to_have_text("battle")
    assert ambush.locator(".words").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 14
    ambush.get_by_role("button", name="play Ambush").click()
    page.wait_for_timeout(200)
    assert answers == [[["play", 301]]]


def test_points_are_joined_by_routes_of_their_kind(new_page: NewPage) -> None:
    page = new_page()
    answers = show(page, *point_table())
    for line in ("road", "rail", "sea", "border"):
        expect(page.locator(f".line.l-{line}")).to_have_count(1)
    expect(page.locator(".country")).to_have_count(1)
    expect(page.locator(".town")).to_have_count(8)
    page.locator(".hits [data-id='3']").click()
    page.wait_for_timeout(200)
    assert answers == [[["go", 3]]]


def test_cards_lie_in_their_places_with_counters_on_them(new_page: NewPage) -> None:
    page = new_page()
    answers = show(page, *cards_table())
    expect(page.locator(".laid .playcard")).to_have_count(6)
    expect(page.locator(".laid .facedown")).to_have_count(1)
    expect(page.locator(".laid .oncard li")).to_have_count(4)
    page.locator(".hits [data-id='2']").click()
    page.wait_for_timeout(200)
    assert answers == [[["go", 2]]]


def test_a_card_shows_whose_it_is_how_many_and_what_lies_on_it(new_page: NewPage) -> None:
    board, view = cards_table()
    place, logistics = view.cards[0], view.hand[1]
    place.seat, place.count = 1, 3
    view.cards.append(Card(410, "Scope", on=place.ref))
    view.hand.append(Card(304, "Sling", seat=0, on=logistics.ref))
    page = new_page()
    show(page, board, view)
    first = page.locator(".laid .playcard").first
    expect(first.locator(".kind")).to_have_text("location · South")
    expect(first.locator(".times")).to_have_text("\u00d73")
    expect(first.locator(".oncard.cards li")).to_have_text("Scope")
    page.locator(".desk button[aria-expanded]").click()
    titles = page.locator(".desk .playcard .title").all_inner_texts()
    assert titles[titles.index(logistics.title) + 1] == "Sling"
    expect(page.locator(".desk .playcard.above")).to_have_count(1)
    assert serious(page) == []
