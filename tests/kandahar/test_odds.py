"""The odds that players are told are exact: each is compared, as a fraction, with what the rules themselves do
when every face of every die and every counter in the cup comes up once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from sandtable.games.kandahar.odds import misadventure_chance
from sandtable.games.raids.frames import Battle, EnemyPhase, FriendlyCombat
from sandtable.games.raids.odds.chances import (
    affordable_camp_move,
    arrival_chances,
    battle_chances,
    casualty_chances,
    detection_chance,
    expected_arrivals,
    landing_chances,
    stray_chance,
    suppression_chance,
)
from sandtable.games.raids.rules.weapons import attack_value
from sandtable.games.raids.state import DONE, POOL, RG, field, gear_at, leaders_at, teams_at
from sandtable.kernel.odds import percent
from sandtable.kernel.options import Option
from sandtable.kernel.view import Odds
from tests.kandahar.every import position
from tests.raids.asked import answers, choices, heard, hex_of, token
from tests.raids.every import Play, average, chance_that, every_outcome

AWAY = {"b-team": "0101", "base-camp": "2030", "raid": "2529"}
"""A team elsewhere, so that the loss of one is not the end, a camp to flee to, and a mission to go on with."""
QUIET = {"attack-reinforces-detected": "off"}


def odds(g: RG, option: Option) -> Odds | None:
    return g.game.odds(g, 0, option)


# ---- 12.0 noise -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(-2, 13))
def test_being_heard_at_every_noise_level(level: int) -> None:
    """Ground that is as loud as it takes, two hexes off, so that all of it counts."""
    loud = {"terrain": {"crops": {"noise": level}}, "people": {"a-team": {"noise": 0}}}
    g = position(
        at="friendly-movement",
        hexes={"all": "clear", "1110": "crops"},
        content=loud,
        place={"a-team": "1108", **AWAY},
    )
    go = answers(("form", hex_of(g, "1108")), ("all",), ("go", hex_of(g, "1110")), ("halt",))
    assert chance_that(g, go, heard, "noise") == detection_chance(level)


def test_every_hex_within_reach_is_told_as_it_turns_out() -> None:
    """One step or several, loud and quiet ground, a friend already there, the camp."""
    ground = {"all": "clear", "1109": "village", "1107": "river", "1208": "crops", "1008": "trail", "1110": "trail"}
    g = position(
        at="friendly-movement",
        hexes=ground,
        place={**AWAY, "a-team": "1108", "officer": "1108", "m249": "1108", "b-team": "1209", "base-camp": "1007"},
    )
    for option in (("form", hex_of(g, "1108")), ("all",)):
        g.take(0, option)
    told = choices(g, "go")
    assert len(told) > 20
    for choice in told:
        assert choice.odds is not None
        found = chance_that(g, answers(choice.option, ("halt",)), heard, "noise")
        assert choice.odds.chances == {"heard": float(found)}, choice.text
        assert percent(found) in choice.odds.text or choice.odds.text == "safe: base camp"
    assert len({choice.odds.chances["heard"] for choice in told if choice.odds}) > 3


@pytest.mark.parametrize(("option", "misadventure"), [("off", False), ("on", True)])
def test_a_halt_at_the_mission_tells_its_chance(option: str, misadventure: bool) -> None:
    g = position(
        at="friendly-movement",
        options={"misadventure": option},
        content={"missions": {"raid": {"needs": [["m249"]]}}, "gear": {"m249": {"fire": "+40"}}},
        place={**AWAY, "a-team": "1108", "m249": "1108", "raid": "1109"},
    )
    for part in (("form", hex_of(g, "1108")), ("all",)):
        g.take(0, part)
    go = ("go", hex_of(g, "1109"))
    accomplished = chance_that(
        g, answers(go, ("halt",)), lambda after: after.s.at[token(after, "raid")] == DONE, "misadventure"
    )
    assert accomplished == (misadventure_chance(42) if misadventure else 1)
    told = odds(g, go)
    assert told is not None and told.chances["mission"] == float(accomplished)


# ---- 12.7, 12.8 arrivals --------------------------------------------------------------------------


def detected(where: str, enemies: list[str]) -> RG:
    """A team about to stand its ground after it was heard."""
    g = position(at="friendly-movement", place={**AWAY, "a-team": where}, cup={"enemies": enemies})
    h = hex_of(g, where)
    go = answers(("form", h), ("all",), ("go", field(g).grid.neighbours[h][0]), ("halt",))
    return next(after for _, after in every_outcome(g, go, "noise") if heard(after))


@pytest.mark.parametrize("in_cup", [0, 1, 2, 4, 6, 9])
def test_how_many_come(in_cup: int) -> None:
    names = ["militia", *(f"militia-{n}" for n in range(2, 10))][:in_cup]
    g = detected("1310", names)
    found: Counter[int] = Counter()
    for _, after in every_outcome(g, answers(("stand",)), "arrivals"):
        found[len(after.s.hunters)] += 1
    assert {number: Fraction(count, 6) for number, count in found.items()} == arrival_chances(in_cup)
    assert average(g, answers(("stand",)), lambda after: len(after.s.hunters), "arrivals") == expected_arrivals(in_cup)
    told = odds(g, ("stand",))
    assert told is not None and told.text == f"{float(expected_arrivals(in_cup)):.1f} enemies on average"


@pytest.mark.parametrize("where", ["1310", "0203", "2535"])
def test_where_one_lands(where: str) -> None:
    """In the middle of the map and near two corners, where it comes in again on the other side."""
    g = detected(where, ["militia"])
    h = g.s.at[token(g, "a-team")]
    found: dict[int, Fraction] = {}
    for chance, after in every_outcome(g, answers(("stand",)), "direction", "distance"):
        there = after.s.at[token(after, "militia")]
        found[there] = found.get(there, Fraction(0)) + chance
    assert found == landing_chances(g, h)
    assert len(found) > 20 and sum(found.values()) == 1


# ---- 13.0 battles ---------------------------------------------------------------------------------


def facing(fire: int, penalty: int, at: str, **more: Any) -> RG:
    """Our team with an attack value of 12 next to an enemy, on ground with a penalty under both."""
    content = {
        "terrain": {"palm-grove": {"penalty": penalty}},
        "people": {"a-team": {"fire": "12"}},
        "enemies": {"militia": {"fire": fire}},
    }
    return position(
        at=at,
        options=QUIET,
        hexes={"all": "palm-grove"},
        content=content,
        place={**AWAY, "a-team": "1108", "militia": "1109"},
        detected=["a-team"],
        cup={"casualties": ["gunner-down"]},
        **more,
    )


def outcome_of_battle(g: RG, play: Play) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie, lose: by who is hurt afterwards."""
    found: Counter[tuple[bool, bool]] = Counter()
    for _, after in every_outcome(g, play, "attack", "defence"):
        beaten, hurt = after.s.at[token(after, "militia")] == POOL, after.s.marker[token(after, "a-team")] >= 0
        found[beaten, hurt] += 1
    assert found.total() == 36 and not found[False, False]
    return Fraction(found[True, False], 36), Fraction(found[True, True], 36), Fraction(found[False, True], 36)


