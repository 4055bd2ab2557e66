"""Forces as the plain player weighs them up: what fire at each other is worth to two groups of Units.

All of it depends on nothing but the figures of the groups, so what has been worked out once holds for every position.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from sandtable.games.bct.odds.chances import Faces, Fighter, Line, Side, line_of, success_floats

FEW = 24
"""More dice than this nobody weighs one by one."""


class Force:
    """A side of a Battle, weighed up: what Successes against it are worth, and what it takes to answer."""

    def __init__(self, die: Faces, line: Line) -> None:
        self.die, self.line = die, line
        self.hits: list[int] = []
        self.gain: list[float] = []
        """By the number of Successes, what they are worth to the shooter."""
        most, bears = FEW * max(die), line.bears
        for won in range(min(most, bears + line.covers[0]) + 1):
            hits, over = line.takes(won)
            self.hits.append(hits)
            self.gain.append(line.points[hits] + line.worth[hits] - over * line.collateral)
        left = most + 1 - len(self.gain)
        self.hits += [bears] * left
        last = self.gain[-1]
        self.gain += [last - more * line.collateral for more in range(1, left + 1)]
        self._answers: list[float] = []

    def answer(self, dice: int) -> float:
        """What return fire of so many dice at it is worth to its shooter."""
        while len(self._answers) <= dice:
            mean = average(self.die, len(self._answers), self.gain)
            self._answers.append(max(mean, self._answers[-1]) if self._answers else mean)
        return self._answers[dice]


def average(die: Faces, dice: int, gain: list[float]) -> float:
    return float(sum(map(mul, success_floats(die, dice), gain)))


def best_fire(die: Faces, dice: int, target: Force, shooter: Force | None = None) -> tuple[float, int]:
    """With how many dice it is best to fire at a side that may answer, and what that is worth on average."""
    dice = min(dice, FEW)
    worth = target.gain
    if shooter is not None:
        left = [shooter.answer(min(FEW, number)) for number in target.line.dice]
        worth = [gain - left[hits] for gain, hits in zip(target.gain, target.hits, strict=True)]
    best, found = worth[0], 0
    for number in range(1, dice + 1):
        mean = average(die, number, worth)
        if mean >= best - 1e-9:
            best, found = mean, number
    return best, found


@lru_cache(maxsize=1 << 14)
def fought(first: Force, second: Force) -> float:
    """What a Battle is worth to the side that fires first."""
    return best_fire(first.die, first.line.dice[0], second, first)[0]


# ---- groups -----------------------------------------------------------------------------------------

Element = tuple[int, bool, bool, float, float, float]
"""A Unit of a group: dice, whether it is silent, whether dark, points if Suppressed and if Destroyed, its worth."""


class Body:
    """A group of an HQ, or a Unit alone, the leader first, by all that matters about it in a Battle: many are alike."""

    def __init__(self, die: Faces, elements: tuple[Element, ...]) -> None:
        self.die, self.elements = die, elements


body_of = lru_cache(maxsize=1 << 12)(Body)


@lru_cache(maxsize=1 << 13)
def weighed(body: Body, base: int, supply: int, answers: bool, covers: tuple[int, ...], collateral: int) -> Force:
    """Such a group on such ground."""
    parts = [
        Fighter(token=number, lead=0, dice=dice, silent=silent, dark=dark, points=(shaken, lost), worth=worth)
        for number, (dice, silent, dark, shaken, lost, worth) in enumerate(body.elements)
    ]
    under = line_of(parts, Side(0, base, supply), answers)
    under.covers, under.collateral = list(covers), collateral
    return Force(body.die, under)
