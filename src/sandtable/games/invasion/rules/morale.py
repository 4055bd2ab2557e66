"""6.2, 8.0 to 8.7: morale, and how it ends the game at once."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.pieces import SIDE_NAMES, Kit, SideId
from sandtable.games.invasion.state import (
    COMMUNIST,
    POOL,
    RESISTANCE,
    WG,
    War,
    held,
    in_force,
    lost_zones,
    occupied,
    spaces_of,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.view import Outcome

COLLAPSED = "Resistance collapses"
DEFEATED = "Communists collapse"
BOTH = "Mutual defeat"


def shift(g: WG, key: str, communist: int = 0, resistance: int = 0) -> None:
    """Every change of morale, of one side or of both at the same moment."""
    if not communist and not resistance:
        return
    morale, n = g.s.morale, g.kit.n
    for side, change in ((COMMUNIST, communist), (RESISTANCE, resistance)):
        if change:
            before = morale[side]
            morale[side] = min(n.highest, before + change)  # rule: morale.maximum morale.index
            text, weight = "{0} morale goes from {1} to {2}.", ""
            if morale[side] == before:
                text = "{0} morale stays at {2}: it goes no higher."
            else:
                weight = "gain" if (change > 0) == (side == COMMUNIST) else "blow"
            g.tell(key, text, SIDE_NAMES[side], str(before), str(morale[side]), weight=weight)  # type: ignore[arg-type]
    sudden_death(g)


def sudden_death(g: WG) -> None:
    """A side at one or lower has lost, at once (6.2)."""
    lost = [index <= g.kit.n.lowest for index in g.s.morale]
    if lost[COMMUNIST] and lost[RESISTANCE]:
        g.tell("morale.mutual-defeat", "Both sides are at the end of their strength.", weight="blow")
        g.end(Outcome(BOTH, [lead(g.s)], rule="morale.mutual-defeat", losers=[0]))
    if lost[RESISTANCE]:
        g.tell("victory.sudden-death", "The Resistance has lost heart: you have won.", weight="gain")
        g.end(Outcome(COLLAPSED, [lead(g.s)], winner=0, rule="victory.sudden-death"))
    if lost[COMMUNIST]:
        g.tell("victory.sudden-death", "Moscow gives up the war: you have lost.", weight="blow")
        g.end(Outcome(DEFEATED, [lead(g.s)], rule="victory.sudden-death", losers=[0]))


def lead(s: War) -> int:
    """How far Communist morale is above that of the Resistance: what a game is scored by."""
    return s.morale[COMMUNIST] - s.morale[RESISTANCE]


def pay(g: WG, points: int, key: str) -> None:
    """Points are steps of the index; who pays the last but one has lost before he gets anything for it."""
    shift(g, key, communist=-points)


def check(g: WG, side: SideId, purpose: str, key: str = "morale.check") -> bool:
    """Two dice: a total up to the morale passes."""
    total = g.roll(D6, purpose, key) + g.roll(D6, purpose, key)
    passed = total <= g.s.morale[side]  # rule: morale.check
    text = "{0} Morale Check: {1} against {2}, {3}."
    said = "passed" if passed else "failed"
    g.tell(key, text, SIDE_NAMES[side], str(total), str(g.s.morale[side]), said, counts={"total": total})
    return passed


# ---- Control Check Phase ----------------------------------------------------------------------------


def counted_areas(s: War, kit: Kit) -> int:
    """Active areas whose control points count: without Communists in them and not hit by Subversion."""
    return s.active & ~s.uncounted & ~occupied(s, kit)  # rule: morale.resistance-areas border.disputed area.resistance


def control_points(s: War, kit: Kit) -> tuple[int, int]:
    """The control points of either side (8.3)."""
    ours = sum(kit.cpv[space] for space in bits(held(s, kit)))  # rule: morale.cpv
    theirs = sum(kit.cpv[space] for space in bits(lost_zones(s, kit) | counted_areas(s, kit)))
    return ours, theirs


def withdrawal(s: War, kit: Kit) -> int:
    """What National Reconciliation adds: for no Soviet division in Afghanistan, or for no Soviet unit at all."""
    units = spaces_of(s, kit, kit.is_soviet) & kit.zones
    divisions = [soviet and division for soviet, division in zip(kit.is_soviet, kit.is_division, strict=True)]
    bonus = 0
    for effect in in_force(s, kit):
        if isinstance(effect, cards.Withdrawal):  # rule: event.reconciliation
            if not units:
                bonus += effect.no_units
            elif not spaces_of(s, kit, divisions) & kit.zones:
                bonus += effect.no_divisions
    return bonus


def control_check(g: WG) -> None:
    s, kit = g.s, g.kit
    ours, theirs = control_points(s, kit)
    text = "Control points: Communists {0}, Resistance {1}."
    g.tell("year.control-check", text, str(ours), str(theirs), counts={"communist": ours, "resistance": theirs})
    s.uncounted = 0
    gains = kit.gain[ours] + withdrawal(s, kit)
    shift(g, "morale.chart", communist=gains, resistance=kit.gain[theirs])  # rule: morale.net


# ---- DRA Morale -------------------------------------------------------------------------------------


def desertion(g: WG) -> None:
    """A die for each DRA division and militia on the map."""
    s, kit = g.s, g.kit
    for unit in kit.ground:
        kind = kit.kind[unit]
        may = kit.is_dra[kind] and kit.types[kind].sort in ("division", "militia")
        if may and s.at[unit] >= 0 and g.roll(D6, "desertion", "morale.desertion") <= kit.n.desertion:
            g.tell("morale.desertion", "{0:token} in {1:space} deserts.", unit, s.at[unit], weight="blow")
            to_pool(g, unit)


def to_pool(g: WG, unit: int) -> None:
    """A Communist unit leaves the map; it would come back at full strength."""
    g.s.at[unit] = POOL  # rule: recruit.returns
    g.s.reduced &= ~(1 << unit)  # rule: recruit.full
