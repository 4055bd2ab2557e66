"""Every way that chance may go on from a position, through the real rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from math import prod
from typing import Any

from sandtable.kernel.chance import Dealer, take_out
from sandtable.kernel.flow import G
from sandtable.kernel.state import State

Play = Callable[[Any], object]


class Branch(Dealer):
    """Follows one branch of all that chance may do for some purposes; elsewhere the first outcome will do."""

    def __init__(self, path: tuple[int, ...], purposes: Collection[str]) -> None:
        self.path = path
        self.purposes = purposes
        self.widths: list[int] = []
        """Between how many outcomes each die and draw of these purposes chose."""

    def roll(self, s: State, sides: int, purpose: str) -> int:
        return self.choose(sides, purpose) + 1

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        return take_out(pool, self.choose(len(pool), purpose))

    def choose(self, count: int, purpose: str) -> int:
        if purpose not in self.purposes:
            return 0
        self.widths.append(count)
        turn = len(self.widths) - 1
        return self.path[turn] if turn < len(self.path) else 0


def every_outcome(g: G[Any, Any], play: Play, *purposes: str) -> Iterator[tuple[Fraction, G[Any, Any]]]:
    """Plays through the real rules once for each combination of faces and draws, and says how likely each was."""
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop()
        dealer = Branch(path, purposes)
        after = g.clone(dealer)
        play(after)
        yield Fraction(1, prod(dealer.widths)), after
        for turn in range(len(path), len(dealer.widths)):
            so_far = path + (0,) * (turn - len(path))
            paths += [(*so_far, other) for other in range(1, dealer.widths[turn])]


def chance_that(g: G[Any, Any], play: Play, holds: Callable[[Any], object], *purposes: str) -> Fraction:
    return sum((chance for chance, after in every_outcome(g, play, *purposes) if holds(after)), Fraction(0))


def average(g: G[Any, Any], play: Play, counted: Callable[[Any], int], *purposes: str) -> Fraction:
    return sum((chance * counted(after) for chance, after in every_outcome(g, play, *purposes)), Fraction(0))
