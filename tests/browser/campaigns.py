"""Campaigns of BCT Command, brought by two plain players to where a test begins, as records that the page can open."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from sandtable.kernel import records, sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import open_game
from sandtable.kernel.table import Table
from sandtable.kernel.view import View
from sandtable.players import make_player

LONGEST = 600
Wanted = Callable[[Table, View], bool]


def asked(table: Table) -> int:
    """The seat whose answer the table wants."""
    assert table.g.ask is not None
    return min(group.seat for group in table.g.ask.groups)


@cache
def played_until(wanted: Wanted, seed: str = "w5-1") -> bytes:
    """The record of the campaign at the first question where this holds; the view is that of the seat asked."""
    game = open_game("bct")
    table = Table(game, host_key=seed_key(seed))
    players = [make_player(game, "plain", seat + 1) for seat in range(2)]
    for _ in range(LONGEST):
        seat = asked(table)
        if wanted(table, table.view(seat, odds=False)):
            return records.encode(records.record_of(table))
        table.answer(seat, players[seat](sight.world(table.g, seat), seat))
    raise AssertionError("the campaign never came to that")


def key(table: Table) -> str:
    assert table.g.ask is not None
    return table.g.ask.key


def operations(table: Table, view: View) -> bool:
    """A side may play its first card."""
    return key(table) == "ops.play"


def third_turn(table: Table, view: View) -> bool:
    """The third turn begins: soon there will be battles."""
    return key(table) == "turn.order" and table.g.s.turn == 3


def scouting(table: Table, view: View) -> bool:
    return key(table) == "advantage.commit"


def firing(table: Table, view: View) -> bool:
    return key(table) == "fire.fewer"


def suffering(table: Table, view: View) -> bool:
    return key(table) == "hits.apply"


def open_campaign(page: Page, folder: Path, wanted: Wanted) -> None:
    """Opens the record with the file input of the shelf: whoever does has both seats, so the curtain falls first."""
    file = folder / f"{wanted.__name__}.json"
    file.write_bytes(played_until(wanted))
    page.goto("/")
    page.get_by_role("button", name="Play BCT Command").wait_for()
    page.get_by_label("Open a record").set_input_files(file)
    page.get_by_role("dialog", name="Pass the screen").wait_for()
