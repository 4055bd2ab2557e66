"""Time at the table: undo, looking back, branching off, coming back after a reload, a second tab, a dead server."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, seen
from tests.browser.test_missions import option_of
from tests.server.serving import Server


def moving(page: Page) -> Mouse:
    """A table where a stack is asked where it goes."""
    hands = Mouse(page)
    hands.start()
    for verb in ("default", "default", "done", "form", "all"):
        hands.answer(option_of(hands, verb))
    expect(page.locator(".prompt")).to_contain_text("Where to?")
    return hands


def moment(page: Page) -> str:
    return page.locator(".moment").inner_text()


def test_undo_takes_back_one_answer_and_then_the_action(new_page: NewPage) -> None:
    page = new_page()
    hands = moving(page)
    page.get_by_role("button", name="↶ Undo").click()
    expect(page.locator(".prompt")).to_contain_text("Who goes?")
    hands.answer(option_of(hands, "all"))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Undo the phase").click()
    expect(page.locator(".prompt")).not_to_contain_text("Where to?")


def test_an_undo_that_cannot_be_says_why(new_page: NewPage) -> None:
    page = new_page()
    Mouse(page).start()
    undo = page.get_by_role("button", name="↶ Undo")
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", "Nothing to take back since the last die or reveal.")


def test_a_step_back_clears_what_was_pointed_at_and_every_way(new_page: NewPage) -> None:
    page = new_page()
    hands = moving(page)
    hands.answer(option_of(hands, "go"))
    page.keyboard.press("m")
    page.keyboard.press("n")
    expect(page.locator(".board .cursor")).to_have_count(1)
    expect(page.locator(".traces .way").first).to_be_attached()
    page.get_by_role("button", name="One moment back").click()
    expect(page.locator(".prompt")).to_contain_text("the past")
    expect(page.locator(".board .cursor")).to_have_count(0)
    expect(page.locator(".traces .way")).to_have_count(0)


def test_the_scrubber_shows_the_past_and_comes_back(new_page: NewPage) -> None:
    page = new_page()
    moving(page)
    counters = page.locator(".token").count()
    page.get_by_label("Moment of the game").fill("0")
    expect(page.locator(".prompt")).to_contain_text("the past")
    expect(page.locator(".token")).to_have_count(0)
    expect(page.locator(".hits .can")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".prompt")).to_contain_text("Where to?")
    expect(page.locator(".token")).to_have_count(counters)


def test_a_link_leads_to_a_position(new_page: NewPage) -> None:
    page = new_page()
    moving(page)
    page.goto(f"{page.url}?at=1")
    expect(page.locator(".prompt")).to_contain_text("the past")
    assert moment(page).startswith("1 /")


def test_what_if_branches_off_and_leads_back(new_page: NewPage) -> None:
    page = new_page()
    moving(page)
    own = page.url
    before = seen(page)
    page.get_by_role("button", name="What if?").click()
    page.get_by_role("heading", name="what if?").wait_for()
    branch = Mouse(page)
    expect(page.locator(".prompt")).to_contain_text("Where to?")
    branch.answer(option_of(branch, "go"))
    page.get_by_role("button", name="Back to the game").click()
    expect(page).to_have_url(own)
    expect(page.locator(".prompt")).to_contain_text("Where to?")
    assert seen(page)["view"] == before["view"]


def test_a_reload_in_mid_ask_asks_the_same(new_page: NewPage) -> None:
    page = new_page()
    moving(page)
    before = seen(page)
    page.reload()
    expect(page.locator(".prompt")).to_contain_text("Where to?")
    assert seen(page)["ask"] == before["ask"]
    page.goto("/")
    page.get_by_role("link", name="Kandahar").click()
    expect(page.locator(".prompt")).to_contain_text("Where to?")


def test_two_tabs_show_one_table(new_page: NewPage) -> None:
    first = new_page()
    hands = moving(first)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.locator(".prompt")).to_contain_text("Where to?")
    hands.answer(option_of(hands, "go"))
    expect(second.locator(".moment")).to_have_text(moment(first))
    second.get_by_role("button", name="Halt").click()
    expect(first.locator(".prompt")).not_to_contain_text("Where to?")
    expect(first.locator(".moment")).to_have_text(moment(second))


def test_a_killed_server_loses_nothing(new_page: NewPage, own_server: Server) -> None:
    page = new_page(quiet=True, at=own_server)
    hands = moving(page)
    before = seen(page)
    own_server.kill()
    expect(page.locator(".top .away")).to_be_visible()
    own_server.start()
    expect(page.locator(".top .away")).not_to_be_visible(timeout=20_000)
    expect(page.locator(".note")).to_have_count(0)
    assert seen(page)["view"] == before["view"]
    hands.answer(option_of(hands, "halt"))


def test_an_answer_to_a_dead_server_is_given_when_it_lives_again(new_page: NewPage, own_server: Server) -> None:
    page = new_page(quiet=True, at=own_server)
    moving(page)
    own_server.kill()
    page.get_by_role("button", name="Halt").click()
    expect(page.locator(".note")).to_contain_text("does not answer")
    own_server.start()
    expect(page.locator(".prompt")).not_to_contain_text("Where to?")
    expect(page.locator(".note")).to_have_count(0)


def test_a_record_is_exported_opened_and_refused_when_broken(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(quiet=True)
    moving(page)
    page.get_by_text("More", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Export the record").click()
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    waiting.value.save_as(whole)
    record = json.loads(whole.read_text())
    record["journal"] = record["journal"][:-1]
    broken.write_text(json.dumps(record))
    page.goto("/")
    page.get_by_label("Open a record").set_input_files(broken)
    note = page.locator(".note.bad")
    expect(note).to_contain_text("broken.json")
    assert len(note.inner_text()) > 30
    page.get_by_label("Open a record").set_input_files(whole)
    expect(page.locator(".prompt")).to_contain_text("Where to?")


def test_the_dice_are_verified(new_page: NewPage) -> None:
    page = new_page()
    moving(page)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.locator(".said")).to_contain_text("Verified")
