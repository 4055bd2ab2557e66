"""Whole games at random, in every scenario and with every option: they end, and every position on the way is sound."""

import random

import pytest

from sandtable.games.invasion import GAME
from sandtable.games.invasion.rules.morale import BOTH, COLLAPSED, DEFEATED
from sandtable.games.invasion.state import WG
from sandtable.kernel.chance import FastDealer
from sandtable.kernel.game import Setup

GAMES = 3
"""Of each scenario, each with other options."""


@pytest.mark.parametrize("scenario", list(GAME.meta.scenarios))
def test_random_games_end_and_every_position_is_sound(scenario: str) -> None:
    game = GAME()
    for seed in range(GAMES):
        rng = random.Random(seed)
        options = {name: rng.choice(choice.values) for name, choice in game.meta.options.items()}
        g = game.start(Setup(scenario, options), dealer=FastDealer(seed))
        while not g.over:
            offered = g.options()
            verb = rng.choice(sorted({option[0] for option in offered}))
            g.take(0, rng.choice([option for option in offered if option[0] == verb]))
            assert game.sound(g.s) == []
            if not g.over:
                lift(g, rng)
        assert g.s.outcome is not None
        assert g.s.outcome.label in {"Conditions met", "Conditions missed", COLLAPSED, DEFEATED, BOTH}


def lift(g: WG, rng: random.Random) -> None:
    """Random play is soon at the end of its morale: it gets some back, so that the later years are seen, too."""
    for side in (0, 1):
        if g.s.morale[side] < 4:
            g.s.morale[side] = rng.randint(4, 9)
            g.asked = None


def test_what_everybody_saw_fits_the_truth_and_every_dealt_world() -> None:
    game = GAME()
    rng = random.Random(5)
    g = game.start(Setup("1979-3"), dealer=FastDealer(5))
    for number in range(250):
        if g.over:
            break
        offered = g.options()
        verb = rng.choice(sorted({option[0] for option in offered}))
        g.take(0, rng.choice([option for option in offered if option[0] == verb]))
        if not g.over and number % 5 == 0:
            assert game.sound(game.determinise(g.s, 0, bytes([number]))) == []
            lift(g, rng)