def sit_out_the_enemy_phase(g: RG) -> None:
    for option in (("done",), ("rest",)):
        if g.offers(0, option) and isinstance(g.s.stack[-1], EnemyPhase):
            g.take(0, option)


FIGURES = [(fire, penalty) for fire in (0, 7, 12, 22, 45, 70) for penalty in (0, -10, -30)]


@pytest.mark.parametrize(("fire", "penalty"), FIGURES)
def test_an_attack_over_all_pairs_of_dice(fire: int, penalty: int) -> None:
    g = facing(fire, penalty, "friendly-combat")
    option = ("attack", hex_of(g, "1108"), token(g, "militia"))
    found = outcome_of_battle(g, answers(option))
    due = battle_chances(12, fire, penalty, True)
    assert found == (due.win, due.tie, due.lose)
    (told,) = choices(g, "attack")
    assert told.odds is not None and told.option == option
    assert [told.odds.chances[what] for what in ("win", "tie", "lose")] == [float(chance) for chance in found]


@pytest.mark.parametrize(("fire", "penalty"), FIGURES)
def test_a_defence_over_all_pairs_of_dice(fire: int, penalty: int) -> None:
    g = facing(fire, penalty, "enemy-phase")
    due = battle_chances(12, fire, penalty, False)
    assert outcome_of_battle(g, sit_out_the_enemy_phase) == (due.win, due.tie, due.lose)


# ---- 13.0-7, 13.0-8, 13.1 losses ------------------------------------------------------------------

