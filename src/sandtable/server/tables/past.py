"""The past of a table: every position of its journal, so that a player can run through the game like a film."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.kernel import records, sight
from sandtable.kernel.chance import ReplayDealer
from sandtable.kernel.flow import Event, heard_by
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.records import Record
from sandtable.kernel.state import State, clone
from sandtable.kernel.table import Entry
from sandtable.kernel.view import Said, View

LINES = 400
"""So many lines of the log are told with a moment: nobody reads more of them while running through the past."""


class Still(NamedTuple):
    """The position after one entry; of the log before it `kept` lines stayed and `fresh` ones came."""

    state: State
    kept: int
    fresh: list[Event]


class Seen(NamedTuple):
    """A moment as a seat saw it: of the lines that it had heard so many were told before, and these are the last."""

    view: View
    heard: int
    told: int
    lines: list[Said]


class Past:
    """Positions by entry, and for each seat the entries at which what it sees has changed."""

    def __init__(self, record: Record) -> None:
        self.table = records.replay(record, 0)
        self._dealer = ReplayDealer()
        self.table.dealer.source = self._dealer
        self.frames = [Still(self.table.g.s, 0, self.table.log[:])]  # what an answer finds stays as it is
        self.marks: dict[Seat, list[int]] = {seat: [0] for seat in (SPECTATOR, *range(self.table.seats()))}

    def reaches(self, seat: Seat, moment: int) -> bool:
        return moment < len(self.marks[seat])

    def run_on(self, journal: Sequence[Entry], seat: Seat | None = None, moment: int = 0) -> None:
        """Takes in what has been added to the journal since, for a seat up to this moment of its own and no further:
        how long it takes tells nothing of what others did unseen since. Entries passed over by an amendment do not
        count."""
        for place in records.standing(journal)[len(self.frames) - 1 :]:
            if seat is not None and self.reaches(seat, moment):
                return
            log, revisions = self.table.log[:], dict(self.table.revisions)
            records.apply_entry(self.table, self._dealer, journal, place)
            kept = _common(log, self.table.log)
            self.frames.append(Still(self.table.g.s, kept, self.table.log[kept:]))
            for each, marks in self.marks.items():
                if self.table.revisions[each] != revisions[each]:
                    marks.append(len(self.frames) - 1)

    def state(self, seat: Seat, moment: int) -> State:
        return self.frames[self.marks[seat][moment]].state

    def moment(self, seat: Seat, moment: int) -> Seen:
        """What this seat saw then, and what it had heard."""
        number = self.marks[seat][moment]
        log: list[Event] = []
        for frame in self.frames[: number + 1]:
            log[frame.kept :] = frame.fresh
        view = sight.view(self.table.game.resume(clone(self.frames[number].state)), seat, odds=False)
        places = [place for place, event in enumerate(log) if event.private.get(seat, event.public)]
        told = sum(place < self.frames[number].kept for place in places)
        return Seen(view, len(places), told, heard_by(log, seat)[-LINES:])


def _common(before: list[Event], after: list[Event]) -> int:
    """How many lines at the beginning are the same ones."""
    short = min(len(before), len(after))
    return next((place for place in range(short) if before[place] is not after[place]), short)
