"""The position as it is kept: every field, and who knows it.

A Unit token is a counter that everybody sees lying somewhere. What it is (`kind`, and for an HQ `front`, the number of
its box) is known to the seats in `known`; where an Asset lies, to those in `open`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

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
CHOOSING_EDITION = 3
"""Since then whom a Chaos Card hits is asked what of his it takes, as long as others do not see what he has."""
SEVERAL_EDITION = 4
"""From it on a side has several deployments and usual hands, and which is taken is drawn unseen."""

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
