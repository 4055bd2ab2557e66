"""What happens to counters: boxes, Covert sides, Suppression, destruction, and counters mixed face down (2.4, 4.2)."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.boards.paths import bits
from sandtable.games.bct.cards import Objective
from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDE_NAMES, Kit, SideId, UnitId
from sandtable.games.bct.rules.memory import boxes_in_doubt, hide, learn, mixed, remembers, saw_box, saw_move, show
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    BOXED,
    NONE,
    POOL,
    RESERVES,
    Theatre,
    assets_on,
    c2_level,
    count_deed,
    covert_capable,
    foe,
    group,
    here,
    hq_of_front,
    is_covert,
    is_down,
    members,
)
from sandtable.kernel.story import Loss

# ---- boxes ------------------------------------------------------------------------------------------


def can_join(s: Theatre, kit: Kit, token: UnitId, hq: UnitId) -> bool:
    """A mobile Tactical Unit, in the same space as the HQ and on the same side, may enter a box that has room."""
    row = kit.kinds[s.kind[token]]
    return (
        row.size == "tactical"
        and not row.immobile  # rule: hq.who-joins
        and s.at[token] == s.at[hq]
        and is_covert(s, token) == is_covert(s, hq)  # rule: covert.match
        and len(members(s, kit, hq)) < c2_level(s, kit.side[hq])  # rule: c2.units
    )


def join(g: BG, token: UnitId, hq: UnitId, key: str) -> None:
    s = g.s
    g.tell(key, "{0:token} joins the box of {1:front}.", token, s.front[hq])
    saw_move(g, token)
    _give_away(g, hq)
    s.at[token], s.box[token] = BOXED, s.front[hq]


def detach(g: BG, token: UnitId, key: str) -> None:
    s = g.s
    hq = hq_of_front(s, g.kit, s.box[token])
    _give_away(g, hq)
    s.at[token], s.box[token] = s.at[hq], NONE
    g.tell(key, "{0:token} is Detached.", token)


def _give_away(g: BG, hq: UnitId) -> None:
    """Who sees a counter go between a space and a box knows where the HQ of that box is, and which, if it is alone."""
    s, kit = g.s, g.kit
    if s.known[hq] == ALL_SEATS:
        return
    face_down = [t for t in here(s, kit, kit.side[hq], s.at[hq]) if kit.is_hq[t] and is_covert(s, t)]
    if face_down == [hq]:
        learn(g, hq)
    else:
        saw_box(g, s.front[hq], [s.at[hq]])
    g.reveal()


def tells_place(g: BG, token: UnitId, spaces: Collection[int]) -> None:
    """What happens to a Unit in the box of an HQ that lies face down tells that this HQ is in one of these spaces."""
    if g.s.at[token] == BOXED and g.s.known[hq_of_front(g.s, g.kit, g.s.box[token])] != ALL_SEATS:
        saw_box(g, g.s.box[token], spaces)
        g.reveal()


def tells_absence(g: BG, side: SideId) -> None:
    """Where Suppressed Units lie in boxes whose HQs lie face down, whoever is not rallied tells where it is not."""
    if remembers(g.s) and any(is_down(g.s, token) for token in boxes_in_doubt(g.s, g.kit, side)):
        g.reveal()


def agree(g: BG, hq: UnitId) -> None:
    """Units whose status is not that of their HQ are Detached at once."""
    s = g.s
    for token in members(s, g.kit, hq):
        if is_covert(s, token) != is_covert(s, hq):
            detach(g, token, "covert.match")


# ---- faces ------------------------------------------------------------------------------------------


def enter_covert(g: BG, token: UnitId) -> None:
    """A Unit comes into play Covert; the Units in an HQ's box do as it does, if they can, or leave the box."""
    s, kit = g.s, g.kit
    for each in group(s, kit, token):
        if covert_capable(s, kit, each):  # rule: j1.draft-side
            hide(g, each)
    if kit.is_hq[token]:
        agree(g, token)


def uncover(g: BG, token: UnitId, key: str) -> None:
    """A Covert Unit becomes Active; what no longer agrees with its HQ leaves the box."""
    s, kit = g.s, g.kit
    show(g, token)
    g.tell(key, "{0:token} is Revealed.", token)
    if kit.is_hq[token]:
        agree(g, token)
    elif s.at[token] == BOXED:
        agree(g, hq_of_front(s, kit, s.box[token]))


