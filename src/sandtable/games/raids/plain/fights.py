"""The plain player under fire: flee or stand, suppress, attack, and whom or what to give up."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.raids.frames import Battle, Casualties, EnemyPhase, EnemyUnit, Escape, FriendlyCombat, GearLoss
from sandtable.games.raids.odds.chances import battle_chances, suppression_chance
from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.plain.judgement import (
    MISSION_WORTH,
    POINT,
    danger_if_heard,
    groups,
    last_chance,
    members,
    mission_hex,
    mission_sets,
    nearest_camp,
    sails,
    set_at,
    strikes,
    team_value,
    turns,
    ways_for,
    ways_to,
    worth,
)
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.portage import allowance
from sandtable.games.raids.rules.weapons import armed, attack_value, battle_value
from sandtable.games.raids.state import RG, camps, field, gear_at, leaders_at, piece, teams_at, teams_in_play
from sandtable.kernel.options import Option

GOOD_ODDS = 0.7
"""A battle to be sought, or one that needs no fire that strays."""
LIGHT = 8
"""Up to this firepower a weapon does more by pinning an enemy down than by its value in defence."""
WORTH_A_SHOT = 0.3
WITHIN_SIGHT = 1
"""So many moves from the mission it is worth a risk to go on."""


# ---- heard ----------------------------------------------------------------------------------------


def flee_or_stand(g: RG, f: Escape) -> Option:
    """When heard: flee, unless the gear or the mission at stake outweighs what the enemy may do to us."""
    runaways = groups(g, "escape")
    if not runaways or (teams_at(g, f.where) and better_to_stand(g, f.where)):
        return ("stand",)
    return ("escape", runaways[0].head[0], refuge(g, f.where))


def refuge(g: RG, h: HexId) -> int:
    """The camp to flee to: one where the mission's gear lies, then the nearest to the mission."""
    goal = mission_hex(g)
    way = ways_to(field(g), goal if goal >= 0 else h)
    return min(camps(g), key=lambda t: (set_at(g, g.s.at[t]) is None, way[g.s.at[t]]))


def better_to_stand(g: RG, h: HexId) -> bool:
    """What is kept by standing, if all goes well as far as camp or mission, against the team that may be lost."""
    stack = [*teams_at(g, h), *leaders_at(g, h), *gear_at(g, h)]
    pace = allowance(g, stack, [], [], sails(g, stack))
    phases = turns(ways_for(g, stack, nearest_camp(g, h, stack))[h], pace)
    stake = worth(g, stack) * POINT
    if set_at(g, h) is not None:
        to_go = turns(ways_for(g, stack, mission_hex(g))[h], pace)
        if to_go <= min(phases, WITHIN_SIGHT):
            phases = to_go
            stake += MISSION_WORTH * last_chance(g)
    safe = (1 - danger_if_heard(g, h)) ** phases
    return safe * stake > (1 - safe) * team_value(g)


# ---- attacking ------------------------------------------------------------------------------------


def attack_or_not(g: RG, f: FriendlyCombat) -> Option:
    """Only at good odds, and only where the noise brings nobody new or the enemy stands in our own hex."""
    for group in groups(g, "attack"):
        h = group.head[0]
        for enemy in sorted(group.last or (), key=lambda t: piece(g, t).fire):
            if worth_the_noise(g, h, enemy) and win_chance(g, h, enemy) >= GOOD_ODDS:
                return ("attack", h, enemy)
    return ("done",)


def worth_the_noise(g: RG, h: HexId, enemy: PieceId) -> bool:
    quiet = not g.s.options.attack_reinforces_detected and all(g.s.event[t] for t in teams_at(g, h))
    return quiet or g.s.at[enemy] == h


def win_chance(g: RG, h: HexId, enemy: PieceId) -> float:
    there = g.s.at[enemy]
    battle = Battle(ours=h, enemy=enemy, attacking=1, target_hex=there, enemy_hex=there)
    theirs, penalty = piece(g, enemy).fire, policy(g).penalty(g, battle)
    return float(battle_chances(battle_value(g, battle), theirs, penalty, True).win)


def choose_weapons(g: RG, f: Battle) -> Option:
    """All that can be used, the best first; fire that strays stays out where it is not needed: it strays."""
    weapons = sorted(armed(g, f.ours, f.left_out), key=lambda t: piece(g, t).fire)
    if not groups(g, "fight"):
        return ("leave", weapons[0])
    may_leave = members(g, "leave")
    for t in weapons:
        if piece(g, t).stray and t in may_leave and not needed(g, f, t):
            return ("leave", t)
    return ("fight",)


def needed(g: RG, f: Battle, weapon: int) -> bool:
    without = battle_value(g, replace(f, left_out=[*f.left_out, weapon]))
    theirs, penalty = piece(g, f.enemy).fire, policy(g).penalty(g, f)
    return battle_chances(without, theirs, penalty, bool(f.attacking)).win < GOOD_ODDS


# ---- suppressing ----------------------------------------------------------------------------------


def aim(g: RG, f: EnemyPhase) -> Option:
    """Light weapons pin down whoever could come up to us, the nearest first, while nobody is upon us yet."""
    at, near = g.s.at, field(g).grid.distance
    for group in groups(g, "suppress"):
        weapon = group.head[0]
        away = near[at[weapon]]
        if piece(g, weapon).fire > LIGHT or any(away[at[t]] <= 1 for t in g.s.hunters):
            continue
        coming = [
            t
            for t in g.s.hunters
            if t not in f.aims[1::2] and strikes(field(g), at[weapon], away[at[t]], piece(g, t).move)
        ]
        target = min(coming, key=lambda t: (away[at[t]], -piece(g, t).fire), default=-1)
        if target >= 0 and suppression_chance(away[at[target]]) >= WORTH_A_SHOT:
            return ("suppress", weapon, target)
    return ("done",)


# ---- what is left to us of the enemy's choices ----------------------------------------------------


def enemy_in_order(g: RG, f: EnemyPhase) -> Option:
    return ("rest",)


def enemy_goal(g: RG, f: EnemyUnit) -> Option:
    """Towards whoever of us stands strongest, and against him first."""
    return ("toward", strongest(g, members(g, "toward")))


def enemy_prey(g: RG, f: EnemyUnit) -> Option:
    return ("against", strongest(g, members(g, "against")))


def strongest(g: RG, hexes: list[int]) -> int:
    return max(hexes, key=lambda h: attack_value(g, h) - field(g).penalty[h])


def enemy_step(g: RG, f: EnemyUnit) -> Option:
    """By the way that keeps it farther from all our teams."""
    teams, far = [g.s.at[t] for t in teams_in_play(g)], field(g).grid.distance
    return ("enters", max(members(g, "enters"), key=lambda h: sum(far[h][team] for team in teams)))


# ---- giving up ------------------------------------------------------------------------------------


def who_suffers(g: RG, f: Casualties) -> Option:
    """An unhurt team before one that would be lost, the louder before the quieter."""
    return ("suffer", min(members(g, "suffer"), key=lambda t: (g.s.marker[t] >= 0, -piece(g, t).noise)))


def which_leader(g: RG, f: Casualties) -> Option:
    """One who can be hired again."""
    return ("kill", max(members(g, "kill"), key=lambda t: piece(g, t).cost))


def which_gear(g: RG, f: GearLoss) -> Option:
    """What the mission does not need, and of that the cheapest."""
    needs = {row for rows in mission_sets(g, g.s.mission) for row in rows}
    return ("lose", min(members(g, "lose"), key=lambda t: (g.kit.stands_for(t) in needs, piece(g, t).cost)))
