"""2.4: worlds dealt for a seat respect what it saw before counters were mixed, with the right chances."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.rules.counters import mix_counters
from sandtable.games.bct.rules.memory import show
from sandtable.games.bct.state import ALL_SEATS, BG, Theatre, is_covert
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.lab.conformance.hidden import deal
from sandtable.players import Seated
from tests.bct.positions import position, unit

WORLDS = 600
OTHERS = (COALITION, SPECTATOR)


def hideout(**more: Any) -> BG:
    """Militia in Zhari among which one Guerrilla was seen; others lie elsewhere, unseen."""
    given: dict[str, Any] = {
        "at": "insurgent-operations",
        "place": {
            **{"guerrillas-1": "zhari", "militia-1": "zhari", "militia-2": "zhari", "guerrillas-2": "dand"},
            **{"militia-3": "dand", "militia-4": "maruf", "supply-column-1": "maruf", "anp-1": "nesh"},
        },
        "covert": [*(f"militia-{n}" for n in range(1, 5)), "guerrillas-1", "guerrillas-2", "supply-column-1"],
        "remembered": ["guerrillas-1"],
        "hand": {"insurgent": {"j-3": 3}},
    }
    return position(**{**given, **more})


def dealt(g: BG, seat: Seat = COALITION) -> list[Theatre]:
    return [deal(g, seat, number).s for number in range(WORLDS)]


def share(worlds: list[Theatre], g: BG, name: str, kind: str) -> float:
    token, wanted = unit(g, name), g.kit.kind_of_id[kind]
    return sum(s.kind[token] == wanted for s in worlds) / len(worlds)


def close(expected: float) -> Any:
    return pytest.approx(expected, abs=4 * sqrt(expected * (1 - expected) / WORLDS) + 1e-9)


@pytest.mark.parametrize("seat", OTHERS)
def test_who_was_mixed_is_one_of_those(seat: Seat) -> None:
    """One Guerrilla is in Zhari, each counter as likely; the second one is anywhere, there too."""
    g = hideout()
    mix_counters(g, INSURGENT)
    worlds = dealt(g, seat)
    zhari = [unit(g, name) for name in ("guerrillas-1", "militia-1", "militia-2")]
    guerrillas = g.kit.kind_of_id["guerrillas"]
    assert all(any(s.kind[t] == guerrillas for t in zhari) for s in worlds)
    for name in ("guerrillas-1", "militia-1", "militia-2"):
        assert share(worlds, g, name, "guerrillas") == close(1 / 3 + 2 / 3 * 1 / 6)
    assert share(worlds, g, "militia-3", "guerrillas") == close(1 / 6)
    assert share(worlds, g, "supply-column-1", "supply-column") == close(1 / 6)


def test_a_counter_that_moved_is_no_militia() -> None:
    g = hideout(remembered=[])
    g.apply(INSURGENT, [("move", 3, unit(g, "guerrillas-2"), g.kit.graph.at("kandahar"))])
    assert share(dealt(g), g, "guerrillas-2", "militia") == 0
    mix_counters(g, INSURGENT)
    assert share(dealt(g), g, "guerrillas-2", "militia") == 0, "it lies alone and was mixed with none"


def test_and_one_of_those_with_which_it_was_mixed_is_none() -> None:
    g = hideout(remembered=[])
    g.apply(INSURGENT, [("move", 3, unit(g, "guerrillas-1"), g.kit.graph.at("arghandab"))])
    g.apply(INSURGENT, [("move", 3, unit(g, "guerrillas-1"), g.kit.graph.at("zhari"))])
    mix_counters(g, INSURGENT)
    zhari, militia = [unit(g, n) for n in ("guerrillas-1", "militia-1", "militia-2")], g.kit.kind_of_id["militia"]
    worlds = dealt(g)
    assert all(sum(s.kind[t] == militia for t in zhari) < 3 for s in worlds)
    assert any(sum(s.kind[t] == militia for t in zhari) == 2 for s in worlds)


def test_chances_spread_when_some_are_mixed_with_others() -> None:
    """A known Guerrilla is one of two in Zhari; of these one moves on to Dand and is mixed with two others."""
    g = hideout(
        place={
            **{
                "guerrillas-1": "zhari",
                "guerrillas-3": "zhari",
                "guerrillas-2": "panjwai",
                "supply-column-1": "panjwai",
            },
            **{"supply-column-2": "maruf", "supply-column-3": "maruf", "anp-1": "nesh"},
        },
        covert=[
            "guerrillas-1",
            "guerrillas-3",
            "guerrillas-2",
            "supply-column-1",
            "supply-column-2",
            "supply-column-3",
        ],
    )
    mix_counters(g, INSURGENT)
    (recall,) = g.s.recalls[INSURGENT]
    one, two = unit(g, "guerrillas-1"), unit(g, "guerrillas-3")
    assert dict(recall.where) == {one: 1, two: 1}
    g.apply(INSURGENT, [("move", 3, one, g.kit.graph.at("panjwai"))])
    assert dict(g.s.recalls[INSURGENT][0].where) == {one: 1, two: 1}, "all that may be there can move"
    g.s.moved = 0  # everybody can: nothing new
    mix_counters(g, INSURGENT)
    panjwai = {one: 1, unit(g, "guerrillas-2"): 1, unit(g, "supply-column-1"): 1}
    assert dict(g.s.recalls[INSURGENT][0].where) == {two: 3, **panjwai}
    # half a chance that it is there; else one of the two others of three in the pool of five
    assert share(dealt(g), g, "guerrillas-3", "guerrillas") == close(1 / 2 + 1 / 2 * 2 / 5)


def test_what_comes_up_again_may_be_what_was_remembered() -> None:
    """Of two Guerrillas in a heap of three one was seen before; when one is Revealed, it may have been the other."""
    g = hideout(
        place={"guerrillas-1": "zhari", "guerrillas-2": "zhari", "militia-1": "zhari", "anp-1": "zhari"},
        covert=["guerrillas-1", "guerrillas-2", "militia-1"],
        at="insurgent-faces",
    )
    g.apply(INSURGENT, [("done",)])
    mix_counters(g, INSURGENT)
    heap = [unit(g, name) for name in ("guerrillas-1", "guerrillas-2", "militia-1")]
    shown = next(t for t in heap if g.s.kind[t] == g.kit.kind_of_id["guerrillas"])
    show(g, shown)
    left = [t for t in heap if t != shown]
    worlds = dealt(g)
    assert all(Counter(s.kind[t] for t in left) == Counter(g.s.kind[t] for t in left) for s in worlds)
    for token in left:
        assert sum(s.kind[token] == g.kit.kind_of_id["guerrillas"] for s in worlds) / WORLDS == close(1 / 2)


def test_where_the_hq_of_a_box_is() -> None:
    """Who sees a counter go into a box knows that its HQ is one of those that lie there."""
    g = position(
        at="insurgent-operations",
        place={"front-1": "maruf", "front-2": "maruf", "front-3": "zhari", "front-4": "dand", "guerrillas-1": "maruf"},
        covert=["front-1", "front-2", "front-3", "front-4", "guerrillas-1"],
        c2={"insurgent": 4},
        hand={"insurgent": {"j-1": 1}},
    )
    front = g.kit.front_ids.index("front-1")
    g.apply(INSURGENT, [("reorganize", 1, g.kit.graph.at("maruf")), ("join", unit(g, "guerrillas-1"), front)])
    maruf = [t for t in g.kit.hqs_of[INSURGENT] if g.s.at[t] == g.kit.graph.at("maruf")]
    holders = Counter(s.front.index(front) for s in dealt(g))
    assert set(holders) == set(maruf)
    assert holders[maruf[0]] / WORLDS == close(1 / 2)


def test_a_hand_that_was_shown_to_lack_a_card_lacks_it() -> None:
    g = position(
        at="chaos",
        hand={"coalition": {"j-3": 2, "j-6": 1}, "insurgent": {"j-3": 3}},
        **{"chaos-card": "signals-failure"},
    )
    g.apply(INSURGENT, [("victim", COALITION)])
    assert g.s.hand[COALITION][6] == 0
    assert all(s.hand[COALITION][6] == 0 for s in dealt(g, INSURGENT))


def test_a_card_played_is_one_of_those_that_were_shown() -> None:
    """What a hand has beside them does not show by what is still said to be in it."""
    ways = []
    for extra in (2, 9):
        g = position(
            at="coalition-operations",
            place={"fob-1": "dand", "anp-1": "dand"},
            hand={"coalition": {"j-2": 1}},
            shown={"coalition": {"j-2": 1}},
        )
        g.s.hand[COALITION][extra] += 1
        assert g.ask is not None
        g.apply(COALITION, [next(o for o in g.ask.options(COALITION) if o[:2] == ("roll", 2))])
        ways.append(g.s.glimpsed[COALITION])
    assert ways[0] == ways[1]


def test_truth_is_as_likely_as_the_worlds_say() -> None:
    """Over true games: what labels that are remembered really are, against the chances that the worlds give them."""
    game = open_game("bct")
    total = variance = 0.0
    asked = 0
    for seed in range(40):
        g: BG = game.start(Setup("jihad"), seed_key(f"memory {seed}"))
        players = Seated(game, "random", 2, f"memory {seed}")
        for answer in range(260):
            if g.over:
                break
            seat = players.seat(g)
            g.take(seat, players.answer(g, seat))
            if answer % 65 != 64:
                continue
            s, kit = g.s, g.kit
            guerrillas = kit.kind_of_id["guerrillas"]
            told = {t for recall in s.recalls[INSURGENT] if not recall.hq for t, _ in recall.where if t >= 0}
            told = {t for t in told if is_covert(s, t) and s.known[t] != ALL_SEATS}
            worlds = [deal(g, COALITION, number).s for number in range(30)] if told else []
            for token in told:
                chance = sum(w.kind[token] == guerrillas for w in worlds) / len(worlds)
                if 0 < chance < 1:
                    total += (s.kind[token] == guerrillas) - chance
                    variance += chance * (1 - chance) * (1 + 1 / len(worlds))
                    asked += 1
    assert asked > 200
    assert abs(total) / sqrt(variance) < 4.5, (asked, total, variance)


def test_an_asset_seen_before_its_unit_turned_is_still_with_those_beside_it() -> None:
    """It may have changed hands in its District, and travelled with whoever left; it is nowhere else."""
    g = hideout(
        at="insurgent-faces",
        place={
            **{"guerrillas-1": "zhari", "militia-1": "zhari", "guerrillas-2": "dand", "militia-2": "maruf"},
            **{"guerrillas-3": "zhari", "anp-1": "nesh"},
        },
        covert=["militia-1", "guerrillas-2", "militia-2", "guerrillas-3"],
        remembered=[],
        assets={"informants-1": "guerrillas-1"},
    )
    asset = g.game.lookup(g.s, "asset", "informants-1")
    g.apply(INSURGENT, [("flip", unit(g, "guerrillas-1")), ("done",)])
    zhari = {unit(g, name) for name in ("guerrillas-1", "militia-1", "guerrillas-3")}
    assert {s.on[asset] for s in dealt(g)} == zhari
    mover = next(t for t in sorted(zhari) if g.s.kind[t] == g.kit.kind_of_id["guerrillas"])
    g.apply(INSURGENT, [("move", 3, mover, g.kit.graph.at("panjwai"))])
    assert {s.on[asset] for s in dealt(g)} == zhari
    g.apply(INSURGENT, [("move", 3, mover, g.kit.graph.at("dand"))])
    assert {s.on[asset] for s in dealt(g)} == zhari | {unit(g, "guerrillas-2")}
