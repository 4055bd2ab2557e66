"""The plain player on the march: one party for the mission, everybody else home, short halts on quiet ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sandtable.games.raids.frames import FriendlyMovement, Move
from sandtable.games.raids.judgement import (
    POINT,
    heard,
    mission_hex,
    mission_sets,
    nearest_camp,
    noise_of,
    set_among,
    set_at,
    sets_on_map,
    strikes,
    turns,
    unheard,
    ways_to,
    worth,
)
from sandtable.games.raids.pieces import TEAM
from sandtable.games.raids.portage import allowance, overloaded
from sandtable.games.raids.state import (
    RG,
    camp_at,
    enemies_at,
    exposed_teams,
    gear_at,
    leaders_at,
    piece,
    teams_at,
    teams_in_play,
)
from sandtable.kernel.options import Group, Option

QUIET_ENOUGH = 1
"""A noise level of 1 or less is heard on a natural 1 only: nothing is gained by going below it."""
FORLORN = 0.04
"""A mission that is less likely to be reached is given up."""
MISSION_WORTH = 2.0
"""A mission accomplished and not forfeited."""


# ---- who goes where -------------------------------------------------------------------------------


def choose_stack(g: RG, f: FriendlyMovement) -> Option:
    """First everybody who is out and has no business there comes home; then the party for the mission sets out."""
    offered = offered_hexes(g)
    if any(group.verb == "attempt" for group in asked(g)):
        return ("attempt",)
    start, chance = best_start(g)
    if start == mission_hex(g) >= 0:
        return ("done",)  # there already, after a misadventure: the next try comes next turn (17.0)
    out = next((h for h in stragglers(g) if h != start and h in offered), -1)
    if out >= 0:
        return ("form", out)
    if held_by_enemy(g, mission_hex(g)):
        leads_off = start in offered and any(g.s.event[t] for t in teams_at(g, start)) and not camp_at(g, start)
        return ("form", start) if leads_off else ("done",)  # home, so that the enemy leaves the place
    if start in offered and not waiting_pays(g, start):
        return ("form", start) if chance > FORLORN else ("forfeit",)
    return ("done",)


def waiting_pays(g: RG, start: int) -> bool:
    """There is no clock: a party sets out from camp when all teams are back, with the best of them."""
    return camp_at(g, start) and bool(exposed_teams(g))


def asked(g: RG) -> Sequence[Group]:
    assert g.ask is not None
    return g.ask.groups


def offered_hexes(g: RG) -> Sequence[int]:
    return next((group.last for group in asked(g) if group.verb == "form" and group.last is not None), ())


def held_by_enemy(g: RG, h: int) -> bool:
    return bool(enemies_at(g, h))


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


def stragglers(g: RG) -> Iterator[int]:
    """Hexes outside the camps with teams or lone leaders who should come home."""
    if not any(g.s.at[t] >= 0 for t in g.kit.camps):
        return
    for h in sorted({g.s.at[t] for t in g.kit.people if g.s.at[t] >= 0 and not g.s.moved >> t & 1}):
        if not camp_at(g, h):
            yield h


# ---- who goes -------------------------------------------------------------------------------------


def mission_party(g: RG, h: int) -> list[int]:
    """Who should go from this hex with which gear; nobody if the gear is not there."""
    gear = set_at(g, h)
    if gear is None:
        return []
    teams = [t for t in teams_at(g, h) if not g.s.moved >> t & 1]
    if not camp_at(g, h):
        return [*teams, *leaders_at(g, h), *gear_at(g, h)] if teams else []
    goal = mission_hex(g)
    return max(parties(g, h, teams, gear), key=lambda party: prospect(g, party, h, goal), default=[])


def parties(g: RG, h: int, teams: list[int], gear: list[int]) -> Iterator[list[int]]:
    """One team with or without a leader and a transport, and what quietens them."""
    leaders = [t for t in leaders_at(g, h) if not g.s.moved >> t & 1]
    rides = [t for t in gear_at(g, h) if piece(g, t).plus and not piece(g, t).craft and not g.s.moved >> t & 1]
    for team, leader, ride in product(teams, [-1, *leaders], [-1, *rides]):
        party = [team, *(t for t in (leader, ride) if t >= 0), *gear]
        if not overloaded(g, party, []):
            yield party if ride >= 0 else quietened(g, h, party)


def quietened(g: RG, h: int, party: list[int]) -> list[int]:
    """The party with as many pieces that lower its noise as help, the strongest first."""
    noise = noise_of(g, party)
    for t in sorted(gear_at(g, h), key=lambda t: piece(g, t).noise):
        if noise <= QUIET_ENOUGH or piece(g, t).noise >= 0:
            break
        if t not in party and not overloaded(g, [*party, t], []) and not g.s.moved >> t & 1:
            party = [*party, t]
            noise += piece(g, t).noise
    return party


def prospect(g: RG, party: list[int], h: int, goal: int) -> float:
    """What sending this party is worth: the mission, less the gear lost when they are heard on the way or after."""
    through = unheard(g, party, h, goal)
    spare = 0.5 ** (sets_on_map(g) - 1)  # how much depends on this attempt
    lost = (1 - through * (1 - heard(noise_of(g, party)))) * worth(g, party) * POINT
    return through * MISSION_WORTH * spare - lost - 0.01 * any(g.s.marker[t] >= 0 for t in party if t < len(g.s.marker))


def form_stack(g: RG, f: Move) -> Option:
    """Piece by piece, or everyone at once where everyone goes."""
    wanted = going_from(g, f.here)
    offered = next((group.last for group in asked(g) if group.verb == "take" and group.last is not None), ())
    if not f.stack and not camp_at(g, f.here):
        return ("all",)
    for t in wanted:
        if t in offered:
            return ("take", t)
    return ("ready",) if f.stack else ("all",)


def going_from(g: RG, h: int) -> list[int]:
    """From a camp only the mission's party sets out."""
    return mission_party(g, h) or [*teams_at(g, h), *leaders_at(g, h)]


