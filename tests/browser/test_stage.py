"""A steady stage: the map keeps its place, so do the two places that decide, and no click counts before it is seen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.campaigns import firing, open_campaign, operations
from tests.browser.conftest import NewPage
from tests.browser.hands import Hands, Mouse, Touch, advice, capital, seen, settled
from tests.browser.test_missions import option_of
from tests.browser.test_time import moment, moving

KEPT = ("confirm", "end", "giveup")
"""The places below the answers."""


def where(page: Page) -> tuple[Any, ...]:
    """The pixels of the stage, of the two places, and how the map is moved and scaled."""
    page.wait_for_timeout(60)
    return (
        page.locator(".board").bounding_box(),
        page.locator(".sheet").evaluate("one => one.style.transform"),
        [page.locator(f".deciders > .{place}").bounding_box() for place in KEPT],
    )


def turn_of(page: Page) -> int:
    tracks = {track["name"]: track["value"] for track in seen(page)["view"]["tracks"]}
    return int(tracks["turn"])


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_the_map_keeps_its_place_over_a_turn_of_kandahar(new_page: NewPage, size: tuple[int, int]) -> None:
    phone = size[0] < 500
    hands: Hands = (Touch if phone else Mouse)(new_page(*size, touch=phone))
    hands.start()
    page = hands.page
    hands.press(page.get_by_role("button", name="Show the whole map"))
    first = where(page)
    prompts = set()
    while turn_of(page) < 2:
        hands.answer(advice(page, hands.gathered))
        prompts.add(seen(page)["view"]["ask"]["prompt"])
        assert where(page) == first, page.locator(".prompt").inner_text()
    assert len(prompts) >= 4


def test_the_map_keeps_its_place_over_the_operations_of_bct(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    hands = operating(page, tmp_path)
    near = page.get_by_role("button", name="Show the whole map")
    if near.is_visible():
        near.click()
    first, seat = where(page), seen(page)["seat"]
    for _ in range(12):
        now = seen(page)
        if seat not in now["view"]["ask"]["seats"]:
            break
        hands.answer(advice(page, hands.gathered))
        if page.locator(".curtain").is_visible():
            break
        assert where(page) == first, page.locator(".prompt").inner_text()
    for title in page.locator(".desk .pull").all():
        title.click()
        assert where(page) == first, "the drawer lies over the stage"


def operating(page: Page, folder: Path) -> Mouse:
    """A side of BCT may play its first card."""
    open_campaign(page, folder, operations)
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.locator(".prompt")).to_be_visible()
    settled(page)
    return Mouse(page)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_double_click_on_a_card_only_picks_it_up(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    operating(page, tmp_path)
    before = seen(page)["ask"]
    page.locator(".desk .pull").click()
    settled(page)
    page.mouse.dblclick(*middle(page.locator(".desk .playcard.canpick .title").first))
    page.wait_for_timeout(400)
    expect(page.locator("#answers").get_by_role("button", name=re.compile("in hand"))).to_be_visible()
    assert seen(page)["ask"] == before


def test_a_click_counts_only_when_the_new_layout_was_there_to_be_seen(new_page: NewPage) -> None:
    """In the frame in which a new question is drawn a shield lies over its answers; 300 ms later it is gone."""
    page = new_page()
    hands = Mouse(page)
    hands.start()
    settled(page)
    x, y = middle(page.locator(".deciders > .end"))
    page.evaluate(
        """([x, y]) => {
            const prompt = document.querySelector(".prompt").textContent;
            window.covered = [];
            new MutationObserver(() => {
                if (document.querySelector(".prompt").textContent === prompt) return;
                const on = () => document.elementFromPoint(x, y).className;
                if (!window.covered.length) {
                    window.covered.push(on());
                    setTimeout(() => window.covered.push(on()), 200);
                }
            }).observe(document.body, {childList: true, subtree: true, characterData: true});
        }""",
        [x, y],
    )
    page.locator("#answers").get_by_role("button", name="Take the default").click()
    page.wait_for_timeout(700)
    assert page.evaluate("window.covered") == ["shield", "shield"]
    expect(page.locator(".shield")).to_have_count(0)


def test_ending_with_cards_unplayed_is_asked_again(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    operating(page, tmp_path)
    before = seen(page)["ask"]
    end = page.locator(".deciders .end").get_by_role("button", name="End your operations")
    end.click()
    sure = page.locator("dialog.sure")
    expect(sure).to_contain_text("unplayed")
    expect(sure).not_to_contain_text("cannot be taken back")
    sure.get_by_role("button", name="No").click()
    assert seen(page)["ask"] == before
    end.click()
    sure.get_by_role("button", name="Yes").click()
    expect(page.locator(".prompt, .curtain").first).to_be_visible()
    page.wait_for_timeout(300)
    assert seen(page)["ask"] != before


def test_ending_movement_before_anybody_moved_is_asked_again_unless_one_does_not_want_it(new_page: NewPage) -> None:
    page = new_page()
    hands = Mouse(page)
    hands.start()
    for verb in ("default", "default", "done"):
        hands.answer(option_of(hands, verb))
    end = page.locator(".deciders .end").get_by_role("button", name="End movement")
    expect(end).to_contain_text("nobody has moved")
    end.click()
    sure = page.locator("dialog.sure")
    expect(sure).to_contain_text("Nobody has moved.")
    sure.get_by_role("button", name="No").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("only before giving up for good").check()
    page.get_by_label("Settings").get_by_role("button", name="Done").click()
    before = moment(page)
    end.click()
    expect(page.locator(".moment")).not_to_have_text(before)
    expect(sure).to_have_count(0)


def test_only_what_goes_on_is_filled(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    operating(page, tmp_path)
    expect(page.locator("button.main")).to_have_count(0)
    page.goto("/")
    hands = Mouse(page)
    hands.start()
    for verb in ("default", "default", "done", "form"):
        hands.answer(option_of(hands, verb))
        filled = page.locator(".page button.main").all()
        assert all(one.evaluate("one => !!one.closest('.confirm')") for one in filled)


def test_numbers_are_a_row_of_figures(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    open_campaign(page, tmp_path, firing)
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.locator(".prompt")).to_be_visible()
    fire = next(group for group in seen(page)["view"]["ask"]["groups"] if group["verb"] == "fire")
    assert len(fire["choices"]) > 3
    row = page.locator(".row-of-figures button")
    expect(row.locator("b")).to_have_text([str(choice["option"][-1]) for choice in fire["choices"]])
    for button, choice in zip(row.all(), fire["choices"], strict=True):
        expect(button).to_have_attribute("aria-label", capital(choice["text"]))
        if choice.get("odds"):
            expect(button.locator("small")).to_contain_text("%")
    row.last.hover()
    expect(page.locator(".row-of-figures .meant")).not_to_be_empty()


def test_what_was_ticked_comes_back_with_an_undo_and_as_last_time(new_page: NewPage) -> None:
    page = new_page()
    hands = Mouse(page)
    hands.start()
    for verb in ("default", "default", "done", "form"):
        hands.answer(option_of(hands, verb))
    chips = page.locator(".gather .chip:not(.once)")
    names = [chips.nth(n).inner_text().strip() for n in range(2)]
    for n in range(2):
        settled(page)
        chips.nth(n).click()
        expect(chips.nth(n)).to_have_attribute("aria-pressed", "true")
    page.locator(".deciders .send").click()
    expect(page.locator(".prompt")).to_contain_text("Where to?")
    page.get_by_role("button", name="↶ Undo").click()
    expect(page.locator(".prompt")).to_contain_text("Who goes?")
    pressed = page.locator(".gather .chip[aria-pressed='true']")
    expect(pressed).to_have_count(2)
    who = [name.split("\n")[-1].removeprefix("Take ") for name in names]
    assert all(name in pressed.nth(n).inner_text() for n, name in enumerate(who))
    page.get_by_role("button", name="Clear").click()
    expect(pressed).to_have_count(0)
    page.get_by_role("button", name="As last time").click()
    expect(pressed).to_have_count(2)
    page.locator(".deciders .send").click()
    expect(page.locator(".prompt")).to_contain_text("Where to?")


def test_an_answer_given_while_the_connection_is_down_is_sent_when_it_is_back(new_page: NewPage) -> None:
    page = new_page(quiet=True)
    moving(page)
    before = seen(page)["ask"]
    page.context.set_offline(True)
    page.get_by_role("button", name="Halt").click()
    note = page.locator(".note")
    expect(note).to_contain_text("Your answer is kept")
    page.context.set_offline(False)
    expect(page.locator(".prompt")).not_to_contain_text("Where to?")
    expect(note).to_have_count(0)
    assert seen(page)["ask"] != before


def test_an_answer_that_came_too_late_is_said_to_be_lost(new_page: NewPage) -> None:
    page = new_page(quiet=True)
    moving(page)
    page.route("**/answers", lambda route: route.abort())
    page.get_by_role("button", name="Halt").click()
    expect(page.locator(".note")).to_contain_text("Your answer is kept")
    table = seen(page)
    revision, answers = table["ask"].split(".")
    body = json.dumps({**table, "ask": f"{int(revision) + 1}.{answers}"})  # somebody else has answered meanwhile
    page.route("**/api/tables/*?log_since=*", lambda route: route.fulfill(body=body, content_type="application/json"))
    expect(page.locator(".note.bad")).to_contain_text("your answer is lost")


def test_the_tab_says_whose_turn_it_is(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_campaign(page, tmp_path, operations)
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page).to_have_title(re.compile("^Your turn · BCT Command"))


def test_settings_are_kept(new_page: NewPage) -> None:
    page = new_page()
    Mouse(page).start()
    size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("group", name="Text").get_by_label("large").check()
    dialog.get_by_role("group", name="Colours").get_by_label("dark").check()
    dialog.get_by_role("group", name="Pieces move").get_by_label("at once").check()
    dialog.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator(".prompt")).to_be_visible()
    assert page.evaluate(size) > before * 1.1
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_role("group", name="Pieces move").get_by_label("at once")).to_be_checked()


def test_what_is_not_possible_is_dimmed_and_the_rest_tells_its_chance(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    moving(page)
    options = next(group for group in seen(page)["view"]["ask"]["groups"] if group["verb"] == "go")["choices"]
    expect(page.locator(".legals .cover")).to_have_count(1)
    told = {choice["option"][1]: next(iter(choice["odds"]["chances"].values())) for choice in options}
    figures = page.locator(".ticks .percent text").all_text_contents()
    assert sorted(figures) == sorted(f"{round(100 * chance)} %" for chance in told.values())
    assert page.locator(".legals .legal").count() < 7, "one shape for each shade"


def test_every_place_and_piece_says_why_not(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    hands = Mouse(page)
    hands.start()
    for verb in ("default", "default", "done"):
        hands.answer(option_of(hands, verb))
    page.get_by_role("button", name="Show the whole map").click()
    view = seen(page)["view"]
    lit = {choice["option"][-1] for group in view["ask"]["groups"] for choice in group["choices"]}
    pieces = {token["space"] for token in view["tokens"] if token.get("space", -1) >= 0} - lit
    note = page.locator(".note")
    for space in [*sorted(pieces)[:3], 5, 400, 900]:
        settled(page)
        page.locator(f".hits [data-id='{space}']").click()
        expect(note).to_be_visible()
        assert len(note.inner_text()) > 15
        note.get_by_role("button", name="Dismiss").click()


def test_what_can_be_chosen_is_large_enough_to_hit(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    operating(page, tmp_path)
    page.get_by_role("button", name=re.compile("^J-3 Operations: ")).click()
    lit = page.locator(".token.lit .face")
    expect(lit.first).to_be_visible()
    sizes = [box["width"] for one in lit.all() if (box := one.bounding_box())]
    assert min(sizes) >= 32, sizes  # 34 with the edge that a face leaves free


def test_the_sheet_of_a_phone_has_three_heights_and_its_two_places_stay(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    hands = Touch(page)
    hands.start()
    board = page.locator(".board").bounding_box()
    places, heights = [], []
    for _ in range(4):
        settled(page)
        places.append([page.locator(f".deciders > .{place}").bounding_box() for place in KEPT])
        box = page.locator(".ask").bounding_box()
        assert box
        heights.append(round(box["height"]))
        assert page.locator(".board").bounding_box() == board
        page.locator(".grip").tap()
    assert all(one == places[0] for one in places)
    assert len(set(heights)) == 3 and heights[0] == heights[3]


def test_notices_cover_neither_the_map_nor_an_answer(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    moving(page)
    page.get_by_role("button", name="Show the whole map").click()
    settled(page)
    page.locator(".hits path:not(.can)").nth(500).click()
    expect(page.locator(".note.bad")).to_be_visible()
    boxes = {
        name: page.locator(name).first.bounding_box()
        for name in (".note", ".board", ".deciders", ".body", ".lead", ".panel")
    }
    assert all(boxes.values()), boxes
    note = boxes.pop(".note")
    for name, box in boxes.items():
        assert box and note
        wide = min(note["x"] + note["width"], box["x"] + box["width"]) - max(note["x"], box["x"])
        high = min(note["y"] + note["height"], box["y"] + box["height"]) - max(note["y"], box["y"])
        assert wide <= 0.5 or high <= 0.5, name
