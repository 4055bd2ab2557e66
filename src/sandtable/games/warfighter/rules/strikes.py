"""24: Hostile attacks: their dice, their charts, what they do to Soldiers."""

from __future__ import annotations

from sandtable.games.warfighter.frames import HostileAttack
from sandtable.games.warfighter.pieces import HostileId, Kit, Slot, ThreatId
from sandtable.games.warfighter.rows import Line
from sandtable.games.warfighter.rules.ending import judge
from sandtable.games.warfighter.rules.results import remove
from sandtable.games.warfighter.rules.wounds import suppress_soldier, wound
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    SG,
    Sortie,
    active,
    cover_of,
    health,
    hostile_row,
    in_reach,
    soldiers_at,
)
from sandtable.kernel.chance import D6, D10
from sandtable.kernel.flow import NEXT, Next

NO_EFFECT, SUPPRESSED, WOUNDED, KILLED = range(4)


def line_of(s: Sortie, kit: Kit, hostile: HostileId, die: int) -> Line:
    """The line of its chart, in the column of the Hostiles that are active (24.1, 24.2)."""
    return line_for(kit, s.hostile[hostile], active(s, kit, hostile), die)


def line_for(kit: Kit, threat: ThreatId, left: int, die: int) -> Line:
    column = next(c for c in kit.columns(threat) if c.least <= left <= c.most)  # rule: hostile.column
    return next(line for line in column.lines if die <= line.upto)


def can_attack(s: Sortie, kit: Kit, hostile: HostileId) -> bool:
    """It has a chart, somebody active, and its target in range (23.4)."""
    row = hostile_row(s, kit, hostile)
    if s.at[hostile] == GONE or row.chart is None or active(s, kit, hostile) <= 0:
        return False  # rule: hostile.suppressed hostile.hinders
    return in_reach(s, kit, hostile)  # rule: hostile.range


def roll(g: SG, f: HostileAttack) -> Next:
    """Both dice at the same time."""
    s, kit = g.s, g.kit
    if not can_attack(s, kit, f.hostile):
        g.leave()
        return NEXT
    target = s.target[f.hostile]
    g.tell("hostile.attack", "{0:hostile} attacks {1:soldier}.", f.hostile, target)
    f.die = g.roll(D10, "hostile-attack", "hostile.attack")
    f.cover = g.roll(D6, "hostile-cover", "hostile.attack")
    line = line_of(s, kit, f.hostile, f.die)
    f.victims = soldiers_at(s, s.at[f.hostile]) if line.everybody else [target]  # rule: hostile.all
    f.saved, f.passed, f.absorbed, f.cancelled, f.answer = 0, 0, [], False, []
    return NEXT


def outcome(s: Sortie, kit: Kit, f: HostileAttack, slot: Slot) -> int:
    """What would befall a victim as things stand (24.3)."""
    if f.cancelled or f.saved >> slot & 1:
        return NO_EFFECT
    line = line_of(s, kit, f.hostile, f.die)
    hit = line.kill or line.wounds > 0
    through = f.cover >= cover_of(s, kit, slot)  # rule: hostile.defeat-cover
    if hit and through:
        if line.kill:
            return KILLED
        return WOUNDED if points(s, kit, f, slot) > 0 else NO_EFFECT  # rule: hostile.wounds
    return SUPPRESSED if hit or through else NO_EFFECT  # rule: hostile.suppress hostile.miss


def points(s: Sortie, kit: Kit, f: HostileAttack, slot: Slot) -> int:
    """The Wounds that are left when something has taken its part."""
    taken = sum(n for who, n in zip(f.absorbed[::2], f.absorbed[1::2], strict=True) if who == slot)
    return line_of(s, kit, f.hostile, f.die).wounds - taken


def strike(g: SG, f: HostileAttack) -> None:
    """The attack does what nobody has kept it from; then perhaps Again, or it destroys itself (C52, C53)."""
    s, kit = g.s, g.kit
    line = line_of(s, kit, f.hostile, f.die)
    if f.cancelled:
        g.tell("react.cancel", "The attack has no effect.")
        g.leave()
        return
    befalls = [(slot, outcome(s, kit, f, slot), points(s, kit, f, slot)) for slot in f.victims]
    struck = any(what in (WOUNDED, KILLED) for _, what, _ in befalls)
    doomed = line.destroy or line.discard
    again = line.again and struck
    g.leave()
    if again:
        g.call(HostileAttack(hostile=f.hostile))  # rule: hostile.again
    if not any(what != NO_EFFECT for _, what, _ in befalls):
        g.tell("hostile.miss", "Nobody is hurt.")
    for slot, what, _ in befalls:
        if what == SUPPRESSED:
            suppress_soldier(g, slot)
    if doomed:
        g.tell("hostile.destroy", "{0:hostile} is gone.", f.hostile)
        remove(s, f.hostile)  # rule: hostile.destroy
        s.target[f.hostile] = NOBODY
    for slot, what, wounds in befalls:
        if what == WOUNDED:
            wound(g, slot, wounds, "hostile.wounds")
        elif what == KILLED:
            wound(g, slot, health(s, kit, slot), "hostile.kill")
    if doomed:
        judge(g)
