"""Figures that the lab reports: spreads, shares with their intervals, and how unlikely a count is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct


class Spread(Struct):
    """Where the scores lie; all zero where there are none."""

    median: float = 0.0
    mean: float = 0.0
    p10: float = 0.0
    p90: float = 0.0


class Interval(Struct):
    """A share and the interval in which the true one lies 95 times of 100."""

    rate: float
    low: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    if not values:
        return Spread()
    ordered = sorted(values)
    return Spread(
        median=quantile(ordered, 0.5),
        mean=sum(ordered) / len(ordered),
        p10=quantile(ordered, 0.1),
        p90=quantile(ordered, 0.9),
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which this share of an ordered, non-empty list lies, between two neighbours where need be."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (place - low))


def median(values: Sequence[float]) -> float:
    return quantile(sorted(values), 0.5)


def wilson(count: int, of: int, z: float = 1.959964) -> Interval:
    """Wilson's interval: honest for few games and for shares near none or all, where the usual one is not."""
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share = count / of
    scale = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / scale
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def chi_square(counts: Sequence[int]) -> float:
    """How far counts stray from being equally likely."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def chi_square_of_two(counts: Sequence[tuple[int, int]]) -> float:
    """How far two rows of counts stray from having come from one source; they need not be equally long."""
    ours, theirs = sum(a for a, _ in counts), sum(b for _, b in counts)
    scale = math.sqrt(theirs / ours)
    return sum((scale * a - b / scale) ** 2 / (a + b) for a, b in counts if a + b)


def chi_square_limit(categories: int, z: float = 4.75) -> float:
    """What chi-square passes once in a million times (z = 4.75), by the cube-root rule of Wilson and Hilferty."""
    free = categories - 1
    spare = 2 / (9 * free)
    return float(free * (1 - spare + z * math.sqrt(spare)) ** 3)