# ---- where to -------------------------------------------------------------------------------------


def next_leg(g: RG, f: Move) -> Option:
    """One leg a turn, to the best halt on the way."""
    if f.hexes:
        return ("halt",)
    goals = next((group.last for group in asked(g) if group.verb == "go" and group.last is not None), ())
    goal = destination(g, f)
    if not goals or goal < 0 or goal == f.here:
        return ("halt",)
    return ("go", goal if goal in goals else best_halt(g, f, goals, goal))


def destination(g: RG, f: Move) -> int:
    """The mission for those who carry its gear, home for the others; for the hunted what is nearer."""
    home, mission = nearest_camp(g, f.here), mission_hex(g)
    teams = [t for t in f.stack if piece(g, t).kind == TEAM]
    if not teams or mission < 0 or not fitted_out(g, f.stack):
        return home
    if home in (-1, f.here) or not any(g.s.event[t] for t in teams):
        return mission
    nearer = ways_to(g.kit, mission)[f.here] <= ways_to(g.kit, home)[f.here]
    return mission if nearer and not held_by_enemy(g, mission) else home


def fitted_out(g: RG, stack: Sequence[int]) -> bool:
    gear = [t for t in stack if t in g.kit.gear]
    return any(set_among(g, rows, gear) is not None for rows in mission_sets(g, g.s.mission))


def best_halt(g: RG, f: Move, goals: Sequence[int], goal: int) -> int:
    """Quiet ground on the way: few further halts, no trails or villages, and well away from enemies."""
    kit, way, here = g.kit, ways_to(g.kit, goal), f.here
    pace = max(allowance(g, f.stack, [], [], False), 1)
    base = noise_of(g, f.stack)
    loud = any(piece(g, t).kind == TEAM for t in f.stack)
    every = heard(base) if loud else 0.0
    next_to = kit.grid.neighbours[here]
    hunters = [(kit.grid.distance[g.s.at[t]], piece(g, t).move) for t in g.s.hunters] if loud else []

    def cost(h: int) -> float:
        ground = kit.noise[h]
        risk = heard(base + (min(ground, 0) if h in next_to else ground)) if loud else 0.0
        chased = 0.3 * sum(strikes(kit, h, near[h], move) for near, move in hunters)
        return risk + chased + every * turns(way[h], pace) + 0.002 * way[h]

    return min((h for h in goals if way[h] < way[here]), key=cost, default=min(goals, key=cost))
