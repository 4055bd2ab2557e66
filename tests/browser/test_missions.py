"""First-time players: one with a mouse, one with a keyboard alone, one on a phone. Each plays a mission to its end."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.hands import Hands, Keyboard, Mouse, Touch, play_a_mission, seen


def accomplished(hands: Hands) -> None:
    after = play_a_mission(hands)
    assert after["entries"] > 4
    assert hands.on_map >= 2, "the map was hardly used"
    record = hands.page.request.post(f"/api/tables/{after['table']}/verify", headers={"X-Sandtable": "1"}).json()
    assert record["good"], record


def test_by_mouse(new_page: NewPage) -> None:
    accomplished(Mouse(new_page()))


def test_by_keyboard_alone(new_page: NewPage) -> None:
    accomplished(Keyboard(new_page()))


def test_on_a_phone(new_page: NewPage) -> None:
    accomplished(Touch(new_page(390, 844, touch=True)))


def test_what_is_not_legal_says_why(new_page: NewPage) -> None:
    """Pointing at an unlit hex while a stack moves gives a sentence with its rule, and changes nothing."""
    hands = Mouse(new_page())
    hands.start()
    for verb in ("default", "default", "done", "form", "all"):
        hands.answer(option_of(hands, verb))
    before = seen(hands.page)
    page = hands.page
    page.get_by_role("button", name="Show the whole map").click()
    page.locator(".hits path:not(.can)").nth(500).click()
    note = page.locator(".note.bad")
    expect(note).to_contain_text("rule ")
    assert len(note.inner_text()) > 20
    assert seen(page)["ask"] == before["ask"]
    note.get_by_role("button", name="rule").click()
    expect(page.locator(".rules dt")).to_have_count(1)


def option_of(hands: Hands, verb: str) -> list[object]:
    groups = hands.looking()["view"]["ask"]["groups"]
    return list(next(group for group in groups if group["verb"] == verb)["choices"][0]["option"])
