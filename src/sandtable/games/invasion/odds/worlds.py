"""All worlds that the player cannot tell apart, counted and not sampled (26.0).

A world gives every face-down counter, and every counter that a Reaction would draw, one of the unseen ones that its lot
allows; all such worlds are equally likely. Lots nest (what the bin could hold only grows), so worlds can be counted by
dealing the narrowest lots first: each has as many counters to choose from as it allows, less those already dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from msgspec import Struct

from sandtable.boards.paths import bits
from sandtable.games.invasion.pieces import Kit, SpaceId, TypeId
from sandtable.games.invasion.rules.lots import bin_may_hold, matched, unseen
from sandtable.games.invasion.state import RECRUIT_BIN, War, is_down


class Deal(Struct):
    """What is unseen, and who gets some of it, the narrowest lots first."""

    left: list[int]
    """Counters of each type that are in the bin or face down."""
    order: list[tuple[int, bool]]
    """By lot: the types that it allows, and whether the counter lies where one looks."""


def deal(s: War, kit: Kit, space: SpaceId, arrivals: int = 0) -> Deal:
    """Looking at one space, with so many counters more drawn by a Reaction."""
    lots = matched(s, kit) or {}
    order = [
        (s.lot_types[lot], s.lies[slot] == space)
        for slot, lot in lots.items()
        if slot < kit.slots and not s.known[slot]
    ]
    order += [(bin_may_hold(s, kit) & ~(1 << kit.spectacular), True)] * arrivals
    order.sort(key=lambda entry: (entry[0].bit_count(), entry[0]))
    return Deal(unseen(s, kit), order)


def drawn(s: War, kit: Kit, number: int) -> dict[int, Fraction]:
    """How many counters a batch of so many draws brings: the bin may run out, and a Subversion marker takes a draw."""
    agents = sum(s.agent_at[agent] == RECRUIT_BIN for agent in kit.theirs)
    counters = sum(unseen(s, kit)) - sum(is_down(s, slot) for slot in range(kit.slots))
    number = min(number, counters + agents)
    ways = {n: comb(counters, n) * comb(agents, number - n) for n in range(max(0, number - agents), number + 1)}
    total = sum(ways.values())
    return {n: Fraction(count, total) for n, count in ways.items() if count}


def all_within(d: Deal, allowed: Callable[[TypeId], bool]) -> Fraction:
    """The chance that every counter where one looks is of an allowed type."""
    inside = [n if allowed(t) else 0 for t, n in enumerate(d.left)]
    ways, total = {0: 1}, 1
    sizes: dict[int, tuple[int, int]] = {}
    last = max((n for n, (_, here) in enumerate(d.order) if here), default=-1)
    for dealt, (types, here) in enumerate(d.order[: last + 1]):
        if types not in sizes:
            kinds = bits(types)
            sizes[types] = sum(inside[t] for t in kinds), sum(d.left[t] for t in kinds)
        good, every = sizes[types]
        fresh: dict[int, int] = {}
        for used, count in ways.items():
            if good > used:
                fresh[used + 1] = fresh.get(used + 1, 0) + count * (good - used)
            if not here and every - good > dealt - used:
                fresh[used] = fresh.get(used, 0) + count * (every - good - (dealt - used))
        ways = fresh
        total *= max(1, every - dealt)
    return Fraction(sum(ways.values()), total)


def expected(d: Deal, kit: Kit, value: Callable[[TypeId], int]) -> Fraction:
    """The mean sum of a value over the counters where one looks."""
    left = [Fraction(n) for n in d.left]
    found = Fraction(0)
    last = max((n for n, (_, here) in enumerate(d.order) if here), default=-1)
    place = 0
    while place <= last:
        types = d.order[place][0]
        alike = [here for each, here in d.order if each == types]
        kinds = bits(types)
        total = sum((left[t] for t in kinds), Fraction(0))
        if total:
            mean = sum((left[t] * value(t) for t in kinds), Fraction(0)) / total
            found += mean * sum(alike)
            share = 1 - min(Fraction(len(alike)) / total, Fraction(1))
            for t in kinds:
                left[t] *= share
        place += len(alike)
    return found
