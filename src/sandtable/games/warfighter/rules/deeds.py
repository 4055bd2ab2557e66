"""2.2 and 12: Actions: how many a Soldier has, and what uses them up."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import Kit, Slot
from sandtable.games.warfighter.state import SG, Sortie, living


def can_act(s: Sortie, kit: Kit, slot: Slot, actions: int = 1) -> bool:
    """Whether a Soldier may spend Actions on something else than to remove Suppress (C31)."""
    return s.actions[slot] >= actions and not s.suppress[slot]  # rule: soldier.suppressed


def spend(g: SG, slot: Slot, actions: int, key: str) -> None:
    """Uses Actions up; and gear may be passed on anew (C77)."""
    if actions:
        g.s.actions[slot] -= actions  # rule: turn.actions
    costly(g.s)


def costly(s: Sortie) -> None:
    """Something was done that costs: an Action, a card, XP, a die. Now gear may change hands again (C77)."""
    for slot in range(len(s.passed)):
        if s.passed[slot]:
            s.passed[slot] = []  # rule: gear.no-endless-passing


def gain(g: SG, slot: Slot, points: int) -> None:
    g.s.xp[slot] += points


def all_xp(s: Sortie) -> int:
    """The XP of the team: any Soldier may contribute."""
    return sum(s.xp[slot] for slot in living(s))
