"""The plain player of Commandos: Europe: that of the series, who leaves a map in time, brings a base to his squads and
chooses where to come ashore."""

from __future__ import annotations

from sandtable.games.commandos.rules import leaving
from sandtable.games.commandos.rules.coast import penalty_afloat
from sandtable.games.raids.frames import Move, Placement
from sandtable.games.raids.plain import THROUGH, may, moves
from sandtable.games.raids.plain import plain as rules_of_thumb
from sandtable.games.raids.plain import purchase as purchases
from sandtable.games.raids.plain.judgement import danger, groups, set_at, team_value, ways_to
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.victory import score_of
from sandtable.games.raids.state import RG, exposed_teams, field, hunted, teams_in_play
from sandtable.kernel.chance import D10
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


# ---- the base ------------------------------------------------------------------------------------


def shop(g: RG, f: Placement) -> Option:
    """First the base is brought to squads who are far from it, or hunted, if the dearest die can be paid."""
    return bring_base(g) or purchases.shop(g, f)


def bring_base(g: RG) -> Option | None:
    """To where all our squads stand, unless the old base holds what the mission asks for."""
    outside = {g.s.at[t] for t in exposed_teams(g)}
    if len(outside) != 1 or any(t not in exposed_teams(g) for t in teams_in_play(g)) or g.s.mission < 0:
        return None
    there, needed = min(outside), purchases.missing_price(g, purchases.cheapest_set(g))
    if g.s.pp < DEAREST_MOVE + needed:
        return None
    for group in groups(g, "move-camp"):
        base, old = group.head[0], g.s.at[group.head[0]]
        far = ways_to(field(g), old)[there] > FAR_FROM_HOME
        if there in (group.last or ()) and (hunted(g) or far) and set_at(g, old) is None:
            return ("move-camp", base, there)
    return None


DEAREST_MOVE = D10
FAR_FROM_HOME = 12
"""Points of movement: three turns of a squad."""


# ---- coming ashore --------------------------------------------------------------------------------


def next_leg(g: RG, f: Move) -> Option:
    """A move by craft ends where less is heard, and of two places alike in the one that shelters more."""
    option = moves.next_leg(g, f)
    if option != ("halt",) or not groups(g, "land"):
        return option
    ashore, afloat = (policy(g).halting_noise(g, f, f.here, how) for how in ("land", "halt"))
    here = field(g)
    shelter = here.penalty[f.here] < penalty_afloat(here, f.here)
    return ("land",) if (ashore, not shelter) < (afloat, shelter) else option


plain = rules_of_thumb(
    {("placement", "purchase"): shop, ("move", "leg"): next_leg},
    in_time=in_time,
)