GUNS = ["m249", "m249-2", "m249-3", "m249-4", "m203", "m203-2", "m203-3", "m203-4"]
SQUADS: dict[str, dict[str, Any]] = {
    "an unhurt team": {"people": ["a-team"], "gear": GUNS[:4]},
    "an unhurt team with both leaders": {"people": ["a-team", "commander", "officer"], "gear": GUNS[:7]},
    "a wounded team": {"people": ["a-team"], "gear": GUNS[:4], "hurt": {"a-team": "cries"}},
    "a wounded team with an officer": {
        "people": ["a-team", "officer"],
        "gear": GUNS[:5],
        "hurt": {"a-team": "panic"},
    },
    "one of two wounded": {"people": ["a-team", "a-team-2"], "gear": GUNS, "hurt": {"a-team": "gunner-down"}},
    "two wounded with all they can carry": {
        "people": ["a-team", "a-team-2"],
        "gear": [*GUNS, "radio", "ammo", "demo"],
        "hurt": {"a-team": "gunner-down", "a-team-2": "cries"},
    },
    "two wounded with a commander and a truck": {
        "people": ["a-team", "a-team-2", "commander"],
        "gear": [*GUNS, "radio", "ammo", "demo", "tools", "drone", "truck"],
        "hurt": {"a-team": "gunner-down", "a-team-2": "cries"},
    },
    "two wounded with two leaders": {
        "people": ["a-team", "a-team-2", "commander", "officer"],
        "gear": [*GUNS, "radio", "ammo", "demo", "tools", "drone", "intel"],
        "hurt": {"a-team": "gunner-down", "a-team-2": "cries"},
    },
    "two wounded in a camp": {
        "people": ["a-team", "a-team-2"],
        "gear": [*GUNS, "radio", "ammo", "demo"],
        "hurt": {"a-team": "gunner-down", "a-team-2": "cries"},
        "camp": True,
    },
    "nothing to lose": {"people": ["a-team"], "gear": []},
}


def beaten(squad: dict[str, Any], **more: Any) -> RG:
    """A squad that attacks an enemy it cannot beat."""
    place = {**AWAY, **dict.fromkeys([*squad["people"], *squad["gear"]], "1108"), "militia": "1109"}
    if squad.get("camp"):
        place["base-camp"] = "1108"
    teams = [name for name in squad["people"] if "team" in name]
    given = {
        "at": "friendly-combat",
        "options": QUIET,
        "content": {"enemies": {"militia": {"fire": 200}}},
        "place": place,
        "detected": teams,
        "casualties": squad.get("hurt", {}),
    }
    return position(**{**given, **more})


def suffer(g: RG) -> None:
    """The first hex attacks; an unhurt team suffers, and what is hauled goes before what hauls."""
    assert g.ask is not None
    g.take(0, next(option for option in g.ask.options(0) if option[0] == "attack"))
    while g.ask is not None and not isinstance(g.s.stack[-1], FriendlyCombat):
        offered = list(g.ask.options(0))
        g.take(0, min(offered, key=lambda option: preference(g, option)))


def preference(g: RG, option: Option) -> int:
    if option[0] == "suffer":
        return int(g.s.marker[int(option[1])] >= 0)
    if option[0] == "lose":
        return int(g.kit.pieces[int(option[1])].plus)
    if option[0] == "leave":
        return g.kit.pieces[int(option[1])].fire
    return -1  # to fight, before leaving anything more out


@pytest.mark.parametrize("name", SQUADS)
def test_what_a_lost_battle_costs(name: str) -> None:
    """Every marker in the full cup, and every face of the die for gear."""
    g = beaten(SQUADS[name])
    h = hex_of(g, "1108")
    before = [len(found(g, h)) for found in (teams_at, leaders_at, gear_at)]
    due = casualty_chances(g, h)

    def gone(after: RG, which: int) -> int:
        return before[which] - len((teams_at, leaders_at, gear_at)[which](after, h))

    outcomes = list(every_outcome(g, suffer, "casualty", "gear-loss"))
    assert sum(chance for chance, _ in outcomes) == 1
    assert sum(chance for chance, after in outcomes if gone(after, 0)) == due.team
    assert sum(chance for chance, after in outcomes if gone(after, 1)) == due.leader
    assert sum(chance * gone(after, 2) for chance, after in outcomes) == due.gear


def test_the_squads_try_every_kind_of_loss() -> None:
    due = {name: casualty_chances(g := beaten(squad), hex_of(g, "1108")) for name, squad in SQUADS.items()}
    assert due["an unhurt team"].team == due["an unhurt team"].leader == 0
    assert due["an unhurt team with both leaders"].leader == Fraction(4, 16)
    assert due["a wounded team"].team == Fraction(11, 15)
    assert due["two wounded in a camp"].gear < due["two wounded with all they can carry"].gear
    assert due["nothing to lose"].gear == 0


