"""That somebody is asked, everybody sees: so in every world dealt he has something to choose (3.5)."""

from __future__ import annotations

import random

import pytest

from sandtable.games.bct import cards
from sandtable.games.bct.frames import ChaosEvent
from sandtable.games.bct.rules.chaos import effect_groups, effect_of
from sandtable.games.bct.sight import hidden
from sandtable.games.bct.state import Theatre
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.table import quick_table

GAME = open_game("bct")
SEED, ANSWERS = 548, 101
"""A game of chance (edition 2) in which, after so many answers, a Chaos Card takes an Asset of a side that has few."""


def choices(world: Theatre) -> int:
    f = world.stack[-1]
    assert isinstance(f, ChaosEvent) and f.step == "effect"
    return sum(map(len, effect_groups(world, GAME.kit, f.victims[0], effect_of(GAME.kit, f))))


def test_whom_a_chaos_card_hits_has_a_choice_in_every_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """A world in which he had none would have answered for him at the next touch, and dice would have fallen."""
    table, rng = quick_table(GAME, SEED, Setup(scenario="intervention", seats=2, edition=2)), random.Random(SEED)
    for _ in range(ANSWERS):
        assert table.g.ask is not None
        seat = table.g.ask.seats()[0]
        table.answer(seat, rng.choice(list(table.g.ask.options(seat))))
    f = table.g.s.stack[-1]
    assert isinstance(f, ChaosEvent)
    other = 1 - f.victims[0]

    def dealt() -> list[int]:
        return [choices(GAME.determinise(table.g.s, other, str(n).encode())) for n in range(12)]

    assert min(dealt()) > 1
    monkeypatch.setattr(hidden, "DEALT_ANEW", 1)
    assert min(dealt()) < 2, "of the worlds dealt at random some are such"


def test_whoever_has_one_such_thing_or_none_is_asked_as_well() -> None:
    """Else others knew by the pause how many Assets or Units of a kind lie face down; until edition 2 they did."""
    asked = {edition: alone(edition) for edition in (2, 3)}
    assert asked == {2: {True}, 3: {False}}


def alone(edition: int) -> set[bool]:
    """Whether the kernel passes over the ask of somebody with nothing to lose, at the moments of a few games."""
    found = set()
    for seed in range(40):
        table, rng = quick_table(GAME, seed, Setup(scenario="jihad", seats=2, edition=edition)), random.Random(seed)
        for _ in range(160):
            if table.g.ask is None:
                break
            frame = table.g.s.stack[-1]
            if isinstance(frame, ChaosEvent) and frame.step == "effect" and frame.left > 0:
                effect = effect_of(GAME.kit, frame)
                if isinstance(effect, cards.LoseAssets | cards.Suppress):
                    found.add(not table.g.ask.always)
            seat = table.g.ask.seats()[0]
            table.answer(seat, rng.choice(list(table.g.ask.options(seat))))
    return found
