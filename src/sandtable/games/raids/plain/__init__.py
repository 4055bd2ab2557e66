"""A competent rule-of-thumb player: small pieces of advice, one for each question the game asks.

It knows nothing that its seat does not know and remembers nothing: the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.raids.frames import FriendlyMovement, Placement
from sandtable.games.raids.pieces import PieceId
from sandtable.games.raids.plain import fights, moves
from sandtable.games.raids.plain import purchase as purchases
from sandtable.games.raids.plain.judgement import danger, mission_sets, sets_on_map
from sandtable.games.raids.rules.victory import score_of
from sandtable.games.raids.state import RG, hunted, teams_in_play
from sandtable.kernel.game import Answer
from sandtable.kernel.options import Option, Seat

MORTAL = 0.4
"""A last team in such danger ends the tour while it still counts for something."""
THROUGH = 0.65
"""How often a mission that can be fitted out is accomplished, as experience has it."""


Advice = Mapping[tuple[Any, str], Callable[[RG, Any], Option]]


def plain(
    own: Advice,
    at_leisure: Callable[[RG], Option | None] = lambda g: None,
    in_time: Callable[[RG], Option | None] | None = None,
) -> Callable[[int], Answer]:
    """A game's plain player: the advice of the series, its own for some questions, and what it does unasked before it
    moves, or (`in_time`) before it is too late."""
    advice, stop_in_time = {**ADVICE, **own}, in_time or end_in_time

    def player(seed: int) -> Answer:
        """Plays by rules of thumb. The seed makes no difference: plain play leaves nothing to chance."""

        def answer(g: RG, seat: Seat) -> Option:
            frame = g.s.stack[-1]
            aside = at_any_time(g, at_leisure, stop_in_time)
            if aside is not None:
                return aside
            return advice[type(frame).__struct_config__.tag, frame.step](g, frame)

        return answer

    return player


# ---- at any time ----------------------------------------------------------------------------------


def at_any_time(
    g: RG, at_leisure: Callable[[RG], Option | None], in_time: Callable[[RG], Option | None]
) -> Option | None:
    """Whether to end the tour, give the mission up or do something else before answering."""
    end = in_time(g)
    if end is not None:
        return end
    if isinstance(g.s.stack[-1], FriendlyMovement):
        if g.s.mission >= 0 and hopeless(g):
            return ("forfeit",)
        return at_leisure(g)
    return None


def end_in_time(g: RG) -> Option | None:
    """The tour ends while what was achieved still counts, or when there is no more to win."""
    if isinstance(g.s.stack[-1], Placement) and not worth_going_on(g):
        return ("stop",)
    return ("stop",) if last_team_doomed(g) and may(g, "stop") else None


def may(g: RG, verb: str) -> bool:
    """Whether this can be done now, unasked."""
    return any(group.verb == verb for group in g.standing(0))


def worth_going_on(g: RG) -> bool:
    """No longer, once this mission is out of reach and more of those to come would be given up than won."""
    s = g.s
    if s.mission < 0 or affordable(g, s.mission):
        return True
    to_come = min(len(s.mission_cup), g.kit.scenarios[s.scenario].missions - s.missions_drawn)
    share = sum(affordable(g, t) for t in s.mission_cup) / max(len(s.mission_cup), 1)
    won = THROUGH * share * to_come
    return won > to_come - won + 1


def affordable(g: RG, mission: PieceId) -> bool:
    return any(purchases.missing_price(g, rows) <= g.s.pp for rows in mission_sets(g, mission))


def hopeless(g: RG) -> bool:
    """The gear for the mission is nowhere on the map, and there is no buying any now."""
    return sets_on_map(g) < 1


def last_team_doomed(g: RG) -> bool:
    """Only one team, about to be lost with everything achieved."""
    teams = teams_in_play(g)
    if len(teams) != 1 or not g.s.hunters or score_of(g) <= 0:
        return False
    return bool(hunted(g)) and danger(g, g.s.at[teams[0]]) > MORTAL


# ---- set-up ---------------------------------------------------------------------------------------


def deploy(g: RG, f: Any) -> Option:
    return ("default",)


def no_more(g: RG, f: Any) -> Option:
    return ("done",)


def first_offered(g: RG, f: Any) -> Option:
    assert g.ask is not None
    return next(iter(g.ask.options(0)))


ADVICE: Advice = {
    ("set-up", "camp"): deploy,
    ("set-up", "second-camp"): no_more,
    ("set-up", "people"): no_more,
    ("set-up", "post"): first_offered,
    ("placement", "purchase"): purchases.shop,
    ("friendly-movement", "stack"): moves.choose_stack,
    ("move", "form"): moves.form_stack,
    ("move", "leg"): moves.next_leg,
    ("escape", "who"): fights.flee_or_stand,
    ("friendly-combat", "attack"): fights.attack_or_not,
    ("battle", "weapons"): fights.choose_weapons,
    ("casualties", "who"): fights.who_suffers,
    ("casualties", "leader"): fights.which_leader,
    ("gear-loss", "lose"): fights.which_gear,
    ("enemy-phase", "aim"): fights.aim,
    ("enemy-phase", "next"): fights.enemy_in_order,
    ("enemy-unit", "goal"): fights.enemy_goal,
    ("enemy-unit", "step"): fights.enemy_step,
    ("enemy-unit", "prey"): fights.enemy_prey,
}
