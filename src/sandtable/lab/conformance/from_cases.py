"""Walks that begin where cases do: positions that somebody thought of, which random play seldom meets.

A case stands where two rules touch. So play goes on from what it gives and from each of its steps: as it comes, and
with every standing option that is offered there. After every answer all pieces must be there and the position sound.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.kernel.cases import CaseError, Trial, Verdict, game_cases
from sandtable.kernel.chance import Dealer, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game
from sandtable.lab.conformance.interrupting import Branch, firsts
from sandtable.lab.conformance.walks import Effort, some


def from_cases(game: Game[Any, Any], seed: object, effort: Effort) -> list[str]:
    """Play from the positions of a game's own cases stays sound, whatever interrupts it."""
    rng = random.Random(f"cases {seed}")
    found: dict[str, None] = {}
    for case in some(rng, game_cases(game), effort.cases):
        for number, g in enumerate(positions(case, game)):
            found.update(dict.fromkeys(_played_on(g, f"from {case.get('id')}, step {number}", rng, effort)))
    return list(found)


def positions(case: Mapping[str, Any], game: Game[Any, Any]) -> Iterator[G[Any, Any]]:
    """What a case gives, and what each of its steps leads to, with dice of their own; not what is unsound as given."""
    trial = Trial(Verdict(str(case.get("id")), str(case.get("rule")), game.meta.id, True))
    try:
        for number, _ in enumerate(trial.played(case, game.meta.id, judged=False)):
            g, whole = trial.g, trial.referee.whole
            if g.over or g.game.sound(g.s) or (whole is not None and not whole(g)):
                return
            stands = g.clone(Dealer())
            stands.patient = False
            stands.s.key = seed_key(f"{case.get('id')} {number}")
            yield stands
    except CaseError:
        return  # the cases themselves are run elsewhere


def _played_on(g: G[Any, Any], where: str, rng: random.Random, effort: Effort) -> list[str]:
    branches = some(rng, firsts(g, effort.arguments, rng), effort.interrupted_cases)
    found = Branch(g.clone(), where, f"{where} plainly", effort.followed).plainly()
    for number, first in enumerate(branches):
        branch = Branch(g.clone(), where, f"{where} {number}", effort.followed)
        found += (branch.alone, branch.two_in_a_row, branch.again)[number % 3](*first)
    return found
