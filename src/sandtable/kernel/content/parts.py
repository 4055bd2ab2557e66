"""What a game declares of its content, and what one page says of it, before anything is merged.

Nothing is complete here: an overlay may give three fields of one row. But every value already knows its source.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sandtable.kernel.content.pages import Leaf, Page, Text
from sandtable.kernel.content.values import Record, Workshop
from sandtable.kernel.content.words import UNREAD

Kind: TypeAlias = Literal["rulebook", "public", "designed", "overlay"]


class Source(Struct, frozen=True):
    """Where a value comes from: a section of the rulebook, a public place, our own reason, or an overlay."""

    kind: Kind
    detail: str

    def __str__(self) -> str:
        return f"{self.kind} {self.detail}" if self.kind == "rulebook" else f"{self.kind}: {self.detail}"


class Tables:
    """The tables of a game: the row type of each, and which of them a pack may leave out."""

    def __init__(self, rows: Mapping[str, type[Struct]], optional: Collection[str] = ()) -> None:
        strangers = set(optional) - set(rows)
        if strangers:
            raise TypeError(f"optional tables without a row type: {', '.join(sorted(strangers))}")
        workshop = Workshop()
        self.types = dict(rows)
        self.optional = frozenset(optional)
        self.records: dict[str, Record] = {name: workshop.record(row_type) for name, row_type in rows.items()}


@dataclass(slots=True)
class Part:
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


@dataclass(slots=True)
class Given:
    """What one page says of one row: values by field, UNREAD where one was reported."""

    part: Part
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
    parts: list[Part]
    lost: set[str] | None

    def may_lack(self, table: str) -> bool:
        """Whether more of this table was written than could be read, so that nobody should complain of gaps."""
        return self.lost is None or table in self.lost
