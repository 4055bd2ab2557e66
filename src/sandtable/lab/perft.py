"""Perft: how many lines of play there are from a position, to a depth. A change of any rule on the way shows at once.

The counts of a few fixed positions are kept with a game's tests; who writes rules compares them before and after.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.flow import G


def perft(g: G[Any, Any], depth: int) -> int:
    """The lines of so many answers: each to the ask that stands, by whoever may give it, and so on from there."""
    if depth == 0 or g.ask is None:
        return 1
    count = 0
    for group in g.ask.groups:
        for option in group:
            after = g.clone()
            after.take(group.seat, option)
            count += perft(after, depth - 1)
    return count


def counts(g: G[Any, Any], depth: int) -> list[int]:
    """The numbers of lines of one answer, of two, and so on to a depth."""
    return [perft(g, each) for each in range(1, depth + 1)]
