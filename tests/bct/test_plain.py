"""The plain player: it answers every question by the rules, ends every game, and knows what it is doing."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.bct.frames import Fire
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.plain import ADVICE
from sandtable.kernel import sight
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option
from sandtable.lab.simulate import Batch, play_batch
from sandtable.players import LONGEST, make_player
from tests.bct.positions import position, unit

SCENARIOS = ("intervention", "terrorist-hunt", "surge", "jihad")
GAMES = {"intervention": 2, "terrorist-hunt": 2, "surge": 1, "jihad": 1}
RULES = {
    "intervention": {"balanced": "on", "tie-withdraws": "on", "clip-whole-hq": "on"},
    "terrorist-hunt": {"defender-combines": "off", "look-from-same-district": "off", "air-loss-scores": "on"},
}


def test_there_is_advice_for_every_question() -> None:
    asked = {
        (procedure.name, name)
        for procedure in open_game("bct").procedures.by_frame.values()
        for name, step in procedure.steps.items()
        if step.ask is not None
    }
    assert asked - {("choose-hand", "select")} == set(ADVICE)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plain_answers_pass_the_checked_door(scenario: str) -> None:
    """Each answer, given from what the seat sees, is one that the rules accept: in every scenario, to the end."""
    game = open_game("bct")
    g = game.start(game.checked(Setup(scenario, RULES.get(scenario, {}))), dice_key(seed_key(f"door {scenario}"), []))
    answers = [make_player(game, "plain", seat) for seat in (COALITION, INSURGENT)]
    verbs: Counter[object] = Counter()
    for _ in range(LONGEST):
        if g.over:
            break
        assert g.ask is not None
        seat = g.ask.groups[0].seat
        option = answers[seat](sight.world(g, seat), seat)
        g.apply(seat, [option])
        verbs[option[0]] += 1
    assert g.over
    assert set(verbs) >= {
        "default",
        "select",
        "objective",
        "roll",
        "move",
        "attack",
        "fire",
        "suffer",
        "draft",
        "build",
    }


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", [COALITION, INSURGENT], ids=["coalition", "insurgent"])
def test_plain_play_beats_chance_from_either_side(scenario: str, seat: int) -> None:
    setup = open_game("bct").checked(Setup(scenario))
    players = "plain,random" if seat == COALITION else "random,plain"
    played = play_batch(Batch("bct", players, 17, 0, GAMES[scenario], setup, ()))
    assert [one.winner for one in played] == [seat] * GAMES[scenario]


# ---- single questions -------------------------------------------------------------------------------


def advised(seat: int, **given: object) -> Option:
    g = position(**given)
    return make_player(g.game, "plain", 0)(sight.world(g, seat), seat)


FIGHT = {
    "districts": {"dand": {"kind": "wilderness"}, "kandahar": {"kind": "urban"}},
    "units": {
        "stryker": {"j2": 1, "combat": 8, "j9": 1},
        "lashkar": {"j2": 1, "combat": 1, "j9": 1},
        "prt": {"j2": 1, "combat": 1, "j9": 6},
        "guerrillas": {"j2": 1, "combat": 1, "j9": 1},
        "militia": {"j2": 1, "combat": 1, "j9": 1},
    },
}
BATTLE = {"attacker": "stryker-1", "target": "militia-1", "first": "coalition"}


def test_all_dice_in_the_wilderness_and_fewer_where_collateral_damage_pays() -> None:
    """Eight dice on one Militia: nothing is lost in the wilderness, in the city each Success too many pays."""

    def dice(district: str) -> int:
        place = {"fob-1": "daman", "training-camp-1": "panjwai", "stryker-1": district, "militia-1": district}
        verb, number = advised(COALITION, at="battle-fire", content=FIGHT, place=place, battle=BATTLE)
        assert verb == "fire"
        return int(number)

    assert dice("dand") == 8
    assert dice("kandahar") < 8


def test_a_unit_that_is_lost_anyway_takes_no_cover() -> None:
    """The Successes that cannot be applied pay its side: two VP each in the city."""
    place = {"fob-1": "daman", "training-camp-1": "panjwai", "stryker-1": "kandahar", "militia-1": "kandahar"}
    g = position(at="battle-fire", content=FIGHT, place=place, battle=BATTLE)
    g.take(COALITION, ("fire", 8))
    fire = g.s.stack[-1]
    assert isinstance(fire, Fire) and fire.step == "cover"
    answer = make_player(g.game, "plain", 0)
    fire.hits = 6
    assert answer(sight.world(g, INSURGENT), INSURGENT) == ("no-cover",)
    fire.hits = 2
    assert answer(sight.world(g, INSURGENT), INSURGENT)[0] == "cover"


def test_an_objective_is_played_for() -> None:
    """With a strong J-9 in hand and villages to raise, Village Watch is revealed and Lashkar are Recruited."""
    held = {
        "content": FIGHT,
        "place": {"fob-1": "kandahar", "prt-1": "kandahar"},
        "hand": {"coalition": {"j-9": 2}},
        "objectives": {"coalition": ["seal-the-border", "village-watch", "counter-terrorism"]},
    }
    verb, card = advised(COALITION, at="coalition-objective", **held)
    game = open_game("bct")
    assert verb == "objective" and game.kit.objective_ids[int(card)] == "village-watch"
    option = advised(COALITION, at="coalition-operations", revealed={"coalition": "village-watch"}, **held)
    assert option[:2] == ("roll", 9)


def test_a_drafted_hq_comes_before_everything_else_that_a_j_1_can_do() -> None:
    g = position(
        at="coalition-operations",
        content=FIGHT,
        place={"fob-1": "kandahar", "lashkar-1": "kandahar", "tf-3": "airbase-reinforcements"},
        suppressed=["lashkar-1"],
        hand={"coalition": {"j-1": 1}},
        **{"turns-left": 10},
    )
    option = make_player(g.game, "plain", 0)(sight.world(g, COALITION), COALITION)
    assert option == ("draft", 1, unit(g, "tf-3"))


# ---- what is bought with points ---------------------------------------------------------------------


@pytest.mark.parametrize(("c2", "turns", "answer"), [(1, 10, "appeal"), (6, 10, "no-appeal"), (1, 1, "no-appeal")])
def test_higher_command_is_asked_where_a_card_more_brings_more_than_it_costs(c2: int, turns: int, answer: str) -> None:
    """At a Level of 1 it costs one point, and a second card Drafts an HQ; at 6 it is dear, in the last turn vain."""
    option = advised(
        COALITION,
        at="coalition-appeal",
        content=FIGHT,
        place={"fob-1": "kandahar", "prt-1": "kandahar", "tf-3": "airbase-reinforcements"},
        c2={"coalition": c2, "insurgent": 3},
        vp={"coalition": 20, "insurgent": 20},
        objectives={"coalition": ["seal-the-border", "village-watch", "counter-terrorism"]},
        **{"turns-left": turns},
    )
    assert option[0] == answer


@pytest.mark.parametrize(
    ("objectives", "turns", "answer"),
    [
        (["hold-the-city", "ring-road", "presence"], 12, "exchange"),
        (["hold-the-city", "ring-road", "presence"], 2, "keep"),
        (["hold-the-city", "ring-road", "force-protection"], 12, "keep"),
    ],
)
def test_a_hand_that_promises_nothing_is_worth_four_points_early_on(
    objectives: list[str], turns: int, answer: str
) -> None:
    option = advised(
        COALITION,
        at="record-keeping",
        content=FIGHT,
        place={"fob-1": "daman", "militia-1": "kandahar"},
        first="coalition",
        vp={"coalition": 20, "insurgent": 20},
        objectives={"coalition": objectives},
        **{"turns-left": turns},
    )
    assert option[0] == answer
