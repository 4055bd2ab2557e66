"""24.3, 7.9: what Soldiers may answer to the dice of a Hostile: one window for each attack."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import HostileAttack
from sandtable.games.warfighter.pieces import Arm, CardId, HostileId, Kit, Slot
from sandtable.games.warfighter.rules.attacks import arms, part_of, why_no_target, why_not_usable
from sandtable.games.warfighter.rules.deeds import all_xp, costly
from sandtable.games.warfighter.rules.paying import PAID, ask_for_xp
from sandtable.games.warfighter.rules.strikes import NO_EFFECT, SUPPRESSED, outcome
from sandtable.games.warfighter.state import (
    SG,
    Sortie,
    card_of,
    holds,
    in_hand,
    player_soldiers,
    remove_item,
    tool_effects,
)
from sandtable.kernel.flow import NEXT, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

NO_ARM = -1


def cancels(kit: Kit, card: CardId) -> cards.Cancel | None:
    held = [kit.effects[number] for number in kit.of_card[card]]
    return next((effect for effect in held if isinstance(effect, cards.Cancel)), None)


def price(kit: Kit, card: CardId, slot: Slot, victim: Slot) -> int:
    """The XP that it costs; for another Soldier it has to be Upgunned."""
    return kit.action(card).xp + (kit.n.upgun if slot != victim else 0)  # rule: react.upgun


def in_danger(s: Sortie, kit: Kit, f: HostileAttack) -> list[Slot]:
    """The victims to whom something would happen."""
    return [slot for slot in f.victims if not f.cancelled and outcome(s, kit, f, slot) != NO_EFFECT]


def answers(s: Sortie, kit: Kit, slot: Slot, victim: Slot, f: HostileAttack) -> list[CardId]:
    """Cards of a hand that answer what would befall a victim."""
    if outcome(s, kit, f, victim) == NO_EFFECT:
        return []
    found = []
    for card in holds(s, slot):
        effect = None if kit.is_location(card) else cancels(kit, card)
        if effect is None or kit.action(card).when != "reaction":
            continue
        if effect.on == "wounds" and outcome(s, kit, f, victim) == SUPPRESSED:
            continue  # rule: react.wounds
        if slot != victim and effect.upgun_who == "you":
            continue  # rule: action.you
        if price(kit, card, slot, victim) <= all_xp(s) and (not effect.ammo or loaded(s, kit, slot, f.hostile)):
            found.append(card)
    return found


def loaded(s: Sortie, kit: Kit, slot: Slot, hostile: HostileId) -> list[Arm]:
    """Loaded weapons with which he could legally attack that Hostile: in range, and not screened (24.4)."""
    found = []
    for arm in arms(s, kit, slot):
        part = part_of(s, kit, arm)
        if part is None or not part.ammo:
            continue
        refusal = why_not_usable(s, kit, slot, arm)
        ready = refusal is None or refusal.key == "weapon.single-shot"
        if ready and why_no_target(s, kit, slot, arm, hostile) is None:
            found.append(arm)  # rule: react.legal-attack
    return found


def shields(s: Sortie, kit: Kit, slot: Slot) -> list[int]:
    """Equipment that takes a part of a Wound."""
    return [
        item
        for _, effect, item in tool_effects(s, kit, slot, "always", "hostile-turn")
        if isinstance(effect, cards.Absorb) and s.items[item].uses < effect.uses
    ]


# ---- the window -------------------------------------------------------------------------------------


def secretly(s: Sortie) -> bool:
    return s.rules.hands == "hidden" and s.seats > 1


def ways_out(s: Sortie, kit: Kit, f: HostileAttack) -> list[Group]:
    """All that could answer this attack as it stands."""
    endangered = in_danger(s, kit, f)
    groups: list[Group] = []
    for slot in player_soldiers(s, kit):
        seat = s.owner[slot]
        for victim in endangered:
            for card in answers(s, kit, slot, victim, f):
                effect = cancels(kit, card)
                assert effect is not None
                if effect.ammo:
                    groups.append(
                        Group(
                            seat, "react-with", (slot, *in_hand(slot, [card]), victim), loaded(s, kit, slot, f.hostile)
                        )
                    )
                else:
                    groups.append(Group(seat, "react", (slot, *in_hand(slot, [card])), [victim]))
    for victim in endangered:
        if outcome(s, kit, f, victim) != SUPPRESSED and (items := shields(s, kit, victim)):
            groups.append(Group(s.owner[victim], "absorb", (), items))
    return groups


def waiting(s: Sortie, kit: Kit, f: HostileAttack, groups: list[Group]) -> list[Seat]:
    """Who has still to say whether he answers: with hidden hands everybody who has a hand, so that nobody learns who
    could."""
    seats = {group.seat for group in groups}
    if secretly(s) and in_danger(s, kit, f):
        seats |= {s.owner[slot] for slot in player_soldiers(s, kit)}  # rule: react.hidden
    return sorted(seat for seat in seats if not f.passed >> seat & 1)


def ask_reaction(g: SG, f: HostileAttack) -> Ask:
    """All who could answer are asked at once (C47)."""
    s, kit = g.s, g.kit
    groups = ways_out(s, kit, f)
    seats = waiting(s, kit, f, groups)
    if not seats:
        return Ask("The attack stands.", "react.window", [Group(0, "pass")])
    told = f"{kit.hostile(s.hostile[f.hostile]).title} attacks: {f.die} and {f.cover}. React?"
    shown = [Group(seat, "pass") for seat in seats] + [group for group in groups if group.seat in seats]
    hidden = secretly(s)
    return Ask(told, "react.window", shown, secret=hidden, always=hidden, waits=tuple(seats))


def take_reaction(g: SG, f: HostileAttack, seat: Seat, option: Option) -> Next:
    """The first answer counts; the window is put again as long as the attack stands."""
    s, kit = g.s, g.kit
    verb = option[0]
    f.answer = []
    if verb == "pass":
        f.passed |= 1 << seat
        return NEXT
    if verb == "absorb":
        item = int(option[1])
        victim = s.items[item].slot
        effect = next(e for _, e, i in tool_effects(s, kit, victim, "always", "hostile-turn") if i == item)
        assert isinstance(effect, cards.Absorb)
        g.tell("react.absorb", "{0:soldier}'s {1:item} takes it.", victim, item)
        remove_item(s, item)  # rule: react.absorb equipment.expended
        f.absorbed += [victim, effect.wounds]
        return NEXT
    arm = int(option[4]) if verb == "react-with" else NO_ARM
    slot = int(option[1])
    f.answer = [slot, card_of(option[2], slot), int(option[3]), arm]
    f.passed &= ~(1 << seat)
    return NEXT


def pay_reaction(g: SG, f: HostileAttack) -> None:
    if f.answer:
        slot, card, victim, _ = f.answer
        ask_for_xp(g, g.s.owner[slot], price(g.kit, card, slot, victim), "react.price")


def react(g: SG, f: HostileAttack) -> Next:
    """A card that cancels: the whole attack, or (a screen of one's own) what befalls its Soldier (C53)."""
    s, kit = g.s, g.kit
    if f.answer:
        slot, card, victim, arm = f.answer
        f.answer = []
        if s.returned == PAID:
            s.hand[slot].remove(card)
            s.discards[card] += 1
            costly(s)
            effect = cancels(kit, card)
            assert effect is not None
            g.tell("react.cancel", "{0:soldier} plays {1:card}.", slot, card, weight="gain")
            if arm != NO_ARM:
                part = part_of(s, kit, arm)
                assert part is not None
                s.ammo[slot][kit.ammo_of(part)] -= effect.ammo  # rule: react.ammo
            if effect.on == "attack":
                f.cancelled = True  # rule: react.suppress
            else:
                f.saved |= 1 << victim  # rule: react.take-cover
    if waiting(s, kit, f, ways_out(s, kit, f)):
        f.step = "reaction"
    return NEXT


def refuse_reaction(g: SG, f: HostileAttack, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] not in ("react", "react-with"):
        return None
    slot, victim = int(option[1]), int(option[3])
    card = card_of(option[2], slot)
    if slot >= len(s.owner) or s.owner[slot] != seat or card not in s.hand[slot]:
        return Refusal("react.window", "That card is not in your hand.")
    effect = None if kit.is_location(card) else cancels(kit, card)
    if effect is None:
        return Refusal("action.condition", "Nothing has happened to which it is an answer.")
    if victim in f.victims and effect.on == "wounds" and outcome(s, kit, f, victim) == SUPPRESSED:
        return Refusal("react.wounds", "He is not about to be wounded.")
    if slot != victim and effect.upgun_who == "you":
        return Refusal("action.you", "It saves only who plays it.")
    if price(kit, card, slot, victim) > all_xp(s):
        return Refusal("action.xp", "There are not enough XP.")
    return Refusal("react.legal-attack", "No loaded weapon of his could attack that Hostile now.")
