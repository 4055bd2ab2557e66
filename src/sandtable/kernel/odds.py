"""Odds as people say them, and the small sums that every game needs for them: chances are fractions, so that they are
exact until they are told."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

NEVER: Final = Fraction(0)
CERTAIN: Final = Fraction(1)
_HARDLY, _NEARLY = Fraction(1, 100), Fraction(99, 100)


@lru_cache(maxsize=1024)  # fractions compare slowly, and a view tells the same few chances again and again
def percent(chance: Fraction | float) -> str:
    """As people say it; never 0 or 100 for what is neither."""
    if 0 < chance < _HARDLY:
        return "under 1 %"
    if _NEARLY < chance < 1:
        return "over 99 %"
    return f"{round(float(chance) * 100)} %"


def average(mean: Fraction | float) -> str:
    """A mean, to one place."""
    return f"{float(mean):.1f}"


def share_of_faces(sides: int, meets: Callable[[int], bool]) -> Fraction:
    """The chance that one die shows a face of this kind."""
    return Fraction(sum(1 for face in range(1, sides + 1) if meets(face)), sides)


def mean_of_faces(sides: int, value: Callable[[int], int]) -> Fraction:
    """What one die brings on average, if each face brings so much."""
    return Fraction(sum(value(face) for face in range(1, sides + 1)), sides)


class Risk(Struct, frozen=True):
    """What has to be told before a die of one purpose falls."""

    told: frozenset[str] = frozenset()
    """The answer that makes it fall tells one of these chances; without any, nothing is risked by it."""
    fated: frozenset[str] = frozenset()
    """Verbs by which it falls without being their risk: they only let go on what was decided before, or by others."""


def risk(*told: str, fated: Collection[str] = ()) -> Risk:
    return Risk(frozenset(told), frozenset(fated))
