"""8, 10, 11, 27.1: Locations are laid and fill with Hostiles; events; the Objective is activated."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Fill, Lay
from sandtable.games.warfighter.pieces import CardId, HostileId, Kit, Slot, SpaceId, ThreatId
from sandtable.games.warfighter.rows import Location, Mission
from sandtable.games.warfighter.rules.deeds import all_xp, can_act, costly, spend
from sandtable.games.warfighter.rules.ending import judge, out_of_time
from sandtable.games.warfighter.rules.hand import throw_away
from sandtable.games.warfighter.rules.moving import beyond_objective
from sandtable.games.warfighter.rules.paying import PAID, ask_for_xp
from sandtable.games.warfighter.rules.targeting import draw_target
from sandtable.games.warfighter.rules.wounds import wound
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    NOTHING,
    OBJECTIVE_CARD,
    SG,
    Marker,
    Sortie,
    card_in,
    cover_of,
    foremost,
    front_soldiers,
    is_player,
    living,
    objective_space,
    people,
    soldiers_at,
    team_effects,
    tool_effects,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

# ---- laying a Location ------------------------------------------------------------------------------


def next_space(s: Sortie) -> SpaceId:
    """The space behind the front-most card (8.1)."""
    return foremost(s) + 1


def why_no_location(s: Sortie, kit: Kit) -> Refusal | None:
    """Why the team cannot place a Location now, whichever it is."""
    if s.placed >= kit.n.locations:
        return Refusal("location.one-a-turn", "The team places one Location in a turn.")
    if not soldiers_at(s, foremost(s)):
        return Refusal("location.front", "No Soldier is in the front-most Location.")
    if next_space(s) >= objective_space(s, kit):
        return Refusal("objective.inactive", "The Objective lies next.")
    return None


def layable(s: Sortie, kit: Kit, slot: Slot) -> list[CardId]:
    """The Locations of a hand that can be laid now (8.2 to 8.4)."""
    if not is_player(s, kit, slot) or why_no_location(s, kit) is not None:
        return []  # rule: location.who location.one-a-turn location.front
    found = []
    for card in sorted(set(s.hand[slot])):
        if kit.is_location(card):
            row = kit.location(card)
            if (not row.actions or can_act(s, kit, slot, row.actions)) and row.xp <= all_xp(s):
                found.append(card)  # rule: location.price
    return found


def refuse_location(s: Sortie, kit: Kit, slot: Slot, card: CardId) -> Refusal:
    if card not in s.hand[slot] or not kit.is_location(card):
        return Refusal("location.place", "He holds no such Location.")
    row = kit.location(card)
    refusal = why_no_location(s, kit)
    if refusal is not None:
        return refusal
    if row.xp > all_xp(s):
        return Refusal("location.price", f"It costs {row.xp} XP.")
    return Refusal("location.price", f"It costs {row.actions} Action{'' if row.actions == 1 else 's'} of his.")


def pay_for_location(g: SG, f: Lay) -> None:
    ask_for_xp(g, g.s.owner[f.slot], g.kit.location(f.card).xp, "location.price")


def lay(g: SG, f: Lay) -> Next:
    """Next to the front-most card; Hostile cards are drawn at once (8.5)."""
    s, kit = g.s, g.kit
    if s.returned != PAID:
        return NEXT
    space = next_space(s)
    s.hand[f.slot].remove(f.card)
    spend(g, f.slot, kit.location(f.card).actions, "location.price")
    s.path[space] = f.card
    s.placed += 1
    g.tell("location.place", "{0:soldier} lays {1:card}.", f.slot, f.card, at=space, weight="phase")
    g.leave()
    fill(g, space)
    return STAY


def activate(g: SG, slot: Slot) -> None:
    """The Objective is the next Location: no Action, no card (27.1, C15)."""
    s, kit = g.s, g.kit
    s.inactive = False
    s.placed += 1  # rule: objective.activate
    costly(s)
    space = objective_space(s, kit)
    g.tell("objective.activate", "{0:soldier} activates the Objective.", slot, at=space, weight="phase")
    fill(g, space)


def can_activate(s: Sortie, kit: Kit, slot: Slot) -> bool:
    """Any Soldier next to the Objective who is not suppressed, if no Location was placed in this turn."""
    adjacent = s.place[slot] == objective_space(s, kit) - 1
    return s.inactive and adjacent and not s.suppress[slot] and s.placed < kit.n.locations


def refuse_activation(s: Sortie, kit: Kit, slot: Slot) -> Refusal:
    if not s.inactive:
        return Refusal("objective.activate", "It is active.")
    if s.suppress[slot]:
        return Refusal("soldier.suppressed", "A suppressed Soldier only plays cards or removes Suppress.")
    if s.placed >= kit.n.locations:
        return Refusal("location.one-a-turn", "The team places one Location in a turn, the Objective among them.")
    return Refusal("objective.activate", "He is not in the Location next to the Objective.")


# ---- filling it -------------------------------------------------------------------------------------


def hostile_value(s: Sortie, kit: Kit, space: SpaceId) -> int:
    """By the chart of the card and the band of the team's value (8.6)."""
    card = card_in(s, kit, space)
    assert card is not None and not isinstance(card, Mission)
    at = "locations" if isinstance(card, Location) else "objective"
    value = kit.charts[card.chart].values[kit.band(s.value)]  # rule: location.hostiles objective.hostiles
    more = sum(e.plus for _, e, _ in team_effects(s, kit) if isinstance(e, cards.HostileValue) and e.at == at)
    return max(0, value + more)  # rule: mission.notes


