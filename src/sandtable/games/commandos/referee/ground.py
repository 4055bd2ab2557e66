"""Words of cases about the ground: the map in play, hexsides, land and water, ways and reach, strength and noise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sandtable.boards.paths import IMPASSABLE
from sandtable.games.commandos.rules.coast import is_afloat
from sandtable.games.commandos.rules.coast import penalty as penalty_against
from sandtable.games.commandos.state import own
from sandtable.games.raids.field import Mover
from sandtable.games.raids.frames import Battle, EnemyPhase, Move
from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.policies import policy
from sandtable.games.raids.referee import COMPOUNDS as SHARED
from sandtable.games.raids.referee import expand_move, map_given, shared_overlay
from sandtable.games.raids.referee.words import (
    PIECE,
    WORDS,
    by_hex,
    hex_at,
    measured,
    token,
    tokens,
    where,
)
from sandtable.games.raids.rules.movement import ways
from sandtable.games.raids.rules.portage import capacity
from sandtable.games.raids.rules.weapons import battle_value
from sandtable.games.raids.state import RG, RaidState, camp_at, field
from sandtable.kernel.cases import Noun, forms
from sandtable.kernel.game import Game
from sandtable.kernel.options import Option, Seat

MOVERS = ("foot", "craft", "vehicle", "boat")

# ---- the map --------------------------------------------------------------------------------------


def overlay(game: Game[RaidState, Kit], given: Mapping[str, Any]) -> dict[str, Any]:
    """The shared one, and what lies on hexsides. Ground that is wholly new has no sides but those that are given."""
    laid = shared_overlay(game, given)
    if "sides" not in given and "all" not in forms.mapping(given.get("hexes", {}), "hexes"):
        return laid
    map = map_given(game, given)
    sides = {
        forms.word(kind, ("cliff", "sea"), "a kind of hexside"): [forms.name(one) for one in forms.sequence(said)]
        for kind, said in forms.mapping(given.get("sides", {}), "sides").items()
    }
    if "all" not in forms.mapping(given.get("hexes", {}), "hexes"):
        printed: dict[str, list[str]] = {str(kind): lines for kind, lines in map.sheet.sides.items()}
        sides = {kind: [*printed.get(kind, []), *sides.get(kind, [])] for kind in {*printed, *sides}}
    laid.setdefault("map", {}).setdefault(map.id, {})["sides"] = sides
    return laid


# ---- land and water -------------------------------------------------------------------------------


def put_afloat(g: RG, value: Any) -> None:
    own(g).afloat = sum(1 << t for t in tokens(g, value))


def get_afloat(g: RG, asked: Any) -> list[str]:
    tokens(g, asked)
    return [g.kit.pieces[t].id for t in g.kit.mobile if is_afloat(g, t)]


def standing(g: RG, name: Any) -> str:
    """How a piece stands: in a base, afloat or ashore; off the map where it lies."""
    t = token(g, name)
    h = g.s.at[t]
    if h < 0:
        return where(g, t)
    if camp_at(g, h):
        return "in-base"
    return "afloat" if is_afloat(g, t) else "ashore"


def get_where(g: RG, asked: Any) -> dict[str, str]:
    return {name: standing(g, name) for name in forms.mapping(asked)}


# ---- measures -------------------------------------------------------------------------------------


def get_cost(g: RG, asked: Any) -> Any:
    """By hex on foot, or a list of {hex, by, is}."""
    if isinstance(asked, Mapping):
        return FOOT_COST.get(g, asked)  # type: ignore[misc]
    return BY_MOVER.get(g, asked)  # type: ignore[misc]


def measure_cost(g: RG, row: Mapping[str, Any]) -> int:
    mover = forms.word(row.get("by", "foot"), MOVERS, "what one moves on")
    price = field(g).way(cast(Mover, mover)).cost[hex_at(g, row["hex"])]
    if price >= IMPASSABLE:
        raise ValueError(f"{row['hex']} is closed by {mover}")
    return price


FOOT_COST = by_hex(lambda g, h: field(g).cost[h])
BY_MOVER = measured("cost", ("hex", "by"), measure_cost)


def measure_strength(g: RG, row: Mapping[str, Any]) -> int:
    """What a hex of ours adds to its die when that enemy attacks it."""
    h, enemy = hex_at(g, row["hex"]), token(g, row["against"])
    return battle_value(g, Battle(ours=h, enemy=enemy, target_hex=h, enemy_hex=g.s.at[enemy]))


def measure_portage(g: RG, row: Mapping[str, Any]) -> int:
    return capacity(g, tokens(g, row["stack"]), [], forms.yes(row.get("afloat", "no"), "afloat"))


def get_reach(g: RG, asked: Any) -> list[dict[str, Any]]:
    """A list of {stack, has: [hexes], lacks: [hexes]}: the same list, with those that are so."""
    found = []
    for said in forms.sequence(asked):
        row = forms.mapping(said, "a row of reach")
        forms.known_words(row, ("stack", "has", "lacks"), "a row of reach")
        stack = tokens(g, row["stack"])
        goals = reached(g, stack)
        answer: dict[str, Any] = {"stack": row["stack"]}
        for word, wanted in (("has", True), ("lacks", False)):
            if word in row:
                hexes = forms.sequence(row[word], word)
                answer[word] = [label for label in hexes if (hex_at(g, label) in goals) == wanted]
        found.append(answer)
    return found


def reached(g: RG, stack: list[int]) -> set[int]:
    places = {g.s.at[t] for t in stack}
    if len(places) != 1:
        raise ValueError("a stack stands in one hex")
    (here,) = places
    if here < 0 or any(g.s.moved >> t & 1 for t in stack):
        return set()
    move = Move(start=here, here=here, stack=stack)
    return set(ways(g, move).goals(here))


# ---- what an enemy did ----------------------------------------------------------------------------


def get_way(g: RG, asked: Any) -> dict[str, list[str]]:
    """The hexes that an enemy entered in the enemy phase that runs, or in the one before."""
    turns: list[list[Any]] = [[]]
    for event in g.heard or []:
        if event.key == "turn.phases":
            turns.append([])
        turns[-1].append(event)
    running = any(isinstance(f, EnemyPhase) for f in g.s.stack) or len(turns) == 1
    told = turns[-1] if running else turns[-2]
    grid, found = field(g).grid, {}
    for name in forms.mapping(asked):
        unit = token(g, name)
        traces = [trace for event in told if event.key == "pursuit.route" for trace in event.moves.get(0, [])]
        steps = [trace.path[1:] for trace in traces if trace.token == unit]
        found[name] = [grid.label(h) for step in steps for h in step]
    return found


# ---- answers --------------------------------------------------------------------------------------


def expand_by_water(g: RG, seat: Seat, data: Any) -> list[Option]:
    """move: {stack, path, drop, claim, halt: ashore or afloat after a move by craft, no to leave the move open}."""
    ends = str(data.get("halt", "yes"))
    if ends not in ("ashore", "afloat"):
        return expand_move(g, seat, data)
    said = forms.Read({**data, "halt": "no"})
    parts = expand_move(g, seat, said)
    said.all_read("move")
    return [*parts, ("land",) if ends == "ashore" else ("halt",)]


NOUNS = {
    "sides": Noun(lambda g, value: None, about="what lies on hexsides, cliff or sea: a hex and the neighbours across"),
    "afloat": Noun(put_afloat, get_afloat, "pieces in open sea or on the sea part of a coastal hex", True, PIECE),
    "where": Noun(None, get_where, "piece: afloat, ashore, in-base, or off the map " + ", ".join(WORDS)),
    "awareness": Noun(None, lambda g, asked: policy(g).noise_extra(g), "what every noise level has on top"),
    "portage": measured("portage", ("stack", "afloat"), measure_portage),
    "cost": Noun(None, get_cost, "hex: what entering costs on foot; or a list of {hex, by, is}"),
    "penalty": by_hex(penalty_against),
    "strength": measured("strength", ("hex", "against"), measure_strength),
    "reach": Noun(None, get_reach, "a list of {stack, has: hexes in reach, lacks: hexes out of it}"),
    "way": Noun(None, get_way, "enemy: the hexes it entered in its last phase"),
}
COMPOUNDS = {**SHARED, "move": expand_by_water}
