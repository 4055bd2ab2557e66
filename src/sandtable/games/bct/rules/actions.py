"""What a card's Actions are: shared by the modules that offer and refuse them."""

from __future__ import annotations

from sandtable.games.bct import cards
from sandtable.games.bct.pieces import SideId
from sandtable.games.bct.state import (
    BG,
)
from sandtable.kernel.options import Refusal


def action_of(card: cards.JointOps, kind: type) -> cards.Action:
    return next(action for action in card.actions if isinstance(action, kind))


def wrong_card(g: BG, side: SideId, number: int, kind: type) -> bool:
    card = g.kit.joint_ops[side].get(number)
    return card is None or not any(isinstance(action, kind) for action in card.actions)


def no_such_action(number: int) -> Refusal:
    return Refusal("ops.action", f"A J-{number} Card has no such Action.")
