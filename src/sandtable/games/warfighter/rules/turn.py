"""2: the Soldier Turn: one question, put again after each deed, until all who have Soldiers are ready."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Attack, Effecting, HostileTurn, Lay, Move, Play, Turn, Whole
from sandtable.games.warfighter.pieces import Kit, Slot
from sandtable.games.warfighter.rules.attacks import attack_groups, refuse_attack
from sandtable.games.warfighter.rules.deeds import all_xp, can_act, costly, spend
from sandtable.games.warfighter.rules.gear import (
    PASSING,
    change_hands,
    empties,
    free_each_turn,
    jams,
    passing,
    refuse_passing,
    reload,
    tools,
    unjam,
    use_tool,
)
from sandtable.games.warfighter.rules.hand import begin_redraw
from sandtable.games.warfighter.rules.hostiles import turns_left
from sandtable.games.warfighter.rules.locations import (
    activate,
    can_activate,
    layable,
    refuse_activation,
    refuse_location,
)
from sandtable.games.warfighter.rules.moving import move_group, refuse_move
from sandtable.games.warfighter.rules.paying import PAID, ask_for_xp
from sandtable.games.warfighter.rules.playing import calm, effect_groups, playable, refuse_card
from sandtable.games.warfighter.rules.targeting import fill_cup
from sandtable.games.warfighter.rules.team import worth
from sandtable.games.warfighter.rules.wounds import leave, may_leave
from sandtable.games.warfighter.state import (
    NOBODY,
    NOTHING,
    SG,
    Sortie,
    actions_each_turn,
    alter,
    barred,
    card_of,
    holds,
    in_hand,
    is_player,
    living,
    mine,
    objective_space,
    people,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

# ---- the turn ---------------------------------------------------------------------------------------


def set_out(g: SG, f: Whole) -> None:
    """The team is bought: its value holds until somebody leaves (8.6, C06); counters for the cup (22.1)."""
    s = g.s
    s.value = worth(s, g.kit)
    fill_cup(g)
    g.tell("setup.value", f"The team is worth {s.value}.")


def each_turn(g: SG, f: Whole) -> Next:
    g.call(Turn())
    return STAY


def begin_turn(g: SG, f: Turn) -> None:
    """Actions are counted anew, and all that holds for one turn is over (2.2)."""
    s, kit = g.s, g.kit
    s.turn += 1
    s.ready = s.placed = 0
    for marker in [one for one in s.markers if one.turn]:
        s.markers.remove(marker)
        if marker.effect in kit.card_of_effect:
            s.discards[kit.card_of_effect[marker.effect]] += 1
    for slot in living(s):
        s.actions[slot] = actions_each_turn(s, kit, slot)  # rule: turn.actions
        s.moved[slot] = s.stealthy[slot] = s.unarmed[slot] = s.shrugged[slot] = 0
        s.turn_uses[slot] = []
    for item, gear in enumerate(s.items):
        if gear.fired or gear.helped != NOBODY:
            alter(s, item, fired=0, helped=NOBODY)
    s.support = [replace(support, used=False) for support in s.support]
    costly(s)
    g.tell("turn.soldiers", f"Turn {s.turn}: the Soldiers act. {turns_left(s)}", weight="turn")


# ---- the question -----------------------------------------------------------------------------------


def ask_act(g: SG, f: Turn) -> Ask:
    """Whoever has Soldiers may act in any order; the table waits for those who have not said that they are done."""
    s, kit = g.s, g.kit
    groups: list[Group] = []
    seats = people(s)
    waits = [seat for seat in seats if not s.ready >> seat & 1] or seats  # all others may just have lost their Soldiers
    for seat in seats:
        if seat in waits:
            groups.append(Group(seat, "ready", warning=_idle(s, kit, seat)))
    for seat in seats:
        for slot in mine(s, seat):
            groups += soldier_groups(s, kit, slot)
        groups += support_groups(s, kit, seat)
    prompt = "Act with your Soldiers, or end the turn."
    return Ask(prompt, "turn.soldiers", groups, waits=tuple(waits), pause=True, ends=True)


def _idle(s: Sortie, kit: Kit, seat: Seat) -> str:
    left = sum(s.actions[slot] for slot in mine(s, seat))
    return f"{left} Action{'' if left == 1 else 's'} left." if left else ""


def soldier_groups(s: Sortie, kit: Kit, slot: Slot) -> Iterator[Group]:
    """What one Soldier can do (2.3 to 2.5)."""
    seat = s.owner[slot]
    if can_act(s, kit, slot):
        yield from attack_groups_risky(s, kit, slot)
        yield from move_group(s, kit, slot)
        if empty := empties(s, kit, slot):
            yield Group(seat, "reload", (slot,), empty)
        if jammed := jams(s, kit, slot):
            yield Group(seat, "clear", (slot,), jammed)
        if is_player(s, kit, slot):
            yield Group(seat, "redraw", (slot,))
    elif s.actions[slot] and s.suppress[slot]:
        yield Group(seat, "recover", (slot,))  # rule: soldier.remove-suppress
    if is_player(s, kit, slot):
        yield from card_groups(s, kit, slot)
    if can_activate(s, kit, slot):
        yield Group(seat, "activate", (slot,))
    if items := tools(s, kit, slot):
        yield Group(seat, "use", (slot,), items)
    if free_each_turn(s, kit, slot, cards.Reload) is not None and not s.suppress[slot] and empties(s, kit, slot):
        yield Group(seat, "quick-reload", (slot,), empties(s, kit, slot))
    if s.suppress[slot] and free_each_turn(s, kit, slot, cards.Rally) is not None:
        yield Group(seat, "steady", (slot,))
    if not s.suppress[slot]:
        yield from passing(s, kit, slot)
    if may_leave(s, kit, slot):
        yield Group(seat, "medevac" if len(living(s)) > 1 else "abandon", (slot,))
    if not is_player(s, kit, slot) and not s.passed[slot]:
        others = [other for other in people(s) if other != seat]
        if others:
            yield Group(seat, "assign", (slot,), others)  # rule: seat.assign


def attack_groups_risky(s: Sortie, kit: Kit, slot: Slot) -> Iterator[Group]:
    for group in attack_groups(s, kit, slot):
        yield Group(group.seat, group.verb, group.head, group.last, risky=True)


def card_groups(s: Sortie, kit: Kit, slot: Slot) -> Iterator[Group]:
    seat = s.owner[slot]
    if found := layable(s, kit, slot):
        yield Group(seat, "lay", (slot,), in_hand(slot, found))
    held = holds(s, slot)
    if plain := [card for card in held if playable(s, kit, slot, card, False)]:
        yield Group(seat, "play", (slot,), in_hand(slot, plain))  # rule: action.any-number
    if upgunned := [card for card in held if playable(s, kit, slot, card, True)]:
        yield Group(seat, "upgun", (slot,), in_hand(slot, upgunned))
    if s.rules.save_cards and held:
        yield Group(seat, "save", (slot,), in_hand(slot, held))  # rule: option.saving


def support_groups(s: Sortie, kit: Kit, seat: Seat) -> Iterator[Group]:
    """Support cards in play that were not used in this turn (9.4)."""
    found = []
    for place, support in enumerate(s.support):
        if s.owner[support.slot] == seat and not support.used and not barred(s, kit, "support"):
            trial = [Effecting(slot=support.slot, effect=number, support=place) for number in kit.of_card[support.card]]
            if any(effect_groups(s, kit, one) for one in trial):
                found.append(place)
    if found:
        yield Group(seat, "support", (), found)


# ---- the answer -------------------------------------------------------------------------------------


def take_act(g: SG, f: Turn, seat: Seat, option: Option) -> Next:
    s = g.s
    verb = str(option[0])
    if verb == "ready":
        s.ready |= 1 << seat
        return NEXT if all(s.ready >> other & 1 for other in people(s)) else STAY  # rule: turn.end
    s.ready &= ~(1 << seat)
    DEEDS[verb](g, option)
    return STAY


def _attack(g: SG, option: Option) -> None:
    g.call(Attack(slot=int(option[1]), arm=int(option[2]), target=int(option[3])))


def _move(g: SG, option: Option) -> None:
    g.call(Move(slot=int(option[1]), space=int(option[2])))


def _reload(g: SG, option: Option) -> None:
    spend(g, int(option[1]), 1, "reload.action")
    reload(g, int(option[1]), int(option[2]), "reload.action")


def _clear(g: SG, option: Option) -> None:
    spend(g, int(option[1]), 1, "option.jams")
    unjam(g, int(option[1]), int(option[2]))


def _redraw(g: SG, option: Option) -> None:
    begin_redraw(g, int(option[1]))


def _recover(g: SG, option: Option) -> None:
    spend(g, int(option[1]), 1, "soldier.remove-suppress")
    calm(g, int(option[1]), 1)


def _lay(g: SG, option: Option) -> None:
    slot = int(option[1])
    g.call(Lay(slot=slot, card=card_of(option[2], slot)))


def _play(g: SG, option: Option) -> None:
    slot = int(option[1])
    g.call(Play(slot=slot, card=card_of(option[2], slot), upgunned=option[0] == "upgun"))


def _save(g: SG, option: Option) -> None:
    s, slot = g.s, int(option[1])
    card = card_of(option[2], slot)
    s.hand[slot].remove(card)
    s.saved[slot] = sorted([*s.saved[slot], card])
    g.tell("option.saving", "{0:soldier} puts a card aside.", slot)


def _activate(g: SG, option: Option) -> None:
    activate(g, int(option[1]))


def _use(g: SG, option: Option) -> None:
    use_tool(g, int(option[1]), int(option[2]))


def _quick_reload(g: SG, option: Option) -> None:
    slot = int(option[1])
    number = free_each_turn(g.s, g.kit, slot, cards.Reload)
    assert number is not None
    g.s.turn_uses[slot].append(number)
    reload(g, slot, int(option[2]), "skill.once-a-turn")


def _steady(g: SG, option: Option) -> None:
    slot = int(option[1])
    number = free_each_turn(g.s, g.kit, slot, cards.Rally)
    assert number is not None
    effect = g.kit.effects[number]
    assert isinstance(effect, cards.Rally)
    g.s.turn_uses[slot].append(number)
    calm(g, slot, effect.counters)


def _medevac(g: SG, option: Option) -> None:
    leave(g, int(option[1]), "medevac.voluntary")


def _assign(g: SG, option: Option) -> None:
    s, slot, seat = g.s, int(option[1]), int(option[2])
    s.owner[slot] = seat
    s.ready &= ~(1 << seat)
    s.passed[slot].append(0)
    g.tell("seat.assign", "{0:soldier} is now led by {1:seat}.", slot, seat)


def _support(g: SG, option: Option) -> None:
    place = int(option[1])
    support = g.s.support[place]
    for number in g.kit.of_card[support.card]:
        g.call(Effecting(slot=support.slot, effect=number, support=place))


DEEDS = {
    "attack": _attack,
    "move": _move,
    "reload": _reload,
    "clear": _clear,
    "redraw": _redraw,
    "recover": _recover,
    "lay": _lay,
    "play": _play,
    "upgun": _play,
    "save": _save,
    "activate": _activate,
    "use": _use,
    "quick-reload": _quick_reload,
    "steady": _steady,
    "medevac": _medevac,
    "abandon": _medevac,
    "assign": _assign,
    "support": _support,
    **dict.fromkeys(PASSING, change_hands),
}


# ---- why not ----------------------------------------------------------------------------------------


def not_yours(g: SG, verb: str, slot: Slot) -> Refusal:
    """A Soldier of somebody else, or one who is gone."""
    name, title = g.kit.soldiers[g.s.soldier[slot]].name, g.game.verbs[verb].title
    if g.s.place[slot] < 0:
        return Refusal("seat.owner", f"For {title!r}: {name} has left the mission.")
    return Refusal("seat.owner", f"For {title!r}: {name} is not yours.")


def refuse_act(g: SG, f: Turn, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    verb = str(option[0])
    if verb not in DEEDS or verb == "support":
        return Refusal("support.once", "It was used in this turn, or can do nothing.") if verb == "support" else None
    slot = int(option[1])
    if s.place[slot] < 0 or s.owner[slot] != seat:
        return not_yours(g, verb, slot)
    if verb == "attack":
        return refuse_attack(s, kit, slot, int(option[2]), int(option[3]), False)
    if verb == "move":
        return refuse_move(s, kit, slot, int(option[2]), False)
    if verb in PASSING:
        return refuse_passing(s, kit, seat, option)
    if verb in ("play", "upgun"):
        return refuse_card(s, kit, slot, card_of(option[2], slot), verb == "upgun")
    if verb == "lay":
        return refuse_location(s, kit, slot, card_of(option[2], slot))
    if verb == "activate":
        return refuse_activation(s, kit, slot)
    if verb in ("medevac", "abandon"):
        return Refusal("medevac.voluntary", "Only who was wounded, down to 2 Health or 1, can be evacuated.")
    if verb == "assign":
        return Refusal("seat.assign", "Only NPS and Squad Soldiers are handed on, to who has a Soldier.")
    if verb in ("reload", "clear", "redraw") and s.suppress[slot]:
        return Refusal("soldier.suppressed", "A suppressed Soldier only plays cards or removes Suppress.")
    if verb in ("reload", "clear", "redraw", "recover") and not s.actions[slot]:
        return Refusal("turn.actions", "He has no Action left.")
    if verb in ("reload", "quick-reload"):
        return Refusal("reload.empty", "That weapon is not empty, or it is no longer free.")
    if verb == "redraw":
        return Refusal("hand.redraw", "Only Player Soldiers have cards.")
    if verb == "use":
        return Refusal("equipment.when", "It does nothing now.")
    return None


# ---- the end of the Soldier Turn --------------------------------------------------------------------


def begin_retain(g: SG, f: Turn) -> None:
    """Support cards are retained or go (9.5)."""
    s = g.s
    s.ready = 0
    f.left = list(range(len(s.support)))
    f.retaining = NOTHING


def next_support(g: SG, f: Turn) -> None:
    """The next Support card; those that cannot be kept, or paid for, go."""
    f.retaining = f.left.pop(0) if f.left else NOTHING


def ask_retain(g: SG, f: Turn) -> Ask:
    s, kit = g.s, g.kit
    seats = people(s)
    if f.retaining == NOTHING:
        return Ask("No Support.", "support.retain", [Group(seats[0], "go-on")])
    row = kit.action(s.support[f.retaining].card)
    if row.retain < 0 or row.retain > all_xp(s):
        return Ask("It cannot be kept.", "support.retain", [Group(seats[0], "let-go")])  # rule: support.not-retained
    groups = [group for seat in seats for group in (Group(seat, "retain"), Group(seat, "let-go"))]
    return Ask(f"Keep {row.title} for {row.retain} XP?", "support.retain", groups)


def take_retain(g: SG, f: Turn, seat: Seat, option: Option) -> Next:
    s = g.s
    s.returned = 0
    if option[0] == "retain":
        ask_for_xp(g, seat, g.kit.action(s.support[f.retaining].card).retain, "support.retain")
    return NEXT


def keep_or_drop(g: SG, f: Turn) -> None:
    s = g.s
    if f.retaining == NOTHING:
        return
    support = s.support[f.retaining]
    if s.returned == PAID:
        g.tell("support.retain", "{0:card} stays in play.", support.card)
    else:
        del s.support[f.retaining]
        s.discards[support.card] += 1
        f.left = [place - 1 for place in f.left]
        g.tell("support.retain", "{0:card} is discarded.", support.card)
    f.step = "next-support"


def end_soldiers(g: SG, f: Turn) -> None:
    """The Soldier Turn is over; now it is the Hostiles'."""
    s = g.s
    if s.reach != NOTHING and s.turn >= s.reach_until:
        s.reach = NOTHING  # rule: event.reach
    g.call(HostileTurn())


def at_objective(s: Sortie, kit: Kit, slot: Slot) -> bool:
    return s.place[slot] == objective_space(s, kit)
