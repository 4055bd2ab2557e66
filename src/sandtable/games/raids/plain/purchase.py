"""The plain player at the counter: gear for the mission, a spare, quiet; more only while points are plenty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.raids.frames import Placement
from sandtable.games.raids.pieces import TEAM
from sandtable.games.raids.plain.judgement import (
    FAR,
    QUIET_ENOUGH,
    copies,
    groups,
    mission_hex,
    mission_sets,
    nearest_camp,
    noise_of,
    unheard,
    ways_by_water,
    ways_to,
)
from sandtable.games.raids.policies import policy
from sandtable.games.raids.state import BOX, RG, camps, field, gear_at, leaders_at, piece, teams_at, teams_in_play
from sandtable.kernel.options import Option

RESERVE = 2
"""Points kept back for the next mission when this one can be fitted out: the price of a simple piece of gear."""
PLENTY = 55
"""Points from which a transport or a further team is thought of."""
DISTANT = 0.35
"""A mission so unlikely to be reached on foot that a helicopter pays."""


def shop(g: RG, f: Placement) -> Option:
    """The first thing on the list that can be had; done when there is none."""
    if not camps(g):
        return new_camp(g)
    if g.s.mission < 0:
        return ("done",)
    for token, kept in shopping_list(g):
        if piece(g, token).cost + kept <= g.s.pp:
            verb = "hire" if piece(g, token).kind == TEAM else "buy"
            return (verb, token, depot(g))
    return ("done",)


def new_camp(g: RG) -> Option:
    """With the last camp gone: another one, as near to our teams as may be."""
    teams, far = [g.s.at[t] for t in teams_in_play(g)], field(g).grid.distance
    for group in groups(g, "camp"):
        return ("camp", group.head[0], min(group.last or (), key=lambda h: sum(far[h][t] for t in teams)))
    return ("done",)


def depot(g: RG) -> int:
    """The camp to buy into: where a team is, then the one nearest to the mission."""
    way = ways_to(field(g), mission_hex(g))
    return min(camps(g), key=lambda t: (not teams_at(g, g.s.at[t]), way[g.s.at[t]]))


def shopping_list(g: RG) -> Iterator[tuple[int, int]]:
    """What to buy in this order, each with the points that must be left afterwards."""
    rows = cheapest_set(g)
    owned = owned_gear(g)
    if needs_craft(g):
        yield from ((t, missing_price(g, rows)) for t in craft_for_sale(g))
    for wanted, kept in ((1, 0), (2, RESERVE)):
        yield from ((t, kept) for row in rows if copies(g, [row], owned) < wanted for t in for_sale(g, row))
    if needs_quiet(g, rows):
        yield from ((t, RESERVE) for t in quieteners(g))
    if len(teams_in_play(g)) < 2 and g.s.mission_cup:
        yield from ((t, RESERVE) for t in g.kit.teams if g.s.at[t] == BOX and piece(g, t).priced)
    if too_far_to_walk(g):
        yield from ((t, PLENTY) for t in rides_for_sale(g))


def needs_craft(g: RG) -> bool:
    """Whether the mission lies over water, or far nearer by it, and no craft is where the gear is bought."""
    if not policy(g).cargo_afloat:
        return False
    home, goal = g.s.at[depot(g)], mission_hex(g)
    if any(piece(g, t).craft for t in gear_at(g, home)):
        return False
    on_foot, by_water = ways_to(field(g), goal)[home], ways_by_water(field(g), goal)[home]
    return field(g).sea[home] or on_foot >= min(2 * by_water, FAR)


def craft_for_sale(g: RG) -> list[int]:
    """The cheapest first, and of those the quietest."""
    found = [t for t in g.kit.gear if piece(g, t).craft and g.s.at[t] == BOX]
    return sorted(found, key=lambda t: (piece(g, t).cost, piece(g, t).noise))[:1]


def owned_gear(g: RG) -> list[int]:
    return [t for t in g.kit.gear if g.s.at[t] >= 0]


def for_sale(g: RG, row: str) -> list[int]:
    return [t for t in g.kit.gear if g.s.at[t] == BOX and piece(g, t).row == row][:1]


def missing_price(g: RG, rows: Sequence[str]) -> int:
    """What a set still costs; more than anybody has where it cannot be had."""
    owned, total = owned_gear(g), 0
    for row in rows:
        if copies(g, [row], owned) < 1:
            offer = for_sale(g, row)
            total += piece(g, offer[0]).cost if offer else 999
    return total


def cheapest_set(g: RG) -> list[str]:
    return min(mission_sets(g, g.s.mission), key=lambda rows: missing_price(g, rows))


def needs_quiet(g: RG, rows: Sequence[str]) -> bool:
    """Whether a team with a leader would be heard too easily with all that is in camp."""
    home = g.s.at[depot(g)]
    teams = teams_at(g, home) or teams_in_play(g)
    party = [min(teams, key=lambda t: piece(g, t).noise), *leaders_at(g, home)[:1]]
    gear = [t for t in gear_at(g, home) if piece(g, t).noise < 0 or piece(g, t).row in rows]
    return noise_of(g, [*party, *gear]) > QUIET_ENOUGH


def quieteners(g: RG) -> list[int]:
    """What lowers noise, the best bargain first."""
    wares = (t for alike in g.kit.wares for t in alike)
    found = [t for t in wares if g.s.at[t] == BOX and piece(g, t).noise < 0]
    return sorted(found, key=lambda t: piece(g, t).cost / -piece(g, t).noise)[:1]


def too_far_to_walk(g: RG) -> bool:
    goal = mission_hex(g)
    home = nearest_camp(g, goal)
    teams = teams_at(g, home)
    return bool(teams) and unheard(g, teams[:1], home, goal) < DISTANT


def rides_for_sale(g: RG) -> list[int]:
    rides = [t for t in g.kit.gear if piece(g, t).plus and piece(g, t).move >= 20]
    if any(g.s.at[t] >= 0 for t in rides):
        return []
    return sorted((t for t in rides if g.s.at[t] == BOX), key=lambda t: piece(g, t).cost)[:1]