def fill(g: SG, space: SpaceId) -> None:
    s, kit = g.s, g.kit
    due = hostile_value(s, kit, space)
    g.tell("location.hostiles", f"Hostiles of {due} points come to {{0:space}}.", space)
    g.call(Fill(space=space, due=due, peeks=lookers(s, kit)))


def lookers(s: Sortie, kit: Kit) -> list[int]:
    """Equipment through which somebody may look at the top Hostile card before."""
    return [
        item
        for slot in living(s)
        for _, effect, item in tool_effects(s, kit, slot, "turn", "always")
        if isinstance(effect, cards.Peek) and s.items[item].helped == NOBODY
    ]


def look(g: SG, f: Fill) -> None:
    """Binoculars: the top cards are looked at, by all."""
    s, kit = g.s, g.kit
    if not f.peeks:
        return
    cards_seen = max(
        e.cards for n in kit.of_gear[s.items[f.peeks[0]].kind] if isinstance(e := kit.effects[n], cards.Peek)
    )
    for _ in range(cards_seen - len(s.top)):
        threat = from_deck(g, "peek", "equipment.peek")
        if threat is None:
            break
        s.top.append(threat)
    for threat in s.top:
        g.tell("equipment.peek", "On top of the deck lies {0:threat}.", threat)


def ask_look(g: SG, f: Fill) -> Ask:
    s, kit = g.s, g.kit
    if not f.peeks or not s.top:
        return Ask("Nothing to look at.", "equipment.peek", [Group(people(s)[0], "leave-it")])
    seat = s.owner[s.items[f.peeks[0]].slot]
    bury = any(isinstance(e := kit.effects[n], cards.Peek) and e.bury for n in kit.of_gear[s.items[f.peeks[0]].kind])
    groups = [Group(seat, "leave-it"), *([Group(seat, "bury")] if bury else [])]
    names = ", ".join(kit.threats[threat].title for threat in s.top)
    return Ask(f"{names} on top of the Hostile deck: leave it there?", "equipment.peek", groups)


def take_look(g: SG, f: Fill, seat: Seat, option: Option) -> Next:
    s = g.s
    if option[0] == "bury":
        s.bottom += s.top
        s.top = []
        g.tell("equipment.peek", "It goes under the deck.")
    if f.peeks:
        f.peeks.pop(0)
    if f.peeks:
        f.step = "look"
        return STAY
    return NEXT


def from_deck(g: SG, purpose: str, key: str) -> ThreatId | None:
    """The next Hostile card: what was buried comes last, and then the discards are shuffled (4.2)."""
    s = g.s
    pool = [threat for threat, copies in enumerate(s.threats) for _ in range(copies)]
    if not pool:
        if s.bottom:
            return s.bottom.pop(0)
        s.threats, s.spent = s.spent[:], [0] * len(s.spent)  # rule: deck.depleted
        pool = [threat for threat, copies in enumerate(s.threats) for _ in range(copies)]
    if not pool:
        return None
    threat = g.draw(pool, purpose, key)
    s.threats[threat] -= 1
    return threat


def draw_threat(g: SG) -> ThreatId | None:
    if g.s.top:
        return g.s.top.pop(0)
    return from_deck(g, "hostile", "hostile.drawn")


def come(g: SG, f: Fill) -> None:
    """Cards are drawn one by one until their values reach what is due (8.7); a reinforcement is one card (23.2)."""
    s, kit = g.s, g.kit
    g.reveal()
    total, more = 0, f.more
    while total < f.due or more > 0:
        threat = draw_threat(g)
        if threat is None:
            break
        value = kit.threats[threat].value
        total += value  # rule: location.fill event.value
        more -= 1
        if f.reinforce and value not in f.reinforce:
            g.tell("reinforce.value", f"{{0:threat}} (value {value}) does not come to {{1:space}}.", threat, f.space)
            s.spent[threat] += 1
        elif kit.is_event(threat):
            g.tell("event.drawn", "Event: {0:threat}.", threat, weight="blow", at=f.space)
            f.events.append(threat)
        else:
            arrive(g, threat, f)


def arrive(g: SG, threat: ThreatId, f: Fill) -> None:
    """A Hostile card is placed beside its Location, or where its text says, and draws its target (22.1)."""
    s, kit = g.s, g.kit
    row = kit.hostile(threat)
    hostile = place_for(s, threat)
    s.at[hostile] = f.space
    s.arrived[hostile] = s.turn if f.reinforce else 0
    draw_target(g, hostile)
    target = s.target[hostile]
    if row.enters == "front-most":
        s.at[hostile] = s.place[front_soldiers(s)[0]]  # rule: hostile.enters
    elif row.enters == "mission":
        s.at[hostile] = 0
    elif row.enters == "target" and target != NOBODY:
        s.at[hostile] = s.place[target]
    g.tell("hostile.drawn", "{0:hostile} comes to {1:space}.", hostile, s.at[hostile], weight="blow")


