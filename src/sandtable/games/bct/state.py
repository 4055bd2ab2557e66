"""The position, and what one asks of it in the game's own words.

Who knows what: a Unit token is a counter that everybody sees lying somewhere. What it is (`kind`, and for an HQ
`front`, the number of its box) is known to the seats in `known`; where an Asset lies, to those in `open`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Struct, field

from sandtable.games.bct.pieces import AssetId, Kit, SideId, SpaceId, UnitId
from sandtable.kernel.flow import G
from sandtable.kernel.options import Seat
from sandtable.kernel.state import HIDDEN, OWN, PUBLIC, Masked, Since, State
from sandtable.kernel.switches import Switchable

RESERVES = -1
"""Where a Unit token is that is not on the board; for an Asset, out of the game."""
BOXED = -2
"""A Unit in the box of an HQ is wherever the HQ is."""
POOL = -2
"""Where an Asset is that can be bought."""
NONE = -1
ALL_SEATS = 3
MIXING_EDITION = 2
"""Of the game: from it on counters are mixed wherever people would, and what was seen before is remembered."""
DEALING_EDITION = 3
"""From it on the suggested deployment deals what it lays face down: until then anybody could look it up."""
ENDING_EDITION = 3
"""From it on operations end when their player says so, with no card left, too: he may exchange Assets before."""

DEEDS = (
    "net-disassembled",
    "net-assembled",
    "upgraded",
    "recruited",
    "revealed",
    "attacked",
    "collateral-given",
    "suppressed",
    "destroyed",
)


class Rules(Struct, frozen=True):
    """The readings of the book that a table may choose."""

    balanced: Annotated[bool, Switchable("The balance variant: two Objectives score more", "variant.balance")] = False
    tie_withdraws: Annotated[
        bool, Switchable("A tie in Tactical Advantage lets an Insurgent Defender Withdraw", "withdraw.advantage")
    ] = False
    clip_whole_hq: Annotated[bool, Switchable("Without an LOC a whole HQ is cut to one die", "fire.no-loc")] = False
    air_loss_scores: Annotated[bool, Switchable("An Air Asset shot down is worth a VP", "air.hits")] = False
    defender_combines: Annotated[bool, Switchable("The Defender may use a J-6 Card, too", "modifier.defender")] = True
    look_from_same_district: Annotated[
        bool, Switchable("A J-2 look works in the HQ's own District, too", "j2.look")
    ] = True
    loc_anew: Annotated[
        bool, Switchable("Lines of Communication are judged anew for the return fire", "return.loc", now="on"), Since(3)
    ] = False
    boxed_act: Annotated[
        bool, Switchable("A Unit in an HQ Box may itself roll for a J-2 or J-9 Card", "ops.boxed", now="on"), Since(3)
    ] = False


class Recall(Struct, frozen=True):
    """One counter of which others know something, though not any more which of several it is."""

    number: int
    hq: bool
    what: int
    """What it can be, as bits: types, or for an HQ the numbers of boxes."""
    where: tuple[tuple[int, int], ...] = ()
    """Where it can be, and how likely: see `memory`."""


class Theatre(State, kw_only=True):
    scenario: Annotated[str, PUBLIC]
    rules: Annotated[Rules, PUBLIC] = field(default_factory=Rules)
    turn: Annotated[int, PUBLIC] = 0
    turns_left: Annotated[int, PUBLIC] = 0
    first: Annotated[int, PUBLIC] = 0
    vp: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    chips: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    c2: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    """The boxes of the C2 Markers."""
    appealed: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    planned: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    swayed: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    """What Chaos Cards do to C2 until the own next C2 Modification Step."""

    at: Annotated[list[int], PUBLIC]
    """For each Unit token its space, RESERVES, or BOXED."""
    box: Annotated[list[int], PUBLIC]
    """For a boxed Unit the number of the box, else NONE."""
    kind: Annotated[list[int], Masked("known")]
    front: Annotated[list[int], Masked("known")]
    """For an HQ the number of its box, NONE for others."""
    known: Annotated[list[int], PUBLIC]
    covert: Annotated[int, PUBLIC] = 0
    """Tokens that lie on their Covert side, as bits."""
    down: Annotated[int, PUBLIC] = 0
    """Suppressed tokens, as bits."""
    order: Annotated[list[list[int]], OWN, Since(3)] = field(default_factory=lambda: [[], []])
    """In the set-up, for each side the order in which it takes counters that are alike; by number if empty."""
    moved: Annotated[int, PUBLIC, Since(3)] = 0
    """Covert tokens that were seen to move or to join a box since they were mixed, as bits."""
    recalls: Annotated[list[list[Recall]], PUBLIC, Since(3)] = field(default_factory=lambda: [[], []])
    """For each side, what others remember of its Covert counters."""

    on: Annotated[list[int], Masked("open")]
    """For each Asset its Unit token, POOL or RESERVES."""
    open: Annotated[list[int], PUBLIC]
    under: Annotated[list[int], PUBLIC, Since(3)] = field(default_factory=list)
    """For each Asset under a Covert Unit, under which ones others may think it is, as bits."""
    handed: Annotated[list[int], OWN] = field(default_factory=lambda: [0, 0])
    """Assets that a side exchanged since the last card was played or the phase began, as bits; and above them, those
    exchanged a second time."""

    nets: Annotated[list[int], PUBLIC]
    """SWET/Nets on the Map: side * districts + district."""
    nets_down: Annotated[list[int], PUBLIC]
    """How many of them are Suppressed."""

    hand: Annotated[list[list[int]], OWN]
    """Joint Ops Cards held, by number."""
    glimpsed: Annotated[list[list[int]], PUBLIC]
    """Cards of that hand which the opponent has been shown."""
    lacking: Annotated[list[int], PUBLIC, Since(3)] = field(default_factory=lambda: [0, 0])
    """Numbers of which the opponent was shown that this hand has none, as bits."""
    discards: Annotated[list[list[int]], PUBLIC]
    objectives: Annotated[list[list[int]], OWN]
    seen: Annotated[list[list[int]], PUBLIC]
    """Objective Cards of that hand which the opponent has seen."""
    objective_decks: Annotated[list[list[int]], HIDDEN]
    objective_discards: Annotated[list[list[int]], PUBLIC]
    revealed: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [NONE, NONE])
    chaos_deck: Annotated[list[int], HIDDEN] = field(default_factory=list)
    chaos_discards: Annotated[list[int], PUBLIC] = field(default_factory=list)

    phase_deeds: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0] * (2 * len(DEEDS)))
    turn_deeds: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0] * (2 * len(DEEDS)))
    """side * deeds + deed"""


BG = G[Theatre, Kit]


def foe(side: SideId) -> int:
    return 1 - side


def count_deed(g: BG, side: SideId, deed: str, times: int = 1) -> None:
    place = side * len(DEEDS) + DEEDS.index(deed)
    g.s.phase_deeds[place] += times
    g.s.turn_deeds[place] += times


# ---- where things are -------------------------------------------------------------------------------


def those(entries: list[int], wanted: int, among: range) -> list[int]:
    """The numbers among these whose entry is the wanted one: asked so often that the search is the list's own."""
    found = []
    at, stop = among.start, among.stop
    try:
        while True:
            at = entries.index(wanted, at, stop)
            found.append(at)
            at += 1
    except ValueError:
        return found


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
    return kit.kinds[s.kind[token]].covert


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
