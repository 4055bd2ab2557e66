"""2.2 and 3.0: the maps of a scenario in their order, six missions on each, and how far one has come."""

from __future__ import annotations

from sandtable.games.commandos.state import state_of
from sandtable.games.raids.pieces import Kit, PieceId
from sandtable.games.raids.state import DONE, FORFEITED, RG, RaidState

GRADES = ("", "E", "V")
"""People as they come: those of the beginning, experienced ones, veterans."""


def order(s: RaidState, kit: Kit) -> list[int]:
    """The maps of the scenario in the order of play."""
    return kit.maps(s.scenario)  # rule: campaign.order


def place(s: RaidState, kit: Kit) -> int:
    """How many maps lie behind."""
    return order(s, kit).index(s.map)


def maps_begun(s: RaidState, kit: Kit) -> list[int]:
    return order(s, kit)[: place(s, kit) + 1]


def first_map(s: RaidState, kit: Kit) -> bool:
    return place(s, kit) == 0


def last_map(s: RaidState, kit: Kit) -> bool:
    return s.map == order(s, kit)[-1]


def grade_on(s: RaidState, kit: Kit, map: int) -> str:
    """The grade of the free people on a map: one higher on each, up to the highest, which then goes on."""
    first = GRADES.index(kit.scenarios[s.scenario].grade)
    behind = order(s, kit).index(map)
    return GRADES[min(first + behind, len(GRADES) - 1)]  # rule: campaign.continent campaign.continent-leaders


def title(kit: Kit, map: int) -> str:
    return kit.fields[map].sheet.title or kit.fields[map].id


# ---- missions of a map ----------------------------------------------------------------------------


def missions_at(s: RaidState, kit: Kit, map: int, where: int) -> list[PieceId]:
    """The missions of a map that lie there (accomplished, forfeited), in the order in which they were drawn."""
    drawn = state_of(s).drawn_missions
    return [t for t in drawn if kit.map_of[kit.pieces[t].map] == map and s.at[t] == where]


def accomplished_on(s: RaidState, kit: Kit, map: int) -> int:
    return len(missions_at(s, kit, map, DONE))


def forfeited_on(s: RaidState, kit: Kit, map: int) -> int:
    """Those that were drawn and given up, and those that were never drawn because the map was left."""
    return len(missions_at(s, kit, map, FORFEITED)) + state_of(s).given_up[map]  # rule: campaign.forfeit-counts


def accomplished_here(g: RG) -> int:
    return accomplished_on(g.s, g.kit, g.s.map)


def forfeited_here(g: RG) -> int:
    return forfeited_on(g.s, g.kit, g.s.map)


def not_drawn(s: RaidState, kit: Kit) -> int:
    """How many of the six are still to be drawn on this map."""
    return min(kit.scenarios[s.scenario].missions - s.missions_drawn, len(s.mission_cup))  # rule: campaign.six


def missing(s: RaidState, kit: Kit) -> int:
    """How many of the six are not settled on this map: the one that lies on it, and those to be drawn."""
    return not_drawn(s, kit) + (s.mission >= 0)
