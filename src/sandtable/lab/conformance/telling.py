"""Whether what is seen tells what is hidden: values of true games against those of worlds that could be true as well.

Each comparison is a chi-square test of two rows. There are thousands of them in one run, so the limit is corrected for
their number (Bonferroni): a game that hides well is accused about once in a hundred thousand runs, and since keys come
from seeds, a run that passed passes again.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Any

from msgspec import Struct, field

from sandtable.lab.figures import chi_square_limit, chi_square_of_two

ONCE_IN = 100_000
FEWEST_GAMES = 20
FEWEST = 8
"""Values that came up less often than this, in truth and in dealt worlds together, are taken for one."""
BANDS = 4
"""Where there are too many values for that, they are compared by their size, in so many bands."""
MEMORY = "memory"
"""What was seen before a mix: a few tests of their own beside the thousands."""
SLIGHT = 0.1
"""A share that differs by less tells nobody anything."""


class Subject(Struct, frozen=True):
    """What is compared: a field as a viewer does not know it, by something that the viewer can see."""

    field: str
    viewer: str
    by: str
    """What would give it away, in a word or two: number, order, place."""
    what: str
    """The thing whose value is compared, in words."""
    against: str = "in dealt worlds"


class Rows(Struct):
    truth: list[Any] = field(default_factory=list)
    other: list[Any] = field(default_factory=list)
    game: int = -1


class Telling(Struct):
    """A value that true games have too often, or too seldom."""

    subject: Subject
    value: Any
    truth: tuple[int, int]
    other: tuple[int, int]
    excess: float
    """How far beyond the limit."""

    @property
    def text(self) -> str:
        one = self.subject
        seen = f"{one.what} is {self.value} in {self.truth[0]} of {self.truth[1]} games"
        return (
            f"{one.viewer} can tell {one.field} by {one.by}: {seen}, "
            f"{one.against} in {self.other[0]} of {self.other[1]}"
        )


class Tallies:
    """Rows of values by what they are values of. A game counts once in each, or the rows would not be independent."""

    def __init__(self) -> None:
        self.rows: dict[Subject, Rows] = {}

    def add(self, subject: Subject, game: int, truth: Any, others: Sequence[Any]) -> None:
        rows = self.rows.get(subject)
        if rows is None:
            rows = self.rows[subject] = Rows()
        if rows.game != game:
            rows.game = game
            rows.truth.append(truth)
            rows.other.extend(others)

    def findings(self) -> list[Telling]:
        """What tells too much; of each field and way to tell it the worst."""
        tests = [(subject, rows) for subject, rows in self.rows.items() if len(rows.truth) >= FEWEST_GAMES]
        family = Counter(subject.by == MEMORY for subject, _ in tests)
        worst: dict[tuple[str, str], Telling] = {}
        for subject, rows in tests:
            for found in _compared(subject, rows, 1 / (2 * ONCE_IN * family[subject.by == MEMORY])):
                if (known := worst.get((subject.field, subject.by))) is None or found.excess > known.excess:
                    worst[subject.field, subject.by] = found
        return sorted(worst.values(), key=lambda found: -found.excess)


def _compared(subject: Subject, rows: Rows, chance: float) -> Iterator[Telling]:
    """The values one by one, the rare ones together; and, where they are numbers, by their size."""
    yield from _tested(subject, rows.truth, rows.other, chance)
    kinds = set(rows.truth) | set(rows.other)
    if len(kinds) > BANDS and all(type(value) is int for value in kinds):
        ordered = sorted(rows.truth + rows.other)
        edges = sorted({ordered[len(ordered) * band // BANDS] for band in range(1, BANDS)})

        bounds = [ordered[0], *edges, ordered[-1] + 1]
        bands = {value: f"from {bounds[i]} to {bounds[i + 1] - 1}" for value in kinds for i in [bisect(edges, value)]}
        yield from _tested(
            subject, [bands[value] for value in rows.truth], [bands[value] for value in rows.other], chance
        )


def _limit(categories: int, chance: float) -> float:
    """What chi-square passes with so small a chance; for two categories it is a square, and known exactly."""
    if categories == 2:
        return NormalDist().inv_cdf(1 - chance / 2) ** 2
    return chi_square_limit(categories, NormalDist().inv_cdf(1 - chance))


def _tested(subject: Subject, truth: Sequence[Any], other: Sequence[Any], chance: float) -> Iterator[Telling]:
    here, there = Counter(truth), Counter(other)
    often = [value for value in here | there if here[value] + there[value] >= FEWEST]
    counts = [(here[value], there[value]) for value in often]
    rest = (len(truth) - sum(a for a, _ in counts), len(other) - sum(b for _, b in counts))
    if sum(rest) >= FEWEST:
        counts.append(rest)
    if len(counts) < 2 or not truth or not other:
        return
    excess = chi_square_of_two(counts) - _limit(len(counts), chance)
    if excess <= 0:
        return
    apart = [(here[value] / len(truth) - there[value] / len(other), value) for value in often]
    share, value = max(apart, key=lambda one: abs(one[0]), default=(0.0, None))
    if abs(share) >= SLIGHT:
        yield Telling(subject, value, (here[value], len(truth)), (there[value], len(other)), excess)
