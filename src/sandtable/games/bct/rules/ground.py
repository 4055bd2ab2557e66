"""The Map at work: Control, Lines of Communication, Values, and how far a Unit gets (2.4, 3.3, 3.4)."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.bct.pieces import COALITION, COMBAT, EMPTY, INSURGENT, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.state import (
    BOXED,
    NONE,
    Theatre,
    assets_on,
    can_act,
    foe,
    is_down,
    members,
    place,
)
from sandtable.kernel.sharing import shared, tabled

# ---- Control ----------------------------------------------------------------------------------------


@shared("at", "box", "front", "covert", "down", "nets", "nets_down")
def control(s: Theatre, kit: Kit) -> tuple[int, int]:
    """The Districts under each side's Control, as bits.

    An Operational Active Unit or an Operational SWET/Net gives it; any Operational hostile Unit, a Covert one even
    while Suppressed, and any Operational hostile SWET/Net deny it. A Unit in a box matters only where its HQ is
    Suppressed: a Covert HQ already denies, and gives nothing away. So everybody can tell who Controls what.
    """
    gives, denies = [0, 0], [0, 0]
    size, covert, down = kit.size, s.covert, s.down
    for token in [token for token, at in enumerate(s.at) if 0 <= at < size]:
        at = s.at[token]
        if covert >> token & 1:
            denies[kit.side[token]] |= 1 << at  # rule: control.covert
        elif not down >> token & 1 or (kit.is_hq[token] and any(can_act(s, t) for t in members(s, kit, token))):
            gives[kit.side[token]] |= 1 << at  # rule: control.units
    for where, laid in enumerate(s.nets):
        if laid > s.nets_down[where]:
            gives[where // size] |= 1 << where % size  # rule: control.nets
    return (
        gives[COALITION] & ~(gives[INSURGENT] | denies[INSURGENT]),
        gives[INSURGENT] & ~(gives[COALITION] | denies[COALITION]),
    )


# ---- Lines of Communication -------------------------------------------------------------------------


@shared("at", "box", "front", "kind", "covert", "down", "nets", "nets_down")
def supplied(s: Theatre, kit: Kit, side: SideId) -> int:
    """The Districts from which the side's Units trace an LOC, as bits."""
    mine = control(s, kit)[side]
    reached = 0
    for base in kit.bases_of[side]:
        if 0 <= s.at[base] < kit.size and not is_down(s, base):
            reached |= _from_base(kit, s.at[base], mine)
    for token in suppliers(s, kit, side):
        at = place(s, kit, token)
        if 0 <= at < kit.size and not is_down(s, token):
            reached |= 1 << at  # rule: loc.supply
    return reached


@shared("kind")
def suppliers(s: Theatre, kit: Kit, side: SideId) -> list[UnitId]:
    """The counters of a side that are supply Units."""
    return [token for token in kit.units_of[side] if s.kind[token] in kit.supply_kinds]


@tabled
def _from_base(kit: Kit, base: int, mine: int) -> int:
    """A chain leads through Districts under Control, the Base's own among them; the Unit's own need not be."""
    reached = 1 << base  # rule: loc.own-district
    if not mine >> base & 1:  # rule: loc.control
        return reached
    # rule: loc.length loc.road
    for lines, length in ((kit.borders, kit.n.loc_length), (kit.along_roads, kit.n.loc_road)):
        front = seen = 1 << base
        for _ in range(length):
            found = 0
            for district in bits(front):
                found |= lines[district]
            reached |= found
            seen, front = seen | found, found & mine & ~seen  # rule: loc.control
    return reached


UNKNOWN = -1
"""Where a caller has not worked out for himself which Districts are supplied."""


def has_loc(s: Theatre, kit: Kit, token: UnitId, reach: int = UNKNOWN) -> bool:
    """Whether a Unit traces an LOC; who asks for many passes the side's supplied Districts along."""
    at = place(s, kit, token)
    if not 0 <= at < kit.size:
        return False
    return bool((supplied(s, kit, kit.side[token]) if reach == UNKNOWN else reach) >> at & 1)


