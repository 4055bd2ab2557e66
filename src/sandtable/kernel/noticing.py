"""Noticing: whether a seat can see that something has happened, worked out at the least cost.

Views are the last resort: the question as it stands for the seat tells most changes, and where nothing that the seat
knows has changed (each field of state and frames says who knows it) its view has not changed either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from sandtable.kernel import sight
from sandtable.kernel.flow import Event, G
from sandtable.kernel.options import SPECTATOR, Ask, Group, Option, Seat
from sandtable.kernel.state import Knowledge, State, knowledge, save_public
from sandtable.kernel.view import Asked, Said, View


def heard(lines: Sequence[Event], seat: Seat) -> list[Said]:
    """The lines that a seat hears, as it hears them."""
    return [event.said(seat) for event in lines if event.private.get(seat, event.public)]


def how_many_heard(lines: Sequence[Event], seat: Seat) -> int:
    """How many of these lines a seat hears."""
    return sum([event.private.get(seat, event.public) != "" for event in lines])


def heard_otherwise(gone: Sequence[Event], came: Sequence[Event], seat: Seat) -> bool:
    """Whether the log of a seat has changed when these lines went and those came."""
    if not gone:  # as after every answer: only going back unsays something
        return how_many_heard(came, seat) > 0
    return heard(gone, seat) != heard(came, seat)


class Change(NamedTuple):
    """A field that differs between two positions, with what holds it in each."""

    old: Struct
    new: Struct
    name: str
    known: Knowledge


class Seen:
    """A position with what seats see of it, worked out when it is first asked for."""

    def __init__(self, g: G[Any, Any]) -> None:
        self.g = g
        self._public: bytes | None = None
        self._views: dict[Seat, View] = {}
        self._asked: dict[Seat, Asked | None] = {}

    @property
    def public(self) -> bytes:
        """All that is public, drawn or not."""
        if self._public is None:
            self._public = save_public(self.g.s)
        return self._public

    def view(self, seat: Seat) -> View:
        """What the game shows a seat."""
        if seat not in self._views:
            self._views[seat] = self.g.game.view(self.g.s, seat)
        return self._views[seat]

    def asked(self, seat: Seat) -> Asked | None:
        """What a seat is asked, without odds."""
        if seat not in self._asked:
            ask = self.g.ask
            self._asked[seat] = sight.asked(self.g, ask, seat, odds=False) if ask is not None else None
        return self._asked[seat]


class Positions:
    """Two positions of one game, to be looked at by one seat after the other."""

    def __init__(self, one: Seen, other: Seen) -> None:
        self.one, self.other = one, other
        self.old, self.new = one.g, other.g
        self._changes: list[Change] | None = None
        self._compared = False

    def look_alike(self, seat: Seat) -> bool:
        """Whether the views of a seat, without odds, are the same in both."""
        old, new = self.old, self.new
        if self.one.public != self.other.public:  # a position that a seat takes away holds all that is public
            return False
        asked = _asked_alike(old.ask, new.ask, seat)
        if old.s.outcome != new.s.outcome or asked is False:
            return False
        if asked and self._known_alike(seat):
            return True
        if old.crumbs(seat) != new.crumbs(seat) or _offers(old.standing(seat)) != _offers(new.standing(seat)):
            return False
        return self.one.view(seat) == self.other.view(seat) and self.one.asked(seat) == self.other.asked(seat)

    def _known_alike(self, seat: Seat) -> bool:
        """Whether nothing that this seat may know differs."""
        if not self._compared:
            self._changes, self._compared = _changes(self.old.s, self.new.s), True
        return self._changes is not None and not any(_may_see(change, seat) for change in self._changes)


def _asked_alike(old: Ask | None, new: Ask | None, seat: Seat) -> bool | None:
    """Whether a seat is put the same question; None if only the words of its options may differ. Who is not asked sees
    whom the table waits for, and no more."""
    if old is None or new is None:
        return old is new
    if old is new:
        return True
    if old.awaited() != new.awaited():
        return False
    asked = seat in old.seats()
    if asked != (seat in new.seats()):
        return False
    if not asked:
        return True
    if _frame_of(old) != _frame_of(new):
        return False
    mine, now = ([group for group in ask.groups if group.seat == seat] for ask in (old, new))
    return True if mine == now else None if _offers(mine) == _offers(now) else False


def _frame_of(ask: Ask) -> tuple[object, ...]:
    return ask.prompt, ask.key, ask.shape, ask.least, ask.most, ask.budget


def _offers(groups: Sequence[Group]) -> dict[str, list[tuple[Option, str]]]:
    """What is offered, as a view tells it: options and warnings by verb."""
    offered: dict[str, list[tuple[Option, str]]] = {}
    for group in groups:
        offered.setdefault(group.verb, []).extend((option, group.warning) for option in group)
    return offered


# ---- what a seat knows ----------------------------------------------------------------------------


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Knowledge], ...]:
    """The fields of a state or frame that can be seen at all: of the key of the dice nobody ever sees anything."""
    return tuple((name, known) for name, known in knowledge(kind).items() if name not in ("stack", "key"))


def _changes(old: State, new: State) -> list[Change] | None:
    """The fields that differ; None where the stacks cannot be laid beside each other."""
    if list(map(type, old.stack)) != list(map(type, new.stack)):
        return None
    found = []
    for one, other in ((old, new), *zip(old.stack, new.stack, strict=True)):
        for name, known in _fields(type(one)):
            if getattr(one, name) != getattr(other, name):
                found.append(Change(one, other, name, known))
    return found


def _may_see(change: Change, seat: Seat) -> bool:
    """Whether a seat may see this change. Where the declaration alone does not say, it may: then its view decides."""
    old, new = getattr(change.old, change.name), getattr(change.new, change.name)
    kind = change.known.kind
    if kind == "public" or not isinstance(old, list) or len(old) != len(new):
        return True  # how many there are of something hidden is often no secret
    if kind == "hidden":
        return sorted(old, key=repr) != sorted(new, key=repr)  # the order of a pile is seen by nobody
    if kind == "own":
        return (seat != SPECTATOR and old[seat] != new[seat]) or _shape(old) != _shape(new)
    masks = getattr(change.old, change.known.mask), getattr(change.new, change.known.mask)
    knows = _knower(seat)
    return any(
        before != after and (knows(then) or knows(now))
        for before, after, then, now in zip(old, new, *masks, strict=True)
    )


def _knower(seat: Seat) -> Callable[[int], bool]:
    """Whether a mask holds a seat. A spectator knows what all know; whether all do is left to the view."""
    return bool if seat == SPECTATOR else lambda mask: bool(mask >> seat & 1)


def _shape(entries: list[Any]) -> list[int]:
    """How many lie in each entry of a list that belongs to several seats: the size of a hand is no secret."""
    return [len(entry) if isinstance(entry, list | tuple | str) else 0 for entry in entries]
