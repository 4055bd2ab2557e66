"""Choices between equals that belong to the game system and that a book leaves to a player: which of two ways as good
as each other an enemy takes. Whoever is asked may leave them to the table, for one unit, for this phase or for good.

The table then answers with the first option: no die is used up by it, so nothing that falls later is changed and an
undo can take it back. Such an answer stands in the journal like any other; the wish itself is no part of a record.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from sandtable.kernel.options import Ask, Option, Seat
from sandtable.kernel.state import LEVELS, State

Scope = Literal["unit", "phase", "always"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
_PHASE = LEVELS.index("phase")


class Left(Struct, frozen=True):
    """What a seat has left to the table, and since when."""

    scope: Scope
    whose: str
    """For which unit (`Ask.equal`)."""
    phase: tuple[int, ...]

    def lasts(self, s: State) -> bool:
        """Whether it still holds."""
        return self.scope == "always" or self.phase == _phase(s)

    def covers(self, ask: Ask, s: State) -> bool:
        """Whether this question is one of those."""
        return self.lasts(s) and (self.scope != "unit" or self.whose == ask.equal)


def left(scope: Scope, ask: Ask | None, s: State) -> Left:
    return Left(scope, ask.equal if ask is not None else "", _phase(s))


def _phase(s: State) -> tuple[int, ...]:
    """Which phase of which turn it is."""
    return tuple(s.begun[: _PHASE + 1])


def answer_of_the_table(ask: Ask | None, s: State, wishes: dict[Seat, Left]) -> tuple[Seat, Option] | None:
    """What the table answers for a seat that has left this choice to it; None if it waits for a person."""
    if ask is None or not ask.equal:
        return None
    seat = ask.groups[0].seat
    wish = wishes.get(seat)
    if wish is None or not wish.covers(ask, s):
        return None
    return seat, next(ask.options(seat))
