"""The plain player of Commandos: Europe: that of the series, who leaves a map or ends the campaign in time."""

from __future__ import annotations

from sandtable.games.commandos.rules import leaving
from sandtable.games.raids.plain import THROUGH, may
from sandtable.games.raids.plain import plain as rules_of_thumb
from sandtable.games.raids.plain.judgement import danger, team_value
from sandtable.games.raids.rules.victory import score_of
from sandtable.games.raids.state import RG, hunted, teams_in_play
from sandtable.kernel.options import Option

SQUAD = 2.0
"""A squad among others: its point in the score, and its services."""


def in_time(g: RG) -> Option | None:
    """What is given up counts against us, so a map is left only while more would be lost by staying."""
    if not g.s.hunters or not hunted(g):
        return None
    verb = "leave-map" if leaving.can_leave(g) else "stop"
    if loss_to_fear(g) > cost_of_giving_up(g) and may(g, verb):
        return (verb,)
    return None


def loss_to_fear(g: RG) -> float:
    """What the enemies on the map are likely to cost in this turn; with the last squad goes all that was won."""
    at_stake = SQUAD if len(teams_in_play(g)) > 1 else team_value(g)
    return max(danger(g, h) for h in {g.s.at[t] for t in hunted(g)}) * at_stake


def cost_of_giving_up(g: RG) -> float:
    """The points that are lost at once, and the missions that would still have been accomplished."""
    missions = leaving.price(g)
    return score_of(g) - leaving.score_after(g, missions) + THROUGH * missions


plain = rules_of_thumb({}, in_time=in_time)
