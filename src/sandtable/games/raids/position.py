"""The position of a raid game as it is kept: every field, and who knows it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from sandtable.kernel.state import HIDDEN, PUBLIC, Since, State
from sandtable.kernel.switches import Switchable

BOX, POOL, DONE, FORFEITED, LOST, HELD, AWAY, WAITING, REPLACED = range(-1, -10, -1)
"""Where a piece off the map is: for sale, in its cup, accomplished, forfeited, out of the game, on a team, with
another map than the one in play, brought along and to be set up, or gone because others have taken over."""
PLAYER = 0


class Options(Struct, frozen=True):
    """The rules that a table of every game of the series may choose."""

    attack_reinforces_detected: Annotated[
        bool, Switchable("An attack by a detected stack brings more enemies", "detect.combat")
    ] = True
    marker_ends_enemy_combat: Annotated[
        bool, Switchable("A casualties marker ends that unit's combat", "combat.marker-ends")
    ] = True


class RaidState(State, kw_only=True):
    scenario: Annotated[str, PUBLIC]
    options: Annotated[Options, PUBLIC] = field(default_factory=Options)
    map: Annotated[int, PUBLIC, Since(4)] = 0
    """Which of the kit's fields is in play. A number of a hex is one of that map."""
    turn: Annotated[int, PUBLIC] = 0
    pp: Annotated[int, PUBLIC] = 0
    at: Annotated[list[int], PUBLIC]
    """For each token its hex, or where else it is."""
    event: Annotated[list[int], PUBLIC]
    """For each person the number of the event that detected him; 0 undetected."""
    events: Annotated[int, PUBLIC] = 0
    marker: Annotated[list[int], PUBLIC]
    """For each person the casualties marker on him, or -1."""
    moved: Annotated[int, PUBLIC] = 0
    """Tokens whose movement is finished this turn, as bits."""
    fired: Annotated[int, PUBLIC] = 0
    """Weapons that fired to suppress in this phase, as bits."""
    suppressed: Annotated[int, PUBLIC] = 0
    hunters: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Enemies on the map, in the order of their arrival."""
    mission: Annotated[int, PUBLIC] = -1
    missions_drawn: Annotated[int, PUBLIC] = 0
    mission_cup: Annotated[list[int], PUBLIC] = field(default_factory=list)
    marker_cup: Annotated[list[int], PUBLIC] = field(default_factory=list)
    enemy_cup: Annotated[list[int], HIDDEN] = field(default_factory=list)
    placing: Annotated[bool, PUBLIC] = True
    """Before the end of the Mission Objective Placement Phase: no forfeiting yet."""
    leaders_lost: Annotated[int, PUBLIC] = 0
