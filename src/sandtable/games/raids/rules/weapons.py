"""Which weapons count in a fight (9.0, 9.3, 13.0-2, 15.0, 18.1)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.state import RG, camp_at, gear_at, leaders_at, person_fire, piece, teams_at

USED_BY_A_TEAM = 6


def use_limit(g: RG, h: HexId) -> int:
    """Six pieces for each team in the hex (9.0, 9.1); no limit in a camp (9.3)."""
    return 999 if camp_at(g, h) else USED_BY_A_TEAM * len(teams_at(g, h))  # rule: portage.camp-use portage.use


def armed(g: RG, h: HexId, left_out: Sequence[int] = ()) -> list[int]:
    """The weapons of a hex that may add to its attack now: not those that fired to suppress, nor those left out."""
    fired = g.s.fired  # rule: suppress.not-in-combat
    return [t for t in gear_at(g, h) if piece(g, t).fire > 0 and not fired >> t & 1 and t not in left_out]


def burdens(g: RG, h: HexId) -> list[int]:
    """Helicopters that take away from the attack: they always count (13.0-2)."""
    return [t for t in gear_at(g, h) if piece(g, t).fire < 0]  # rule: combat.helicopter


def fighting_value(g: RG, h: HexId, left_out: Sequence[int] = (), called: Sequence[int] = ()) -> int:
    """The weapons of a hex, the best ones where there are more than its teams can use."""
    values = sorted((piece(g, t).fire for t in (*armed(g, h, left_out), *called)), reverse=True)
    return sum(values[: use_limit(g, h)]) + sum(piece(g, t).fire for t in burdens(g, h))


def attack_value(g: RG, h: HexId, left_out: Sequence[int] = (), called: Sequence[int] = ()) -> int:
    """Every piece in the hex (13.0-2): teams, leaders, weapons."""
    people = sum(person_fire(g, t) for t in (*teams_at(g, h), *leaders_at(g, h)))  # rule: combat.combine
    return people + fighting_value(g, h, left_out, called)  # rule: combat.values


def callable_weapons(g: RG, h: HexId, called: Sequence[int]) -> list[int]:
    """With a radio in the hex, indirect weapons that lie in a camp elsewhere (18.1)."""
    if not g.s.options.indirect_fire or not any(g.kit.stands_for(t) == "radio" for t in gear_at(g, h)):
        return []
    homes = {g.s.at[t] for t in g.kit.camps if g.s.at[t] >= 0}
    return [
        t
        for t in g.kit.gear
        if piece(g, t).indirect and g.s.at[t] in homes and g.s.at[t] != h and t not in called and not g.s.fired >> t & 1
    ]
