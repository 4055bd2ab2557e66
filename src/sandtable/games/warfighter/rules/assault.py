"""18.1, 18.5: an attack from its announcement to its dice: what helps it, the Fire Mode, the shot."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Attack
from sandtable.games.warfighter.pieces import MODES, CardId, Kit, Slot
from sandtable.games.warfighter.rules.attacks import (
    all_targets,
    allowed_modes,
    bearing,
    fire,
    fittings,
    plus_of,
    traits_of,
    why_no_target,
)
from sandtable.games.warfighter.rules.deeds import all_xp, costly
from sandtable.games.warfighter.rules.paying import PAID, ask_for_xp
from sandtable.games.warfighter.rules.playing import brackets, who_of, xp_due
from sandtable.games.warfighter.rules.results import space_of
from sandtable.games.warfighter.state import SG, Sortie, card_of, holds, in_hand, player_soldiers
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def helpful(s: Sortie, kit: Kit, f: Attack, slot: Slot, card: CardId, upgunned: bool) -> bool:
    """Whether a card that is played with attacks would do something for this one (7.7)."""
    if kit.is_location(card) or kit.action(card).when != "attack" or (upgunned and not brackets(kit, card)):
        return False
    if xp_due(kit, card, upgunned) > all_xp(s):
        return False
    return any(_applies(s, kit, f, slot, number, upgunned) for number in kit.of_card[card])


def _applies(s: Sortie, kit: Kit, f: Attack, slot: Slot, number: int, upgunned: bool) -> bool:
    effect = kit.effects[number]
    who = who_of(effect, upgunned)
    if slot != f.slot and who not in ("any", "team"):
        return False  # rule: action.you
    if isinstance(effect, cards.CoverCounts):
        return not any(isinstance(e, cards.CoverCounts) and e.face >= effect.face for e, _ in bearing(s, kit, f))
    if isinstance(effect, cards.Aim):
        away = abs(s.place[f.slot] - space_of(s, kit, f.target))
        return bool(plus_of(effect, upgunned, s, kit, f, traits_of(s, kit, f.arm, f.fitted), away))
    return isinstance(effect, cards.Penetrate)


def ask_attack(g: SG, f: Attack) -> Ask:
    """The attacker chooses his Fire Mode when all that helps is settled; others may help with their cards."""
    s, kit = g.s, g.kit
    seat = s.owner[f.slot]
    groups: list[Group] = []
    if f.target in all_targets(s, kit) and why_no_target(s, kit, f.slot, f.arm, f.target) is None:
        modes = allowed_modes(s, kit, f.arm, f.target)
        groups.append(Group(seat, "fire", (), modes, risky=True))
    spare = [item for item in fittings(s, kit, f.slot, f.arm) if item not in f.fitted]
    if spare:
        groups.append(Group(seat, "fit", (), spare))
    for slot in player_soldiers(s, kit):
        for upgunned in (False, True):
            found = [card for card in holds(s, slot) if helpful(s, kit, f, slot, card, upgunned)]
            if found:
                groups.append(
                    Group(s.owner[slot], "help-upgunned" if upgunned else "help", (slot,), in_hand(slot, found))
                )
    if not f.aids or not any(group.seat == seat for group in groups):
        groups.append(Group(seat, "call-off"))
    return Ask("Attack: how, and with what help?", "attack.action", groups, waits=(seat,), pause=True)


def take_attack(g: SG, f: Attack, seat: Seat, option: Option) -> Next:
    verb = option[0]
    f.aiding = []
    if verb == "call-off":
        g.leave(0)  # rule: attack.called-off
        return STAY
    if verb == "fire":
        f.mode = int(option[1])
        return NEXT
    if verb == "fit":
        f.fitted.append(int(option[1]))
        return STAY
    slot, upgunned = int(option[1]), verb == "help-upgunned"
    card = card_of(option[2], slot)
    f.aiding = [slot, card, int(upgunned)]
    ask_for_xp(g, g.s.owner[slot], xp_due(g.kit, card, upgunned), "action.upgun-price")
    return NEXT


def help_attack(g: SG, f: Attack) -> None:
    """A card that helps is paid for and played; then the question stands again."""
    s, kit = g.s, g.kit
    if not f.aiding:
        return
    slot, card, upgunned = f.aiding
    f.aiding = []
    f.step = "attack"
    if s.returned != PAID:
        return
    s.hand[slot].remove(card)
    s.discards[card] += 1
    costly(s)
    up = " Upgunned" if upgunned else ""
    g.tell("action.play", f"{{0:soldier}} plays {{1:card}}{up}.", slot, card)
    for number in kit.of_card[card]:
        f.aids += [number, upgunned]


def shoot(g: SG, f: Attack) -> None:
    """The dice. The attack is over before they do anything else: what they do may ask or end the mission."""
    mode = MODES[f.mode]
    g.tell("attack.action", f"{{0:soldier}} attacks {{1:target}} ({mode}).", f.slot, f.target)
    g.leave(PAID)
    fire(g, f)


def refuse_aid(g: SG, f: Attack, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "fire":
        return Refusal("attack.modes", "Not in this Fire Mode.")
    if option[0] not in ("help", "help-upgunned"):
        return None
    slot, upgunned = int(option[1]), option[0] == "help-upgunned"
    card = card_of(option[2], slot)
    if slot >= len(s.owner) or s.owner[slot] != seat or card not in s.hand[slot]:
        return Refusal("action.play", "That card is not in your hand.")
    if kit.is_location(card) or kit.action(card).when != "attack":
        return Refusal("action.condition", "It is not played with an attack.")
    if upgunned and not brackets(kit, card):
        return Refusal("action.upgun", "Nothing in its text stands in brackets.")
    if xp_due(kit, card, upgunned) > all_xp(s):
        return Refusal("action.xp", "There are not enough XP.")
    if slot != f.slot and not any(who_of(kit.effects[n], upgunned) == "any" for n in kit.of_card[card]):
        return Refusal("action.you", "It helps only who plays it, or has to be Upgunned.")
    return Refusal("action.trait", "It does nothing for an attack like this.")
