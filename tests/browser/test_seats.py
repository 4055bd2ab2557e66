"""More than one person: two browsers at one table, a watcher, two people before one screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage


def patrols(page: Page, computer: bool) -> None:
    """A table of Patrols with two seats."""
    page.goto("/")
    card = page.locator(".game").filter(has=page.get_by_role("button", name="Play Patrols"))
    card.locator("summary").click()
    card.get_by_label("Seats").fill("2")
    card.get_by_label("Blue").select_option("random" if computer else "me")
    card.get_by_role("button", name="Play Patrols").click()
    if not computer:
        page.get_by_role("button", name="I am Red").click()
    expect(page.locator(".prompt")).to_be_visible()


def order(page: Page) -> None:
    expect(page.locator(".prompt")).to_contain_text("Choose an order.")
    page.locator("#answers button, #deciders button").first.click()
    expect(page.locator(".prompt")).not_to_contain_text("Choose an order.")


def test_two_people_before_one_screen_are_parted_by_a_curtain(new_page: NewPage) -> None:
    page = new_page()
    patrols(page, computer=False)
    page.locator("#answers button, #deciders button").first.click()
    curtain = page.get_by_role("dialog", name="Pass the screen")
    expect(curtain).to_contain_text("Blue, it is your turn")
    expect(page.locator(".board, .log, .desk, .prompt")).to_have_count(0)
    page.get_by_role("button", name="I am Blue").click()
    order(page)
    expect(page.locator(".prompt")).to_be_visible()


def test_the_curtain_falls_again_with_a_reload_and_with_another_seat(new_page: NewPage) -> None:
    """What one person may see is shown to nobody who has not said who it is."""
    page = new_page()
    patrols(page, computer=False)
    page.reload()
    expect(page.get_by_role("dialog", name="Pass the screen")).to_contain_text("Red, it is your turn")
    expect(page.locator(".board")).to_have_count(0)
    page.get_by_role("button", name="I am Red").click()
    expect(page.locator(".desk")).to_contain_text("Turn")
    page.get_by_label("Seat").select_option("Blue")
    curtain = page.get_by_role("dialog", name="Pass the screen")
    expect(curtain).to_contain_text("Blue's side of the table")
    expect(page.locator(".desk")).to_have_count(0)
    page.get_by_role("button", name="I am Blue").click()
    expect(page.locator(".prompt")).to_contain_text("Waiting for Red")
    page.get_by_label("Seat").select_option("Red")
    expect(curtain).to_contain_text("Red, it is your turn")


def test_two_browsers_play_one_table_and_a_third_watches(new_page: NewPage) -> None:
    host, guest, watcher = new_page(), new_page(), new_page()
    wait_for_blue(host)
    host.get_by_role("button", name="Link for watchers").click()
    watcher.goto(host.get_by_label("Link for watchers", exact=True).input_value())
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.get_by_role("status")).to_contain_text("Waiting for Blue")
    expect(watcher.get_by_role("button", name="Play it at this screen")).to_have_count(0)

    guest.goto(host.get_by_label("Link for Blue", exact=True).input_value())
    guest.get_by_role("button", name="Sit down as Blue").click()
    for page in (host, guest, watcher):
        expect(page.locator(".prompt")).to_be_visible()
    expect(watcher.locator(".watching")).to_be_visible()
    expect(watcher.locator("#answers, #deciders button")).to_have_count(0)
    guest.get_by_text("More", exact=True).click()
    head = guest.get_by_label("Head of the game so far", exact=True)
    expect(head).to_have_value(re.compile(r"^([0-9a-f]{4} ){3}[0-9a-f]{4}$"))
    guest.get_by_text("More", exact=True).click()

    expect(host.locator(".top")).to_contain_text("You are Red")
    expect(guest.locator(".top")).to_contain_text("You are Blue")
    order(host)
    order(guest)
    expect(host.locator(".curtain")).to_have_count(0)
    expect(guest.locator(".curtain")).to_have_count(0)


def test_the_computer_plays_the_other_side(new_page: NewPage) -> None:
    page = new_page()
    patrols(page, computer=True)
    order(page)
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator("#answers button, #deciders button").first).to_be_visible()


def test_the_computer_stands_in_for_a_seat_and_gives_it_back(new_page: NewPage) -> None:
    page = new_page()
    patrols(page, computer=False)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Let the computer play Blue").click()
    expect(page.locator(".said")).to_contain_text("The computer plays Blue")
    order(page)
    expect(page.locator(".curtain")).to_have_count(0)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Give Blue back").click()
    expect(page.locator(".said")).to_contain_text("its own player again")


def wait_for_blue(page: Page) -> None:
    """A table of Patrols that waits for somebody to play Blue."""
    page.goto("/")
    card = page.locator(".game").filter(has=page.get_by_role("button", name="Play Patrols"))
    card.locator("summary").click()
    card.get_by_label("Seats").fill("2")
    card.get_by_label("Blue").select_option("link")
    card.get_by_role("button", name="Play Patrols").click()
    expect(page.get_by_label("Link for Blue", exact=True)).to_be_visible()


def test_the_computer_plays_a_seat_to_which_nobody_came(new_page: NewPage) -> None:
    page, late = new_page(), new_page(quiet=True)
    wait_for_blue(page)
    link = page.get_by_label("Link for Blue", exact=True).input_value()
    page.get_by_role("button", name="Let the computer play it").click()
    order(page)
    expect(page.locator(".curtain")).to_have_count(0)
    late.goto(link)
    expect(late.get_by_role("alert")).to_contain_text("somebody has taken the seat")
    expect(late.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_seat_that_nobody_came_for_is_played_at_this_screen(new_page: NewPage) -> None:
    page = new_page()
    wait_for_blue(page)
    page.get_by_role("button", name="Play it at this screen").click()
    page.get_by_role("button", name="I am Red").click()
    expect(page.locator(".prompt")).to_contain_text("Choose an order.")


def test_a_seat_given_away_in_play_is_told_before_and_after(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    patrols(host, computer=False)
    host.get_by_text("More", exact=True).click()
    host.get_by_role("button", name="Invite somebody as Blue").click()
    guest.goto(link_in(host))
    expect(guest.get_by_label("Worth knowing")).to_contain_text("Who invites you holds Blue until you sit down")
    guest.get_by_role("button", name="Sit down as Blue").click()
    for page in (guest, host):
        expect(page.locator(".notes")).to_contain_text("Blue changed hands in play.")
    guest.locator(".notes summary").click()
    guest.reload()
    expect(guest.locator(".notes summary")).to_be_visible()
    expect(guest.locator(".notes p").first).not_to_be_visible()


def link_in(page: Page) -> str:
    said = page.locator(".said")
    expect(said).to_contain_text("http")
    return said.inner_text().split(": ", 1)[1].split()[0]
