"""The Map at work: Control, Lines of Communication, Values, and how far a Unit gets (2.4, 3.3, 3.4)."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.bct.pieces import COALITION, COMBAT, EMPTY, INSURGENT, SIDES, Kit
from sandtable.games.bct.state import (
    BOXED,
    Theatre,
    assets_on,
    can_act,
    here,
    is_covert,
    is_down,
    members,
    place,
)

# ---- Control ----------------------------------------------------------------------------------------


def control(s: Theatre, kit: Kit) -> tuple[int, int]:
    """The Districts under each side's Control, as bits.

    An Operational Active Unit or an Operational SWET/Net gives it; any Operational hostile Unit, a Covert one even
    while Suppressed, and any Operational hostile SWET/Net deny it. A Unit in a Covert box is where its HQ, itself
    Covert, already denies: so everybody can tell who Controls what.
    """
    gives, denies = [0, 0], [0, 0]
    size, covert, down = kit.size, s.covert, s.down
    boxes = {s.front[t]: t for side in SIDES for t in kit.hqs_of[side]}
    for token, at in enumerate(s.at):
        if at == BOXED:
            hq = boxes[s.box[token]]
            if (covert | down) >> token & 1 or covert >> hq & 1:  # an HQ face down gives nothing away
                continue
            at = s.at[hq]
        if not 0 <= at < size:
            continue
        if covert >> token & 1:
            denies[kit.side[token]] |= 1 << at  # rule: control.covert
        elif not down >> token & 1:
            gives[kit.side[token]] |= 1 << at  # rule: control.units
    for where, laid in enumerate(s.nets):
        if laid > s.nets_down[where]:
            gives[where // size] |= 1 << where % size  # rule: control.nets
    return (
        gives[COALITION] & ~(gives[INSURGENT] | denies[INSURGENT]),
        gives[INSURGENT] & ~(gives[COALITION] | denies[COALITION]),
    )


# ---- Lines of Communication -------------------------------------------------------------------------


def supplied(s: Theatre, kit: Kit, side: int) -> int:
    """The Districts from which the side's Units trace an LOC, as bits."""
    mine = control(s, kit)[side]
    reached = 0
    for token in kit.units_of[side]:
        if is_down(s, token):
            continue
        if kit.is_base[token]:
            if 0 <= s.at[token] < kit.size:
                reached |= _from_base(kit, s.at[token], mine)
        elif s.at[token] != -1 and kit.kinds[s.kind[token]].supply:
            at = place(s, kit, token)
            if 0 <= at < kit.size:
                reached |= 1 << at  # rule: loc.supply
    return reached


def _from_base(kit: Kit, base: int, mine: int) -> int:
    """A chain leads through Districts under Control, the Base's own among them; the Unit's own need not be."""
    reached = 1 << base  # rule: loc.own-district
    if not mine >> base & 1:  # rule: loc.control
        return reached
    # rule: loc.length, loc.road
    for lines, length in ((kit.near, kit.n.loc_length), (kit.by_road, kit.n.loc_road)):  # rule: loc.length, loc.road
        front = seen = 1 << base
        for _ in range(length):
            found = 0
            for district in bits(front):
                for near in lines[district]:
                    found |= 1 << near
            reached |= found
            seen, front = seen | found, found & mine & ~seen  # rule: loc.control
    return reached


UNKNOWN = -1
"""Where a caller has not worked out for himself which Districts are supplied."""


def has_loc(s: Theatre, kit: Kit, token: int, reach: int = UNKNOWN) -> bool:
    """Whether a Unit traces an LOC; who asks for many passes the side's supplied Districts along."""
    at = place(s, kit, token)
    if not 0 <= at < kit.size:
        return False
    return bool((supplied(s, kit, kit.side[token]) if reach == UNKNOWN else reach) >> at & 1)


# ---- Values -----------------------------------------------------------------------------------------


def own_value(s: Theatre, kit: Kit, token: int, which: int, without: int = 0) -> int:
    """A Unit's printed Value with its Assets, but for those in the mask `without`. An HQ has only its Assets."""
    printed = kit.values[s.kind[token]][which]
    if printed == EMPTY:
        if not kit.is_hq[token]:
            return 0  # rule: units.empty-box
        printed = 0
    for asset in assets_on(s, kit, token):
        if not without >> asset & 1:
            printed += max(0, kit.asset_values[asset][which])  # rule: asset.values
    return printed


