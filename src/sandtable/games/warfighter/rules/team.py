"""1.3, 12 to 15: the team is bought: Resources of the team, Loadout of each Player Soldier."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Purchase
from sandtable.games.warfighter.pieces import GearId, Kit, Slot
from sandtable.games.warfighter.rows import Equipment, Member, Part, Team, Weapon
from sandtable.games.warfighter.state import (
    GONE,
    NOTHING,
    SG,
    Sortie,
    add_item,
    alter,
    everybody,
    is_player,
    items_of,
    living,
    mine,
    row_of,
    skill_effects,
    team_effects,
    tool_effects,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.state import clone

PARTS = 99
"""More parts than any purchase has."""


# ---- Resources --------------------------------------------------------------------------------------


def resources(s: Sortie, kit: Kit) -> int:
    """What the team may cost: the Mission's figure, with a Situation Report and with weapons that jam."""
    mission = kit.missions[s.mission]
    limit = mission.resources  # rule: setup.resources
    if s.report != NOTHING:
        report = kit.reports[s.report]
        times = mission.space if report.per_space else 1
        limit += (report.gain - report.pay) * times  # rule: report.price
    if s.rules.jams:
        armed = sum(any(_rapid(kit, s.items[item].kind) for item in items_of(s, slot)) for slot in living(s))
        limit += kit.n.jam_resource * armed  # rule: option.jams-resource
    return limit


def _rapid(kit: Kit, kind: GearId) -> bool:
    return kit.is_weapon(kind) and any({"burst", "auto"} & set(part.modes) for part in kit.weapon(kind).parts)


def worth(s: Sortie, kit: Kit) -> int:
    """The Resource value of the team as it stands (26.4, C62)."""
    return sum(worth_of(s, kit, slot) for slot in living(s))


def worth_of(s: Sortie, kit: Kit, slot: Slot) -> int:
    """A Soldier with his skills, the gear that he carries and ammunition beyond what his weapons began with."""
    cost = row_of(s, kit, slot).cost
    if not is_player(s, kit, slot):
        return cost  # rule: soldier.nps-cost
    cost += sum(kit.skills[skill].cost for skill in s.skills[slot])
    cost += sum(kit.gear[s.items[item].kind].cost for item in items_of(s, slot))
    return cost + sum(kit.n.lot * spare for spare in lots(s, kit, slot)) + spare_rounds(s, kit, slot)


def starting(s: Sortie, kit: Kit, slot: Slot, ammo: int) -> int:
    """The counters of a type with which the weapons that a Soldier carries began."""
    return sum(part.rounds for part in parts_for(s, kit, slot, ammo))


def parts_for(s: Sortie, kit: Kit, slot: Slot, ammo: int) -> list[Part]:
    """The parts of his weapons that use a type of ammunition."""
    kinds = [s.items[item].kind for item in items_of(s, slot) if kit.is_weapon(s.items[item].kind)]
    return [part for kind in kinds for part in kit.weapon(kind).parts if part.ammo and kit.ammo_of(part) == ammo]


