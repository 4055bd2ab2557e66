"""What must be true of a campaign besides what must be true of every raid."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.commandos.rules import enemies, maps, sea
from sandtable.games.commandos.state import own
from sandtable.games.raids.frames import GearLoss, Move, SetUp, Tour
from sandtable.games.raids.state import (
    AWAY,
    DONE,
    FORFEITED,
    LOST,
    REPLACED,
    RG,
    WAITING,
    camp_at,
    field,
    is_team,
    piece,
)


def faults(g: RG) -> list[str]:
    return [fault for check in CHECKS for fault in check(g)]


def of_this_game(g: RG) -> bool:
    """Whether the lists of the position are as long as the game wants them, and name its counters."""
    s = own(g)
    counters = range(-1, len(g.kit.pieces))
    return (
        len(s.fell_in) == len(g.kit.people)
        and len(s.given_up) == len(g.kit.fields)
        and all(t in counters for t in s.fell_in)
        and all(t in g.kit.mission_tokens for t in s.drawn_missions)
        and s.map in maps.order(s, g.kit)
    )


def nothing_of_another_map(g: RG) -> Iterator[str]:
    """Enemies of other maps are away; missions of other maps are settled or away."""
    s = g.s
    for t in (*g.kit.enemies, *g.kit.mission_tokens):
        p = piece(g, t)
        if g.kit.map_of[p.map] == s.map:
            if s.at[t] == AWAY:
                yield f"{p.id} belongs to this map and is away"
        elif s.at[t] not in (AWAY, LOST) and not (s.at[t] in (DONE, FORFEITED) and t in g.kit.mission_tokens):
            yield f"{p.id} belongs to another map and is not away"


def the_six(g: RG) -> Iterator[str]:
    """On each map played no more missions are settled than it has; those drawn here are settled or on the map."""
    s, limit = own(g), g.kit.scenarios[g.s.scenario].missions
    if len(set(s.drawn_missions)) < len(s.drawn_missions):
        yield "a mission has been drawn twice"
    settled = {t for t in g.kit.mission_tokens if s.at[t] in (DONE, FORFEITED)}
    if settled | ({s.mission} if s.mission >= 0 else set()) != set(s.drawn_missions):
        yield "the missions settled and on the map are not those that were drawn"
    here = sum(g.kit.map_of[piece(g, t).map] == s.map for t in s.drawn_missions)
    if here != s.missions_drawn:
        yield f"{s.missions_drawn} missions are counted as drawn on this map, and {here} were"
    for map in maps.order(s, g.kit):
        count = maps.accomplished_on(s, g.kit, map) + maps.forfeited_on(s, g.kit, map)
        if count > limit or (count and map not in maps.maps_begun(s, g.kit)):
            yield f"{count} missions are settled on {g.kit.fields[map].id}"


def who_comes_later(g: RG) -> Iterator[str]:
    """Only people are replaced; what waits is set up before the first turn; who fell is a lost squad."""
    s = own(g)
    setting_up = not s.stack or isinstance(s.stack[-1], SetUp | Tour)
    for t, where in enumerate(s.at):
        if where == REPLACED and t not in g.kit.people:
            yield f"{piece(g, t).id} is replaced as if it were one of the people"
        elif where == WAITING and not setting_up:
            yield f"{piece(g, t).id} still waits to be set up"
    for t, mission in enumerate(s.fell_in):
        if mission >= 0 and not (is_team(g, t) and s.at[t] == LOST and mission in s.drawn_missions):
            yield f"{piece(g, t).id} fell in a mission and is no lost squad"
        old = g.kit.by_id.get(piece(g, t).after, -1)
        if mission < 0 and is_team(g, t) and s.at[t] == LOST and (old < 0 or s.at[old] != LOST):
            yield f"{piece(g, t).id} is lost, and neither fell nor lost its forerunner"


def bases(g: RG) -> Iterator[str]:
    stand = [g.s.at[t] for t in g.kit.camps if g.s.at[t] >= 0]
    if len(set(stand)) < len(stand):
        yield "two bases stand in one hex"


def enemies_where_they_can_be(g: RG) -> Iterator[str]:
    """Boats are on the water, everybody else is on land."""
    for t in g.s.hunters:
        h, afloat = g.s.at[t], piece(g, t).mobility == "boat"
        if field(g).sea[h] and not afloat:
            yield f"{piece(g, t).id} is in open sea and is no boat"
        if afloat and not enemies.waters(field(g))[h]:
            yield f"{piece(g, t).id} is a boat on dry land"


def in_open_sea(g: RG) -> Iterator[str]:
    """Gear without people or a base is there only as a craft or in one."""
    if any(isinstance(f, Move | GearLoss) for f in g.s.stack):
        return  # what a stack leaves is lost when it goes, or once the player has chosen
    for h in {g.s.at[t] for t in g.kit.gear if g.s.at[t] >= 0 and field(g).sea[g.s.at[t]]}:
        if not camp_at(g, h) and not sea.people_left(g, h, []) and sea.sinking(g, h):
            yield f"gear lies in open sea in {field(g).grid.label(h)}"


CHECKS = (nothing_of_another_map, the_six, who_comes_later, bases, enemies_where_they_can_be, in_open_sea)
