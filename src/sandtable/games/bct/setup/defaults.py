"""The default of each choice in a set-up: the deployment that comes with the scenario.

A deployment is fed through the same deeds as a player's answers. What a player has done by then counts against it;
where it no longer fits, the first place that does is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sandtable.games.bct.frames import Deploy
from sandtable.games.bct.pieces import Kit, SideId, UnitId
from sandtable.games.bct.rules.counters import can_join, join
from sandtable.games.bct.setup.staging import (
    carriers,
    deploy,
    equip,
    free_assets,
    laid_out,
    lay_net,
    left_to_equip,
    left_to_stock,
    net_sites,
    places,
    staged,
    stationed,
    stock,
    stocked,
    the_deployment,
)
from sandtable.games.bct.state import ALL_SEATS, BG, NONE, Theatre, in_turn, is_covert, members, place

Spot = tuple[int, bool]
"""A space, and whether face down."""


def complete(g: BG, f: Deploy) -> None:
    """Everything from the question that stands to the end of the side's set-up.

    How counters are laid out and equipped all at once tells something of what they are, so it is not taken back.
    """
    if f.step != "pool" and secrets(g.s, g.kit, f.side):
        g.reveal()
    steps = list(COMPLETIONS)
    for step in steps[steps.index(f.step) :]:
        COMPLETIONS[step](g, f.side)


def secrets(s: Theatre, kit: Kit, side: SideId) -> bool:
    """Whether there are counters that the opponent cannot tell apart and that are not alike, or are taken by chance."""
    if s.order[side]:
        return True
    unknown = [t for t in (*staged(s, kit, side), *stationed(s, kit, side)) if s.known[t] != ALL_SEATS]
    return any(len({(s.kind[t], s.front[t]) for t in unknown if kit.is_hq[t] == hq}) > 1 for hq in (True, False))


def spot(kit: Kit, side: SideId, text: str) -> Spot:
    """`maruf covert`, `ready`: what a deployment says of one counter."""
    name, _, face = text.partition(" ")
    return kit.ready[side] if name == "ready" else kit.graph.at(name), face == "covert"


def spot_of(s: Theatre, kit: Kit, token: UnitId) -> Spot:
    return place(s, kit, token), is_covert(s, token)


def default_units(g: BG, side: SideId) -> None:
    s, kit = g.s, g.kit
    spots = {
        kit.kind_of_id[name]: [spot(kit, side, text) for text in texts]
        for name, texts in the_deployment(kit, s.scenario, side).units.items()
    }
    for token in stationed(s, kit, side):
        taken = spots.get(s.kind[token], [])
        if spot_of(s, kit, token) in taken:
            taken.remove(spot_of(s, kit, token))
    for token in staged(s, kit, side):
        allowed = places(s, kit, side, s.kind[token])
        wanted = spots.get(s.kind[token], [])
        found = next((x for x in wanted if x[0] in allowed), (allowed[0], False))
        if found in wanted:
            wanted.remove(found)
        deploy(g, token, *found)


def default_nets(g: BG, side: SideId) -> None:
    s, kit = g.s, g.kit
    wanted = [kit.graph.at(name) for name in the_deployment(kit, s.scenario, side).nets]
    for district in range(kit.size):
        for _ in range(min(s.nets[side * kit.size + district], wanted.count(district))):
            wanted.remove(district)
    while sites := net_sites(s, kit, side):
        district = next((d for d in wanted if d in sites), sites[0])
        if district in wanted:
            wanted.remove(district)
        lay_net(g, side, district)


def default_boxes(g: BG, side: SideId) -> None:
    """Each HQ that stands where the default has it takes the Units of its list, as far as they are there."""
    s, kit = g.s, g.kit
    deployment = the_deployment(kit, s.scenario, side)
    for hq, names in zip(in_order(s, kit, side, "hq"), deployment.boxes, strict=False):
        if hq == NONE:
            continue
        present = Counter(s.kind[t] for t in members(s, kit, hq))
        for kind in (kit.kind_of_id[name] for name in names):
            if present[kind]:
                present[kind] -= 1
                continue
            for token in in_turn(s, kit, side):
                if s.kind[token] == kind and can_join(s, kit, token, hq):
                    join(g, token, hq, "setup.associate")
                    break


def in_order(s: Theatre, kit: Kit, side: SideId, name: str) -> list[int]:
    """The counters of a type (or all HQs) in the order of their places in the default; NONE where there is none."""
    found = []
    left = stationed(s, kit, side)
    for row, texts in the_deployment(kit, s.scenario, side).units.items():
        kind = kit.kind_of_id[row]
        if row == name or (name == "hq" and kit.kinds[kind].size == "hq"):
            for wanted in (spot(kit, side, text) for text in texts):
                token = next((t for t in left if s.kind[t] == kind and spot_of(s, kit, t) == wanted), NONE)
                found.append(token)
                if token != NONE:
                    left.remove(token)
    return found


def bearer(s: Theatre, kit: Kit, side: SideId, text: str) -> int:
    """`hq 1` is the first HQ, `anp 2` the second counter of that type."""
    name, _, number = text.partition(" ")
    row = in_order(s, kit, side, name)
    which = int(number or 1) - 1
    return row[which] if which < len(row) else NONE


def default_assets(g: BG, side: SideId) -> None:
    s, kit = g.s, g.kit
    pairs = the_deployment(kit, s.scenario, side).equip
    wanted = [(kit.asset_ids.index(name), bearer(s, kit, side, text)) for name, text in pairs]
    for asset in laid_out(s, kit, side):
        done = (kit.asset_kind[asset], s.on[asset])
        if done in wanted:
            wanted.remove(done)
    while left_to_equip(s, kit, side):
        kinds, units = free_assets(s, kit, side, pool=False), carriers(s, kit, side)
        found = next(((k, t) for k, t in wanted if k in kinds and t in units), (kinds[0], units[0]))
        if found in wanted:
            wanted.remove(found)
        equip(g, side, *found)


def default_pool(g: BG, side: SideId) -> None:
    s, kit = g.s, g.kit
    wanted = [kit.asset_ids.index(name) for name in the_deployment(kit, s.scenario, side).pool]
    for asset in stocked(s, kit, side):
        if kit.asset_kind[asset] in wanted:
            wanted.remove(kit.asset_kind[asset])
    while left_to_stock(s, kit, side):
        kinds = free_assets(s, kit, side, pool=True)
        kind = next((k for k in wanted if k in kinds), kinds[0])
        if kind in wanted:
            wanted.remove(kind)
        stock(g, side, kind)


COMPLETIONS: dict[str, Callable[[BG, int], None]] = {
    "units": default_units,
    "nets": default_nets,
    "boxes": default_boxes,
    "assets": default_assets,
    "pool": default_pool,
}
