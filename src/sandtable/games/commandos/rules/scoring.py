"""5.0 and 13.1: squads that fell, in which mission, and what counts."""

from __future__ import annotations

from sandtable.games.commandos.rules import maps
from sandtable.games.commandos.state import own, state_of
from sandtable.games.raids.pieces import Kit, PieceId
from sandtable.games.raids.state import AWAY, FORFEITED, LOST, RG, RaidState

FOUR_TIMES = 4
"""A map alone has six missions of the campaign's twenty-four."""

NOWHERE = -1
"""Of a squad: it has fallen in no mission."""


def squad_lost(g: RG, squad: PieceId) -> None:
    """A squad falls in the mission drawn last, and takes its later pieces with it."""
    s = own(g)
    s.fell_in[squad] = s.drawn_missions[-1] if s.drawn_missions else -1  # rule: victory.forfeited-losses
    heir = heir_of(g.kit, squad)  # rule: lineage.bought: only the free squads have heirs
    while heir >= 0:
        if s.at[heir] == AWAY:
            s.at[heir] = LOST
            g.tell("lineage.lost", "{0:token} will never come.", heir)
        heir = heir_of(g.kit, heir)


def heir_of(kit: Kit, person: PieceId) -> int:
    """Who replaces somebody on a later map; -1 for nobody."""
    return next((t for t in kit.people if kit.pieces[t].after == kit.pieces[person].id), -1)


def squads_lost(s: RaidState) -> int:
    """Who fell; not whom others replaced, nor who will never come."""
    fell_in = state_of(s).fell_in  # rule: victory.replaced victory.leaders
    return len(fell_in) - fell_in.count(NOWHERE)


def not_counted(s: RaidState) -> int:
    """Squads that fell in missions which have been forfeited."""
    fell_in = state_of(s).fell_in  # rule: victory.forfeited-losses
    return [s.at[mission] for mission in fell_in if mission >= 0].count(FORFEITED)


def counted_on(s: RaidState, kit: Kit, map: int) -> int:
    """Squads that fell on a map and count: not in a mission that was forfeited."""
    fell_in = [mission for mission in state_of(s).fell_in if mission >= 0 and s.at[mission] != FORFEITED]
    return [kit.map_of[kit.pieces[mission].map] for mission in fell_in].count(map)


def net_on(s: RaidState, kit: Kit, map: int) -> int:
    """What a map has brought: those of all maps are the score."""
    return maps.accomplished_on(s, kit, map) - maps.forfeited_on(s, kit, map) - counted_on(s, kit, map)


def fallen_in_this(s: RaidState) -> int:
    """Squads that fell in the mission on the map, and will not count if it is given up."""
    return state_of(s).fell_in.count(s.mission) if s.mission >= 0 else 0


def on_table(s: RaidState, kit: Kit, net: int) -> int:
    """A map by itself is read four times over."""
    return net * FOUR_TIMES if len(maps.order(s, kit)) == 1 else net  # rule: campaign.single-map
