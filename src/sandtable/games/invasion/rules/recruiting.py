"""11.0, 22.2, 25.2: recruits, bought and free; refit; demobilizing; the Soviet Upgrade."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Agents, Enlist, Recruit
from sandtable.games.invasion.pieces import NATIONS, SIXTHS, Kit, MarkerId, SpaceId, TypeId, UnitId, in_points
from sandtable.games.invasion.rules.dangers import due, of_paying
from sandtable.games.invasion.rules.hand import disposed
from sandtable.games.invasion.rules.morale import pay, to_pool
from sandtable.games.invasion.state import (
    AVAILABLE,
    HAND,
    PLAYER,
    POOL,
    WG,
    War,
    airfields,
    full,
    held,
    is_reduced,
    markers_at,
    pool_of,
    room_in,
    spaces_of,
    standing_still,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Trace

BOX = "air-available"


# ---- the Recruit Table ------------------------------------------------------------------------------


def bases(s: War, kit: Kit) -> int:
    return spaces_of(s, kit, kit.is_base)


def sites(s: War, kit: Kit) -> dict[str, int]:
    """The spaces that each word of the Recruit Table means now."""
    ours, all_bases = held(s, kit), bases(s, kit)
    return {
        "soviet-area": kit.ussr,
        "airfield-with-base": ours & airfields(s, kit) & all_bases,  # rule: base.communist
        "soviet-base": spaces_of(s, kit, kit.is_soviet_base),
        "base": all_bases,
        "kabul": 1 << kit.capital,
        "held-town": ours & (kit.cities | kit.towns),
        "engineer": spaces_of(s, kit, kit.is_engineer),  # rule: special.engineer-base
        BOX: 0,
    }


def places(kit: Kit, kind: TypeId, words: Mapping[str, int], crowded: int) -> int:
    """Where a recruit of a type may be placed, by the table; stacking holds."""
    found = 0
    for where in kit.places[kind]:
        found |= words[where]
    if kit.is_dra[kind]:
        found &= ~kit.ussr  # rule: area.soviet
    return found & ~crowded if kit.is_mobile[kind] else found


def recruits(s: War, kit: Kit, kinds: Iterable[TypeId]) -> dict[UnitId, int]:
    """For one unit of each type that can be recruited now, where; 0 for air units, which go to their box."""
    frozen, words, crowded = standing_still(s, kit), sites(s, kit), full(s, kit)
    found = {}
    for kind in kinds:
        pool = pool_of(s, kit, kind)  # rule: recruit.limit
        if not pool or kit.from_year[kind] > s.year or frozen >> pool[0] & 1:  # rule: recruit.years event.purge
            continue
        where = places(kit, kind, words, crowded)
        if where or kit.is_air[kind]:
            found[pool[0]] = where
    return found


def muster(g: WG, unit: UnitId, space: SpaceId, key: str) -> None:
    """A unit comes out of the pool, at full strength."""
    g.s.at[unit] = space
    g.s.reduced &= ~(1 << unit)  # rule: recruit.full
    if space == AVAILABLE:
        g.tell(key, "{0:token} is ready to fly.", unit)
    else:
        way = Trace(unit, [space], arrives=True)
        g.tell(key, "{0:token} is recruited in {1:space}.", unit, space, moves=[way])


# ---- free recruits ----------------------------------------------------------------------------------


def free_kinds(kit: Kit, effect: cards.Recruit) -> list[TypeId]:
    if effect.units:
        return [kit.type_of[row] for row in effect.units]
    return [kind for kind, unit in enumerate(kit.types) if unit.nation == effect.nation]


def enlist_groups(s: War, kit: Kit, number: int) -> list[Group]:
    effect = kit.effects[number]
    assert isinstance(effect, cards.Recruit)
    groups = []
    for unit, where in recruits(s, kit, free_kinds(kit, effect)).items():
        if where:
            groups.append(Group(PLAYER, "enlist", (unit,), list(bits(where))))
        else:
            groups.append(Group(PLAYER, "enlist-air", (unit,)))
    return groups


def call_enlist(g: WG, number: int) -> None:
    effect = g.kit.effects[number]
    assert isinstance(effect, cards.Recruit)
    if enlist_groups(g.s, g.kit, number):
        g.call(Enlist(effect=number, left=effect.number))
    else:
        g.tell("recruit.free", "There is no unit to recruit, or no place for one: it is lost.")


def ask_enlist(g: WG, f: Enlist) -> Ask:
    left = "one unit" if f.left == 1 else f"{f.left} units"
    return Ask(f"Recruit {left}, free of charge.", "recruit.free", enlist_groups(g.s, g.kit, f.effect))


def take_enlist(g: WG, f: Enlist, seat: Seat, option: Option) -> Next:
    muster(g, int(option[1]), AVAILABLE if option[0] == "enlist-air" else int(option[2]), "recruit.free")
    f.left -= 1
    if f.left and not enlist_groups(g.s, g.kit, f.effect):
        g.tell("recruit.free", "There is no unit to recruit, or no place for one: it is lost.")
        f.left = 0
    return STAY if f.left else NEXT


def refuse_enlist(g: WG, f: Enlist, seat: Seat, option: Option) -> Refusal | None:
    if option[0] not in ("enlist", "enlist-air"):
        return None
    effect = g.kit.effects[f.effect]
    assert isinstance(effect, cards.Recruit)
    if g.kit.kind[int(option[1])] not in free_kinds(g.kit, effect):
        return Refusal("recruit.free", "The marker does not recruit units of this kind.")
    return why_no_recruit(g.s, g.kit, option)


def why_no_recruit(s: War, kit: Kit, option: Option) -> Refusal:
    """Why this unit cannot be recruited, or not there."""
    unit = int(option[1])
    kind = kit.kind[unit]
    if s.at[unit] != POOL:
        return Refusal("recruit.limit", "This unit is not in the pool.")
    if s.barred >> unit & 1:
        return Refusal("recruit.demobilize", "It was demobilized this year: it can be recruited from the next on.")
    if standing_still(s, kit) >> unit & 1:
        return Refusal("event.purge", "No DRA unit is mobilized this year.")
    if kit.from_year[kind] > s.year:
        return Refusal("recruit.years", f"Units of this kind can be recruited from {kit.from_year[kind]} on.")
    if len(option) > 2 and not kit.is_air[kind]:
        space = int(option[2])
        if kit.is_dra[kind] and kit.ussr >> space & 1:
            return Refusal("area.soviet", "Only Soviet units enter the USSR.")
        if kit.is_mobile[kind] and not room_in(s, kit, space):
            return Refusal("stack.communist", "Six mobile units are there already.")
        if kit.is_base[kind] and not spaces_of(s, kit, kit.is_engineer) >> space & 1:
            return Refusal("special.engineer-base", "A base is placed where a Communist engineer is.")
    if unit != pool_of(s, kit, kind)[0]:
        return Refusal("recruit.buy", "Units of a type are alike: the first one of the pool comes first.")
    return Refusal("recruit.buy", "The Recruit Table does not allow that place.")


# ---- agents -----------------------------------------------------------------------------------------


def agents_in_pool(s: War, kit: Kit) -> list[int]:
    return [agent for agent in kit.ours if s.agent_at[agent] == POOL]


def call_agents(g: WG, number: int, key: str = "recruit.free") -> None:
    if agents_in_pool(g.s, g.kit):
        g.call(Agents(left=number, key=key))
    else:
        g.tell("recruit.limit", "No Subversion marker is left in the pool.")


def ask_agents(g: WG, f: Agents) -> Ask:
    group = Group(PLAYER, "select", (), agents_in_pool(g.s, g.kit))
    many = "a Subversion marker" if f.left == 1 else f"{f.left} Subversion markers"
    return Ask(f"Select {many}.", f.key, [group], shape="many", most=f.left)


def take_agents(g: WG, f: Agents, seat: Seat, option: Option) -> Next:
    agent = int(option[1])
    g.s.agent_at[agent] = HAND
    g.tell(f.key, "You take {0:agent}.", agent)
    f.left -= 1
    return STAY if f.left and agents_in_pool(g.s, g.kit) else NEXT


# ---- the Recruit Sub-Phase --------------------------------------------------------------------------


def charge(g: WG, f: Recruit, sixths: int, key: str) -> None:
    """The running sum is charged as it passes each whole point (11.1)."""
    f.sixths += sixths
    whole = f.sixths // SIXTHS  # rule: recruit.fractions
    if whole > f.charged:
        points, f.charged = whole - f.charged, whole
        pay(g, points, key)


def points_of(f: Recruit, sixths: int) -> int:
    """What a purchase would add to what has to be paid by the end of the sub-phase."""
    return -(-(f.sixths + sixths) // SIXTHS) - f.charged


def ask_recruit(g: WG, f: Recruit) -> Ask:
    s, kit = g.s, g.kit
    rest, due_now = points_of(f, 0), due(s, kit)
    ending = of_paying(s, kit, rest, due_now)
    groups = [Group(PLAYER, "done", warning=ending, title="recruit no more", grave=bool(ending))]
    for unit, where in recruits(s, kit, range(len(kit.types))).items():
        warning = of_paying(s, kit, points_of(f, kit.price[kit.kind[unit]]), due_now)
        if where:
            groups.append(Group(PLAYER, "buy", (unit,), list(bits(where)), warning, grave=bool(warning)))
        else:
            groups.append(Group(PLAYER, "buy-air", (unit,), warning=warning, grave=bool(warning)))
    if agents := agents_in_pool(s, kit):
        groups.append(Group(PLAYER, "buy-agent", (), agents, of_paying(s, kit, points_of(f, kit.agent_price), due_now)))
    refits = [nation for nation in range(len(NATIONS)) if refitted(s, kit, nation)]
    if refits:
        groups.append(Group(PLAYER, "refit", (), refits, of_paying(s, kit, rest + kit.n.refit, due_now)))
    if on_map := [unit for unit in kit.ground if s.at[unit] >= 0]:
        groups.append(Group(PLAYER, "demobilize", (), on_map))
    groups += upgrade_groups(s, kit)
    text = "Recruit, refit or demobilize."
    if f.sixths:
        text = f"Recruit, refit or demobilize: {in_points(f.sixths)} MP so far, {f.charged} of them paid."
    return Ask(text, "year.recruits", groups, ends=True)


def take_recruit(g: WG, f: Recruit, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    verb = option[0]
    if verb == "done":
        if f.sixths % SIXTHS:
            charge(g, f, SIXTHS - f.sixths % SIXTHS, "recruit.fractions")
        return NEXT
    value = int(option[1])
    if verb == "buy" or verb == "buy-air":
        charge(g, f, kit.price[kit.kind[value]], "recruit.buy")
        muster(g, value, AVAILABLE if verb == "buy-air" else int(option[2]), "recruit.buy")
    elif verb == "buy-agent":
        charge(g, f, kit.agent_price, "recruit.buy")
        s.agent_at[value] = HAND
        g.tell("recruit.buy", "You recruit {0:agent}.", value)
    elif verb == "refit":
        units = refitted(s, kit, value)
        pay(g, kit.n.refit, "recruit.refit")
        for unit in units:
            s.reduced &= ~(1 << unit)
            g.tell("recruit.refit", "{0:token} is at full strength again.", unit)
    elif verb == "demobilize":
        g.tell("recruit.demobilize", "{0:token} in {1:space} is demobilized.", value, s.at[value])
        to_pool(g, value)
        s.barred |= 1 << value
    else:
        take_upgrade(g, option)
    return STAY


def refuse_recruit(g: WG, f: Recruit, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] in ("buy", "buy-air"):
        return why_no_recruit(s, kit, option)
    if option[0] == "buy-agent":
        return Refusal("recruit.limit", "This marker is not in the pool.")
    if option[0] == "refit":
        return Refusal("recruit.refit", "No reduced unit of theirs is with a Communist base or in the USSR.")
    if option[0] == "demobilize":
        return Refusal("recruit.demobilize", "Ground units and bases on the map can be demobilized.")
    return refuse_upgrade(s, kit, option) if option[0] == "upgrade" else None


def refitted(s: War, kit: Kit, nation: int) -> list[UnitId]:
    """The reduced units of a nation that a refit restores (11.9)."""
    where = bases(s, kit) | kit.ussr
    return [
        unit
        for unit in kit.ground
        if is_reduced(s, unit)
        and kit.of_nation[NATIONS[nation]] >> unit & 1
        and s.at[unit] >= 0
        and where >> s.at[unit] & 1
    ]


# ---- Soviet Upgrade ---------------------------------------------------------------------------------


def upgrade_marker(s: War, kit: Kit) -> tuple[MarkerId, cards.Upgrade] | None:
    """A held marker that exchanges divisions, if there is one."""
    for marker in markers_at(s, HAND):
        for number in kit.does[kit.marker[marker]]:
            effect = kit.effects[number]
            if isinstance(effect, cards.Upgrade):
                return marker, effect
    return None


def upgrade_groups(s: War, kit: Kit) -> list[Group]:
    """Which divisions may be exchanged for which brigades (12.2-18)."""
    found = upgrade_marker(s, kit)
    if found is None:
        return []
    pools = [pool_of(s, kit, kit.type_of[row]) for row in found[1].into]
    brigades = [pool[0] for pool in pools if pool]
    divisions = upgradable(s, kit)
    return [Group(PLAYER, "upgrade", (unit,), brigades) for unit in divisions if brigades]


def upgradable(s: War, kit: Kit) -> list[UnitId]:
    where = bases(s, kit) | kit.ussr
    return [
        unit
        for unit in kit.ground
        if kit.is_division[kit.kind[unit]]
        and kit.is_soviet[kit.kind[unit]]
        and s.at[unit] >= 0
        and where >> s.at[unit] & 1
    ]


def take_upgrade(g: WG, option: Option) -> MarkerId:
    """The division goes to the pool, the brigade comes in its place; which marker did it is returned."""
    s = g.s
    found = upgrade_marker(s, g.kit)
    assert found is not None
    marker, _ = found
    division, brigade = int(option[1]), int(option[2])
    space = s.at[division]
    to_pool(g, division)
    s.at[brigade] = space
    s.reduced &= ~(1 << brigade)
    disposed(g, marker)
    g.tell("event.upgrade", "{0:token} takes the place of {1:token} in {2:space}.", brigade, division, space)
    return marker


def refuse_upgrade(s: War, kit: Kit, option: Option) -> Refusal:
    if upgrade_marker(s, kit) is None:
        return Refusal("marker.when", "You hold no such marker.")
    if int(option[1]) not in upgradable(s, kit):
        return Refusal("event.upgrade", "A Soviet division in the USSR or with a Communist base is exchanged.")
    return Refusal("event.upgrade", "It is exchanged for an air assault, combined arms or SOF brigade of the pool.")
