"""Two people and one table: the wish of one to delete it is seen by the other, who agrees or keeps it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import table_id
from tests.browser.test_seats import wait_for_blue


def two(new_page: NewPage) -> tuple[Page, Page]:
    """Red and Blue at their table. A wish that others must share is a refusal, of which a browser's console tells."""
    red, blue = new_page(quiet=True), new_page(quiet=True)
    wait_for_blue(red)
    blue.goto(red.get_by_label("Link for Blue", exact=True).input_value())
    blue.get_by_role("button", name="Sit down as Blue").click()
    for page in (red, blue):
        expect(page.locator(".prompt")).to_be_visible()
    return red, blue


def wish(page: Page) -> Locator:
    return page.get_by_label("Deleting this table")


def press_delete(page: Page) -> None:
    """On the shelf, and once more where it is asked whether that is meant."""
    page.get_by_role("button", name="All games").click()
    page.get_by_role("button", name="Delete the table of Patrols").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()


def test_the_other_sees_who_wants_it_and_agrees(new_page: NewPage) -> None:
    red, blue = two(new_page)
    expect(wish(blue)).to_have_count(0)
    press_delete(red)
    expect(wish(red)).to_contain_text("You want to delete this table.")
    expect(wish(blue)).to_contain_text("Red wants to delete this table. It stays unless you agree.")

    wish(blue).get_by_role("button", name="Agree").click()
    blue.get_by_role("dialog").get_by_role("button", name="No").click()
    wish(blue).get_by_role("button", name="Agree").click()
    blue.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(blue.get_by_role("heading", name="Games")).to_be_visible()
    red.reload()
    for page in (blue, red):
        expect(page.get_by_role("button", name="Play Patrols")).to_be_visible()
        expect(page.locator(".tables")).to_have_count(0)


def test_it_is_kept_by_one_and_the_wish_taken_back_by_the_other(new_page: NewPage) -> None:
    red, blue = two(new_page)
    press_delete(red)
    wish(blue).get_by_role("button", name="Keep it").click()
    expect(wish(blue)).to_contain_text("You keep it: it stays.")
    blue.reload()
    expect(wish(blue)).to_contain_text("You keep it: it stays.")

    red.goto(f"/table/{table_id(blue)}")
    expect(wish(red)).to_contain_text("It goes when Blue wants it too.")
    wish(red).get_by_role("button", name="Keep it").click()
    for page in (red, blue):
        expect(wish(page)).to_have_count(0)
        expect(page.locator(".prompt")).to_be_visible()


def test_the_shelf_tells_it_too(new_page: NewPage) -> None:
    red, blue = two(new_page)
    press_delete(red)
    expect(wish(blue)).to_be_visible()
    blue.get_by_role("button", name="All games").click()
    expect(wish(blue)).to_contain_text("Red wants to delete this table.")
    wish(red).get_by_role("button", name="Keep it").click()
    expect(wish(red)).to_have_count(0)
    blue.reload()
    expect(blue.locator(".tables li")).to_have_count(1)
    expect(wish(blue)).to_have_count(0)


def test_who_plays_alone_is_asked_once(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Play Patrols").click()
    expect(page.locator(".prompt")).to_be_visible()
    page.get_by_role("button", name="All games").click()
    page.get_by_role("button", name="Delete the table of Patrols").click()
    page.get_by_role("dialog").get_by_role("button", name="No").click()
    expect(page.locator(".tables li")).to_have_count(1)
    page.get_by_role("button", name="Delete the table of Patrols").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(page.locator(".tables")).to_have_count(0)
