"""Parts that are gathered: what they would lead to is shown, nothing is answered, and nothing hidden is given away."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.game import open_game
from sandtable.kernel.state import clone
from sandtable.kernel.table import Table, quick_table
from sandtable.server.tables.previews import preview
from tests.server.serving import Browser, Server, options_of, problem


def shopping() -> Table:
    table = quick_table(open_game("kandahar"), 3)
    table.answer(0, ("default",))
    return table


def goods(table: Table, seat: int = 0) -> list[tuple[Any, ...]]:
    ask = table.g.ask
    assert ask is not None
    return [option for option in ask.options(seat) if option[0] == "buy"]


def test_a_purchase_is_gathered_and_the_points_left_are_shown() -> None:
    table = shopping()
    before, first = table.view(0), goods(table)[0]
    once = preview(table, 0, [first])
    assert once.taken == 1 and once.why is None and once.view is not None
    assert before.ask is not None and once.view.ask is not None
    assert once.view.ask.budget < before.ask.budget
    assert len(once.view.tokens) == len(before.tokens) + 1
    assert table.view(0) == before, "nothing has been answered"
    assert len(table.journal) == 1


def test_a_part_that_is_not_legal_after_the_others_says_why_with_its_rule() -> None:
    table = shopping()
    first = goods(table)[0]
    again = preview(table, 0, [first, first])
    assert again.taken == 1 and again.view is None and again.why is not None
    assert again.why.number and len(again.why.text) > 20


def test_a_part_that_rolls_or_ends_the_question_is_not_gathered() -> None:
    table = shopping()
    ask = table.g.ask
    assert ask is not None
    moving = next(option for option in ask.options(0) if option[0] == "move-camp")
    for option in (moving, ("done",)):
        found = preview(table, 0, [goods(table)[0], option])
        assert (found.taken, found.view, found.why) == (1, None, None)


def test_what_is_previewed_is_what_the_answer_then_brings() -> None:
    table = shopping()
    parts = [goods(table)[0]]
    parts.append(next(option for option in goods(table) if option[1] != parts[0][1]))
    foreseen = preview(table, 0, parts)
    table.answer(0, *parts)
    assert foreseen.view == table.view(0)


def test_a_preview_is_the_same_whatever_is_hidden() -> None:
    """Patrols: wherever the mine lies and whoever is who, each step of Red is previewed alike."""
    game = open_game("patrols")
    table = Table(game, game.checked(msgspec.structs.replace(quick_table(game, 1).setup, seats=2)), b"1" * 32)
    for seat in (0, 1):
        table.answer(seat, ("order", 1))
    table.answer(0, ("go",))
    ask = table.g.ask
    assert ask is not None
    steps = [option for option in ask.options(0) if option[0] == "step"]
    found = set()
    for mine in game.kit.wild:
        table.g.s = clone(table.g.s)
        table.g.s.mine = mine
        table.g.s.kind[2:] = table.g.s.kind[2:][::-1]
        table.g.asked = None
        found.add(msgspec.json.encode([preview(table, 0, [step]) for step in steps]))
    assert len(found) == 1


def test_over_the_wire(server: Server) -> None:
    browser = Browser(server)
    table = browser.open(game="kandahar")
    browser.answer(table, 0, ["default"])
    seen = browser.see(table)
    buy = next(option for option in options_of(seen) if option[0] == "buy")
    body = {"seat": 0, "ask": seen["ask"], "options": [buy]}
    found = browser.post(f"/api/tables/{table}/preview", body)
    assert found["taken"] == 1 and found["view"]["ask"]["budget"] < seen["view"]["ask"]["budget"]
    assert browser.see(table) == seen
    stale = browser.http.post(f"/api/tables/{table}/preview", json={**body, "ask": "0.0"}, headers={"X-Sandtable": "1"})
    assert problem(stale, 409)["error"] == "stale"
    stranger = Browser(server)
    stranger.open()
    assert (
        stranger.http.post(f"/api/tables/{table}/preview", json=body, headers={"X-Sandtable": "1"}).status_code == 404
    )
