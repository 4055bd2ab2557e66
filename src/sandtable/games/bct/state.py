"""What one asks of a position in the game's own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.bct.pieces import AssetId, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.position import (
    ALL_SEATS,
    BOXED,
    CHOOSING_EDITION,
    DEALING_EDITION,
    DEEDS,
    ENDING_EDITION,
    MIXING_EDITION,
    NONE,
    POOL,
    RESERVES,
    SEVERAL_EDITION,
    Recall,
    Rules,
    Theatre,
)
from sandtable.kernel.flow import G
from sandtable.kernel.options import Seat

__all__ = [
    "ALL_SEATS",
    "BOXED",
    "CHOOSING_EDITION",
    "DEALING_EDITION",
    "DEEDS",
    "ENDING_EDITION",
    "MIXING_EDITION",
    "NONE",
    "POOL",
    "RESERVES",
    "SEVERAL_EDITION",
    "Recall",
    "Rules",
    "Theatre",
]
"""What the position holds and is asked for here, too."""

BG = G[Theatre, Kit]


def foe(side: SideId) -> int:
    return 1 - side


def count_deed(g: BG, side: SideId, deed: str, times: int = 1) -> None:
    place = side * len(DEEDS) + DEEDS.index(deed)
    g.s.phase_deeds[place] += times
    g.s.turn_deeds[place] += times


# ---- where things are -------------------------------------------------------------------------------


def those(entries: list[int], wanted: int, among: range) -> list[int]:
    """The numbers among these whose entry is the wanted one: mostly there is none, which a list tells by itself."""
    start, stop = among.start, among.stop
    if wanted not in entries[start:stop]:
        return []
    return [n for n in range(start, stop) if entries[n] == wanted]


def hq_of_front(s: Theatre, kit: Kit, front: int) -> int:
    """The HQ token that a box belongs to."""
    return s.front.index(front)


def place(s: Theatre, kit: Kit, token: UnitId) -> int:
    """The space of a Unit, inside a box the space of its HQ; RESERVES if it has none."""
    at = s.at[token]
    return s.at[hq_of_front(s, kit, s.box[token])] if at == BOXED else at


def on_map(s: Theatre, kit: Kit, token: UnitId) -> bool:
    return 0 <= place(s, kit, token) < kit.size


def members(s: Theatre, kit: Kit, hq: UnitId) -> list[int]:
    """The Tactical Units in the box of an HQ."""
    return those(s.box, s.front[hq], kit.units_of[kit.side[hq]])


def group(s: Theatre, kit: Kit, token: UnitId) -> list[int]:
    """A Unit as it moves and fights: an HQ with the Units in its box, or the Unit alone."""
    return [token, *members(s, kit, token)] if kit.is_hq[token] else [token]


def here(s: Theatre, kit: Kit, side: SideId, space: SpaceId) -> list[int]:
    """The side's HQs, Detached Units and Bases that lie in a space (not the Units in boxes)."""
    return those(s.at, space, kit.units_of[side])


def all_here(s: Theatre, kit: Kit, side: SideId, space: SpaceId) -> list[int]:
    """The same with the Units in boxes."""
    return [u for t in here(s, kit, side, space) for u in group(s, kit, t)]


def is_covert(s: Theatre, token: UnitId) -> bool:
    return bool(s.covert >> token & 1)


def is_down(s: Theatre, token: UnitId) -> bool:
    return bool(s.down >> token & 1)


def can_act(s: Theatre, token: UnitId) -> bool:
    """Operational and Active: its Values can be used, as far as it has a Line of Communication."""
    return not (s.covert | s.down) >> token & 1


def assets_on(s: Theatre, kit: Kit, token: UnitId) -> list[int]:
    return those(s.on, token, kit.assets_of[kit.side[token]])


def free_nets(s: Theatre, kit: Kit) -> int:
    return kit.n.net_markers - sum(s.nets)


def nets_at(s: Theatre, kit: Kit, side: SideId, district: SpaceId) -> int:
    return s.nets[side * kit.size + district]


def nets_down_at(s: Theatre, kit: Kit, side: SideId, district: SpaceId) -> int:
    return s.nets_down[side * kit.size + district]


def room_for_net(s: Theatre, kit: Kit, district: SpaceId) -> bool:
    """The limit of a District counts the SWET/Nets of both sides (2.5)."""
    laid = s.nets[district] + s.nets[kit.size + district]
    return laid < kit.net_limit[district] and free_nets(s, kit) > 0  # rule: net.limit net.pool


# ---- command ----------------------------------------------------------------------------------------


def c2_level(s: Theatre, side: SideId) -> int:
    """The marker, at least one, with its modifiers (3.2); and again at least one."""
    # rule: c2.modified
    modifiers = s.appealed[side] + s.planned[side] + s.swayed[side]  # rule: c2.modified
    return max(1, max(1, s.c2[side]) + modifiers)  # rule: c2.floor


def hand_size(s: Theatre, side: SideId) -> int:
    return sum(s.hand[side])


def available(s: Theatre, kit: Kit, side: SideId) -> list[int]:
    """The Available Pile: the deck without hand and discards, by number."""
    return [
        copies - held - gone
        for copies, held, gone in zip(kit.copies[side], s.hand[side], s.discards[side], strict=True)
    ]


def spend_card(g: BG, side: SideId, number: int) -> None:
    """A card leaves the hand, face up. Assets may be exchanged again after it."""
    s = g.s
    s.hand[side][number] -= 1
    s.discards[side][number] += 1  # rule: ops.discard
    if s.edition >= MIXING_EDITION:  # one of those that were shown, as far as others can tell
        s.glimpsed[side][number] = max(0, s.glimpsed[side][number] - 1)
    else:
        s.glimpsed[side][number] = min(s.glimpsed[side][number], s.hand[side][number])
    if sum(s.glimpsed[side]) > hand_size(s, side):
        raise AssertionError("more cards shown than held")
    s.handed = [0, 0]


# ---- knowledge --------------------------------------------------------------------------------------


def take_off(g: BG, asset: AssetId, where: int) -> None:
    """An Asset goes to the Pool or to Reserves, where all see it."""
    g.s.on[asset] = where
    g.s.open[asset] = ALL_SEATS


def covert_capable(s: Theatre, kit: Kit, token: UnitId) -> bool:
    return kit.hides[s.kind[token]]


def knows(seat: Seat, mask: int) -> bool:
    return seat >= 0 and bool(mask >> seat & 1)


def in_turn(s: Theatre, kit: Kit, side: SideId) -> Sequence[int]:
    """A side's tokens in the order in which it takes those that are alike, so that their numbers tell nothing."""
    return s.order[side] or kit.units_of[side]


def distinct(s: Theatre, kit: Kit, side: SideId, space: SpaceId) -> Iterator[int]:
    """The tokens that lie in a space, but of bare Tactical Units one for each type: alike ones serve as well."""
    found = set()
    for token in in_turn(s, kit, side):
        if s.at[token] != space:
            continue
        if kit.is_hq[token] or assets_on(s, kit, token) or is_down(s, token):
            yield token
        elif s.kind[token] not in found:
            found.add(s.kind[token])
            yield token
