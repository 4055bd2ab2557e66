"""The deeds of the set-up, one counter at a time, and how much of it is left: a player's answers and the default
deployment are made of the same ones."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.bct.pieces import SIDE_NAMES, Deployment, Force, Kit, SideId, SpaceId, UnitId, Where
from sandtable.games.bct.rules.memory import hide, lay_on, show
from sandtable.games.bct.rules.purchase import can_carry
from sandtable.games.bct.state import (
    BG,
    POOL,
    RESERVES,
    SEVERAL_EDITION,
    Theatre,
    assets_on,
    in_turn,
    is_covert,
    room_for_net,
    take_off,
)
from sandtable.kernel.sharing import tabled

STAGED = -3
"""Where an initial Unit is that waits beside the board to be set up."""


def the_force(kit: Kit, scenario: str, side: SideId) -> Force:
    # rule: scenario.intervention scenario.terrorist-hunt scenario.surge scenario.jihad
    return kit.forces[f"{scenario}-{SIDE_NAMES[side]}"]


@tabled
def deployments(kit: Kit, scenario: str, side: SideId) -> list[int]:
    """The numbers of those that a side may begin with; the first is the only one there was before `SEVERAL_EDITION`."""
    first = f"{scenario}-{SIDE_NAMES[side]}"
    rows = [row for row in kit.deployment_ids if row.startswith(f"{first}-") and row[len(first) + 1 :].isdecimal()]
    return [kit.deployment_ids.index(row) for row in (first, *rows)]


def the_deployment(kit: Kit, plan: int) -> Deployment:
    return kit.deployments[kit.deployment_ids[plan]]


def plans(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    """The deployments among which one is drawn or chosen at this table."""
    known = deployments(kit, s.scenario, side)
    return known[:] if s.edition >= SEVERAL_EDITION else known[:1]


def draw_plan(g: BG, side: SideId, what: str) -> int:
    """One of them, which nobody has chosen: so it is not taken back either."""
    found = plans(g.s, g.kit, side)
    if len(found) > 1:
        g.reveal()
        g.mix(found, f"{what}-{SIDE_NAMES[side]}", "setup.default")
    return found[0]


# ---- Units ------------------------------------------------------------------------------------------


def in_reserves(s: Theatre, kit: Kit, side: SideId, kind: int) -> list[int]:
    return [t for t in in_turn(s, kit, side) if s.at[t] == RESERVES and s.kind[t] == kind]


def staged(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    return [t for t in in_turn(s, kit, side) if s.at[t] == STAGED]


def places(s: Theatre, kit: Kit, side: SideId, kind: int) -> list[int]:
    """Where the next counter of a type starts. A type that the scenario lists twice fills the first place first."""
    kinds = s.kind
    out = len(stationed(s, kit, side, [t for t in in_turn(s, kit, side) if kinds[t] == kind]))
    for where, units in the_force(kit, s.scenario, side).units.items():
        number = units.get(kit.kind_ids[kind], 0) if where != "reinforcements" else 0
        if out < number:
            return spaces_of(s, kit, side, where)
        out -= number
    return []


def spaces_of(s: Theatre, kit: Kit, side: SideId, where: Where) -> list[int]:
    """The places that a scenario means by its words."""
    districts, ready = list(range(kit.size)), kit.ready[side]
    match where:
        case "kandahar":
            return [kit.city]
        case "kandahar-or-ready":
            return [kit.city, ready]
        case "map":
            return districts
        case "map-or-ready":
            return [*districts, ready]
        case "kandahar-or-fob-district":
            bases = {s.at[t] for t in kit.bases_of[side] if 0 <= s.at[t] < kit.size}
            return sorted({kit.city, *bases})  # rule: scenario.fob-district
        case "kandahar-or-adjacent":
            return sorted((kit.city, *kit.near[kit.city]))
        case "cave-adjacent":
            return kit.border[:]
        case "ready":
            return [ready]
        case "reinforcements":
            return [kit.reinforcements[side]]


def deploy(g: BG, token: UnitId, space: SpaceId, covert: bool) -> None:
    """A counter is set up on the side its owner likes; the opponent sees its size and where it lies."""
    s, kit = g.s, g.kit
    s.at[token] = space
    name = "{2:front}" if kit.is_hq[token] else "{1:kind}"
    args = (kit.side[token], s.kind[token], s.front[token], space)
    if covert:
        hide(g, token)
        size = "HQ" if kit.is_hq[token] else "Base" if kit.is_base[token] else "Unit"
        own = {kit.side[token]: f"{{0:side}} sets up {name} Covert in {{3:space}}."}
        g.tell("setup.face", f"{{0:side}} sets up a Covert {size} in {{3:space}}.", *args, private=own)
    else:
        show(g, token)
        g.tell("setup.units", f"{{0:side}} sets up {name} in {{3:space}}.", *args)


def stationed(s: Theatre, kit: Kit, side: SideId, among: Sequence[UnitId] | None = None) -> list[int]:
    """The initial Units (among these) that have been set up: on the Map or Ready, in boxes too."""
    out = (RESERVES, STAGED, kit.reinforcements[side])
    at = s.at
    return [t for t in (in_turn(s, kit, side) if among is None else among) if at[t] not in out]


# ---- SWET/Nets --------------------------------------------------------------------------------------


def nets_left(s: Theatre, kit: Kit, side: SideId) -> int:
    laid = sum(s.nets[side * kit.size : (side + 1) * kit.size])
    return sum(the_force(kit, s.scenario, side).nets.values()) - laid


def net_sites(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    """Where the next SWET/Net may go: the scenario's places are filled in their order."""
    laid = sum(s.nets[side * kit.size : (side + 1) * kit.size])
    for where, number in the_force(kit, s.scenario, side).nets.items():
        if laid < number:
            return [x for x in spaces_of(s, kit, side, where) if x < kit.size and room_for_net(s, kit, x)]
        laid -= number
    return []


