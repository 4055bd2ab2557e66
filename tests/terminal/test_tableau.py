"""A tableau of cards in the terminal: places in order, what lies in them, whose hands."""

from __future__ import annotations

import io

from rich.console import Console

from sandtable.kernel.ledger import Ledger
from sandtable.kernel.view import Ref, View
from sandtable.terminal.draw import board, panels
from sandtable.terminal.draw.layout import Layout
from sandtable.terminal.draw.screen import Screen
from sandtable.terminal.menu import Item, Menu
from tests import tableaus


def scene_of(view: View, places: int = 6) -> Layout:
    assert view.ask is not None
    choices = [(group, choice) for group in view.ask.groups for choice in group.choices]
    items = [
        Item(
            number=number,
            verb=group.verb,
            title=group.text,
            choice=choice,
            standing=False,
            names=[str(value) for value in choice.option[1:]],
            words=frozenset(),
            things=[Ref(int(value), domain) for domain, value in zip(group.args, choice.option[1:], strict=True)],
            spaces=[int(choice.option[-1])] if group.args[-1:] == ["space"] else [],
        )
        for number, (group, choice) in enumerate(choices, 1)
    ]
    return Layout(tableaus.board(places), view, Menu(items))


def lines(width: int = 100, height: int = 32, places: int = 6) -> list[str]:
    return [line.plain for line in board.draw_near(scene_of(tableaus.view(), places), width, height).lines]


def test_places_stand_in_order_each_with_its_card() -> None:
    heads = [line for line in lines() if "Place" in line]
    assert [head.partition("Place ")[2][0] for head in heads] == list("123456")
    assert "Market Roofs [1]" in heads[3] and "Dropped rifle" in heads[3]
    assert heads[4].endswith("no card")
    assert "Radio Mast [4]" in heads[5] and "* Target 1" in heads[5]
    assert heads[0].startswith("5 ") and heads[2].startswith("6 "), "the numbers of the moves"


def test_cards_are_told_with_pips_values_counters_and_note() -> None:
    told = "\n".join(lines())
    assert "hostiles: 1,3 Gunmen [3] ●●◐○ cover 6, range 0-2 aims at Giacomelli: hurt 42 %" in told
    assert "Technical [3] ●● cover 6, range 0-2 (Suppressed) aims at nobody" in told
    assert "soldiers: Giacomelli ●●◐○ ●● with Carbine range 0-3 (2 magazines), Fragmentation" in told


def test_hands_are_told_by_owner() -> None:
    assert lines()[-2].startswith("Giacomelli holds 6: Flank, Rush, First Aid")
    assert lines()[-1].startswith("Diaz holds 5: Plan 1")


def test_status_reads_the_cards_of_all_hands_and_why_they_cannot_be_played() -> None:
    told = "\n".join(line.plain for line in panels.status(tableaus.view(), Ledger({})))
    assert "Giacomelli holds 6:" in told and "Diaz holds 5:" in told
    assert "First Aid (Nobody here is hurt.)  Take one Wound" in told


def test_what_does_not_fit_is_folded_where_least_is_asked() -> None:
    short = lines(height=12)
    assert len(short) == 12
    assert any("Gunmen" in line for line in short) and not any("Diaz ●●●" in line for line in short)
    assert short[0].endswith("… 1 more (`map` shows all)")
    assert sum("Place" in line for line in short) == 6


def test_it_fits_a_screen_of_100_by_40() -> None:
    written = io.StringIO()
    screen = Screen(Console(file=written, width=100, height=40, highlight=False))
    scene = scene_of(tableaus.view(), 9)
    screen.table("The mission", scene, [], Ledger({}), ())
    drawn = written.getvalue().splitlines()
    assert len(drawn) <= 40 and all(len(line) <= 100 for line in drawn), written.getvalue()
    assert "Gunmen" in written.getvalue() and "Diaz holds 5" in written.getvalue()
    assert "What does Giacomelli do?" in written.getvalue()
