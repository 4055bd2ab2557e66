"""Weapons: which of them count in a fight, and for how much."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.raids.frames import Battle
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.state import RG, camp_at, gear_at, leaders_at, person_fire, piece, teams_at

USED_BY_A_TEAM = 6


def use_limit(g: RG, h: HexId) -> int:
    """Six pieces for each team in the hex; no limit in a camp."""
    return 999 if camp_at(g, h) else USED_BY_A_TEAM * len(teams_at(g, h))  # rule: portage.camp-use portage.use


def armed(g: RG, h: HexId, left_out: Sequence[int] = ()) -> list[int]:
    """The weapons of a hex that may add to its attack now: not those that fired to suppress, nor those left out."""
    fired = g.s.fired  # rule: suppress.not-in-combat
    return [t for t in gear_at(g, h) if piece(g, t).fire > 0 and not fired >> t & 1 and t not in left_out]


def fighting_value(g: RG, h: HexId, left_out: Sequence[int] = (), called: Sequence[int] = ()) -> int:
    """The weapons of a hex, the best ones where there are more than its teams can use."""
    return best(g, h, [piece(g, t).fire for t in (*armed(g, h, left_out), *called)])


def best(g: RG, h: HexId, values: list[int]) -> int:
    return sum(sorted(values, reverse=True)[: use_limit(g, h)]) + policy(g).attack_bonus(g, h)


def people_value(g: RG, h: HexId) -> int:
    return sum(person_fire(g, t) for t in (*teams_at(g, h), *leaders_at(g, h)))  # rule: combat.combine


def attack_value(g: RG, h: HexId, left_out: Sequence[int] = (), called: Sequence[int] = ()) -> int:
    """Every piece in the hex: teams, leaders, weapons."""
    return people_value(g, h) + fighting_value(g, h, left_out, called)  # rule: combat.values


def battle_value(g: RG, f: Battle) -> int:
    """The same in a battle, with what each weapon is worth against this enemy."""
    weapons = (*armed(g, f.ours, f.left_out), *f.called)
    values = [policy(g).weapon_value(g, f, t) for t in weapons]
    return people_value(g, f.ours) + best(g, f.ours, values)  # rule: combat.values
