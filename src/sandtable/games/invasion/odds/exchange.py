"""A battle whose forces lie open, worked out to its end over all dice.

Choices are taken as a careful player takes them: Communist losses first where they score nothing, then the weakest
fire; Resistance losses where they score or fire most, without superiority among those of the lowest factor.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Battle
from sandtable.games.invasion.odds.chances import at_most, mean, superior, volley
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, TypeId
from sandtable.games.invasion.rules.battle import communist_modifiers, resistance_modifiers
from sandtable.games.invasion.state import (
    War,
    fighters_in,
    fire_of,
    is_reduced,
    shot_down_always,
    units_in,
)
from sandtable.kernel.state import clone


class Outlook(Struct, frozen=True):
    """What a battle brings: the chance of superiority, steps and counters lost on average, chances of a change."""

    superiority: Fraction
    ours: Fraction
    theirs: Fraction
    loses: Fraction
    """That Communist morale loses a point by losses on the ground."""
    gains: Fraction
    """That Resistance morale loses one."""
    shot_down: Fraction
    """Air units lost on average."""


def outlook(s: War, kit: Kit, f: Battle) -> Outlook:
    """Over all dice of the airstrike, of superiority and of both fires."""
    slots = fighters_in(s, kit, f.space)
    slots.sort(key=lambda slot: (kit.guerrilla[s.identity[slot]][0], *worth(kit, s.identity[slot])))
    flying = bits(f.flying)
    danger = shot_down_always(s, kit) or any(kit.types[s.identity[slot]].ada for slot in slots)
    struck = at_most(volley(tuple(fire_of(s, kit, unit) for unit in flying)), len(slots))
    total = [Fraction(0)] * 5
    for killed, chance in enumerate(struck):
        if chance:
            found = _ground(s, kit, f, slots[killed:], slots[:killed])
            total = [sum_ + chance * part for sum_, part in zip(total, found, strict=True)]
    superiority, ours, theirs, loses, gains = total
    shot_down = Fraction(len(flying), 6) if danger else Fraction(0)
    return Outlook(superiority, ours, theirs, loses, gains, shot_down)


def _ground(s: War, kit: Kit, f: Battle, alive: list[int], dead: list[int]) -> list[Fraction]:
    """After the airstrike, with these counters left."""
    by_air = Fraction(len(dead))
    scored = any(kit.lost[s.identity[slot]][1] < 0 for slot in dead)
    if not alive:
        return [Fraction(0), Fraction(0), by_air, Fraction(0), Fraction(scored)]
    world = clone(s)
    for slot in dead:
        world.lies[slot] = -1
    ours = sum(value for _, value in communist_modifiers(world, kit, f))
    theirs = sum(value for _, value in resistance_modifiers(world, kit, f))
    chance = superior(ours - theirs, kit.tie[f.space])
    first = _sides(world, kit, f, alive, scored, ours_first=True)
    second = _sides(world, kit, f, alive, scored, ours_first=False)
    found = [chance * a + (1 - chance) * b for a, b in zip(first, second, strict=True)]
    return [chance, found[0], found[1] + by_air, found[2], found[3]]


def worth(kit: Kit, kind: TypeId) -> tuple[int, int]:
    """Of counters that may be hit, the least goes first: whose loss scores, then who fires most."""
    return kit.lost[kind][RESISTANCE], -kit.fires[kind][0]


def steps_of(s: War, kit: Kit, space: int) -> list[tuple[int, int]]:
    """Communist steps in the order in which they are given up: whether each scores, and the fire that goes with it."""
    steps = []
    for unit in units_in(s, kit, space):
        kind = kit.kind[unit]
        full, worn = kit.fires[kind]
        if kit.steps[kind] > 1 and not is_reduced(s, unit):
            steps.append((int(kit.worn[kind][COMMUNIST] < 0), full - worn))
            steps.append((int(kit.lost[kind][COMMUNIST] < 0), worn))
        else:
            steps.append((int(kit.lost[kind][COMMUNIST] < 0), fire_of(s, kit, unit)))
    return sorted(steps)


def _sides(s: War, kit: Kit, f: Battle, alive: list[int], scored: bool, ours_first: bool) -> list[Fraction]:
    """Mean losses of either side and the chances that they score, if one side fires first."""
    steps = steps_of(s, kit, f.space)
    free = sum(not scores for scores, _ in steps)
    units = tuple(fire_of(s, kit, unit) for unit in units_in(s, kit, f.space))
    kinds = [s.identity[slot] for slot in alive]
    if ours_first:
        kinds.sort(key=lambda kind: worth(kit, kind))
    first_scoring = next((n for n, kind in enumerate(kinds) if kit.lost[kind][1] < 0), len(kinds))
    found = [Fraction(0)] * 4
    if ours_first:
        hits = at_most(volley(units), len(kinds))
        for killed, chance in enumerate(hits):
            reply = at_most(volley(tuple(kit.fires[kind][0] for kind in kinds[killed:])), len(steps))
            found[0] += chance * mean(reply)
            found[2] += chance * sum(reply[free + 1 :], Fraction(0))
        found[1] = mean(hits)
        found[3] = Fraction(1) if scored else sum(hits[first_scoring + 1 :], Fraction(0))
        return found
    hits = at_most(volley(tuple(kit.fires[kind][0] for kind in kinds)), len(steps))
    for lost, chance in enumerate(hits):
        left = _left(s, kit, f.space, lost)
        reply = at_most(volley(left), len(kinds))
        found[1] += chance * mean(reply)
        found[3] += chance * (Fraction(1) if scored else sum(reply[first_scoring + 1 :], Fraction(0)))
    found[0] = mean(hits)
    found[2] = sum(hits[free + 1 :], Fraction(0))
    return found


def _left(s: War, kit: Kit, space: int, lost: int) -> tuple[int, ...]:
    """The fire of what is left after so many steps: units are given up as a careful player does."""
    fires = []
    for unit in units_in(s, kit, space):
        kind = kit.kind[unit]
        two = kit.steps[kind] > 1 and not is_reduced(s, unit)
        cheap = (int(kit.lost[kind][COMMUNIST] < 0), fire_of(s, kit, unit))
        fires.append((cheap, two, kit.fires[kind][1], fire_of(s, kit, unit)))
    fires.sort()
    left: list[int] = []
    for _, two, worn, fire in fires:
        if lost >= 1 + two:
            lost -= 1 + two
        elif lost:
            lost = 0
            left.append(worn)
        else:
            left.append(fire)
    return tuple(left)
