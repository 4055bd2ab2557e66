"""A guest vanishes from a campaign of BCT Command: the computer stands in, the other plays on and learns nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable.games.bct.frames import Phase
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.kernel import sight
from sandtable.kernel.table import Answered, Table
from sandtable.kernel.view import View
from sandtable.players import make_player
from sandtable.server.tables.moves import ask_name
from tests.browser.campaigns import asked, key, played_until
from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse, advice
from tests.browser.overhearing import Overheard, Truth, Watch
from tests.server.serving import Server

MOST = 60
"""Answers of one phase."""
OURS = {"X-Sandtable": "1"}


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for which a guest without an open connection has vanished at once."""
    folder = tmp_path_factory.mktemp("impatient")
    running = Server(
        str(folder / "tables.db"), folder / "log", SANDTABLE_SEED="browser", SANDTABLE_VANISHED_MINUTES="0"
    )
    yield running
    said = running.stop()
    assert "Traceback" not in said and "ERROR" not in said, said


def insurgent_operations(table: Table, view: View) -> bool:
    """The Insurgent may play a card, and the Coalition has its phase after his."""
    return key(table) == "ops.play" and asked(table) == INSURGENT == table.g.s.first


def sit_down(host: Page, guest: Page) -> str:
    """The host opens a campaign, gives the Insurgent away before looking at it, and both come to the table."""
    table = str(
        host.request.post("/api/records", data=played_until(insurgent_operations), headers=OURS).json()["table"]
    )
    url = f"/api/tables/{table}/invitations"
    guest.goto(host.request.post(url, data={"seat": INSURGENT}, headers=OURS).json()["url"])
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".prompt")).to_contain_text("Play a Joint Ops Card")
    host.goto(f"/table/{table}")
    expect(host.locator(".prompt")).to_contain_text("Waiting for Insurgent")
    return table


def in_menu(page: Page, name: str) -> Locator:
    """A button of the menu, opened anew: who sits where is looked up then."""
    menu = page.locator("details.more")
    if menu.get_attribute("open") is not None:
        page.get_by_text("More", exact=True).click()
    with page.expect_response("**/seats"):
        page.get_by_text("More", exact=True).click()
    return menu.get_by_role("button", name=name)


def until_offered(page: Page, name: str) -> Locator:
    for _ in range(60):
        button = in_menu(page, name)
        if button.is_visible():
            return button
        page.wait_for_timeout(100)
    raise AssertionError(f"{name!r} was never offered")


def phasing(truth: Truth) -> int:
    """Whose phase it is in truth."""
    truth.catch_up()
    return next((frame.side for frame in truth.g.s.stack if isinstance(frame, Phase)), -1)


def is_asked(truth: Truth, seat: int) -> bool:
    truth.catch_up()
    return truth.g.ask is not None and seat in truth.g.ask.seats()


def by_hand(page: Page, truth: Truth) -> None:
    """One answer through the page, of as many parts as it takes."""
    hands, before = Mouse(page), len(truth.journal)
    for _ in range(MOST):
        hands.answer(advice(page, hands.gathered))
        truth.catch_up()
        if len(truth.journal) > before:
            return
    raise AssertionError("the page never answered")


def play_on(page: Page, truth: Truth, seat: int) -> None:
    """Answers for one seat as the plain player would, as soon as it is asked."""
    for _ in range(400):
        if is_asked(truth, seat):
            break
        page.wait_for_timeout(25)
    option = make_player(truth.g.game, "plain", 1)(sight.world(truth.g, seat), seat)
    body = {"seat": seat, "ask": ask_name(truth.past.table, seat), "options": [list(option)]}
    reply = page.request.post(f"/api/tables/{truth.id}/answers", data=body, headers=OURS)
    assert reply.ok, reply.text()


def test_the_computer_plays_for_one_who_vanished_until_he_comes_back(new_page: NewPage, impatient: Server) -> None:
    host, guest = new_page(at=impatient), new_page(at=impatient)
    ear = Overheard(host)
    table = sit_down(host, guest)
    truth = Truth(impatient, table)
    expect(in_menu(host, "Let the computer play Coalition")).to_be_visible()
    expect(host.get_by_role("button", name="Let the computer play Insurgent")).to_have_count(0)
    by_hand(guest, truth)

    guest.close()
    until_offered(host, "Let the computer play Insurgent (away)").click()
    expect(host.locator(".said")).to_contain_text("The computer plays Insurgent")
    handed = len(truth.journal)
    for _ in range(MOST):
        if phasing(truth) == COALITION:
            break
        if is_asked(truth, COALITION):
            play_on(host, truth, COALITION)
        host.wait_for_timeout(50)
    expect(host.locator(".prompt")).not_to_contain_text("Waiting for Insurgent")
    assert phasing(truth) == COALITION
    assert sum(isinstance(entry, Answered) and entry.seat == INSURGENT for entry in truth.journal[handed:]) >= 2
    assert host.request.get(f"/api/tables/{table}?seat={INSURGENT}").status == 403
    play_on(host, truth, COALITION)

    back = guest.context.new_page()
    back.goto(f"/table/{table}")
    expect(back.locator(".desk .pull")).to_be_visible()
    in_menu(back, "Give Insurgent back to its player").click()
    expect(back.locator(".said")).to_contain_text("Insurgent is played by its own player again")
    for _ in range(MOST):
        if is_asked(truth, INSURGENT):
            break
        play_on(host, truth, COALITION)
    entries = len(truth.journal)
    expect(host.locator(".prompt")).to_contain_text("Waiting for Insurgent")
    expect(in_menu(host, "Give Insurgent back to its player")).to_have_count(0)
    truth.catch_up()
    assert len(truth.journal) == entries, "no computer answers any more"
    by_hand(back, truth)

    host.wait_for_timeout(200)
    watch = Watch(truth, COALITION)
    told = ear.news()
    assert len(told) > 10
    assert [fault for reply in told for fault in watch.faults(reply)] == []
    assert watch.hidden.keys() >= {"kind", "hand", "objectives"}
