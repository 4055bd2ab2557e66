"""How the plain player weighs things up: ways, noise, odds of getting through, danger, what gear is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from sandtable.boards.paths import reach
from sandtable.games.raids.odds.chances import battle_chances, detection_chance
from sandtable.games.raids.pieces import GEAR, Field, HexId, PieceId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.portage import allowance
from sandtable.games.raids.rules.victory import score_of
from sandtable.games.raids.rules.weapons import attack_value
from sandtable.games.raids.state import (
    RG,
    camps,
    field,
    gear_at,
    person_noise,
    piece,
    teams_at,
    teams_in_play,
)
from sandtable.kernel.options import Group

MISSION_WORTH = 2.0
"""A mission accomplished instead of forfeited, in score."""
POINT = 1 / 12
"""What a purchase point is worth beside that."""
QUIET_ENOUGH = 1
"""A noise level of 1 or less is heard on a natural 1 only: nothing is gained by going below it."""
FAR = 250


# ---- what is asked --------------------------------------------------------------------------------


def groups(g: RG, verb: str) -> list[Group]:
    """What the question offers under this verb."""
    return [group for group in g.ask.groups if group.verb == verb] if g.ask is not None else []


def members(g: RG, verb: str) -> list[int]:
    """The last words of these options: hexes, pieces."""
    return [value for group in groups(g, verb) for value in group.last or ()]


# ---- ways -----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def ways_to(map: Field, goal: HexId) -> list[int]:
    """What it costs to walk to a hex from each hex of the map."""
    prices, cost = reach(map.foot.neighbours, goal, FAR, map.foot.cost), map.cost
    return [prices[h] - cost[h] + cost[goal] if h in prices else FAR for h in range(map.grid.size)]


@lru_cache(maxsize=256)
def ways_by_water(map: Field, goal: HexId) -> list[int]:
    """The same with a craft along, which carries everybody over water at 1 a hex. From each hex the cheaper step."""
    foot, craft = map.foot, map.way("craft")
    left = {goal: 0}
    fresh = [[goal], *([] for _ in range(FAR))]
    for paid, hexes in enumerate(fresh):
        for h in hexes:
            if left[h] < paid:
                continue
            for way in (foot, craft):  # back from where a step leads to where it begins
                price = paid + way.cost[h]
                for n in map.grid.neighbours[h]:
                    if price < left.get(n, FAR) and h in way.neighbours[n] and (way is craft or not map.sea[n]):
                        left[n] = price
                        fresh[price].append(n)
    return [left.get(h, FAR) for h in range(map.grid.size)]


def sails(g: RG, party: Sequence[int]) -> bool:
    """Whether these people have a craft that opens the water to them, in a game where there is open sea."""
    return policy(g).cargo_afloat and any(g.kit.pieces[t].craft for t in party)


def ways_for(g: RG, party: Sequence[int], goal: HexId) -> list[int]:
    """What the way to a hex costs these people from each hex, with what they have along."""
    return ways_by_water(field(g), goal) if sails(g, party) else ways_to(field(g), goal)


def nearest_camp(g: RG, h: HexId, party: Sequence[int] = ()) -> int:
    """The hex of the camp with the shortest way from here; -1 without one."""
    homes = [g.s.at[t] for t in camps(g)]
    return min(homes, key=lambda home: ways_for(g, party, home)[h], default=-1)


def turns(way: int, pace: int) -> int:
    """How many moves a way takes; with no pace left it is one hex a move."""
    return -(-way // max(pace, 1))


# ---- noise ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def heard(level: int) -> float:
    return float(detection_chance(level))


def noise_of(g: RG, tokens: Sequence[int]) -> int:
    pieces = g.kit.pieces
    own = sum(pieces[t].noise if pieces[t].kind == GEAR else person_noise(g, t) for t in tokens)
    return own + policy(g).noise_extra(g)


# ---- missions and their gear ----------------------------------------------------------------------


def mission_hex(g: RG) -> int:
    return g.s.at[g.s.mission] if g.s.mission >= 0 else -1


def mission_sets(g: RG, mission: PieceId) -> list[list[str]]:
    """The sets of gear that a mission accepts, by row; none for no mission."""
    if mission < 0:
        return []
    return g.kit.missions[piece(g, mission).row].needs


def set_among(g: RG, rows: Sequence[str], gear: Sequence[int]) -> list[int] | None:
    """A piece for each row, out of these; None if one is missing."""
    found: list[int] = []
    for row in rows:
        token = next((t for t in gear if t not in found and g.kit.stands_for(t) == row), None)
        if token is None:
            return None
        found.append(token)
    return found


def set_at(g: RG, h: HexId) -> list[int] | None:
    """What to take from this hex for the mission: of several sets the quietest, then the lightest and cheapest."""
    gear = gear_at(g, h)
    sets = [found for rows in mission_sets(g, g.s.mission) if (found := set_among(g, rows, gear)) is not None]

    def burden(gear: Sequence[int]) -> tuple[int, int, int]:
        return noise_of(g, gear), sum(piece(g, t).move for t in gear), worth(g, gear)

    return min(sets, key=burden, default=None)


def sets_on_map(g: RG) -> int:
    """How many times the mission's gear is there, wherever it lies."""
    gear = [t for t in g.kit.gear if g.s.at[t] >= 0]
    return max((copies(g, rows, gear) for rows in mission_sets(g, g.s.mission)), default=0)


