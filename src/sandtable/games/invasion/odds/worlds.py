"""All worlds that the player cannot tell apart, counted and not sampled (26.0).

A world gives every face-down counter one of the unseen ones that its lot allows, the most limited lots first, as
`lots.dealt` does; what a Reaction draws comes from what is left. Worlds are not looked at one by one: of a type it
matters only whether it is marked, and which of the lots that are still to be dealt allow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb

from msgspec import Struct

from sandtable.boards.paths import bits
from sandtable.games.invasion.pieces import COMMUNIST, AgentId, Kit, SpaceId
from sandtable.games.invasion.rules.counters import struck
from sandtable.games.invasion.rules.lots import may_lie, most_limited_first, unseen
from sandtable.games.invasion.state import RECRUIT_BIN, War, is_down
from sandtable.kernel.chance import D6

HERE, ELSEWHERE, NOT_DEALT = range(3)
"""Where a lot lies: face down where one looks, face down in another space, or face up, or in the bin."""

Lying = tuple[tuple[int, int], ...]
"""By lot, the types that it allows and where it lies."""
Counts = tuple[int, ...]
Arrivals = tuple[Mapping[int, float], Mapping[int, float]]
"""How likely it is that so many counters are drawn: with the Terror Spectacular not in the bin, and in it."""
NOBODY: Arrivals = ({0: 1.0}, {0: 1.0})


class Deal(Struct):
    """What is unseen, and who gets some of it."""

    left: list[int]
    """Counters of each type that are in the bin or face down."""
    lots: list[tuple[int, int, int]]
    """In the order of dealing: the types that a lot allows, how many such lots lie here, and how many elsewhere."""
    beyond: int
    """Lots elsewhere that may be anything that is left at the end: dealing them tells nothing."""
    spectacular: int
    """As a bit: drawn in a Reaction, it goes straight back."""


def deals(s: War, kit: Kit, space: SpaceId) -> list[tuple[float, Deal]]:
    """Looking at one space: how lots that were mixed may lie, and how likely that is."""
    sure, heaps = may_lie(s, kit)
    known = tuple((s.lot_types[lot], _where(s, kit, slot, space)) for slot, lot in sure.items())
    ways: dict[Lying, float] = {(): 1.0}
    for heap in heaps:
        found = _ways_of(s, [(_where(s, kit, slot, space), may) for slot, may in heap.items()])
        whole = sum(found.values())
        before, ways = ways, {}
        for lying, chance in before.items():
            for more, count in found.items():
                every = tuple(sorted(lying + more))
                ways[every] = ways.get(every, 0.0) + chance * count / whole
    left = unseen(s, kit)
    return [(chance, _deal(kit, left, known + lying)) for lying, chance in ways.items()]


def _where(s: War, kit: Kit, slot: int, space: SpaceId) -> int:
    if slot >= kit.slots or s.known[slot]:
        return NOT_DEALT
    return HERE if s.lies[slot] == space else ELSEWHERE


def _ways_of(s: War, slots: list[tuple[int, list[int]]]) -> dict[Lying, int]:
    """In how many ways the lots of a heap lie in its slots, each of which may hold some of them."""
    kinds: dict[tuple[int, int], int] = {}
    for lot in {lot for _, may in slots for lot in may}:
        alike = s.lot_types[lot], s.lot_slots[lot]
        kinds[alike] = kinds.get(alike, 0) + 1
    ways: dict[tuple[Counts, Lying], int] = {(tuple(kinds.values()), ()): 1}
    for where, may in slots:
        allowed = {(s.lot_types[lot], s.lot_slots[lot]) for lot in may}
        before, ways = ways, {}
        for (spare, lying), count in before.items():
            for place, alike in enumerate(kinds):
                if spare[place] and alike in allowed:
                    rest = (*spare[:place], spare[place] - 1, *spare[place + 1 :])
                    every = lying if where == NOT_DEALT else tuple(sorted((*lying, (alike[0], where))))
                    ways[rest, every] = ways.get((rest, every), 0) + count * spare[place]
    found: dict[Lying, int] = {}
    for (_, lying), count in ways.items():
        found[lying] = found.get(lying, 0) + count
    return found


def _deal(kit: Kit, left: list[int], lying: Lying) -> Deal:
    counted: dict[int, list[int]] = {}
    for types, where in lying:
        if where != NOT_DEALT:
            counted.setdefault(types, [0, 0])[where] += 1
    order = [(types, counted[types][HERE], counted[types][ELSEWHERE]) for types in most_limited_first(counted)]
    every, beyond = sum(1 << t for t, n in enumerate(left) if n), 0
    while order and not order[-1][1] and not every & ~order[-1][0]:
        beyond += order.pop()[2]
    return Deal(left, order, beyond, 1 << kit.spectacular)


# ---- dealing ----------------------------------------------------------------------------------------


class Dealt(Struct):
    """Lots were dealt, here and elsewhere."""

    groups: list[int]
    """Types that it is not needed to tell apart, as bits."""
    states: dict[Counts, float]
    """How likely it is that so many of each group are dealt."""
    mean: float = 0.0
    """The average number of marked counters here."""


def dealing(d: Deal, marked: int, only: bool) -> Dealt:
    """All lots, one after the other; with `only`, as far as those here are all of marked types."""
    ahead = [types for types, _, _ in d.lots]
    dealt = Dealt([sum(1 << t for t, n in enumerate(d.left) if n)], {(0,): 1.0})
    for number, (types, here, elsewhere) in enumerate(d.lots):
        _group(dealt, [marked, d.spectacular, *ahead[number:]])
        sizes = _sizes(d, dealt)
        may = [(place, bool(group & marked)) for place, group in enumerate(dealt.groups) if group & types]
        for n in range(here + elsewhere):
            before, dealt.states = dealt.states, {}
            for used, chance in before.items():
                every = sum(sizes[place] - used[place] for place, _ in may)
                if not every:
                    dealt.states[used] = dealt.states.get(used, 0.0) + chance
                for place, is_marked in may:
                    share = chance * (sizes[place] - used[place]) / every if every else 0.0
                    dealt.mean += share if is_marked and n < here else 0.0
                    if share and (is_marked or n >= here or not only):
                        more = (*used[:place], used[place] + 1, *used[place + 1 :])
                        dealt.states[more] = dealt.states.get(more, 0.0) + share
    _group(dealt, [marked, d.spectacular])
    return dealt


def _sizes(d: Deal, dealt: Dealt) -> list[int]:
    return [sum(d.left[t] for t in bits(group)) for group in dealt.groups]


def _group(dealt: Dealt, apart: Iterable[int]) -> None:
    """Tells no more types apart than these sets do: what was dealt of those is counted together."""
    kinds: dict[tuple[bool, ...], int] = {}
    sets = list(apart)
    for group in dealt.groups:
        for t in bits(group):
            key = tuple(bool(each >> t & 1) for each in sets)
            kinds[key] = kinds.get(key, 0) | 1 << t
    groups = list(kinds.values())
    place_of = [[place for place, old in enumerate(dealt.groups) if old & group == old] for group in groups]
    states: dict[Counts, float] = {}
    for used, chance in dealt.states.items():
        counts = tuple(sum(used[place] for place in places) for places in place_of)
        states[counts] = states.get(counts, 0.0) + chance
    dealt.groups, dealt.states = groups, states


def in_the_bin(d: Deal, dealt: Dealt, marked: int) -> Iterable[tuple[float, int, int, bool]]:
    """What a Reaction draws from, and how likely: marked counters, all, and whether the Terror Spectacular is in."""
    sizes = _sizes(d, dealt)
    for used, chance in dealt.states.items():
        left = [size - n for size, n in zip(sizes, used, strict=True)]
        every = sum(left)
        apart = sum(n for n, group in zip(left, dealt.groups, strict=True) if group & d.spectacular)
        good = sum(n for n, group in zip(left, dealt.groups, strict=True) if group & marked & ~d.spectacular)
        elsewhere = apart * d.beyond / every if every else 0.0
        if apart:
            yield chance * (1 - elsewhere), good, every - apart, True
        yield chance * (elsewhere if apart else 1.0), good, every - apart, False


def all_within(d: Deal, marked: int, arrivals: Arrivals = NOBODY) -> float:
    """The chance that every counter here, and all that arrive, are of marked types."""
    found = 0.0
    for chance, good, every, spectacular in in_the_bin(d, dealing(d, marked, only=True), marked):
        for n, likely in arrivals[spectacular].items():
            found += chance * likely * comb(good, n) / comb(every, n)
    return found


def expected(d: Deal, marked: int, arrivals: Arrivals = NOBODY) -> float:
    """The average number of counters of marked types here, those that arrive among them."""
    dealt = dealing(d, marked, only=False)
    found = 0.0
    for chance, good, every, spectacular in in_the_bin(d, dealt, marked):
        for n, likely in arrivals[spectacular].items():
            found += chance * likely * (dealt.mean + (n * good / every if n else 0))
    return found


# ---- what a Reaction draws --------------------------------------------------------------------------


def drawn(s: War, kit: Kit, number: int) -> Arrivals:
    """How many counters so many draws bring. A Subversion marker takes a draw, and may end the game; so does the Terror
    Spectacular, which goes straight back."""
    return _drawn(s, kit, number, spectacular=False), _drawn(s, kit, number, spectacular=True)


def _drawn(s: War, kit: Kit, number: int, spectacular: bool) -> dict[int, float]:
    counters = sum(unseen(s, kit)) - sum(is_down(s, slot) for slot in range(kit.slots)) - spectacular
    agents = tuple(agent for agent in kit.theirs if s.agent_at[agent] == RECRUIT_BIN)
    ways: dict[tuple[int, tuple[AgentId, ...], int], float] = {(0, agents, s.morale[COMMUNIST]): 1.0}
    for _ in range(number):
        before, ways = ways, {}
        for (n, still, morale), chance in before.items():
            pieces = counters - n + spectacular + len(still)
            if not pieces:
                outcomes = [((n, still, morale), 1.0)]
            else:
                outcomes = [
                    ((n + 1, still, morale), (counters - n) / pieces),
                    ((n, still, morale), spectacular / pieces),
                ]
            for agent in still:
                others = tuple(other for other in still if other != agent)
                for die in range(1, D6 + 1):
                    outcomes.append(((n, others, morale + struck(kit, agent, die)[COMMUNIST]), 1 / pieces / D6))
            for after, share in outcomes:
                if share and after[2] > kit.n.lowest:
                    ways[after] = ways.get(after, 0.0) + chance * share
    found: dict[int, float] = {}
    for (n, _, _), chance in ways.items():
        found[n] = found.get(n, 0.0) + chance
    return found
