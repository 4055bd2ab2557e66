"""What happened is told as a story, its end as a page, and a finished game plays by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import seen, table_id
from tests.browser.positions import open_position
from tests.browser.test_fights import BATTLE, FIRE
from tests.browser.test_pages import serious

GOLDEN = Path(__file__).parents[1] / "golden"


def open_record(page: Page, name: str) -> dict[str, Any]:
    page.goto("/")
    page.get_by_label("Open a record").set_input_files(GOLDEN / f"{name}.json")
    page.wait_for_url("**/table/*")
    expect(page.locator(".prompt")).to_be_visible()
    return seen(page)


def test_a_battle_is_one_card_and_stands_once(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_position(page, tmp_path, **BATTLE)
    page.locator(".hits [data-space='1311']").click()
    page.locator("#answers, #deciders").get_by_role("button", name="Fight").click()
    card = page.locator(".log .deed.battle")
    expect(card).to_have_count(1)
    head = card.locator(".head .shows").inner_text()
    assert " against " in head or "a tie at" in head, head
    expect(page.locator(".log").get_by_text(head, exact=True)).to_have_count(1)  # no second copy of it
    texts = [line["text"] for line in seen(page)["log"]]
    expect(card.get_by_text(texts[0], exact=True)).to_have_count(0)
    card.locator(".how").click()
    for text in texts[:3]:
        expect(card.get_by_text(text).first).to_be_visible()
    card.locator(".head .shows").click()
    expect(page.locator(".caption")).to_have_text(head)  # shown on the map when asked


def test_a_march_is_one_line_and_is_shown_with_its_caption(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_position(page, tmp_path, **FIRE)
    page.locator("#answers, #deciders").get_by_role("button", name="Fire as named").click()
    for _ in range(6):
        marched = [line for line in seen(page)["log"] if line["moves"]]
        if len(marched) > 1:
            break
        page.locator("#answers button, #deciders button").first.click()
        page.wait_for_timeout(300)
    last = [one for one, after in zip(marched, [*marched[1:], {}], strict=True) if not after.get("joined")]
    shown = page.locator(".log .shows").filter(has_text="moves to")
    expect(shown).to_have_text([line["text"] for line in last])
    page.get_by_role("button", name="Show it on the map").first.click()
    expect(page.locator(".caption")).to_be_visible()


def test_the_log_folds_by_mission_and_turn_and_is_fetched_as_it_is_read(new_page: NewPage) -> None:
    page = new_page()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/log?" in request.url else None)
    whole = open_record(page, "kandahar-stop-early")["log"]
    mission = page.locator(".log .fold").filter(has=page.locator("summary", has_text="Mission 1.")).first
    expect(mission).to_be_visible()
    loaded = len([request for request in asked if "contents" not in request.url])
    first = next(line for line in whole if line["text"].startswith("Mission: "))
    expect(page.locator(".log").get_by_text(first["text"], exact=True)).to_have_count(0)
    mission.locator("summary").first.click()
    mission.locator(".fold.turn summary", has_text="Turn 1.").click()
    expect(page.locator(".log").get_by_text(first["text"], exact=True)).to_be_visible()
    assert len([request for request in asked if "contents" not in request.url]) > loaded
    headings = [line["text"] for line in whole if line["weight"] == "chapter"]
    expect(page.locator(".log .fold.chapter > details > summary")).to_have_text(headings)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_end_is_a_page(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size, touch=size[0] < 500)
    over = open_record(page, "kandahar-stop-early")
    told = page.request.get(f"/api/tables/{table_id(page)}/ending").json()
    sheet = page.get_by_role("region", name="How the game went")
    expect(sheet.get_by_role("heading", level=2)).to_have_text(over["view"]["outcome"]["label"])
    expect(sheet.locator(".results .here span")).to_have_text(over["view"]["outcome"]["label"])
    expect(sheet.get_by_role("img", name="The course of the score")).to_be_visible()
    expect(sheet.locator(".luck tbody tr")).to_have_count(len(told["luck"]))
    assert serious(page) == []
    sheet.get_by_role("button", name="Verify the dice").click()
    expect(sheet.get_by_text("Verified:")).to_be_visible()
    point = told["turning"][0]
    sheet.locator(".turning .shows").first.click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_label("Moment of the game")).to_have_value(str(point["n"]))
    expect(page.locator(".log").get_by_text(point["text"]).first).to_be_attached()


def test_a_finished_game_plays_from_the_start(new_page: NewPage) -> None:
    page = new_page()
    entries = open_record(page, "patrols-wiped")["entries"]
    page.get_by_label("Speed").select_option(label="4\u00d7")
    page.get_by_role("region", name="How the game went").get_by_role("button", name="Watch from the start").click()
    bar = page.get_by_label("Moment of the game")
    page.wait_for_function("() => Number(document.querySelector('.scrub input').value) >= 3")
    page.get_by_role("button", name="Pause").click()
    stood = bar.input_value()
    page.wait_for_timeout(900)
    expect(bar).to_have_value(stood)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_function(f"() => Number(document.querySelector('.scrub input').value) === {entries}")
    expect(page.get_by_role("region", name="How the game went")).to_be_visible()  # it ends as it ended
