"""What people read: the log beside the deeds themselves, and what an answer is called where it stands."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.kernel.game import open_game
from sandtable.kernel.ledger import read_primer
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.view import Said
from tests.bct.positions import position, seen_by, table_at


def told(seat: Seat, verb: str, number: int, *names: str, **given: Any) -> list[Said]:
    """What all hear when a card has been played: the option's Unit and space by the names that cases use."""
    g = position(at=f"{'coalition' if seat == COALITION else 'insurgent'}-operations", **given)
    table = table_at(g)
    domains = g.game.verbs[verb].domains[1:]
    table.answer(seat, (verb, number, *map(partial(g.game.lookup, g.s), domains, names)))
    return [event.said(SPECTATOR) for event in table.log]


def test_control_lost_and_gained_is_told() -> None:
    """A Covert Unit that walks in takes the flag away, and nobody would see why."""
    given = {"covert": ["guerrillas-1"], "hand": {"insurgent": {"j-3": "1"}}}
    place = {"anp-1": "dand", "fob-1": "dand"}
    entered = told(INSURGENT, "move", 3, "guerrillas-1", "dand", place={"guerrillas-1": "daman", **place}, **given)
    assert (entered[-1].text, entered[-1].weight) == ("Coalition loses Control of Dand.", "blow")
    left = told(INSURGENT, "move", 3, "guerrillas-1", "daman", place={"guerrillas-1": "dand", **place}, **given)
    assert (left[-1].text, left[-1].weight) == ("Coalition gains Control of Dand.", "gain")


def test_a_roll_ends_with_its_sum() -> None:
    values = {"units": {"anp": {"j9": "2"}, "fob": {"j9": "0"}}}
    place = {"anp-1": "dand", "fob-1": "dand"}
    heard = told(COALITION, "roll", 9, "anp-1", content=values, place=place, hand={"coalition": {"j-9": "1"}})
    lines = [line.text for line in heard]
    dice = [line for line in lines if line.startswith("J-9: ")]
    won = sum(max(0, int(line[5]) - 4) for line in dice)
    assert len(dice) == 2
    assert f"{won} Success{'' if won == 1 else 'es'} for ANP (Dand)." in lines


def test_the_last_answer_is_called_what_it_does() -> None:
    g = position(at="coalition-faces", place={"special-forces-1": "dand"})
    shown = seen_by(g, COALITION).ask
    assert shown is not None
    done = next(group for group in shown.groups if group.verb == "done")
    assert (done.text, done.choices[0].text) == ("to operations", "to operations")


def test_unplayed_cards_are_named_before_operations_end() -> None:
    g = position(at="coalition-operations", place={"anp-1": "dand"}, hand={"coalition": {"j-3": "1", "j-4": "1"}})
    shown = seen_by(g, COALITION).ask
    assert shown is not None
    end = next(group for group in shown.groups if group.verb == "end-operations")
    assert end.choices[0].warning == "2 cards unplayed"


def test_the_game_introduces_itself(tmp_path: Path) -> None:
    """A primer is read in its order; a game without one has none."""
    assert list(open_game("bct").primer)[:2] == ["The aim", "A turn"]
    assert read_primer(tmp_path / "primer.yaml") == {}
