"""What must be true after every answer: the eight faults of the raids that were mended, each planted again.

Walks from positions in which rules interrupt one another take standing options in the middle of every procedure.
`sound` finds what can be seen in a position; what only shows to who knows how it came about, a ruling finds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.games.raids.frames import EnemyUnit, Move
from sandtable.games.raids.rules import losses, movement, pursuit
from sandtable.games.raids.rules.losses import come_home, nobody_left
from sandtable.games.raids.rules.movement import Ways, price, refuse_go, route
from sandtable.games.raids.rules.portage import allowance
from sandtable.games.raids.state import RG, exposed_teams, field, piece, team_at, teams_in_play
from sandtable.kernel.cases import game_cases, run_case
from sandtable.kernel.game import open_game
from sandtable.kernel.options import Option, Refusal
from sandtable.kernel.state import save
from tests.kandahar.every import position

POSITIONS: dict[str, dict[str, Any]] = {
    "two wounded teams with kits": {
        "at": "friendly-movement",
        "options": {"first-aid": "on", "booby-trap": "on"},
        "place": {
            **dict.fromkeys(("a-team", "b-team", "med-kit", "radio", "truck", "officer"), "1010"),
            **dict.fromkeys(("base-camp", "med-kit-2"), "1014"),
            "militia": "1018",
            "raid": "1012",
        },
        "casualties": {"a-team": "gunner-down", "b-team": "walking-wounded"},
        "detected": ["a-team", "b-team"],
    },
    "a camp shared with an enemy": {
        "at": "friendly-movement",
        "options": {"first-aid": "on", "enter-enemy-hexes": "on"},
        "place": {
            **dict.fromkeys(("base-camp", "a-team", "officer", "radio", "med-kit", "militia"), "1010"),
            **dict.fromkeys(("b-team", "commander", "truck", "ied"), "1016"),
            "raid": "1536",
        },
        "casualties": {"a-team": "gunner-down"},
        "detected": ["b-team"],
    },
    "an enemy between two teams": {
        "at": "enemy-phase",
        "options": {"marker-ends-enemy-combat": "off", "first-aid": "on"},
        "place": {
            **dict.fromkeys(("a-team", "m249", "radio", "militia"), "1010"),
            **dict.fromkeys(("b-team", "med-kit", "at-4"), "1011"),
            "militia-2": "1014",
            "base-camp": "2020",
            "raid": "1536",
        },
        "casualties": {"b-team": "gunner-down"},
        "detected": [["a-team"], ["b-team"]],
    },
    "the last team": {
        "at": "enemy-phase",
        "content": {"pieces": {"militia": {"fire": 50}}},
        "place": {
            **dict.fromkeys(("a-team", "radio", "truck", "officer"), "1010"),
            **dict.fromkeys(("militia", "militia-2"), "1011"),
            "base-camp": "2020",
            "b-team": "lost",
            "raid": "1536",
        },
        "casualties": {"a-team": "gunner-down"},
        "detected": ["a-team"],
    },
}
WALKS, ANSWERS = 40, 25


def options(g: RG, rng: random.Random) -> list[Option]:
    """What may be answered: as often as not a standing option, where there is one, but never the end of the game."""
    standing = [option for group in g.standing(0) for option in group if option[0] != "stop"]
    assert g.ask is not None
    groups = [list(group) for group in g.ask.groups]
    return standing if standing and rng.random() < 0.5 else rng.choice(groups)


def walk(name: str, seed: int) -> Iterator[RG]:
    """Random answers from a position, with dice of their own."""
    g, rng = position(**POSITIONS[name]), random.Random(f"{name} {seed}")
    g = g.game.resume(g.s)
    g.s.key = f"{name} {seed}".encode()
    for _ in range(ANSWERS):
        if g.over:
            return
        g.take(0, rng.choice(options(g, rng)))
        yield g


def unsound(name: str) -> set[str]:
    """What `sound` says is wrong in walks from a position."""
    return {fault for seed in range(WALKS) for g in walk(name, seed) for fault in g.game.sound(g.s)}


def failing(word: str) -> list[str]:
    """The rulings on one thing that do not hold."""
    cases = [case for case in game_cases(open_game("kandahar")) if f"interrupted-{word}" in case["id"]]
    assert cases
    return [case["id"] for case in cases if not run_case(case, "kandahar").passed]


# ---- the eight, as they were ----------------------------------------------------------------------


def kit_comes_back(patch: pytest.MonkeyPatch) -> None:
    """18.2: a used Med Kit stays in the list of what moves."""
    patch.setattr(losses, "_let_go", lambda g, token: None)


def camp_stays(patch: pytest.MonkeyPatch) -> None:
    """12.10, 10.11, 13.1: who walks out of a hex with an enemy in it leaves camp, gear and leader there unharmed."""
    patch.setattr(movement, "given_up", lambda g, h: None)


def sent_at_the_neighbour(patch: pytest.MonkeyPatch) -> None:
    """12.8: the player chooses whom an enemy attacks that shares a hex with a team."""

    def prey(g: RG, f: EnemyUnit) -> list[int]:
        h = g.s.at[f.unit]
        near = field(g).grid.distance[h]
        found = {g.s.at[t] for t in exposed_teams(g) if near[g.s.at[t]] <= 1} | ({h} if team_at(g, h) else set())
        return sorted(found - set(f.done))

    patch.setattr(pursuit, "prey", prey)


def only_the_last_hex(patch: pytest.MonkeyPatch) -> None:
    """12.5, 12.9: of a leg only the hex where it ends counts."""

    def arrives(g: RG, h: int, comers: list[int]) -> None:
        if g.s.at[comers[0]] == h:
            come_home(g, h, comers)

    patch.setattr(movement, "come_home", arrives)


def any_way_will_do(patch: pytest.MonkeyPatch) -> None:
    """12.5, 12.9: of two ways that cost the same the leg takes the one past the camp."""

    def first_found(g: RG, here: int, h: int, found: Ways) -> list[int]:
        homes = {g.s.at[t] for t in g.kit.camps}
        way = route(g, here, h, found)
        past = [n for n in field(g).grid.neighbours[here] if price(found.land, n) >= 0 and n not in homes]
        return [here, past[0], h] if homes & set(way[1:-1]) and field(g).grid.distance[here][h] == 2 else way

    patch.setattr(movement, "route", first_found)


def load_of_whoever_goes_on(patch: pytest.MonkeyPatch) -> None:
    """10.5: a load that is put down slows whoever goes on."""

    def left_with(g: RG, f: Move, token: int) -> tuple[list[int], list[int]]:
        return ([*f.shed, token] if piece(g, token).minus else f.shed), []

    patch.setattr(movement, "left_with", left_with)


def gear_outlives_the_last_team(patch: pytest.MonkeyPatch) -> None:
    """13.1: the game ends before the gear of its last team is lost."""

    def left(g: RG, h: int, key: str) -> None:
        if teams_in_play(g):
            nobody_left(g, h, key)

    patch.setattr(losses, "nobody_left", left)


def too_far_for_a_boat(patch: pytest.MonkeyPatch) -> None:
    """11.1: a boat that no water takes anywhere is told that it is too far."""

    def refuse(g: RG, f: Move, h: int) -> Refusal:
        refusal = refuse_go(g, f, h)
        if refusal.key == "river.boat-on-land" and field(g).river[h]:
            total = allowance(g, f.stack, f.late, f.shed, False)
            return Refusal("move.allowance", f"Too far: the allowance is {total}, {f.spent} of it spent.")
        return refusal

    patch.setattr(movement, "refuse_go", refuse)


Plant = Callable[[pytest.MonkeyPatch], None]
FOUND_BY_SOUND: list[tuple[Plant, str, list[str]]] = [
    (kit_comes_back, "two wounded teams with kits", ["med-kit moves with a stack and is not in its hex"]),
    (
        camp_stays,
        "a camp shared with an enemy",
        [
            f"{lost}, which an enemy holds alone"
            for lost in ("base-camp is in 1010", "officer is in 1010", "truck is in 1016")
        ],
    ),
    (
        sent_at_the_neighbour,
        "an enemy between two teams",
        [
            "militia has a choice, though it shares 1010 with a team",
            "militia attacks 1011 before the team in its own hex",
        ],
    ),
    (
        gear_outlives_the_last_team,
        "the last team",
        [f"{lost} is left in a hex whose last team has been eliminated" for lost in ("radio", "truck")],
    ),
]
FOUND_BY_RULINGS: list[tuple[Plant, str]] = [
    (kit_comes_back, "first-aid-under-way"),
    (camp_stays, "camp-given-up"),
    (camp_stays, "gear-stripped"),
    (camp_stays, "leader-left"),
    (sent_at_the_neighbour, "stacked-enemy"),
    (only_the_last_hex, "through-a-camp"),
    (any_way_will_do, "through-one-of-two-ways"),
    (load_of_whoever_goes_on, "load-left"),
    (gear_outlives_the_last_team, "last-team"),
    (too_far_for_a_boat, "boat-alone-on-land"),
]


@pytest.mark.parametrize("name", POSITIONS)
def test_walks_that_interrupt_every_procedure_stay_sound(name: str) -> None:
    assert not unsound(name)


@pytest.mark.parametrize(
    ("plant", "name", "sentences"), FOUND_BY_SOUND, ids=[row[0].__name__ for row in FOUND_BY_SOUND]
)
def test_sound_finds_a_planted_fault(
    plant: Plant, name: str, sentences: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    found = unsound(name)
    assert all(sentence in found for sentence in sentences), found


@pytest.mark.parametrize(
    ("plant", "word"), FOUND_BY_RULINGS, ids=[f"{row[0].__name__}, {row[1]}" for row in FOUND_BY_RULINGS]
)
def test_a_ruling_finds_a_planted_fault(plant: Plant, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not failing(word)
    plant(monkeypatch)
    assert failing(word)


# ---- no check that cannot fail --------------------------------------------------------------------


def spoil(name: str, change: Callable[[RG], None]) -> list[str]:
    g = position(**POSITIONS[name])
    assert not g.game.sound(g.s)
    change(g)
    return g.game.sound(g.s)


def put(g: RG, id: str, where: int) -> None:
    g.s.at[g.kit.by_id[id]] = where


SPOILT: list[tuple[str, Callable[[RG], None], str]] = [
    ("an enemy is also in its cup", lambda g: g.s.enemy_cup.append(g.s.hunters[0]), "exactly one of its cup"),
    ("gear lies in a cup", lambda g: g.s.marker_cup.append(g.kit.by_id["radio"]), "a cup that is not its own"),
    ("an enemy has gone and hunts", lambda g: put(g, "militia", -5), "where it is not"),
    ("two missions lie on the map", lambda g: put(g, "re-supply", 7), "not the one that lies on the map"),
    ("a piece is beyond the map", lambda g: put(g, "radio", 936), "beyond the map"),
    ("a piece is too many", lambda g: g.s.at.append(0), "other counters"),
    ("somebody is too many", lambda g: g.s.event.append(0), "other people"),
    ("a cup holds what is no counter", lambda g: g.s.enemy_cup.append(999), "no counter"),
    ("a truck is accomplished", lambda g: put(g, "truck", -3), "as if it were a mission"),
    ("a truck is held", lambda g: put(g, "truck", -6), "as if it were a marker"),
    ("points are owed", lambda g: setattr(g.s, "pp", -1), "more points"),
    ("a lost leader is not counted", lambda g: put(g, "officer", -5), "fewer leaders"),
    ("a marker is worn and not held", lambda g: put(g, "gunner-down", -2), "markers that are held"),
    ("a lost team keeps its marker", lambda g: put(g, "a-team", -5), "casualties marker and is no team"),
    ("a lost team is detected", lambda g: put(g, "a-team", -5), "detected and is no team"),
    ("the hunt has no quarry", lambda g: setattr(g.s, "event", [0] * len(g.s.event)), "no team outside a camp"),
    ("a weapon stays turned over", lambda g: setattr(g.s, "fired", 1), "turned over"),
]


@pytest.mark.parametrize(("change", "sentence"), [row[1:] for row in SPOILT], ids=[row[0] for row in SPOILT])
def test_a_spoilt_position_is_not_sound(change: Callable[[RG], None], sentence: str) -> None:
    found = spoil("two wounded teams with kits", change)
    assert any(sentence in fault for fault in found), found


def moving(change: Callable[[RG, Move], None]) -> list[str]:
    """A stack of the first position under way, and something wrong with it."""
    g = position(**POSITIONS["two wounded teams with kits"])
    for option in (("form", field(g).grid.at("1010")), ("all",), ("go", field(g).grid.at("1011"))):
        g.take(0, option)
    frame = g.s.stack[-1]
    assert isinstance(frame, Move) and not g.game.sound(g.s)
    change(g, frame)
    return g.game.sound(g.s)


SPOILT_MOVES: list[tuple[str, Callable[[RG, Move], None], str]] = [
    ("it is nowhere", lambda g, f: setattr(f, "here", 936), "neither a counter nor a hex"),
    ("one of them is no counter", lambda g, f: f.stack.append(-7), "neither a counter nor a hex"),
    ("one of them is elsewhere", lambda g, f: put(g, "radio", 0), "not in its hex"),
    ("one of them has moved before", lambda g, f: setattr(g.s, "moved", 1 << f.stack[0]), "moves again"),
    ("one of them goes twice", lambda g, f: f.stack.append(f.stack[0]), "twice in one stack"),
    ("a load was dropped and goes on", lambda g, f: f.shed.append(g.kit.by_id["radio"]), "was dropped"),
    ("nobody hauls", lambda g, f: setattr(f, "stack", [g.kit.by_id["radio"]]), "more than it can"),
]


@pytest.mark.parametrize(
    ("change", "sentence"), [row[1:] for row in SPOILT_MOVES], ids=[row[0] for row in SPOILT_MOVES]
)
def test_a_spoilt_move_is_not_sound(change: Callable[[RG, Move], None], sentence: str) -> None:
    assert any(sentence in fault for fault in moving(change))


def test_a_marker_in_hand_is_in_no_cup_and_still_counted() -> None:
    """13.1: between the draw and the choice of the leader who is killed it is neither in the cup nor on a team."""
    g = position(
        at="enemy-phase",
        place={"a-team": "1010", "officer": "1010", "officer-2": "1010", "militia": "1011", "base-camp": "2020"},
        content={"pieces": {"militia": {"fire": 90}}},
        cup={"casualties": ["officer-killed"]},
        detected=["a-team"],
    )
    before = g.game.census(g.s)
    g = g.game.resume(g.s)
    g.take(0, ("done",))
    assert g.ask is not None and g.ask.key == "casualty.leader-killed"
    assert not g.s.marker_cup and g.game.census(g.s) == before and not g.game.sound(g.s)


def test_looking_at_a_position_changes_nothing() -> None:
    g = position(**POSITIONS["a camp shared with an enemy"])
    before = save(g.s)
    g.game.sound(g.s)
    assert save(g.s) == before
