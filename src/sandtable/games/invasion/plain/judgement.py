"""What the plain player thinks of a position: what a space is worth, what a fight would bring, how far the purse goes.

All of it is worked out from what lies open: a face-down counter is taken for the average of what is unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sandtable.boards.paths import bits
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, SpaceId, UnitId
from sandtable.games.invasion.rows import Cities, Lead, Places, Towns
from sandtable.games.invasion.rules.dangers import due
from sandtable.games.invasion.rules.lots import unseen
from sandtable.games.invasion.rules.morale import control_points
from sandtable.games.invasion.rules.movement import Ground
from sandtable.games.invasion.rules.support import communist_support, resistance_support
from sandtable.games.invasion.rules.victory import conditions
from sandtable.games.invasion.state import (
    War,
    counters_in,
    fire_of,
    guerrilla_of,
    held,
    is_reduced,
    occupied,
    resisted,
    shot_down_always,
    spaces_of,
    units_in,
)

THEIRS = 0.6
"""A point of theirs against one of ours: much of it comes back at the next Control Check."""
FAR = 3
"""Control points of so many years to come count."""
GOAL = 5.0
"""A space that a condition of victory wants, in the last year; before, its part of this."""
SOONER = 0.5
"""How much less such a space is worth for each year to come: what is taken must also be kept."""
SPARE = 0.2
"""A point that would be lost to the top of the track at the next Control Check, against one that would be kept."""
RISK = 0.15
"""Of losing the game in the Counteroffensive: as much is borne."""
SHARED = 0.45
"""What a space shared with the Resistance is likely to cost when it attacks."""


@lru_cache(maxsize=4096)
def hits(chances: tuple[int, ...]) -> tuple[float, ...]:
    """How likely each number of hits is, of dice that hit with so many faces."""
    found = [1.0]
    for faces in chances:
        hit = faces / 6
        more = [0.0] * (len(found) + 1)
        for number, chance in enumerate(found):
            more[number] += chance * (1 - hit)
            more[number + 1] += chance * hit
        found = more
    return tuple(found)


def at_least(distribution: Sequence[float], number: int) -> float:
    return sum(distribution[number:]) if number > 0 else 1.0


@lru_cache(maxsize=64)
def passes(index: int) -> float:
    """The chance of a Morale Check at such an index."""
    return sum(a + b <= index for a in range(1, 7) for b in range(1, 7)) / 36


@lru_cache(maxsize=64)
def outrolls(lead: int, tie: bool) -> float:
    """The chance of superiority with so much more to add to the die than they have."""
    return sum(a + lead > b or (a + lead == b and tie) for a in range(1, 7) for b in range(1, 7)) / 36


class Enemy:
    """The Resistance as far as one can tell: what the average counter is like that lies face down or comes."""

    def __init__(self, s: War, kit: Kit) -> None:
        self.s, self.kit = s, kit
        left = unseen(s, kit)
        left[kit.spectacular] = 0
        total = sum(left) or 1
        self.share = [count / total for count in left]
        kinds = [kind for kind in kit.resistance if left[kind]]
        self.fire = sum(self.share[kind] * kit.fires[kind][0] for kind in kinds)
        self.ours = sum(self.share[kind] for kind in kinds if kit.lost[kind][COMMUNIST] > 0)
        self.theirs = sum(self.share[kind] for kind in kinds if kit.lost[kind][RESISTANCE] < 0)
        self.flak = sum(self.share[kind] for kind in kinds if kit.types[kind].ada)
        self.bin = sum(left) - sum(1 for slot, lies in enumerate(s.lies) if lies >= 0 and not s.known[slot])
        """How many counters can still be drawn."""
        self.supports = communist_support(s, kit), resistance_support(s, kit)
        self.below = [
            sum(self.share[kind] for kind in kinds if kit.guerrilla[kind][0] <= factor) for factor in range(8)
        ]

    def arrivals(self, index: int) -> int:
        """How many a Reaction brings, once it passes."""
        return max(0, min(self.bin, self.kit.levels[max(0, index)].recruits))


class Fight:
    """What to expect of combat in a space: our units against counters there and counters that come."""

    def __init__(self, e: Enemy, space: SpaceId, units: Sequence[UnitId], coming: int = 0, air: Iterable[UnitId] = ()):
        s, kit = e.s, e.kit
        slots = [slot for slot in counters_in(s, space) if not s.known[slot] or s.identity[slot] != kit.spectacular]
        known = [s.identity[slot] for slot in slots if s.known[slot]]
        hidden = len(slots) - len(known) + coming
        self.number = len(known) + hidden
        self.flying = list(air)
        self.dice = tuple(sorted(fire_of(s, kit, unit) for unit in units))
        self.strike = hits(tuple(sorted(fire_of(s, kit, unit) for unit in self.flying)))
        self.power = sum(kit.fires[kind][0] for kind in known) + hidden * e.fire
        bonus = 0
        if any(kit.is_helicopter[kit.kind[unit]] for unit in self.flying):
            bonus += kit.n.helicopter_bonus
        if e.supports[COMMUNIST] >> space & 1:
            bonus += kit.n.support_bonus
        best = max((guerrilla_of(s, kit, unit) for unit in units), default=0) + bonus
        against = kit.n.support_bonus if e.supports[RESISTANCE] >> space & 1 else 0
        if (kit.abroad & ~s.silenced) >> space & 1:
            against += kit.n.area_bonus
        floor = max((kit.guerrilla[kind][0] for kind in known), default=0)
        self.superior = self._superior(e, best, against, floor, hidden, kit.tie[space] == COMMUNIST)
        self.spare = sum(_free_hits(s, kit, unit) for unit in units)
        self.steps = sum(kit.steps[kit.kind[unit]] - is_reduced(s, unit) for unit in units)
        prized = sum(kit.lost[kind][RESISTANCE] < 0 for kind in known) + hidden * e.theirs
        rich = sum(kit.lost[kind][COMMUNIST] > 0 for kind in known) + hidden * e.ours
        self.prized = prized / max(1, self.number)
        self.rich = rich / max(1, self.number)
        self.flak = shot_down_always(s, kit) or any(kit.types[kind].ada for kind in known)
        self.flak_chance = 1.0 if self.flak else 1 - (1 - e.flak) ** hidden
        self._expect()

    @staticmethod
    def _superior(e: Enemy, best: int, against: int, floor: int, hidden: int, tie: bool) -> float:
        """The chance of superiority: both dice, and the highest factor among the counters."""
        total, before = 0.0, 0.0
        for factor in range(floor, 8):
            within = e.below[factor] ** hidden if hidden else 1.0
            total += (within - before) * outrolls(best - against - factor, tie)
            before = within
            if within >= 1:
                break
        return total

    def _expect(self) -> None:
        """Whether nobody is left of them, what they hit, and what it does to either index."""
        fire = hits(self.dice)
        mean_strike = sum(n * chance for n, chance in enumerate(self.strike))
        mean_fire = sum(n * chance for n, chance in enumerate(fire))
        both = [0.0] * (len(self.strike) + len(fire))
        for a, one in enumerate(self.strike):
            for b, other in enumerate(fire):
                both[a + b] += one * other
        self.cleared = at_least(both, self.number)
        left_of_all = max(0.0, self.number - mean_strike) / max(1, self.number)
        left_second = max(0.0, self.number - mean_strike - mean_fire) / max(1, self.number)
        incoming = self.power / 6 * (self.superior * left_second + (1 - self.superior) * left_of_all)
        self.hurt = incoming
        self.costly = min(1.0, max(0.0, incoming - self.spare * 0.8) + 0.25 * min(incoming, 1.0) * (self.spare < 1))
        self.killed = min(float(self.number), mean_strike + mean_fire)
        self.their_loss = 1 - (1 - min(1.0, self.prized)) ** self.killed
        self.our_gain = 1 - (1 - min(1.0, self.rich)) ** self.killed
        self.wiped = 1.0 if not self.steps else max(0.0, min(1.0, (incoming - self.steps + 1) / 2))
        down = 1 - (1 - self.flak_chance / 6) ** len(self.flying)
        self.change = self.our_gain - max(self.costly, down)
        """Of our index; theirs falls by `their_loss`."""


def _free_hits(s: War, kit: Kit, unit: UnitId) -> int:
    """So many hits this unit takes without a point being lost."""
    kind = kit.kind[unit]
    if kit.steps[kind] > 1 and not is_reduced(s, unit):
        return int(kit.worn[kind][COMMUNIST] == 0)
    return int(kit.lost[kind] == (0, 0))


# ---- worth ------------------------------------------------------------------------------------------


class Worth:
    """What each space is worth to the player as things stand."""

    def __init__(self, s: War, kit: Kit) -> None:
        self.s, self.kit = s, kit
        self.left = kit.scenarios[s.scenario].last - s.year
        self.goal = GOAL / (1 + SOONER * self.left)
        self.held = held(s, kit)
        self.occupied = occupied(s, kit)
        self.wanted = self._wanted()
        self.needed = self._needed()

    def _wanted(self) -> int:
        """Spaces that conditions of victory not yet met could do with."""
        wanted = 0
        for row, standing in conditions(self.s, self.kit).items():
            goal = self.kit.conditions[row].goal
            if not standing.met and isinstance(goal, Cities | Places | Towns):
                wanted |= standing.among & ~standing.spaces
            if isinstance(goal, Cities) and not self.held >> self.kit.capital & 1:
                wanted |= 1 << self.kit.capital
        return wanted

    def _needed(self) -> int:
        """Spaces held for a condition with none to spare."""
        needed = 0
        for row, standing in conditions(self.s, self.kit).items():
            goal = self.kit.conditions[row].goal
            if isinstance(goal, Cities):
                needed |= standing.spaces if standing.has <= standing.needs else 1 << self.kit.capital
            elif isinstance(goal, Places | Towns) and standing.has <= standing.needs:
                needed |= standing.spaces
        return needed

    def of(self, space: SpaceId) -> float:
        """To hold this space from now on, against not holding it."""
        if space >= self.kit.zone_count:
            return 0.0
        shares = 1.0 if self.occupied >> space & 1 else 1.0 + THEIRS
        points = self.kit.cpv[space] / 6 * shares * min(self.left, FAR)
        if self.wanted >> space & 1:
            points += self.goal
        return points

    def kept(self, space: SpaceId) -> float:
        """What is lost if the last unit leaves this space."""
        if space >= self.kit.zone_count:
            return 0.0
        points = self.kit.cpv[space] / 6 * (1 + THEIRS) * min(self.left, FAR)
        if self.needed >> space & 1:
            points += self.goal
        return points


def shared(s: War, kit: Kit) -> int:
    """Spaces in which both sides stand."""
    return occupied(s, kit) & resisted(s)


def reserve(s: War, kit: Kit) -> int:
    """So low the index may be when Operations end: what is due, and what the Counteroffensive is likely to take."""
    enemy = Enemy(s, kit)
    fights = [Fight(enemy, space, units_in(s, kit, space)) for space in bits(shared(s, kit))]
    points = hits(tuple(sorted(round(6 * fight.costly) for fight in fights)))
    comes = passes(max(2, s.morale[RESISTANCE]))
    taken = next(number for number in range(len(points) + 1) if comes * at_least(points, number + 1) <= RISK)
    last = kit.scenarios[s.scenario].last == s.year
    return kit.n.lowest + 1 - due(s, kit) + taken + (0 if last else 1)


def purse(s: War, kit: Kit) -> int:
    """What can be spent this year without risking the game."""
    return s.morale[COMMUNIST] - reserve(s, kit)


def wants_lead(s: War, kit: Kit) -> bool:
    """Whether morale counts when the game is judged."""
    return any(isinstance(kit.conditions[row].goal, Lead) for row in kit.scenarios[s.scenario].conditions)


def spare(s: War, kit: Kit) -> int:
    """So many points will do nothing any more: the next Control Check would add them in vain, or there is none."""
    if kit.scenarios[s.scenario].last == s.year:
        return 0 if wants_lead(s, kit) else max(0, purse(s, kit))
    ours, _ = control_points(s, kit)
    return max(0, s.morale[COMMUNIST] + due(s, kit) + kit.gain[ours] - kit.n.highest)


def garrisons(s: War, kit: Kit, worth: Worth) -> int:
    """Units that stay where they are, as bits: in each space that is worth it, the one that is missed least."""
    staying = 0
    bases = spaces_of(s, kit, kit.is_base)
    for space in bits(occupied(s, kit) & kit.zones):
        if bases >> space & 1 or worth.kept(space) <= 0.2:
            continue
        here = [unit for unit in kit.ground if s.at[unit] == space]
        staying |= 1 << min(here, key=lambda unit: _missed(s, kit, unit))
    return staying


def _missed(s: War, kit: Kit, unit: UnitId) -> float:
    kind = kit.kind[unit]
    return fire_of(s, kit, unit) + guerrilla_of(s, kit, unit) + (3 if kit.is_mobile[kind] else 0) + kit.is_soviet[kind]


def movers(ground: Ground, staying: int) -> list[UnitId]:
    return [unit for unit in ground.kit.ground if ground.can_move(unit) and not staying >> unit & 1]