def lay_net(g: BG, side: SideId, district: SpaceId) -> None:
    g.s.nets[side * g.kit.size + district] += 1
    g.tell("setup.nets", "{0:side} places a SWET/Net in {1:space}.", side, district)


# ---- boxes ------------------------------------------------------------------------------------------


def associable(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    """Units that might join an HQ: one for each type, face and space, since alike ones serve as well."""
    found: dict[tuple[int, int, bool], int] = {}
    for space in (*range(kit.size), kit.ready[side]):  # rule: setup.hq-alone
        for token in in_turn(s, kit, side):
            if s.at[token] == space and not kit.is_hq[token]:
                found.setdefault((space, s.kind[token], is_covert(s, token)), token)
    return list(found.values())


# ---- Assets -----------------------------------------------------------------------------------------


def laid_out(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    return [a for a in kit.assets_of[side] if s.on[a] >= 0]


def stocked(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    return [a for a in kit.assets_of[side] if s.on[a] == POOL]


def free_assets(s: Theatre, kit: Kit, side: SideId, pool: bool) -> list[int]:
    """The kinds of Assets that may still be taken, for the Units or for the Pool."""
    force = the_force(kit, s.scenario, side)
    taken, most = (stocked(s, kit, side), force.pool_air) if pool else (laid_out(s, kit, side), force.initial_air)
    grounded = most is not None and sum(kit.asset_rows[a].air for a in taken) >= most  # rule: setup.air
    left = [a for a in kit.assets_of[side] if s.on[a] == RESERVES]
    return sorted({kit.asset_kind[a] for a in left if not (grounded and kit.asset_rows[a].air)})


def carriers(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    """Initial Units with room for an Asset, those in boxes and the HQs themselves among them."""
    return [t for t in stationed(s, kit, side) if can_carry(s, kit, t)]


def unlike(s: Theatre, kit: Kit, tokens: list[int]) -> list[int]:
    """Of those alike in type, place, face and load, one; HQs are never alike."""
    found: dict[tuple[int, ...], int] = {}
    for token in tokens:
        load = [kit.asset_kind[a] for a in assets_on(s, kit, token)]
        alike = (token,) if kit.is_hq[token] else (-1, s.kind[token], s.at[token], s.box[token])
        found.setdefault((*alike, is_covert(s, token), *load), token)
    return list(found.values())


def left_to_equip(s: Theatre, kit: Kit, side: SideId) -> int:
    """How many Assets are still to be assigned; none where no Asset or no Unit can take part."""
    left = the_force(kit, s.scenario, side).initial_assets - len(laid_out(s, kit, side))
    room = any(can_carry(s, kit, token) for token in stationed(s, kit, side))
    return left if room and free_assets(s, kit, side, pool=False) else 0


def left_to_stock(s: Theatre, kit: Kit, side: SideId) -> int:
    left = the_force(kit, s.scenario, side).pool_assets - len(stocked(s, kit, side))
    return left if free_assets(s, kit, side, pool=True) else 0


def take_asset(s: Theatre, kit: Kit, side: SideId, kind: int) -> int:
    return next(a for a in kit.assets_of[side] if kit.asset_kind[a] == kind and s.on[a] == RESERVES)


def equip(g: BG, side: SideId, kind: int, token: UnitId) -> None:
    """All see what is taken; under which Covert Unit it goes, only its owner."""
    s = g.s
    lay_on(g, take_asset(s, g.kit, side, kind), token)
    if is_covert(s, token):
        own = {side: "{0:side} lays {1:asset-kind} under {2:token}."}
        g.tell("setup.assets", "{0:side} lays {1:asset-kind} under a Covert Unit.", side, kind, token, private=own)
    else:
        g.tell("setup.assets", "{0:side} gives {1:asset-kind} to {2:token}.", side, kind, token)


def stock(g: BG, side: SideId, kind: int) -> None:
    take_off(g, take_asset(g.s, g.kit, side, kind), POOL)
    g.tell("setup.pool", "{0:side} puts {1:asset-kind} in the Pool.", side, kind)
