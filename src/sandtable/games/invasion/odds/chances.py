"""Small exact sums: dice against morale, superiority, volleys, and a battle whose forces are known.

Volleys are kept as whole numbers over a power of six, chances as fractions: exact until they are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from sandtable.games.invasion.pieces import COMMUNIST, SideId

FACES: Final = range(1, 7)


@lru_cache
def passes(morale: int) -> Fraction:
    """The chance of a Morale Check: two dice, a total up to the morale (8.5)."""
    return Fraction(sum(a + b <= morale for a, b in product(FACES, FACES)), 36)


@lru_cache
def superior(lead: int, tie: SideId) -> Fraction:
    """The chance of Communist superiority, if the Communists add so much more than the Resistance (19.1-3)."""
    wins = sum(a + lead > b or (a + lead == b and tie == COMMUNIST) for a, b in product(FACES, FACES))
    return Fraction(wins, 36)


@lru_cache(maxsize=4096)
def volley(factors: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The chance of each number of hits, one die for each factor (19.2)."""
    counts = [1]
    for factor in factors:
        missed = [count * (6 - factor) for count in (*counts, 0)]
        hit = [count * factor for count in (0, *counts)]
        counts = [a + b for a, b in zip(missed, hit, strict=True)]
    whole = 6 ** len(factors)
    return tuple(Fraction(count, whole) for count in counts)


def mean(chances: Sequence[Fraction]) -> Fraction:
    """The average of a number whose chances are listed by its values."""
    return sum((n * chance for n, chance in enumerate(chances)), Fraction(0))


def at_most(chances: Sequence[Fraction], most: int) -> tuple[Fraction, ...]:
    """The same number, but never above `most`: hits beyond what is there are lost (19.6)."""
    if len(chances) <= most + 1:
        return tuple(chances)
    return (*chances[:most], sum(chances[most:], Fraction(0)))
