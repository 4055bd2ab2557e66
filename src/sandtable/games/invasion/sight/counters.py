"""Counters as everybody sees them: Communist units lie open, Resistance counters only while they are face up (26.0)."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Deploy
from sandtable.games.invasion.pieces import DRA_SIDE, SIDES, Kit, Slot, TypeId, UnitId
from sandtable.games.invasion.rules.lots import may_be
from sandtable.games.invasion.sight.names import counter_name, unit_name
from sandtable.games.invasion.state import AVAILABLE, DRAWN, NOWHERE, USED, War
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Side, Token, TokenShape, Value

SOVIET, DRA, RESISTANCE = SIDES[0], DRA_SIDE, SIDES[1]
"""Sides of counters, so called that those of one camp stand together when they are sorted."""
LOOKS = {SOVIET: Side("Soviet", 1), DRA: Side("DRA", 2, "dots"), RESISTANCE: Side("Resistance", 4, "stripes")}
AIR_AVAILABLE, AIR_USED, TO_BE_SET_UP, DRAWN_BOX = "air available", "air used", "to be set up", "drawn"
BOXES = {AVAILABLE: AIR_AVAILABLE, USED: AIR_USED}
SHAPES: dict[str, TokenShape] = {"base": "hex", "airstrike": "diamond", "helicopter": "diamond", "hq": "square"}
MARKER = 0.8


def tokens(kit: Kit, s: War) -> list[Token]:
    return [*units(kit, s), *counters(kit, s), *agents(kit, s)]


def units(kit: Kit, s: War) -> list[Token]:
    """Communist units on the map and in the boxes of the air; those to be set up now. The pool is a pile."""
    waiting = {unit for frame in s.stack if isinstance(frame, Deploy) for unit in frame.left}
    found = []
    for unit, at in enumerate(s.at):
        if at >= 0:
            found.append(face(kit, unit, s.reduced >> unit & 1, at, ""))
        elif at in BOXES:
            found.append(face(kit, unit, 0, -1, BOXES[at]))
        elif unit in waiting:
            found.append(face(kit, unit, 0, -1, TO_BE_SET_UP))
    return found


def side_of(kit: Kit, kind: TypeId) -> str:
    return {"soviet": SOVIET, "dra": DRA}.get(kit.types[kind].nation, RESISTANCE)


@tabled
def face(kit: Kit, unit: UnitId, reduced: int, space: int, box: str) -> Token:
    kind = kit.kind[unit]
    row = kit.types[kind]
    seen = Token(unit, unit_name(kit, unit), space, box=box, side=side_of(kit, kind), symbol=row.symbol)
    seen.letter, seen.shape = row.letter, SHAPES.get(row.sort, "square")
    seen.values = figures(kit, kind, reduced)
    if reduced:
        seen.badges = ["reduced"]
    return seen


def figures(kit: Kit, kind: TypeId, reduced: int = 0) -> list[Value]:
    """What is printed on a counter: firepower, guerrilla factor in brackets, movement, support in a ring."""
    row = kit.types[kind]
    if row.sort == "spectacular":
        return []
    found = [Value("firepower", str(kit.fires[kind][reduced]), "bl")]
    if kit.is_air[kind]:
        return found
    found.append(Value("guerrilla factor", f"({kit.guerrilla[kind][reduced]})", "br"))
    found.append(Value("movement", "∞" if row.airmobile else str(row.move), "tr"))
    if row.support:
        found.append(Value("support", str(row.support), "tl", "circle", "how far it supports"))
    return found


def counters(kit: Kit, s: War) -> list[Token]:
    """Resistance counters, with a face only where it lies up."""
    found = []
    for slot, lies in enumerate(s.lies):
        if lies != NOWHERE:
            kind = s.identity[slot] if s.known[slot] else -1  # rule: fog.down
            found.append(counter(kit, slot, kind, lies))
    return found


@tabled
def counter(kit: Kit, slot: Slot, kind: TypeId, lies: int) -> Token:
    seen = Token(slot, counter_name(kit, slot, kind), max(lies, -1), side=RESISTANCE, domain="counter")
    if lies == DRAWN:
        seen.box = DRAWN_BOX
    if kind < 0:
        seen.face_down = True
    else:
        row = kit.types[kind]
        seen.symbol, seen.letter = row.symbol, row.letter
        seen.shape, seen.values = SHAPES.get(row.sort, "square"), figures(kit, kind)
    return seen


def agents(kit: Kit, s: War) -> list[Token]:
    """Subversion markers that lie in an area as a reminder (23.3)."""
    return [agent(kit, number, at) for number, at in enumerate(s.agent_at) if at >= 0]


@tabled
def agent(kit: Kit, number: int, space: int) -> Token:
    row = kit.agents[number]
    seen = Token(number, row.name, space, side=SOVIET, letter=row.letter, domain="agent")
    seen.values = [Value("strength", str(row.strength), "br")]
    seen.shape, seen.size = "round", MARKER
    return seen


def could_be(kit: Kit, s: War, slot: Slot) -> list[str]:
    """What a face-down counter may be, as everybody can work it out."""
    return [kit.types[kind].name for kind in bits(may_be(s, kit, slot))]
