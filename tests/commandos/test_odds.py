"""The odds that players are told are exact: each is compared, as a fraction, with what the rules themselves do when
every face of every die and every counter in the cup comes up once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sandtable.games.commandos import odds as own
from sandtable.games.raids.odds.chances import battle_chances, detection_chance, landing_chances
from sandtable.games.raids.state import POOL, RG, field
from sandtable.kernel.odds import percent
from tests.commandos.every import position
from tests.raids.asked import answers, choices, heard, hex_of, token
from tests.raids.every import chance_that, every_outcome

KINDS: dict[str, Any] = {
    "patrol": {"name": "Patrol", "map": "norway", "count": 2, "fire": 5, "move": 3, "mobility": "foot"},
    "lorry": {"name": "Lorry", "map": "norway", "count": 2, "fire": 10, "move": 6, "mobility": "vehicle"},
    "launch": {"name": "Launch", "map": "norway", "count": 2, "fire": 12, "move": 8, "mobility": "boat"},
}
AWAY = {"b-squad": "0127", "base": "1730", "feint": "0131"}
"""A squad elsewhere, a base to flee to, a mission to go on with."""
COAST = {
    "all": "woods",
    "0540-0553": "sea",
    "0539": ["coast", "building"],
    "0538": ["coast", "woods"],
    "0639": "coast",
    "0438": "road",
}


# ---- noise ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("done", [[], ["feint"], ["feint", "mine-road", "hit-hq"]])
def test_awareness_is_in_what_is_told(done: list[str]) -> None:
    g = position(
        at="friendly-movement",
        hexes={"all": "woods"},
        content={"people": {"a-squad": {"noise": 2}}, "terrain": {"woods": {"cost": 1, "noise": 0}}},
        place={"a-squad": "0530", "b-squad": "0127", "base": "1730"},
        accomplished=done,
    )
    for option in (("form", hex_of(g, "0530")), ("all",)):
        g.take(0, option)
    go = ("go", hex_of(g, "0532"))
    found = chance_that(g, answers(go, ("halt",)), heard, "noise")
    assert found == detection_chance(2 + len(done))
    told = next(choice.odds for choice in choices(g, "go") if choice.option == go)
    assert told is not None and told.chances == {"heard": float(found)}


def test_by_land_and_by_water_every_hex_is_told_as_it_turns_out() -> None:
    """Open sea, coasts by craft and on foot, loud and quiet ground, one step or several."""
    g = position(
        at="friendly-movement",
        hexes=COAST,
        place={**AWAY, "a-squad": "0538", "officer": "0538", "canoe": "0538", "radio": "0538"},
    )
    for option in (("form", hex_of(g, "0538")), ("all",)):
        g.take(0, option)
    told = choices(g, "go")
    assert {hex_of(g, label) for label in ("0543", "0539", "0639", "0537")} <= {int(c.option[1]) for c in told}
    for choice in told:
        assert choice.odds is not None
        found = chance_that(g, answers(choice.option, ("halt",)), heard, "noise")
        assert choice.odds.chances == {"heard": float(found)}, choice.text
        assert percent(found) in choice.odds.text


@pytest.mark.parametrize("how", ["halt", "land"])
def test_at_the_coast_each_way_to_end_has_its_odds(how: str) -> None:
    g = position(
        at="friendly-movement",
        hexes=COAST,
        content={"people": {"a-squad": {"noise": 2}}},
        place={**AWAY, "a-squad": "0541", "canoe": "0541"},
    )
    for option in (("form", hex_of(g, "0541")), ("all",), ("go", hex_of(g, "0539"))):
        g.take(0, option)
    (told,) = choices(g, how)
    found = chance_that(g, answers((how,)), heard, "noise")
    assert told.odds is not None and told.odds.chances == {"heard": float(found)}
    afloat = 2 + g.kit.pieces[token(g, "canoe")].noise + g.kit.terrain["sea"].noise
    ashore = 2 + g.kit.pieces[token(g, "canoe")].noise + g.kit.terrain["building"].noise
    assert found == detection_chance(afloat if how == "halt" else ashore)


# ---- arrivals -------------------------------------------------------------------------------------


def detected(enemies: list[str], start: str = "1233", to: str = "1234", **more: Any) -> RG:
    """A squad on the printed map by the fjord about to stand its ground after it was heard."""
    g = position(
        at="friendly-movement",
        content={"enemies": KINDS},
        place={"a-squad": start, "b-squad": "0127", "base": "0150", "feint": "0131"},
        cup={"enemies": enemies},
        **more,
    )
    go = answers(("form", hex_of(g, start)), ("all",), ("go", hex_of(g, to)), ("halt",))
    return next(after for _, after in every_outcome(g, go, "noise") if heard(after))


@pytest.mark.parametrize("kind", ["patrol", "lorry", "launch"])
def test_where_one_lands_and_whether_it_can_be_there(kind: str) -> None:
    """Turned back at the edge; back in the cup where such a one cannot be."""
    g = detected([kind])
    h = hex_of(g, "1234")
    found: Counter[int] = Counter()
    for chance, after in every_outcome(g, answers(("stand",)), "direction", "distance"):
        found[after.s.at[token(after, kind)]] += chance  # type: ignore[assignment]
    mobility = KINDS[kind]["mobility"]
    wanted = {there: share for there, share in landing_chances(g, h).items() if field(g).lands(mobility, there)}
    assert {there: share for there, share in found.items() if there != POOL} == wanted
    assert 0 < sum(wanted.values()) < 1 and own.arrives(g, h) == own.some_arrive(g, h) == sum(wanted.values())


@pytest.mark.parametrize("on", ["on", "off"])
def test_a_bridge_counts_for_vehicles_as_the_table_plays_it(on: str) -> None:
    g = detected(["lorry"], "0144", "0145", options={"vehicles-land-on-bridges": on})
    h = hex_of(g, "0145")
    there = chance_that(g, answers(("stand",)), lambda after: bool(after.s.hunters), "direction", "distance")
    assert own.arrives(g, h) == there


def test_how_many_come_of_several_kinds() -> None:
    """Two of three are drawn, one of each kind; what is told is the average of all that may happen."""
    g = detected(["patrol", "launch"])
    h = hex_of(g, "1234")
    (told,) = choices(g, "stand")
    one, none = Fraction(0), Fraction(0)
    for chance, after in every_outcome(g, answers(("stand",)), "enemy", "direction", "distance"):
        one += chance * len(after.s.hunters)
        none += chance * (not after.s.hunters)
    assert one == own.arrives(g, h), "one enemy is drawn when the die of arrivals shows 1"
    share = {kind: own.landing(g, h, kind) for kind in ("foot", "boat")}
    assert none == 1 - (share["foot"] + share["boat"]) / 2
    both_lost = (1 - share["foot"]) * (1 - share["boat"])
    assert own.some_arrive(g, h) == 1 - (none * Fraction(1, 6) + both_lost * Fraction(5, 6))
    assert told.odds is not None and told.odds.chances == {"enemies come": float(own.some_arrive(g, h))}
    mean = (Fraction(1, 6) + Fraction(5, 6) * 2) * own.arrives(g, h)
    assert told.odds.text == f"{float(mean):.1f} enemies on average"


# ---- battles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("enemy", "value"), [("lorry", 13), ("patrol", 8)])
def test_anti_tank_weapons_are_doubled_in_what_is_told(enemy: str, value: int) -> None:
    """Naval gunfire makes the question of weapons stand; what strays falls behind the enemy."""
    g = position(
        at="enemy-phase",
        hexes={"all": "woods"},
        content={
            "enemies": KINDS,
            "people": {"a-squad": {"fire": "2"}},
            "gear": {"piat": {"fire": "+5", "anti_tank": "yes"}, "naval-gunfire": {"fire": "+1"}},
            "terrain": {"woods": {"penalty": -20}},
        },
        place={**AWAY, "a-squad": "0530", "piat": "0530", "naval-gunfire": "0530", enemy: "0529"},
        detected=["a-squad"],
    )
    g.take(0, ("done",))
    (told,) = choices(g, "fight")
    won = chance_that(
        g, answers(("fight",)), lambda after: after.s.at[token(after, enemy)] == POOL, "attack", "defence"
    )
    chances = battle_chances(value, KINDS[enemy]["fire"], -20, False)
    assert told.odds is not None and told.odds.chances["win"] == float(chances.win)
    assert won == chances.win + chances.tie


def test_who_is_attacked_afloat_has_no_shelter_in_what_is_told() -> None:
    for afloat, penalty in ((["a-squad", "canoe"], 0), ([], -20)):
        g = position(
            at="enemy-phase",
            hexes={"all": "sea", "0540": ["coast", "woods"]},
            content={"enemies": KINDS, "terrain": {"woods": {"penalty": -20}, "sea": {"penalty": 0}}},
            place={
                **AWAY,
                "b-squad": "1730",
                "a-squad": "0540",
                "canoe": "0540",
                "naval-gunfire": "0540",
                "launch": "0539",
            },
            afloat=afloat,
            detected=["a-squad"],
        )
        g.take(0, ("done",))
        (told,) = choices(g, "fight")
        won = chance_that(
            g, answers(("fight",)), lambda after: after.s.at[token(after, "launch")] == POOL, "attack", "defence"
        )
        ours = sum(g.kit.pieces[token(g, name)].fire for name in ("a-squad", "naval-gunfire"))
        chances = battle_chances(ours, 12, penalty, False)
        assert told.odds is not None and told.odds.chances["win"] == float(chances.win)
        assert won == chances.win + chances.tie
