"""Hearing: how many lines of a table's log each seat has heard, and which of those were unsaid since.

So whoever has the lines of some revision can be sent what is new, however long the log is: an undo shortens a log, and
other lines may then stand where some stood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from sandtable.kernel.flow import Event, heard_by
from sandtable.kernel.noticing import heard, how_many_heard
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Said

CUTS = 32
"""So many shortenings of a seat's log are remembered; who has not looked since is sent all of it again."""


class Cut(Struct, frozen=True):
    """At which revision the log of a seat was shortened, and how many of its lines stayed."""

    revision: int
    kept: int


class Hearing(Struct):
    """What each seat has heard. The values never change in place, so that a shallow copy is a copy."""

    counts: dict[Seat, int] = field(default_factory=dict)
    """How many lines."""
    since: dict[Seat, int] = field(default_factory=dict)
    """Since which revision it is known what was unsaid."""
    cuts: dict[Seat, tuple[Cut, ...]] = field(default_factory=dict)
    """Each leaves more lines than the one before: a deeper cut takes the place of those before it."""

    @classmethod
    def of(cls, log: Sequence[Event], revisions: Mapping[Seat, int]) -> Hearing:
        """Of a log as it stands, of whose past nothing is known."""
        return cls({seat: how_many_heard(log, seat) for seat in revisions}, dict(revisions))

    def copy(self) -> Hearing:
        return Hearing(self.counts.copy(), self.since.copy(), self.cuts.copy())

    def changed(self, gone: Sequence[Event], came: Sequence[Event], revisions: Mapping[Seat, int]) -> None:
        """These lines went and those came, with the revisions at which seats noticed it."""
        for seat in revisions:
            before = self.counts.get(seat, 0)
            if not gone:
                self.counts[seat] = before + how_many_heard(came, seat)
                continue
            lost, new = heard(gone, seat), heard(came, seat)
            self.counts[seat] = before - len(lost) + len(new)
            same = next((n for n, pair in enumerate(zip(lost, new, strict=False)) if pair[0] != pair[1]), None)
            same = min(len(lost), len(new)) if same is None else same
            if same < len(lost):
                self._cut(seat, Cut(revisions[seat], before - len(lost) + same))

    def _cut(self, seat: Seat, cut: Cut) -> None:
        cuts = (*(other for other in self.cuts.get(seat, ()) if other.kept < cut.kept), cut)
        for forgotten in cuts[:-CUTS]:
            self.since[seat] = forgotten.revision
        self.cuts[seat] = cuts[-CUTS:]

    def holds(self, seat: Seat, count: int, revision: int, now: int) -> int:
        """How many of the first lines, `count` of them at a revision, still stand at the revision `now`."""
        if not self.since.get(seat, 0) <= revision <= now:
            return 0
        cuts = [cut.kept for cut in self.cuts.get(seat, ()) if cut.revision > revision]
        return min([count, self.counts[seat], *cuts])

    def lines(self, log: Sequence[Event], seat: Seat, since: int) -> list[Said]:
        """The lines from the seat's own number `since` on; those before them are not even looked at."""
        wanted = self.counts.get(seat, 0) - since
        if wanted <= 0:
            return []
        left, first = wanted + 1, len(log)  # and the one before them, whose deed they may go on with
        while first and left:
            first -= 1
            left -= bool(log[first].private.get(seat, log[first].public))
        return heard_by(log[first:], seat)[-wanted:]
