"""The chances told are exact: held to all the dice there are."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.games.warfighter import setup
from sandtable.games.warfighter.frames import HostileAttack
from sandtable.games.warfighter.game import Warfighter
from sandtable.games.warfighter.odds.chances import by_force, of_shot
from sandtable.games.warfighter.pieces import Kit
from sandtable.games.warfighter.position import Sortie
from sandtable.games.warfighter.referee import words
from sandtable.games.warfighter.rules.attacks import Shot
from sandtable.games.warfighter.rules.dangers import of_attack, of_soldier
from sandtable.games.warfighter.rules.strikes import KILLED, SUPPRESSED, WOUNDED, line_of, outcome
from sandtable.kernel.game import Setup as KernelSetup

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


# ---- Hostile attacks --------------------------------------------------------------------------------


def position(hostile: str, pinned: int = 0) -> tuple[Sortie, Kit]:
    """Baker and Minyard on the Mission card with one Hostile card that targets Baker."""
    game = Warfighter()
    g = game.resume(setup.blank(game.kit, game.checked(KernelSetup("street-sweep"))))
    words.put_team(g, {"baker": [], "minyard": ["body-armor"]})
    words.put_hostiles(g, {hostile: {"space": 1, "target": "baker", "suppress": pinned}})
    words.complete(g)
    return g.s, game.kit


@pytest.mark.parametrize("hostile", ["insurgents", "gunmen", "rpg-team", "suicide-bomber", "light-machine-gunner"])
@pytest.mark.parametrize("slot", [0, 1])
def test_what_a_hostile_may_do_is_what_all_dice_give(hostile: str, slot: int) -> None:
    s, kit = position(hostile)
    counted = {"Wound": Fraction(0), "Suppress": Fraction(0)}
    for die in range(1, 11):
        for cover in range(1, 7):
            f = HostileAttack(hostile=0, die=die, cover=cover)
            f.victims = [0, 1] if line_of(s, kit, 0, die).everybody else [0]
            befalls = outcome(s, kit, f, slot) if slot in f.victims else 0
            counted["Wound"] += Fraction(befalls in (WOUNDED, KILLED), 60)
            counted["Suppress"] += Fraction(befalls == SUPPRESSED, 60)
    found = of_attack(s, kit, 0, slot)
    assert {name: found[name] for name in counted} == counted


def test_a_suppressed_card_endangers_less() -> None:
    full, kit = position("insurgents")
    less, _ = position("insurgents", 3)
    assert of_soldier(full, kit, 0) > of_soldier(less, kit, 0) > 0
    assert of_soldier(full, kit, 1) == 0