def last_chance(g: RG) -> float:
    """How much hangs on one set of the mission's gear: all, if there is no other."""
    return float(0.5 ** max(sets_on_map(g) - 1, 0))


def copies(g: RG, rows: Sequence[str], gear: Sequence[int]) -> int:
    if not rows:
        return 99
    there = [g.kit.stands_for(t) for t in gear]
    return min(there.count(row) for row in rows)


def worth(g: RG, tokens: Sequence[int]) -> int:
    """In purchase points."""
    return sum(piece(g, t).cost for t in tokens if piece(g, t).kind == GEAR)


# ---- getting through ------------------------------------------------------------------------------


def unheard(g: RG, party: Sequence[int], start: HexId, goal: HexId) -> float:
    """The chance to reach a hex unheard, halting on quiet ground; the halt in the goal itself does no harm."""
    pace = allowance(g, list(party), [], [], sails(g, party))
    halts = turns(ways_for(g, party, goal)[start], pace) - 1
    return float((1 - heard(noise_of(g, party))) ** max(halts, 0))


# ---- danger ---------------------------------------------------------------------------------------


def team_value(g: RG) -> float:
    """What losing a team of a hex costs: its point in the score, its services, with the last one everything."""
    if len(teams_in_play(g)) > 1:
        return 5.0
    return 10.0 + max(score_of(g), 0)


def strikes(map: Field, h: HexId, distance: int, move: int) -> bool:
    """Whether an enemy so far off is likely to come up to this hex in one phase, over ground like that around it."""
    return distance <= 1 or (move > 0 and (distance == 2 or (distance - 1) * rough(map)[h] <= move + 0.5))


@lru_cache(maxsize=16)
def rough(map: Field) -> list[float]:
    """How hard the ground round each hex is to cross: the average cost of the hexes next to it."""
    return [sum(map.cost[n] for n in near) / len(near) for near in map.grid.neighbours]


def hurt_by(g: RG, h: HexId, fire: int) -> float:
    """The chance that an attack with this value on our hex costs us casualties."""
    return float(battle_chances(attack_value(g, h), fire, field(g).penalty[h], False).hurt)


def threats(g: RG, h: HexId) -> list[float]:
    """For each enemy on the map that may attack this hex in the next phase: the chance that it hurts us."""
    near, at = field(g).grid.distance[h], g.s.at
    return [
        hurt_by(g, h, piece(g, t).fire)
        for t in g.s.hunters
        if strikes(field(g), h, near[at[t]], 0 if g.s.suppressed >> t & 1 else piece(g, t).move)
    ]


def threat_of_newcomer(g: RG, h: HexId) -> float:
    """The chance that one enemy still to come attacks this hex at once and hurts us, from all that are in the cup."""
    unseen = [piece(g, t) for t in (*g.s.enemy_cup, *policy(g).set_aside(g.s))]
    if not unseen:
        return 0.0
    hurts = {fire: hurt_by(g, h, fire) for fire in {p.fire for p in unseen}}
    map, die = field(g), policy(g).distance_die()
    total = sum(hurts[p.fire] for p, far in product(unseen, range(1, die + 1)) if strikes(map, h, far, p.move))
    return total / (die * len(unseen))


def lost_to(g: RG, h: HexId, hurts: Sequence[float]) -> float:
    """The chance that these attacks, one after the other, eliminate a team of the hex."""
    cup = g.s.marker_cup
    wounding = sum(1 for t in cup if not piece(g, t).leads) / len(cup) if cup else 0.0
    unhurt = sum(1 for t in teams_at(g, h) if g.s.marker[t] < 0)
    left = [1.0] + [0.0] * unhurt  # by how many wounds so far; more than the unhurt can take is the end of a team
    for hurt in hurts:
        wound = hurt * wounding
        left = [p * (1 - wound) + (left[n - 1] * wound if n else 0.0) for n, p in enumerate(left)]
    return 1.0 - sum(left)


def danger_if_heard(g: RG, h: HexId) -> float:
    """The chance to lose a team in the coming phase if the enemy is let come: those there, and a die of others."""
    known, fresh = threats(g, h), threat_of_newcomer(g, h)
    return sum(lost_to(g, h, [*known, *[fresh] * number]) for number in range(1, 7)) / 6


def danger(g: RG, h: HexId) -> float:
    """The chance to lose a team in the coming phase to the enemies on the map."""
    return lost_to(g, h, threats(g, h))
