"""Interrupting walks: at every kind of ask, in the middle of every procedure, somebody takes a standing option.

One rule that interrupts another is where each may leave to the other what then nobody does. Random play seldom meets
it: these walks take each standing verb at each kind of ask, one alone, two in a row, and the same one again at another
ask of the same procedure, and play on from there. After every answer all pieces must be there and the position sound.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sandtable.kernel.flow import G
from sandtable.kernel.options import Option, Seat
from sandtable.lab.conformance.walks import Walk, Wanderer, at, kind_of_ask, some, told
from sandtable.players import derived_seed

POSITIONS = 3
"""So many asks of one kind are interrupted; other walks meet others."""
WAITED = 8
"""For so many answers a walk waits until the same option is offered again in the procedure that it interrupted."""

Interruption = tuple[Seat, Option]


def interrupted(walk: Walk) -> list[str]:
    """Standing options may be taken wherever they are offered, and play goes on soundly from there."""
    if not walk.game.standing_verbs:
        return []
    rng = walk.rng("interrupted")
    branches = [
        (index, first) for index in _asks(walk, rng) for first in firsts(walk.kept[index], walk.effort.arguments, rng)
    ]
    found: dict[str, None] = {}
    for number, (index, first) in enumerate(some(rng, branches, walk.effort.interruptions)):
        g = walk.kept[index].clone()
        branch = Branch(g, at(index, g), f"{walk.seed}/{index}/{number}", walk.effort.followed)
        found.update(dict.fromkeys((branch.alone, branch.two_in_a_row, branch.again)[number % 3](*first)))
    return list(found)


def _asks(walk: Walk, rng: random.Random) -> list[int]:
    """Asks of every kind at which anybody has a standing option."""
    kinds: dict[str, list[int]] = {}
    for index, g in enumerate(walk.kept):
        kinds.setdefault(kind_of_ask(g.s), []).append(index)
    chosen = []
    for indexes in kinds.values():
        rng.shuffle(indexes)
        standing = (index for index in indexes if any(standing_options(walk.kept[index])))
        chosen += [index for index, _ in zip(standing, range(POSITIONS), strict=False)]
    return sorted(chosen)


def standing_options(g: G[Any, Any]) -> Iterator[Interruption]:
    for seat in range(g.game.seats(g.s)):
        yield from ((seat, option) for group in g.standing(seat) for option in group)


def firsts(g: G[Any, Any], arguments: int, rng: random.Random) -> list[Interruption]:
    """Some options of each standing verb of each seat; one of them each in each of three ways to go on."""
    by_verb: dict[tuple[Seat, object], list[Interruption]] = {}
    for seat, option in standing_options(g):
        by_verb.setdefault((seat, option[0]), []).append((seat, option))
    taken = []
    for found in by_verb.values():
        taken += some(rng, found, arguments)
    return [one for one in taken for _ in range(3)]


class Broken(Exception):
    """Something is wrong with the position after an answer."""


class Branch:
    """Play that goes on from a position with a standing option, looked at after every answer."""

    def __init__(self, g: G[Any, Any], where: str, seed: str, followed: int) -> None:
        self.g = g
        self.where = where
        self.kind = type(g.s.stack[-1])
        self.depth = len(g.s.stack)
        self.census = g.game.census(g.s)
        self.followed = followed
        self.rng = random.Random(derived_seed(seed, "branch"))
        self.wanderer = Wanderer(g.game, g.s.seats, seed)
        self.taken: list[str] = []

    def plainly(self) -> list[str]:
        """No standing option at first: what play brings by itself."""
        return self._told(lambda: None)

    def alone(self, seat: Seat, option: Option) -> list[str]:
        """One standing option, and play goes on."""
        return self._told(lambda: self._take(seat, option))

    def two_in_a_row(self, seat: Seat, option: Option) -> list[str]:
        """And at once another one, of whichever seat."""

        def take() -> None:
            self._take(seat, option)
            offered = [] if self.g.over else list(standing_options(self.g))
            if offered:
                self._take(*self.rng.choice(offered))

        return self._told(take)

    def again(self, seat: Seat, option: Option) -> list[str]:
        """And once more the same, at another ask of the procedure that was interrupted."""

        def take() -> None:
            self._take(seat, option)
            for _ in range(WAITED):
                if self.g.over or not self._inside():
                    break
                self._take(*self.wanderer.answer(self.g))
                if not self.g.over and self._inside() and self.g.offers(seat, option):
                    self._take(seat, option)
                    break

        return self._told(take)

    def _inside(self) -> bool:
        """Whether the procedure that was interrupted still runs."""
        stack = self.g.s.stack
        return len(stack) >= self.depth and type(stack[self.depth - 1]) is self.kind

    def _told(self, taking: Any) -> list[str]:
        try:
            taking()
            for _ in range(self.followed):
                if self.g.over:
                    break
                self._take(*self.wanderer.answer(self.g))
        except Broken as broken:
            return [str(broken)]
        except Exception as error:
            return [f"{self._when()} play breaks off: {told(error)}"]
        return []

    def _when(self) -> str:
        return f"{self.where}, then {', '.join(self.taken)},"

    def _take(self, seat: Seat, option: Option) -> None:
        g = self.g
        self.taken.append(f"{option} of seat {seat}")
        g.take(seat, option)
        if faults := g.game.sound(g.s):
            raise Broken(f"{self._when()} the position is not sound: {'; '.join(faults)}")
        if (counted := g.game.census(g.s)) != self.census:
            raise Broken(f"{self._when()} the census is {counted}; it was {self.census}")
