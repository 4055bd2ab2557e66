"""Options, groups and asks: what a question puts before the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

Seat = int
RuleKey = str
Option = tuple[str | int, ...]
"""One legal answer: a verb and plain numbers, e.g. ("move", 12, 370)."""

SPECTATOR: Seat = -1
"""Whoever has no seat: sees the public face of everything."""

Shape = Literal["pick", "many", "path", "assign", "order"]
Place = Literal["", "confirm", "end"]


class Group(Struct, frozen=True):
    """Options that differ in their last argument only, so that a hundred reachable hexes are one group.

    `last` is None for an option that is complete with its head.
    """

    seat: Seat
    verb: str
    head: tuple[int, ...] = ()
    last: Sequence[int] | None = None
    warning: str = ""
    risky: bool = False
    """Clients show odds for the options of a risky group."""
    title: str = ""
    """What the answer is called in this ask, where the verb's own words say too little ("buy no more" for "done")."""
    grave: bool = False
    """Here it ends or gives up something for good, though the verb does not always: clients ask again."""

    def __len__(self) -> int:
        return 1 if self.last is None else len(self.last)

    def __iter__(self) -> Iterator[Option]:
        if self.last is None:
            yield (self.verb, *self.head)
        else:
            for value in self.last:
                yield (self.verb, *self.head, value)

    def offers(self, option: Option) -> bool:
        if option[0] != self.verb:
            return False
        if self.last is None:
            return option[1:] == self.head
        return option[1:-1] == self.head and len(option) > 1 and option[-1] in self.last


class Ask(Struct, frozen=True):
    """A question as the rules put it. Groups of several seats mean: the first to answer acts. Whoever has a group may
    speak; whom the table waits for are all of them, or those of `waits`."""

    prompt: str
    key: RuleKey
    groups: list[Group]
    shape: Shape = "pick"
    least: int = 1
    most: int = 1
    budget: int = 0
    secret: bool = False
    """Other seats may not see that, or how, it was answered, and it is never answered by itself."""
    always: bool = False
    """Put even if there is only one answer: that there is no choice would tell other seats something."""
    pause: bool = False
    """Put to people even if there is only one answer: they may want to step in with a standing option before what
    follows. A case goes on by itself as far as it scripts what follows."""
    equal: str = ""
    """Whose it is, where this is a choice of the game system between equals ("Local Fighters"): who is asked may leave
    such choices to the table (`kernel/equals.py`)."""
    gesture: RuleKey = ""
    """What is planned bit by bit, where one question leads to the next and nothing is done before the last is answered.
    Clients gather the parts of all questions of one gesture, and let them be taken out again, before they send any."""
    waits: tuple[Seat, ...] = ()
    """Whom the table waits for, where that are not all who may speak: who is done looks on and may still step in."""
    ends: bool = False
    """Its last answer ends a phase: a patient game (a ruling) stops here even if there is nothing else to say."""

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    @property
    def single(self) -> bool:
        """Whether there is only one answer. (No group is ever empty.)"""
        groups = self.groups
        return len(groups) == 1 and (groups[0].last is None or len(groups[0].last) == 1)

    def seats(self) -> list[Seat]:
        return sorted({group.seat for group in self.groups})

    def awaited(self) -> list[Seat]:
        """The seats that the table waits for: all who may speak, unless the rules say which of them."""
        return sorted(self.waits) if self.waits else self.seats()

    def options(self, seat: Seat) -> Iterator[Option]:
        for group in self.groups:
            if group.seat == seat:
                yield from group

    def offers(self, seat: Seat, option: Option) -> bool:
        return any(group.seat == seat and group.offers(option) for group in self.groups)

    def sole(self) -> tuple[Seat, Option]:
        """The one answer of an ask that has only one."""
        group = self.groups[0]
        if group.last is None:
            return group.seat, (group.verb, *group.head)
        return group.seat, (group.verb, *group.head, group.last[0])


class Verb(Struct, frozen=True):
    """A word of the game: how an option reads and what its arguments are.

    `text` is a template over the arguments ("move {0:token} to {1:space}"); `domains` names what each
    argument is. The game gives the names of a domain's members and its candidates.
    """

    text: str
    domains: tuple[str, ...] = ()
    title: str = ""
    standing: bool = False
    grave: bool = False
    """Ends or gives up something for good: clients ask again before they send it."""
    place: Place = ""
    """Where a page keeps it: "confirm" goes on with what was chosen, "end" ends something or lets a chance go by. Both
    have a place of their own, which nothing else ever takes."""
    final: bool = False
    """No undo brings it back: it ends the game. What is grave and not final can be undone like any answer."""
    suggested: bool = False
    """Leaves a choice to what comes with the game. Everybody can read that: so nothing secret may follow from it."""


class Refusal(Struct, frozen=True):
    """Why not: the rule that forbids it and a sentence for a person."""

    key: RuleKey
    text: str


class Refused(Exception):
    """An answer that the rules do not allow now. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal
