"""Invasion Afghanistan through the page: a year by mouse with a reload in it, an Operation by keys and by touch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import JSON, Hands, Keyboard, Mouse, Touch, capital, seen, settled
from tests.browser.test_pages import serious
from tests.browser.wars import Answer, Script, again, open_war, year_of_war


class Pointer(Mouse):
    """Means one counter of many that lie side by side: by clicking on just that."""

    def by_map(self, group: JSON, choice: JSON) -> bool:
        if group["args"] != ["token"]:
            return super().by_map(group, choice)
        own = self.page.locator(f".tokens .token[data-token='token {choice['option'][1]}'] .face")
        settled(self.page)
        box = own.bounding_box() if own.count() else None
        if box is None:
            return False
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.wait_for_timeout(60)
        return self.from_menu(choice)


class Finger(Touch):
    """Taps what is to be ticked in the sheet."""

    def by_map(self, group: JSON, choice: JSON) -> bool:
        chip = self.page.locator(".gather").get_by_role("button", name=capital(choice["text"]), exact=True)
        if group["args"] not in (["token"], ["counter"]) or not chip.count():
            return super().by_map(group, choice)
        self.press(chip)
        return True


@pytest.fixture(scope="module")
def script() -> Script:
    return year_of_war()


def play(hands: Hands, answer: Answer) -> None:
    """The parts of one answer, one after the other: only the last is sent."""
    for part in answer:
        hands.answer(list(part))


def figures(page: Page) -> dict[str, int]:
    tracks = seen(page)["view"]["tracks"]
    return {f"{track['name']} {track.get('side', '')}": track["value"] for track in tracks}


def test_a_year_by_mouse(new_page: NewPage, tmp_path: Path, script: Script) -> None:
    page = new_page(1440, 900)
    hands = Pointer(page)
    open_war(page, tmp_path, script)
    operation, *rest = script.answers
    for part in operation[:-1]:
        hands.answer(list(part))
    assert planned(page, 2), "the ways of both forces are drawn"
    assert serious(page) == []
    play(hands, operation[-1:])
    expect(page.locator(".scene h2")).to_contain_text("Battle")
    for n, answer in enumerate(rest):
        play(hands, answer)
        if n == 1:
            page.reload()
            expect(page.locator(".prompt")).to_be_visible()
    expect(page.locator(".crumbs")).to_contain_text("Operations")
    assert hands.on_map >= 3, "target and forces were pointed at on the map"
    table = again(script.record)
    for answer in script.answers:
        table.answer(0, *answer)
    told = table.view(0, odds=False).tracks
    assert figures(page) == {f"{track.name} {track.side}": track.value for track in told}


def planned(page: Page, forces: int) -> bool:
    return page.locator(".traces.planned .way").count() == forces


def test_parts_of_an_operation_come_out_again(new_page: NewPage, tmp_path: Path, script: Script) -> None:
    page = new_page(1440, 900, dark=True)
    hands = Pointer(page)
    open_war(page, tmp_path, script)
    before = seen(page)["ask"]
    target, one, other, *markers, _ = script.answers[0]
    for part in (one, target, other, *markers):  # units first, then where to
        hands.answer(list(part))
    carry = page.locator("#deciders .send")
    risk = page.locator(".risk")
    expect(carry).to_contain_text("Carry it out for")
    expect(risk).to_contain_text("superiority")
    expect(page.locator(".gather [aria-pressed=true]")).to_have_count(2 + len(markers))
    assert serious(page) == []
    page.locator(".gather [aria-pressed=true]").first.click()
    expect(page.locator(".gather [aria-pressed=true]")).to_have_count(1 + len(markers))
    assert planned(page, 1)
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator(".gathered")).to_have_count(0)
    expect(carry).to_have_count(0)
    assert seen(page)["ask"] == before, "nothing was answered, so nothing was paid"


@pytest.mark.parametrize("way", [Keyboard, Finger])
def test_an_operation_and_its_battle(new_page: NewPage, tmp_path: Path, script: Script, way: type[Hands]) -> None:
    page = new_page(390, 844, touch=True) if way is Finger else new_page()
    hands = way(page)
    open_war(page, tmp_path, script)
    for answer in script.answers:
        play(hands, answer)
        if answer == (("fight",),):
            break
    expect(page.locator(".scene .thrown")).to_be_attached()
    assert serious(page) == []
    if way is Finger:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
