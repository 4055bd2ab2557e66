"""The plain player of Kandahar: that of the series, with advice for second tries and first aid."""

from __future__ import annotations

from sandtable.games.kandahar.odds import misadventure_chance
from sandtable.games.raids.frames import FriendlyMovement
from sandtable.games.raids.plain import moves
from sandtable.games.raids.plain import plain as rules_of_thumb
from sandtable.games.raids.plain.judgement import groups, mission_hex, mission_sets
from sandtable.games.raids.rules.weapons import attack_value
from sandtable.games.raids.state import RG
from sandtable.kernel.options import Option


def choose_stack(g: RG, f: FriendlyMovement) -> Option:
    """A mission that went wrong is tried again, unless no face of the die will do."""
    if groups(g, "attempt"):  # rule: misadventure.retry
        return ("attempt",) if misadventure_chance(attack_value(g, mission_hex(g))) else ("forfeit",)
    return moves.choose_stack(g, f)


def first_aid(g: RG) -> Option | None:
    """With a med kit that the mission does not want."""
    for group in g.standing(0):
        if group.verb == "first-aid" and not any("med-kit" in rows for rows in mission_sets(g, g.s.mission)):
            return ("first-aid", (group.last or (0,))[0])
    return None


plain = rules_of_thumb({("friendly-movement", "stack"): choose_stack}, first_aid)
