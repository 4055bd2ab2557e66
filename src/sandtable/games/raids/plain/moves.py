"""The plain player on the march: one party for the mission, everybody else home, halts on quiet ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sandtable.games.raids.frames import FriendlyMovement, Move
from sandtable.games.raids.pieces import TEAM, HexId
from sandtable.games.raids.plain.judgement import (
    FAR,
    MISSION_WORTH,
    POINT,
    QUIET_ENOUGH,
    heard,
    last_chance,
    members,
    mission_hex,
    mission_sets,
    nearest_camp,
    noise_of,
    sails,
    set_among,
    set_at,
    strikes,
    turns,
    unheard,
    ways_for,
    worth,
)
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.portage import allowance, overloaded
from sandtable.games.raids.rules.weapons import armed
from sandtable.games.raids.state import (
    RG,
    camp_at,
    camps,
    enemies_at,
    exposed_teams,
    field,
    gear_at,
    leaders_at,
    piece,
    teams_at,
    teams_in_play,
)
from sandtable.kernel.odds import CERTAIN
from sandtable.kernel.options import Option

FORLORN = 0.04
"""A mission less likely to be reached than this is given up."""
CHASED = 0.3
"""How much an enemy who could come up to a halt weighs, against being heard there for certain."""


# ---- who moves ------------------------------------------------------------------------------------


def choose_stack(g: RG, f: FriendlyMovement) -> Option:
    """First everybody who is out without business there comes home; then the party for the mission sets out."""
    movable = members(g, "form")
    start, chance = best_start(g)
    if start == mission_hex(g) >= 0:
        return ("done",)  # there already: what keeps the mission from being accomplished may be over next turn
    for h in abroad(g):
        if h != start and h in movable:
            return ("form", h)
    if start not in movable or not time_to_go(g, start):
        return ("done",)
    return ("form", start) if chance > FORLORN else ("forfeit",)


def best_start(g: RG) -> tuple[int, float]:
    """From which hex the mission is best undertaken now, and how likely it is to be reached unheard."""
    goal = mission_hex(g)
    best, start = -1.0, -1
    if goal >= 0:
        for h in sorted({g.s.at[t] for t in teams_in_play(g) if not g.s.moved >> t & 1}):
            party = mission_party(g, h)
            if party and (chance := unheard(g, party, h, goal)) > best:
                best, start = chance, h
    return start, best


def time_to_go(g: RG, start: HexId) -> bool:
    """There is no clock, so a party leaves camp when all teams are back, and not for a hex that an enemy holds.

    Whoever is out already keeps going, and so does whoever is hunted: the enemy leaves when he is home.
    """
    held = bool(enemies_at(g, mission_hex(g)))
    if camp_at(g, start):
        return not held and all(adrift(g, g.s.at[t]) for t in exposed_teams(g))
    return not held or any(g.s.event[t] for t in teams_at(g, start))


def abroad(g: RG) -> Iterator[int]:
    """Hexes outside the camps with people who can still move, as long as there is a camp to go to."""
    if camps(g):
        for h in sorted({g.s.at[t] for t in g.kit.people if g.s.at[t] >= 0 and not g.s.moved >> t & 1}):
            if not camp_at(g, h) and not adrift(g, h):
                yield h


def adrift(g: RG, h: HexId) -> bool:
    """Whether people in this hex are in the water without a craft: nobody waits for them."""
    return policy(g).cargo_afloat and field(g).sea[h] and not sails(g, gear_at(g, h))


# ---- who goes along -------------------------------------------------------------------------------


def form_stack(g: RG, f: Move) -> Option:
    """Everyone, unless they leave a camp: then the party, piece by piece."""
    if not camp_at(g, f.here):
        return ("ready",) if f.stack else ("all",)
    joinable = members(g, "take")
    for t in mission_party(g, f.here):
        if t in joinable:
            return ("take", t)
    return ("ready",) if f.stack else ("all",)


def mission_party(g: RG, h: HexId) -> list[int]:
    """Who should go from this hex with which gear; nobody if the gear is not there."""
    gear = set_at(g, h)
    teams = [t for t in teams_at(g, h) if not g.s.moved >> t & 1]
    if gear is None or not teams:
        return []
    if not camp_at(g, h):
        return [*teams, *leaders_at(g, h), *gear_at(g, h)]
    goal, stake = mission_hex(g), MISSION_WORTH * last_chance(g)
    found = list(parties(g, h, teams, gear))
    able = [party for party in found if ways_for(g, party, goal)[h] < FAR]  # others cannot get there over land
    return max(able or found, key=lambda party: prospect(g, party, h, goal, stake), default=[])


def parties(g: RG, h: HexId, teams: list[int], gear: list[int]) -> Iterator[list[int]]:
    """One team, with or without a leader and a transport. Those on foot take along what makes them quiet."""
    leaders = [t for t in leaders_at(g, h) if not g.s.moved >> t & 1]
    rides = [t for t in gear_at(g, h) if piece(g, t).plus and not g.s.moved >> t & 1]
    rides = [t for t in rides if not piece(g, t).craft or (t not in gear and sails(g, [t]))]
    to_fight_for = policy(g).mission_chance(g, h) != CERTAIN
    for team, leader, ride in product(teams, [-1, *leaders], [-1, *rides]):
        party = [team, *(t for t in (leader, ride) if t >= 0), *gear]
        if not overloaded(g, party, []):
            party = party if ride >= 0 and not piece(g, ride).craft else quietened(g, h, party)
            yield strengthened(g, h, party) if to_fight_for else party


def quietened(g: RG, h: HexId, party: list[int]) -> list[int]:
    """The party with the pieces that lower its noise, the strongest first and no more than help."""
    noise = noise_of(g, party)
    for t in sorted(gear_at(g, h), key=lambda t: piece(g, t).noise):
        if noise <= QUIET_ENOUGH or piece(g, t).noise >= 0:
            break
        if t not in party and not overloaded(g, [*party, t], []) and not g.s.moved >> t & 1:
            party = [*party, t]
            noise += piece(g, t).noise
    return party


def strengthened(g: RG, h: HexId, party: list[int]) -> list[int]:
    """The party with every quiet weapon it can haul: where missions may go wrong, firepower settles them."""
    for t in sorted(armed(g, h), key=lambda t: -piece(g, t).fire):
        if t not in party and piece(g, t).minus and piece(g, t).noise <= 0 and not overloaded(g, [*party, t], []):
            party = [*party, t]
    return party


def prospect(g: RG, party: list[int], h: HexId, goal: HexId, stake: float) -> float:
    """What sending this party promises: the mission, less the gear lost if it is heard on the way or there."""
    through = unheard(g, party, h, goal)
    lost = 1 - through * (1 - heard(noise_of(g, party)))
    return through * stake - lost * worth(g, party) * POINT


# ---- where to -------------------------------------------------------------------------------------


def next_leg(g: RG, f: Move) -> Option:
    """One leg a turn, to the goal or to the best halt on the way."""
    hexes, goal = members(g, "go"), destination(g, f)
    if f.hexes or not hexes or goal in (-1, f.here):
        return ("halt",)
    return ("go", goal if goal in hexes else best_halt(g, f, hexes, goal))


def destination(g: RG, f: Move) -> int:
    """The mission for those who carry its gear, home for the others; for the hunted what is nearer."""
    home, mission = nearest_camp(g, f.here, f.stack), mission_hex(g)
    teams = [t for t in f.stack if piece(g, t).kind == TEAM]
    if not teams or mission < 0 or not fitted_out(g, f.stack) or ways_for(g, f.stack, mission)[f.here] >= FAR:
        return home
    if home in (-1, f.here) or not any(g.s.event[t] for t in teams):
        return mission
    nearer = ways_for(g, f.stack, mission)[f.here] <= ways_for(g, f.stack, home)[f.here]
    return mission if nearer and not enemies_at(g, mission) else home


def fitted_out(g: RG, stack: Sequence[int]) -> bool:
    return any(set_among(g, rows, stack) is not None for rows in mission_sets(g, g.s.mission))


def best_halt(g: RG, f: Move, hexes: Sequence[int], goal: HexId) -> int:
    """Quiet ground that leaves few further halts: trails and villages avoided, enemies kept at a distance."""
    map, way, here = field(g), ways_for(g, f.stack, goal), f.here
    pace = max(allowance(g, f.stack, [], [], sails(g, f.stack)), 1)
    on_foot = any(piece(g, t).kind == TEAM for t in f.stack)
    base = noise_of(g, f.stack)
    every = heard(base) if on_foot else 0.0
    one_step = map.grid.neighbours[here]
    hunters = [(map.grid.distance[g.s.at[t]], piece(g, t).move) for t in g.s.hunters] if on_foot else []

    def risk(h: HexId) -> float:
        ground = min(map.noise[h], 0) if h in one_step else map.noise[h]  # rule: noise.stealth
        now = heard(base + ground) if on_foot else 0.0
        chased = CHASED * sum(strikes(map, h, near[h], move) for near, move in hunters)
        return now + chased + every * turns(way[h], pace) + 0.002 * way[h]

    closer = [h for h in hexes if way[h] < way[here]]
    return min(closer or hexes, key=risk)
