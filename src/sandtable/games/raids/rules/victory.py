"""Victory: how the game ends and what it was worth."""

from __future__ import annotations

from typing import NoReturn

from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.policies import Policy, policy, words
from sandtable.games.raids.rows import Level
from sandtable.games.raids.state import RG, RaidState, accomplished, forfeited
from sandtable.kernel.story import Result, Results
from sandtable.kernel.view import Outcome


def score(s: RaidState, kit: Kit, policy: Policy) -> int:
    """Accomplished less forfeited less teams eliminated."""
    lost = policy.teams_lost(s, kit) + policy.losses(s, kit)
    return accomplished(s, kit) - all_forfeited(s, kit, policy) - lost  # rule: victory.score victory.enemy-losses


def all_forfeited(s: RaidState, kit: Kit, policy: Policy) -> int:
    """Missions forfeited, those that were never drawn among them."""
    return forfeited(s, kit) + policy.given_up(s)


def score_of(g: RG) -> int:
    return score(g.s, g.kit, policy(g))


def assessment(kit: Kit, net: int) -> str:
    """The line of the victory table for a net total."""
    for level in kit.levels:  # rule: victory.levels
        if (level.least is None or net >= level.least) and (level.most is None or net <= level.most):
            return level.name
    raise ValueError(f"the victory table has no line for {net}")


def results(s: RaidState, kit: Kit, policy: Policy) -> Results:
    """The victory table, the best first, with the line at which this game has ended."""
    lost = s.outcome is not None and s.outcome.rule == "victory.last-team"
    here = ""
    if s.outcome is not None and not lost:
        here = assessment(kit, policy.on_table(s, kit, score(s, kit, policy)))
    best = sorted(kit.levels, key=lambda level: -10_000 if level.least is None else level.least, reverse=True)
    rows = [Result(level.name, _band(level), level.name == here) for level in best]
    return Results("score", [*rows, Result("Defeat", f"the last {policy.words.team} is lost", lost)], "victory.levels")


def _band(level: Level) -> str:
    if level.most is None:
        return f"{level.least} or more"
    if level.least is None:
        return f"{level.most} or less"
    return f"{level.least} to {level.most}" if level.least != level.most else f"{level.least}"


def standing(s: RaidState, kit: Kit, policy: Policy) -> str:
    """The line of the victory table at which the game stands; nothing before anything has counted."""
    net = score(s, kit, policy)
    if not (net or accomplished(s, kit) or all_forfeited(s, kit, policy) or policy.teams_lost(s, kit)):
        return ""
    return assessment(kit, policy.on_table(s, kit, net))


def finish(g: RG, key: str) -> NoReturn:
    net = score_of(g)
    read = policy(g).on_table(g.s, g.kit, net)
    label = assessment(g.kit, read)
    if read == net:
        g.tell("victory.score", "The score is {0}: {1}.", net, label, counts={"score": net})
    else:
        g.tell("victory.score", "The score is {1} (a net of {0}): {2}.", net, read, label, counts={"score": read})
    g.end(Outcome(label, [read], -1, key))


def last_team_lost(g: RG) -> NoReturn:
    """A defeat whatever was accomplished: the score counts for nothing above zero."""
    g.tell("victory.last-team", f"The last {words(g).team} is lost: defeat.", weight="blow")
    g.end(Outcome("Defeat", [min(policy(g).on_table(g.s, g.kit, score_of(g)), 0)], -1, "victory.last-team"))


def missions_over(g: RG) -> bool:
    """No mission lies on the map and none is left to draw."""
    limit = g.kit.scenarios[g.s.scenario].missions
    return g.s.mission < 0 and (not g.s.mission_cup or g.s.missions_drawn >= limit)
