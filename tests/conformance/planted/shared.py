"""What a shared position tells, planted in the example game: steps, counts and choices that passed unseen."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import PG, Island, Phase, Play
from sandtable.kernel import sight
from sandtable.kernel.flow import NEXT, STAY, G, question
from sandtable.kernel.options import Ask, Group, Option, Seat
from sandtable.kernel.state import State
from tests.conformance.planted.planting import Plant, changed, with_procedures, with_step
from tests.conformance.planted.probes import Whispering


def step_that_nobody_notices(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Before each step its side ponders, and nobody else is told when it has: the game does not draw it."""

    def ask(g: PG, f: Phase) -> Ask:
        return Ask("Ponder.", "move.step", [Group(f.side, "halt"), Group(f.side, "fall-back")])

    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        return NEXT

    patch.setattr(sight, "public_mark", lambda s: "")
    return with_procedures(changed("phase", lambda _, steps: [question("ponder", ask, take), *steps]))


def whispers_that_are_counted(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """How often another has whispered lies in every world as it is."""

    class Planted(Whispering):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world: Any = super().determinise(s, seat, key)
            world.heard = s.heard[:]  # type: ignore[attr-defined]
            return world  # type: ignore[no-any-return]

    return Planted


class Shuffling(Whispering):
    """Who whispers mixes two stones in the hand: chance is asked, and nobody else sees it."""

    def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
        super().take_standing(g, seat, option)
        if option[0] == "whisper":
            g.mix([0, 1], "stones", "case.hand")


def shuffles(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Without a fault."""
    return Shuffling


def chance_that_is_counted(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """What is taken away says how often chance was asked."""
    honest = sight.taken_away

    def taken_away(g: G[Any, Any], seat: Seat, key: bytes = b"", number: int = 0) -> State:
        dealt = honest(g, seat, key, number)
        dealt.drawn = g.s.drawn
        return dealt

    patch.setattr(sight, "taken_away", taken_away)
    return Shuffling


def choice_half_made(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """An order is said twice before it stands; the first time lies in every world, though nobody else saw it."""

    def take(g: PG, f: Play, seat: Seat, option: Option) -> bool:
        if g.s.orders[seat] != option[1]:
            g.s.orders[seat] = int(option[1])
            return STAY
        return rules.take_order(g, f, seat, option)

    return with_procedures(with_step("play", "order", take=take))


SHARED: list[tuple[Plant, str, str]] = [
    (step_that_nobody_notices, "shared", "takes away tells: stack (phase.step) differs"),
    (whispers_that_are_counted, "shared", "did ('whisper',), and yet a position it takes away tells: heard differs"),
    (chance_that_is_counted, "shared", "did ('whisper',), and yet a position it takes away tells: drawn differs"),
    (choice_half_made, "shared", "and yet a position it takes away tells: orders differs"),
]
