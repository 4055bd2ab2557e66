"""The card of the mission on the map: what it asks for, what of it is owned and where, what is missing."""

from __future__ import annotations

from sandtable.games.raids.pieces import Kit, PieceId
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.state import BOX, RaidState
from sandtable.kernel.view import Check


def needs(kit: Kit, s: RaidState, policy: Policy) -> list[Check]:
    """A line for each piece of the set that is easiest to bring together."""
    if s.mission < 0:
        return []
    sets = kit.missions[kit.pieces[s.mission].row].needs
    best = min(sets, key=lambda rows: sum(price_of(kit, s, policy, row) for row in rows))
    return [line(kit, s, policy, row) for row in best]


def counters(kit: Kit, row: str) -> list[PieceId]:
    return [t for t in kit.gear if kit.stands_for(t) == row]


def price_of(kit: Kit, s: RaidState, policy: Policy, row: str) -> int:
    """What a piece still costs: nothing if it is owned, more than anybody has if it cannot be had."""
    there = counters(kit, row)
    if any(s.at[t] >= 0 for t in there):
        return 0
    return min((policy.price(s, kit, t) for t in there if s.at[t] == BOX), default=NOT_TO_BE_HAD)


NOT_TO_BE_HAD = 999


def line(kit: Kit, s: RaidState, policy: Policy, row: str) -> Check:
    grid, goal = kit.fields[s.map].grid, s.at[s.mission]
    name = kit.pieces[kit.by_id[row]].name
    owned = [s.at[t] for t in counters(kit, row) if s.at[t] >= 0]
    if goal in owned:
        return Check(f"{name}: at the mission", True, "mission.presence")
    if owned:
        at = ", ".join(sorted({grid.label(h) for h in owned}))
        return Check(f"{name}: owned, in {at}", True, "mission.requirements")
    price = price_of(kit, s, policy, row)
    how = f"for sale at {price}" if price < NOT_TO_BE_HAD else "not to be had"
    return Check(f"{name}: missing, {how}", False, "mission.requirements")
