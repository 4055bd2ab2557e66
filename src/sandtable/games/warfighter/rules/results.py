"""18.8 to 18.12, 19: what attacks do to Hostile cards and to the targets of an Objective."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import TARGETS, HostileId, Kit, Slot, TargetId
from sandtable.games.warfighter.rows import Target
from sandtable.games.warfighter.rules.deeds import gain
from sandtable.games.warfighter.rules.ending import judge
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    SG,
    Sortie,
    active,
    hostile_row,
    hostiles_at,
    objective_space,
)


def is_objective(target: TargetId) -> bool:
    return target >= TARGETS


def target_row(s: Sortie, kit: Kit, target: TargetId) -> Target:
    return kit.objectives[s.objective].targets[target - TARGETS]


def space_of(s: Sortie, kit: Kit, target: TargetId) -> int:
    return objective_space(s, kit) if is_objective(target) else s.at[target]


def cover_needed(s: Sortie, kit: Kit, target: TargetId) -> int:
    return target_row(s, kit, target).cover if is_objective(target) else hostile_row(s, kit, target).cover


# ---- screens ----------------------------------------------------------------------------------------


def is_screened(s: Sortie, kit: Kit, target: TargetId) -> bool:
    """Whether an active Hostile card in the same Location screens it (10.6, C23, C57)."""
    if is_objective(target):
        if not kit.objectives[s.objective].screened:
            return False
        here = hostiles_at(s, objective_space(s, kit))
        return any(active(s, kit, hostile) > 0 for hostile in here)  # rule: objective.screened
    names = hostile_row(s, kit, target).screened
    if not names:
        return False
    others = [hostile for hostile in hostiles_at(s, s.at[target]) if hostile != target]
    return any(
        active(s, kit, hostile) > 0 and ("all" in names or hostile_row(s, kit, hostile).title in names)
        for hostile in others
    )  # rule: hostile.screened hostile.screen-group


# ---- Hostile cards ----------------------------------------------------------------------------------


def kill(g: SG, hostile: HostileId, kills: int, slot: Slot = NOBODY) -> None:
    """Kills on a card: free reticles first, then in place of Suppress counters (18.10, C59)."""
    s, kit = g.s, g.kit
    reticles = hostile_row(s, kit, hostile).reticles
    for _ in range(kills):
        if s.ekia[hostile] == reticles:
            break  # rule: explosion.no-spill attack.kill-spare
        s.ekia[hostile] += 1
        if s.ekia[hostile] + s.pinned[hostile] > reticles:
            s.pinned[hostile] -= 1  # rule: attack.kill-replaces
    if s.ekia[hostile] == reticles:
        eliminate(g, hostile, slot)


def suppress(g: SG, hostile: HostileId, counters: int) -> int:
    """Suppress counters on free reticles, one each; says how many were laid (18.9)."""
    s, kit = g.s, g.kit
    row = hostile_row(s, kit, hostile)
    if row.fearless:
        return 0  # rule: hostile.fearless
    free = row.reticles - s.ekia[hostile] - s.pinned[hostile]
    laid = min(counters, free)  # rule: attack.suppress-reticle attack.suppress-lost
    s.pinned[hostile] += laid
    return laid


def eliminate(g: SG, hostile: HostileId, slot: Slot = NOBODY) -> None:
    """The last of a card was killed: XP for the Soldier who did it (18.11); for nobody where none did (C04, C58)."""
    s, kit = g.s, g.kit
    value = hostile_row(s, kit, hostile).value
    g.tell("attack.final-kill", "{0:hostile} is eliminated.", hostile, weight="gain")
    if slot != NOBODY and value:
        gain(g, slot, value)
        g.tell("attack.final-kill", "{0:soldier} gains {1} XP.", slot, str(value))
    remove(s, hostile)
    judge(g)


def remove(s: Sortie, hostile: HostileId) -> None:
    """To the discards; its Targeting counter goes back into the cup (22.6)."""
    s.spent[s.hostile[hostile]] += 1
    s.at[hostile] = GONE
    back_to_cup(s, hostile)
    s.target[hostile] = NOBODY
    s.ekia[hostile] = s.pinned[hostile] = s.arrived[hostile] = 0


def back_to_cup(s: Sortie, hostile: HostileId) -> None:
    owner = s.counter[hostile]
    if owner != NOBODY and s.place[owner] != GONE:
        s.cup[owner] += 1  # rule: target.returned
    s.counter[hostile] = NOBODY


# ---- targets of the Objective -----------------------------------------------------------------------


def strike_target(g: SG, target: TargetId, kills: int) -> None:
    """Kills on a target: what one needs not is lost to the others (27.3, 27.4)."""
    s, kit = g.s, g.kit
    row, place = target_row(s, kit, target), target - TARGETS
    done = min(kills, row.kills - s.kills[place])  # rule: objective.several-targets objective.single-target
    s.kills[place] += done
    if done:
        left = row.kills - s.kills[place]
        state = f"takes {done} Kill{'' if done == 1 else 's'}" if left else "is destroyed"
        g.tell("objective.target", f"{row.name} {state}.", weight="gain")
    judge(g)


def destroyed(s: Sortie, kit: Kit, target: TargetId) -> bool:
    return s.kills[target - TARGETS] >= target_row(s, kit, target).kills