# ---- Values -----------------------------------------------------------------------------------------


def own_value(s: Theatre, kit: Kit, token: UnitId, which: int, without: int = 0) -> int:
    """A Unit's printed Value with its Assets, but for those in the mask `without`. An HQ has only its Assets."""
    if has_empty_box(s, kit, token, which):
        return 0
    printed = max(0, kit.values[s.kind[token]][which])
    for asset in assets_on(s, kit, token):
        if not without >> asset & 1:
            printed += max(0, kit.asset_values[asset][which])  # rule: asset.values
    return printed


def elements(s: Theatre, kit: Kit, token: UnitId) -> list[int]:
    """The Units whose own Values make up this one's: itself, and for an HQ the Operational Units in its box."""
    if not kit.is_hq[token]:
        return [token]
    return [token, *(t for t in members(s, kit, token) if not is_down(s, t))]  # rule: hq.values


def value(s: Theatre, kit: Kit, token: UnitId, which: int, reach: int = UNKNOWN) -> int:
    """J-2 or J-9 dice of an acting Unit: nothing while Covert, Suppressed, or without an LOC."""
    if not can_act(s, token) or not has_loc(s, kit, token, reach):
        return 0  # rule: loc.needed
    return dice(s, kit, token, which)


def dice(s: Theatre, kit: Kit, token: UnitId, which: int) -> int:
    """The same of a Unit that can act."""
    own = sum([own_value(s, kit, t, which) for t in elements(s, kit, token)])
    return own + support(s, kit, token, which)


def support(s: Theatre, kit: Kit, token: UnitId, which: int) -> int:
    """What one Operational Base in the District adds to a Unit that is no Base: once, and to no empty box."""
    base = lender(s, kit, token, which)
    return 0 if base == NONE else own_value(s, kit, base, which)  # rule: base.support


def lender(s: Theatre, kit: Kit, token: UnitId, which: int) -> int:
    """The Base that lends a Unit its Value, or NONE: the best one there."""
    if kit.is_base[token] or has_empty_box(s, kit, token, which):
        return NONE
    at = place(s, kit, token)
    bases = [t for t in kit.bases_of[kit.side[token]] if s.at[t] == at and not is_down(s, t)]
    return max(bases, key=lambda t: own_value(s, kit, t, which), default=NONE)  # rule: base.support-one


def has_empty_box(s: Theatre, kit: Kit, token: UnitId, which: int) -> bool:
    """Whether a Unit lacks this Value, which nothing can then increase. An HQ prints none and has its Assets'."""
    return not kit.is_hq[token] and kit.values[s.kind[token]][which] == EMPTY  # rule: units.empty-box


def combat_dice(s: Theatre, kit: Kit, token: UnitId, reach: int = UNKNOWN) -> int:
    """Combat dice of a Unit before Base and cards. Who has no LOC fires with what is at hand: one die, or none."""
    if is_down(s, token):
        return 0
    parts = [own_value(s, kit, t, COMBAT) for t in elements(s, kit, token)]
    if has_loc(s, kit, token, reach):
        return sum(parts)
    if s.rules.clip_whole_hq:
        return clipped(sum(parts))
    return sum(clipped(part) for part in parts)  # rule: fire.no-loc


def clipped(dice: int) -> int:
    return 1 if dice >= 2 else 0


# ---- movement ---------------------------------------------------------------------------------------


def mobile(s: Theatre, kit: Kit, token: UnitId) -> bool:
    """An HQ or Detached Tactical Unit that can move at all: on the Map or Ready."""
    if not kit.moves[s.kind[token]]:
        return False  # rule: move.immobile
    return 0 <= s.at[token] < kit.size or s.at[token] == kit.ready[kit.side[token]]


def exits(s: Theatre, kit: Kit, side: SideId) -> int:
    """The Districts next to a side's Sanctuary for Units that leave it, as bits."""
    if side == COALITION:
        return (1 << kit.size) - 1  # rule: move.airbase
    return kit.gates | netted(s, kit, side)  # rule: move.cave-nets


