"""7.1 to 7.3: Action cards: drawn, held, discarded."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Effecting, Redraw, Throw, Whole
from sandtable.games.warfighter.pieces import CardId, Kit, Slot
from sandtable.games.warfighter.rules.deeds import spend
from sandtable.games.warfighter.state import (
    SG,
    Sortie,
    card_of,
    hand_limit,
    health,
    holds,
    in_hand,
    is_player,
    player_soldiers,
    soldiers_at,
    team_effects,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

PARTS = 99


# ---- drawing ----------------------------------------------------------------------------------------


def draw_cards(g: SG, slot: Slot, number: int, purpose: str, key: str) -> None:
    """So many cards as there are: discards become the deck when that is empty (4.2, C80)."""
    s = g.s
    drawn = []
    for _ in range(number):
        card = _draw(g, purpose, key)
        if card is None:
            break
        drawn.append(card)
    s.hand[slot] = sorted(s.hand[slot] + drawn)
    names = ", ".join(g.kit.cards[card].title for card in drawn) or "nothing"
    g.reveal()
    plain = f"{{0:soldier}} draws {len(drawn)} card{'' if len(drawn) == 1 else 's'}."
    tell_of_cards(g, key, slot, f"{{0:soldier}} draws {names}.", plain)


def tell_of_cards(g: SG, key: str, slot: Slot, full: str, plain: str) -> None:
    """Who knows the hand hears which cards; others how many."""
    s = g.s
    private = {seat: full for seat in range(s.seats) if s.hand_shown[slot] >> seat & 1}
    g.tell(key, plain, slot, private=private)


def _draw(g: SG, purpose: str, key: str) -> CardId | None:
    s = g.s
    if not any(s.deck[0]):
        s.deck[0], s.discards = s.discards[:], [0] * len(s.discards)  # rule: deck.depleted
    pool = [card for card, copies in enumerate(s.deck[0]) for _ in range(copies)]
    if not pool:
        return None  # rule: deck.none-left
    card = g.draw(pool, purpose, key)
    s.deck[0][card] -= 1
    return card


def discard(s: Sortie, slot: Slot, card: CardId) -> None:
    """Out of a hand, face up."""
    s.hand[slot].remove(card)
    s.discards[card] += 1


# ---- the deal ---------------------------------------------------------------------------------------


def deal(g: SG, f: Whole) -> None:
    """As many cards as a Player Soldier has Health (1.4)."""
    for slot in player_soldiers(g.s, g.kit):
        draw_cards(g, slot, health(g.s, g.kit, slot), "deal", "setup.deal")


def recon_kind(s: Sortie, kit: Kit) -> str:
    """What the Mission's Recon looks for, if it has that."""
    return next((effect.kind for _, effect, _ in team_effects(s, kit) if isinstance(effect, cards.Recon)), "")


def recon_cards(s: Sortie, kit: Kit) -> list[CardId]:
    """Cards of that kind that are left in the deck after the deal (C01)."""
    locations = recon_kind(s, kit) == "location"
    return [card for card, left in enumerate(s.deck[0]) if left and kit.is_location(card) == locations]


def before_the_deal(s: Sortie) -> bool:
    """With hidden hands the card is put aside before: after the deal the search would show what others hold."""
    return s.rules.hands == "hidden" and s.seats > 1


def ask_early_recon(g: SG, f: Whole) -> Ask:
    return ask_recon(g, f, before_the_deal(g.s))


def ask_late_recon(g: SG, f: Whole) -> Ask:
    return ask_recon(g, f, not before_the_deal(g.s))


def ask_recon(g: SG, f: Whole, now: bool) -> Ask:
    s, kit = g.s, g.kit
    found = recon_cards(s, kit) if now and recon_kind(s, kit) else []
    slots = player_soldiers(s, kit)
    seat = s.owner[slots[0]]
    if not found:
        return Ask("No Recon.", "setup.recon", [Group(seat, "go-on")])
    return Ask("Recon: a card for whom?", "setup.recon", [Group(seat, "recon", (slot,), found) for slot in slots])


def take_recon(g: SG, f: Whole, seat: Seat, option: Option) -> Next:
    s = g.s
    if option[0] == "recon":
        slot, card = int(option[1]), int(option[2])
        s.deck[0][card] -= 1
        s.hand[slot] = sorted([*s.hand[slot], card])  # rule: setup.recon
        title = g.kit.cards[card].title
        tell_of_cards(
            g, "setup.recon", slot, f"Recon: {{0:soldier}} gets {title}.", "Recon: {0:soldier} gets the card."
        )
    return NEXT


