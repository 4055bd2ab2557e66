"""The position of Commandos: Europe as it is kept: what it has beyond that of the series."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from sandtable.games.raids import position as series
from sandtable.kernel.state import PUBLIC, Since
from sandtable.kernel.switches import Switchable


class Options(series.Options, frozen=True):
    """The rules that a table may choose."""

    forfeits_raise_awareness: Annotated[
        bool, Switchable("Forfeited missions raise the enemy's awareness, too", "aware.mission")
    ] = False
    vehicles_by_road: Annotated[
        bool, Switchable("Vehicles follow a road through ground that is closed to them", "vehicle.barred")
    ] = False
    vehicles_land_on_bridges: Annotated[
        bool, Switchable("A vehicle may arrive on a bridged river hex", "vehicle.arrives")
    ] = False


class CommandosState(series.RaidState, kw_only=True):
    options: Annotated[Options, PUBLIC] = field(default_factory=Options)
    enemy_cup: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """All enemies of the map that are not on it: none is set aside, so everybody knows what it holds."""
    afloat: Annotated[int, PUBLIC] = 0
    """Pieces in the sea part of a coastal hex, as bits."""
    drawn_missions: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Every mission drawn in the campaign, in order. To the last one a loss belongs until the next is drawn."""
    fell_in: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """For each person the mission in which he fell, or -1."""
    given_up: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """For each map how many of its missions were never drawn because the player left it."""
    left_behind: Annotated[list[int], PUBLIC, Since(5)] = field(default_factory=list)
    """Gear that stayed on the last map."""