def test_an_attack_with_air_support_over_everything_that_may_happen() -> None:
    """Both dice, the marker, the gear and the stray hit together (13.0, 14.0)."""
    squad = {"people": ["a-team", "officer"], "gear": ["ah-1", "m203"], "hurt": {"a-team": "cries"}}
    g = beaten(
        squad,
        content={"enemies": {"militia": {"fire": 25}}},
        cup={"casualties": ["gunner-down", "panic", "officer-killed"]},
    )
    h, enemy = hex_of(g, "1108"), token(g, "militia")
    every = ("attack", "defence", "casualty", "gear-loss", "stray")
    eliminated = chance_that(g, suffer, lambda after: not teams_at(after, h), *every)
    killed = chance_that(g, suffer, lambda after: not leaders_at(after, h), *every)
    lost = average(g, suffer, lambda after: 2 - len(gear_at(after, h)), *every)
    assert stray_chance(g, g.s.at[enemy], h) == Fraction(1, 6)
    (attack,) = choices(g, "attack")
    g.take(0, attack.option)
    (fight,) = choices(g, "fight")
    for told in (attack.odds, fight.odds):
        assert told is not None
        assert told.chances["team eliminated"] == float(eliminated)
        assert told.chances["leader killed"] == float(killed)
        assert told.chances["stray hit on our own"] == float(Fraction(1, 6))
        assert f"{float(lost):.1f} pieces of gear lost on average" in told.text


@pytest.mark.parametrize("sharing", [("militia",), ("militia", "militia-2")])
def test_a_leader_dies_with_the_team_that_kept_him_from_an_enemy(sharing: tuple[str, ...]) -> None:
    """13.1: the unit that shares the hex takes him, unless the tie that cost the team took the unit first."""
    g = position(
        at="friendly-combat",
        options=QUIET,
        content={"enemies": {"militia": {"fire": 3}}, "people": {"a-team": {"fire": "2"}, "officer": {"fire": "+1"}}},
        place={**AWAY, **dict.fromkeys(("a-team", "officer", *sharing), "1108")},
        casualties={"a-team": "cries"},
        cup={"casualties": ["gunner-down", "panic", "officer-killed"]},
        detected=["a-team"],
    )
    h, play = hex_of(g, "1108"), answers(("attack", hex_of(g, "1108"), token(g, "militia")))
    killed = chance_that(g, play, lambda after: not leaders_at(after, h), "attack", "defence", "casualty")
    told = odds(g, ("attack", h, token(g, "militia")))
    assert told is not None and told.chances["tie"] > 0
    assert told.chances["leader killed"] == pytest.approx(float(killed))


def test_who_walks_out_on_an_enemy_is_told_what_that_costs() -> None:
    """12.10, 10.11, 13.1."""
    shared = dict.fromkeys(("base-camp", "a-team", "officer", "radio", "militia"), "1108")
    g = position(at="friendly-movement", place={**shared, "b-team": "2030", "raid": "2529"}, detected=["b-team"])
    there = g.kit.friends
    for option in (("form", hex_of(g, "1108")), ("take", token(g, "a-team")), ("ready",)):
        g.take(0, option)
    told = odds(g, ("go", hex_of(g, "1109")))
    before = sum(g.s.at[t] == hex_of(g, "1108") for t in there)
    g.take(0, ("go", hex_of(g, "1109")))
    lost = before - 1 - sum(g.s.at[t] == hex_of(g, "1108") for t in there)
    assert told is not None and told.text.startswith(f"pieces left to the enemy: {lost}; heard ")
    again = odds(g, ("go", hex_of(g, "1110")))
    assert again is not None and "left to the enemy" not in again.text


def test_the_fight_tells_the_odds_of_the_weapons_that_are_left() -> None:
    g = beaten({"people": ["a-team"], "gear": ["ah-1", "m203"]}, content={"enemies": {"militia": {"fire": 27}}})
    g.take(0, next(choice.option for choice in choices(g, "attack")))
    (with_air,) = choices(g, "fight")
    alone = g.clone()
    alone.take(0, ("leave", token(g, "m203")))
    (without,) = choices(alone, "fight")
    assert isinstance(alone.s.stack[-1], Battle)
    assert with_air.odds is not None and without.odds is not None
    value = attack_value(g, hex_of(g, "1108"))
    assert without.odds.chances["win"] == float(battle_chances(value - 3, 27, 0, True).win)
    assert with_air.odds.chances["win"] == float(battle_chances(value, 27, 0, True).win) > without.odds.chances["win"]


# ---- 15.0 suppression -----------------------------------------------------------------------------


