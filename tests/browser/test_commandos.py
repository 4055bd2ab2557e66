"""Commandos: Europe in the browser: coming ashore, leaving a map, the passage to the next, looking back, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, expect

from sandtable.games.raids.state import RG
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option
from sandtable.kernel.records import encode, record_of, with_head
from sandtable.kernel.table import Table, quick_table
from sandtable.players import make_player
from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, advice, seen
from tests.browser.positions import record_of as position

GAME = open_game("commandos")
MOST = 900


def played(
    player: str, seed: int, answers: int = MOST, scenario: str = "campaign"
) -> tuple[Table, list[tuple[RG, Option]]]:
    """A table after so many answers of a player, and what was asked and answered."""
    table, answer, story = quick_table(GAME, seed, Setup(scenario=scenario)), make_player(GAME, player, seed), []
    for _ in range(answers):
        if table.g.over:
            break
        option = answer(table.g, 0)
        story.append((table.g.clone(), option))
        table.answer(0, option)
    return table, story


@cache
def before(player: str, wanted: Callable[[RG, Option], bool], scenario: str = "campaign") -> bytes:
    """A game as it stood before such an answer."""
    for seed in range(60):
        _, story = played(player, seed, scenario=scenario)
        found = next((n for n, (g, option) in enumerate(story) if wanted(g, option)), -1)
        if found >= 0:
            return encode(with_head(record_of(played(player, seed, found, scenario)[0])))
    raise AssertionError("no game of these came to it")


def sit_down(page: Page, record: bytes, folder: Path) -> Mouse:
    file = folder / "game.json"
    file.write_bytes(record)
    page.goto("/")
    page.get_by_role("button", name="Play Commandos").wait_for()
    page.get_by_label("Open a record").set_input_files(file)
    expect(page.locator(".prompt")).to_be_visible()
    return Mouse(page)


def last_of_norway(g: RG, option: Option) -> bool:
    trial = g.clone()
    trial.take(0, option)
    return g.s.map == 0 and trial.s.map != 0


def under_way(g: RG, option: Option) -> bool:
    return g.s.map == 0 and option[0] == "form"


def last_answer(g: RG, option: Option) -> bool:
    trial = g.clone()
    trial.take(0, option)
    return trial.over


def test_from_norway_to_africa_and_a_look_back(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    hands = sit_down(page, before("plain", last_of_norway), tmp_path)
    assert seen(page)["view"]["board"] == "norway"
    hands.answer(advice(page, hands.gathered))
    expect(page.locator(".crumbs")).to_contain_text("North Africa")
    assert seen(page)["view"]["board"] == "north-africa"
    page.reload()
    expect(page.locator(".crumbs")).to_contain_text("North Africa")
    map = page.get_by_role("application")
    expect(map).to_have_attribute("aria-label", re.compile("^North Africa"))
    page.get_by_label("Moment of the game").fill("3")
    expect(map).to_have_attribute("aria-label", re.compile("^Norway"))


def test_a_map_is_left_and_its_price_is_asked_again(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    sit_down(page, before("plain", under_way), tmp_path)
    page.locator(".giveup summary").click()
    page.get_by_role("button", name="Leave").first.click()
    sure = page.locator("dialog.sure")
    expect(sure).to_contain_text("forfeited")
    sure.get_by_role("button", name="Yes").click()
    expect(page.locator(".crumbs")).to_contain_text("North Africa")


def test_a_squad_sails_and_comes_ashore(new_page: NewPage, tmp_path: Path) -> None:
    """From open sea to the shore by canoe, in two legs, and out of the boat: one gesture, sent when it is complete."""
    page = new_page()
    record = position(
        "commandos",
        at="friendly-movement",
        map="norway",
        hexes={"all": "woods", "0540-0553": "sea", "0539": ["coast", "woods"]},
        place={"base": "1730", "a-squad": "0543", "canoe": "0543", "feint": "0131"},
        afloat=["a-squad", "canoe"],
    )
    hands = sit_down(page, record, tmp_path)
    squad = next(token["id"] for token in seen(page)["view"]["tokens"] if token["name"] == "A-Squad")
    sailed, coast = (GAME.kit.fields[0].grid.at(printed) for printed in ("0541", "0539"))
    hands.answer(["form", where(page, squad)])
    hands.answer(["all"])
    hands.answer(["go", sailed])
    hands.answer(["go", coast])
    expect(page.get_by_role("button", name=re.compile("ashore", re.IGNORECASE)).first).to_be_visible()
    hands.answer(["land"])
    assert where(page, squad) == coast
    assert [name for name, badges in badges_in(page, coast).items() if "afloat" in badges] == ["Canoe"]


def badges_in(page: Page, space: int) -> dict[str, list[str]]:
    return {one["name"]: one.get("badges", []) for one in seen(page)["view"]["tokens"] if one["space"] == space}


def where(page: Page, token: int) -> int:
    return int(next(one["space"] for one in seen(page)["view"]["tokens"] if one["id"] == token))


def test_the_end_tells_the_assessment(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    hands = sit_down(page, before("plain", last_answer, "continent"), tmp_path)
    hands.answer(advice(page, hands.gathered))
    expect(page.get_by_text("The score is").first).to_be_visible()


def test_a_base_is_lost_and_what_that_means_is_told(new_page: NewPage, tmp_path: Path) -> None:
    """An enemy on its way to a squad walks into the empty base: it is gone with its gear, and no refuge is left."""
    page = new_page()
    record = position(
        "commandos",
        at="enemy-phase",
        map="continent",
        hexes={"all": "clear"},
        place={"base": "0515", "radio": "0515", "a-squad-v": "0520", "airfield-guards": "0513", "hide-drop": "0225"},
        detected=["a-squad-v"],
    )
    hands = sit_down(page, record, tmp_path)
    hands.answer(["done"])
    expect(page.get_by_text("No base is left").first).to_be_visible()
    names = {token["name"] for token in seen(page)["view"]["tokens"]}
    assert "A-Squad V" in names and not {"Base", "Radio"} & names