def lots(s: Sortie, kit: Kit, slot: Slot) -> list[int]:
    """Of each type, those that were bought; in the field the whole lots beyond the starting number, of the largest
    weapon of that type that he carries."""
    if not s.turn:
        return s.bought[slot]
    pouched = [0] * len(kit.ammunition)
    for item in items_of(s, slot):
        pouch = _pouch(kit, s.items[item].kind)
        if pouch and s.items[item].uses:
            pouched[s.items[item].uses - 1] += pouch
    found = []
    for ammo, held in enumerate(s.ammo[slot]):
        rounds = max((part.rounds for part in parts_for(s, kit, slot, ammo)), default=0)
        extra = held - pouched[ammo] - starting(s, kit, slot, ammo)
        found.append(max(0, extra) // rounds if rounds and not kit.is_single(ammo) else 0)  # rule: ammo.lot
    return found


def spare_rounds(s: Sortie, kit: Kit, slot: Slot) -> int:
    """Single rounds beyond what his launchers hold (13.7)."""
    spare = 0
    for ammo, held in enumerate(s.ammo[slot]):
        if kit.is_single(ammo):
            spare += max(0, held - starting(s, kit, slot, ammo))  # rule: ammo.single-rounds
    return spare


def _pouch(kit: Kit, kind: GearId) -> int:
    """The counters that a piece of equipment brings."""
    return sum(e.plus for e in (kit.effects[n] for n in kit.of_gear[kind]) if isinstance(e, cards.Ammo))


# ---- Loadout ----------------------------------------------------------------------------------------


def loadout(s: Sortie, kit: Kit, slot: Slot) -> int:
    """What a Player Soldier may carry: printed, with the Mission's modifier and what gear adds."""
    limit = row_of(s, kit, slot).loadout + kit.missions[s.mission].loadout  # rule: setup.loadout mission.loadout
    held = [
        *team_effects(s, kit),
        *skill_effects(s, kit, slot),
        *tool_effects(s, kit, slot, "purchase", "always", "turn"),
    ]
    return limit + sum(e.plus for _, e, _ in held if isinstance(e, cards.Loadout))


def weight(s: Sortie, kit: Kit, slot: Slot, ammunition: bool = True) -> int:
    """Weapons and equipment, spare rounds, and (when it is bought) lots of ammunition; skills weigh nothing."""
    gear = [kit.gear[s.items[item].kind] for item in items_of(s, slot)]
    total = sum(row.load for row in gear) + spare_rounds(s, kit, slot)  # rule: weapon.weight equipment.weight
    return total + (sum(lots(s, kit, slot)) if ammunition else 0)


def can_carry(s: Sortie, kit: Kit, slot: Slot, more: int, ammunition: bool = True) -> bool:
    return weight(s, kit, slot, ammunition) + more <= loadout(s, kit, slot)


def adds_room(kit: Kit, kind: GearId) -> int:
    return sum(e.plus for e in (kit.effects[n] for n in kit.of_gear[kind]) if isinstance(e, cards.Loadout))


# ---- what can be had --------------------------------------------------------------------------------


def flags(s: Sortie, kit: Kit) -> set[str]:
    """The nations of the team: every member may use the weapons of each (13.1)."""
    return {row_of(s, kit, slot).nation for slot in living(s)}  # rule: weapon.flag


def wares(s: Sortie, kit: Kit, slot: Slot, money: int) -> Iterator[Group]:
    """What gear and ammunition a Player Soldier can still have for so many Resources."""
    seat = s.owner[slot]
    nations = flags(s, kit)
    plain: list[GearId] = []
    pouches: list[GearId] = []
    for kind, row in enumerate(kit.gear):
        if row.cost > money or not can_carry(s, kit, slot, row.load - adds_room(kit, kind)):
            continue  # rule: setup.resources setup.loadout
        if isinstance(row, Weapon) and row.nation and row.nation not in nations:
            continue
        (pouches if _pouch(kit, kind) else plain).append(kind)
    if plain:
        yield Group(seat, "buy", (slot,), plain)  # rule: weapon.copies equipment.copies
    lots_for, singles = _ammunition(s, kit, slot)
    for kind in pouches:
        if types := sorted({kit.ammo_of(part) for part in lots_for.values()}):
            yield Group(seat, "buy-pouch", (slot, kind), types)
    if money >= kit.n.lot and lots_for and can_carry(s, kit, slot, kit.n.lot):
        yield Group(seat, "buy-lot", (slot,), sorted(lots_for))
    if money >= kit.n.lot and singles:
        fits = [a for a in singles if can_carry(s, kit, slot, _round_weight(s, kit, slot, a))]
        if fits:
            yield Group(seat, "buy-round", (slot,), fits)


def _round_weight(s: Sortie, kit: Kit, slot: Slot, ammo: int) -> int:
    """A round weighs only beyond what the launcher holds."""
    return kit.n.lot if s.ammo[slot][ammo] >= starting(s, kit, slot, ammo) else 0  # rule: ammo.single-weight


def _ammunition(s: Sortie, kit: Kit, slot: Slot) -> tuple[dict[GearId, Part], list[int]]:
    """The weapons for which he can have lots, each with the part that uses them; the single rounds he can use."""
    by_weapon: dict[GearId, Part] = {}
    singles: list[int] = []
    for item in items_of(s, slot):
        kind = s.items[item].kind
        if kit.is_weapon(kind):
            for part in kit.weapon(kind).parts:
                if part.ammo and kit.is_single(kit.ammo_of(part)):
                    singles.append(kit.ammo_of(part))
                elif part.ammo:
                    by_weapon[kind] = part
    return by_weapon, sorted(set(singles))


def take_ware(g: SG, slot: Slot, option: Option) -> int:
    """A Player Soldier gets what was chosen; says what it costs."""
    s, kit = g.s, g.kit
    verb = option[0]
    if verb in ("buy", "buy-pouch"):
        kind = int(option[2])
        item = equip(s, kit, slot, kind)
        if verb == "buy-pouch":
            ammo = int(option[3])
            s.ammo[slot][ammo] += _pouch(kit, kind)
            alter(s, item, uses=ammo + 1)
        g.tell("setup.purchase", "{0:soldier} gets {1:gear}.", slot, kind)
        return kit.gear[kind].cost
    if verb == "buy-lot":
        kind = int(option[2])
        part = _ammunition(s, kit, slot)[0][kind]
        buy_lot(s, kit, slot, part)
        g.tell("ammo.lot", "{0:soldier} gets ammunition for {1:gear}.", slot, kind)
        return kit.n.lot
    ammo = int(option[2])
    s.ammo[slot][ammo] += 1
    g.tell("ammo.single-rounds", "{0:soldier} gets a {1:ammo} round.", slot, ammo)
    return kit.n.lot


def buy_lot(s: Sortie, kit: Kit, slot: Slot, part: Part) -> None:
    """The starting number of a weapon's counters."""
    ammo = kit.ammo_of(part)
    s.ammo[slot][ammo] += part.rounds  # rule: ammo.lot
    s.bought[slot][ammo] += 1


def equip(s: Sortie, kit: Kit, slot: Slot, kind: GearId) -> int:
    """A weapon comes with its ammunition (13.5)."""
    item = add_item(s, kind, slot)
    row = kit.gear[kind]
    if isinstance(row, Weapon):
        for part in row.parts:
            if part.ammo:
                s.ammo[slot][kit.ammo_of(part)] += part.rounds  # rule: weapon.ammo
    else:
        assert isinstance(row, Equipment)
    return item


def hire(s: Sortie, kit: Kit, seat: Seat, row: int) -> Slot:
    """A Soldier joins the team with what is printed on his card."""
    soldier = kit.soldiers[row]
    slot = len(s.soldier)
    s.soldier.append(row)
    s.owner.append(seat)
    s.place.append(0)  # rule: setup.mission-card
    for field in (s.actions, s.xp, s.suppress, s.moved, s.stealthy, s.unarmed, s.shrugged):
        field.append(0)
    for lists in (s.turn_uses, s.mission_uses, s.passed, s.hand, s.saved):
        lists.append([])
    s.wounds.append([])
    s.skills.append([kit.skill_ids.index(skill) for skill in soldier.skills])  # rule: soldier.nps-gear
    s.ammo.append([0] * len(kit.ammunition))
    s.bought.append([0] * len(kit.ammunition))
    s.left_with.append(GONE)
    s.cup.append(0)
    s.hand_shown.append(everybody(s) if s.rules.hands == "open" else 1 << seat)  # rule: option.hands
    for gear in (*soldier.weapons, *soldier.equipment):
        equip(s, kit, slot, kit.gear_named(gear))
    s.xp[slot] = sum(e.plus for _, e, _ in skill_effects(s, kit, slot) if isinstance(e, cards.StartXp))
    return slot  # rule: soldier.start-xp


# ---- the purchase as it is asked --------------------------------------------------------------------


def ask_purchase(g: SG, f: Purchase) -> Ask:
    s, kit = g.s, g.kit
    money = resources(s, kit) - worth(s, kit)
    groups: list[Group] = []
    if not s.soldier and fits_team(s, kit):
        groups.append(Group(0, "suggested"))
    for seat in range(s.seats):
        groups += _for_seat(s, kit, seat, money)
    waits = tuple(seat for seat in range(s.seats) if not s.ready >> seat & 1)
    prompt = f"Buy the team: {money} Resources left."
    return Ask(prompt, "setup.purchase", groups, shape="many", most=PARTS, waits=waits, pause=True, ends=True)


def _for_seat(s: Sortie, kit: Kit, seat: Seat, money: int) -> list[Group]:
    found = []
    if hired := recruits(s, kit, money):
        found.append(Group(seat, "hire", (), hired))
    for slot in mine(s, seat):
        if is_player(s, kit, slot):
            if skills := learnable(s, kit, slot, money):
                found.append(Group(seat, "learn", (slot,), skills))
            found += wares(s, kit, slot, money)
    last = not everybody(s) & ~(s.ready | 1 << seat)
    if not s.ready >> seat & 1 and not (last and not s.soldier):
        found.append(Group(seat, "ready", title="the team is ready"))
    return found


def recruits(s: Sortie, kit: Kit, money: int) -> list[int]:
    """Who can still be hired: each Soldier once, and a Player Soldier before all others."""
    taken = set(s.soldier)  # rule: soldier.once
    return [
        row
        for row, soldier in enumerate(kit.soldiers)
        if row not in taken and soldier.cost <= money and (s.soldier or soldier.kind == "player")
    ]  # rule: setup.player-soldier


def learnable(s: Sortie, kit: Kit, slot: Slot, money: int) -> list[int]:
    """Skills that he has not, and for which he has what they need."""
    has = {kit.skill_ids[skill] for skill in s.skills[slot]}
    return [
        number
        for number, row in enumerate(kit.skills)
        if row.cost <= money and kit.skill_ids[number] not in has and (not row.needs or row.needs in has)
    ]  # rule: skill.once skill.needs


def take_purchase(g: SG, f: Purchase, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    verb = option[0]
    if verb == "ready":
        s.ready |= 1 << seat
    elif verb == "suggested":
        muster(g)
    elif verb == "hire":
        slot = hire(s, kit, seat, int(option[1]))
        g.tell("setup.purchase", "{0:soldier} joins the team.", slot)
    elif verb == "learn":
        s.skills[int(option[1])].append(int(option[2]))
        g.tell("skill.once", "{0:soldier} has {1:skill}.", int(option[1]), int(option[2]))
    else:
        take_ware(g, int(option[1]), option)
    if verb != "ready":
        s.ready &= ~(1 << seat)
    return NEXT if s.ready == everybody(s) and s.soldier else STAY


def refuse_purchase(g: SG, f: Purchase, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    verb = option[0]
    money = resources(s, kit) - worth(s, kit)
    if verb == "hire":
        row = kit.soldiers[int(option[1])]
        if int(option[1]) in s.soldier:
            return Refusal("soldier.once", "Each Soldier can be bought once.")
        if not s.soldier and row.kind != "player":
            return Refusal("setup.player-soldier", "A team begins with a Player Soldier.")
        return Refusal("setup.resources", f"{row.cost} Resources are needed, {money} are left.")
    if verb in ("learn", "buy", "buy-pouch", "buy-lot", "buy-round"):
        return why_not_ware(s, kit, seat, option, money)
    if verb == "ready":
        return Refusal("setup.player-soldier", "A team needs a Player Soldier.")
    return None


def why_not_ware(s: Sortie, kit: Kit, seat: Seat, option: Option, money: int) -> Refusal | None:
    slot = int(option[1])
    if slot >= len(s.soldier) or s.owner[slot] != seat:
        return Refusal("setup.purchase", "That is none of your Soldiers.")
    if not is_player(s, kit, slot):
        return Refusal("soldier.nps-gear", "Nothing is bought for a Soldier who is no Player Soldier.")
    if option[0] == "learn":
        row = kit.skills[int(option[2])]
        if int(option[2]) in s.skills[slot]:
            return Refusal("skill.once", "A Soldier has a skill once.")
        if row.needs and kit.skill_ids.index(row.needs) not in s.skills[slot]:
            return Refusal("skill.needs", "It needs another skill first.")
        return Refusal("setup.resources", f"{row.cost} Resources are needed, {money} are left.")
    if option[0] in ("buy", "buy-pouch"):
        gear = kit.gear[int(option[2])]
        if gear.cost > money:
            return Refusal("setup.resources", f"{gear.cost} Resources are needed, {money} are left.")
        if isinstance(gear, Weapon) and gear.nation and gear.nation not in flags(s, kit):
            return Refusal("weapon.flag", "Nobody of that nation is in the team.")
        room = loadout(s, kit, slot) - weight(s, kit, slot)
        return Refusal("setup.loadout", f"It weighs {gear.load}; {room} of the Loadout are free.")
    if money < kit.n.lot:
        return Refusal("setup.resources", f"{kit.n.lot} Resources are needed, {money} are left.")
    return Refusal("ammo.lot", "No weapon of his uses it, or the Loadout is full.")


# ---- suggested teams --------------------------------------------------------------------------------


def team_for(s: Sortie, kit: Kit) -> Team | None:
    """The suggested team of this mission for so many people, or for fewer if there is none."""
    mission = kit.mission_ids[s.mission]
    fitting = [team for team in kit.teams.values() if team.mission == mission and team.people <= s.seats]
    return max(fitting, key=lambda team: team.people, default=None)


def fits_team(s: Sortie, kit: Kit) -> bool:
    """Whether there is a suggested team, and it can be paid and carried (a Situation Report may be in the way)."""
    team = team_for(s, kit)
    if team is None:
        return False
    trial = clone(s)
    slots = [enlist(trial, kit, member) for member in team.members]
    carried = all(can_carry(trial, kit, slot, 0) for slot in slots if is_player(trial, kit, slot))
    return carried and worth(trial, kit) <= resources(trial, kit)


def muster(g: SG) -> None:
    s, kit = g.s, g.kit
    team = team_for(s, kit)
    assert team is not None
    for member in team.members:
        enlist(s, kit, member)
    g.tell("setup.purchase", "The suggested team is taken: {0} Resources.", str(worth(s, kit)))


def enlist(s: Sortie, kit: Kit, member: Member) -> Slot:
    """A Soldier with all that a team gives him."""
    slot = hire(s, kit, member.seat, kit.soldier_ids.index(member.soldier))
    s.skills[slot] += [kit.skill_ids.index(row) for row in member.skills]
    for row in (*member.weapons, *member.equipment):
        item = equip(s, kit, slot, kit.gear_named(row))
        if pouch := _pouch(kit, kit.gear_named(row)):
            ammo = kit.ammo_of(next(iter(_ammunition(s, kit, slot)[0].values())))
            s.ammo[slot][ammo] += pouch
            alter(s, item, uses=ammo + 1)
    for row in member.lots:
        buy_lot(s, kit, slot, _ammunition(s, kit, slot)[0][kit.gear_named(row)])
    if member.rounds:
        s.ammo[slot][_ammunition(s, kit, slot)[1][0]] += member.rounds
    return slot
