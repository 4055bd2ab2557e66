"""Options of the rules: one struct says what a table may choose, and everything else follows from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct

from sandtable.kernel.game import Game, Setup, games, open_game
from sandtable.kernel.switches import Switch, Switchable, chosen, switches


class Readings(Struct, frozen=True):
    night: Annotated[bool, Switchable("Night comes early", "end.night")] = False
    loc_anew: Annotated[bool, Switchable("Judged anew", "return.loc", now="on")] = False
    length: Annotated[Literal["short", "long"], Switchable("How long", "end.turns", now="long")] = "short"


def test_the_struct_makes_the_options_of_the_shelf() -> None:
    assert switches(Readings) == {
        "night": Switch("Night comes early", rule="end.night"),
        "loc-anew": Switch("Judged anew", default="on", rule="return.loc", before="off"),
        "length": Switch("How long", ("short", "long"), "long", "end.turns", "short"),
    }


def test_a_setup_makes_the_struct() -> None:
    assert chosen(Readings, {"night": "on", "loc-anew": "off", "length": "long"}) == Readings(True, False, "long")


def test_what_a_setup_does_not_say_is_as_it_was_before_there_was_the_option() -> None:
    assert chosen(Readings, {"night": "on"}) == Readings(night=True)


class Bare(Struct, frozen=True):
    night: bool = False


class Needed(Struct, frozen=True):
    night: Annotated[bool, Switchable("Night", "end.night")]


class Counted(Struct, frozen=True):
    turns: Annotated[int, Switchable("Turns", "end.night")] = 8


@pytest.mark.parametrize(("kind", "why"), [(Bare, "no option"), (Needed, "no option"), (Counted, "a bool or a Lit")])
def test_a_field_that_is_no_option_is_told(kind: type[Struct], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        switches(kind)


@pytest.fixture(params=games())
def game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return open_game(request.param)


def test_every_option_names_a_rule_that_names_it(game: Game[Any, Any]) -> None:
    for name, switch in game.meta.options.items():
        assert name in game.ledger[switch.rule].options, f"{switch.rule} does not say that {name} changes it"
    told = {name for rule in game.ledger.rules.values() for name in rule.options}
    assert told == set(game.meta.options)


def test_a_table_from_before_an_option_plays_as_the_struct_is_made(game: Game[Any, Any]) -> None:
    for name, switch in game.meta.options.items():
        assert game.as_kept(Setup()).options[name] == (switch.before or switch.default)
