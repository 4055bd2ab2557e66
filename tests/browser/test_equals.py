"""Choices between equals of the game system can be left to the table where they are asked, and be taken back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from sandtable.kernel.records import encode, record_of
from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, advice, seen
from tests.kernel.test_equals import until_equal


def test_such_choices_are_left_to_the_table_and_taken_back(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    file = tmp_path / "position.json"
    file.write_bytes(encode(record_of(until_equal())))
    page.goto("/")
    page.get_by_label("Open a record").set_input_files(file)
    offer = page.get_by_role("group", name="Decide such for me")
    expect(offer).to_be_visible()
    before = seen(page)["entries"]
    offer.get_by_role("button", name="Always").click()
    standing = page.get_by_text("Between equals the table decides, in this game.")
    expect(standing).to_be_visible()
    assert seen(page)["entries"] > before and not seen(page)["view"]["ask"].get("equal")
    page.reload()
    expect(standing).to_be_visible()
    page.get_by_role("button", name="Ask me again").click()
    expect(page.get_by_text("From your next answer on you are asked again")).to_be_visible()
    Mouse(page).answer(advice(page))
    assert seen(page)["left"] == ""
