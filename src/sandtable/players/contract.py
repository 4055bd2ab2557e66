"""What a player is: made for one seat of one game from a seed and a budget, and asked in dealt worlds only.

A player never holds the true position. It is handed a world, dealt for its seat, that the seat cannot tell from the
true one; more such worlds are dealt from that one. So nothing that it remembers or tries out can tell it a secret.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import Any

from msgspec import Struct

from sandtable.kernel import sight
from sandtable.kernel.begin import Play
from sandtable.kernel.game import Answer, Game
from sandtable.kernel.options import Group, Option, Seat


class PlayerError(Exception):
    """A player that has nothing to answer, or that gave an answer the rules do not allow."""


class Budget(Struct, frozen=True):
    """How much a player may think over one answer; None sets no bound. Worlds give the same answers on every machine,
    seconds do not."""

    worlds: int | None = None
    seconds: float | None = None


class Thinking(Struct):
    """What a player has thought so far: answers given, worlds dealt for them, and the time spent in those."""

    decisions: int = 0
    worlds: int = 0
    seconds: float = 0.0


class Player(ABC):
    """A program that answers for one seat. Its answers depend on what it is shown and on its seed, on nothing else."""

    name: str = ""
    """What it is called; the name of its class in small letters, if it does not say."""
    about: str = ""
    """What it is, in a line; the first of its class's docstring, if it does not say."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()
        if "about" not in vars(cls) and vars(cls).get("__doc__"):
            cls.about = str(cls.__doc__).strip().partition("\n")[0]

    def __init__(self, game: Game[Any, Any], seat: Seat, seed: int, budget: Budget | None = None) -> None:
        self.game = game
        self.seat = seat
        self.seed = seed
        self.budget = budget or Budget()
        self.thinking = Thinking()
        self.began = time.perf_counter()
        """When it was last asked."""

    def __repr__(self) -> str:
        return f"<{self.name}, seat {self.seat} of {self.game.meta.id}: {self.about}>"

    @classmethod
    def plays(cls, game: Game[Any, Any]) -> bool:
        """Whether it knows this game."""
        return True

    @cached_property
    def chance(self) -> random.Random:
        """Chance of its own, from its seed."""
        return random.Random(self.seed)

    def offhand(self, groups: Sequence[Group]) -> Option | None:
        """An answer from what the seat is offered, without a world to look at; None asks for a world."""
        return None

    @abstractmethod
    def answer(self, world: Play) -> Option:
        """One of the options that `world`, dealt for this seat, offers it. The world is the player's to play with."""

    def worlds(self, world: Play, most: int | None = None) -> Iterator[Play]:
        """The world that was dealt, and others that the seat cannot tell from it, as many as the budget allows.

        Each is a game of its own, to be played on at will.
        """
        begin = world.clone()
        yield begin.clone()
        for number in count(1):
            if number in (most, self.budget.worlds) or self.out_of_time:
                return
            self.thinking.worlds += 1
            yield sight.world(begin, self.seat, f"{self.seed}/{number}")

    @property
    def out_of_time(self) -> bool:
        """Whether the seconds of the budget are used up for this answer."""
        return self.budget.seconds is not None and time.perf_counter() - self.began >= self.budget.seconds


class Called(Player):
    """A function of a world and a seat, as games and scripts bring them, as a player."""

    def __init__(
        self,
        game: Game[Any, Any],
        seat: Seat,
        seed: int,
        budget: Budget | None = None,
        *,
        call: Answer,
        name: str,
        about: str = "",
    ) -> None:
        super().__init__(game, seat, seed, budget)
        self.call, self.name, self.about = call, name, about or self.about

    def answer(self, world: Play) -> Option:
        return self.call(world, self.seat)


Maker = Callable[[Game[Any, Any], Seat, int, Budget], Player]
"""Makes a player from game, seat, seed and budget: a class of players, or a function."""