# ---- Discard and Draw -------------------------------------------------------------------------------


def begin_redraw(g: SG, slot: Slot) -> None:
    spend(g, slot, 1, "hand.redraw")
    g.tell("hand.redraw", "{0:soldier} discards and draws.", slot)
    g.call(Redraw(slot=slot))


def ask_redraw(g: SG, f: Redraw) -> Ask:
    s = g.s
    seat = s.owner[f.slot]
    held = in_hand(f.slot, holds(s, f.slot))
    groups = [Group(seat, "throw", (f.slot,), held)] if held else []
    limit = max(0, hand_limit(s, g.kit, f.slot) - len(s.hand[f.slot]))
    groups.append(Group(seat, "draw", (f.slot,), title=f"draw {limit}"))
    return Ask(
        f"Discard any cards, then draw up to {hand_limit(s, g.kit, f.slot)}.",
        "hand.redraw",
        groups,
        shape="many",
        most=PARTS,
    )


def take_redraw(g: SG, f: Redraw, seat: Seat, option: Option) -> Next:
    s = g.s
    if option[0] == "throw":
        card = card_of(option[2], f.slot)
        discard(s, f.slot, card)
        g.tell("hand.redraw", "{0:soldier} discards {1:card}.", f.slot, card)
        return STAY
    missing = hand_limit(s, g.kit, f.slot) - len(s.hand[f.slot])  # rule: hand.redraw hand.limit
    draw_cards(g, f.slot, max(0, missing), "draw", "hand.redraw")
    return NEXT


def refuse_redraw(g: SG, f: Redraw, seat: Seat, option: Option) -> Refusal | None:
    return Refusal("hand.redraw", "That card is not in this hand.") if option[0] == "throw" else None


# ---- thrown away by an event ------------------------------------------------------------------------


def ask_throw(g: SG, f: Throw) -> Ask:
    s = g.s
    groups = [Group(s.owner[f.slot], "throw", (f.slot,), in_hand(f.slot, holds(s, f.slot)))]
    secret = s.rules.hands == "hidden" and s.seats > 1
    return Ask(f"Discard {f.left} of {g.kit.soldiers[s.soldier[f.slot]].name}.", "event.discard", groups, always=secret)


def take_throw(g: SG, f: Throw, seat: Seat, option: Option) -> Next:
    s = g.s
    card = card_of(option[2], f.slot)
    discard(s, f.slot, card)  # rule: event.discard
    g.tell("event.discard", "{0:soldier} discards {1:card}.", f.slot, card)
    f.left -= 1
    return STAY if f.left > 0 and s.hand[f.slot] else NEXT


def throw_away(g: SG, number: int) -> None:
    """Each Player Soldier discards cards, the first to be asked last in: an empty hand gives nothing (C68)."""
    for slot in reversed(player_soldiers(g.s, g.kit)):
        if g.s.hand[slot]:
            g.call(Throw(slot=slot, left=min(number, len(g.s.hand[slot]))))


# ---- given to another -------------------------------------------------------------------------------


def sharers(s: Sortie, kit: Kit, slot: Slot) -> list[Slot]:
    """Other Player Soldiers in the same Location."""
    return [other for other in soldiers_at(s, s.place[slot]) if other != slot and is_player(s, kit, other)]


def share_groups(s: Sortie, kit: Kit, f: Effecting) -> list[Group]:
    held = in_hand(f.slot, holds(s, f.slot))
    return [Group(s.owner[f.slot], "share", (f.slot, other), held) for other in sharers(s, kit, f.slot) if held]


def share(g: SG, slot: Slot, other: Slot, card: CardId) -> None:
    s = g.s
    s.hand[slot].remove(card)
    s.hand[other] = sorted([*s.hand[other], card])  # rule: hand.given
    title = g.kit.cards[card].title
    full = f"{{0:soldier}} gives {{1:soldier}} {title}."
    knowing = s.hand_shown[slot] | s.hand_shown[other]
    private = {seat: full for seat in range(s.seats) if knowing >> seat & 1}
    g.tell("hand.given", "{0:soldier} gives {1:soldier} a card.", slot, other, private=private)
