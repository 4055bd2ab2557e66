"""The plain player under fire: flee or stand, suppress, attack, and whom or what to give up."""

from __future__ import annotations

from sandtable.games.raids.chances import battle_chances, suppression_chance
from sandtable.games.raids.frames import Battle, Casualties, EnemyPhase, EnemyUnit, Escape, FriendlyCombat, GearLoss
from sandtable.games.raids.judgement import (
    POINT,
    danger_if_heard,
    mission_hex,
    mission_sets,
    nearest_camp,
    set_at,
    sets_on_map,
    strikes,
    team_value,
    turns,
    ways_to,
    worth,
)
from sandtable.games.raids.plain_moves import MISSION_WORTH
from sandtable.games.raids.portage import allowance
from sandtable.games.raids.state import RG, camps, gear_at, leaders_at, piece, teams_at, teams_in_play
from sandtable.games.raids.weapons import armed, attack_value
from sandtable.kernel.options import Group, Option

GOOD_ODDS = 0.7
LIGHT_WEAPON = 8
"""Up to this firepower a weapon does more by pinning an enemy down than by its value in defence."""
WORTH_A_SHOT = 0.3
WITHIN_SIGHT = 1
"""So many moves from the mission it is worth a risk to go on."""


def groups(g: RG, verb: str) -> list[Group]:
    assert g.ask is not None
    return [group for group in g.ask.groups if group.verb == verb]


# ---- heard ----------------------------------------------------------------------------------------


def flee_or_stand(g: RG, f: Escape) -> Option:
    """When heard: flee, unless the gear or the mission at stake outweighs what the enemy may do to us."""
    runaways = groups(g, "escape")
    if not runaways or (teams_at(g, f.where) and better_to_stand(g, f.where)):
        return ("stand",)
    home = refuge(g, f.where)
    return ("escape", runaways[0].head[0], home)


def refuge(g: RG, h: int) -> int:
    """The camp to flee to: one where the mission's gear lies, then the one nearest to the mission."""
    goal = mission_hex(g)
    way = ways_to(g.kit, goal if goal >= 0 else h)
    return min(camps(g), key=lambda t: (set_at(g, g.s.at[t]) is None, way[g.s.at[t]]))


def better_to_stand(g: RG, h: int) -> bool:
    """What is kept by standing, if all goes well until camp or mission, against the team that may be lost."""
    stack = [*teams_at(g, h), *leaders_at(g, h), *gear_at(g, h)]
    pace = allowance(g, stack, [], [], False)
    goal, home = mission_hex(g), nearest_camp(g, h)
    phases = turns(ways_to(g.kit, home)[h], pace)
    stake = worth(g, stack) * POINT
    if goal >= 0 and set_at(g, h) is not None:
        to_go = turns(ways_to(g.kit, goal)[h], pace)
        if to_go <= min(phases, WITHIN_SIGHT):
            phases = to_go
            stake += MISSION_WORTH * 0.5 ** (sets_on_map(g) - 1)
    safe = (1 - danger_if_heard(g, h)) ** phases
    return safe * stake > (1 - safe) * team_value(g)


# ---- attacking ------------------------------------------------------------------------------------


def attack_or_not(g: RG, f: FriendlyCombat) -> Option:
    """Only at good odds, and only where the noise brings nobody new or the enemy stands in our own hex."""
    for group in groups(g, "attack"):
        h = group.head[0]
        if not worth_the_noise(g, h):
            continue
        for enemy in sorted(group.last or (), key=lambda t: piece(g, t).fire):
            there = g.s.at[enemy]
            if battle_chances(attack_value(g, h), piece(g, enemy).fire, g.kit.penalty[there], True).win >= GOOD_ODDS:
                return ("attack", h, enemy)
    return ("done",)


def worth_the_noise(g: RG, h: int) -> bool:
    detected = all(g.s.event[t] for t in teams_at(g, h))
    return (detected and not g.s.options.attack_reinforces_detected) or any(g.s.at[t] == h for t in g.s.hunters)


