"""7, 9: Action cards in the Soldier Turn: what they cost, whom they are for, what they do."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.cards import Effect, Who
from sandtable.games.warfighter.frames import NONE, Attack, Effecting, Move, Play, Shop, Strike
from sandtable.games.warfighter.pieces import CardId, EffectId, Kit, Slot, TargetId
from sandtable.games.warfighter.rows import Action
from sandtable.games.warfighter.rules.attacks import (
    arms,
    attack_groups,
    fittings,
    kill_number,
    strike,
    traits_of,
    why_not_usable,
)
from sandtable.games.warfighter.rules.deeds import all_xp, costly, spend
from sandtable.games.warfighter.rules.gear import empties, reload, used_up
from sandtable.games.warfighter.rules.hand import draw_cards, share, share_groups
from sandtable.games.warfighter.rules.moving import lay_marker, move_group, use_support
from sandtable.games.warfighter.rules.paying import PAID, ask_for_discards, ask_for_xp
from sandtable.games.warfighter.rules.results import is_screened, kill
from sandtable.games.warfighter.rules.team import take_ware, wares
from sandtable.games.warfighter.rules.wounds import heal_roll, treat, untreated
from sandtable.games.warfighter.state import (
    NOTHING,
    SG,
    Sortie,
    Support,
    barred,
    card_of,
    effects_of,
    hostile_row,
    hostiles,
    is_player,
    is_squad,
    living,
    player_soldiers,
    soldiers_at,
    within_sight,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

PARTS = 40


# ---- what a card costs ------------------------------------------------------------------------------


def discards_due(s: Sortie, kit: Kit, slot: Slot, card: CardId) -> int:
    """The cards that who plays it throws away; a Radio makes Support cheaper."""
    row = kit.action(card)
    due = row.discard  # rule: action.discard support.discard stealth.discard
    if row.trait == "support":
        due += sum(e.cards for _, e, _ in effects_of(s, kit, slot) if isinstance(e, cards.SupportPrice))
    return max(0, due)


def xp_due(kit: Kit, card: CardId, upgunned: bool) -> int:
    return kit.action(card).xp + (kit.n.upgun if upgunned else 0)  # rule: action.xp action.upgun-price


def brackets(kit: Kit, card: CardId) -> bool:
    """Whether Upgun changes anything."""
    return any(_bracket(kit, number) for number in kit.of_card[card])


def _bracket(kit: Kit, number: EffectId) -> bool:
    effect = kit.effects[number]
    if isinstance(effect, cards.OneOf):
        return any(_bracket(kit, inner) for inner in kit.inner[number])
    who, up = getattr(effect, "who", ""), getattr(effect, "upgun_who", "")
    return bool(getattr(effect, "upgunned", 0)) or (bool(up) and up != who)


def can_pay(s: Sortie, kit: Kit, slot: Slot, card: CardId, upgunned: bool) -> bool:
    if upgunned and not brackets(kit, card):
        return False
    return xp_due(kit, card, upgunned) <= all_xp(s) and discards_due(s, kit, slot, card) < len(s.hand[slot])


def playable(s: Sortie, kit: Kit, slot: Slot, card: CardId, upgunned: bool) -> bool:
    """Whether a card can be played in the Soldier Turn, and would do something."""
    if kit.is_location(card):
        return False
    row = kit.action(card)
    if row.when != "turn" or barred(s, kit, row.trait) or not can_pay(s, kit, slot, card, upgunned):
        return False
    if row.trait == "support":
        return not upgunned
    trial = [Effecting(slot=slot, effect=number, upgunned=upgunned) for number in kit.of_card[card]]
    return any(works_alone(kit.effects[f.effect], f) or effect_groups(s, kit, f, card) for f in trial)


# ---- playing it -------------------------------------------------------------------------------------


def pay_xp(g: SG, f: Play) -> None:
    ask_for_xp(g, g.s.owner[f.slot], xp_due(g.kit, f.card, f.upgunned), "action.xp")


def pay_discards(g: SG, f: Play) -> None:
    if g.s.returned != PAID:
        g.leave()
        return
    due = discards_due(g.s, g.kit, f.slot, f.card)
    firm = xp_due(g.kit, f.card, f.upgunned) > 0
    ask_for_discards(g, f.slot, due, f.card, "action.discard", firm)


def lay_down(g: SG, f: Play) -> None:
    """Paid for: the card is played. A Support card lies beside its Soldier; others go to the discards (7.1, 9.1)."""
    s, kit = g.s, g.kit
    if s.returned != PAID:
        g.leave()
        return
    row = kit.action(f.card)
    s.hand[f.slot].remove(f.card)
    costly(s)
    up = " Upgunned" if f.upgunned else ""
    g.tell("action.play", f"{{0:soldier}} plays {{1:card}}{up}.", f.slot, f.card)
    if row.trait == "support":
        s.support.append(Support(f.card, f.slot))  # rule: support.in-play
        g.leave()
        return
    if not any(kit.lies_down[number] for number in kit.of_card[f.card]):
        s.discards[f.card] += 1  # rule: action.discarded
    f.todo = kit.of_card[f.card][:]


def carry_out(g: SG, f: Play) -> Next:
    """One effect after the other (7.1)."""
    if not f.todo:
        return NEXT
    number = f.todo.pop(0)
    begin_effect(g, Effecting(slot=f.slot, effect=number, upgunned=f.upgunned))
    return STAY


# ---- for whom ---------------------------------------------------------------------------------------


def who_of(effect: Effect, upgunned: bool) -> Who:
    """Whom it is for: what stands in brackets with Upgun (7.4, 7.5)."""
    who: Who = getattr(effect, "who", "you")
    if upgunned:
        who = getattr(effect, "upgun_who", who)  # rule: action.you action.any-soldier
    return who


def meant(s: Sortie, kit: Kit, slot: Slot, who: Who) -> list[Slot]:
    if who == "you":
        return [slot]
    if who == "squad":
        return [other for other in living(s) if is_squad(s, kit, other)]
    if who == "here":
        return soldiers_at(s, s.place[slot])
    return player_soldiers(s, kit) if who == "each-player" else living(s)


# ---- effects ----------------------------------------------------------------------------------------


def works_alone(effect: Effect, f: Effecting) -> bool:
    """Whether there is nothing to choose in it."""
    if isinstance(effect, cards.Rally):
        return who_of(effect, f.upgunned) in ("here", "team")
    if isinstance(effect, cards.Entrance):
        return effect.where == "here"
    return isinstance(effect, (cards.Draw, cards.Clock, cards.Supply, cards.Nothing, cards.StartXp))


def begin_effect(g: SG, f: Effecting) -> None:
    """Does what needs no choice, and asks for the rest."""
    s, kit = g.s, g.kit
    effect = kit.effects[f.effect]
    if isinstance(effect, cards.Give):
        f.left = effect.upgunned if f.upgunned and effect.upgunned else effect.cards
    if not works_alone(effect, f):
        if effect_groups(s, kit, f):
            g.call(f)
        return
    if isinstance(effect, cards.Rally):
        for slot in meant(s, kit, f.slot, who_of(effect, f.upgunned)):
            calm(g, slot, effect.counters)
    elif isinstance(effect, cards.Draw):
        draw_cards(g, f.slot, effect.cards, "draw", "action.play")  # rule: hand.above-limit
    elif isinstance(effect, cards.Supply):
        g.call(Shop(slot=f.slot, left=effect.resources))
    elif isinstance(effect, cards.Entrance):
        mark(g, f, s.place[f.slot])
    elif isinstance(effect, cards.Clock):
        s.clock = max(1, s.clock + effect.turns)
    elif isinstance(effect, cards.StartXp):
        s.xp[f.slot] += effect.plus


def calm(g: SG, slot: Slot, counters: int) -> None:
    s = g.s
    if s.suppress[slot]:
        s.suppress[slot] -= min(counters, s.suppress[slot])
        g.tell("soldier.rally", "{0:soldier} loses a Suppress.", slot)


def effect_groups(s: Sortie, kit: Kit, f: Effecting, card: CardId = NONE) -> list[Group]:
    """The choices that one effect leaves. `card` is one that is to be played for it, and cannot pay for anything."""
    effect = kit.effects[f.effect]
    seat = s.owner[f.slot]
    those = meant(s, kit, f.slot, who_of(effect, f.upgunned))
    if isinstance(effect, cards.OneOf):
        inner = [Effecting(slot=f.slot, effect=n, upgunned=f.upgunned) for n in kit.inner[f.effect]]
        return [group for one in inner for group in effect_groups(s, kit, one, card)]
    if isinstance(effect, cards.Reload):
        return [Group(seat, "reload", (slot,), found) for slot in those if (found := empties(s, kit, slot))]
    if isinstance(effect, cards.Rally):
        calmed = [slot for slot in those if s.suppress[slot]]
        return [Group(seat, "calm", (), calmed)] if calmed else []
    if isinstance(effect, cards.Heal):
        return [Group(seat, "treat", (slot,), found) for slot in those if (found := untreated(s, slot))]
    if isinstance(effect, cards.FreeAttack):
        return [_by(group, seat) for slot in those for group in attack_groups(s, kit, slot, effect.needs)]
    if isinstance(effect, cards.FreeMove):
        return [_by(group, seat) for slot in those for group in move_group(s, kit, slot, card)]
    if isinstance(effect, (cards.Entrance, cards.NoPenalties)):
        return [Group(seat, "mark", (), [space for space, lies in enumerate(s.path) if lies != NOTHING])]
    if isinstance(effect, cards.Kill):
        return [Group(seat, "kill", (), found)] if (found := victims(s, kit, f.slot, effect)) else []
    if isinstance(effect, cards.Strike):
        found = [hostile for hostile in hostiles(s) if not is_screened(s, kit, hostile)]
        return [Group(seat, "call-fire", (), found, risky=True)] if found else []
    if isinstance(effect, cards.Give):
        return share_groups(s, kit, f)
    return []


def _by(group: Group, seat: Seat) -> Group:
    return Group(seat, group.verb, group.head, group.last)


def victims(s: Sortie, kit: Kit, slot: Slot, effect: cards.Kill) -> list[TargetId]:
    """The Hostile cards of which somebody can be killed without dice: not the target of an Objective (27.7)."""
    found = []
    for hostile in hostiles(s):
        fits = not effect.values or hostile_row(s, kit, hostile).value in effect.values
        if fits and not is_screened(s, kit, hostile) and _armed_for(s, kit, slot, effect, s.at[hostile]):
            found.append(hostile)  # rule: support.screen objective.cards
    return found


def _armed_for(s: Sortie, kit: Kit, slot: Slot, effect: cards.Kill, space: int) -> bool:
    """Whether he has a weapon of the kind that it needs, loaded and in range (20.4)."""
    if effect.needs == "any":
        return True
    away = abs(s.place[slot] - space)
    for arm in arms(s, kit, slot):
        traits = traits_of(s, kit, arm, fittings(s, kit, slot, arm))
        right = "stealth" in traits and (effect.needs == "stealth" or "ranged" in traits)  # rule: stealth.weapon
        if right and why_not_usable(s, kit, slot, arm) is None and kill_number(s, kit, slot, arm, away):
            return within_sight(s, away)
    return False


# ---- the choice -------------------------------------------------------------------------------------


def ask_effect(g: SG, f: Effecting) -> Ask:
    s, kit = g.s, g.kit
    seat = s.owner[f.slot]
    effect = kit.effects[f.effect]
    groups = effect_groups(s, kit, f)
    if f.item != NONE or f.support != NONE:
        groups.append(Group(seat, "call-off"))
    elif isinstance(effect, (cards.FreeAttack, cards.FreeMove, cards.Give)) or not groups:
        groups.append(Group(seat, "forgo"))
    many = isinstance(effect, cards.Give)
    said = f"{kit.named[f.effect]}: what is it for?"
    return Ask(said, "action.play", groups, shape="many" if many else "pick", most=f.left if many else 1)


def take_effect(g: SG, f: Effecting, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    verb = option[0]
    effect = chosen_effect(kit, f, str(verb))
    if verb == "attack":
        g.call(Attack(slot=int(option[1]), arm=int(option[2]), target=int(option[3]), free=True))
        return NEXT
    if verb == "move":
        g.call(Move(slot=int(option[1]), space=int(option[2]), free=True, support=f.support))
        return NEXT
    if verb == "share":
        share(g, int(option[1]), int(option[2]), card_of(option[3], f.slot))
        f.left -= 1
        if f.left and effect_groups(s, kit, f):
            return STAY
    g.leave()
    if verb in ("forgo", "call-off", "share"):
        return STAY
    if f.support != NONE:
        use_support(s, f.support)
    if verb == "reload":
        reload(g, int(option[1]), int(option[2]), "reload.card")
    elif verb == "calm":
        assert isinstance(effect, cards.Rally)
        calm(g, int(option[1]), effect.counters)
    elif verb == "treat":
        assert isinstance(effect, cards.Heal)
        bandage(g, f, effect, int(option[1]), int(option[2]))
    elif verb == "mark":
        mark(g, f, int(option[1]))
    elif verb == "kill":
        assert isinstance(effect, cards.Kill)
        shoot(g, f, effect, int(option[1]))
    else:
        g.call(Strike(effect=f.effect, target=int(option[1])))
    return STAY


def chosen_effect(kit: Kit, f: Effecting, verb: str) -> Effect:
    """Where a card lets choose, the effect that was chosen."""
    if f.effect not in kit.inner:
        return kit.effects[f.effect]
    kind: type = {"treat": cards.Heal, "calm": cards.Rally, "reload": cards.Reload}.get(verb, cards.Nothing)
    inner = [kit.effects[n] for n in kit.inner[f.effect]]
    return next((effect for effect in inner if isinstance(effect, kind)), inner[0])


def after_free(g: SG, f: Effecting) -> None:
    """A free attack or Move was made: that is all; or it was called off, and may be chosen anew."""
    if g.s.returned != PAID:
        f.step = "choose"


def bandage(g: SG, f: Effecting, effect: cards.Heal, slot: Slot, place: int) -> None:
    """A Wound is treated: by a card (C11), or with a kit for an Action and a bandage (25.3, C73)."""
    s, kit = g.s, g.kit
    key = "wound.card"
    if f.item != NONE:
        key = "wound.kit"
        spend(g, f.slot, 1 if effect.action else 0, key)
        used_up(s, kit, f.item, effect.uses)
    treat(g, slot, place, heal_roll(g, f.slot, effect, key), key)


def mark(g: SG, f: Effecting, space: int) -> None:
    """A card is laid on a Location, and changes its Entrance cost (C02, C45)."""
    s, kit = g.s, g.kit
    effect = kit.effects[f.effect]
    plus, slot = 0, NONE
    if isinstance(effect, cards.Entrance):
        plus = effect.upgunned if f.upgunned and effect.upgunned else effect.plus
        slot = f.slot if who_of(effect, f.upgunned) == "you" else NONE  # rule: entrance.on-point
    lay_marker(s, kit, space, f.effect, plus, slot)
    if f.item != NONE:
        used_up(s, kit, f.item, 1)
    g.tell("entrance.marker", f"{kit.named[f.effect]} lies in {{0:space}}.", space)


def shoot(g: SG, f: Effecting, effect: cards.Kill, hostile: TargetId) -> None:
    """Killed without dice: XP for a Soldier who did it, none for Support (C04, C58)."""
    number = effect.upgunned if f.upgunned and effect.upgunned else effect.hostiles
    said = "{0:soldier} kills {1:hostile} silently." if f.support == NONE else "{1:hostile} is hit from afar."
    g.tell("stealth.kill" if f.support == NONE else "support.kill", said, f.slot, hostile)
    kill(g, hostile, number, f.slot if f.support == NONE else NONE)


def refuse_effect(g: SG, f: Effecting, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    effect = kit.effects[f.effect]
    if option[0] == "kill" and isinstance(effect, cards.Kill):
        hostile = int(option[1])
        if hostile not in hostiles(s):
            return Refusal("action.play", "That is not there.")
        if is_screened(s, kit, hostile):
            return Refusal("support.screen", "Another card screens it.")
        if effect.values and hostile_row(s, kit, hostile).value not in effect.values:
            return Refusal("support.kill", "Its value is another.")
        return Refusal("stealth.weapon", "No loaded Ranged weapon with Stealth reaches it.")
    if option[0] in ("reload", "calm", "treat"):
        return Refusal("action.you", "The card cannot be used for him, or there is nothing to do.")
    return None


# ---- fire from outside ------------------------------------------------------------------------------


def strike_from_outside(g: SG, f: Strike) -> None:
    strike(g, f.effect, f.target)


# ---- supplies ---------------------------------------------------------------------------------------


def ask_shop(g: SG, f: Shop) -> Ask:
    """What reaches the team in the field: no Soldiers and no skills (C63)."""
    s, kit = g.s, g.kit
    seat = s.owner[f.slot]
    groups = [_by(group, seat) for slot in player_soldiers(s, kit) for group in wares(s, kit, slot, f.left)]
    groups.append(Group(seat, "done", title="buy no more"))
    return Ask(f"{f.left} Resources of gear.", "supply.gear", groups, shape="many", most=PARTS)


def take_shop(g: SG, f: Shop, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    f.left -= take_ware(g, int(option[1]), option)  # rule: supply.gear supply.value
    return STAY if f.left > 0 else NEXT


def refuse_card(s: Sortie, kit: Kit, slot: Slot, card: CardId, upgunned: bool) -> Refusal | None:
    """Why a card in a hand cannot be played now."""
    if card not in s.hand[slot]:
        return Refusal("action.play", "That card is not in this hand.")
    row = kit.cards[card]
    if not isinstance(row, Action):
        return Refusal("location.place", "A Location is laid, not played.")
    if row.when == "reaction":
        return Refusal("action.condition", "It answers a Hostile's attack.")
    if row.when == "attack":
        return Refusal("action.condition", "It is played with an attack.")
    if row.when == "entrance":
        return Refusal("move.advance", "It is discarded for an Entrance cost.")
    if barred(s, kit, row.trait):
        return Refusal("hostile.bars", "An active Hostile keeps such cards from being played.")
    if upgunned and not brackets(kit, card):
        return Refusal("action.upgun", "Nothing in its text stands in brackets.")
    if xp_due(kit, card, upgunned) > all_xp(s):
        return Refusal("action.xp", f"{xp_due(kit, card, upgunned)} XP are needed, {all_xp(s)} are there.")
    if discards_due(s, kit, slot, card) >= len(s.hand[slot]):
        return Refusal("action.discard", f"{discards_due(s, kit, slot, card)} other cards have to be discarded.")
    if not is_player(s, kit, slot):
        return Refusal("action.play", "Only Player Soldiers have cards.")
    return Refusal("action.play", "It would do nothing now.")
