"""Where the map is looked at: never at the bare desk, and at what is asked."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, Touch
from tests.browser.test_missions import option_of
from tests.browser.test_time import moving


def blank(page: Page) -> float:
    """How many hexes of bare desk lie between the map and the edge of its frame, where it is widest."""
    page.wait_for_timeout(120)
    return float(
        page.evaluate(
            """() => {
                const sheet = document.querySelector(".board .paper").getBoundingClientRect();
                const frame = document.querySelector(".board").getBoundingClientRect();
                const hex = document.querySelector(".hits path").getBoundingClientRect().width;
                return Math.max(sheet.left - frame.left, frame.right - sheet.right,
                                sheet.top - frame.top, frame.bottom - sheet.bottom) / hex;
            }"""
        )
    )


def drag(page: Page, dx: int, dy: int) -> None:
    box = page.locator(".board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    assert blank(page) < 0.5, "while it is dragged"
    page.mouse.up()


def test_the_map_stops_at_its_edge(new_page: NewPage) -> None:
    page = new_page()
    moving(page)
    for dx, dy in ((1, 1), (1, 1), (-1, -1), (-1, -1), (-1, -1), (-1, -1), (1, -1), (-1, 1)):
        drag(page, dx * 380, dy * 200)
        assert blank(page) < 0.5
    for _ in range(2):
        page.mouse.wheel(0, 240)
        page.wait_for_timeout(40)
    assert blank(page) < 0.5


def targets_in_sight(page: Page) -> int:
    return int(
        page.evaluate(
            """() => {
                const frame = document.querySelector(".board").getBoundingClientRect();
                const inside = one => {
                    const box = one.getBoundingClientRect();
                    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
                };
                return [...document.querySelectorAll(".hits .can")].filter(inside).length;
            }"""
        )
    )


def test_what_is_asked_next_comes_into_sight(new_page: NewPage) -> None:
    page = new_page()
    hands = moving(page)
    page.get_by_role("button", name="↶ Undo").click()
    expect(page.locator(".prompt")).to_contain_text("Who goes?")
    for _ in range(5):
        drag(page, -380, -200)
    assert not targets_in_sight(page)
    hands.answer(option_of(hands, "all"))
    page.wait_for_timeout(120)
    assert targets_in_sight(page)


def test_the_map_is_there_again_when_the_drawer_closes(new_page: NewPage) -> None:
    for hands in (Mouse(new_page()), Touch(new_page(390, 844, touch=True))):
        hands.start()
        for verb in ("default", "default"):
            hands.answer(option_of(hands, verb))
        page, pull = hands.page, hands.page.locator(".desk .pull")
        scale = page.locator(".board").get_attribute("data-scale")
        first = pull.get_attribute("aria-expanded")
        for _ in range(2):
            hands.press(pull)
            page.wait_for_timeout(120)
        expect(pull).to_have_attribute("aria-expanded", str(first))
        expect(page.locator(".board")).to_have_attribute("data-scale", str(scale))
        assert blank(page) < 0.5