def netted(s: Theatre, kit: Kit, side: SideId) -> int:
    """The Districts with a SWET/Net of the side, as bits."""
    found = 0
    for district, laid in enumerate(s.nets[side * kit.size : (side + 1) * kit.size]):
        if laid:
            found |= 1 << district
    return found


def next_to_sanctuary(kit: Kit, side: SideId, district: SpaceId) -> bool:
    """Whether a Unit of this side can enter its Sanctuary from here."""
    return side == COALITION or kit.districts[district].border  # rule: move.cave


def halts(s: Theatre, kit: Kit, side: SideId) -> int:
    """The Districts with an Active Unit of the other side, as bits: who enters one ends its movement."""
    size, covert = kit.size, s.covert
    found = 0
    for token in kit.units_of[foe(side)]:
        at = s.at[token]
        if 0 <= at < size and not covert >> token & 1:
            found |= 1 << at
    return found


@shared("at", "kind", "covert", "nets")
def moves(s: Theatre, kit: Kit, side: SideId, steps: int) -> dict[int, list[int]]:
    """Where each Unit of a side that has anywhere to go can get to with so many steps."""
    barred, open_, out = halts(s, kit, side), netted(s, kit, side), exits(s, kit, side)
    found = {}
    for token in kit.units_of[side]:
        if s.at[token] >= 0 and mobile(s, kit, token):
            stops = barred & ~open_ if s.covert >> token & 1 else barred  # rule: move.covert-passage
            spaces = within(kit, side, s.at[token], steps, stops, out, kit.flies[s.kind[token]])
            if spaces:
                found[token] = spaces
    return found


def unhindered(s: Theatre, kit: Kit, token: UnitId, steps: int) -> list[int]:
    """Where a Unit could go if nobody stood in its way."""
    side = kit.side[token]
    return within(kit, side, s.at[token], steps, 0, exits(s, kit, side), kit.flies[s.kind[token]])


@tabled
def within(kit: Kit, side: SideId, start: int, steps: int, stops: int, out: int, flies: bool) -> list[int]:
    """The spaces so many steps away, the start left out: `stops` end a movement, `out` leads from the Sanctuary."""
    ready = kit.ready[side]
    found, front = 0, 1 << start
    for _ in range(steps):
        entered = 0
        for space in bits(front):
            if space == ready:
                entered |= out if start == ready else 0
            elif space == start or not stops >> space & 1:  # rule: move.halt
                entered |= kit.borders[space]  # rule: move.adjacent
                if next_to_sanctuary(kit, side, space):
                    entered |= 1 << ready
        front = entered & ~(found | 1 << start)
        found |= front
    if flies and start < kit.size:
        found |= (1 << kit.size) - 1 & ~(1 << start)  # rule: move.airmobile
    return bits(found)


# ---- who can act ------------------------------------------------------------------------------------


def scouts(s: Theatre, kit: Kit, side: SideId, which: int) -> list[int]:
    """Who can act with this Value: Units on the Map, those in boxes too, with at least one die."""
    idle, size, reach = s.covert | s.down, kit.size, supplied(s, kit, side)
    able, boxed = [], []
    for token in kit.units_of[side]:
        at = s.at[token]
        if 0 <= at < size:
            if reach >> at & 1 and not idle >> token & 1:
                able.append(token)
        elif at == BOXED and not idle >> token & 1:
            boxed.append(token)
    if s.rules.boxed_act:  # rule: ops.boxed
        able += [t for t in boxed if has_loc(s, kit, t, reach)]
    return [  # a printed die will do; only else is it worth adding up
        t for t in able if kit.values[s.kind[t]][which] > 0 or dice(s, kit, t, which)
    ]  # rule: ops.acting-unit


def retreats(s: Theatre, kit: Kit, token: UnitId) -> list[int]:
    """Where a Unit may Withdraw to: next Districts under own Control, and Ready if the Sanctuary is next."""
    side, start = kit.side[token], s.at[token]
    mine = control(s, kit)[side]
    found = [d for d in kit.near[start] if mine >> d & 1]  # rule: withdraw.where
    if next_to_sanctuary(kit, side, start):
        found.append(kit.ready[side])
    return found
