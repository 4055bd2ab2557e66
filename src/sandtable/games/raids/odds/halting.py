"""What the end of a move risks: being heard, wherever somebody halts in it, those dropped off on the way among them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from sandtable.games.raids.frames import Move
from sandtable.games.raids.odds.chances import arriving, detection_chance
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.missions import ready_for_mission
from sandtable.games.raids.rules.noise import noise_level
from sandtable.games.raids.state import (
    DONE,
    PLAYER,
    RG,
    any_team,
    camp_at,
    enemies_at,
    field,
    person_noise,
    teams_at,
)
from sandtable.kernel.odds import CERTAIN, average, percent
from sandtable.kernel.options import Option
from sandtable.kernel.view import SPACE, Odds


class Heard(Struct, frozen=True):
    """How likely the teams that halted in one hex are heard."""

    where: HexId
    chance: Fraction
    alarmed: Fraction
    """The same once the mission has been accomplished before it comes to that: it may have alerted the enemy."""


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
    """The whole move, if the stack ends it in this hex: whoever was dropped off on the way has halted, too."""
    halts = halts_with(g, f, h, hexes)
    mission = mission_chance(g, f, h, [where for where, _ in halts])
    risks = [risk for where, come in halts if (risk := heard_in(g, f, h, where, come, how, mission)) is not None]
    if not risks:
        moved = any(come for _, come in halts)
        text = f"safe: {words(g).home}" if moved else f"silent: no {words(g).team} moves"
        return Odds(text, {"heard": 0.0})
    heard = any_of([risk.chance for risk in risks])
    if mission is not None:
        heard = either(mission, any_of([risk.alarmed for risk in risks]), heard)
    chances = {"heard": float(heard)}
    text = "; ".join([_told(g, risk, mission, len(risks) > 1 or risk.where != h) for risk in risks])
    if mission is None:
        return Odds(text, chances)
    first = "the mission first" if mission == CERTAIN else f"the mission {percent(mission)}"
    return Odds(f"{first}; {text}", {**chances, "mission": float(mission)})


def halts_with(g: RG, f: Move, h: HexId, hexes: int) -> list[tuple[HexId, int]]:
    """Where somebody has halted once the stack halts here, in order, and how far the teams there had come."""
    come = hexes if any_team(g, f.stack) else 0
    if not f.halts:
        return [(h, come)]
    halts = dict(zip(f.halts[::2], f.halts[1::2], strict=True))
    halts[h] = max(halts.get(h, 0), come)
    return list(halts.items())


def heard_in(g: RG, f: Move, h: HexId, where: HexId, come: int, how: str, mission: Fraction | None) -> Heard | None:
    """What those risk who have halted in one of the hexes of a move that ends in `h`; None if it is nothing."""
    if not come or camp_at(g, where):
        return None
    if where == h:
        level = halting_noise(g, f, h, come == 1, how)
    else:
        level = noise_level(g if where != f.here else gone_to(g, f, h), where, come == 1)
    alert = alertness(g) if mission and _settled_before(f, where, g.s.at[g.s.mission]) else 0
    return Heard(where, detection_chance(level), detection_chance(level + alert))


def halting_noise(g: RG, f: Move, h: HexId, stealthy: bool, how: str = "halt") -> int:
    """The noise level of a hex once the stack is in it: those who come and those who are there."""
    at, noise, gear = g.s.at, g.kit.noise, g.kit.is_gear
    ground = policy(g).halting_noise(g, f, h, how)
    total = (min(ground, 0) if stealthy else ground) + policy(g).noise_extra(g)  # rule: noise.stealth
    there = [t for t in g.kit.mobile if at[t] == h and t not in f.stack] if h in at else []
    return total + sum([noise[t] if gear[t] else person_noise(g, t) for t in (*f.stack, *there)])


def gone_to(g: RG, f: Move, h: HexId) -> RG:
    """The same game once the stack has gone to a hex."""
    there = g.clone()
    for t in f.stack:
        there.s.at[t] = h
    return there


def mission_chance(g: RG, f: Move, h: HexId, halts: list[HexId]) -> Fraction | None:
    """How likely the move accomplishes the mission, by a halt in one of these hexes; None if it cannot."""
    s = g.s
    if s.mission < 0 or s.at[s.mission] not in halts:
        return None
    there = gone_to(g, f, h)
    return policy(g).mission_chance(there, s.at[s.mission]) if ready_for_mission(there) else None


def alertness(g: RG) -> int:
    """How much louder everybody is in the enemy's ears once the mission has been accomplished."""
    done = g.clone()
    done.s.at[g.s.mission] = DONE
    return policy(g).noise_extra(done) - policy(g).noise_extra(g)


def _settled_before(f: Move, where: HexId, mission: HexId) -> bool:
    """Whether a halt at the mission is settled before the noise in a hex is: hexes are, in the order of halting."""
    order = f.halts[::2]
    return where not in order or (mission in order and order.index(mission) <= order.index(where))


def any_of(chances: Sequence[Fraction]) -> Fraction:
    """That one of these comes true, at least."""
    if len(chances) == 1:
        return chances[0]
    return CERTAIN - math.prod([CERTAIN - chance for chance in chances], start=CERTAIN)


def either(chance: Fraction, then: Fraction, otherwise: Fraction) -> Fraction:
    return chance * then + (CERTAIN - chance) * otherwise


def _told(g: RG, risk: Heard, mission: Fraction | None, elsewhere: bool) -> str:
    chance = risk.chance if mission is None else either(mission, risk.alarmed, risk.chance)
    where = f" in {g.game.name(g.s, PLAYER, SPACE, risk.where)}" if elsewhere else ""
    return f"heard {percent(chance)}{where}, then {average(arriving(g, risk.where))} enemies on average"
