"""The content that a game is played with: what all packs say together, each value still with its source.

Overlays merge with each other by table, row and field, the later over the earlier, and the result lies over
the game's own pack. So a record that embeds the merged overlay plays with exactly the same content. A row that
one overlay removes and a later one gives again comes back with the pack's values under the given ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel.content.keeping import kept, pack
from sandtable.kernel.content.pages import Text, inline, plain
from sandtable.kernel.content.sections import Given, Kind, Section, Source, Tables
from sandtable.kernel.state import Always, added, told_fields

T = TypeVar("T", bound=Struct)


class SourcedValue(NamedTuple):
    """One value as its author wrote it, and where it comes from."""

    table: str
    row: str
    field: str
    text: str
    source: Source


class Sources:
    """All values with their sources, and how many there are of each kind."""

    def __init__(self, values: list[SourcedValue]) -> None:
        self.values = values
        self.counts: dict[Kind, int] = dict(Counter(value.source.kind for value in values))

    def __iter__(self) -> Iterator[SourcedValue]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)


class Row:
    """One row through all packs: what the game's own pack says, and what the overlays say after it."""

    def __init__(self, own: Given | None) -> None:
        self.own = own
        self.laid_on: list[Given] = []
        self.removed = False

    def lay_on(self, given: Given) -> None:
        self.laid_on.append(given)
        self.removed = False

    def remove(self) -> None:
        self.laid_on.clear()
        self.removed = True

    @property
    def layers(self) -> list[Given]:
        return [self.own, *self.laid_on] if self.own is not None else self.laid_on

    def layer(self, field: str) -> Given:
        """The topmost layer that gives the field; for a field that nobody gives, the lowest."""
        return next((given for given in reversed(self.layers) if field in given.values), self.layers[0])

    def texts(self, layers: list[Given]) -> dict[str, Text]:
        return {field: text for given in layers for field, text in given.texts.items()}


class Content:
    """The merged content of a game. Made by `load`."""

    def __init__(
        self, schema: Tables, own: Sequence[Section], rows: dict[str, dict[str, Row]], tables: dict[str, dict[str, Any]]
    ) -> None:
        self._schema = schema
        self._own = own
        self._rows = rows
        self._tables = tables

    @cached_property
    def digest(self) -> str:
        return _digest(self._tables, lambda kind, name: False)

    @cached_property
    def kept(self) -> bytes:
        """The game's own pack as plain data, without overlays: `load` takes it back."""
        return kept(self._own)

    @cached_property
    def packed(self) -> str:
        """The same as short text, for records."""
        return pack(self.kept)

    def is_digest(self, told: str) -> bool:
        """Whether a digest, of whatever version of the records, is of this content."""
        return told == self.digest or told == self._digest_of_version_2

    @cached_property
    def _digest_of_version_2(self) -> str:
        return _digest(self._tables, lambda kind, name: name not in added(kind))

    def table(self, name: str, row_type: type[T]) -> dict[str, T]:
        """The rows of a table by id; a table that was left out has none. Rows may be of a type made from that one."""
        declared = self._schema.types.get(name)
        if declared is None or not issubclass(declared, row_type):
            told = f"has rows of {declared.__name__}" if declared else "does not exist"
            raise KeyError(f"the table {name!r} {told}; asked for {row_type.__name__}")
        return dict(self._tables[name])

    def source(self, table: str, row: str, field: str) -> Source:
        """Where a value comes from; a field left to its default comes from where its row does."""
        found = self._rows.get(table, {}).get(row)
        if found is None or found.removed or field not in self._schema.records[table].slots:
            raise KeyError(f"there is no value {table}.{row}.{field}")
        return found.layer(field).part.source(row, field)

    def sources(self) -> Sources:
        """Every value that the packs give; fields left to their defaults are not listed."""
        return Sources(
            [
                SourcedValue(table, row_id, field, inline(text), row.layer(field).part.source(row_id, field))
                for table, rows in self._rows.items()
                for row_id, row in rows.items()
                if not row.removed
                for field, text in row.texts(row.layers).items()
            ]
        )

    @property
    def overlays(self) -> list[dict[str, Any]]:
        """The overlays as plain data, merged into one (none without overlays): `load` takes them back."""
        merged: dict[str, dict[str, Any]] = {}
        for table, rows in self._rows.items():
            for row_id, row in rows.items():
                if row.removed:
                    merged.setdefault(table, {})[row_id] = None
                elif row.laid_on:
                    texts = row.texts(row.laid_on)
                    merged.setdefault(table, {})[row_id] = {field: plain(text) for field, text in texts.items()}
        return [merged] if merged else []


def _digest(tables: Mapping[str, Mapping[str, Any]], always: Always) -> str:
    """Of the values alone: not of comments, spelling (`+4` is 4) or the order of tables and fields.

    A value that is as its type makes it counts for nothing: a digest lasts when row types gain fields. Up to version 2
    of the records every field counted that there was then.
    """
    filled = [(name, list(rows.items())) for name, rows in sorted(tables.items()) if rows]
    return hashlib.sha256(msgspec.json.encode(_told(filled, always), order="sorted")).hexdigest()


def _told(value: Any, always: Always) -> Any:
    """A value as plain data, without the fields that are as their types make them."""
    if isinstance(value, Struct):
        return told_fields(value, always, _told)
    if isinstance(value, list | tuple):
        return [_told(item, always) for item in value]
    if isinstance(value, dict):
        names = msgspec.to_builtins(dict.fromkeys(value), enc_hook=str, str_keys=True)
        return {name: _told(item, always) for name, item in zip(names, value.values(), strict=True)}
    return msgspec.to_builtins(value, enc_hook=str, str_keys=True, order="sorted")
