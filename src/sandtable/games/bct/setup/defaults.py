"""The default of each choice in a set-up: the deployment that comes with the scenario.

A deployment is fed through the same deeds as a player's answers. What a player has done by then counts against it;
where it no longer fits, the first place that does is taken.

Anybody can read it, so it says only where something lies face down, never what: which counter goes to which of these
places, which of them join the box of a Covert HQ, and under which of them an Asset goes, is dealt, all ways alike. That
is what others think of Covert counters anyway (`hidden`). Tables from before (`DEALING_EDITION`) go by the names in it.
Of several deployments one is drawn, unless the player names one (`SEVERAL_EDITION`).
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
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    DEALING_EDITION,
    NONE,
    Theatre,
    covert_capable,
    in_turn,
    is_covert,
    members,
    place,
)
from sandtable.kernel.sharing import tabled

Spot = tuple[int, bool]
"""A space, and whether face down."""


def complete(g: BG, f: Deploy, plan: int) -> None:
    """Everything from the question that stands to the end of the side's set-up, by one of its deployments.

    How counters are laid out and equipped all at once tells something of what they are, so it is not taken back.
    """
    if f.step != "pool" and secrets(g.s, g.kit, f.side):
        g.reveal()
    steps = list(COMPLETIONS)
    for step in steps[steps.index(f.step) :]:
        COMPLETIONS[step](g, f.side, plan)


def secrets(s: Theatre, kit: Kit, side: SideId) -> bool:
    """Whether there are counters that the opponent cannot tell apart and that are not alike, or are taken by chance."""
    if s.order[side]:
        return True
    unknown = [t for t in (*staged(s, kit, side), *stationed(s, kit, side)) if s.known[t] != ALL_SEATS]
    return any(len({(s.kind[t], s.front[t]) for t in unknown if kit.is_hq[t] == hq}) > 1 for hq in (True, False))


@tabled
def spot(kit: Kit, side: SideId, text: str) -> Spot:
    """`maruf covert`, `ready`: what a deployment says of one counter."""
    name, _, face = text.partition(" ")
    return kit.ready[side] if name == "ready" else kit.graph.at(name), face == "covert"


def spot_of(s: Theatre, kit: Kit, token: UnitId) -> Spot:
    return place(s, kit, token), is_covert(s, token)


def deals(s: Theatre) -> bool:
    return s.edition >= DEALING_EDITION


def default_units(g: BG, side: SideId, plan: int) -> None:
    s, kit = g.s, g.kit
    spots = {
        kit.kind_of_id[name]: [spot(kit, side, text) for text in texts]
        for name, texts in the_deployment(kit, plan).units.items()
    }
    face_down = take_face_down(spots, kit) if deals(s) else {}
    for token in stationed(s, kit, side):
        space, covert = spot_of(s, kit, token)
        backs, taken = face_down.get(size_of(s, kit, token), []), spots.get(s.kind[token], [])
        if covert and space in backs:
            backs.remove(space)
        elif (space, covert) in taken:
            taken.remove((space, covert))
    waiting = []
    for token in staged(s, kit, side):
        allowed = places(s, kit, side, s.kind[token])
        wanted = spots.get(s.kind[token], [])
        found = next((x for x in wanted if x[0] in allowed), None)
        if found is None and covert_capable(s, kit, token) and face_down.get(size_of(s, kit, token)):
            waiting.append(token)
            continue
        if found is not None:
            wanted.remove(found)
        deploy(g, token, *(found or (allowed[0], False)))
    lay_face_down(g, side, waiting, face_down)


def size_of(s: Theatre, kit: Kit, token: UnitId) -> str:
    """Backs differ by it alone."""
    return kit.kinds[s.kind[token]].size


def take_face_down(spots: dict[int, list[Spot]], kit: Kit) -> dict[str, list[int]]:
    """The places where something lies face down, by its size: they belong to no type any more."""
    found: dict[str, list[int]] = {}
    for kind, own in spots.items():
        found.setdefault(kit.kinds[kind].size, []).extend(space for space, covert in own if covert)
        own[:] = [x for x in own if not x[1]]
    return found


def shuffled(g: BG, heap: list[int], what: str) -> None:
    """Puts what is dealt face down into an order that nobody knows."""
    if len(heap) > 1:
        g.mix(heap, f"deal-{what}", "setup.default")


def lay_face_down(g: BG, side: SideId, tokens: list[int], face_down: dict[str, list[int]]) -> None:
    """Counters are dealt to the places for face-down ones of their size, all ways alike that the scenario allows.

    Types with fewer places to go to are dealt first: Militia cannot be in Ready, and all their places are open to the
    others. They are laid in any order, or the log would tell who was dealt first, and whose like was laid Active.
    """
    s, kit = g.s, g.kit
    heaps: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for token in tokens:
        heaps.setdefault((size_of(s, kit, token), tuple(places(s, kit, side, s.kind[token]))), []).append(token)
    found: dict[int, int] = {}
    for (size, allowed), heap in sorted(heaps.items(), key=lambda one: len(one[0][1])):
        fit = [space for space in face_down[size] if space in allowed]
        shuffled(g, fit, "spaces")
        for token, space in zip(heap, fit, strict=False):
            found[token] = space
            face_down[size].remove(space)
    shuffled(g, tokens, "order")
    for token in tokens:
        spaces = places(s, kit, side, s.kind[token])
        space = found.get(token, NONE)
        deploy(g, token, space if space in spaces else spaces[0], covert=True)


def default_nets(g: BG, side: SideId, plan: int) -> None:
    s, kit = g.s, g.kit
    wanted = [kit.graph.at(name) for name in the_deployment(kit, plan).nets]
    for district in range(kit.size):
        for _ in range(min(s.nets[side * kit.size + district], wanted.count(district))):
            wanted.remove(district)
    while sites := net_sites(s, kit, side):
        district = next((d for d in wanted if d in sites), sites[0])
        if district in wanted:
            wanted.remove(district)
        lay_net(g, side, district)


def default_boxes(g: BG, side: SideId, plan: int) -> None:
    """Each HQ that stands where the default has it takes the Units of its list, as far as they are there; a Covert HQ
    takes as many of the Covert Units beside it, whichever they are."""
    s, kit = g.s, g.kit
    deployment = the_deployment(kit, plan)
    for hq, names in zip(in_order(s, kit, side, plan, "hq"), deployment.boxes, strict=False):
        if hq == NONE:
            continue
        if deals(s) and is_covert(s, hq):
            _fill_covert_box(g, hq, len(names))
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


def _fill_covert_box(g: BG, hq: UnitId, number: int) -> None:
    s, kit, side = g.s, g.kit, g.kit.side[hq]
    wanted = max(0, number - len(members(s, kit, hq)))
    beside = [t for t in in_turn(s, kit, side) if can_join(s, kit, t, hq)] if wanted else []
    shuffled(g, beside, "box")
    for token in beside[:wanted]:
        if can_join(s, kit, token, hq):
            join(g, token, hq, "setup.associate")


@tabled
def listed(kit: Kit, side: SideId, plan: int, name: str) -> list[tuple[int, Spot]]:
    """The counters of a type (or all HQs) as the default has them: what each is, and its place."""
    return [
        (kit.kind_of_id[row], spot(kit, side, text))
        for row, texts in the_deployment(kit, plan).units.items()
        if row == name or (name == "hq" and kit.kinds[kit.kind_of_id[row]].size == "hq")
        for text in texts
    ]


def in_order(s: Theatre, kit: Kit, side: SideId, plan: int, name: str) -> list[int]:
    """The same as counters, in the order of their places in the default; NONE where there is none."""
    found = []
    left = stationed(s, kit, side)
    for kind, wanted in listed(kit, side, plan, name):
        token = next((t for t in left if s.kind[t] == kind and spot_of(s, kit, t) == wanted), NONE)
        found.append(token)
        if token != NONE:
            left.remove(token)
    return found


FACE_DOWN = -2
"""For the bearer of an Asset: any Covert Unit."""


def bearer(s: Theatre, kit: Kit, side: SideId, plan: int, text: str) -> int:
    """`hq 1` is the first HQ, `anp 2` the second counter of that type; one that lies face down is any that does."""
    name, _, number = text.partition(" ")
    row, which = in_order(s, kit, side, plan, name), int(number or 1) - 1
    if deals(s) and which < len(row) and listed(kit, side, plan, name)[which][1][1]:
        return FACE_DOWN
    return row[which] if which < len(row) else NONE


def default_assets(g: BG, side: SideId, plan: int) -> None:
    s, kit = g.s, g.kit
    pairs = the_deployment(kit, plan).equip
    wanted = [(kit.asset_ids.index(name), bearer(s, kit, side, plan, text)) for name, text in pairs]
    if deals(s):  # as they are dealt in `hidden`: what lies open first, then kind by kind
        wanted.sort(key=lambda one: (one[1] == FACE_DOWN, one[0]))
    for asset in laid_out(s, kit, side):
        on = s.on[asset]
        done = (kit.asset_kind[asset], FACE_DOWN if deals(s) and is_covert(s, on) else on)
        if done in wanted:
            wanted.remove(done)
    while left_to_equip(s, kit, side):
        kinds, units = free_assets(s, kit, side, pool=False), carriers(s, kit, side)
        covert = [t for t in units if deals(s) and is_covert(s, t)]
        open_ = [t for t in units if t not in covert]
        first = (kinds[0], open_[0] if open_ else FACE_DOWN)
        found = next(((k, t) for k, t in wanted if k in kinds and (t in open_ or (t == FACE_DOWN and covert))), first)
        if found in wanted:
            wanted.remove(found)
        kind, token = found
        if token == FACE_DOWN:
            shuffled(g, covert, "assets")
            token = covert[0]
        equip(g, side, kind, token)


def default_pool(g: BG, side: SideId, plan: int) -> None:
    s, kit = g.s, g.kit
    wanted = [kit.asset_ids.index(name) for name in the_deployment(kit, plan).pool]
    for asset in stocked(s, kit, side):
        if kit.asset_kind[asset] in wanted:
            wanted.remove(kit.asset_kind[asset])
    while left_to_stock(s, kit, side):
        kinds = free_assets(s, kit, side, pool=True)
        kind = next((k for k in wanted if k in kinds), kinds[0])
        if kind in wanted:
            wanted.remove(kind)
        stock(g, side, kind)


COMPLETIONS: dict[str, Callable[[BG, int, int], None]] = {
    "units": default_units,
    "nets": default_nets,
    "boxes": default_boxes,
    "assets": default_assets,
    "pool": default_pool,
}
