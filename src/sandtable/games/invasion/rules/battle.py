"""18.0, 19.0, 20.6, 20.7, 25.4, 25.5, 27.1: combat, from the reveal to its effect on morale; and interdiction."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import NONE, Battle, Interdiction
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, SIDES, Kit, SideId, UnitId
from sandtable.games.invasion.rules.counters import go_back, turn_up_in
from sandtable.games.invasion.rules.dangers import of_paying
from sandtable.games.invasion.rules.losses import (
    air_strike,
    battle_morale,
    ground_fire,
    loss_groups,
    settle,
    take_hit,
)
from sandtable.games.invasion.rules.morale import pay, shift
from sandtable.games.invasion.rules.movement import Ground, in_range
from sandtable.games.invasion.rules.operations import is_free, play_markers, playable_free
from sandtable.games.invasion.rules.support import communist_support, resistance_support
from sandtable.games.invasion.state import (
    PLAYER,
    WG,
    War,
    counters_in,
    fighters_in,
    guerrilla_of,
    in_force,
    room_in,
    units_in,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.story import Contender, Contest, Term
from sandtable.kernel.view import Trace

Modifiers = list[tuple[str, int]]


# ---- before the fight -------------------------------------------------------------------------------


def ask_terror(g: WG, f: Battle) -> Ask:
    groups = [Group(PLAYER, "attack"), Group(PLAYER, "terror", warning="Resistance morale rises by one")]
    return Ask("Attack, or declare it an attack of Terror?", "special.terror", groups)


def take_terror(g: WG, f: Battle, seat: Seat, option: Option) -> Next:
    f.terror = option[0] == "terror"
    if f.terror:
        shift(g, "special.terror", resistance=g.kit.n.terror_price)
    return NEXT


def both_there(s: War, kit: Kit, space: int) -> bool:
    return bool(fighters_in(s, kit, space)) and bool(units_in(s, kit, space))


def reveal(g: WG, f: Battle) -> None:
    """All counters are turned up; a Terror Spectacular does what it can and goes back (25.5)."""
    s, kit = g.s, g.kit
    g.tell("combat.reveal", "Combat in {0:space}.", f.space)
    turn_up_in(g, f.space, "combat.reveal")
    for slot in counters_in(s, f.space):
        if s.identity[slot] == kit.spectacular:
            f.spectacular = f.attacker == RESISTANCE and bool(fighters_in(s, kit, f.space))  # rule: special.spectacular
            text = "A Terror Spectacular!" if f.spectacular else "The Terror Spectacular has no effect."
            g.tell("special.spectacular", text, weight="blow" if f.spectacular else "")
            go_back(g, slot)


# ---- 27.1 -------------------------------------------------------------------------------------------


def reserves(s: War, kit: Kit, space: int) -> list[UnitId]:
    """Airmobile brigades that can join a battle."""
    if not s.rules.reaction_forces or not both_there(s, kit, space) or not room_in(s, kit, space):
        return []
    ground = Ground(s, kit, truce=False)
    return [
        unit
        for unit in kit.ground
        if kit.types[kit.kind[unit]].sort == "brigade"
        and ground.flies(unit)
        and ground.can_move(unit)
        and ground.targets(unit) >> space & 1
    ]


def ask_reserve(g: WG, f: Battle) -> Ask:
    units = reserves(g.s, g.kit, f.space)
    groups = [Group(PLAYER, "go-on", title="bring none")]
    if units:
        groups.append(Group(PLAYER, "reinforce", (), units))
    return Ask("Fly in an airmobile brigade?", "option.reaction-force", groups)


def take_reserve(g: WG, f: Battle, seat: Seat, option: Option) -> Next:
    if option[0] == "reinforce":
        unit = int(option[1])
        way = [g.s.at[unit], f.space]
        g.s.at[unit] = f.space
        g.tell("option.reaction-force", "{0:token} flies in.", unit, moves=[Trace(unit, way)])
    return NEXT


def refuse_reserve(g: WG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "reinforce":
        return Refusal("option.reaction-force", "One air assault or SOF brigade that can fly there, if there is room.")
    return None


# ---- air --------------------------------------------------------------------------------------------


def ask_air(g: WG, f: Battle) -> Ask:
    """Air units are committed now that the enemy is known (19.1-2)."""
    groups = [Group(PLAYER, "fight", risky=True)]
    if both_there(g.s, g.kit, f.space):
        ready = [unit for unit in in_range(g.s, g.kit, f.space) if not f.flying >> unit & 1]
        if ready:
            groups.append(Group(PLAYER, "fly", (), ready, risky=True))
    return Ask("Commit air units, then fight.", "combat.airstrike", groups, shape="many", most=len(g.kit.air))


def take_air(g: WG, f: Battle, seat: Seat, option: Option) -> Next:
    if option[0] == "fight":
        return NEXT
    f.flying |= 1 << int(option[1])
    return STAY


def refuse_air(g: WG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "fly":
        return why_not_fly(g.s, g.kit, f.space, int(option[1]), f.flying)
    return None


def why_not_fly(s: War, kit: Kit, space: int, unit: UnitId, flying: int) -> Refusal:
    if not kit.is_air[kit.kind[unit]]:
        return Refusal("air.close-support", "Only air units fly into a battle.")
    if flying >> unit & 1 or (unit not in in_range(s, kit, space) and not kit.is_helicopter[kit.kind[unit]]):
        return Refusal("air.boxes", "This air unit is not available: each is used once a year.")
    return Refusal("air.range", "It is not available, or its range does not reach there.")


def strike(g: WG, f: Battle) -> None:
    if f.flying:
        air_strike(g, f, f.space)  # rule: air.close-support
        settle(g, f, f.space, RESISTANCE, chosen=False)


def ask_air_losses(g: WG, f: Battle) -> Ask:
    groups = loss_groups(g.s, g.kit, f, f.space, RESISTANCE, chosen=False)
    return Ask("Who takes the hit?", "combat.losses-factor", groups)


def take_air_losses(g: WG, f: Battle, seat: Seat, option: Option) -> Next:
    return _taken(g, f, RESISTANCE, False, option)


def _taken(g: WG, f: Battle, victim: SideId, chosen: bool, option: Option) -> Next:
    if option[0] != "go-on":
        take_hit(g, f, victim, int(option[1]))
        settle(g, f, f.space, victim, chosen)
    return STAY if f.hits else NEXT


# ---- superiority ------------------------------------------------------------------------------------


def communist_modifiers(s: War, kit: Kit, f: Battle) -> Modifiers:
    """What the Communists add to their die, each by name (19.1-3)."""
    units = units_in(s, kit, f.space)
    found = [("guerrilla factor", max(guerrilla_of(s, kit, unit) for unit in units))]
    if any(kit.is_helicopter[kit.kind[unit]] for unit in bits(f.flying)):
        found.append(("helicopter", kit.n.helicopter_bonus))  # rule: air.helicopters
    if f.terror:
        found.append(("Terror", kit.n.terror_bonus))
    if communist_support(s, kit) >> f.space & 1:
        found.append(("support", kit.n.support_bonus))  # rule: support.bonus
    if f.bonus:
        found.append(("Major Offensive", f.bonus))
    return found + marker_modifiers(s, kit, "communist", {kit.type_ids[kit.kind[unit]] for unit in units})


def resistance_modifiers(s: War, kit: Kit, f: Battle) -> Modifiers:
    slots = fighters_in(s, kit, f.space)
    found = [("guerrilla factor", max(kit.guerrilla[s.identity[slot]][0] for slot in slots))]
    if resistance_support(s, kit) >> f.space & 1:
        found.append(("support", kit.n.support_bonus))
    if f.spectacular:
        found.append(("Terror Spectacular", kit.n.spectacular_bonus))
    if (kit.abroad & ~s.silenced) >> f.space & 1:
        found.append(("at home", kit.n.area_bonus))  # rule: border.edge
    return found + marker_modifiers(s, kit, "resistance", {kit.type_ids[s.identity[slot]] for slot in slots})


def marker_modifiers(s: War, kit: Kit, side: str, present: set[str]) -> Modifiers:
    """Of Campaign markers in play; some ask for a unit of a kind."""
    return [
        ("marker", effect.bonus)
        for effect in in_force(s, kit)
        if isinstance(effect, cards.Superiority) and effect.side == side
        if not effect.units or present & set(effect.units)  # rule: event.jihad event.revolution
    ]


def superiority(g: WG, f: Battle) -> None:
    s, kit = g.s, g.kit
    if not both_there(s, kit, f.space):
        return  # rule: combat.superiority: there is nobody to roll for
    sides = []
    for side, modifiers in enumerate((communist_modifiers(s, kit, f), resistance_modifiers(s, kit, f))):
        purpose = "communist-superiority" if side == COMMUNIST else "resistance-superiority"
        die = g.roll(D6, purpose, "combat.superiority")
        f.totals[side] = die + sum(value for _, value in modifiers)
        told = ", ".join(f"{name} {value:+}" for name, value in modifiers)
        who = "Communists" if side == COMMUNIST else "Resistance"
        g.tell("combat.superiority", "{0}: {1} and {2}, {3} in all.", who, str(die), told, str(f.totals[side]))
        terms = [Term(name, value) for name, value in modifiers]
        sides.append(Contender(who, f.totals[side], [die], D6, terms=terms, side=SIDES[side]))
    ours, theirs = f.totals
    f.superior = kit.tie[f.space] if ours == theirs else COMMUNIST if ours > theirs else RESISTANCE
    text = "The Communists have superiority." if f.superior == COMMUNIST else "The Resistance has superiority."
    contest = Contest(sides, -1 if ours == theirs else f.superior, ours == theirs)
    g.tell(
        "combat.superiority", text, weight="gain" if f.superior == COMMUNIST else "blow", at=f.space, contest=contest
    )


# ---- fire -------------------------------------------------------------------------------------------


def _fire(g: WG, f: Battle, side: SideId) -> None:
    if f.superior != NONE and both_there(g.s, g.kit, f.space):
        f.hits = ground_fire(g, f.space, side)
        settle(g, f, f.space, 1 - side, chosen=f.superior == COMMUNIST)


def first_fire(g: WG, f: Battle) -> None:
    _fire(g, f, f.superior)


def second_fire(g: WG, f: Battle) -> None:
    """What is left of the other side fires (19.3)."""
    _fire(g, f, 1 - f.superior)  # rule: combat.sequential


def ask_first_losses(g: WG, f: Battle) -> Ask:
    return _ask_losses(g, f, 1 - f.superior)


def ask_second_losses(g: WG, f: Battle) -> Ask:
    return _ask_losses(g, f, f.superior)


def _ask_losses(g: WG, f: Battle, victim: SideId) -> Ask:
    chosen = f.superior == COMMUNIST
    if victim == COMMUNIST:
        key, text = "combat.losses-communist", "Which of your units takes the hit?"
    else:
        key = "combat.losses-chosen" if chosen else "combat.losses-factor"
        text = "Which Resistance counter is eliminated?"
    groups = loss_groups(g.s, g.kit, f, f.space, victim, chosen)
    return Ask(text, key, groups, shape="many", most=max(1, f.hits))


def take_first_losses(g: WG, f: Battle, seat: Seat, option: Option) -> Next:
    return _taken(g, f, 1 - f.superior, f.superior == COMMUNIST, option)


def take_second_losses(g: WG, f: Battle, seat: Seat, option: Option) -> Next:
    return _taken(g, f, f.superior, f.superior == COMMUNIST, option)


def refuse_losses(g: WG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "kill":
        return Refusal("combat.losses-factor", "Who has the lowest guerrilla factor in this battle goes first.")
    if option[0] == "lose":
        return Refusal("combat.losses-communist", "One of your units in this battle takes the hit.")
    return None


def aftermath(g: WG, f: Battle) -> None:
    battle_morale(g, f, f.superior, "combat.morale")


# ---- interdiction -----------------------------------------------------------------------------------


def ask_interdiction(g: WG, f: Interdiction) -> Ask:
    s, kit = g.s, g.kit
    groups = []
    if f.flying:
        points = 0 if is_free(kit, f.markers) else kit.n.interdiction
        warning = of_paying(s, kit, points)
        groups.append(Group(PLAYER, "go", warning=warning, risky=True, grave=bool(warning)))
    if ready := [unit for unit in in_range(s, kit, f.target) if not f.flying >> unit & 1]:
        groups.append(Group(PLAYER, "fly", (), ready))
    markers = [] if is_free(kit, f.markers) else playable_free(s, kit)[:1]
    if markers:
        groups.append(Group(PLAYER, "with", (), markers))
    if not f.terror:
        groups.append(Group(PLAYER, "terror", warning="Resistance morale rises by one, for nothing"))
    text, most = "Which air units attack?", len(kit.air) + 2
    # Planned in one gesture with the target, as an Operation on the ground is.
    return Ask(text, "air.interdiction", groups, shape="many", most=most, always=True, gesture="op.sequence")


def take_interdiction(g: WG, f: Interdiction, seat: Seat, option: Option) -> Next:
    if option[0] == "go":
        return NEXT
    if option[0] == "terror":
        f.terror = True
    elif option[0] == "with":
        f.markers |= 1 << int(option[1])
    else:
        f.flying |= 1 << int(option[1])
    return STAY


def refuse_interdiction(g: WG, f: Interdiction, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "fly":
        return why_not_fly(g.s, g.kit, f.target, int(option[1]), f.flying)
    if option[0] == "go":
        return Refusal("air.interdiction", "Choose the air units that attack.")
    if option[0] == "with":
        return Refusal("event.major-offensive", "A marker that you hold and that pays for an Operation, one of them.")
    return Refusal("special.terror", "It is one of Terror already.") if option[0] == "terror" else None


def interdict(g: WG, f: Interdiction) -> None:
    """Paid, then the border is crossed, then the counters are revealed and struck (20.7)."""
    s, kit = g.s, g.kit
    g.tell("air.interdiction", "Interdiction of {0:space}.", f.target, weight="phase")
    play_markers(g, f.markers)
    if not is_free(kit, f.markers):
        pay(g, kit.n.interdiction, "op.cost")
    if kit.abroad >> f.target & 1:
        shift(g, "border.outrage", resistance=kit.n.area_entered)
    if f.terror:
        shift(g, "special.terror", resistance=kit.n.terror_price)
    turn_up_in(g, f.target, "air.interdiction")
    for slot in counters_in(s, f.target):
        if s.identity[slot] == kit.spectacular:
            g.tell("special.spectacular", "The Terror Spectacular has no effect.")
            go_back(g, slot)
    air_strike(g, f, f.target)
    settle(g, f, f.target, RESISTANCE, chosen=False)


def ask_interdicted(g: WG, f: Interdiction) -> Ask:
    groups = loss_groups(g.s, g.kit, f, f.target, RESISTANCE, chosen=False)
    return Ask("Who takes the hit?", "combat.losses-factor", groups)


def take_interdicted(g: WG, f: Interdiction, seat: Seat, option: Option) -> Next:
    if option[0] != "go-on":
        take_hit(g, f, RESISTANCE, int(option[1]))
        settle(g, f, f.target, RESISTANCE, chosen=False)
    return STAY if f.hits else NEXT


def interdiction_morale(g: WG, f: Interdiction) -> None:
    battle_morale(g, f, NONE, "morale.losses")
