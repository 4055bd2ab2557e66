"""22: Targeting counters: whom a Hostile card attacks, turn after turn."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import HostileId, Slot
from sandtable.games.warfighter.rules.results import back_to_cup
from sandtable.games.warfighter.state import GONE, NOBODY, SG, living


def fill_cup(g: SG) -> None:
    """Four counters of each Soldier (22.1)."""
    s = g.s
    for slot in living(s):
        s.cup[slot] = g.kit.n.targeting  # rule: setup.cup


def draw_target(g: SG, hostile: HostileId) -> None:
    """A counter from the cup says whom a card attacks; from an empty cup a living Soldier by chance (C27)."""
    s = g.s
    back_to_cup(s, hostile)
    pool = [slot for slot in living(s) for _ in range(s.cup[slot])]
    if pool:
        slot = g.draw(pool, "target", "target.draw")
        s.cup[slot] -= 1
        s.counter[hostile] = slot
    elif living(s):
        slot = g.draw(living(s), "target", "target.empty-cup")
    else:
        slot = NOBODY
    s.target[hostile] = slot
    if slot != NOBODY:
        g.tell("target.draw", "{0:hostile} targets {1:soldier}.", hostile, slot)


def lose_target(g: SG, slot: Slot) -> None:
    """A Soldier left: his counters leave the cup, and the cards that were after him draw anew (22.5, C66)."""
    s = g.s
    s.cup[slot] = 0
    hunting = [hostile for hostile, at in enumerate(s.at) if at != GONE and s.target[hostile] == slot]
    for hostile in hunting:
        s.counter[hostile] = NOBODY
    for hostile in hunting:
        draw_target(g, hostile)  # rule: target.redraw
