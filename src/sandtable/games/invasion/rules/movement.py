"""15.0 and 16.0: who gets where, on the ground and by air."""

from __future__ import annotations

from itertools import permutations

from sandtable.boards.paths import IMPASSABLE, cheapest_path, reach
from sandtable.games.invasion.pieces import Kit, SpaceId, UnitId
from sandtable.games.invasion.state import (
    AVAILABLE,
    War,
    airfields,
    full,
    is_reduced,
    occupied,
    own_airfields,
    resisted,
    spaces_of,
    standing_still,
)

MANY_DROPS = 4
"""Of more different places on one way no plan is made."""


class Ground:
    """The map as it stands for the moves of one Operation: made once for an ask."""

    def __init__(self, s: War, kit: Kit, truce: bool) -> None:
        self.s, self.kit = s, kit
        self.occupied = occupied(s, kit)
        self.fields = airfields(s, kit)
        self.own_fields = own_airfields(s, kit)
        self.frozen = standing_still(s, kit)
        enemies = 0 if truce else resisted(s)  # rule: event.ceasefire
        self.stops = enemies | kit.deserts | kit.abroad  # rule: move.stop-resistance move.stop-desert move.stop-area
        self.neutral = kit.abroad & ~s.active  # rule: area.closed
        self._reach: dict[tuple[int, int, int], int] = {}

    def closed_to(self, unit: UnitId) -> int:
        """Spaces that a unit never enters."""
        kind = self.kit.kind[unit]
        closed = self.neutral
        if not self.kit.types[kind].special:
            closed |= self.kit.abroad  # rule: area.who
        if not self.kit.is_soviet[kind]:
            closed |= self.kit.ussr  # rule: area.soviet
        return closed

    def can_move(self, unit: UnitId) -> bool:
        """On the map, mobile, and not frozen by a marker."""
        return self.s.at[unit] >= 0 and bool(self.kit.mobile >> unit & 1) and not self.frozen >> unit & 1

    def flies(self, unit: UnitId) -> bool:
        return self.kit.types[self.kit.kind[unit]].airmobile

    def targets(self, unit: UnitId) -> int:
        """The spaces in which a unit may end an Operation, by road or, with infinite movement, by air only."""
        start = self.s.at[unit]
        if self.flies(unit):
            return self.landings(unit, start)
        closed = self.closed_to(unit)
        move = self.kit.types[self.kit.kind[unit]].move
        found = self._reach.get((start, move, closed))
        if found is None:
            found = self.kit.spread(start, move, self.stops, closed) & ~(1 << start)  # rule: move.procedure map.routes
            self._reach[start, move, closed] = found
        return found

    def costs(self, closed: int) -> list[int]:
        return [IMPASSABLE if closed >> space & 1 else 1 for space in range(self.kit.size)]

    def landings(self, unit: UnitId, start: SpaceId) -> int:
        """From an airfield anywhere, from anywhere to an airfield (16.1)."""
        everywhere = (1 << self.kit.size) - 1
        found = everywhere if self.fields >> start & 1 else self.fields  # rule: fly.airmobile
        if self.s.rules.reduced_airborne and is_reduced(self.s, unit):
            found &= self.own_fields  # rule: option.reduced-airborne
        return found & ~self.closed_to(unit) & ~(1 << start)

    def way(self, units: list[UnitId], start: SpaceId, target: SpaceId) -> list[SpaceId]:
        """A shortest legal way on the ground, to be shown."""
        closed = 0
        for unit in units:
            closed |= self.closed_to(unit)
        most = max(self.kit.types[self.kit.kind[unit]].move for unit in units)
        return cheapest_path(self.kit.neighbours, start, target, self.costs(closed), most, self.stops)

    # -- dropping off

    def drops(self, start: SpaceId, target: SpaceId, going: list[UnitId], dropped: dict[UnitId, SpaceId]) -> bool:
        """Whether one way leads from start to target by all these places, each unit within its movement (15.4)."""
        moves = {unit: self.kit.types[self.kit.kind[unit]].move for unit in (*going, *dropped)}
        closed = 0
        for unit in moves:
            closed |= self.closed_to(unit)  # rule: move.together
        places = sorted(set(dropped.values()))
        if len(places) > MANY_DROPS:
            return False
        most = min(moves[unit] for unit in going)
        costs = self.costs(closed)
        apart = {a: reach(self.kit.neighbours, a, most, costs, self.stops) for a in (start, *places)}
        for order in permutations(places):
            far, here, good = 0, start, True
            for place in order:
                far += apart[here].get(place, IMPASSABLE)
                good = good and all(moves[unit] >= far for unit, where in dropped.items() if where == place)
                here = place
            if good and far + apart[here].get(target, IMPASSABLE) <= most:
                return True
        return False

    def drop_places(self, unit: UnitId) -> int:
        """Where a unit may be dropped off: with other Communists, or in the USSR; and nobody is stopped there."""
        friendly = (self.occupied | self.kit.ussr) & ~self.stops & ~self.closed_to(unit)  # rule: move.drop
        return friendly & self.targets(unit)


def transfers(s: War, kit: Kit) -> dict[UnitId, int]:
    """Units that can be air transferred, and where to (16.4)."""
    fields, frozen = own_airfields(s, kit), standing_still(s, kit)
    roomy = fields & ~full(s, kit)
    found = {}
    for unit in kit.ground:
        kind = kit.kind[unit]
        at = s.at[unit]
        if at < 0 or not fields >> at & 1 or frozen >> unit & 1:
            continue
        if kit.types[kind].airmobile or kit.is_base[kind]:  # rule: fly.transfer base.units move.zero
            continue
        where = (roomy if kit.is_mobile[kind] else fields) & ~(1 << at)
        if not kit.is_soviet[kind]:
            where &= ~kit.ussr
        if where:
            found[unit] = where
    return found


# ---- air units --------------------------------------------------------------------------------------


def helicopter_range(s: War, kit: Kit) -> int:
    """In or near Communist bases, own airfields and the USSR, whoever is between (20.2)."""
    closed = kit.abroad & ~s.active  # rule: area.closed
    found = spaces_of(s, kit, kit.is_base) | own_airfields(s, kit) | kit.ussr
    for _ in range(kit.n.helicopter_range):
        found = kit.graph.grow(found) & ~closed
    return found  # rule: air.range


def in_range(s: War, kit: Kit, space: SpaceId) -> list[UnitId]:
    """Available air units that can fly to a space."""
    near: int | None = None
    found = []
    for unit in kit.air:
        if s.at[unit] != AVAILABLE:  # rule: air.boxes
            continue
        if kit.is_helicopter[kit.kind[unit]]:
            if near is None:
                near = helicopter_range(s, kit)
            if not near >> space & 1:
                continue
        found.append(unit)
    return found