def at_each_distance(g: RG, label: str) -> Iterator[tuple[int, str]]:
    grid, start = field(g).grid, hex_of(g, label)
    for distance in range(8):
        yield distance, grid.label(next(h for h, far in enumerate(grid.distance[start]) if far == distance))


def suppressed(g: RG) -> bool:
    return bool(g.s.suppressed >> token(g, "militia") & 1)


def test_suppression_at_every_distance() -> None:
    """A second enemy far away keeps the phase open, so that its effect is seen."""
    anywhere = position(at="friendly-movement", place=AWAY)
    for distance, label in at_each_distance(anywhere, "1310"):
        g = position(
            at="enemy-phase",
            place={**AWAY, "a-team": "1310", "m249": "1310", "militia": label, "militia-2": "1336"},
            detected=["a-team"],
        )
        option = ("suppress", token(g, "m249"), token(g, "militia"))
        found = chance_that(g, answers(option, ("done",)), suppressed, "suppression")
        assert found == suppression_chance(distance), distance
        told = next(choice.odds for choice in choices(g, "suppress") if choice.option == option)
        assert told is not None and told.chances == {"suppressed": float(found)}
        assert told.text == f"suppressed {percent(found)}"


# ---- and the rest ---------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [0, 1, 4, 9, 10, 30])
def test_whether_a_camp_move_can_be_paid(points: int) -> None:
    g = position(at="purchase", place={**AWAY, "base-camp": "1310"}, pp=points)
    site = next(h for h in field(g).camp_sites if h != hex_of(g, "1310"))
    moved = ("move-camp", token(g, "base-camp"), site)
    found = chance_that(g, answers(moved), lambda after: after.s.at[token(after, "base-camp")] == site, "camp-move")
    assert found == affordable_camp_move(points)


def test_an_option_without_risk_has_no_odds() -> None:
    g = position(at="friendly-combat", place={**AWAY, "a-team": "1108", "militia": "1109"})
    assert odds(g, ("done",)) is None and odds(g, ("fight",)) is None and odds(g, ("go", 0)) is None
    assert [choice.odds for choice in choices(g, "done")] == [None]


def test_what_is_unlikely_is_never_called_impossible() -> None:
    assert percent(Fraction(1, 1000)) == "under 1 %" and percent(Fraction(999, 1000)) == "over 99 %"
    assert percent(Fraction(0)) == "0 %" and percent(Fraction(1)) == "100 %" and percent(Fraction(2, 3)) == "67 %"


# ---- answers of several parts ---------------------------------------------------------------------


def test_who_was_dropped_off_is_heard_when_the_move_ends_and_the_last_answer_says_so() -> None:
    """A helicopter sets down a team and goes on alone, or halts there: either way the team's noise is told."""
    g = position(
        at="friendly-movement",
        hexes={"all": "clear"},
        place={**AWAY, "a-team": "1108", "uh-60": "1108", "m249": "1108"},
    )
    team = token(g, "a-team")
    for part in (("form", hex_of(g, "1108")), ("all",)):
        g.take(0, part)
    goal = hex_of(g, "1111")
    (told,) = [choice.odds for choice in choices(g, "go") if choice.option[1] == goal]
    g.take(0, ("go", goal))
    g.take(0, ("drop", team))
    (halt,) = choices(g, "halt")
    assert told is not None and halt.odds is not None
    found = chance_that(g, answers(("halt",)), heard, "noise")
    assert halt.odds.chances["heard"] == told.chances["heard"] == float(found) > 0
    onward = choices(g, "go")
    assert onward and all(choice.odds is not None for choice in onward)
    for choice in onward[:: max(1, len(onward) // 5)]:
        assert choice.odds is not None
        found = chance_that(g, answers(choice.option, ("halt",)), heard, "noise")
        assert choice.odds.chances["heard"] == float(found) > 0, choice.odds.text


def test_fire_that_was_named_is_told_before_it_falls() -> None:
    g = position(
        at="enemy-phase",
        place={**AWAY, **dict.fromkeys(("a-team", "m249", "m249-2", "m249-3"), "1108"), "militia": "1111"},
        detected=["a-team"],
    )
    first, second = (token(g, name) for name in ("m249", "m249-2"))
    enemy = token(g, "militia")
    assert choices(g, "done")[0].odds is None
    g.take(0, ("suppress", first, enemy))
    g.take(0, ("suppress", second, enemy))
    (done,) = choices(g, "done")
    assert done.odds is not None and done.odds.chances == {"suppressed": pytest.approx(1 - (3 / 6) ** 2)}
