"""What a newcomer stumbled over: it shall not happen again."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.campaigns import open_campaign, operations, third_turn
from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, Touch, clear, ref_of, seen, settled, table_id
from tests.browser.test_campaigns import invite, is_asked, resign
from tests.browser.test_missions import option_of
from tests.browser.test_time import moving


def campaign(page: Page, folder: Path) -> None:
    """The Insurgent may play the first card."""
    open_campaign(page, folder, operations)
    page.get_by_role("button", name="I am Insurgent").click()
    expect(page.locator(".hits .can").first).to_be_attached()


def a_lit_place(page: Page) -> Locator:
    return next(place for place in page.locator(".hits .can").all() if clear(place))


def test_a_map_that_was_dragged_still_answers(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    campaign(page, tmp_path)
    page.get_by_role("button", name="Zoom in").click()
    box = page.locator(".board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 10, steps=4)
    page.mouse.up()
    a_lit_place(page).click()
    expect(page.locator(".menu, .answers button:has-text('in hand')").first).to_be_visible()


def test_a_click_on_a_counter_means_that_counter(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    campaign(page, tmp_path)
    page.get_by_role("button", name=re.compile("^J-3 Operations: ")).click()
    counters = page.locator(".token.lit[data-token]")
    expect(counters.first).to_be_visible()
    names = {"{} {}".format(*ref_of(token)): token["name"] for token in seen(page)["view"]["tokens"]}
    counter, box = counters.first, counters.first.bounding_box()
    assert box
    name = names[counter.get_attribute("data-token") or ""]
    settled(page)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    hand = page.locator("#answers, #deciders").get_by_role("button", name=re.compile("in hand"))
    expect(hand.or_(page.locator(".menu .what")).first).to_contain_text(name)


def test_nothing_of_one_side_stays_when_the_other_comes(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    campaign(page, tmp_path)
    militia = [token for token in seen(page)["view"]["tokens"] if token["name"] == "Militia" and "space" in token]
    crowded = Counter(token["space"] for token in seen(page)["view"]["tokens"] if "space" in token)
    place = page.locator(f".hits [data-id='{max(militia, key=lambda one: crowded[one['space']])['space']}']")
    where = place.get_attribute("data-space")
    place.click()
    if (close := page.locator(".menu").get_by_role("button", name="Close")).is_visible():
        close.click()
    page.locator(".tray button", has_text="Militia").first.click()
    expect(page.locator(".look")).to_contain_text("Militia")
    page.get_by_label("Seat").select_option(label="Coalition")
    curtain = page.get_by_role("dialog", name="Pass the screen")
    expect(curtain).to_contain_text("Coalition's side")
    page.get_by_role("button", name="I am Coalition").click()
    expect(page.locator(".prompt")).to_contain_text("Waiting for Insurgent")
    expect(page.locator(".tray, .board .cursor")).to_have_count(0)
    page.get_by_role("tab", name="Look").click()
    expect(page.locator(".look")).to_contain_text("Click a place")
    assert f"Militia ({where})" not in page.content()
    page.get_by_role("button", name="Pass the screen to Insurgent").click()
    expect(curtain).to_contain_text("Insurgent, it is your turn")
    page.get_by_role("button", name="Not yet: I am still Coalition").click()
    expect(page.locator(".prompt")).to_contain_text("Waiting for Insurgent")


def test_typing_beside_the_search_box_plays_nothing(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    campaign(page, tmp_path)
    before = seen(page)["ask"]
    page.get_by_role("tab", name="Rules").click()
    page.locator(".rules dd").first.click()
    page.keyboard.type("line of communication u")
    page.wait_for_timeout(300)
    assert seen(page)["ask"] == before
    expect(page.locator(".board .cursor, .menu")).to_have_count(0)
    page.get_by_label("Search the rules").fill("communication")
    expect(page.locator(".rules dt").first).to_be_visible()
    assert seen(page)["ask"] == before


def test_playing_again_makes_new_links(new_page: NewPage, tmp_path: Path) -> None:
    host, guest = new_page(), new_page()
    open_campaign(host, tmp_path, third_turn)
    host.get_by_role("button", name="I am Insurgent").click()
    expect(host.locator(".prompt")).to_be_visible()
    invite(host, guest, "Insurgent")
    old = table_id(host)
    resign(next(page for page in (host, guest) if is_asked(seen(page))))
    host.get_by_role("region", name="The end of the game").get_by_role("button", name="Play again").click()
    link = host.get_by_label("Link for Insurgent", exact=True)
    expect(link).to_be_visible()
    assert table_id(host) != old
    guest.reload()
    guest.get_by_role("button", name="Join the next game").click()
    expect(guest).to_have_url(re.compile(f"/table/{table_id(host)}"))
    expect(guest.locator(".prompt")).to_be_visible()
    assert seen(guest)["seat"] == 1


def test_where_one_can_take_back_it_is_said_so(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    card = page.locator(".game").filter(has=page.get_by_role("button", name="Play Kandahar"))
    card.get_by_text("Options").click()
    card.get_by_label("Take-backs").check()
    card.get_by_role("button", name="Play Kandahar").click()
    expect(page.locator(".prompt")).to_be_visible()
    hands = Mouse(page)
    for verb in ("default", "default", "done"):
        hands.answer(option_of(hands, verb))
    page.locator(".giveup summary").click()
    page.locator(".standings").get_by_role("button", name="Forfeit the mission").click()
    sure = page.get_by_role("dialog", name="Forfeit the mission? Take-backs are on: Undo brings it back.")
    sure.get_by_role("button", name="Yes").click()
    expect(page.locator(".log")).to_contain_text("forfeited")
    forfeited = seen(page)["ask"]
    settled(page)
    page.get_by_role("button", name="↶ Undo").click()
    expect(page.locator(".standings button").filter(has_text="Forfeit the mission")).to_be_attached()
    assert seen(page)["ask"] != forfeited


def test_a_phone_comes_near_to_what_is_asked(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(390, 844, touch=True)
    open_campaign(page, tmp_path, operations)
    hands = Touch(page)
    hands.press(page.get_by_role("button", name="I am Insurgent"))
    expect(page.locator(".prompt")).to_be_visible()
    page.wait_for_timeout(300)
    near = float(page.locator(".board").get_attribute("data-scale") or 0)
    assert near > 1.5
    assert any(clear(place) for place in page.locator(".hits .can").all())
    hands.press(page.get_by_role("button", name="Show the whole map"))
    expect(page.locator(".board")).to_have_attribute("data-scale", "1.00")
    hands.press(page.get_by_role("button", name="Come near to what is asked"))
    expect(page.locator(".board")).to_have_attribute("data-scale", f"{near:.2f}")
    expect(page.locator(".desk .pull")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_was_looked_at_makes_room_for_what_happened(new_page: NewPage) -> None:
    """Pointing opens the look; what came of the answer is told all the same."""
    page = new_page(1440, 900)
    moving(page)
    look, story = (page.get_by_role("tab", name=name) for name in ("Look", "Story"))
    next(place for place in page.locator(".hits path:not(.can)").all() if clear(place)).click()
    expect(look).to_have_attribute("aria-selected", "true")
    a_lit_place(page).click()
    settled(page)
    page.locator("#deciders").get_by_role("button", name="Halt").click()
    expect(story).to_have_attribute("aria-selected", "true")
    expect(page.locator(".news")).to_contain_text("go to")
