"""What must be true after every answer: true games keep it, and each planted fault is told in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.bct.frames import Battle, Fire
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.state import ALL_SEATS, BG, BOXED, NONE, POOL, RESERVES, Recall, is_covert
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.players import Seated
from tests.bct.deploying import SCENARIOS
from tests.bct.positions import position, unit

Plant = Callable[[BG], None]


@pytest.mark.parametrize("edition", (1, 2, 3))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_true_games_are_sound_at_every_question(scenario: str, edition: int) -> None:
    game = open_game("bct")
    g: BG = game.start(Setup(scenario, edition=edition), seed_key(f"sound {scenario}"))
    players, steps = Seated(game, "plain", 2, "sound"), set()
    for _ in range(500):
        if g.over:
            break
        assert game.sound(g.s) == []
        steps.add(g.s.stack[-1].step)
        seat = players.seat(g)
        g.take(seat, players.answer(g, seat))
    assert {"operations", "dice"} <= steps


def mid_battle() -> BG:
    """Guerrillas under an HQ have been hit; others lie Covert, with an Asset."""
    g = position(
        at="battle-fire",
        place={
            **{"front-1": "dand", "guerrillas-1": "front-1", "guerrillas-2": "front-1", "militia-1": "zhari"},
            **{"guerrillas-3": "zhari", "front-2": "zhari", "light-infantry-1": "dand", "lashkar-1": "maruf"},
            **{"fob-1": "daman", "training-camp-1": "panjwai"},
        },
        covert=["guerrillas-3", "militia-1", "front-2"],
        assets={"informants-1": "guerrillas-3", "suicide-bombers-1": "guerrillas-1", "artillery-1": "pool"},
        hand={"coalition": {"j-2": 2}, "insurgent": {"j-3": 1}},
        c2={"coalition": 0, "insurgent": 2},
        battle={"attacker": "light-infantry-1", "target": "front-1", "first": "coalition"},
        **{"turns-left": 10, "turn": 1},
    )
    s, kit = g.s, g.kit
    for token in range(kit.tokens):  # a case leaves what it does not name face down in Reserves
        if not is_covert(s, token):
            s.known[token] = ALL_SEATS
    s.c2 = [3, 2]
    for token in kit.hqs_of[COALITION][:3]:
        s.at[token] = kit.ready[COALITION]
    battle = next(frame for frame in s.stack if isinstance(frame, Battle))
    assert isinstance(s.stack[-1], Fire) and battle.exposed
    hit = unit(g, "guerrillas-2")
    s.down |= 1 << hit
    battle.fresh |= 1 << hit
    return g


def test_the_position_for_the_faults_is_sound() -> None:
    g = mid_battle()
    assert g.game.sound(g.s) == []


def destroyed_and_still_in_its_box(g: BG) -> None:
    g.s.at[unit(g, "guerrillas-1")] = g.kit.reinforcements[INSURGENT]


def box_of_an_hq_that_is_gone(g: BG) -> None:
    g.s.at[unit(g, "front-1")] = RESERVES


def two_fronts_of_one_number(g: BG) -> None:
    g.s.front[unit(g, "front-1")] = g.s.front[unit(g, "front-2")]


def covert_in_an_active_box(g: BG) -> None:
    g.s.covert |= 1 << unit(g, "guerrillas-1")


def militia_in_the_cave(g: BG) -> None:
    g.s.at[unit(g, "militia-1")] = g.kit.ready[INSURGENT]


def militia_in_a_box(g: BG) -> None:
    token = unit(g, "militia-1")
    g.s.at[token], g.s.box[token] = BOXED, g.s.front[unit(g, "front-2")]


def in_the_hostile_sanctuary(g: BG) -> None:
    g.s.at[unit(g, "light-infantry-1")] = g.kit.ready[INSURGENT]


def suppressed_in_reserves(g: BG) -> None:
    g.s.down |= 1 << unit(g, "militia-5")


def open_and_not_known(g: BG) -> None:
    g.s.known[unit(g, "guerrillas-1")] = 1 << INSURGENT


def asset_of_a_destroyed_unit(g: BG) -> None:
    token = unit(g, "guerrillas-4")
    g.s.on[g.game.lookup(g.s, "asset", "suicide-bombers-2")] = token


def asset_seen_under_a_covert_unit(g: BG) -> None:
    g.s.open[g.game.lookup(g.s, "asset", "informants-1")] = ALL_SEATS


def lashkar_with_an_asset(g: BG) -> None:
    g.s.on[g.game.lookup(g.s, "asset", "artillery-1")] = unit(g, "lashkar-1")


def pool_face_down(g: BG) -> None:
    asset = g.game.lookup(g.s, "asset", "informants-1")
    g.s.on[asset] = POOL


def fresh_and_not_suppressed(g: BG) -> None:
    g.s.down = 0


def exposed_and_gone(g: BG) -> None:
    token = unit(g, "guerrillas-1")
    g.s.at[token], g.s.box[token] = g.kit.reinforcements[INSURGENT], NONE


def objective_twice(g: BG) -> None:
    g.s.objective_discards[COALITION].append(g.s.objectives[COALITION][0])


def chaos_card_lost(g: BG) -> None:
    g.s.chaos_deck.pop()


def more_cards_than_there_are(g: BG) -> None:
    g.s.hand[COALITION][2] = 9


def shown_and_not_held(g: BG) -> None:
    g.s.glimpsed[INSURGENT][1] = 1


def too_many_nets(g: BG) -> None:
    g.s.nets[g.kit.city] = 4


def marker_off_the_hqs(g: BG) -> None:
    g.s.c2[COALITION] += 1


def remembered_where_it_is_not(g: BG) -> None:
    lying = [unit(g, "guerrillas-3")]
    g.s.recalls[INSURGENT] = [Recall(0, False, 1 << g.kit.kind_of_id["supply-column"], tuple((t, 1) for t in lying))]


PLANTS: dict[Plant, str] = {
    destroyed_and_still_in_its_box: "in a box and elsewhere",
    box_of_an_hq_that_is_gone: "which is not on the board",
    two_fronts_of_one_number: "each has its own",
    covert_in_an_active_box: "do not show the same face",
    militia_in_the_cave: "such Units go to Reserves",
    militia_in_a_box: "where it cannot be",
    in_the_hostile_sanctuary: "in the hostile Sanctuary",
    suppressed_in_reserves: "it is not in play",
    open_and_not_known: "not all know it",
    asset_of_a_destroyed_unit: "lies on no Unit of its side that is in play",
    asset_seen_under_a_covert_unit: "known to the wrong sides",
    lashkar_with_an_asset: "too many",
    pool_face_down: "not all see it",
    fresh_and_not_suppressed: "was Suppressed in this Battle, and is not",
    exposed_and_gone: "can be hit in a Battle in which it is not",
    objective_twice: "in two places",
    chaos_card_lost: "a Chaos Card",
    more_cards_than_there_are: "than in its deck",
    shown_and_not_held: "were shown that it does not hold",
    too_many_nets: "than it holds",
    marker_off_the_hqs: "the C2 Marker of the Coalition",
    remembered_where_it_is_not: "it is none of them",
}


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_told(plant: Plant) -> None:
    g = mid_battle()
    plant(g)
    faults = g.game.sound(g.s)
    assert any(PLANTS[plant] in fault for fault in faults), faults
