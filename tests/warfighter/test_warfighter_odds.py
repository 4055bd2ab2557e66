"""The chances told are exact: held to all the dice there are."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.games.warfighter.odds.chances import by_force, of_shot
from sandtable.games.warfighter.rules.attacks import Shot

PLAIN = Shot(
    dice=1,
    kill=6,
    plus=0,
    cover=3,
    face=0,
    reload=0,
    jam=0,
    explosion=False,
    double=False,
    stealthy=False,
    unarmed=False,
)


def shot(dice: int, **more: int) -> Shot:
    return replace(PLAIN, dice=dice, **more)


SHOTS = [
    shot(1, reload=2),
    shot(2, reload=2, jam=3, plus=2),
    shot(3, reload=3, jam=4, kill=9),
    shot(2, face=6, cover=4),
    shot(1, face=6, cover=7),
    shot(1, kill=10, unarmed=True, cover=5),
    shot(4, explosion=True, cover=2),
    shot(3, explosion=True, cover=7, kill=12),
    shot(2, kill=0, cover=-1),
]


@pytest.mark.parametrize("attack", SHOTS)
def test_the_sum_is_what_all_dice_give(attack: Shot) -> None:
    exact, counted = of_shot(attack), by_force(attack)
    assert {name: chance for name, chance in exact.items() if chance} == {
        name: chance for name, chance in counted.items() if chance
    }


def test_a_burst_of_the_m4_at_gunmen() -> None:
    """Kill 6, Cover 3, Reload 2, two dice: the examples of the book."""
    chances = of_shot(shot(2, reload=2))
    assert chances["Kill"] == Fraction(3, 4) * Fraction(2, 3)
    assert chances["Reload"] == 1 - Fraction(64, 100)
