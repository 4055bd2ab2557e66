"""Procedures: the order of play as a game declares it, in tuples of steps that read like the rulebook.

A step is a *deed* (does something, goes on) or a *question* (ask, take, refuse). Nothing runs here: an order of play
that is plain data can be read, checked, and changed by a test, without a game in play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from sandtable.kernel.options import Ask, Option, Refusal, Seat
from sandtable.kernel.state import LEVELS, Frame, Level

Next = bool
NEXT: Final = False
STAY: Final = True
"""What a deed or `take` returns: go on to the next step, or come back to this one."""


class FlowError(Exception):
    """A mistake in a game's procedures, never a player's."""


class Step(Struct, frozen=True):
    """A deed has `do`; a question has `ask`, `take` and, to say why not, `refuse`."""

    name: str
    do: Callable[[Any, Any], Next | None] | None = None
    ask: Callable[[Any, Any], Ask] | None = None
    take: Callable[[Any, Any, Seat, Option], Next] | None = None
    refuse: Callable[[Any, Any, Seat, Option], Refusal | None] | None = None


def deed(do: Callable[[Any, Any], Next | None], name: str = "") -> Step:
    return Step(name or do.__name__.replace("_", "-"), do=do)


def question(
    name: str,
    ask: Callable[[Any, Any], Ask],
    take: Callable[[Any, Any, Seat, Option], Next],
    refuse: Callable[[Any, Any, Seat, Option], Refusal | None] | None = None,
) -> Step:
    return Step(name, ask=ask, take=take, refuse=refuse)


class Procedure:
    """Steps in rulebook order, run by one kind of frame."""

    __slots__ = ("closed", "crumb", "first", "following", "frame", "level", "mark", "name", "steps", "title")

    def __init__(
        self,
        name: str,
        frame: type[Frame],
        steps: Sequence[Step],
        level: Level | None,
        closed: bool,
        title: str,
        crumb: Callable[[Any, Any, Seat], str] | None,
    ) -> None:
        self.name = name
        self.frame = frame
        self.level = level
        self.mark = None if level is None else LEVELS.index(level)
        """Which undo mark it sets: a place in `State.begun`."""
        self.closed = closed
        self.title = title
        self.crumb = crumb
        self.steps = {step.name: step for step in steps}
        if len(self.steps) != len(steps):
            raise FlowError(f"procedure {name!r} has two steps of one name")
        names = [step.name for step in steps]
        if not names:
            raise FlowError(f"procedure {name!r} has no steps")
        self.first = names[0]
        self.following = dict(zip(names, [*names[1:], ""], strict=True))


def procedure(
    name: str,
    frame: type[Frame],
    *steps: Step,
    level: Level | None = None,
    closed: bool = False,
    title: str = "",
    crumb: Callable[[Any, Any, Seat], str] | None = None,
) -> Procedure:
    """Declares a procedure. `closed` ones (a battle) offer no standing options; `level` makes an undo mark."""
    return Procedure(name, frame, steps, level, closed, title, crumb)


class Procedures:
    """All procedures of a game, by the type and by the tag of their frames."""

    __slots__ = ("by_frame", "frames")

    def __init__(self, *procedures: Procedure) -> None:
        self.by_frame: dict[type[Frame], Procedure] = {p.frame: p for p in procedures}
        self.frames: dict[str, type[Frame]] = {str(p.frame.__struct_config__.tag): p.frame for p in procedures}
        if len(self.by_frame) != len(procedures) or len(self.frames) != len(procedures):
            raise FlowError("two procedures share a frame type or a tag")

    def of(self, frame: Frame) -> Procedure:
        found = self.by_frame.get(type(frame))
        if found is None:
            raise FlowError(f"no procedure runs a frame of type {type(frame).__name__}")
        return found

    def first(self, frame: Frame) -> str:
        return self.of(frame).first
