"""Odds that tell something false, or nothing where something is risked."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace

from sandtable.games.patrols import Patrols, sight
from sandtable.games.patrols.rules import ask_step
from sandtable.games.patrols.state import PG, Phase
from sandtable.kernel.options import Ask, Option, Seat
from sandtable.kernel.view import Odds
from tests.conformance.planted.planting import Planted, with_procedures, with_step


def far_too_likely(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Ninety-nine in a hundred, where it is one in six at most."""

    class Planted(Patrols):
        def odds(self, g: PG, seat: Seat, option: Option) -> Odds:
            honest = sight.chances(g, option)
            return Odds("lost 99 %", {"lost": 0.99}) if "lost" in honest.chances else honest

    return Planted


def told_as_safe(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The fire of the other side is told as no risk at all, as a helicopter was that sets down a team."""

    class Planted(Patrols):
        def odds(self, g: PG, seat: Seat, option: Option) -> Odds:
            honest = sight.chances(g, option)
            return Odds("silent", {"falls": 0.0, "wins": 0.0}) if "falls" in honest.chances else honest

    return Planted


def a_little_off(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Off by a fifth: too little to show in one option, not in all of them together."""

    class Planted(Patrols):
        def odds(self, g: PG, seat: Seat, option: Option) -> Odds:
            honest = sight.chances(g, option)
            return Odds("so-so", {**honest.chances, "falls": 0.6}) if "falls" in honest.chances else honest

    return Planted


def not_told(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Who steps in front of an enemy is told nothing of it."""

    def ask(g: PG, f: Phase) -> Ask:
        honest = ask_step(g, f)
        silent = [replace(group, risky=group.risky and "mined" in group.warning) for group in honest.groups]
        return replace(honest, groups=silent)

    return with_procedures(with_step("phase", "step", ask=ask))


def forgotten_die(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        risks: ClassVar = {purpose: risk for purpose, risk in sight.RISKS.items() if purpose != "mine"}

    return Planted


def not_to_be_tried(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def borne_out(self, g: PG, seat: Seat, option: Option) -> set[str]:
            raise NotImplementedError

    return Planted


ODDS: list[Planted] = [
    (far_too_likely, "odds", "tells 'lost' at 99.0%"),
    (told_as_safe, "odds", "tells 'falls' at 0.0%"),
    (a_little_off, "odds", "'falls' came true"),
    (not_told, "odds", "should tell a chance of falls"),
    (forgotten_die, "odds", "which is not among the risks of the game"),
    (not_to_be_tried, "odds", "cannot be tried"),
]
