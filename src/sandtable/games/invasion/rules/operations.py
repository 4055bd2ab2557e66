"""14.0 and 17.0: Operations: planned as one gesture, paid, moved, and answered by a Reaction."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import NONE, Battle, Interdiction, Operation, Operations, Refresh, Transfer
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, MarkerId, SpaceId, UnitId
from sandtable.games.invasion.rules.counters import draw_counters, place
from sandtable.games.invasion.rules.dangers import of_paying
from sandtable.games.invasion.rules.hand import disposed, event_key, playable
from sandtable.games.invasion.rules.morale import check, pay, shift
from sandtable.games.invasion.rules.movement import Ground, in_range, transfers
from sandtable.games.invasion.rules.support import resistance_support
from sandtable.games.invasion.state import (
    AVAILABLE,
    PLAYER,
    USED,
    WG,
    War,
    counters_in,
    resisted,
    room_in,
    stacks,
    standing_still,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Trace

PARTS = 90
"""More parts than any Operation has."""


# ---- markers of an Operation ------------------------------------------------------------------------


def _has(kit: Kit, marker: MarkerId, effect: type) -> bool:
    return any(isinstance(kit.effects[number], effect) for number in kit.does[kit.marker[marker]])


def truce(kit: Kit, markers: int) -> bool:
    return any(_has(kit, marker, cards.Truce) for marker in bits(markers))


def is_free(kit: Kit, markers: int) -> bool:
    return any(_has(kit, marker, cards.Offensive) for marker in bits(markers))


def offensive_bonus(kit: Kit, markers: int) -> int:
    effects = [kit.effects[n] for marker in bits(markers) for n in kit.does[kit.marker[marker]]]
    return sum(effect.superiority for effect in effects if isinstance(effect, cards.Offensive))


def price(s: War, kit: Kit, f: Operation) -> int:
    """By the number of forces, which is that of the spaces they start from; nothing with a Major Offensive."""
    if is_free(kit, f.markers):
        return 0  # rule: event.major-offensive
    return kit.n.one_force if len(starts(s, f)) <= 1 else kit.n.more_forces  # rule: op.cost op.number


def starts(s: War, f: Operation) -> set[SpaceId]:
    """The spaces from which forces set out."""
    return {s.at[unit] for unit in bits(f.sent)}  # rule: force.definition


# ---- the phase --------------------------------------------------------------------------------------


def ask_operations(g: WG, f: Operations) -> Ask:
    s, kit = g.s, g.kit
    plan = Plan(s, kit, Operation())
    groups = [Group(PLAYER, "done", title="end Operations")]
    groups += plan.groups()
    warning = "" if playable_free(s, kit) else of_paying(s, kit, kit.n.one_force)
    flown = transfers(s, kit).items()
    groups += [
        Group(PLAYER, "transfer", (unit,), list(bits(where)), warning, grave=bool(warning)) for unit, where in flown
    ]
    if targets := interdicted(s, kit):
        warning = "" if playable_free(s, kit) else of_paying(s, kit, kit.n.interdiction)
        groups.append(Group(PLAYER, "interdict", (), targets, warning))
    if s.rules.air_refit and USED in s.at:
        warning = of_paying(s, kit, kit.n.air_refit_price)
        groups.append(Group(PLAYER, "air-refit", warning=warning, grave=bool(warning)))
    text = "Plan an Operation, or end the phase."
    return Ask(text, "year.operations", groups, shape="many", most=PARTS, ends=True, gesture="op.sequence")


def playable_free(s: War, kit: Kit) -> list[MarkerId]:
    """Held markers that pay for an Operation."""
    return [marker for marker in playable(s, kit, "operations") if _has(kit, marker, cards.Offensive)]


def take_operations(g: WG, f: Operations, seat: Seat, option: Option) -> Next:
    verb = option[0]
    if verb == "done":
        return NEXT
    if verb == "transfer":
        g.call(Transfer(unit=int(option[1]), target=int(option[2])))
    elif verb == "interdict":
        g.call(Interdiction(target=int(option[1])))
    elif verb == "air-refit":
        pay(g, g.kit.n.air_refit_price, "option.air-refit")
        g.call(Refresh(left=g.kit.n.air_refit))
    else:
        operation = Operation()
        g.call(operation)
        take_plan(g, operation, seat, option)
    return STAY


def refuse_operations(g: WG, f: Operations, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "transfer":
        return why_no_transfer(s, kit, int(option[1]), int(option[2]))
    if option[0] == "interdict":
        if not counters_in(s, int(option[1])):
            return Refusal("air.targets", "Air units attack only spaces with Resistance counters.")
        return Refusal("air.range", "No available air unit can fly there.")
    if option[0] == "air-refit":
        return Refusal("option.air-refit", "No air unit is used, or the table plays without this rule.")
    return refuse_plan(g, Operation(), seat, option)


# ---- planning ---------------------------------------------------------------------------------------


class Plan:
    """What can be added to an Operation as it stands."""

    def __init__(self, s: War, kit: Kit, f: Operation) -> None:
        self.s, self.kit, self.f = s, kit, f
        self.truce = truce(kit, f.markers)
        self.ground = Ground(s, kit, self.truce)
        self.sent = list(bits(f.sent))
        self.dropped = dict(zip(f.dropped[::2], f.dropped[1::2], strict=True))
        self.starts = starts(s, f)
        self.stacks = stacks(s, kit)
        self.movers = [u for u in kit.ground if self.ground.can_move(u) and not (f.sent >> u & 1 or u in self.dropped)]

    def common(self) -> int:
        """Where all units sent so far can end."""
        found = (1 << self.kit.size) - 1
        for unit in self.sent:
            found &= self.ground.targets(unit)  # rule: op.forces
        return found

    def roomy(self, number: int) -> int:
        """Spaces in which so many mobile units more may end."""
        kit = self.kit
        found = ((1 << kit.size) - 1) & ~kit.zones  # rule: stack.areas
        for space in range(kit.zone_count):
            if self.stacks[space] + number <= kit.n.stacking:
                found |= 1 << space
        return found

    def in_place(self) -> int:
        """Spaces in which Communists can attack without moving (17.3)."""
        return 0 if self.truce else self.ground.occupied & resisted(self.s)

    def senders(self) -> dict[UnitId, int]:
        """Units that may join, each with the targets that are left if it does."""
        f = self.f
        roomy = self.roomy(len(self.sent) + 1)  # rule: stack.communist
        open_targets = (1 << f.target if f.target != NONE else self.common()) & roomy
        found = {}
        for unit in self.movers:
            if self.truce and self.starts and self.s.at[unit] not in self.starts:
                continue  # rule: event.ceasefire: one force
            left = self.ground.targets(unit) & open_targets
            if left:
                found[unit] = left
        return found

    def groups(self) -> list[Group]:
        """The parts that can be added now."""
        f = self.f
        groups = []
        senders = self.senders()
        if f.target == NONE:
            targets = self.common() & self.roomy(len(self.sent)) if self.sent else self.in_place()
            if not self.sent:
                for left in senders.values():
                    targets |= left
            if targets:
                groups.append(Group(PLAYER, "target", (), list(bits(targets))))
        if senders:
            groups.append(Group(PLAYER, "send", (), list(senders)))
        if f.target != NONE:
            groups += self.drops()
        markers = [*self.markers(), *self.truce_first()]
        if markers and (groups or self.ready()):
            groups.append(Group(PLAYER, "with", (), markers))
        return groups

    def drops(self) -> list[Group]:
        """Units that can go a part of the way with others and be dropped off."""
        groups = []
        for start in sorted(self.starts):
            going = [u for u in self.sent if self.s.at[u] == start and not self.ground.flies(u)]  # rule: fly.direct
            if not going:
                continue
            along = {u: where for u, where in self.dropped.items() if self.s.at[u] == start}
            for unit in self.movers:
                if self.s.at[unit] != start or self.ground.flies(unit):
                    continue
                may = self.ground.drop_places(unit) & ~(1 << self.f.target)
                places = [
                    place
                    for place in bits(may)
                    if self.room_to_drop(place)
                    and self.ground.drops(start, self.f.target, going, along | {unit: place})
                ]
                if places:
                    groups.append(Group(PLAYER, "drop", (unit,), places))
        return groups

    def room_to_drop(self, place: SpaceId) -> bool:
        if place >= self.kit.zone_count:
            return True
        leaving = sum(self.s.at[unit] == place for unit in (*self.sent, *self.dropped))
        dropped = sum(where == place for where in self.dropped.values())
        return self.stacks[place] - leaving + dropped < self.kit.n.stacking  # rule: stack.communist

    def markers(self) -> list[MarkerId]:
        """Held markers with which this Operation can be made."""
        found = []
        for marker in playable(self.s, self.kit, "operations"):
            if self.f.markers >> marker & 1:
                continue
            if _has(self.kit, marker, cards.Truce):
                if self.truce or len(self.starts) > 1 or not self.sent:
                    continue
            elif is_free(self.kit, self.f.markers):
                continue
            found.append(marker)
        return found

    def truce_first(self) -> list[MarkerId]:
        """A ceasefire may be taken before any unit is chosen, for it opens the way to others."""
        if self.truce or self.sent or self.f.target != NONE:
            return []
        held = [m for m in playable(self.s, self.kit, "operations") if _has(self.kit, m, cards.Truce)]
        return held if held and Plan(self.s, self.kit, Operation(markers=1 << held[0])).senders() else []

    def ready(self) -> bool:
        """Whether it can be confirmed."""
        if self.f.target == NONE:
            return False
        return bool(self.sent) or bool(self.in_place() >> self.f.target & 1)  # rule: reaction.in-place


def ask_plan(g: WG, f: Operation) -> Ask:
    s, kit = g.s, g.kit
    plan = Plan(s, kit, f)
    groups = plan.groups()
    if plan.ready():
        warning = of_paying(s, kit, price(s, kit, f))
        groups.insert(0, Group(PLAYER, "go", warning=warning, risky=True, grave=bool(warning)))
    cost = f"{price(s, kit, f)} MP"
    text = "Choose where to, and who goes." if f.target == NONE else f"Who goes? As it stands it costs {cost}."
    # Put even if nothing else can be added: nothing is paid before it is confirmed.
    return Ask(text, "op.sequence", groups, shape="many", most=PARTS, always=True, gesture="op.sequence")


def take_plan(g: WG, f: Operation, seat: Seat, option: Option) -> Next:
    verb = option[0]
    if verb == "go":
        return NEXT
    value = int(option[1])
    if verb == "target":
        f.target = value
    elif verb == "send":
        f.sent |= 1 << value
    elif verb == "drop":
        f.dropped += [value, int(option[2])]
    else:
        f.markers |= 1 << value
    return STAY


def refuse_plan(g: WG, f: Operation, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    plan = Plan(s, kit, f)
    verb = option[0]
    if verb == "send":
        return why_not_sent(plan, int(option[1]))
    if verb == "target":
        return why_no_target(plan, int(option[1]))
    if verb == "drop":
        return why_no_drop(plan, int(option[1]), int(option[2]))
    if verb == "with":
        marker = int(option[1])
        if marker not in playable(s, kit, "operations"):
            return Refusal("marker.when", "You hold no such marker, or it is for another phase.")
        if _has(kit, marker, cards.Truce):
            return Refusal("event.ceasefire", "A Ceasefire is for the move of one force.")
        return Refusal("event.major-offensive", "The Operation is free already.")
    if verb == "go":
        return Refusal("op.sequence", "Choose a target, and units that go there or attack in place.")
    return None


def why_not_sent(plan: Plan, unit: UnitId) -> Refusal:
    s, kit, ground = plan.s, plan.kit, plan.ground
    kind = kit.kind[unit]
    if kit.is_air[kind]:
        return Refusal("combat.airstrike", "Air units are committed when the enemy is revealed.")
    if s.at[unit] < 0:
        return Refusal("force.definition", "This unit is not on the map.")
    if kit.is_base[kind]:
        return Refusal("base.units", "Bases never move.")
    if not kit.mobile >> unit & 1:
        return Refusal("move.zero", "A unit with movement zero never moves.")
    if ground.frozen >> unit & 1:
        return Refusal("event.purge", "No DRA unit moves this year.")
    if unit in plan.sent or unit in plan.dropped:
        return Refusal("move.together", "It is on its way already.")
    if plan.truce and plan.starts and s.at[unit] not in plan.starts:
        return Refusal("event.ceasefire", "A Ceasefire is for one force.")
    return why_no_target(plan, plan.f.target, unit)


def why_no_target(plan: Plan, target: SpaceId, unit: UnitId = NONE) -> Refusal:
    kit = plan.kit
    if target == NONE:
        return Refusal("op.forces", "No space can be reached by all these units.")
    units = [unit] if unit != NONE else plan.sent or plan.movers
    if all(plan.ground.closed_to(u) >> target & 1 for u in units):
        if plan.ground.neutral >> target & 1:
            return Refusal("area.closed", "This area is neutral: nobody enters it.")
        if kit.ussr >> target & 1:
            return Refusal("area.soviet", "Only Soviet units enter the USSR.")
        return Refusal("area.who", "Only special operations and air units cross this border.")
    if not plan.roomy(max(1, len(plan.sent) + (unit != NONE))) >> target & 1:
        return Refusal("stack.communist", "At most six mobile units may end there.")
    if all(plan.ground.flies(u) for u in units):
        if plan.s.rules.reduced_airborne and any(plan.s.reduced >> u & 1 for u in units):
            return Refusal("option.reduced-airborne", "Reduced airborne units end on friendly airfields.")
        return Refusal("fly.airmobile", "Who flies begins or ends at an airfield.")
    return Refusal("move.procedure", "That is too far, or something stops the move before.")


def why_no_drop(plan: Plan, unit: UnitId, place: SpaceId) -> Refusal:
    if plan.ground.flies(unit):
        return Refusal("fly.direct", "Who flies drops nobody off.")
    if plan.f.target == NONE or plan.s.at[unit] not in plan.starts:
        return Refusal("move.pick-up", "It goes with units of its own space, once those have a target.")
    if not (plan.ground.occupied | plan.kit.ussr) >> place & 1:
        return Refusal("move.drop", "Units are dropped off in the USSR or where Communist units are.")
    if not plan.room_to_drop(place):
        return Refusal("stack.communist", "At most six mobile units may be there.")
    return Refusal("move.drop", "The way to the target does not lead there.")


# ---- carrying it out --------------------------------------------------------------------------------


def play_markers(g: WG, markers: int) -> None:
    for marker in bits(markers):
        disposed(g, marker)
        g.tell(event_key(g.kit, marker), "You play {0:card}.", marker)


def set_out(g: WG, f: Operation) -> None:
    """It is paid, then all units move: those dropped off to their places, the others to the target."""
    s, kit = g.s, g.kit
    points = price(s, kit, f)
    ground = Ground(s, kit, truce(kit, f.markers))
    f.entered = not ground.occupied >> f.target & 1
    g.tell("op.sequence", "Operation against {0:space}.", f.target, weight="phase")
    play_markers(g, f.markers)
    pay(g, points, "op.cost")
    moves = []
    for unit, space in [*zip(f.dropped[::2], f.dropped[1::2], strict=True), *((u, f.target) for u in bits(f.sent))]:
        start = s.at[unit]
        flies = ground.flies(unit)  # rule: fly.combined fly.limited
        way = [start, space] if flies else ground.way([unit], start, space) or [start, space]
        moves.append((unit, way))
    for unit, way in moves:
        s.at[unit] = way[-1]
        key = "fly.airmobile" if ground.flies(unit) else "move.procedure"
        g.tell(key, "{0:token} goes to {1:space}.", unit, way[-1], moves=[Trace(unit, way)])


def cross_the_border(g: WG, f: Operation) -> None:
    """A move into a Resistance area raises its morale, before the Reaction (24.3)."""
    if f.sent and g.kit.abroad >> f.target & 1:
        shift(g, "border.outrage", resistance=g.kit.n.area_entered)


def reacts(s: War, kit: Kit, f: Operation) -> bool:
    """Whether there is a Reaction Check in the final space (17.1, 17.4)."""
    if truce(kit, f.markers) or kit.ussr >> f.target & 1:
        return False  # rule: reaction.none
    return bool(kit.abroad >> f.target & 1) or bool(counters_in(s, f.target)) or f.entered  # rule: reaction.when


def arrivals(s: War, kit: Kit, target: SpaceId) -> int:
    """How many counters a passed Reaction brings."""
    number = kit.levels[s.morale[RESISTANCE]].recruits
    if s.rules.resistance_centers:
        supported = resistance_support(s, kit) | kit.abroad
        number += kit.n.centers if supported >> target & 1 else 0  # rule: option.centers
    return number


def react(g: WG, f: Operation) -> None:
    if not reacts(g.s, g.kit, f):
        return
    if check(g, RESISTANCE, "reaction", "reaction.check"):
        for slot in draw_counters(g, arrivals(g.s, g.kit, f.target), reaction=True):
            place(g, slot, f.target, "reaction.check")


def engage(g: WG, f: Operation) -> None:
    """Combat in the one final space, if the Resistance is there."""
    if counters_in(g.s, f.target) and not truce(g.kit, f.markers):  # rule: combat.trigger combat.attacker
        g.call(Battle(space=f.target, attacker=COMMUNIST, bonus=offensive_bonus(g.kit, f.markers)))


# ---- air transfer and air refit ---------------------------------------------------------------------


def ask_transfer(g: WG, f: Transfer) -> Ask:
    s, kit = g.s, g.kit
    warning = of_paying(s, kit, kit.n.one_force)
    groups = [Group(PLAYER, "go", warning=warning, grave=bool(warning))]
    if markers := playable_free(s, kit):
        groups.append(Group(PLAYER, "with", (), markers[:1]))
    return Ask("Pay for the air transfer with morale, or with a marker.", "fly.transfer", groups)


def take_transfer(g: WG, f: Transfer, seat: Seat, option: Option) -> Next:
    s = g.s
    if option[0] == "with":
        play_markers(g, 1 << int(option[1]))
    else:
        pay(g, g.kit.n.one_force, "fly.transfer")
    way = [s.at[f.unit], f.target]
    s.at[f.unit] = f.target
    g.tell("fly.transfer", "{0:token} is flown to {1:space}.", f.unit, f.target, moves=[Trace(f.unit, way)])
    return NEXT


def why_no_transfer(s: War, kit: Kit, unit: UnitId, target: SpaceId) -> Refusal:
    kind = kit.kind[unit]
    if kit.is_base[kind]:
        return Refusal("base.units", "Bases never move.")
    if kit.types[kind].airmobile:
        return Refusal("fly.transfer", "Airborne units fly by themselves.")
    if standing_still(s, kit) >> unit & 1:
        return Refusal("event.purge", "No DRA unit moves this year.")
    if not kit.is_soviet[kind] and kit.ussr >> target & 1:
        return Refusal("area.soviet", "Only Soviet units enter the USSR.")
    if not room_in(s, kit, target):
        return Refusal("stack.communist", "Six mobile units are there already.")
    return Refusal("fly.transfer", "It goes from one airfield under Communist control to another.")


def ask_refresh(g: WG, f: Refresh) -> Ask:
    used = [unit for unit in g.kit.air if g.s.at[unit] == USED]
    return Ask("Which used air units are refitted?", "option.air-refit", [Group(PLAYER, "refresh", (), used)])


def take_refresh(g: WG, f: Refresh, seat: Seat, option: Option) -> Next:
    g.s.at[int(option[1])] = AVAILABLE
    g.tell("option.air-refit", "{0:token} can fly again.", int(option[1]))
    f.left -= 1
    return STAY if f.left and USED in g.s.at else NEXT


# ---- interdiction, planned --------------------------------------------------------------------------


def interdicted(s: War, kit: Kit) -> list[SpaceId]:
    """Spaces with Resistance counters that an available air unit can reach."""
    enemies = resisted(s)  # rule: air.targets
    ready = [unit for unit in kit.air if s.at[unit] == AVAILABLE]
    if not ready:
        return []
    if any(not kit.is_helicopter[kit.kind[unit]] for unit in ready):
        return list(bits(enemies))
    return [space for space in bits(enemies) if in_range(s, kit, space)]
