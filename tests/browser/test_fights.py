"""Fighting through the page: odds before it, dice in it, a log after it; fire allotted in one gesture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import seen, table_id
from tests.browser.positions import open_position

BATTLE = {
    "at": "friendly-combat",
    "place": {
        **dict.fromkeys(("a-team", "m249", "m203", "ah-1"), "1310"),
        "base-camp": "2001",
        "militia": "1311",
        "taliban-platoon": "1309",
    },
    "detected": ["a-team"],
}
FIRE = {
    "at": "enemy-phase",
    "place": {
        **dict.fromkeys(("a-team", "m249", "m249-2"), "1310"),
        "base-camp": "2001",
        "militia": "1314",
        "taliban-platoon": "1306",
    },
    "detected": ["a-team"],
}


def journal(page: Page) -> list[dict[str, Any]]:
    return list(page.request.get(f"/api/tables/{table_id(page)}/record").json()["journal"])


def space_of(page: Page, label: str) -> str:
    return f".hits [data-space='{label}']"


def test_a_battle_is_fought_with_its_odds_dice_and_log(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_position(page, tmp_path, **BATTLE)
    expect(page.locator(".prompt")).to_contain_text("Attack an adjacent enemy")
    page.locator(space_of(page, "1311")).hover()
    expect(page.locator(".tip .odds")).to_contain_text("win 72 %")
    page.locator(space_of(page, "1311")).click()
    expect(page.locator(".prompt")).to_contain_text("With which weapons")
    before = seen(page)["log"]
    fight = page.locator("#answers, #deciders").get_by_role("button", name="Fight")
    risk = page.locator(".risk .odds")
    expect(risk).to_contain_text("win")
    odds = risk.inner_text()

    page.locator(".gather").get_by_role("button", name="M203").click()
    expect(page.locator(".gathered")).to_contain_text("1 chosen")
    expect(fight).to_be_visible()
    page.locator(".gather").get_by_role("button", name="AH-1").click()
    expect(page.locator(".gathered")).to_contain_text("2 chosen")
    expect(fight).to_have_count(0)  # nothing is left to choose: to confirm is to fight
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert seen(page)["log"] == before, "a gathered part is no answer yet"
    page.locator(".gathered").get_by_role("button", name="Clear").click()
    expect(risk).to_have_text(odds)

    fight.click()
    news = page.locator(".news")
    expect(news.locator(".contest > div")).to_have_count(2)
    expect(news.locator(".contest .die")).to_have_count(2)
    (told,) = [line["contest"] for line in seen(page)["log"] if line.get("contest")]
    expect(news.locator(".contest b")).to_have_text([str(side["total"]) for side in told["sides"]])
    lines = [line["text"] for line in seen(page)["log"][len(before) :]]
    assert any(line.startswith("attack:") for line in lines), lines
    assert any(line.startswith("defence:") for line in lines), lines


def test_fire_is_allotted_in_one_gesture_and_sent_as_one_answer(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_position(page, tmp_path, **FIRE)
    expect(page.locator(".prompt")).to_contain_text("Suppressive fire")
    rows = page.locator(".allot .row")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("button").first.locator(".odds")).to_contain_text("suppressed 33 %")
    ask = seen(page)["ask"]

    first, second = rows.nth(0), rows.nth(1)
    first.get_by_role("button", name="Militia").click()
    expect(first.get_by_role("button", name="Militia")).to_have_attribute("aria-pressed", "true")
    first.get_by_role("button", name="Taliban Platoon").click()
    expect(first.get_by_role("button", name="Militia")).to_have_attribute("aria-pressed", "false")
    expect(first.get_by_role("button", name="Taliban Platoon")).to_have_attribute("aria-pressed", "true")
    second.get_by_role("button", name="Militia").click()
    expect(page.locator(".gathered .sum")).to_contain_text("2 chosen")
    first.get_by_role("button", name="Taliban Platoon").click()
    expect(page.locator(".gathered .sum")).to_contain_text("1 chosen")
    first.get_by_role("button", name="Militia").click()
    expect(page.locator(".gathered .sum")).to_contain_text("2 chosen")
    assert seen(page)["ask"] == ask, "nothing has been answered yet"
    assert journal(page) == []

    page.get_by_role("button", name="Confirm targets").click()
    expect(page.locator(".news .die").first).to_be_visible()
    (entry,) = journal(page)
    assert [option[0] for option in entry["options"]] == ["suppress", "suppress"]
    assert len(entry["chance"]) >= 2


def test_what_the_others_rule_out_says_why(new_page: NewPage, tmp_path: Path) -> None:
    """A purchase is gathered: the points left are told, and what they no longer buy is refused with its rule."""
    page = new_page()
    open_position(page, tmp_path, at="purchase", place={"base-camp": "2001", "a-team": "2001"}, pp=12)
    expect(page.locator(".prompt")).to_contain_text("Buy gear")
    page.locator(".desk button[aria-expanded]").click()
    card = page.locator(".playcard").filter(has=page.get_by_role("button", name="M249"))
    card.locator(".play").click()
    expect(page.locator(".gathered .sum")).to_contain_text("left")
    spent = page.locator(".gathered .sum").inner_text()
    card.locator(".play").click()
    expect(page.locator(".gathered .sum")).not_to_have_text(spent)
    expect(page.locator(".gathered .part")).to_have_count(2)
    page.locator("#answers, #deciders").get_by_role("button", name="Buy no more").click()
    expect(page.locator(".gathered")).to_have_count(0)
    assert [option[0] for option in journal(page)[-1]["options"]] == ["buy", "buy", "done"]


def test_enemy_moves_leave_a_trace_and_are_shown_again(new_page: NewPage, tmp_path: Path) -> None:
    """With reduced motion nothing moves, but the way is drawn."""
    page = new_page()
    open_position(page, tmp_path, **FIRE)
    page.locator("#answers, #deciders").get_by_role("button", name="Fire as named").click()
    for _ in range(6):
        if any(line["moves"] for line in seen(page)["log"]):
            break
        page.locator("#answers button, #deciders button").first.click()
        page.wait_for_timeout(300)
    expect(page.locator(".traces .way").first).to_be_attached()
    moved = [line for line in seen(page)["log"] if line["moves"]]
    assert all(len(move["path"]) >= 2 for line in moved for move in line["moves"])
    page.keyboard.press("Escape")
    page.locator(".log .again").first.click()
    expect(page.locator(".traces .way").first).to_be_attached()
    assert page.locator(".token.ghost").count() == 0
