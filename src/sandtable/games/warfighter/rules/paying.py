"""7.6, 17.3, C48: XP of any Soldiers, cards for an Entrance: what several owners give comes together, or is not spent.

What can only come from one's own and leaves no choice is not asked for.
"""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import CARDS, XP, Payment
from sandtable.games.warfighter.pieces import CardId, Kit, Slot, SpaceId
from sandtable.games.warfighter.rules.deeds import costly
from sandtable.games.warfighter.rules.hand import discard
from sandtable.games.warfighter.state import (
    SG,
    Sortie,
    alter,
    card_of,
    in_hand,
    is_player,
    living,
    player_soldiers,
    tool_effects,
)
from sandtable.kernel.flow import STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

PARTS = 40
PAID, OFF = 1, 0
"""What a payment leaves with."""


# ---- beginning --------------------------------------------------------------------------------------


def ask_for_xp(g: SG, seat: Seat, due: int, key: str) -> bool:
    """XP of any Soldiers (7.6). True if it is settled at once; else a payment begins, which leaves with PAID or OFF."""
    s = g.s
    rich = [slot for slot in living(s) if s.xp[slot]]
    if due == 0 or (len(rich) == 1 and s.owner[rich[0]] == seat):
        for slot in rich[:1] if due else []:
            _take_xp(g, slot, due, key)
        s.returned = PAID
        return True
    g.call(Payment(what=XP, due=due, key=key, seat=seat, slots=rich))
    return False


def _take_xp(g: SG, slot: Slot, points: int, key: str) -> None:
    g.s.xp[slot] -= points  # rule: xp.spent
    costly(g.s)
    g.tell(key, "{0:soldier} spends {1} XP.", slot, str(points))


def ask_for_cards(g: SG, seat: Seat, mover: Slot, space: SpaceId, due: int) -> bool:
    """The cards of an Entrance cost: a Player Soldier's from his own hand, those of others from any (17.3)."""
    s, kit = g.s, g.kit
    if due <= 0 and not s.saved[mover]:
        s.returned = PAID
        return True
    own = is_player(s, kit, mover)
    slots = [mover] if own else player_soldiers(s, kit)  # rule: move.own-hand move.for-others
    g.call(Payment(what=CARDS, due=due, key="move.entrance", seat=seat, slots=slots, mover=mover, space=space))
    return False


def ask_for_discards(g: SG, slot: Slot, due: int, kept: CardId, key: str, firm: bool = False) -> bool:
    """What a Support or Stealth card costs: only from the hand of who plays it (9.2)."""
    if due <= 0:
        g.s.returned = PAID
        return True
    g.call(Payment(what=CARDS, due=due, key=key, seat=g.s.owner[slot], slots=[slot], kept=kept, firm=firm))
    return False


# ---- what is there ----------------------------------------------------------------------------------


def pays(kit: Kit, f: Payment, card: CardId) -> int:
    """What a card counts for: an Entrance cost may be paid with cards that stand for several (C60)."""
    if f.mover < 0:
        return 1
    held = [kit.effects[number] for number in kit.of_card[card]]
    return max((effect.cards for effect in held if isinstance(effect, cards.PayEntrance)), default=1)


def promised(kit: Kit, f: Payment) -> int:
    total = 0
    for what in f.given[1::2]:
        total += what if f.what == XP else pays(kit, f, what)
    return total


def missing(s: Sortie, kit: Kit, f: Payment) -> int:
    saved = 0
    if f.mover >= 0:
        saved = sum(pays(kit, f, card) for card in s.saved[f.mover])  # rule: option.saving
    return f.due - promised(kit, f) - saved - sum(_eased(s, kit, item) for item in f.tools)


def _eased(s: Sortie, kit: Kit, item: int) -> int:
    """By how much a piece of equipment lowers an Entrance cost when it is used."""
    held = [kit.effects[number] for number in kit.of_gear[s.items[item].kind]]
    return -sum(e.plus for e in held if isinstance(e, cards.Entrance) and e.uses)


def left_in(s: Sortie, f: Payment, slot: Slot) -> list[CardId]:
    """The cards of a hand that are not promised yet, each kind once."""
    hand = s.hand[slot][:]
    for giver, card in zip(f.given[::2], f.given[1::2], strict=True):
        if giver == slot:
            hand.remove(card)
    if f.kept >= 0 and slot == f.slots[0] and f.kept in hand:
        hand.remove(f.kept)
    return sorted(set(hand))


def xp_left(s: Sortie, f: Payment, slot: Slot) -> int:
    given = [what for giver, what in zip(f.given[::2], f.given[1::2], strict=True) if giver == slot]
    return s.xp[slot] - sum(given)


def tools_for(s: Sortie, kit: Kit, f: Payment) -> list[int]:
    """Equipment of the mover that lowers an Entrance cost so many times."""
    if f.mover < 0:
        return []
    return [
        item
        for _, effect, item in tool_effects(s, kit, f.mover, "turn", "always")
        if isinstance(effect, cards.Entrance) and effect.uses > s.items[item].uses and item not in f.tools
    ]  # rule: equipment.uses


def most_of(s: Sortie, kit: Kit, seat: Seat, f: Payment) -> int:
    """The most that the Soldiers of others may give, as far as this seat can know it."""
    total = 0
    for slot in f.slots:
        if s.owner[slot] != seat:
            best = max((_stands_for(kit, card) for card in range(kit.first_location)), default=1)
            total += xp_left(s, f, slot) if f.what == XP else len(s.hand[slot]) * best
    return total


