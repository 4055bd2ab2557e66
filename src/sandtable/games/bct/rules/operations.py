"""The Joint Operations Step: cards played one by one, one Action each (2.2, 3.5 and the cards themselves)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Phase, Spend
from sandtable.games.bct.pieces import J2, J9, Kit, SideId, UnitId, in_dice
from sandtable.games.bct.rules.actions import action_of, no_such_action, wrong_card
from sandtable.games.bct.rules.administration import (
    draft,
    draft_covert,
    offer_draft,
    offer_rally,
    offer_reorganize,
    play_reorganize,
    rally,
    refuse_draft,
    refuse_rally,
    refuse_space,
)
from sandtable.games.bct.rules.ground import has_loc, scouts, value
from sandtable.games.bct.rules.manoeuvre import (
    attack,
    build,
    move,
    offer_build,
    offer_move,
    refuse_build,
    refuse_move,
    refuse_play_attack,
)
from sandtable.games.bct.rules.purchase import (
    offer_buy,
    play_buy,
    play_buy_air,
    refuse_buy,
    refuse_buy_air,
)
from sandtable.games.bct.rules.training import (
    offer_train,
    offer_upgrade,
    refuse_train,
    refuse_upgrade,
    train,
    train_covert,
    upgrade,
)
from sandtable.games.bct.state import (
    BG,
    BOXED,
    ENDING_EDITION,
    hand_size,
    is_covert,
    is_down,
    place,
    spend_card,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many


def ask_operations(g: BG, f: Phase) -> Ask:
    held = hand_size(g.s, f.side)
    unplayed = f"{how_many(held, 'card')} unplayed" if held else ""
    groups = [Group(f.side, "end-operations", warning=unplayed)]
    for number, card in g.kit.joint_ops[f.side].items():
        if g.s.hand[f.side][number]:
            for action in card.actions:
                groups += OFFERS[type(action)](g, f.side, number, action)  # rule: ops.possible
    always = held > 0  # that no card held can be played is nobody else's business
    pause = g.s.edition >= ENDING_EDITION  # rule: asset.exchange: whoever has Assets, or their presence would show
    return Ask(
        "Play a Joint Ops Card, or end your operations.", "ops.play", groups, always=always, pause=pause, ends=True
    )


def take_operations(g: BG, f: Phase, seat: Seat, option: Option) -> Next:
    verb = str(option[0])
    if verb == "end-operations":
        return NEXT
    number = int(option[1])
    card = g.kit.joint_ops[f.side][number]
    g.tell("ops.play", "{0:side} plays {1:card}.", f.side, number)
    g.next_deed()
    spend_card(g, f.side, number)  # rule: ops.discard
    PLAYS[verb](g, f.side, card, [int(part) for part in option[2:]])  # rule: ops.again
    return STAY  # rule: ops.again


def refuse_operations(g: BG, f: Phase, seat: Seat, option: Option) -> Refusal | None:
    """Why a card cannot be played so: the card first, then the rule of its Action."""
    verb = str(option[0])
    if verb not in PLAYS:
        return None
    number = int(option[1])
    if not g.s.hand[f.side][number]:
        return Refusal("ops.hand", f"You hold no J-{number} Card.")
    return REFUSALS[verb](g, f.side, number, [int(part) for part in option[2:]])


def offer_roll(g: BG, side: SideId, number: int, action: cards.Roll) -> Iterator[Group]:
    found = scouts(g.s, g.kit, side, J2 if action.value == "j2" else J9)
    if found:  # rule: ops.possible
        yield Group(side, "roll", (number,), found, risky=True)


def play_roll(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    roll_for(g, side, card.number, parts[0], battle=False)


def roll_for(g: BG, side: SideId, number: int, token: UnitId, battle: bool) -> None:
    """Rolls an acting Unit's Value and puts the Successes before its player."""
    s, kit = g.s, g.kit
    action = action_of(kit.joint_ops[side][number], cards.Roll)
    assert isinstance(action, cards.Roll)
    which = J2 if action.value == "j2" else J9
    dice = value(s, kit, token, which)  # rule: dice.number
    g.tell(_roll_key(action), "{0:token} rolls {1}.", token, in_dice(dice), counts={"dice": dice})
    faces = [g.roll(D6, f"j-{number}", "dice.success") for _ in range(dice)]  # rule: dice.number
    won = sum(successes(kit, face) for face in faces)
    told = f"{how_many(won, 'Success', 'Successes')} for {{0:token}}."
    g.tell("dice.success", told, token, counts={"successes": won})
    g.call(Spend(side=side, card=number, space=place(s, kit, token), successes=won, battle=battle))  # rule: j9.here


