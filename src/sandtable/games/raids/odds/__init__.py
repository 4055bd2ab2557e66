"""What a risky option risks, in words and exact chances, before anybody takes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from sandtable.games.raids.frames import Battle, EnemyPhase, Escape
from sandtable.games.raids.odds.chances import (
    BattleChances,
    LossChances,
    affordable_camp_move,
    arriving,
    battle_chances,
    casualty_chances,
    stray_chance,
    stray_on_friends,
    suppression_chance,
)
from sandtable.games.raids.odds.halting import of_halt, of_leg
from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.weapons import armed, battle_value, use_limit
from sandtable.games.raids.state import (
    RG,
    enemies_at,
    field,
    gear_at,
    leaders_at,
    piece,
    teams_at,
)
from sandtable.kernel.chance import D10
from sandtable.kernel.odds import CERTAIN, NEVER, average, percent
from sandtable.kernel.options import Option
from sandtable.kernel.view import Odds
from sandtable.kernel.words import how_many

Teller = Callable[[RG, Option], Odds | None]


def odds(g: RG, option: Option, own: Mapping[str, Teller]) -> Odds | None:
    """The chances of an option that carries a risk; None for any other, and where its question does not stand. A game
    has tellers of its own for verbs of its own."""
    verb = str(option[0])
    tell = own.get(verb) or TELLERS.get(verb)
    return None if tell is None else tell(g, option)


# ---- heard ----------------------------------------------------------------------------------------


def of_standing_firm(g: RG, option: Option) -> Odds | None:
    f = g.s.stack[-1]
    if not isinstance(f, Escape):
        return None
    if not teams_at(g, f.where):
        return Odds(f"nobody comes: the {words(g).team} is gone, and its gear is lost", {"enemies come": 0.0})
    some = policy(g).some_arrive(g, f.where)
    return Odds(f"{average(arriving(g, f.where))} enemies on average", {"enemies come": float(some)})


def of_escape(g: RG, option: Option) -> Odds | None:
    """Escape always succeeds; what it costs is the gear."""
    f = g.s.stack[-1]
    if not isinstance(f, Escape):
        return None
    gear = gear_at(g, f.where)
    points = sum(piece(g, t).cost for t in gear)
    return Odds(
        f"certain; {how_many(len(gear), 'piece')} of gear worth {how_many(points, 'point')} lost if all go",
        {"escaped": 1.0},
    )


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


def of_fire(g: RG, option: Option) -> Odds | None:
    """All the fire that has been declared: several weapons may aim at one enemy."""
    f = g.s.stack[-1]
    if not isinstance(f, EnemyPhase) or not f.aims:
        return None
    near = field(g).grid.distance
    missed: dict[PieceId, Fraction] = {}
    for weapon, enemy in zip(f.aims[::2], f.aims[1::2], strict=True):
        missed[enemy] = missed.get(enemy, CERTAIN) * (CERTAIN - suppression_chance(near[g.s.at[weapon]][g.s.at[enemy]]))
    told = [f"{piece(g, enemy).name} suppressed {percent(CERTAIN - chance)}" for enemy, chance in missed.items()]
    nobody = math.prod(missed.values(), start=CERTAIN)
    return Odds("; ".join(told), {"suppressed": float(CERTAIN - nobody)})


def of_camp_move(g: RG, option: Option) -> Odds:
    return _paying_for_a_camp(min(g.s.pp, D10))


@lru_cache(maxsize=16)
def _paying_for_a_camp(points: int) -> Odds:
    chance = affordable_camp_move(points)
    chances = {"paid": float(chance), "stays": float(CERTAIN - chance)}
    return Odds(f"5.5 points on average; can be paid {percent(chance)}, else it stays", chances)


TELLERS: dict[str, Teller] = {
    "go": of_leg,
    "halt": of_halt,
    "stand": of_standing_firm,
    "escape": of_escape,
    "attack": of_attack,
    "fight": of_fight,
    "suppress": of_suppression,
    "done": of_fire,
    "move-camp": of_camp_move,
}
