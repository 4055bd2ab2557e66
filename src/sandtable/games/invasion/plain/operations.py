"""Which Operation comes next: a target is weighed by what a fight there would bring and by what the ground is worth."""

from __future__ import annotations

from msgspec import Struct

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import NONE, Interdiction, Operation, Operations, Transfer
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, MarkerId, SpaceId, UnitId
from sandtable.games.invasion.plain.judgement import (
    SHARED,
    SPARE,
    THEIRS,
    Enemy,
    Fight,
    Worth,
    at_least,
    garrisons,
    hits,
    movers,
    passes,
    purse,
    shared,
    spare,
)
from sandtable.games.invasion.rules.hand import playable
from sandtable.games.invasion.rules.movement import Ground, in_range
from sandtable.games.invasion.rules.operations import playable_free, truce
from sandtable.games.invasion.state import (
    WG,
    War,
    counters_in,
    fire_of,
    guerrilla_of,
    occupied,
    resisted,
    stacks,
    units_in,
)
from sandtable.kernel.options import Option

WORTH_IT = 0.15
"""What an Operation must promise beyond its price."""
MARKER = 0.35
"""What a marker that pays for an Operation is worth in hand."""
HIT = 0.12
"""A hit that costs no morale still costs a unit."""
KILL = 12.0
"""The point that ends the Resistance."""
ENOUGH = 0.75
"""Air units are added until the target is clear with this chance."""
CLOSE_SUPPORT = 3
"""So many air units are counted on in a fight that is still to be planned; others come afterwards."""
TAKEN = 0.8
"""A space must be worth this to use a Ceasefire for it."""


class Choice(Struct, frozen=True):
    """An Operation that could be made: how much better it leaves us than doing nothing."""

    value: float
    target: SpaceId
    units: tuple[UnitId, ...] = ()
    air: tuple[UnitId, ...] = ()
    marker: MarkerId = NONE
    """A Ceasefire, with which nobody reacts."""


class Staff:
    """What is known for the next Operation, worked out once."""

    def __init__(self, s: War, kit: Kit) -> None:
        self.s, self.kit = s, kit
        self.worth = Worth(s, kit)
        self.enemy = Enemy(s, kit)
        self.ground = Ground(s, kit, truce=False)
        self.movers = movers(self.ground, garrisons(s, kit, self.worth))
        self.stacks = stacks(s, kit)
        self.occupied = occupied(s, kit)
        self.shared = shared(s, kit)
        self.resisted = resisted(s)
        truces = [marker for marker in playable(s, kit, "operations") if truce(kit, 1 << marker)]
        self.truce = truces[0] if truces else NONE
        self.quiet = Ground(s, kit, truce=True)
        self.purse = purse(s, kit)
        self.spare = spare(s, kit)
        self.free = bool(playable_free(s, kit))
        index = s.morale[RESISTANCE]
        self.point = KILL if index <= kit.n.lowest + 1 else THEIRS
        """What a point off their index is worth."""

    def price(self, points: int) -> float | None:
        """What paying so many points takes from the value; None if the purse is too small."""
        if self.free:
            return MARKER
        if self.purse < points:
            return None
        free = min(points, self.spare)
        return points - free + SPARE * free

    # -- on the ground

    def best(self) -> Choice | None:
        """The Operation that promises most, if one is worth it."""
        found = [choice for space in range(self.kit.zone_count) if (choice := self.against(space))]
        found += [choice for space in bits(self.shared) if (choice := self.from_the_air(space))]
        found += [choice for space in range(self.kit.zone_count) if (choice := self.in_peace(space))]
        choice = max(found, key=lambda each: each.value, default=None)
        return choice if choice and choice.value > WORTH_IT else None

    def against(self, target: SpaceId) -> Choice | None:
        """The best force from one space, or the units that stand there already."""
        kit = self.kit
        worth = self.worth.of(target)
        there = units_in(self.s, kit, target)
        enemies = bool(counters_in(self.s, target))
        if worth < 0.3 or (there and not enemies):
            return None
        price = self.price(kit.n.one_force)
        if price is None:
            return None
        found = []
        if there:
            found.append(Choice(self.value(target, there, worth) - price, target))
        room = kit.n.stacking - self.stacks[target]
        by_start: dict[SpaceId, list[UnitId]] = {}
        for unit in self.movers:
            if self.ground.targets(unit) >> target & 1:
                by_start.setdefault(self.s.at[unit], []).append(unit)
        for units in by_start.values():
            going = self.picked(units, room)
            if going:
                found.append(Choice(self.value(target, [*there, *going], worth) - price, target, tuple(going)))
        return max(found, key=lambda each: each.value, default=None)

    def in_peace(self, target: SpaceId) -> Choice | None:
        """With a Ceasefire an empty space is taken by whoever is missed least."""
        price = self.price(self.kit.n.one_force)
        if self.truce == NONE or price is None or (self.occupied | self.resisted) >> target & 1:
            return None
        going = [unit for unit in self.movers if self.quiet.targets(unit) >> target & 1]
        worth = self.worth.of(target)
        if not going or worth < TAKEN:
            return None
        unit = min(going, key=lambda each: fire_of(self.s, self.kit, each) + 2 * self.ground.flies(each))
        return Choice(worth - price - MARKER, target, (unit,), marker=self.truce)

    def picked(self, units: list[UnitId], room: int) -> list[UnitId]:
        """The strongest, and with them the one who knows guerrillas best."""
        if room <= 0 or not units:
            return []
        strong = sorted(units, key=lambda unit: -fire_of(self.s, self.kit, unit))[:room]
        scout = max(units, key=lambda unit: guerrilla_of(self.s, self.kit, unit))
        if scout not in strong:
            strong[-1] = scout
        return sorted(strong)

    def value(self, target: SpaceId, units: list[UnitId], worth: float) -> float:
        """Before its price: with and without a Reaction."""
        index = self.s.morale[RESISTANCE]
        air = in_range(self.s, self.kit, target)
        chance = passes(index)
        coming = self.enemy.arrivals(index)
        fought = chance * self.outcome(target, units, coming, air, worth)
        if counters_in(self.s, target):
            return fought + (1 - chance) * self.outcome(target, units, 0, air, worth)
        return fought + (1 - chance) * worth

    def outcome(self, target: SpaceId, units: list[UnitId], coming: int, air: list[UnitId], worth: float) -> float:
        """Of the fight, and of an air strike on what it leaves there."""
        fight = Fight(self.enemy, target, units, coming, air[:CLOSE_SUPPORT])
        cleared = fight.cleared * (1 - fight.wiped)
        later = air[CLOSE_SUPPORT:]
        if later and self.purse > self.kit.n.one_force:
            left = round(fight.number - fight.killed)
            cleaned = at_least(hits(tuple(sorted(fire_of(self.s, self.kit, unit) for unit in later))), left)
            cleared += (1 - cleared) * max(
                0.0, cleaned * (1 - fight.wiped) - self.kit.n.interdiction / (worth + SHARED)
            )
        relief = SHARED if self.shared >> target & 1 else 0.0
        risk = KILL * fight.costly if self.s.morale[COMMUNIST] <= self.kit.n.lowest + 1 else 0.0
        gain = cleared * worth + relief - SHARED * (1 - cleared)
        return gain + fight.change + fight.their_loss * self.point - HIT * fight.hurt - risk

    # -- from the air

    def from_the_air(self, target: SpaceId) -> Choice | None:
        """Interdiction brings no Reaction: a shared space with few counters is cleared by it."""
        kit, s = self.kit, self.s
        price = self.price(kit.n.interdiction)
        ready = sorted(in_range(s, kit, target), key=lambda unit: -fire_of(s, kit, unit))
        number = len(counters_in(s, target))
        if price is None or not ready or not number:
            return None
        air: list[UnitId] = []
        for unit in ready:
            air.append(unit)
            if at_least(hits(tuple(sorted(fire_of(s, kit, each) for each in air))), number) >= ENOUGH:
                break
        fight = Fight(self.enemy, target, [], 0, air)
        clear = at_least(fight.strike, number)
        gain = clear * (self.worth.of(target) + SHARED)
        down = len(air) * fight.flak_chance / 6
        value = gain + fight.their_loss * self.point + fight.our_gain - down - price
        return Choice(value, target, air=tuple(air))