def _roll_key(action: cards.Roll) -> str:
    return "j2.roll" if action.value == "j2" else "j9.roll"


def successes(kit: Kit, face: int) -> int:
    return max(0, face - kit.n.one_success + 1)  # rule: dice.success


def refuse_roll(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    if wrong_card(g, side, number, cards.Roll):
        return no_such_action(number)
    token = parts[0]
    at = place(s, kit, token)
    if kit.side[token] != side or at < 0:
        return Refusal("ops.acting-unit", "An own Unit on the Map acts.")
    if s.at[token] == BOXED and not s.rules.boxed_act:
        return Refusal("ops.boxed", "At this table a Unit in a box acts through its HQ only.")
    if at >= kit.size:
        return Refusal("units.safe-in-sanctuary", "A Unit in the Sanctuary does nothing on the Map.")
    if is_covert(s, token):
        return Refusal("covert.values", "The Values of a Covert Unit serve no card.")
    if is_down(s, token):
        return Refusal("suppress.values", "A Suppressed Unit cannot use its Values.")
    if not has_loc(s, kit, token):
        return Refusal("loc.needed", "Without a Line of Communication a Unit uses neither its J-2 nor its J-9 Value.")
    return Refusal("ops.acting-unit", "That Unit has no die for this card.")


def offer_plan(g: BG, side: SideId, number: int, action: cards.Plan) -> Iterator[Group]:
    if not g.s.planned[side]:  # rule: j5.once
        yield Group(side, "plan", (number,))


def plan(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    action = action_of(card, cards.Plan)
    assert isinstance(action, cards.Plan)
    g.s.planned[side] = action.c2
    g.tell("j5.plan", "{0:side} plans ahead: C2 rises by {1}.", side, str(action.c2))


def refuse_plan(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    if wrong_card(g, side, number, cards.Plan):
        return no_such_action(number)
    return Refusal("j5.once", "The J-5 Marker already lies beside the track: a second card adds nothing.")


def offer_nothing(g: BG, side: SideId, number: int, action: cards.Action) -> Iterator[Group]:
    """J-4 and J-6 in Battle: no use outside one."""
    return iter(())  # rule: j6.combine


OFFERS: dict[type, Callable[..., Iterable[Group]]] = {
    cards.Draft: offer_draft,
    cards.Reorganize: offer_reorganize,
    cards.Rally: offer_rally,
    cards.Roll: offer_roll,
    cards.Move: offer_move,
    cards.Build: offer_build,
    cards.Plan: offer_plan,
    cards.Supply: offer_nothing,
    cards.Combine: offer_nothing,
    cards.Upgrade: offer_upgrade,
    cards.Train: offer_train,
    cards.Buy: offer_buy,
}

PLAYS: dict[str, Callable[[BG, int, cards.JointOps, list[int]], None]] = {
    "draft": draft,
    "draft-covert": draft_covert,
    "reorganize": play_reorganize,
    "rally": rally,
    "roll": play_roll,
    "move": move,
    "attack": attack,
    "build": build,
    "plan": plan,
    "upgrade": upgrade,
    "train": train,
    "train-covert": train_covert,
    "buy-assets": play_buy,
    "buy-air": play_buy_air,
}

REFUSALS: dict[str, Callable[[BG, int, int, list[int]], Refusal]] = {
    "draft": refuse_draft,
    "draft-covert": refuse_draft,
    "reorganize": refuse_space,
    "rally": refuse_rally,
    "roll": refuse_roll,
    "move": refuse_move,
    "attack": refuse_play_attack,
    "build": refuse_build,
    "plan": refuse_plan,
    "upgrade": refuse_upgrade,
    "train": refuse_train,
    "train-covert": refuse_train,
    "buy-assets": refuse_buy,
    "buy-air": refuse_buy_air,
}
