"""What a risky option risks, in words and exact chances, before anybody takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from sandtable.games.raids.frames import Battle, Escape, Move
from sandtable.games.raids.odds.chances import (
    BattleChances,
    LossChances,
    affordable_camp_move,
    battle_chances,
    casualty_chances,
    detection_chance,
    expected_arrivals,
    stray_chance,
    stray_on_friends,
    suppression_chance,
)
from sandtable.games.raids.pieces import GEAR, TEAM, HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.missions import ready_for_mission
from sandtable.games.raids.rules.weapons import armed, battle_value, use_limit
from sandtable.games.raids.state import (
    RG,
    camp_at,
    enemies_at,
    field,
    gear_at,
    leaders_at,
    person_noise,
    piece,
    teams_at,
)
from sandtable.kernel.odds import CERTAIN, NEVER, average, percent
from sandtable.kernel.options import Option
from sandtable.kernel.view import Odds

Teller = Callable[[RG, Option], Odds | None]


def odds(g: RG, option: Option, own: Mapping[str, Teller]) -> Odds | None:
    """The chances of an option that carries a risk; None for any other, and where its question does not stand. A game
    has tellers of its own for verbs of its own."""
    verb = str(option[0])
    tell = own.get(verb) or TELLERS.get(verb)
    return None if tell is None else tell(g, option)


# ---- moving and being heard -----------------------------------------------------------------------


def of_leg(g: RG, option: Option) -> Odds | None:
    """Going to a hex, if the whole stack halts there."""
    f = g.s.stack[-1]
    if not isinstance(f, Move):
        return None
    h = int(option[1])
    risk = of_halt_in(g, f, h, f.hexes + field(g).grid.distance[f.here][h])
    lost = left_to_the_enemy(g, f)
    return Odds(f"pieces left to the enemy: {lost}; {risk.text}", risk.chances) if lost else risk


def left_to_the_enemy(g: RG, f: Move) -> int:
    """How many pieces are lost with the hex that the stack leaves: its last team goes, and an enemy stays."""
    if not enemies_at(g, f.here) or any(t not in f.stack for t in teams_at(g, f.here)):
        return 0
    return sum(1 for t in g.kit.friends if g.s.at[t] == f.here and t not in f.stack)


def of_halt(g: RG, option: Option) -> Odds | None:
    """Ending the move here, by this answer."""
    f = g.s.stack[-1]
    return of_halt_in(g, f, f.here, f.hexes, str(option[0])) if isinstance(f, Move) and f.hexes else None


def of_halt_in(g: RG, f: Move, h: HexId, hexes: int, how: str = "halt") -> Odds:
    pieces = g.kit.pieces
    if not any(pieces[t].kind == TEAM for t in f.stack):
        return Odds(f"silent: no {words(g).team} moves", {"heard": 0.0})
    if camp_at(g, h):
        return Odds(f"safe: {words(g).home}", {"heard": 0.0})
    level = halting_noise(g, f, h, hexes == 1, how)
    chance = detection_chance(level)
    enemies = arriving(g, h)
    text = f"heard {percent(chance)}, then {average(enemies)} enemies on average"
    mission = mission_chance(g, f, h)
    if mission is None:
        return Odds(text, {"heard": float(chance)})
    first = "the mission first" if mission == CERTAIN else f"the mission {percent(mission)}"
    return Odds(f"{first}; {text}", {"heard": float(chance), "mission": float(mission)})


def halting_noise(g: RG, f: Move, h: HexId, stealthy: bool, how: str = "halt") -> int:
    """The noise level of a hex once the stack is in it: those who come and those who are there."""
    at, pieces = g.s.at, g.kit.pieces
    ground = policy(g).halting_noise(g, f, h, how)
    total = (min(ground, 0) if stealthy else ground) + policy(g).noise_extra(g)  # rule: noise.stealth
    for t in (*f.stack, *(t for t in g.kit.mobile if at[t] == h and t not in f.stack)):
        p = pieces[t]
        total += p.noise if p.kind == GEAR else person_noise(g, t)
    return total


def mission_chance(g: RG, f: Move, h: HexId) -> Fraction | None:
    """How likely a halt in this hex accomplishes the mission; None if it cannot."""
    s = g.s
    if s.mission < 0 or s.at[s.mission] != h:
        return None
    there = g.clone()
    for t in f.stack:
        there.s.at[t] = h
    if not ready_for_mission(there):
        return None
    return policy(g).mission_chance(there, h)


# ---- heard ----------------------------------------------------------------------------------------


def of_standing_firm(g: RG, option: Option) -> Odds | None:
    f = g.s.stack[-1]
    if not isinstance(f, Escape):
        return None
    some = policy(g).some_arrive(g, f.where)
    return Odds(f"{average(arriving(g, f.where))} enemies on average", {"enemies come": float(some)})


def arriving(g: RG, h: HexId) -> Fraction:
    """How many enemies come to a hex on average: those who can be where they land."""
    return expected_arrivals(len(g.s.enemy_cup)) * policy(g).arrives(g, h)


def of_escape(g: RG, option: Option) -> Odds | None:
    """Escape always succeeds; what it costs is the gear."""
    f = g.s.stack[-1]
    if not isinstance(f, Escape):
        return None
    gear = gear_at(g, f.where)
    points = sum(piece(g, t).cost for t in gear)
    return Odds(f"certain; {len(gear)} pieces of gear worth {points} points are lost if all go", {"escaped": 1.0})


# ---- battles --------------------------------------------------------------------------------------


def of_attack(g: RG, option: Option) -> Odds:
    """An attack with the best weapons that the hex can use."""
    h, enemy = int(option[1]), int(option[2])
    weapons = sorted(armed(g, h), key=lambda t: piece(g, t).fire, reverse=True)[: use_limit(g, h)]
    there = g.s.at[enemy]
    battle = Battle(ours=h, enemy=enemy, attacking=1, target_hex=there, enemy_hex=there)
    chances = battle_chances(battle_value(g, battle), piece(g, enemy).fire, policy(g).penalty(g, battle), True)
    losses = battle_losses(g, h, enemy, there, chances, weapons)
    return _told(g, h, chances, losses, _stray(g, there, weapons), _reinforced(g, h))


def of_fight(g: RG, option: Option) -> Odds | None:
    """The battle that stands, with the weapons chosen."""
    f = g.s.stack[-1]
    if not isinstance(f, Battle):
        return None
    weapons = (*armed(g, f.ours, f.left_out), *f.called)
    attacking = bool(f.attacking)
    chances = battle_chances(battle_value(g, f), piece(g, f.enemy).fire, policy(g).penalty(g, f), attacking)
    losses = battle_losses(g, f.ours, f.enemy, f.enemy_hex, chances, weapons)
    more = _reinforced(g, f.ours) if attacking else NEVER
    return _told(g, f.ours, chances, losses, _stray(g, f.enemy_hex, weapons), more)


def battle_losses(
    g: RG, h: HexId, enemy: PieceId, enemy_hex: HexId, chances: BattleChances, weapons: Sequence[int] = ()
) -> LossChances:
    """What a battle costs our hex, leaders left alone with an enemy and our own stray hits included."""
    one = casualty_chances(g, h)
    lost = one.after(chances.hurt)
    if len(teams_at(g, h)) == 1 and leaders_at(g, h):
        sharing = enemies_at(g, h)
        alone = (chances.lose if sharing else NEVER) + (chances.tie if sharing not in ([], [enemy]) else NEVER)
        lost = LossChances(lost.team, lost.leader + one.team * alone, lost.gear)
    if not any(piece(g, t).stray for t in weapons):
        return lost
    stray = stray_chance(g, enemy_hex, h)
    missed = CERTAIN - stray
    leaders = stray if leaders_at(g, h) else NEVER
    return LossChances(
        team=stray + missed * lost.team,
        leader=leaders + (CERTAIN - leaders) * lost.leader,
        gear=stray * len(gear_at(g, h)) + missed * lost.gear,
    )


def _stray(g: RG, enemy_hex: HexId, weapons: Sequence[int]) -> Fraction:
    return stray_on_friends(g, enemy_hex) if any(piece(g, t).stray for t in weapons) else NEVER


def _reinforced(g: RG, h: HexId) -> Fraction:
    """How many enemies an attack brings on average, if a team is left."""
    fresh = any(not g.s.event[t] for t in teams_at(g, h))
    return arriving(g, h) if fresh or g.s.options.attack_reinforces_detected else NEVER


def _told(g: RG, h: HexId, chances: BattleChances, losses: LossChances, stray: Fraction, more: Fraction) -> Odds:
    parts = [f"win {percent(chances.win)}, tie {percent(chances.tie)}, lose {percent(chances.lose)}"]
    told = {"win": chances.win, "tie": chances.tie, "lose": chances.lose, f"{words(g).team} eliminated": losses.team}
    parts.append(f"a {words(g).team} eliminated {percent(losses.team)}")
    if losses.leader:
        told["leader killed"] = losses.leader
    if losses.gear:
        parts.append(f"{average(losses.gear)} pieces of gear lost on average")
    if stray:
        told["stray hit on our own"] = stray
        parts.append(f"a stray hit on our own {percent(stray)}")
    if more:
        parts.append(f"then {average(more)} more enemies")
    return Odds("; ".join(parts), {what: float(chance) for what, chance in told.items()})


# ---- suppression, camps ---------------------------------------------------------------------------


def of_suppression(g: RG, option: Option) -> Odds:
    weapon, enemy = int(option[1]), int(option[2])
    chance = suppression_chance(field(g).grid.distance[g.s.at[weapon]][g.s.at[enemy]])
    return Odds(f"suppressed {percent(chance)}", {"suppressed": float(chance)})


def of_camp_move(g: RG, option: Option) -> Odds:
    chance = affordable_camp_move(g.s.pp)
    return Odds(f"5.5 points on average; can be paid {percent(chance)}", {"paid": float(chance)})


TELLERS: dict[str, Teller] = {
    "go": of_leg,
    "halt": of_halt,
    "stand": of_standing_firm,
    "escape": of_escape,
    "attack": of_attack,
    "fight": of_fight,
    "suppress": of_suppression,
    "move-camp": of_camp_move,
}
