"""1.2, 3.2, 3.5: a side Selects its Joint Ops hand, in the set-up and in every Planning Step."""

from __future__ import annotations

from sandtable.games.bct.frames import ChooseHand
from sandtable.games.bct.pieces import Kit, SideId
from sandtable.games.bct.setup.staging import deployments, the_deployment
from sandtable.games.bct.state import BG, NONE, Theatre, available, c2_level, hand_size
from sandtable.kernel.flow import NEXT, STAY, Next, Step, question
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.sharing import tabled


def cards_left(s: Theatre, kit: Kit, side: SideId) -> int:
    """How many cards are still to be Selected: the hand is as large as the C2 Level, if the pile lasts."""
    return max(0, min(c2_level(s, side) - hand_size(s, side), sum(available(s, kit, side))))  # rule: c2.hand


def occasion(s: Theatre) -> str:
    """The rule under which the hand is chosen: that of the set-up, later that of the Planning Step."""
    return "plan.hand" if s.turn else "setup.hand"


def ask_hand(g: BG, f: ChooseHand) -> Ask:
    s, kit, side = g.s, g.kit, f.side
    left = cards_left(s, kit, side)
    numbers = [number for number, count in enumerate(available(s, kit, side)) if count]
    groups = [Group(side, "select", (), numbers)] if left else []
    more = " more" if hand_size(s, side) else ""
    prompt = f"Select your Joint Ops hand: {left}{more} Card{'' if left == 1 else 's'}."
    usual = f"the usual hand: {', '.join(f'J-{number}' for number in sorted(usual_hand(s, kit, f)))}"
    groups.append(Group(side, "usual", title=usual))
    return Ask(prompt, occasion(s), groups, shape="many", most=max(1, left), secret=left > 0)


def take_hand(g: BG, f: ChooseHand, seat: Seat, option: Option) -> Next:
    s, kit, side = g.s, g.kit, f.side
    numbers = usual_hand(s, kit, f) if option[0] == "usual" else [int(option[1])]
    for number in numbers:
        s.hand[side][number] += 1
    if cards_left(s, kit, side):
        return STAY
    held = hand_size(s, side)
    g.tell(occasion(s), "{0:side} holds {1} Joint Ops Cards.", side, str(held), counts={"cards": held})
    return NEXT


def refuse_hand(g: BG, f: ChooseHand, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "select":
        return None
    return Refusal(occasion(g.s), f"There is no J-{option[1]} Card left in your Available Pile.")


def usual_hand(s: Theatre, kit: Kit, f: ChooseHand) -> list[int]:
    """Cards that fill the hand: those of the deployment that are missing, then what the deck has most of."""
    side = f.side
    plan = deployments(kit, s.scenario, side)[0] if f.plan == NONE else f.plan
    hand, pile = tuple(s.hand[side]), tuple(available(s, kit, side))
    return filling(kit, plan, hand, pile, cards_left(s, kit, side))


@tabled
def filling(kit: Kit, plan: int, hand: tuple[int, ...], pile: tuple[int, ...], wants: int) -> list[int]:
    """So many cards from this pile for this hand."""
    usual = the_deployment(kit, plan).hand[:]
    for number, held in enumerate(hand):
        for _ in range(min(held, usual.count(number))):
            usual.remove(number)
    left = list(pile)
    chosen = []
    for _ in range(wants):
        wanted = [number for number in usual if left[number]]
        number = wanted[0] if wanted else left.index(max(left))
        if wanted:
            usual.remove(number)
        left[number] -= 1
        chosen.append(number)
    return chosen


HAND_STEPS: tuple[Step, ...] = (question("select", ask_hand, take_hand, refuse_hand),)