def choose_weapons(g: RG, f: Battle) -> Option:
    """All that helps; air support stays out where it could hit ourselves and is not needed."""
    weapons = sorted(armed(g, f.ours, f.left_out), key=lambda t: piece(g, t).fire)
    leaving, fighting = groups(g, "leave"), groups(g, "fight")
    if not fighting:
        return ("leave", weapons[0])
    for t in weapons:
        if leaving and piece(g, t).air and not needed(g, f, t):
            return ("leave", t)
    return ("fight",)


def needed(g: RG, f: Battle, weapon: int) -> bool:
    without = attack_value(g, f.ours, [*f.left_out, weapon], f.called)
    enemy, penalty = piece(g, f.enemy).fire, g.kit.penalty[f.target_hex]
    return battle_chances(without, enemy, penalty, bool(f.attacking)).win < GOOD_ODDS


# ---- suppressing ----------------------------------------------------------------------------------


def aim(g: RG, f: EnemyPhase) -> Option:
    """Light weapons pin down whoever could come up to us, the nearest first, while nobody is upon us yet."""
    near = g.kit.grid.distance
    for group in groups(g, "suppress"):
        weapon = group.head[0]
        h = g.s.at[weapon]
        if piece(g, weapon).fire > LIGHT_WEAPON or any(near[h][g.s.at[t]] <= 1 for t in g.s.hunters):
            continue
        free = [t for t in g.s.hunters if t not in f.aims[1::2]]
        coming = [t for t in free if strikes(g.kit, h, near[h][g.s.at[t]], piece(g, t).move)]
        target = min(coming, key=lambda t: (near[h][g.s.at[t]], -piece(g, t).fire), default=-1)
        if target >= 0 and suppression_chance(near[h][g.s.at[target]]) >= WORTH_A_SHOT:
            return ("suppress", weapon, target)
    return ("done",)


def next_enemy(g: RG, f: EnemyPhase) -> Option:
    return ("rest",)


def enemy_goal(g: RG, f: EnemyUnit) -> Option:
    """Towards, and against, whoever of us stands strongest."""
    return strongest(g, groups(g, "toward"))


def enemy_step(g: RG, f: EnemyUnit) -> Option:
    """By the way that keeps it farther from all our other teams."""
    ways = groups(g, "enters")[0].last or ()
    others = [g.s.at[t] for t in teams_in_play(g)]
    far = g.kit.grid.distance
    return ("enters", max(ways, key=lambda h: sum(far[h][other] for other in others)))


def enemy_prey(g: RG, f: EnemyUnit) -> Option:
    return strongest(g, groups(g, "against"))


def strongest(g: RG, offered: list[Group]) -> Option:
    hexes = offered[0].last or ()
    return (offered[0].verb, max(hexes, key=lambda h: attack_value(g, h) - g.kit.penalty[h]))


# ---- giving up ------------------------------------------------------------------------------------


def who_suffers(g: RG, f: Casualties) -> Option:
    """An unhurt team before one that would be lost, the louder before the quieter."""
    teams = groups(g, "suffer")[0].last or ()
    return ("suffer", min(teams, key=lambda t: (g.s.marker[t] >= 0, -piece(g, t).noise)))


def which_leader(g: RG, f: Casualties) -> Option:
    leaders = groups(g, "kill")[0].last or ()
    return ("kill", min(leaders, key=lambda t: -piece(g, t).cost))


def which_gear(g: RG, f: GearLoss) -> Option:
    """What the mission does not need, and of that the cheapest."""
    needs = {row for rows in mission_sets(g, g.s.mission) for row in rows} if g.s.mission >= 0 else set()
    gear = groups(g, "lose")[0].last or ()
    return ("lose", min(gear, key=lambda t: (g.kit.stands_for(t) in needs, piece(g, t).cost)))
