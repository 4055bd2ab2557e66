"""What a story is made of: the values that a line of the log carries beside its words, and how lines are one deed.

Games send them as data, so that clients can draw a battle as a card, colour a blow from the side of whoever reads, and
find the place of a line on the map, without reading prose. They are plain data and hold no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

if TYPE_CHECKING:
    from sandtable.kernel.view import Said

Weight = Literal["", "part", "chapter", "turn", "phase", "blow", "gain"]
"""What a line of the log is among the others: a heading (a part holds chapters, those turns, those phases: a map, a
mission, a turn, a phase), or a blow or gain that nobody should miss."""
HEADINGS: tuple[Weight, ...] = ("part", "chapter", "turn", "phase")
"""The headings, the greatest first."""


class Term(Struct, frozen=True, omit_defaults=True):
    """What goes into a sum beside the dice: its name and what it adds."""

    name: str
    value: int


class Contender(Struct, frozen=True, omit_defaults=True):
    """One side of a contest. `dice` are faces as they fell; each counts `times` in the sum (a die times ten)."""

    name: str
    total: int
    """What counts in the end: the sum, or the hits."""
    dice: list[int] = field(default_factory=list)
    sides: int = 0
    times: int = 1
    terms: list[Term] = field(default_factory=list)
    side: str = ""
    """Whose it is: a side of `View.sides`, for the colour."""
    counts: str = ""
    """What the total counts, if it is not a sum: Successes."""


class Contest(Struct, frozen=True, omit_defaults=True):
    """A battle, or any other throw of one against another: who stood against whom, with what, and who came out ahead.

    Where the sides throw one after the other each may be told by itself, with one contender: the contests of one deed
    are one card.
    """

    sides: list[Contender]
    winner: int = -1
    """A place in `sides`; -1 where it is not decided by the totals."""
    tie: bool = False


class Loss(Struct, frozen=True, omit_defaults=True):
    """What a line says is lost, and whose it was: a side of `View.sides`."""

    name: str
    side: str = ""


class Face(Struct, frozen=True, omit_defaults=True):
    """What a line is to one reader, beside its words."""

    weight: Weight = ""
    places: list[int] = field(default_factory=list)
    board: str = ""
    contest: Contest | None = None
    losses: list[Loss] = field(default_factory=list)


# ---- how a game ended -----------------------------------------------------------------------------


class Result(Struct, frozen=True, omit_defaults=True):
    """One line of a table of results, the best first; `value` is what it takes: "12 or more"."""

    label: str
    value: str = ""
    here: bool = False
    """Whether the game has ended here."""


class Results(Struct, frozen=True, omit_defaults=True):
    """The table by which a game says what an end was worth."""

    measure: str
    """What is looked up in it: score, lead in VP."""
    rows: list[Result]
    rule: str = ""


# ---- one line per deed ----------------------------------------------------------------------------


class Deed(Struct):
    """Lines that belong together: what came of it, and how."""

    head: Said
    lines: list[Said]
    """All of them, in their order."""

    @property
    def others(self) -> list[Said]:
        """What nobody should miss beside the head."""
        return [line for line in self.lines if line is not self.head and line.weight in ("blow", "gain")]

    @property
    def dice(self) -> list[Said]:
        """The throws, those of one purpose on one line."""
        return [line for line in self.lines if line.dice and line is not self.head]

    @property
    def contest(self) -> Contest | None:
        """The two sides of it, if it was one against another."""
        told = [line.contest for line in self.lines if line.contest is not None]
        if not told:
            return None
        sides = [side for one in told for side in one.sides]
        return Contest(sides, told[-1].winner if len(told) == 1 else -1, any(one.tie for one in told))

    @property
    def steps(self) -> int:
        """How many steps the longest march of it had."""
        ways: dict[tuple[str, int], int] = {}
        for line in self.lines:
            for move in line.moves:
                ways[move.domain, move.token] = ways.get((move.domain, move.token), 0) + len(move.path) - 1
        return max(ways.values(), default=0)


def deeds(lines: Sequence[Said]) -> list[Deed]:
    """The log as a story: one entry a deed, the outcome first. Headings stand alone."""
    found: list[Deed] = []
    for line in lines:
        if line.joined and found:
            found[-1].lines.append(line)
        else:
            found.append(Deed(line, [line]))
    for deed in found:
        deed.head = headline(deed.lines)
    return [deed for deed, after in zip_longest(found, found[1:]) if after is None or not _empty(deed, after)]


def _empty(heading: Deed, after: Deed) -> bool:
    """Whether nothing stands under a heading: the next one is as great, or greater."""
    ranks = [HEADINGS.index(one.head.weight) if one.head.weight in HEADINGS else None for one in (heading, after)]
    return ranks[0] is not None and ranks[1] is not None and ranks[1] <= ranks[0]


def headline(lines: Sequence[Said]) -> Said:
    """What came of a deed: the last that is said to be the main one, else the last blow or gain, else the last that was
    told in words, else the last die."""
    main = [line for line in lines if line.main]
    weighty = main or [line for line in lines if line.weight in ("blow", "gain")]
    return (weighty or [line for line in lines if not line.purpose] or list(lines))[-1]
