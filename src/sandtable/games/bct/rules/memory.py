"""What others remember of Covert counters: a counter seen before counters were mixed lies somewhere among them (2.4).

A counter that turned its back before all eyes is known until it is mixed with others. From then on it is one of them,
each as likely as the other; where some of these are mixed with others again, its chances spread further. A Covert
Unit that moved or joined a box is known to be mobile, and is remembered so. All this follows from what everybody saw.

Each Recall keeps its own chances, but not how they hang together with those of others. Within one heap that is enough:
worlds place one after the other, each where none lies yet, and so deal all ways alike. Where heaps overlap it is not:
of two that were mixed among three, one of which then went to another heap, at most one went along, and no two rows of
chances can say so. To deal such worlds exactly, every mix and all that was seen since would have to be kept in the
position and played through again for each world, until one agrees with all of it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import gcd

from msgspec.structs import replace

from sandtable.boards.paths import bits, mask_of
from sandtable.games.bct.pieces import AssetId, Kit, SideId, UnitId
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    BOXED,
    MIXING_EDITION,
    NONE,
    RESERVES,
    Recall,
    Theatre,
    assets_on,
    is_covert,
    place,
)

FINEST = 10**6
"""Chances are kept as whole numbers up to about this size."""
TRIES = 8
Chances = dict[int, int]
"""By token the weight of its being there; NONE if it may have been seen again since; below that, other Recalls."""


def remembers(s: Theatre) -> bool:
    return s.edition >= MIXING_EDITION


def as_recall(number: int) -> int:
    """How the chances of one Recall name another: it is the same counter as that one."""
    return NONE - 1 - number


def _tidied(chances: Chances) -> tuple[tuple[int, int], ...]:
    """In order, without what cannot be, in the smallest numbers."""
    left = {spot: weight for spot, weight in chances.items() if weight > 0}
    most = max(left.values(), default=0)
    if most > FINEST:
        left = {spot: max(1, weight * FINEST // most) for spot, weight in left.items()}
    common = gcd(*left.values()) or 1
    return tuple((spot, weight // common) for spot, weight in sorted(left.items()))


def _keep(s: Theatre, side: SideId, recalls: Iterable[tuple[Recall, Chances]]) -> None:
    """Puts down what is left of each; what lies nowhere, or may be anywhere, is forgotten."""
    found = [
        recall if dict(recall.where) == chances else replace(recall, where=_tidied(chances))
        for recall, chances in recalls
    ]
    s.recalls[side] = [recall for recall in found if any(spot != NONE for spot, _ in recall.where)]


def _all(s: Theatre, side: SideId) -> list[tuple[Recall, Chances]]:
    return [(recall, dict(recall.where)) for recall in s.recalls[side]]


def _new(s: Theatre, side: SideId, hq: bool, what: int) -> Recall:
    """One more; its number is higher than any that is in use."""
    used = [n for recall in s.recalls[side] for n in (recall.number, *(NONE - 1 - spot for spot, _ in recall.where))]
    return Recall(max((-1, *used)) + 1, hq, what)


def identity(s: Theatre, kit: Kit, token: UnitId) -> int:
    """What a counter of its size can be: the box of an HQ, the type of another."""
    return s.front[token] if kit.is_hq[token] else s.kind[token]


def mobile_kinds(kit: Kit) -> int:
    return mask_of(kind for kind, row in enumerate(kit.kinds) if not row.immobile)


def unseen(s: Theatre, kit: Kit, side: SideId, hq: bool) -> list[int]:
    """Counters of one size in play of which the others see the back only."""
    tokens = kit.hqs_of[side] if hq else [t for t in kit.units_of[side] if not kit.is_hq[t]]
    return [t for t in tokens if s.at[t] != RESERVES and s.known[t] != ALL_SEATS]


# ---- faces ------------------------------------------------------------------------------------------


def show(g: BG, token: UnitId) -> None:
    """A counter turns up its Active side: all see what it is and what lies on it."""
    s, kit = g.s, g.kit
    s.covert &= ~(1 << token)
    if s.known[token] != ALL_SEATS:
        learn(g, token)  # rule: units.open
        g.reveal()
    for kind in sorted({kit.asset_kind[asset] for asset in assets_on(s, kit, token) if s.open[asset] != ALL_SEATS}):
        mix_assets(g, kit.side[token], kind)
    for asset in assets_on(s, kit, token):
        if s.open[asset] != ALL_SEATS:
            s.open[asset] = ALL_SEATS
            g.reveal()


def hide(g: BG, token: UnitId) -> None:
    """A counter turns to its Covert side. Who saw it remembers what it is until counters are mixed; what lies under
    it can be exchanged unseen from now on."""
    s, kit = g.s, g.kit
    s.covert |= 1 << token
    for asset in assets_on(s, kit, token):
        s.open[asset] = 1 << kit.side[token]
        saw_under(s, kit, asset, 1 << token)


def lay_on(g: BG, asset: AssetId, token: UnitId, among: int = 0) -> None:
    """An Asset is Associated with a Unit; under a Covert one nobody else knows where it is, unless it came from a
    place that all know: then it is under one of those Covert Units (as bits) that lie there."""
    s, kit = g.s, g.kit
    s.on[asset] = token
    s.open[asset] = 1 << kit.side[token] if is_covert(s, token) else ALL_SEATS  # rule: asset.hidden
    if is_covert(s, token):
        saw_under(s, kit, asset, among or covert_in_play(s, kit, kit.side[token]))


def mix_assets(g: BG, side: SideId, kind: int) -> None:
    """Before one is turned up, Assets of one kind that lie under Covert Units change their numbers: they are alike."""
    s, kit = g.s, g.kit
    heap = [a for a in kit.assets_of[side] if kit.asset_kind[a] == kind and s.on[a] >= 0 and s.open[a] != ALL_SEATS]
    if not remembers(s) or len(heap) < 2:
        return
    order = heap[:]
    g.mix(order, "mix-assets", "covert.mixed")
    spread_assets(s, kit, side)
    together = 0
    for asset in heap:
        together |= s.under[asset]
    for asset in heap:
        s.under[asset] = together
    on, handed = [s.on[a] for a in order], s.handed[side]
    worn = [handed >> a & 1 | (handed >> kit.assets + a & 1) << kit.assets for a in order]
    for asset, token, uses in zip(heap, on, worn, strict=True):
        s.on[asset] = token
        s.handed[side] = s.handed[side] & ~(1 << asset | 1 << kit.assets + asset) | uses << asset


def turned_up(g: BG, asset: AssetId) -> int:
    """The number under which an Asset comes from under a Covert Unit, that of any one like it."""
    s, kit = g.s, g.kit
    if s.open[asset] == ALL_SEATS:
        return asset
    token, kind = s.on[asset], kit.asset_kind[asset]
    mix_assets(g, kit.asset_side[asset], kind)
    return next(a for a in assets_on(s, kit, token) if kit.asset_kind[a] == kind)


# ---- what is seen -----------------------------------------------------------------------------------


def learn(g: BG, token: UnitId) -> None:
    """All come to know what a counter is, and so perhaps that it is one of those they remember."""
    s, kit = g.s, g.kit
    side = kit.side[token]
    if remembers(s) and s.known[token] != ALL_SEATS:
        s.moved &= ~(1 << token)
        _keep(s, side, [(recall, _found(s, kit, recall, chances, token)) for recall, chances in _all(s, side)])
    s.known[token] = ALL_SEATS


def _found(s: Theatre, kit: Kit, recall: Recall, chances: Chances, token: UnitId) -> Chances:
    """The chances of a Recall once a counter is seen: it was this one, as likely as another like it was not."""
    here_ = chances.pop(token, 0)
    what = identity(s, kit, token)
    if not here_ or not recall.what >> what & 1:
        return chances
    side = kit.side[token]
    lying = unseen(s, kit, side, kit.is_hq[token])
    sure = sum(other.what == 1 << what for other in s.recalls[side])
    alike = max(0, sum(identity(s, kit, t) == what for t in lying) - max(1, sure))
    rest = max(1, len(lying) - max(1, sure))
    elsewhere = sum(chances.values())
    # it lay here, or it lies elsewhere and one of the others that are like it lay here
    found = {spot: weight * alike for spot, weight in chances.items()}
    found[NONE] = found.get(NONE, 0) + here_ * rest if elsewhere else 0
    return found


def saw_move(g: BG, token: UnitId) -> None:
    """A Covert Unit moves or joins a box: it is no Lashkar and no Militia."""
    s, kit = g.s, g.kit
    side = kit.side[token]
    if not remembers(s) or kit.is_hq[token] or s.known[token] == ALL_SEATS or s.moved >> token & 1:
        return
    s.moved |= 1 << token
    mobile, lying = mobile_kinds(kit), unseen(s, kit, side, False)
    share = sum(mobile >> s.kind[t] & 1 for t in lying)
    recalls = _all(s, side)
    for recall, chances in recalls:
        if token in chances:
            fits = bool(recall.what & mobile)
            for spot in chances:
                chances[spot] *= len(lying) * fits if spot == token else share
    _keep(s, side, recalls)


def saw_box(g: BG, front: int, spaces: Collection[int]) -> None:
    """Something tells that the HQ of a box is in one of these spaces: it is one of the face-down HQs there."""
    s, kit = g.s, g.kit
    if not remembers(s):
        return
    side = kit.front_side[front]
    lying = {t for t in unseen(s, kit, side, True) if s.at[t] in spaces and is_covert(s, t)}
    if not lying:
        return
    recalls = [(recall, chances) for recall, chances in _all(s, side) if not (recall.hq and recall.what == 1 << front)]
    told = next((recall for recall in s.recalls[side] if recall.hq and recall.what == 1 << front), None)
    told = told or _new(s, side, True, 1 << front)
    chances = {token: weight for token, weight in told.where if token in lying}
    _keep(s, side, [*recalls, (told, chances or dict.fromkeys(lying, 1))])


def mixed(s: Theatre, kit: Kit, side: SideId, heap: Sequence[int]) -> None:
    """These counters are mixed: what was known of each is now known of one of them."""
    if not remembers(s):
        return
    spread_assets(s, kit, side)
    recalls = _all(s, side)
    for token in heap:
        known = s.known[token] == ALL_SEATS
        if not known and not s.moved >> token & 1:
            continue
        s.recalls[side] = [recall for recall, _ in recalls]
        new = _new(s, side, kit.is_hq[token], 1 << identity(s, kit, token) if known else mobile_kinds(kit))
        for _, chances in recalls:
            if token in chances:  # it may be this very counter
                chances[as_recall(new.number)] = chances.pop(token)
        recalls.append((replace(new, where=((token, 1),)), {token: 1}))
    for _, chances in recalls:
        within = sum(chances.get(token, 0) for token in heap)
        if within:
            for spot in list(chances):
                chances[spot] *= len(heap)
            chances.update(dict.fromkeys(heap, within))
    s.moved &= ~mask_of(heap)
    _keep(s, side, recalls)


# ---- Assets under Covert Units ----------------------------------------------------------------------


def covert_in_play(s: Theatre, kit: Kit, side: SideId) -> int:
    return mask_of(t for t in bits(s.covert & kit.counters[side]) if s.at[t] != RESERVES)


def saw_under(s: Theatre, kit: Kit, asset: AssetId, tokens: int) -> None:
    if remembers(s):
        s.under = s.under or [0] * kit.assets
        s.under[asset] = tokens


def pass_on(g: BG, old: int, new: int) -> None:
    """One counter takes the place of another, and what lay on that."""
    s, kit = g.s, g.kit
    for asset in assets_on(s, kit, old):
        s.on[asset] = new
    s.under = [tokens | (tokens >> old & 1) << new for tokens in s.under]


def within_reach(s: Theatre, kit: Kit, side: SideId, tokens: int) -> int:
    """Under which Covert Units an Asset can be by now: those that lie where one of these does.

    Of a box whose HQ lies face down others only know that it may be where such an HQ is.
    """
    doubtful = boxes_in_doubt(s, kit, side)
    hidden = {s.at[hq] for hq in unseen(s, kit, side, True)}
    spaces = {place(s, kit, t) for t in bits(tokens) if t not in doubtful}
    if spaces & hidden or tokens & mask_of(doubtful):
        spaces |= hidden
        tokens |= mask_of(doubtful)
    covert = covert_in_play(s, kit, side)
    return covert & tokens | mask_of(t for t in bits(covert) if t not in doubtful and place(s, kit, t) in spaces)


def spread_assets(s: Theatre, kit: Kit, side: SideId) -> None:
    """Before anything goes elsewhere: what lies hidden may have changed hands with all that lay beside it."""
    known: dict[int, int] = {}
    for asset in kit.assets_of[side] if s.under else ():
        if s.open[asset] != ALL_SEATS:
            tokens = s.under[asset]
            if tokens not in known:
                known[tokens] = within_reach(s, kit, side, tokens)
            s.under[asset] = known[tokens]


# ---- worlds -----------------------------------------------------------------------------------------


def placed(
    s: Theatre, side: SideId, hq: bool, may: Mapping[int, int], pool: Sequence[int], rng: random.Random
) -> dict[int, int]:
    """What each of these counters can be once every Recall has its place, drawn by its chances.

    `may` says what each can be anyway, `pool` what they are all together. Where the Recalls cannot be fitted together
    the oldest are left out.
    """
    wanted = [recall for recall in s.recalls[side] if recall.hq == hq]
    for forgotten in range(len(wanted) + 1):
        for _ in range(TRIES):
            found = _laid(wanted[forgotten:], may, rng)
            if found is not None and _suffices(found, pool):
                return found
    return dict(may)


def _laid(recalls: Sequence[Recall], may: Mapping[int, int], rng: random.Random) -> dict[int, int] | None:
    can, lies = dict(may), dict[int, int]()
    taken: set[int] = set()
    for recall in reversed(recalls):  # the newer ones first: the older ones may be the same counters
        found, weights = [], []
        for spot, weight in recall.where:
            same = spot < NONE
            token = lies.get(NONE - 1 - spot, NONE) if same else spot
            if token == NONE or (token in can and can[token] & recall.what and (same or token not in taken)):
                found.append(token)
                weights.append(weight)
        if not found:
            return None
        (token,) = rng.choices(found, weights)
        lies[recall.number] = token
        if token != NONE:
            can[token] &= recall.what
            taken.add(token)
    return can


def _suffices(can: Mapping[int, int], pool: Sequence[int]) -> bool:
    """Whether the pool has enough for all: what they can be is one thing, the mobile, or anything, each in the next."""
    return dealt(can, pool, random.Random(0)) is not None


def dealt(can: Mapping[int, int], pool: Sequence[int], rng: random.Random) -> dict[int, int] | None:
    """Each counter gets one of the pool that it can be, all ways alike; None if that is not possible."""
    left, found = list(pool), dict[int, int]()
    for token in sorted(can, key=lambda token: (can[token].bit_count(), token)):
        fit = [what for what in left if can[token] >> what & 1]
        if not fit:
            return None
        found[token] = rng.choice(fit)
        left.remove(found[token])
    return found


def boxes_in_doubt(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    """Units in boxes of which the others do not know where the HQ is."""
    known = {s.front[hq] for hq in kit.hqs_of[side] if s.known[hq] == ALL_SEATS}
    return [t for t in kit.units_of[side] if s.at[t] == BOXED and s.box[t] not in known]
