"""The end of a game: asked again before it is given up, shown with its scores, and played again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import Hands, Keyboard, Mouse, Touch, seen
from tests.browser.test_missions import option_of
from tests.browser.test_pages import serious


def begin(hands: Hands) -> None:
    """A mission lies on the map, and the first stack is to be formed."""
    hands.start()
    for verb in ("default", "default", "done"):
        hands.answer(option_of(hands, verb))


def test_forfeiting_takes_two_clicks_in_different_places(new_page: NewPage) -> None:
    page = new_page()
    hands = Mouse(page)
    begin(hands)
    before = seen(page)["ask"]
    page.wait_for_timeout(300)  # the page has come to rest
    flag, forfeit = page.locator(".giveup summary"), page.locator(".standings").get_by_role("button", name="Forfeit")
    flag.click()
    box = forfeit.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    sure = page.get_by_role("dialog", name="Forfeit the mission?", exact=True)  # it can be taken back
    expect(sure).to_be_visible()
    expect(sure.get_by_role("button", name="No")).to_be_focused()
    assert serious(page) == []
    page.keyboard.press("Enter")
    expect(sure).to_have_count(0)
    flag.click()
    page.mouse.dblclick(x, y)
    expect(sure).to_be_visible()
    assert seen(page)["ask"] == before
    sure.get_by_role("button", name="Yes").click()
    expect(sure).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("forfeit", ignore_case=True)
    assert seen(page)["ask"] != before


def test_standing_answers_stay_where_they_are(new_page: NewPage) -> None:
    page = new_page()
    hands = Mouse(page)
    begin(hands)
    kept = [page.locator(f".deciders > .{place}") for place in ("confirm", "end", "giveup")]
    places = [[place.bounding_box() for place in kept]]
    for verb in ("form", "all", "go"):
        hands.answer(option_of(hands, verb))
        places.append([place.bounding_box() for place in kept])
    assert all(place == places[0] for place in places), places


def ended(hands: Hands) -> Page:
    begin(hands)
    hands.answer(option_of(hands, "stop"))
    expect(hands.page.get_by_role("region", name="The end of the game")).to_be_visible()
    return hands.page


@pytest.mark.parametrize("way", [Mouse, Keyboard, Touch])
def test_the_end_is_shown_and_played_again(new_page: NewPage, way: type[Hands]) -> None:
    hands = way(new_page(390, 844, touch=True) if way is Touch else new_page())
    page = ended(hands)
    over = seen(page)
    panel = page.get_by_role("region", name="The end of the game")
    expect(panel.get_by_role("heading")).to_have_text(over["view"]["outcome"]["label"])
    expect(panel.locator("dd")).to_have_text([str(score) for score in over["view"]["outcome"]["scores"]])
    assert serious(page) == []
    expect(panel.get_by_role("link", name="Export")).to_have_attribute(
        "href", f"/api/tables/{over['table']}/record?seat=0"
    )
    if way is Touch:  # there the end is the whole page
        hands.press(page.get_by_role("region", name="How the game went").get_by_role("button", name="See the board"))
    hands.press(panel.get_by_role("button", name="Watch from the start"))
    hands.press(page.get_by_role("button", name="Pause"))
    assert int(page.get_by_label("Moment of the game").input_value()) < over["entries"]
    hands.press(page.get_by_role("button", name="Back to now"))
    hands.press(panel.get_by_role("button", name="Play again"))
    expect(panel).to_have_count(0)
    expect(page.locator("#answers button, #deciders button").first).to_be_visible()
    new = seen(page)
    assert new["table"] != over["table"]
    assert [new[name] for name in ("game", "scenario", "options")] == [
        over[name] for name in ("game", "scenario", "options")
    ]
