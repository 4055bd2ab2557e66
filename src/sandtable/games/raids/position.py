"""The position of a raid game as it is kept: every field, and who knows it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from sandtable.kernel.state import HIDDEN, PUBLIC, Since, State
from sandtable.kernel.switches import Switchable

BOX, POOL, DONE, FORFEITED, LOST, HELD = -1, -2, -3, -4, -5, -6
"""Where a piece off the map is: for sale, in its cup, accomplished, forfeited, out of the game, on a team."""
PLAYER = 0


class Options(Struct, frozen=True):
    """The rules that a table may choose."""

    attack_reinforces_detected: Annotated[
        bool, Switchable("An attack by a detected stack brings more enemies", "detect.combat")
    ] = True
    marker_ends_enemy_combat: Annotated[
        bool, Switchable("A casualties marker ends that unit's combat", "combat.marker-ends")
    ] = True
    old_stock: Annotated[bool, Switchable("Old weapons may be bought", "old-stock.buy")] = False
    misadventure: Annotated[bool, Switchable("Missions may go wrong", "misadventure.roll")] = False
    indirect_fire: Annotated[bool, Switchable("A radio calls on weapons in camp", "special.indirect-fire")] = False
    first_aid: Annotated[bool, Switchable("A med kit heals a team once", "special.first-aid")] = False
    booby_trap: Annotated[bool, Switchable("Booby traps may be laid", "special.booby-trap")] = False
    leaders_count: Annotated[bool, Switchable("Lost leaders count against the score", "victory.leaders")] = False
    enter_enemy_hexes: Annotated[
        bool, Switchable("Teams may enter a hex with an enemy", "move.enemy-hex"), Since(3)
    ] = False
    trap_takes_arrivals: Annotated[
        bool,
        Switchable("A booby trap takes an enemy who is placed on it, too", "special.booby-trap", now="off"),
        Since(3),
    ] = True


class RaidState(State, kw_only=True):
    scenario: Annotated[str, PUBLIC]
    options: Annotated[Options, PUBLIC] = field(default_factory=Options)
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
    withheld: Annotated[list[int], HIDDEN] = field(default_factory=list)
    """Enemies set aside unseen as track markers (3.6)."""
    attempted: Annotated[bool, PUBLIC] = False
    """Whether this turn's try at the mission has been made (17.0)."""
    placing: Annotated[bool, PUBLIC] = True
    """Before the end of the Mission Objective Placement Phase: no forfeiting yet (7.2)."""
    leaders_lost: Annotated[int, PUBLIC] = 0
    extra: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """For each token of the old stock the price rolled on top of the printed one, or -1 (16.0)."""
