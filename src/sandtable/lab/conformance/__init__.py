"""The conformance suite: written once, run on every game, scenario and number of seats.

Each check is a function that returns sentences about what is wrong; an empty list is what one hopes for. `conform`
runs them all on any game that is installed, of ours or of a third party:

    for finding in conform("patrols"):
        print(finding)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel.game import Game, Setup, open_game
from sandtable.lab.conformance import (
    drawing,
    hidden,
    interrupting,
    odds,
    options,
    passing,
    play,
    probes,
    sharing,
    tables,
    truths,
)
from sandtable.lab.conformance.from_cases import from_cases
from sandtable.lab.conformance.walks import Effort, Walk, chosen_options, named, setups, told

MANY_WAYS, FEWEST_TRUTHS = 4, 48
"""So many setups are many; and true games of each, no less: what is planted is found in forty."""
SHOWN = 3
"""So many findings of one check are told; the next hundred would say the same."""


class Finding(Struct, frozen=True):
    """One thing that is not as it must be."""

    check: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.check} ({self.where}): {self.text}"


WALK_CHECKS: dict[str, Callable[[Walk], list[str]]] = {
    "plays": play.plays,
    "ends": play.ends,
    "copies": play.copies,
    "same key": play.same_key,
    "saves": play.saves,
    "pure asks": play.pure_asks,
    "census": play.census,
    "sound": play.sound,
    "interrupted": interrupting.interrupted,
    "passed over": passing.passed_over,
    "cites": play.cites,
    "options": options.options,
    "drawn": drawing.drawn,
    "accepted": options.accepted,
    "refused": options.refused,
    "worlds": hidden.worlds,
    "dealt alike": hidden.dealt_alike,
    "secrets": hidden.secrets,
    "shared": sharing.shared,
    "probes": probes.probes,
    "unseen": probes.unseen,
    "revisions": tables.revisions,
    "journals": tables.journals,
}


def conform(
    game: str | Game[Any, Any],
    games: int | None = None,
    seed: int = 0,
    setup: Setup | None = None,
    effort: Effort | None = None,
    only: Collection[str] = (),
) -> list[Finding]:
    """Everything that is wrong with a game, in one setup or in all of them; by all checks, or by those named."""
    opened = open_game(game) if isinstance(game, str) else game
    effort = effort or fitting(opened)
    if games is not None:
        effort = msgspec.structs.replace(effort, games=games)
    findings: list[Finding] = []
    for one in [setup] if setup is not None else setups(opened):
        findings += _conform(opened, opened.checked(one), seed, effort, only)
    return findings


def fitting(game: Game[Any, Any]) -> Effort:
    """Setups share most of their rules: a game that has many of them plays fewer games of each."""
    effort, ways = Effort(), len(setups(game))
    return msgspec.structs.replace(
        effort,
        games=max(2, min(effort.games, 2 * effort.games // ways)),
        watched=effort.watched // ways,
        risky=max(3, effort.risky // ways),
        worlds=effort.worlds if ways < MANY_WAYS else 2,
        truths=max(FEWEST_TRUTHS, min(effort.truths, 2 * effort.truths // ways)),
        starts=max(200, min(effort.starts, 2 * effort.starts // ways)),
        decisions=max(2_500, min(effort.decisions, 2 * effort.decisions // ways)),
    )


def _conform(game: Game[Any, Any], setup: Setup, seed: int, effort: Effort, only: Collection[str]) -> list[Finding]:
    found: list[Finding] = []

    def note(check: str, where: str, checking: Callable[[], list[str]]) -> None:
        if only and check not in only:
            return
        try:
            texts = checking()
        except Exception as error:
            texts = [f"the check breaks off: {told(error)}"]
        spare = SHOWN - sum(finding.check == check for finding in found)
        found.extend(Finding(check, where, text) for text in texts[: max(0, spare)])

    walks = []
    for number in range(effort.games):
        chosen = msgspec.structs.replace(setup, options=chosen_options(game, setup, seed, number))
        walk = Walk(game, chosen, f"{seed}/{number}", effort)
        for name, check in WALK_CHECKS.items():
            note(name, f"{named(game, chosen)}, game {number}", lambda check=check, walk=walk: check(walk))  # type: ignore[misc]
        walk.forget()
        walks.append(walk)
    where = named(game, setup)
    more = play.ManyMore(game, setup, seed, effort)
    note("plays", where, more.plays)
    note("sound", where, more.sound)
    note("declared", where, lambda: hidden.declared(game))
    proof = hidden.SecondProof(walks, effort)
    note("known stays", where, proof.known_stays)
    note("hidden varies", where, proof.hidden_varies)
    note("true games", where, lambda: truths.true_games(game, setup, seed, effort))
    note("from cases", where, lambda: from_cases(game, f"{seed} {where}", effort))
    note("players", where, lambda: play.players(game, setup, seed, effort))
    note("looks", where, lambda: drawing.looks(game))
    note("entry points", where, lambda: play.entry_points(game, setup))
    note("odds", where, lambda: odds.odds(game, setup, seed, effort))
    note("fair chance", where, lambda: play.fair_chance(game, setup, seed, effort))
    return found