def _stands_for(kit: Kit, card: CardId) -> int:
    held = [kit.effects[number] for number in kit.of_card[card]]
    return max((effect.cards for effect in held if isinstance(effect, cards.PayEntrance)), default=1)


# ---- the question -----------------------------------------------------------------------------------


def check_payment(g: SG, f: Payment) -> None:
    """What leaves no choice is paid without asking; what cannot come together any more is called off."""
    s, kit = g.s, g.kit
    due = missing(s, kit, f)
    if due <= 0:
        return
    if f.what == CARDS and len(f.slots) == 1 and not tools_for(s, kit, f):
        hand = s.hand[f.slots[0]][:]
        if f.kept >= 0 and f.kept in hand:
            hand.remove(f.kept)
        alike = len(set(hand)) == 1
        if hand and (alike or sum(pays(kit, f, card) for card in hand) == due) and s.rules.hands == "open":
            for card in hand:
                if missing(s, kit, f) > 0:
                    f.given += [f.slots[0], card]


def ask_payment(g: SG, f: Payment) -> Ask:
    s, kit = g.s, g.kit
    due = missing(s, kit, f)
    if due <= 0:
        return Ask("Paid.", f.key, [Group(f.seat, "pay")])
    groups: list[Group] = []
    for slot in f.slots:
        owner = s.owner[slot]
        if f.what == XP:
            if (most := min(due, xp_left(s, f, slot))) > 0:
                groups.append(Group(owner, "give-xp", (slot,), range(1, most + 1)))
        elif held := left_in(s, f, slot):
            groups.append(Group(owner, "give-card", (slot,), in_hand(slot, held)))
    if tools := tools_for(s, kit, f):
        groups.append(Group(f.seat, "ease", (), tools))
    others = sorted({s.owner[slot] for slot in f.slots if s.owner[slot] != f.seat})
    open_ = [seat for seat in others if not f.declined >> seat & 1 and any(group.seat == seat for group in groups)]
    groups += [Group(seat, "decline") for seat in open_]
    if not f.firm:
        groups.append(Group(f.seat, "call-off"))
    able = sum(own_means(s, kit, f, slot) for slot in f.slots if s.owner[slot] == f.seat) >= due
    waits = (f.seat,) if able or not open_ else tuple(open_)
    what = "XP" if f.what == XP else f"card{'' if due == 1 else 's'}"
    return Ask(f"{due} {what} still to be given.", f.key, groups, shape="many", most=PARTS, waits=waits)


def own_means(s: Sortie, kit: Kit, f: Payment, slot: Slot) -> int:
    """What a Soldier could still give; with hidden hands only as far as everybody can see it."""
    if f.what == XP:
        return xp_left(s, f, slot)
    left = _cards(s, f, slot)
    return len(left) if s.rules.hands == "hidden" else sum(pays(kit, f, card) for card in left)


def _cards(s: Sortie, f: Payment, slot: Slot) -> list[CardId]:
    hand = s.hand[slot][:]
    for giver, card in zip(f.given[::2], f.given[1::2], strict=True):
        if giver == slot:
            hand.remove(card)
    if f.kept >= 0 and slot == f.slots[0] and f.kept in hand:
        hand.remove(f.kept)
    return hand


def take_payment(g: SG, f: Payment, seat: Seat, option: Option) -> Next:
    verb = option[0]
    if verb == "call-off":
        g.leave(OFF)  # rule: pay.called-off
        return STAY
    if verb == "decline":
        f.declined |= 1 << seat
        return STAY
    if verb == "ease":
        f.tools.append(int(option[1]))
    elif verb in ("give-xp", "give-card"):
        slot = int(option[1])
        f.given += [slot, int(option[2]) if verb == "give-xp" else card_of(option[2], slot)]
    if missing(g.s, g.kit, f) > 0:
        return STAY
    settle(g, f)
    return STAY


def settle(g: SG, f: Payment) -> None:
    """All is there: now it is spent."""
    s = g.s
    for slot, what in zip(f.given[::2], f.given[1::2], strict=True):
        if f.what == XP:
            s.xp[slot] -= what
            g.tell(f.key, "{0:soldier} spends {1} XP.", slot, str(what))
        else:
            discard(s, slot, what)
            g.tell(f.key, "{0:soldier} discards {1:card}.", slot, what)
    if f.what == CARDS:
        g.reveal()  # they lie face up
    for item in f.tools:
        alter(s, item, uses=s.items[item].uses + 1)
    if f.mover >= 0:
        for card in s.saved[f.mover]:
            s.discards[card] += 1  # rule: option.saving
        s.saved[f.mover] = []
    costly(s)
    g.leave(PAID)


def refuse_payment(g: SG, f: Payment, seat: Seat, option: Option) -> Refusal | None:
    if option[0] not in ("give-card", "give-xp"):
        return None
    slot = int(option[1])
    if slot >= len(g.s.owner) or g.s.owner[slot] != seat:
        return Refusal("pay.owner", "Only its owner gives what a Soldier has.")
    if slot not in f.slots:
        return Refusal("move.own-hand", "A Player Soldier enters at the cost of his own hand.")
    return Refusal(f.key, "He has not so much to give.")