# ---- answers ----------------------------------------------------------------------------------------


def next_operation(g: WG, f: Operations) -> Option:
    choice = Staff(g.s, g.kit).best()
    if choice is None:
        return ("done",)
    if choice.marker != NONE:
        return ("with", choice.marker)
    return ("interdict", choice.target) if choice.air else ("target", choice.target)


def plan(g: WG, f: Operation) -> Option:
    """The force that was thought of when the target was chosen, unit by unit."""
    staff = Staff(g.s, g.kit)
    offered = set(offers(g))
    if truce(g.kit, f.markers):
        return _taken(staff, f, offered)
    choice = staff.against(f.target)
    for unit in choice.units if choice else ():
        if ("send", unit) in offered:
            return ("send", unit)
    return paid(g, offered)


def _taken(staff: Staff, f: Operation, offered: set[Option]) -> Option:
    """A Ceasefire was called for the space that is worth most: it is named, one unit goes, and that is all."""
    if f.target == NONE:
        found = [choice for space in range(staff.kit.zone_count) if (choice := staff.in_peace(space))]
        return ("target", max(found, key=lambda each: each.value).target)
    choice = staff.in_peace(f.target)
    if choice and not f.sent:
        return ("send", choice.units[0])
    return ("go",)


def strike(g: WG, f: Interdiction) -> Option:
    choice = Staff(g.s, g.kit).from_the_air(f.target)
    offered = set(offers(g))
    for unit in choice.air if choice else ():
        if ("fly", unit) in offered:
            return ("fly", unit)
    if not f.flying:
        return next(option for option in offers(g) if option[0] == "fly")
    return paid(g, offered)


def transfer(g: WG, f: Transfer) -> Option:
    return ("go",)


def paid(g: WG, offered: set[Option]) -> Option:
    """With a marker that pays, if there is one; else with morale."""
    for marker in playable_free(g.s, g.kit):
        if ("with", marker) in offered:
            return ("with", marker)
    if ("go",) in offered:
        return ("go",)
    return next(option for option in offers(g) if option[0] == "send")


def offers(g: WG) -> list[Option]:
    assert g.ask is not None
    return list(g.ask.options(0))
