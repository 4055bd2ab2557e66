"""Who may speak and whom the table waits for: they may be told apart, and everybody goes by the latter."""

from __future__ import annotations

import pytest

from sandtable.kernel import sight
from sandtable.kernel.flow import FlowError, deed, procedure
from sandtable.kernel.flow.procedures import Procedures, question
from sandtable.kernel.noticing import Positions, Seen
from sandtable.kernel.options import Ask, Group, Refused
from sandtable.players import Seated
from tests.kernel.test_flow import end, take_pick
from tests.kernel.toys import DG, Outer, Toy, begin


def asking(*waits: int) -> DG:
    """Both seats may pick; the table waits for these."""
    asked = Ask("Pick.", "toy.rule", [Group(seat, "pick", (), [1, 2]) for seat in (0, 1)], waits=waits)
    steps = (question("pick", lambda g, f: asked, take_pick), deed(end))
    return begin(Toy(Procedures(procedure("outer", Outer, *steps))), seats=2)


def test_without_a_word_the_table_waits_for_all_who_may_speak() -> None:
    g = asking()
    assert g.ask is not None and g.ask.awaited() == [0, 1] and g.awaited == 0
    assert sight.view(g, 0).ask.seats == [0, 1]  # type: ignore[union-attr]


def test_the_table_waits_for_one_and_another_may_speak() -> None:
    g = asking(1)
    assert g.awaited == 1 and g.options() == [("pick", 1), ("pick", 2)]
    seen = sight.view(g, 0).ask
    assert seen is not None and seen.seats == [1] and seen.prompt == "Pick." and seen.groups
    assert sight.view(g, -1).ask.seats == [1]  # type: ignore[union-attr]
    g.answer(0, ("pick", 2))
    assert g.over and g.s.marks == [2]


def test_who_is_not_awaited_is_refused_what_is_not_offered() -> None:
    g = asking(1)
    with pytest.raises(Refused, match="Not now"):
        g.answer(0, ("pick", 7))


def test_a_player_answers_only_for_whom_the_table_waits() -> None:
    seated = Seated(asking(1).game, "random", 2)
    assert seated.turn(asking(1)) == 1 and seated.turn(asking(0)) == 0
    assert {seated.seat(asking(1)) for _ in range(20)} == {1}
    assert {seated.seat(asking()) for _ in range(40)} == {0, 1}


def test_that_the_table_waits_for_others_is_noticed() -> None:
    assert Positions(Seen(asking(1)), Seen(asking(1))).look_alike(0)
    assert not Positions(Seen(asking(1)), Seen(asking(0))).look_alike(0)
    assert not Positions(Seen(asking(1)), Seen(asking(0))).look_alike(-1)


def test_nobody_is_waited_for_who_has_nothing_to_say() -> None:
    with pytest.raises(FlowError, match="have nothing to say"):
        asking(2)
