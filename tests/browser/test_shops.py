"""Shops and hands: what is bought is drawn as it is, says what it costs and is good for, and can be dragged."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, seen
from tests.browser.positions import open_position
from tests.browser.test_missions import option_of
from tests.server.serving import Server


def to_the_shop(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Kandahar").click()
    expect(page.locator(".prompt")).to_be_visible()
    hands = Mouse(page)
    hands.answer(option_of(hands, "default"))
    expect(page.locator(".prompt")).to_contain_text("Buy gear")
    open_the_desk(page)


def open_the_desk(page: Page) -> None:
    pull = page.locator(".desk .pull")
    if pull.get_attribute("aria-expanded") == "false":
        pull.click()


def ware(page: Page, title: str) -> Locator:
    return page.locator(".ware").filter(has=page.get_by_role("button", name=title, exact=True))


def test_a_shop_shows_counters_with_price_use_and_what_the_mission_needs(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    place = {"base-camp": "2001", "a-team": "2001", "rescue-pow": "1625"}
    open_position(page, tmp_path, at="purchase", place=place, pp=100)
    expect(page.locator(".prompt")).to_contain_text("Buy gear")
    open_the_desk(page)
    shop = next(deck for deck in seen(page)["view"]["decks"] if deck["name"] == "for sale")
    (need,) = shop["checks"]
    expect(page.locator(".wants")).to_contain_text(need["text"])
    expect(page.locator(".wants")).to_contain_text("lacking: Med Kit and Radio")
    for first in (0, 1):
        expect(page.locator(".ware").nth(first)).to_contain_text("for this mission")
    top = page.locator(".ware").first
    expect(top.locator(".piece .counter")).to_be_visible()
    m249 = ware(page, "M249")
    expect(m249).to_contain_text("3 points")
    expect(m249).to_contain_text("4 left")
    expect(m249).to_contain_text("Adds 4 to a battle.")
    expect(ware(page, "Drone")).to_contain_text("Only if a mission asks for it")
    usual = page.locator("#answers").get_by_role("button", name=re.compile("Buy the usual gear for 39 points: M249, "))
    expect(usual).to_be_visible()


def test_one_button_buys_one_and_what_is_too_dear_says_so(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_position(page, tmp_path, at="purchase", place={"base-camp": "2001", "a-team": "2001"}, pp=12)
    expect(page.locator(".prompt")).to_contain_text("Buy gear")
    page.locator(".desk button[aria-expanded]").click()
    expect(ware(page, "M777 artillery").get_by_role("button", name="Buy M777 artillery")).to_have_text("Buy")
    expect(ware(page, "Missile")).to_contain_text("Too dear: it costs 14, and you have 12.")
    expect(ware(page, "Missile").locator(".play")).to_have_count(0)
    for left in (3, 2):
        expect(ware(page, "M249").locator(".play")).to_have_text("Buy")
        ware(page, "M249").locator(".play").click()
        expect(ware(page, "M249")).to_contain_text(f"{left} left")
    expect(ware(page, "M777 artillery")).to_contain_text("Too dear: it costs 12, and you have 6.")
    # The filled button says what it does and does only that; what ends the buying keeps its place.
    confirm, ends = page.locator("#deciders .send"), page.locator("#deciders .ends")
    expect(confirm).to_have_text("Buy these 2: 6 points")
    expect(ends).to_have_text(re.compile("^Buy no more ?after these 2$"))
    confirm.click()
    expect(page.locator(".prompt")).to_contain_text("Buy gear and people (6 points)")
    expect(page.locator(".gathered")).to_have_count(0)
    expect(confirm).to_have_count(0)
    expect(ends).to_have_text("Buy no more")


def test_who_is_for_hire_is_chosen_in_the_drawer_on_a_phone(new_page: NewPage, tmp_path: Path) -> None:
    """With price and use, not as a row of bare names; the sheet makes room for it."""
    page = new_page(390, 844, touch=True)
    place = {"base-camp": "2001", "a-team": "2001", "rescue-pow": "1625"}
    open_position(page, tmp_path, at="purchase", place=place, pp=100)
    expect(page.locator(".ask .chip")).to_have_count(0)
    page.locator("#answers").get_by_role("button", name="Hire", exact=True).tap()
    hired = ware(page, "A-Team 2")
    expect(hired.get_by_role("button", name="Hire")).to_be_in_viewport(ratio=1)
    expect(page.locator(".ask")).to_have_class(re.compile("at-line"))
    page.wait_for_timeout(500)
    hired.get_by_role("button", name="Hire").tap()
    expect(page.locator(".deciders .send")).to_contain_text("Hire this: 20 points")


def test_a_counter_is_dragged_where_it_may_go(new_page: NewPage) -> None:
    """Out of the drawer onto the map: the second camp is bought and stands where it is let go."""
    page = new_page(1440, 900)
    to_the_shop(page)
    camp = ware(page, "Base Camp 2")
    camp.scroll_into_view_if_needed()
    box = camp.locator(".piece").bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.wait_for_timeout(500)  # the page takes no press just after its layout changed
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 30, steps=4)
    expect(page.locator(".carried .counter")).to_be_visible()
    page.wait_for_timeout(500)
    goal = next(place for place in page.locator(".hits .can").all() if in_sight(page, place))
    space = goal.get_attribute("data-space")
    at = goal.bounding_box()
    assert at
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, steps=6)
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".gathered")).to_contain_text(str(space))


def in_sight(page: Page, place: Locator) -> bool:
    """Whether a click in the middle of it meets it."""
    return bool(
        place.evaluate(
            """node => {
                const {x, y, width, height} = node.getBoundingClientRect();
                return document.elementFromPoint(x + width / 2, y + height / 2) === node;
            }"""
        )
    )


def test_how_it_is_played_is_a_page(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    page.goto("/")
    card = page.locator(".game").filter(has=page.get_by_role("button", name="Play Kandahar"))
    card.get_by_role("link", name="How it is played").tap()
    expect(page.get_by_role("heading", name="How it is played")).to_be_visible()
    assert page.url.endswith("/game/kandahar")
    page.reload()
    expect(page.get_by_role("heading", name="How it is played")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="All games").tap()
    expect(page.get_by_role("button", name="Play Kandahar")).to_be_visible()


def test_an_invitation_says_who_invites_to_what_and_who_comes_is_seen_at_once(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    host.goto("/")
    card = host.locator(".game").filter(has=host.get_by_role("button", name="Play BCT Command"))
    card.get_by_role("radio", name="Surge: ").check()
    card.locator(".chairs").get_by_label("Insurgent").select_option("link")
    card.get_by_role("button", name="Play BCT Command").click()
    link = host.get_by_label("Link for Insurgent", exact=True)
    expect(link).to_have_value(re.compile("/join/"))
    expect(host.get_by_text("This link works on this computer only")).to_be_visible()
    guest.goto(link.input_value())
    expect(guest.locator(".invited")).to_have_text("The Coalition invites you to play Insurgent.")
    expect(guest.locator(".cover")).to_contain_text("BCT Command")
    expect(guest.locator(".cover")).to_contain_text("Surge")
    expect(guest.get_by_role("img", name="Part of the map of BCT Command: Kandahar")).to_be_visible()
    guest.get_by_role("button", name="Sit down as Insurgent").click()
    expect(host.locator(".prompt")).to_contain_text("Set up your Units", timeout=3_000)


def test_a_host_offers_values_of_his_own(new_page: NewPage, tmp_path: Path) -> None:
    pack = tmp_path / "dear-guns"
    pack.mkdir()
    (pack / "gear.yaml").write_text("gear:\n  source: designed\n  reason: a test\n  rows:\n    m249: {cost: 9}\n")
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", SANDTABLE_PACKS=f"kandahar={pack}")
    try:
        page = new_page(at=server)
        page.goto("/")
        card = page.locator(".game").filter(has=page.get_by_role("button", name="Play Kandahar"))
        card.get_by_text("Options").click()
        card.get_by_label("dear-guns").check()
        card.get_by_role("button", name="Play Kandahar").click()
        expect(page.locator(".prompt")).to_be_visible()
        hands = Mouse(page)
        hands.answer(option_of(hands, "default"))
        expect(page.locator(".prompt")).to_contain_text("Buy gear")
        shop = next(deck for deck in seen(page)["view"]["decks"] if deck["name"] == "for sale")
        assert next(one["cost"] for one in shop["cards"] if one["title"] == "M249") == "9"
    finally:
        server.stop()
