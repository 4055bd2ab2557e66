"""How a game went, told when it is over: what was lost, what the dice were against what was to be expected of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, sqrt

from msgspec import Struct, field

from sandtable.kernel.view import Said

EXACT = 40
"""Up to so many dice the chance of a sum is counted out; of more the bell curve says the same to all figures shown."""


class Luck(Struct, omit_defaults=True):
    """The dice of one purpose against what was to be expected of them."""

    purpose: str
    sides: int
    dice: int
    total: int
    expected: float
    """The total that as many dice have on average."""
    higher: float
    """How likely as many dice are to total this or more."""
    lower: float
    """How likely they are to total this or less."""


class Losses(Struct, omit_defaults=True):
    """What a side lost, in the order of the game."""

    side: str
    names: list[str] = field(default_factory=list)


def luck(lines: Iterable[Said]) -> list[Luck]:
    """The dice of a log by purpose, those thrown most often first."""
    thrown: dict[tuple[str, int], list[int]] = {}
    for line in lines:
        if line.purpose and line.sides:
            thrown.setdefault((line.purpose, line.sides), []).extend(line.dice)
    found = [_luck(purpose, sides, faces) for (purpose, sides), faces in thrown.items()]
    return sorted(found, key=lambda one: -one.dice)


def _luck(purpose: str, sides: int, faces: Sequence[int]) -> Luck:
    count, total = len(faces), sum(faces)
    expected = count * (sides + 1) / 2
    if count <= EXACT:
        ways = ways_to_total(count, sides)
        every = sides**count
        higher = sum(ways[total - count :]) / every
        lower = sum(ways[: total - count + 1]) / every
    else:
        spread = sqrt(count * (sides * sides - 1) / 12)
        higher = erfc((total - 0.5 - expected) / spread / sqrt(2)) / 2
        lower = erfc((expected - total - 0.5) / spread / sqrt(2)) / 2
    return Luck(purpose, sides, count, total, expected, higher, lower)


def ways_to_total(count: int, sides: int) -> list[int]:
    """In how many ways so many dice make each total, from the least (all ones) on."""
    ways = [1]
    for _ in range(count):
        longer = [0] * (len(ways) + sides - 1)
        for total, number in enumerate(ways):
            for face in range(sides):
                longer[total + face] += number
        ways = longer
    return ways


def losses(lines: Iterable[Said]) -> list[Losses]:
    """All that a log says is lost, side by side."""
    found: dict[str, Losses] = {}
    for line in lines:
        for loss in line.losses:
            found.setdefault(loss.side, Losses(loss.side)).names.append(loss.name)
    return list(found.values())
