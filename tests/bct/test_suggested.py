"""1.2: the suggested set-up says where something lies face down, never what: over true games it is as worlds are dealt.

Everybody can read the deployments. In edition 2 they told the types of Covert Units by their places, who lay in the box
of a Covert HQ, and what lay under whom: so each of these checks fails there, and shows that it can tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import permutations
from math import sqrt

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.setup.defaults import lay_face_down
from sandtable.games.bct.setup.staging import STAGED, laid_out, stationed
from sandtable.games.bct.state import ALL_SEATS, BG, BOXED, SEVERAL_EDITION, Theatre, is_covert
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.lab.conformance.truths import TrueGames
from sandtable.lab.conformance.walks import Effort
from tests.bct.deploying import begin, by_default, deploy, set_up, space, where, with_one_plan

GAMES = 400
EVEN = 4.5
"""Standard deviations: beyond this it is no accident."""
HIDING = ("intervention", "surge", "jihad")
"""The scenarios in which a side lays several types face down."""


@cache
def set_ups(scenario: str, edition: int) -> list[BG]:
    game = open_game("bct")
    begun = [game.start(Setup(scenario, edition=edition), seed_key(f"suggested {n}")) for n in range(GAMES)]
    return [set_up(g, by_default, "select") for g in begun]


def backs(g: BG, s: Theatre) -> list[int]:
    return [t for t in stationed(s, g.kit, INSURGENT) if is_covert(s, t) and s.known[t] != ALL_SEATS]


def by_place(g: BG, s: Theatre) -> Iterator[Hashable]:
    """What lies where, by what everybody sees of it: its place, its box."""
    for token in backs(g, s):
        if not g.kit.is_hq[token]:
            at = "a box" if s.at[token] == BOXED else g.kit.space_name(s.at[token])
            yield at, g.kit.kind_ids[s.kind[token]]


def laid_under(g: BG, s: Theatre) -> Iterator[Hashable]:
    """Each Asset that lies face down: under whom, as everybody sees him."""
    for asset in laid_out(s, g.kit, INSURGENT):
        token = s.on[asset]
        if is_covert(s, token):
            seen = "an HQ" if g.kit.is_hq[token] else g.kit.space_name(s.at[token]) if s.at[token] >= 0 else "a box"
            yield g.kit.asset_rows[asset].name, seen


def worst(scenario: str, edition: int, what: Callable[[BG, Theatre], Iterator[Hashable]]) -> float:
    """How far true games are from the worlds that the Coalition deals itself, in standard deviations of the worst."""
    truth: Counter[tuple[Hashable, int]] = Counter()
    dealt: Counter[tuple[Hashable, int]] = Counter()
    for number, g in enumerate(set_ups(scenario, edition)):
        world = open_game("bct").determinise(g.s, COALITION, seed_key(f"world {number}"))
        truth.update(Counter(what(g, g.s)).items())
        dealt.update(Counter(what(g, world)).items())
    return max(
        abs(truth[one] - dealt[one]) / sqrt(2 * share * (1 - share) * GAMES)
        for one in truth | dealt
        if 0 < (share := (truth[one] + dealt[one]) / (2 * GAMES)) < 1
    )


@pytest.mark.parametrize("scenario", HIDING)
def test_places_tell_no_types(scenario: str) -> None:
    assert worst(scenario, SEVERAL_EDITION, by_place) < EVEN
    assert worst(scenario, 2, by_place) > EVEN


@pytest.mark.parametrize("scenario", ("surge", "jihad"))
def test_nor_does_anything_tell_what_lies_under_whom(scenario: str) -> None:
    assert worst(scenario, SEVERAL_EDITION, laid_under) < EVEN
    assert worst(scenario, 2, laid_under) > EVEN


def test_all_ways_to_lay_them_are_alike() -> None:
    """One Militia, two Guerrillas and a Supply Column go to two places on the Map and two in Ready: every way that has
    the Militia on the Map comes up as often as it should by counting."""
    spots, names = ["zhari", "dand", "ready", "ready"], ["militia", "guerrillas", "guerrillas", "supply-column"]
    right: Counter[tuple[tuple[str, str], ...]] = Counter(
        tuple(sorted(zip(spots, order, strict=True)))
        for order in permutations(names)
        if ("ready", "militia") not in zip(spots, order, strict=True)
    )
    start = set_up(begin("intervention"), by_default, "units", INSURGENT)
    kit = start.kit
    spaces = {space(start, name, INSURGENT): name for name in spots}
    staged = {kind: [t for t in kit.units_of[INSURGENT] if is_staged(start, t, kind)] for kind in names}
    tokens = [staged["militia"][0], *staged["guerrillas"][:2], staged["supply-column"][0]]
    found: Counter[tuple[tuple[str, str], ...]] = Counter()
    times = 3_000
    for number in range(times):
        g = start.clone()
        g.s.key = seed_key(f"ways {number}")
        lay_face_down(g, INSURGENT, tokens[:], {"tactical": [space(g, name, INSURGENT) for name in spots]})
        found[tuple(sorted((spaces[g.s.at[t]], kit.kind_ids[g.s.kind[t]]) for t in tokens))] += 1
    assert found.keys() == right.keys()
    for way, ways in right.items():
        share = ways / right.total()
        assert abs(found[way] - times * share) < EVEN * sqrt(times * share * (1 - share))


def is_staged(g: BG, token: int, kind: str) -> bool:
    return g.s.at[token] == STAGED and g.kit.kind_ids[g.s.kind[token]] == kind


def test_what_was_set_up_by_hand_counts_by_its_back() -> None:
    """A Covert Unit in Zhari takes one of the places there, whatever it is: the rest does not tell."""
    for kind in ("militia", "guerrillas"):
        g = set_up(with_one_plan("intervention"), by_default, "units", INSURGENT)
        deploy(g, kind, "zhari", covert=True)
        g.apply(INSURGENT, [("default",)])
        assert Counter(where(g, t) for t in backs(g, g.s) if not g.kit.is_hq[t]) == face_down(g)


def face_down(g: BG) -> Counter[str]:
    """The places for Covert Tactical Units of the Insurgent in the deployment."""
    row = g.kit.deployments[f"{g.s.scenario}-insurgent"]
    texts = (text for kind, texts in row.units.items() if kind != "insurgent-hq" for text in texts)
    return Counter(text.removesuffix(" covert") for text in texts if text.endswith(" covert"))


def test_the_log_does_not_tell_who_was_dealt_first() -> None:
    """Militia are dealt before those who could go to Ready; the lines of the log are in another order."""
    games, ready = 200, 0
    for number in range(games):
        g = set_up(open_game("bct").start(Setup("surge"), seed_key(f"lines {number}")), by_default, "units", INSURGENT)
        g.heard = []
        g.take(INSURGENT, ("default",))
        told = [event.said(COALITION).text for event in g.heard]
        first = next(line for line in told if "sets up a Covert Unit" in line)
        ready += g.kit.space_name(g.kit.ready[INSURGENT]) in first
    share = face_down(g)["ready"] / face_down(g).total()
    assert abs(ready - games * share) < EVEN * sqrt(games * share * (1 - share))


# ---- the proof over true games ----------------------------------------------------------------------


class AsSuggested(TrueGames):
    """That part of it which plays what is suggested."""

    def _play(self, number: int) -> None:
        pass


def found(edition: int) -> list[str]:
    game = open_game("bct")
    return AsSuggested(game, game.checked(Setup("jihad", edition=edition)), "suggested", Effort(pairs=40)).told()


def test_the_proof_over_true_games_finds_the_deployment_of_edition_2() -> None:
    told = [text for text in found(2) if "Theatre.kind by its place" in text]
    assert told and "can tell Theatre.kind by its place: where Theatre." in told[0] and "as suggested" in told[0]


def test_and_nothing_since_counters_are_dealt_and_plans_drawn() -> None:
    assert found(SEVERAL_EDITION) == []
