"""The position of a raid game, and what one asks of it in the game's own words."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from sandtable.games.raids.pieces import TEAM, HexId, Kit, Piece, PieceId
from sandtable.kernel.flow import G
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


RG = G[RaidState, Kit]


def piece(g: RG, token: PieceId) -> Piece:
    return g.kit.pieces[token]


def teams_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.kit.teams if at[t] == h]


def team_at(g: RG, h: HexId) -> bool:
    at = g.s.at
    return any(at[t] == h for t in g.kit.teams)


def leaders_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.kit.leaders if at[t] == h]


def gear_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.kit.gear if at[t] == h]


def enemies_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.s.hunters if at[t] == h]


def camp_at(g: RG, h: HexId) -> bool:
    at = g.s.at
    return any(at[t] == h for t in g.kit.camps)


def camps(g: RG) -> list[int]:
    """The camps that stand on the map."""
    return [t for t in g.kit.camps if g.s.at[t] >= 0]


def teams_in_play(g: RG) -> list[int]:
    return [t for t in g.kit.teams if g.s.at[t] >= 0]


def exposed_teams(g: RG) -> list[int]:
    """Teams on the map outside a camp."""
    homes = {g.s.at[t] for t in g.kit.camps}
    return [t for t in g.kit.teams if g.s.at[t] >= 0 and g.s.at[t] not in homes]  # rule: camp.sanctuary


def hunted(g: RG) -> list[int]:
    """Detected teams outside a camp: whom the enemy pursues (10.6, 12.10)."""
    return [t for t in exposed_teams(g) if g.s.event[t]]  # rule: camp.never-target


def person_fire(g: RG, token: PieceId) -> int:
    """A team's attack value after its casualties, never below zero (13.1)."""
    fire, marker = g.kit.pieces[token].fire, g.s.marker[token]
    return fire if marker < 0 else max(fire + g.kit.pieces[marker].fire, 0)  # rule: casualty.marker


def person_move(g: RG, token: PieceId) -> int:
    move, marker = g.kit.pieces[token].move, g.s.marker[token]
    return move if marker < 0 else max(move + g.kit.pieces[marker].move, 0)  # rule: casualty.marker casualty.stays


def person_noise(g: RG, token: PieceId) -> int:
    noise, marker = g.kit.pieces[token].noise, g.s.marker[token]
    return noise if marker < 0 else noise + g.kit.pieces[marker].noise  # rule: casualty.marker


def is_team(g: RG, token: PieceId) -> bool:
    return g.kit.pieces[token].kind == TEAM


def accomplished(s: RaidState, kit: Kit) -> int:
    return sum(s.at[t] == DONE for t in kit.mission_tokens)


def forfeited(s: RaidState, kit: Kit) -> int:
    return sum(s.at[t] == FORFEITED for t in kit.mission_tokens)


def teams_lost(s: RaidState, kit: Kit) -> int:
    return sum(s.at[t] == LOST for t in kit.teams)
