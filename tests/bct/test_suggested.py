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

from sandtable.games.bct.defaults import lay_face_down
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.staging import STAGED, laid_out, stationed
from sandtable.games.bct.state import ALL_SEATS, BG, BOXED, RESERVES, Theatre, is_covert, place
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.lab.conformance.truths import TrueGames, true_games
from sandtable.lab.conformance.walks import Effort
from tests.bct.deploying import begin, by_default, deploy, set_up, space

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
    assert worst(scenario, 3, by_place) < EVEN
    assert worst(scenario, 2, by_place) > EVEN


@pytest.mark.parametrize("scenario", ("surge", "jihad"))
def test_nor_does_anything_tell_what_lies_under_whom(scenario: str) -> None:
    assert worst(scenario, 3, laid_under) < EVEN
    assert worst(scenario, 2, laid_under) > EVEN


def test_all_ways_to_lay_them_are_alike() -> None:
    """One Militia, two Guerrillas and a Supply Column on two places on the Map and two in Ready: eight ways to do it,
    for the Militia is on the Map, and of these some look alike."""
    places = {"zhari": "Zhari", "dand": "Dand", "ready": "Ready"}
    spots = ["zhari", "dand", "ready", "ready"]
    kinds = ["militia", "guerrillas", "guerrillas", "supply-column"]
    right = Counter(
        tuple(sorted(zip(spots, order, strict=True)))
        for order in permutations(kinds)
        if all((kind, spot) != ("militia", "ready") for spot, kind in zip(spots, order, strict=True))
    )
    found: Counter[tuple[tuple[str, str], ...]] = Counter()
    start = begin("intervention")
    set_up(start, by_default, "units", INSURGENT)
    for number in range(3_000):
        g = start.clone()
        g.s.key = seed_key(f"ways {number}")
        kit = g.kit
        waiting = [next(t for t in kit.units_of[INSURGENT] if g.s.at[t] == STAGED and kit.kind_ids[g.s.kind[t]] == "militia")]
        waiting += [t for t in kit.units_of[INSURGENT] if g.s.at[t] == STAGED and kit.kind_ids[g.s.kind[t]] == "guerrillas"][:2]
        waiting += [t for t in kit.units_of[INSURGENT] if g.s.at[t] == STAGED and kit.kind_ids[g.s.kind[t]] == "supply-column"]
        lay_face_down(g, INSURGENT, waiting, {"tactical": [space(g, name, INSURGENT) for name in places] + [kit.ready[INSURGENT]]})
        names = {space(g, name, INSURGENT): name for name in places}
        found[tuple(sorted((names[g.s.at[t]], kit.kind_ids[g.s.kind[t]]) for t in waiting))] += 1
    assert found.keys() == right.keys()
    for way, times in right.items():
        share = times / right.total()
        assert abs(found[way] - 3_000 * share) < EVEN * sqrt(3_000 * share * (1 - share))


def test_what_was_set_up_by_hand_counts_by_its_back() -> None:
    """A Covert Unit in Zhari takes one of the two places there, whatever it is: the rest does not tell."""
    for kind in ("militia", "guerrillas"):
        g = set_up(begin("intervention"), by_default, "units", INSURGENT)
        deploy(g, kind, "zhari", covert=True)
        g.apply(INSURGENT, [("default",)])
        lying = Counter(g.kit.space_name(place(g.s, g.kit, t)) for t in backs(g, g.s) if not g.kit.is_hq[t])
        assert lying == Counter({"Panjwai": 2, "Zhari": 2, "Maywand": 1, "Maruf": 1, g.kit.space_name(g.kit.ready[1]): 2})


def test_the_log_does_not_tell_who_was_dealt_first() -> None:
    """Militia are dealt before those who could go to Ready; the lines of the log are in another order."""
    first: Counter[str] = Counter()
    for number in range(200):
        g = set_up(open_game("bct").start(Setup("surge"), seed_key(f"lines {number}")), by_default, "units", INSURGENT)
        g.heard = []
        g.take(INSURGENT, ("default",))
        lines = [event.said(COALITION).text for event in g.heard if "sets up a Covert Unit" in event.said(COALITION).text]
        first["Ready" if "Cave" in lines[0] else "on the Map"] += 1
        assert len(lines) == 17
    assert abs(first["Ready"] - 200 * 3 / 17) < EVEN * sqrt(200 * 3 / 17 * 14 / 17)


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


def test_and_nothing_in_edition_3() -> None:
    assert found(3) == []
    assert RESERVES and true_games
