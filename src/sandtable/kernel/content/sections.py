"""What a game declares of its content, and what one page says of it, before anything is merged.

Nothing is complete here: an overlay may give three fields of one row. But every value already knows its source.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from sandtable.kernel.content.pages import Leaf, Page, Text
from sandtable.kernel.content.values import StructReader, Workshop
from sandtable.kernel.content.words import UNREAD

Kind: TypeAlias = Literal["rulebook", "public", "designed", "overlay"]


class Source(Struct, frozen=True):
    """Where a value comes from: a section of the rulebook, a public place, our own reason, or an overlay."""

    kind: Kind
    detail: str

    def __str__(self) -> str:
        return f"{self.kind} {self.detail}" if self.kind == "rulebook" else f"{self.kind}: {self.detail}"


class Misfit(NamedTuple):
    """What is wrong with a value beside others: a road off the map, a line too short. `path` leads into it.

    What is only `odd` can be played with, as a case may wish, but hardly was meant: it is told where a pack is checked.
    """

    table: str
    row: str
    field: str
    found: str
    expected: str
    hint: str = ""
    path: tuple[str | int, ...] = ()
    odd: bool = False


Rows: TypeAlias = Mapping[str, Mapping[str, Any]]
Misfits: TypeAlias = Callable[[Rows], Iterable[Misfit]]
"""Looks at all tables by row, when each value by itself is right."""


class Tables:
    """The tables of a game: the row type of each, which of them a pack may leave out, and what it must have.

    `least` is how many rows a table needs at least: a cup that is drawn from must not be empty. `needs` are rows that
    the rules themselves name. Ranges stand at the fields of the row types, and so do the names of rows (`names`).
    `misfits` tells what goes beyond one value, in one place for a game.
    """

    def __init__(
        self,
        rows: Mapping[str, type[Struct]],
        optional: Collection[str] = (),
        *,
        least: Mapping[str, int] | None = None,
        needs: Mapping[str, Collection[str]] | None = None,
        misfits: Misfits | None = None,
        ranges: bool = True,
    ) -> None:
        strangers = {*optional, *(least or {}), *(needs or {})} - set(rows)
        if strangers:
            raise TypeError(f"tables without a row type: {', '.join(sorted(strangers))}")
        workshop = Workshop(ranges)
        self.types = dict(rows)
        self.optional = frozenset(optional)
        self.least = dict(least or {})
        self.needs = {name: tuple(ids) for name, ids in (needs or {}).items()}
        self.misfits = misfits
        self.ranges = ranges
        self.records: dict[str, StructReader] = {name: workshop.record(row_type) for name, row_type in rows.items()}

    def holding(self, needs: Mapping[str, Collection[str]] | None = None, misfits: Misfits | None = None) -> Tables:
        """The same tables for a game whose rules name further rows, or that looks for further misfits."""
        named = {**self.needs, **(needs or {})}
        return Tables(self.types, self.optional, least=self.least, needs=named, misfits=misfits or self.misfits)

    @cached_property
    def as_kept(self) -> Tables:
        """The same tables for content that somebody has played with: it is read by its types and held to nothing else.

        A range that is told today must not shut a game that was played yesterday.
        """
        return Tables(self.types, self.optional, ranges=False)


@dataclass(slots=True)
class Section:
    """What one page says of one table."""

    table: str
    page: Page
    default: Source
    exceptions: list[tuple[Collection[str] | None, Collection[str] | None, Source]] = field(default_factory=list)
    rows: dict[str, Given] = field(default_factory=dict)
    removed: dict[str, Leaf] = field(default_factory=dict)

    def source(self, row: str, column: str) -> Source:
        """The last exception that speaks of this value, else the table's source."""
        for rows, columns, source in reversed(self.exceptions):
            if (rows is None or row in rows) and (columns is None or column in columns):
                return source
        return self.default

    def on(self, page: Page) -> Section:
        """The same section on another page."""
        part = replace(self, page=page, rows={}, removed=self.removed.copy())
        part.rows.update({row: replace(given, part=part) for row, given in self.rows.items()})
        return part


@dataclass(slots=True)
class Given:
    """What one page says of one row: values by field, UNREAD where one was reported."""

    part: Section
    at: Text
    values: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, Text] = field(default_factory=dict)
    readable: bool = True
    """False where not even the fields given could be told."""
    listed: bool = False
    """Written as a list under columns: a field that is missing is missing from the columns."""

    @property
    def sound(self) -> bool:
        return self.readable and not any(value is UNREAD for value in self.values.values())


@dataclass(slots=True)
class Pack:
    """The parts of one pack, and the tables of which something could not be read (None: any of them)."""

    pages: list[Page]
    parts: list[Section]
    lost: set[str] | None

    def may_lack(self, table: str) -> bool:
        """Whether more of this table was written than could be read, so that nobody should complain of gaps."""
        return self.lost is None or table in self.lost

    def on_new_pages(self) -> Pack:
        """The same pack on pages of its own, so that what is found wrong with one is not told of the other."""
        pages = [Page(page.name, page.lines, page.problems.copy()) for page in self.pages]
        new = {id(page): fresh for page, fresh in zip(self.pages, pages, strict=True)}
        return Pack(pages, [part.on(new[id(part.page)]) for part in self.parts], copy(self.lost))
