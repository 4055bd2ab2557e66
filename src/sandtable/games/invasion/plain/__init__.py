"""A competent rule-of-thumb player: small pieces of advice, one for each question the game asks.

It knows nothing that its seat does not know and remembers nothing: the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.invasion.plain import battles, operations, purse
from sandtable.games.invasion.plain.operations import offers
from sandtable.games.invasion.state import WG
from sandtable.kernel.game import Answer
from sandtable.kernel.options import Option, Seat


def plain(seed: int) -> Answer:
    """Plays by rules of thumb. The seed makes no difference: plain play leaves nothing to chance."""

    def answer(g: WG, seat: Seat) -> Option:
        frame = g.s.stack[-1]
        return ADVICE[type(frame).__struct_config__.tag, frame.step](g, frame)

    return answer


def deploy(g: WG, f: Any) -> Option:
    found = offers(g)
    return ("suggested",) if ("suggested",) in found else found[0]


def draw(g: WG, f: Any) -> Option:
    return ("turn-up",)


def first_offered(g: WG, f: Any) -> Option:
    return offers(g)[0]


ADVICE: dict[tuple[Any, str], Callable[[WG, Any], Option]] = {
    ("deploy", "deploy"): deploy,
    ("agents", "select"): purse.strongest_agent,
    ("draws", "draw"): draw,
    ("enlist", "enlist"): purse.enlist,
    ("look", "look"): purse.look,
    ("recruit", "recruit"): purse.recruit,
    ("polwar", "polwar"): purse.political_warfare,
    ("coup", "coup"): purse.coup,
    ("operations", "operations"): operations.next_operation,
    ("operation", "plan"): operations.plan,
    ("transfer", "pay"): operations.transfer,
    ("interdiction", "plan"): operations.strike,
    ("interdiction", "losses"): battles.take_losses,
    ("refresh", "refresh"): first_offered,
    ("battle", "terror"): battles.no_terror,
    ("battle", "reserve"): battles.bring_none,
    ("battle", "air"): battles.commit_air,
    ("battle", "air-losses"): battles.take_losses,
    ("battle", "first-losses"): battles.take_losses,
    ("battle", "second-losses"): battles.take_losses,
    ("counteroffensive", "next-attack"): battles.next_battle,
    ("admin", "due"): first_offered,
}