def elements(s: Theatre, kit: Kit, token: int) -> list[int]:
    """The Units whose own Values make up this one's: itself, and for an HQ the Operational Units in its box."""
    if not kit.is_hq[token]:
        return [token]
    return [token, *(t for t in members(s, kit, token) if not is_down(s, t))]  # rule: hq.values


def value(s: Theatre, kit: Kit, token: int, which: int, reach: int = UNKNOWN) -> int:
    """J-2 or J-9 dice of an acting Unit: nothing while Covert, Suppressed, or without an LOC."""
    if not can_act(s, token) or not has_loc(s, kit, token, reach):
        return 0  # rule: loc.needed
    own = sum(own_value(s, kit, t, which) for t in elements(s, kit, token))
    return own + support(s, kit, token, which)


def support(s: Theatre, kit: Kit, token: int, which: int) -> int:
    """What one Operational Base in the District adds to a Unit that is no Base: once, and to no empty box."""
    if kit.is_base[token] or (not kit.is_hq[token] and kit.values[s.kind[token]][which] == EMPTY):
        return 0
    bases = [t for t in here(s, kit, kit.side[token], s.at[token]) if kit.is_base[t] and not is_down(s, t)]
    return max((own_value(s, kit, t, which) for t in bases), default=0)  # rule: base.support, base.support-one


def combat_dice(s: Theatre, kit: Kit, token: int, reach: int = UNKNOWN) -> int:
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


def mobile(s: Theatre, kit: Kit, token: int) -> bool:
    """An HQ or Detached Tactical Unit that can move at all: on the Map or Ready."""
    if kit.is_base[token] or kit.kinds[s.kind[token]].immobile:
        return False  # rule: move.immobile
    return 0 <= s.at[token] < kit.size or s.at[token] == kit.ready[kit.side[token]]


def exits(s: Theatre, kit: Kit, side: int) -> list[int]:
    """The Districts next to a side's Sanctuary for Units that leave it."""
    if side == COALITION:
        return list(range(kit.size))  # rule: move.airbase
    return [d for d in range(kit.size) if kit.districts[d].border or s.nets[kit.size + d]]  # rule: move.cave-nets


def next_to_sanctuary(kit: Kit, side: int, district: int) -> bool:
    """Whether a Unit of this side can enter its Sanctuary from here."""
    return side == COALITION or kit.districts[district].border  # rule: move.cave


def halts(s: Theatre, kit: Kit, side: int) -> int:
    """The Districts with an Active Unit of the other side, as bits: who enters one ends its movement."""
    found = 0
    for token in kit.units_of[1 - side]:
        if 0 <= s.at[token] < kit.size and not is_covert(s, token):
            found |= 1 << s.at[token]
    return found


def destinations(s: Theatre, kit: Kit, token: int, steps: int, barred: int = UNKNOWN) -> list[int]:
    """Where a Unit can go with so many steps, its own space left out."""
    side, start = kit.side[token], s.at[token]
    ready = kit.ready[side]
    stops = halts(s, kit, side) if barred == UNKNOWN else barred
    if is_covert(s, token):
        stops &= ~sum(1 << d for d in range(kit.size) if s.nets[side * kit.size + d])  # rule: move.covert-passage
    found: set[int] = set()
    front = {start}
    for _ in range(steps):
        entered: set[int] = set()
        for space in front:
            if space == ready:
                entered |= set(exits(s, kit, side)) if start == ready else set()
            elif space == start or not stops >> space & 1:  # rule: move.halt
                entered |= set(kit.near[space])  # rule: move.adjacent
                if next_to_sanctuary(kit, side, space):
                    entered.add(ready)
        front = entered - found - {start}
        found |= front
    if start < kit.size and not kit.is_hq[token] and kit.kinds[s.kind[token]].airmobile:  # rule: move.no-airmobile-hq
        found |= set(range(kit.size))  # rule: move.airmobile
    return sorted(found - {start})


def retreats(s: Theatre, kit: Kit, token: int) -> list[int]:
    """Where a Unit may Withdraw to: next Districts under own Control, and Ready if the Sanctuary is next."""
    side, start = kit.side[token], s.at[token]
    mine = control(s, kit)[side]
    found = [d for d in kit.near[start] if mine >> d & 1]  # rule: withdraw.where
    if next_to_sanctuary(kit, side, start):
        found.append(kit.ready[side])
    return found
