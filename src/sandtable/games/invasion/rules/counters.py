"""4.2, 11.3, 11.4, 13.0, 26.0: Resistance counters are drawn, placed, turned up and down, and go back to the bin."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.boards.paths import bits
from sandtable.games.invasion.pieces import AgentId, Kit, Slot, SpaceId
from sandtable.games.invasion.rules import lots
from sandtable.games.invasion.rules.morale import shift
from sandtable.games.invasion.state import (
    ALL_SEATS,
    CAMPAIGN_BIN,
    DRAWN,
    NOWHERE,
    RECRUIT_BIN,
    RETURNING,
    WG,
    War,
    counters_in,
    is_down,
    resisted,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.story import Weight
from sandtable.kernel.view import Trace

SLOTS = "counter"
"""The domain of Resistance counters in options, log and views."""


# ---- the bin ----------------------------------------------------------------------------------------


def in_bin(s: War, kit: Kit) -> list[int]:
    """What the Resistance Recruit bin holds: types, and Subversion markers numbered behind them."""
    left = [kit.count[t] if s.enlisted >> t & 1 else 0 for t in range(len(kit.types))]
    for slot, lies in enumerate(s.lies):
        if lies != NOWHERE:
            left[s.identity[slot]] -= 1
    pool = [t for t in kit.resistance for _ in range(left[t])]
    return pool + [len(left) + agent for agent in kit.theirs if s.agent_at[agent] == RECRUIT_BIN]


def draw_counters(g: WG, number: int, reaction: bool = False) -> list[Slot]:
    """A batch, drawn one by one and not yet placed. A Subversion marker acts as it is drawn and is not replaced."""
    s, kit = g.s, g.kit
    drawn = []
    for _ in range(number):
        pool = in_bin(s, kit)
        if not pool:
            g.tell("recruit.resistance", "The Resistance has no more counters to draw.")  # rule: recruit.limit
            break
        may = lots.bin_may_hold(s, kit)
        piece = g.draw(pool, "counter", "recruit.resistance")
        if piece >= len(kit.types):
            subversion(g, piece - len(kit.types))
        elif piece == kit.spectacular and reaction:
            g.tell("special.spectacular", "The Terror Spectacular goes straight back to the bin.")
            g.reveal()
            lots.shown_in_bin(s, kit, piece)
        else:
            slot = s.lies.index(NOWHERE)
            s.lies[slot], s.identity[slot], s.known[slot] = DRAWN, piece, 0  # rule: recruit.concealed
            lots.drawn_into(s, kit, slot, may & ~(1 << kit.spectacular) if reaction else may)
            drawn.append(slot)
    agents_return(s, kit, s.rules.subversion_returns, RETURNING)
    return drawn


def subversion(g: WG, agent: AgentId, then: int = RETURNING) -> None:
    """A Resistance Subversion marker attacks the instant it is drawn (23.4)."""
    s, kit = g.s, g.kit
    g.reveal()
    s.agent_at[agent] = then
    die = g.roll(D6, "subversion", "subversion.resistance")
    communist, resistance = struck(kit, agent, die)
    text = "{0:agent} is drawn and strikes: {1} against a strength of {2}."
    weight: Weight = "blow" if communist or resistance else ""
    g.tell("subversion.resistance", text, agent, str(die), str(strength_of(kit, agent)), weight=weight)
    shift(g, "subversion.resistance", communist, resistance)


def strength_of(kit: Kit, agent: AgentId) -> int:
    return min(kit.agents[agent].strength, kit.cap)


def struck(kit: Kit, agent: AgentId, die: int) -> tuple[int, int]:
    """What a Resistance Subversion marker does to either index with this die."""
    if die > strength_of(kit, agent) or die >= kit.always_fails:
        return 0, 0
    return (0, die) if die % 2 == 0 else (-die, 0)


def agents_return(s: War, kit: Kit, where: str, *drawn: int) -> None:
    """After the batch the markers go back: to the Campaign bin, as 23.4 says."""
    for agent in kit.theirs:
        if s.agent_at[agent] in drawn:
            s.agent_at[agent] = RECRUIT_BIN if where == "recruit" else CAMPAIGN_BIN


# ---- placing ----------------------------------------------------------------------------------------


def random_zone(g: WG, purpose: str = "placement") -> SpaceId:
    """Two dice, row and column of the table."""
    first, second = g.roll(D6, purpose, "terms.random-zone"), g.roll(D6, purpose, "terms.random-zone")
    return g.kit.cells[(first - 1) * 6 + second - 1]


def place(g: WG, slot: Slot, space: SpaceId, key: str) -> None:
    came_from = g.s.lies[slot]
    g.s.lies[slot] = space
    arrives = came_from < 0
    way = Trace(slot, [space] if arrives else [came_from, space], domain=SLOTS, arrives=arrives)
    g.tell(key, "{0:counter} appears in {1:space}.", slot, space, moves=[way])


def place_at_random(g: WG, drawn: Sequence[Slot], key: str) -> None:
    for slot in drawn:
        place(g, slot, random_zone(g), key)


# ---- faces ------------------------------------------------------------------------------------------


def turn_up(g: WG, slots: Sequence[Slot], key: str) -> None:
    """Face-down counters become known until Admin."""
    s = g.s
    hidden = [slot for slot in slots if is_down(s, slot)]
    for slot in hidden:
        s.known[slot] = ALL_SEATS
        lots.turned_up(s, g.kit, slot)
    if hidden:
        g.reveal()
        for slot in hidden:
            g.tell(key, "{0:counter} is revealed in {1:space}.", slot, s.lies[slot])


def turn_up_in(g: WG, space: SpaceId, key: str) -> None:
    turn_up(g, counters_in(g.s, space), key)


def turn_down(g: WG) -> None:
    """All face-up counters are turned down, and mixed with whatever lies in their space (26.3)."""
    s, kit = g.s, g.kit
    for space in bits(resisted(s)):
        heap = counters_in(s, space)
        if not any(s.known[slot] for slot in heap):
            continue
        for slot in heap:
            s.known[slot] = 0
        if len(heap) > 1:
            order = heap[:]
            g.mix(order, "mix-counters", "fog.again")
            identities = [s.identity[slot] for slot in order]
            for slot, kind in zip(heap, identities, strict=True):
                s.identity[slot] = kind
            lots.mixed(s, kit, heap)


def go_back(g: WG, slot: Slot) -> None:
    """A counter goes to the bin; one that lies face down does so unseen."""
    s, kit = g.s, g.kit
    lots.went_back(s, kit, slot, seen=bool(s.known[slot]))
    s.lies[slot] = NOWHERE
    s.known[slot] = 0
