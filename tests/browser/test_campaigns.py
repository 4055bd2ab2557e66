"""BCT Command through the page: two browsers through a turn with a battle, secrets, hot seat, keys, touch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Response, expect

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.kernel import records
from sandtable.kernel.table import Table
from tests.browser.campaigns import firing, open_campaign, operations, played_until, scouting, third_turn
from tests.browser.conftest import NewPage
from tests.browser.hands import JSON, Hands, Keyboard, Mouse, Touch, advice, clear, ref_of, seen, table_id
from tests.browser.test_pages import serious

MOST = 90
"""Answers of one turn."""
FOUGHT = {"Tactical Advantage", "First fire"}
"""Steps of a battle in which nobody withdrew."""
BACKS = re.compile(r"^(Covert )?(Unit|HQ)\b")
SILENT = ("/rules", "/boards", "/api/games")
"""What a server says of the game, not of a table."""


def turn_of(now: JSON) -> int:
    return int(next(track["value"] for track in now["view"]["tracks"] if track["name"] == "turn"))


def is_asked(now: JSON) -> bool:
    return any(not group.get("standing") for group in (now["view"].get("ask") or {}).get("groups", []))


def invite(host: Page, guest: Page, name: str) -> None:
    """The host gives a seat to another browser."""
    host.get_by_text("More", exact=True).click()
    host.get_by_role("button", name=f"Invite somebody as {name}").click()
    said = host.locator(".said")
    expect(said).to_contain_text("http")
    guest.goto(said.inner_text().split(": ", 1)[1].split()[0])
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".prompt")).to_be_visible()


def listen(page: Page) -> list[str]:
    """Everything the server tells this browser from now on about tables."""
    told: list[str] = []

    def hear(reply: Response) -> None:
        if "/api/" in reply.url and not reply.url.endswith(SILENT) and reply.status == 200:
            told.append(reply.text())

    page.on("response", hear)
    return told


def truth(page: Page) -> Table:
    """The whole game, which a record holds once it is over."""
    return records.replay(records.decode(page.request.get(f"/api/tables/{table_id(page)}/record").body()))


def resign(page: Page) -> None:
    now = seen(page)
    body = {"seat": now["seat"], "ask": now["ask"], "options": [["resign"]]}
    url = f"/api/tables/{table_id(page)}/answers"
    assert page.request.post(url, data=body, headers={"X-Sandtable": "1"}).ok


def things(value: Any) -> list[JSON]:
    """Every mapping in a reply."""
    if isinstance(value, dict):
        return [value, *(one for part in value.values() for one in things(part))]
    return [one for part in value for one in things(part)] if isinstance(value, list) else []


def test_two_browsers_play_a_turn_with_a_battle_and_keep_their_secrets(new_page: NewPage, tmp_path: Path) -> None:
    host, guest = new_page(), new_page()
    open_campaign(host, tmp_path, third_turn)
    host.get_by_role("button", name="I am Insurgent").click()
    expect(host.locator(".prompt")).to_be_visible()
    invite(host, guest, "Insurgent")
    expect(host.locator(".prompt")).to_contain_text("Waiting for Insurgent")
    told = listen(host)
    expect(host.locator(".curtain")).to_have_count(0)
    hands = {COALITION: Mouse(host), INSURGENT: Mouse(guest)}
    battles: set[str] = set()
    begun = turn_of(seen(host))
    for _ in range(3 * MOST):  # a turn with a battle that is fought, whichever of the next it is
        views = {seat: seen(hand.page) for seat, hand in hands.items()}
        if turn_of(views[COALITION]) > begun:
            if battles >= FOUGHT:
                break
            begun, battles = begun + 1, set()
        seat = next(seat for seat, view in views.items() if is_asked(view))
        if scene := views[seat]["view"].get("scene"):
            battles.add(scene["steps"][scene["at"]])
            for hand in hands.values():
                expect(hand.page.locator(".scene")).to_contain_text(scene["title"])
                expect(hand.page.locator(".scene .now")).to_contain_text(scene["steps"][scene["at"]])
        hands[seat].answer(advice(hands[seat].page, hands[seat].gathered))
    else:
        raise AssertionError("no turn ended in which a battle was fought")
    for hand in hands.values():
        expect(hand.page.locator(".scene")).to_have_count(0)
        expect(hand.page.locator(".log")).to_contain_text(re.compile("(Coalition|Insurgent) phase", re.IGNORECASE))
        assert hand.on_map > 0

    resign(next(hand.page for seat, hand in hands.items() if is_asked(seen(hand.page))))
    nothing_foreign(told, truth(host), COALITION)


def nothing_foreign(told: list[str], table: Table, seat: int) -> None:
    """In all that a browser was told before the end stands nothing that its seat did not know even then."""
    s, kit, other = table.g.s, table.g.kit, 1 - seat
    while told and '"over":true' in told[-1]:
        told.pop()
    secret = [kit.objectives[card].title for card in s.objectives[other] if card not in s.seen[other]]
    covert = {token for token in kit.units_of[other] if not s.known[token] >> seat & 1}
    assert secret and covert and len(told) > 20
    backs = 0
    for reply in told:
        assert not [title for title in secret if title in reply]
        for thing in things(msgspec.json.decode(reply)):
            for token in thing.get("tokens") or []:
                if isinstance(token, dict) and token.get("face_down"):
                    backs += token["id"] in covert
                    assert BACKS.match(token["name"]) and not token.get("symbol") and not token.get("values"), token
    assert backs > 20


def test_a_card_is_picked_up_and_shows_what_it_can_do(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(1440, 900)
    open_campaign(page, tmp_path, operations)
    page.get_by_role("button", name=re.compile("^I am")).click()
    play_a_move(Mouse(page))
    expect(page.locator(".log")).to_contain_text("plays J-3")


def play_a_move(hands: Hands) -> None:
    """Out of the drawer: a card that moves, picked up and put down and picked up; then who goes; then where."""
    page = hands.page
    expect(page.locator(".hits .can").first).to_be_attached()
    now = seen(page)
    move = next(group for group in now["view"]["ask"]["groups"] if group["verb"] == "move")
    title = next(card["title"] for card in now["view"]["hand"] if card["id"] == move["choices"][0]["option"][1])
    pull = page.locator(".desk .pull")
    card = page.locator(".desk .playcard").filter(has=page.get_by_role("button", name=title, exact=True)).first
    hands.press(pull)
    hands.press(card.get_by_role("button", name=title, exact=True))
    expect(page.locator("#answers")).to_contain_text("in hand")
    down = page.locator("#answers, #deciders").get_by_role("button", name=re.compile("in hand"))
    if not down.is_visible():  # on a phone the sheet is one line, so that the map is seen
        hands.press(page.locator(".ask .grip"))
    hands.press(down)
    expect(card).to_be_visible()
    hands.press(card.get_by_role("button", name=title, exact=True))
    expect(card).to_have_count(0)
    tokens = {token["id"]: token for token in now["view"]["tokens"] if ref_of(token)[0] == "token"}
    for choice in move["choices"]:
        _, _, token, goal = choice["option"]
        start = page.locator(f".hits [data-id='{tokens[token]['space']}'].can")
        if tokens[token]["space"] == goal or not start.count() or not clear(start):
            continue
        hands.press(start)
        hold = page.locator(".menu").get_by_role("button", name=re.compile("…"))
        page.wait_for_timeout(200)
        if page.locator(".menu").is_visible():
            hands.press(hold.first)
        hands.press(next(place for place in page.locator(".hits .can").all() if clear(place)))
        page.wait_for_timeout(200)
        if page.locator(".menu").is_visible():
            hands.press(page.locator(".menu").get_by_role("button").first)
        break
    hands.wait_after(now)


def test_on_a_phone_a_card_is_played_by_touch(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(390, 844, touch=True)
    open_campaign(page, tmp_path, operations)
    page.get_by_role("button", name=re.compile("^I am")).tap()
    play_a_move(Touch(page))
    page.get_by_role("button", name="Story", exact=True).tap()
    expect(page.locator(".log")).to_contain_text("plays J-3")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_one_screen_for_two_shows_each_only_its_own(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    table = records.replay(records.decode(played_until(operations)))
    s, kit = table.g.s, table.g.kit
    secret = {
        side: [kit.objectives[card].title for card in s.objectives[side] if card not in s.seen[side]]
        for side in (COALITION, INSURGENT)
    }
    assert all(secret.values())
    open_campaign(page, tmp_path, operations)
    assert not [title for titles in secret.values() for title in titles if title in page.content()]
    page.get_by_role("button", name="I am Insurgent").click()
    page.locator(".desk .pull").click()
    expect(page.locator(".desk .playcard").first).to_be_visible()
    html = page.content()
    assert all(title in html for title in secret[INSURGENT])
    assert not [title for title in secret[COALITION] if title in html]
    curtain = page.get_by_role("dialog", name="Pass the screen")
    answers = page.locator("#answers, #deciders")
    answers.get_by_role("button", name="End your operations").click()
    page.locator("dialog.sure").get_by_role("button", name="Yes").click()  # cards are unplayed
    answers.get_by_role("button", name="The usual hand").click()
    expect(curtain).to_contain_text("Coalition, it is your turn")
    html = page.content()
    assert not [title for titles in secret.values() for title in titles if title in html]
    page.get_by_role("button", name="I am Coalition").click()
    page.locator(".desk .pull").click()
    html = page.content()
    assert all(title in html for title in secret[COALITION])
    assert not [title for title in secret[INSURGENT] if title in html]


def test_who_comes_back_to_the_screen_is_told_what_happened(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_campaign(page, tmp_path, scouting)
    page.get_by_role("button", name=re.compile("^I am")).click()
    curtain = page.get_by_role("dialog", name="Pass the screen")
    falls = 0
    while falls < 2:
        page.locator("#answers button, #deciders button").first.click()
        page.wait_for_timeout(300)
        if curtain.is_visible():
            falls += 1
            page.get_by_role("button", name=re.compile("^I am")).click()
    page.locator(".news .how").first.click()  # the outcome is told first, the steps on demand
    expect(page.locator(".news")).to_contain_text("commits")


def test_a_watcher_sees_the_battle_and_no_hand(new_page: NewPage, tmp_path: Path) -> None:
    host, watcher = new_page(), new_page()
    open_campaign(host, tmp_path, firing)
    host.get_by_role("button", name=re.compile("^I am")).click()
    host.get_by_text("More", exact=True).click()
    host.get_by_role("button", name="Link for watchers").click()
    said = host.locator(".said")
    expect(said).to_contain_text("/watch/")
    watcher.goto(said.inner_text().split(": ", 1)[1].split()[0])
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.locator(".scene")).to_contain_text("First fire")
    expect(watcher.locator(".scene .now")).to_contain_text("answers")
    expect(watcher.locator("#answers, #deciders button")).to_have_count(0)
    expect(watcher.locator(".scene .chance")).to_have_count(0)
    assert "hand" not in seen(watcher)["view"]


def test_the_keyboard_alone_sets_up_and_plays_a_card(new_page: NewPage) -> None:
    page = new_page()
    hands = Keyboard(page)
    hands.start("BCT Command")
    hands.press(page.locator("#answers, #deciders").get_by_role("button", name="Set up the rest as suggested"))
    expect(page.locator(".prompt")).to_contain_text("Joint Ops hand")
    for _ in range(MOST):
        page.wait_for_timeout(200)
        now = seen(page)
        if not is_asked(now):
            continue
        if any("Coalition plays J-" in line["text"] for line in now["log"]):
            break
        hands.answer(advice(page, hands.gathered))
    expect(page.locator(".log")).to_contain_text("Coalition plays J-")


def test_a_seat_is_kept_for_somebody_with_a_link(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    host.goto("/")
    card = host.locator(".game").filter(has=host.get_by_role("button", name="Play BCT Command"))
    card.locator(".chairs").get_by_label("Insurgent").select_option("link")
    card.get_by_role("button", name="Play BCT Command").click()
    link = host.get_by_label("Link for Insurgent", exact=True)
    expect(link).to_have_value(re.compile("/join/"))
    expect(host.get_by_role("status")).to_contain_text("Waiting for Insurgent. Nothing is dealt")
    expect(host.locator(".board, .curtain, .log")).to_have_count(0)
    host.reload()
    expect(link).to_have_value(re.compile("/join/"))
    promised = host.get_by_label("Promise of the dice", exact=True).input_value()
    guest.goto(link.input_value())
    expect(guest.get_by_label("Promise of the dice", exact=True)).to_have_value(promised)
    guest.get_by_role("button", name="Sit down as Insurgent").click()
    expect(guest.locator(".prompt")).to_contain_text("Waiting for Coalition")
    host.locator("#answers, #deciders").get_by_role("button", name="Set up the rest as suggested").click()
    expect(host.locator(".prompt")).to_contain_text("Waiting for Insurgent")
    expect(host.locator(".curtain")).to_have_count(0)
    expect(guest.locator(".prompt")).to_contain_text("Set up your Units")
    host.reload()
    expect(host.locator(".prompt")).to_contain_text("Waiting for Insurgent")
    expect(link).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_in_a_battle(new_page: NewPage, tmp_path: Path, dark: bool) -> None:
    page = new_page(dark=dark)
    open_campaign(page, tmp_path, firing)
    assert serious(page) == []
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.locator(".row-of-figures small").first).to_be_visible()
    page.locator(".desk .pull").click()
    expect(page.locator(".desk .playcard").first).to_be_visible()
    assert serious(page) == []