def mix_again(g: BG, side: SideId) -> None:
    """The same in the middle of a phase, after counters were turned over or changed boxes."""
    if remembers(g.s):
        mix_counters(g, side)  # rule: covert.mixed


def mix_counters(g: BG, side: SideId) -> None:
    """Covert counters of one size that lie in one place, alike but for what is under them, are mixed."""
    s, kit = g.s, g.kit
    heaps: dict[tuple[int, int, bool, bool], list[int]] = {}
    for token in bits(s.covert & kit.counters[side]):
        heap = (s.at[token], s.box[token], kit.is_hq[token], is_down(s, token))
        heaps.setdefault(heap, []).append(token)
    for lying in heaps.values():
        if len(lying) > 1:
            _mix(g, side, lying)


def _mix(g: BG, side: SideId, heap: list[int]) -> None:
    s, kit = g.s, g.kit
    order = heap[:]
    mixed(s, kit, side, heap)
    g.mix(order, "mix-counters", "covert.mixed")
    kinds, fronts = [s.kind[t] for t in order], [s.front[t] for t in order]
    for token, kind, front in zip(heap, kinds, fronts, strict=True):
        s.kind[token], s.front[token], s.known[token] = kind, front, 1 << side
    now = dict(zip(order, heap, strict=True))
    for asset in kit.assets_of[side]:
        s.on[asset] = now.get(s.on[asset], s.on[asset])


# ---- losses -----------------------------------------------------------------------------------------


def suppress(g: BG, token: UnitId, key: str) -> None:
    g.s.down |= 1 << token
    g.tell(key, "{0:token} is Suppressed.", token, weight="blow", whose=g.kit.side[token], main=True)


def destroy(g: BG, token: UnitId, key: str) -> None:
    """To Reinforcements, Lashkar and Militia to Reserves; what lay on it to the Pool; its box is emptied."""
    s, kit = g.s, g.kit
    side = kit.side[token]
    lost = [Loss("{0:token}", SIDE_NAMES[side])]
    g.tell(key, "{0:token} is Destroyed.", token, weight="blow", whose=side, at=s.at[token], lost=lost, main=True)
    show(g, token)
    if kit.is_hq[token]:
        for member in members(s, kit, token):
            detach(g, member, "destroy.hq-box")
        s.c2[side] = max(0, s.c2[side] - 1)  # rule: c2.hq-lost
    for asset in assets_on(s, kit, token):
        s.on[asset] = POOL  # rule: destroy.assets
    s.down &= ~(1 << token)
    s.box[token] = NONE
    local = kit.kinds[s.kind[token]].tier == 1
    s.at[token] = RESERVES if local else kit.reinforcements[side]  # rule: destroy.reserves


# ---- Victory Points ---------------------------------------------------------------------------------


def score(g: BG, side: SideId, vp: int, key: str, text: str) -> None:
    """VP Chips, taken as they are earned."""
    if vp:
        g.s.chips[side] += vp
        told = "{0:side} takes {1} VP: {2}."
        g.tell(key, told, side, str(vp), text, weight="gain", counts={"VP": vp}, whose=side)


def pay(g: BG, side: SideId, vp: int, chips: int | None = None) -> None:
    """VP returned, from Chips and track; without a wish, Chips first. Nobody falls below zero."""
    s = g.s
    from_chips = min(s.chips[side], vp) if chips is None else chips
    s.chips[side] -= from_chips
    s.vp[side] = max(0, s.vp[side] - (vp - from_chips))  # rule: victory.floor


def objective_vp(s: Theatre, card: Objective, vp: int) -> int:
    """What a card scores each time: in the balance variant some score more."""
    return card.balanced if s.rules.balanced and card.balanced else vp  # rule: variant.balance


def count_hit(g: BG, token: UnitId, what: str, key: str) -> None:
    """VP and tallies for a Unit Suppressed or Destroyed in Battle, the extras of an open Objective with them."""
    s, kit = g.s, g.kit
    side = kit.side[token]
    other = foe(side)
    count_deed(g, side, what)
    if what == "destroyed":
        score(g, other, kit.n.destroyed_vp, key, "a Unit Destroyed")
    elif side == COALITION:
        score(g, INSURGENT, kit.n.suppressed_vp, key, "a Coalition Unit Suppressed")  # rule: suppress.vp
    if s.revealed[other] == NONE:
        return
    card = kit.objectives[s.revealed[other]]
    for extra in card.extras:
        if extra.what == what and kit.scores_as(s.kind[token], extra.sorts):
            score(g, other, objective_vp(s, card, extra.vp), "objective.extra", card.title)
