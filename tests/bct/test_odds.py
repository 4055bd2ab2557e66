"""The odds that players are told are exact: compared with every face of every die, fought through the real rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.games.bct.frames import Battle, Fire
from sandtable.games.bct.odds import odds
from sandtable.games.bct.odds.chances import (
    Faces,
    at_least,
    exchange,
    faces,
    line,
    mean_successes,
    next_hit,
    parts_of,
    side_of,
    success_chances,
    volley,
)
from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDES
from sandtable.games.bct.rules.battle import current, judge_anew
from sandtable.games.bct.rules.fire import battle_of, covers, firing_dice, hit, reduction
from sandtable.games.bct.state import BG, foe, is_down
from sandtable.kernel import sight
from sandtable.kernel.chance import Dealer, dice_key, seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.odds import percent
from sandtable.kernel.options import Option
from sandtable.kernel.state import State
from sandtable.kernel.view import Choice
from sandtable.players import Seated
from tests.bct.positions import position, unit

DIE: Faces = (0, 0, 0, 0, 1, 2)
VALUES = {
    "districts": {"dand": {"kind": "wilderness"}, "arghandab": {"kind": "rural"}, "kandahar": {"kind": "urban"}},
    "units": {
        "light-infantry": {"j2": 1, "combat": 2, "j9": 1},
        "prt": {"j2": 1, "combat": 1, "j9": 1},
        "ana-1": {"j2": 1, "combat": 2, "j9": 1},
        "lashkar": {"j2": 1, "combat": 1, "j9": 1},
        "fob": {"j2": 1, "combat": 1, "j9": 1},
        "guerrillas": {"j2": 1, "combat": 2, "j9": 1},
        "militia": {"j2": 1, "combat": 1, "j9": 1},
        "training-camp": {"j2": 1, "combat": 1, "j9": 1},
    },
    "joint-ops": {
        "coalition-j-2": {
            "text": "x",
            "actions": [
                {
                    "do": "roll",
                    "value": "j2",
                    "prices": [{"buy": "reveal", "price": 1, "units": 2}, {"buy": "advantage", "price": 2}],
                }
            ],
        }
    },
}
LINES = {"fob-1": "daman", "training-camp-1": "panjwai"}
"""Bases that give both sides a Line of Communication to the three Districts."""

# ---- success dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", range(6))
def test_successes_of_so_many_dice(dice: int) -> None:
    rolled = Counter(sum(DIE[face] for face in faces_) for faces_ in product(range(6), repeat=dice))
    counted = [Fraction(rolled[won], 6**dice) for won in range(2 * dice + 1)]
    assert list(success_chances(DIE, dice)) == counted
    assert sum(won * chance for won, chance in enumerate(counted)) == mean_successes(DIE, dice)


@given(dice=st.integers(0, 20), wanted=st.integers(0, 41))
def test_chances_add_up_and_more_dice_are_never_worse(dice: int, wanted: int) -> None:
    assert sum(success_chances(DIE, dice)) == 1
    assert at_least(DIE, dice, wanted) <= at_least(DIE, dice + 1, wanted)
    assert at_least(DIE, dice, wanted + 1) <= at_least(DIE, dice, wanted)


def test_the_die_is_the_one_of_the_content() -> None:
    assert faces(open_game("bct").kit) == DIE
    easier = open_game("bct", [{"numbers": {"book": {"one_success": 4}}}])
    assert faces(easier.kit) == (0, 0, 0, 1, 2, 3)


def test_percent_is_never_certain_of_what_is_not() -> None:
    assert [percent(chance) for chance in (0, 0.001, 0.58, 0.999, 1)] == [
        "0 %",
        "under 1 %",
        "58 %",
        "over 99 %",
        "100 %",
    ]


# ---- J-2 and J-9 ------------------------------------------------------------------------------------


def shown(g: BG, seat: int, verb: str) -> list[Choice]:
    """What a player sees, odds and all."""
    asked = sight.view(g, seat).ask
    assert asked is not None
    return [choice for group in asked.groups if group.verb == verb for choice in group.choices]


def test_a_roll_tells_what_each_price_can_be_paid_with() -> None:
    g = position(
        at="coalition-operations",
        content=VALUES,
        place={"fob-1": "dand", "light-infantry-1": "dand"},
        hand={"coalition": {"j-2": 1}},
    )
    told = {choice.option[2]: choice.odds for choice in shown(g, COALITION, "roll")}
    found = told[unit(g, "light-infantry-1")]
    assert found is not None  # its own die and the one that the FOB lends
    assert found.chances == {"a Success": pytest.approx(5 / 9), "2 or more Successes": pytest.approx(1 / 3)}
    assert found.text.startswith("2 dice: a Success 56 %, 2 or more Successes 33 %, 1.0 on average")


# ---- battles, die by die ----------------------------------------------------------------------------


class Script(Dealer):
    """Dice that have been laid out."""

    def __init__(self, dice: tuple[int, ...]) -> None:
        self.dice = list(dice)

    def roll(self, s: State, sides: int, purpose: str) -> int:
        return self.dice.pop(0)


def fight_on(g: BG) -> Option:
    """All dice, cover and losses as the odds take them to be."""
    s, kit = g.s, g.kit
    f, battle = s.stack[-1], battle_of(s)
    assert isinstance(f, Fire) and g.ask is not None
    side = foe(f.side)
    answers = battle.first == f.side
    if f.step == "dice":
        return ("fire", firing_dice(s, kit, battle, f.side))
    if f.step == "cover":
        hits, over = line(s, kit, battle, side, answers).takes(f.hits)
        saved = f.hits - hits - over
        found = [c for c in covers(s, kit, battle, side) if saved and min(f.hits, reduction(kit, battle, c)) == saved]
        return ("cover", found[0]) if found else ("no-cover",)
    if f.step == "hits" and f.hits:
        parts = parts_of(s, kit, battle, side)
        return ("suffer", parts[next_hit(parts, side_of(s, kit, battle, side), answers)].token)
    return next(iter(g.ask.options(g.ask.groups[0].seat)))


def outcomes(g: BG, dice: int) -> Iterator[tuple[Fraction, BG]]:
    """The rest of the Battle for every roll; dice that are never thrown weigh nothing."""
    for faces_ in product(range(1, 7), repeat=dice):
        after = g.clone(Script(faces_))
        while isinstance(after.s.stack[-1], Fire):
            assert after.ask is not None
            after.take(after.ask.groups[0].seat, fight_on(after))
        yield Fraction(1, 6**dice), after


def case(attacker: str, target: str, district: str, **more: Any) -> dict[str, Any]:
    """One against one in a District; `place` puts others there."""
    place = {attacker: district, target: district, **more.pop("place", {})}
    return {"place": place, "battle": (attacker, target), **more}


BOXES = {"prt-1": "tf-2", "guerrillas-1": "front-1"}
COLUMN = {"supply-column-1": "front-1", "guerrillas-1": "front-1", "logistics-support-1": "nesh"}
CONVOY = {"airborne-logistics-1": "tf-2", "ana-1-1": "tf-2", "supply-column-1": "nesh"}
BATTLES: dict[str, dict[str, Any]] = {
    "a lone Militia in the wilderness": case("ana-1-1", "militia-1", "dand"),
    "behind rural walls": case("ana-1-1", "militia-1", "arghandab"),
    "in the city, where too much pays": case("light-infantry-1", "militia-1", "kandahar"),
    "the Coalition under attack fires back": case("guerrillas-1", "prt-1", "arghandab"),
    "Afghans do not": case("guerrillas-1", "lashkar-1", "arghandab"),
    "one who was Suppressed before": case("guerrillas-1", "prt-1", "dand", suppressed=["prt-1"]),
    "an Objective pays more": case("ana-1-1", "militia-1", "dand", revealed={"coalition": "attrition"}),
    "an HQ and its box": case("tf-2", "front-1", "dand", place=BOXES),
    "first shot won": case("prt-1", "guerrillas-1", "dand", first="coalition"),
    "a column in the box may be lost": case("prt-1", "front-1", "nesh", place=COLUMN, first="coalition"),
    "as long as it does not count": case(
        "prt-1", "front-1", "nesh", place=COLUMN, first="coalition", options={"loc-anew": "off"}
    ),
    "a convoy in the box may be lost": case("tf-2", "militia-1", "nesh", place=CONVOY),
    "a whole group cut": case("tf-2", "militia-1", "nesh", place=CONVOY, options={"clip-whole-hq": "on"}),
}


def given_battle(case: dict[str, Any]) -> BG:
    attacker, target = case["battle"]
    rest = {key: value for key, value in case.items() if key not in ("battle", "first", "place")}
    battle = {"attacker": attacker, "target": target, "first": case.get("first", "insurgent")}
    return position(at="battle-fire", content=VALUES, place={**LINES, **case["place"]}, battle=battle, **rest)


@pytest.mark.parametrize("case", BATTLES.values(), ids=BATTLES)
def test_a_battle_against_every_roll(case: dict[str, Any]) -> None:
    """Points of both sides, on average over all dice, fought out with the real rules."""
    g = given_battle(case)
    s, kit, battle = g.s, g.kit, battle_of(g.s)
    first = battle.first
    lines = [line(s, kit, battle, side, answers=side != first) for side in SIDES]
    fought = exchange(faces(kit), lines[first], lines[foe(first)])
    dice = sum(one.dice[0] for one in lines)
    told = [0.0, 0.0]
    told[first] = fought.first.points + fought.second.collateral
    told[foe(first)] = fought.second.points + fought.first.collateral
    counted = [Fraction(0), Fraction(0)]
    hurt = Fraction(0)
    for chance, after in outcomes(g, dice):
        for side in SIDES:
            counted[side] += chance * after.s.chips[side]
        hurt += chance * (after.s.turn_deeds != s.turn_deeds)
    assert told == pytest.approx([float(count) for count in counted])
    assert dice > 1 and 0 < hurt < 1


@pytest.mark.parametrize("dice", range(3))
def test_one_fire_against_every_roll(dice: int) -> None:
    """With fewer dice than there are, as a player may choose: hits, points, Collateral Damage."""
    g = given_battle(BATTLES["in the city, where too much pays"] | {"first": "coalition"})
    battle = battle_of(g.s)
    fired = volley(faces(g.kit), dice, line(g.s, g.kit, battle, INSURGENT, answers=True))
    destroyed = points = unapplied = Fraction(0)
    for faces_ in product(range(1, 7), repeat=dice):
        after = g.clone(Script(faces_))
        after.take(COALITION, ("fire", dice))
        while isinstance(after.s.stack[-1], Fire) and after.s.stack[-1].side == COALITION:
            assert after.ask is not None
            after.take(after.ask.groups[0].seat, fight_on(after))
        chance = Fraction(1, 6**dice)
        destroyed += chance * (after.s.at[unit(g, "militia-1")] < 0)
        points += chance * after.s.chips[INSURGENT]
        unapplied += chance * (after.s.chips[INSURGENT] > 0)
    assert fired.hits[2] == pytest.approx(float(destroyed))
    assert fired.collateral == pytest.approx(float(points))
    assert fired.unapplied == pytest.approx(float(unapplied))
    told = odds(g, COALITION, ("fire", dice))
    assert told is not None and told.chances["Destroyed"] == pytest.approx(float(destroyed))


# ---- before the attack ------------------------------------------------------------------------------


def attack_position(**more: Any) -> BG:
    place = {**LINES, "light-infantry-1": "dand", "militia-1": "dand"}
    return position(
        at="coalition-operations", content=VALUES, place=place, hand={"coalition": {"j-3": 1, "j-2": 1}}, **more
    )


def test_an_attack_is_told_as_it_stands() -> None:
    g = attack_position()
    (choice,) = shown(g, COALITION, "attack")
    assert choice.odds is not None
    assert choice.odds.text.startswith(
        "2 dice against 1; with no J-2 Card played the Insurgent fires first; you first, with your J-2 Cards, 17 %;"
    )
    assert choice.odds.chances["you fire first"] == pytest.approx(1 / 6)
    assert choice.odds.chances["yours Suppressed"] == pytest.approx(1 / 3)
    assert 0 < choice.odds.chances["theirs Destroyed"] < choice.odds.chances["theirs Suppressed"] < 1
    g.take(COALITION, choice.option)
    for _ in SIDES:
        assert g.ask is not None
        g.take(g.ask.groups[0].seat, ("commit", 0))
    before = current(g.s)
    assert before.first == INSURGENT


def test_the_odds_know_nothing_of_hidden_supply() -> None:
    """A Covert counter beside the target may be a column that supplies it: the odds are the same if it is."""

    def told(hidden: str) -> object:
        place = {"fob-1": "daman", "light-infantry-1": "dand", "guerrillas-1": "dand", hidden: "dand"}
        g = position(
            at="coalition-operations", content=VALUES, place=place, covert=[hidden], hand={"coalition": {"j-3": 1}}
        )
        (choice,) = shown(g, COALITION, "attack")
        return choice.odds

    assert told("supply-column-1") == told("guerrillas-2")


# ---- along real play --------------------------------------------------------------------------------


def test_lines_follow_the_rules_through_real_battles() -> None:
    """Dice and points after each hit are those that the rules give when the hits are really taken."""
    game = open_game("bct")
    g = game.start(game.checked(Setup("jihad")), dice_key(seed_key("lines"), []))
    players = Seated(game, "plain", 2)
    seen = 0
    while not g.over and seen < 15:
        top = g.s.stack[-1]
        if isinstance(top, Fire) and top.step == "dice":
            check_line(g, battle_of(g.s), foe(top.side))
            seen += 1
        seat = players.seat(g)
        g.take(seat, players.answer(g, seat))
    assert seen == 15


def check_line(g: BG, battle: Battle, side: int) -> None:
    answers = battle.first != side
    told = line(g.s, g.kit, battle, side, answers)
    assert told.dice[0] == firing_dice(g.s, g.kit, battle, side)
    after = g.clone()
    for hits in range(1, told.bears + 1):
        then = battle_of(after.s)
        parts = parts_of(after.s, after.kit, then, side)
        token = parts[next_hit(parts, side_of(after.s, after.kit, then, side), answers)].token
        was = is_down(after.s, token)
        hit(after, token)
        assert after.s.chips[foe(side)] - g.s.chips[foe(side)] == told.points[hits]
        assert told.destroyed[hits] - told.destroyed[hits - 1] == was
        judged = msgspec.structs.replace(then, loc=then.loc[:])
        if answers:
            judge_anew(after, judged, side)
        assert firing_dice(after.s, after.kit, judged, side) == told.dice[hits]
