"""1.2: one side's set-up: Units, SWET/Nets, HQ Boxes, Assets on Units, Assets in the Pool.

A side's initial counters wait beside the board (STAGED) until they are placed. They are set up in any order, so that
the order tells nothing about Covert types; each type goes where the scenario wants it.
"""

from __future__ import annotations

from sandtable.games.bct.frames import Deploy
from sandtable.games.bct.pieces import Kit, SideId
from sandtable.games.bct.rules.counters import can_join, join
from sandtable.games.bct.rules.purchase import can_carry, overloaded
from sandtable.games.bct.setup.defaults import complete
from sandtable.games.bct.setup.staging import (
    STAGED,
    associable,
    carriers,
    deploy,
    draw_plan,
    equip,
    free_assets,
    lay_net,
    left_to_equip,
    left_to_stock,
    net_sites,
    nets_left,
    places,
    plans,
    staged,
    stationed,
    stock,
    the_force,
    unlike,
)
from sandtable.games.bct.state import (
    BG,
    RESERVES,
    Theatre,
    c2_level,
    covert_capable,
    distinct,
    hq_of_front,
    is_covert,
    members,
    room_for_net,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many

# ---- Units ------------------------------------------------------------------------------------------


def ask_units(g: BG, f: Deploy) -> Ask:
    s, kit, side = g.s, g.kit, f.side
    groups = []
    for token in distinct(s, kit, side, STAGED):
        spaces = places(s, kit, side, s.kind[token])
        groups.append(Group(side, "deploy", (token,), spaces))
        if covert_capable(s, kit, token):
            groups.append(Group(side, "deploy-covert", (token,), spaces))
    left, known = len(staged(s, kit, side)), plans(s, kit, side)
    if len(known) > 1 and not stationed(s, kit, side):
        groups.append(Group(side, "lay-out", (), known))  # rule: setup.default: by its name
    return Ask(f"Set up your Units: {left} left.", "setup.units", or_done(side, groups))


def or_done(side: SideId, groups: list[Group]) -> list[Group]:
    """What there is to do, or the default for all of it; only to go on, where there is nothing."""
    return [*groups, Group(side, "default")] if groups else [Group(side, "done")]


def take_units(g: BG, f: Deploy, seat: Seat, option: Option) -> Next:
    if option[0] == "default":
        return by_default(g, f)
    if option[0] == "lay-out":
        return by_default(g, f, int(option[1]))
    if option[0] != "done":
        deploy(g, int(option[1]), int(option[2]), covert=option[0] == "deploy-covert")
    return STAY if staged(g.s, g.kit, f.side) else NEXT


def by_default(g: BG, f: Deploy, plan: int | None = None) -> Next:
    """All that is left of this side's set-up as a deployment of the scenario has it: one that is drawn, or this one."""
    complete(g, f, draw_plan(g, f.side, "deployment") if plan is None else plan)  # rule: setup.default
    g.tell("setup.default", "{0:side} has set up.", f.side, main=True)
    g.leave()
    return NEXT


def refuse_units(g: BG, f: Deploy, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "done":
        return Refusal("setup.units", f"There are {len(staged(s, kit, f.side))} Units left to set up.")
    if option[0] == "lay-out":
        return Refusal("setup.default", "A plan of your own side is chosen before anything else is set up.")
    if option[0] not in ("deploy", "deploy-covert"):
        return None
    token, space = int(option[1]), int(option[2])
    if kit.side[token] != f.side:
        return Refusal("setup.units", "You set up your own Units only.")
    if s.at[token] != STAGED:
        return Refusal("setup.units", "That Unit is not among those you have left to set up.")
    kind = kit.kinds[s.kind[token]]
    if option[0] == "deploy-covert" and not kind.covert:
        return Refusal("setup.face", f"{kind.name} has no Covert side.")
    spaces = places(s, kit, f.side, s.kind[token])
    if space not in spaces:
        names = _listed(kit, spaces)
        return Refusal("setup.where", f"{kind.name} starts in {names}.")
    return Refusal("setup.units", "Take the first counter of that type: they are all the same.")


def _listed(kit: Kit, spaces: list[int]) -> str:
    """The names of some spaces; a scenario that says "anywhere on the Map" is quoted so."""
    names = [kit.space_name(x) for x in spaces if x >= kit.size or len(spaces) < kit.size]
    if len(spaces) >= kit.size:
        names.insert(0, "any District")
    return " or ".join(names)


# ---- SWET/Nets --------------------------------------------------------------------------------------


def ask_nets(g: BG, f: Deploy) -> Ask:
    sites = net_sites(g.s, g.kit, f.side)
    left = nets_left(g.s, g.kit, f.side)
    groups = [Group(f.side, "net", (), sites)] if sites else []
    prompt = f"Place your SWET/Nets: {left} left."
    return Ask(prompt, "setup.nets", or_done(f.side, groups), shape="many", most=max(1, left))


def take_nets(g: BG, f: Deploy, seat: Seat, option: Option) -> Next:
    if option[0] == "default":
        return by_default(g, f)
    if option[0] == "net":
        lay_net(g, f.side, int(option[1]))
    return STAY if net_sites(g.s, g.kit, f.side) else NEXT


def refuse_nets(g: BG, f: Deploy, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "done":
        return Refusal("setup.nets", f"SWET/Nets left to place: {nets_left(s, kit, f.side)}.")
    if option[0] != "net":
        return None
    space = int(option[1])
    if space >= kit.size:
        return Refusal("setup.nets", "A SWET/Net stands in a District.")
    if not room_for_net(s, kit, space):
        most = kit.net_limit[space]
        return Refusal(
            "net.limit", f"{kit.space_name(space)} holds at most {how_many(most, 'SWET/Net')}, both sides together."
        )
    return Refusal("setup.nets", f"Next comes a SWET/Net for {_listed(kit, net_sites(s, kit, f.side))}.")


# ---- boxes ------------------------------------------------------------------------------------------


def ask_boxes(g: BG, f: Deploy) -> Ask:
    """Put even if nobody can join: or the others would learn something about Covert types."""
    s, kit, side = g.s, g.kit, f.side
    groups = []
    for token in associable(s, kit, side):
        fronts = [s.front[hq] for hq in kit.hqs_of[side] if can_join(s, kit, token, hq)]
        if fronts:
            groups.append(Group(side, "join", (token,), fronts))
    if groups:
        groups.append(Group(side, "default"))
    hidden = any(is_covert(s, token) for token in kit.units_of[side])
    prompt = "Associate Tactical Units with HQs, or go on."
    return Ask(
        prompt,
        "setup.associate",
        [Group(side, "done", title="keep the boxes as they are"), *groups],
        shape="assign",
        always=hidden,
    )


def take_boxes(g: BG, f: Deploy, seat: Seat, option: Option) -> Next:
    if option[0] == "default":
        return by_default(g, f)
    if option[0] == "done":
        return NEXT
    join(g, int(option[1]), hq_of_front(g.s, g.kit, int(option[2])), "setup.associate")
    return STAY


def refuse_boxes(g: BG, f: Deploy, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] != "join":
        return None
    token, front = int(option[1]), int(option[2])
    if kit.side[token] != f.side or kit.front_side[front] != f.side:
        return Refusal("setup.associate", "You Associate your own Units with your own HQs.")
    hq = hq_of_front(s, kit, front)
    kind = kit.kinds[s.kind[token]]
    if kind.size != "tactical" or kind.immobile:
        return Refusal("hq.who-joins", f"{kind.name} cannot be Associated with an HQ.")
    if s.at[hq] == kit.reinforcements[f.side]:
        return Refusal("setup.hq-alone", "An HQ that begins in Reinforcements begins with an empty box.")
    if s.at[token] != s.at[hq] or s.at[hq] == RESERVES:
        return Refusal(
            "setup.associate", "A Unit joins an HQ that was set up in the same District or in Ready with it."
        )
    if is_covert(s, token) != is_covert(s, hq):
        return Refusal("covert.match", "An HQ and the Units in its box are all Covert or all Active.")
    if len(members(s, kit, hq)) >= c2_level(s, f.side):
        return Refusal("c2.units", f"Your C2 Level allows {c2_level(s, f.side)} Units in a box.")
    return Refusal("setup.associate", "Take the first counter of that type there: they are all the same.")


# ---- Assets -----------------------------------------------------------------------------------------


def ask_assets(g: BG, f: Deploy) -> Ask:
    s, kit, side = g.s, g.kit, f.side
    left = left_to_equip(s, kit, side)
    units = unlike(s, kit, carriers(s, kit, side)) if left else []
    groups = [Group(side, "equip", (kind,), units) for kind in free_assets(s, kit, side, pool=False) if units]
    return Ask(f"Assign Assets to your Units: {left} left.", "setup.assets", or_done(side, groups), shape="assign")


def take_assets(g: BG, f: Deploy, seat: Seat, option: Option) -> Next:
    if option[0] == "default":
        return by_default(g, f)
    if option[0] == "equip":
        equip(g, f.side, int(option[1]), int(option[2]))
    return STAY if left_to_equip(g.s, g.kit, f.side) else NEXT


def refuse_assets(g: BG, f: Deploy, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "done":
        return Refusal("setup.assets", f"There are {left_to_equip(s, kit, f.side)} Assets left to assign.")
    if option[0] != "equip":
        return None
    token = int(option[2])
    refusal = _refuse_kind(s, kit, f.side, int(option[1]), pool=False)
    if refusal is not None:
        return refusal
    if kit.side[token] != f.side or s.at[token] in (RESERVES, STAGED, kit.reinforcements[f.side]):
        return Refusal("setup.assets", "The Assets of the set-up go to own Units on the Map or in Ready.")
    if not can_carry(s, kit, token):
        return overloaded(s, kit, token)
    return Refusal("setup.assets", "Take the first counter of that type there: they are all the same.")


def _refuse_kind(s: Theatre, kit: Kit, side: SideId, kind: int, pool: bool) -> Refusal | None:
    if kind in free_assets(s, kit, side, pool):
        return None
    found = [a for a in kit.assets_of[side] if kit.asset_kind[a] == kind and s.on[a] == RESERVES]
    if not found:
        return Refusal("setup.assets", "You have no such Asset left to take.")
    force = the_force(kit, s.scenario, side)
    most = force.pool_air if pool else force.initial_air
    where = "in the Pool" if pool else "on your Units"
    return Refusal("setup.air", f"The scenario allows {how_many(most or 0, 'Air Asset')} {where} at the start.")


# ---- the Pool ---------------------------------------------------------------------------------------


def ask_pool(g: BG, f: Deploy) -> Ask:
    s, kit, side = g.s, g.kit, f.side
    left = left_to_stock(s, kit, side)
    groups = [Group(side, "stock", (), free_assets(s, kit, side, pool=True))] if left else []
    prompt = f"Choose the Assets in your Pool: {left} left."
    return Ask(prompt, "setup.pool", or_done(side, groups), shape="many", most=max(1, left))


def take_pool(g: BG, f: Deploy, seat: Seat, option: Option) -> Next:
    if option[0] == "default":
        return by_default(g, f)
    if option[0] == "stock":
        stock(g, f.side, int(option[1]))
    return STAY if left_to_stock(g.s, g.kit, f.side) else NEXT


def refuse_pool(g: BG, f: Deploy, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "done":
        return Refusal("setup.pool", f"There are {left_to_stock(s, kit, f.side)} Assets left to choose.")
    return _refuse_kind(s, kit, f.side, int(option[1]), pool=True) if option[0] == "stock" else None
