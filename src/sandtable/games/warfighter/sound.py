"""What must be true after every answer, whichever rule interrupted which."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import Kit
from sandtable.games.warfighter.rules.ending import objective_met
from sandtable.games.warfighter.rules.team import can_carry
from sandtable.games.warfighter.state import (
    GONE,
    NOTHING,
    OBJECTIVE_CARD,
    Sortie,
    active,
    health,
    hostile_row,
    hostiles,
    is_open,
    is_player,
    is_squad,
    items_of,
    living,
    objective_space,
)


def sound(kit: Kit, s: Sortie) -> list[str]:
    return [*_soldiers(kit, s), *_gear(kit, s), *_path(kit, s), *_hostiles(kit, s), *_ends(kit, s)]


def _soldiers(kit: Kit, s: Sortie) -> list[str]:
    found = []
    if len(set(s.soldier)) < len(s.soldier):
        found.append("a Soldier is in the team twice")
    for slot, place in enumerate(s.place):
        name = kit.soldiers[s.soldier[slot]].name
        if place == GONE:
            if s.hand[slot] or s.saved[slot] or s.xp[slot] or items_of(s, slot) or any(s.ammo[slot]):
                found.append(f"{name} has left the mission with cards, XP or gear")
            if s.target.count(slot):
                found.append(f"{name} has left the mission and is still a target")
            continue
        if not is_open(s, place):
            found.append(f"{name} is where no card lies")
        if s.turn and health(s, kit, slot) <= 0:
            found.append(f"{name} has no Health and is in the mission")
        if min(s.xp[slot], s.actions[slot], s.suppress[slot], *s.ammo[slot]) < 0:
            found.append(f"{name} has less than nothing of something")
        if s.moved[slot] > kit.n.moves:
            found.append(f"{name} has moved more than once")
        if (s.hand[slot] or s.saved[slot]) and not is_player(s, kit, slot):
            found.append(f"{name} holds cards and is no Player Soldier")
        if not 0 <= s.owner[slot] < s.seats:
            found.append(f"{name} is nobody's")
    return found


def _gear(kit: Kit, s: Sortie) -> list[str]:
    found = []
    for item in s.items:
        if item.slot >= 0 and item.space != GONE:
            found.append(f"{kit.gear_names[item.kind]} is carried and lies on the ground")
        if item.slot >= 0 and s.place[item.slot] == GONE:
            found.append(f"{kit.gear_names[item.kind]} is with somebody who has left")
        if item.slot < 0 and item.space >= 0 and s.path[item.space] == NOTHING:
            found.append(f"{kit.gear_names[item.kind]} lies where no card lies")
    for slot in living(s):
        name = kit.soldiers[s.soldier[slot]].name
        if is_player(s, kit, slot) and not s.turn and not can_carry(s, kit, slot, 0):
            found.append(f"{name} carries more than his Loadout")
        if is_squad(s, kit, slot) and (items_of(s, slot) or any(s.ammo[slot])):
            found.append(f"{name} has gear and is a Squad Soldier")
    if any(number < 0 for held in s.dropped for number in held):
        found.append("less than nothing lies on the ground")
    return found


def _path(kit: Kit, s: Sortie) -> list[str]:
    found = []
    if OBJECTIVE_CARD in s.path:
        end = objective_space(s, kit)
        laid = [space for space in range(1, end) if s.path[space] != NOTHING]
        if laid != list(range(1, len(laid) + 1)):
            found.append("the path has a gap")
        if not s.inactive and len(laid) < end - 1:
            found.append("the Objective is active, and the path does not reach it")
    if s.placed > kit.n.locations:
        found.append("more Locations were placed than one in this turn")
    return found


def _hostiles(kit: Kit, s: Sortie) -> list[str]:
    found = []
    for hostile in hostiles(s):
        row = hostile_row(s, kit, hostile)
        if active(s, kit, hostile) < 0 or s.ekia[hostile] < 0 or s.pinned[hostile] < 0:
            found.append(f"{row.title} has more counters than reticles")
        if s.ekia[hostile] >= row.reticles:
            found.append(f"{row.title} is dead and in play")
        if row.fearless and s.pinned[hostile]:
            found.append(f"{row.title} is fearless and suppressed")
        if not 0 <= s.at[hostile] < len(s.path) or s.path[s.at[hostile]] == NOTHING:
            found.append(f"{row.title} is where no card lies")
        if living(s) and s.turn and s.target[hostile] < 0:
            found.append(f"{row.title} targets nobody")
    return found


def _ends(kit: Kit, s: Sortie) -> list[str]:
    if s.outcome is not None or not s.turn:
        return []
    found = []
    if not living(s):
        found.append("play goes on with nobody left")
    if objective_met(s, kit):
        found.append("play goes on and the Objective is completed")
    if s.clock < 1:
        found.append("play goes on with no time left")
    return found