def place_for(s: Sortie, threat: ThreatId) -> HostileId:
    """Where it is kept: in the place of a card that is gone, if there is one."""
    if GONE in s.at:
        number = s.at.index(GONE)
        s.hostile[number] = threat
        return number
    s.hostile.append(threat)
    for field, nothing in ((s.at, GONE), (s.target, NOBODY), (s.counter, NOBODY)):
        field.append(nothing)
    for field in (s.ekia, s.pinned, s.arrived):
        field.append(0)
    return len(s.hostile) - 1


# ---- events -----------------------------------------------------------------------------------------


def next_event(g: SG, f: Fill) -> Next:
    """Events take effect when all cards are drawn; some can be cancelled before (11.3)."""
    if f.event == NOTHING:
        if not f.events:
            g.leave()
            return STAY
        f.event = f.events.pop(0)
    return NEXT


def cancellable(s: Sortie, kit: Kit, threat: ThreatId) -> bool:
    row = kit.event(threat)
    return bool(row.cancel) and all_xp(s) >= row.cancel


def ask_cancel(g: SG, f: Fill) -> Ask:
    s, kit = g.s, g.kit
    seats = people(s)
    if not cancellable(s, kit, f.event):
        return Ask("It takes effect.", "event.drawn", [Group(seats[0], "let-be")])
    row = kit.event(f.event)
    groups = [group for seat in seats for group in (Group(seat, "cancel"), Group(seat, "let-be"))]
    return Ask(f"Cancel {row.title} for {row.cancel} XP?", "event.cancel", groups)


def take_cancel(g: SG, f: Fill, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    if option[0] == "let-be":
        s.returned = 0
        return NEXT
    ask_for_xp(g, seat, kit.event(f.event).cancel, "event.cancel")
    return NEXT


def carry_out_event(g: SG, f: Fill) -> None:
    """Its effects, one after the other; then the next event."""
    s, kit = g.s, g.kit
    threat = f.event
    row = kit.event(threat)
    if s.returned == PAID:
        g.tell("event.cancel", "{0:threat} is cancelled.", threat, weight="gain")
        s.spent[threat] += 1
    else:
        if row.stays:
            s.staying.append(threat)  # rule: event.stays
        else:
            s.spent[threat] += 1
        f.todo = kit.of_threat[threat][::-1]
    f.event = NOTHING


def event_effects(g: SG, f: Fill) -> Next:
    """What an event does, effect by effect; an effect may ask."""
    if not f.todo:
        f.step = "next-event"
        return NEXT
    number = f.todo.pop()
    befall(g, f, number)
    return STAY


def befall(g: SG, f: Fill, number: int) -> None:
    s, kit = g.s, g.kit
    effect = kit.effects[number]
    if isinstance(effect, cards.Entrance):
        space = f.space + 1 if effect.where == "next" else f.space
        if effect.where == "next" and beyond_objective(s, f.space):
            g.tell("event.next-location", "There is no next Location.")
            return
        s.markers.append(Marker(space, number, effect.plus))  # rule: event.location
    elif isinstance(effect, cards.Discard):
        throw_away(g, effect.cards)
    elif isinstance(effect, cards.Clock):
        s.clock += effect.turns  # rule: event.clock
        g.tell("event.clock", f"The clock stands at {max(0, s.clock)}.")
        if s.clock < 1:
            out_of_time(g)
    elif isinstance(effect, cards.DrawHostile):
        if not f.extra:  # rule: event.one-more
            g.call(Fill(space=f.space, more=effect.cards, extra=True))
    elif isinstance(effect, cards.Wound):
        injure(g, effect)
    elif isinstance(effect, cards.Reach):
        s.reach, s.reach_until = effect.most, s.turn + 1  # rule: event.reach


def injure(g: SG, effect: cards.Wound) -> None:
    """An event that wounds: one of the front-most Soldiers by chance, or all who are meant (11.4)."""
    s, kit = g.s, g.kit
    if effect.who == "front-most":
        those = [g.draw(front_soldiers(s), "event-soldier", "event.wound")]
    elif effect.who == "each-player":
        those = [slot for slot in living(s) if is_player(s, kit, slot)]
    else:
        those = living(s)
    for slot in those:
        if effect.cover and g.roll(D6, "event-cover", "event.wound") < cover_of(s, kit, slot):
            g.tell("event.wound", "{0:soldier} finds cover.", slot)
        else:
            wound(g, slot, effect.points, "event.wound")


def end_of_fill(g: SG) -> None:
    judge(g)


def shows_objective(s: Sortie, space: SpaceId) -> bool:
    return s.path[space] == OBJECTIVE_CARD
