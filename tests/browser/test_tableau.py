"""A tableau of cards on the page: cards are chosen one by one, and what cannot be played says why."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable.kernel.view import CARD, Trace
from sandtable.server import wire
from tests import tableaus
from tests.browser.conftest import NewPage
from tests.browser.hands import settled
from tests.browser.showing import show
from tests.browser.test_pages import serious

LANDED = wire.LogLine(
    0, "hostiles.close", "8.3", "The gunmen close in.", [], [Trace(tableaus.GUNMEN, [2, 1], domain=CARD)], ""
)


def card(page: Page, number: int) -> Locator:
    return page.locator(f"[data-stop='card {number}']")


def laid(page: Page, number: int) -> Locator:
    return page.locator(".tcard, .gear").filter(has=card(page, number)).last


def opened(page: Page, places: int = 6) -> list[list[list[object]]]:
    answers = show(page, tableaus.board(places), tableaus.view())
    expect(card(page, tableaus.FLANK)).to_be_visible()
    settled(page)
    return answers


def given(page: Page, answers: list[list[list[object]]], option: list[object]) -> None:
    for _ in range(100):
        if answers:
            break
        page.wait_for_timeout(50)
    assert answers == [[option]]


def choose_and_attack(page: Page, touch: bool) -> None:
    press = Locator.tap if touch else Locator.click
    press(card(page, tableaus.FLANK))
    expect(card(page, tableaus.FLANK)).to_have_attribute("aria-pressed", "true")
    expect(laid(page, tableaus.GUNMEN)).to_contain_text("kill 60 %")
    expect(card(page, tableaus.TECHNICAL)).not_to_have_attribute("aria-label", re.compile("can be chosen"))
    settled(page)
    press(card(page, tableaus.GUNMEN))
    if touch:  # a finger has not seen the odds beside the pointer
        press(page.locator(".menu").get_by_role("button", name="Attack Gunmen with Flank"))


@pytest.mark.parametrize("dark", [False, True])
def test_a_hand_card_then_a_lit_card(new_page: NewPage, dark: bool) -> None:
    page = new_page(1440, 900, dark=dark)
    answers = opened(page)
    assert page.locator(".path").evaluate("one => one.scrollWidth <= one.clientWidth"), "the whole path is seen"
    assert serious(page) == []
    # All text can be read: no card has letters of less than 14 pixels.
    sizes = page.locator(".of-tableau :is(p, td, th, dd, dt, button)").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 14
    card(page, tableaus.AID).click()
    expect(page.locator(".note.bad")).to_contain_text("Nobody here is hurt.")
    choose_and_attack(page, touch=False)
    given(page, answers, ["attack", tableaus.FLANK, tableaus.GUNMEN])


def test_on_a_phone_one_place_at_a_time(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    answers = opened(page)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page is wider than the phone"
    card(page, tableaus.AID).tap()
    expect(page.locator(".note.bad")).to_contain_text("Nobody here is hurt.")
    settled(page)
    whole = page.get_by_role("navigation", name="The whole path")
    whole.get_by_role("button", name="Show Place 4").tap()
    expect(whole.locator("[aria-current]")).to_have_attribute("aria-label", re.compile("Market Roofs"))
    # What can be chosen next comes into sight by itself.
    choose_and_attack(page, touch=True)
    given(page, answers, ["attack", tableaus.FLANK, tableaus.GUNMEN])


def test_keys_go_from_place_to_place_and_from_card_to_card(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    answers = opened(page)
    page.keyboard.press("m")
    expect(page.locator("[data-stop='space 0']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(card(page, tableaus.GUNMEN)).to_be_focused()
    expect(card(page, tableaus.GUNMEN)).to_have_attribute(
        "aria-label", re.compile("men 2 open, 1 marked, 1 gone.*hurt 42")
    )
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(card(page, tableaus.GRENADES)).to_be_focused()
    page.keyboard.press("p")
    expect(card(page, tableaus.RIFLE)).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(page, tableaus.RIFLE)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("n")
    expect(card(page, tableaus.SNIPER)).to_be_focused()
    settled(page)
    page.keyboard.press("Enter")
    given(page, answers, ["attack", tableaus.RIFLE, tableaus.SNIPER])


def drag(page: Page, one: Locator, to: Locator) -> None:
    for n, thing in enumerate((one, to)):
        box = thing.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        if n == 0:
            page.mouse.down()
    expect(page.locator(".carried .tcard")).to_have_count(1)
    settled(page)
    page.mouse.up()


def test_a_card_is_dragged_to_a_place_and_hands_of_others_open_on_a_click(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    answers = opened(page)
    expect(page.get_by_text("Plan 1")).to_have_count(0)
    page.get_by_role("button", name="Diaz 5 cards").click()
    expect(page.get_by_text("Plan 1")).to_be_visible()
    settled(page)
    drag(page, laid(page, tableaus.RUSH), page.locator("[data-place='2'] .site"))
    given(page, answers, ["move", tableaus.RUSH, 2])


def test_a_card_glides_to_its_place(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    page.emulate_media(reduced_motion="no-preference")
    show(page, tableaus.board(), tableaus.view(), [LANDED])
    page.get_by_role("button", name="Show again: The gunmen close in.").click()
    expect(page.locator(".tcard.gliding")).to_have_count(1)
    expect(page.locator(".tcard.gliding")).to_have_count(0)
