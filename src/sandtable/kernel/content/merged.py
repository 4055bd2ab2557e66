"""The content that a game is played with: what all packs say together, each value still with its source.

Overlays merge with each other by table, row and field, the later over the earlier, and the result lies over
the game's own pack. So a record that embeds the merged overlay plays with exactly the same content. A row that
one overlay removes and a later one gives again comes back with the pack's values under the given ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel.content.pages import Text, inline, plain
from sandtable.kernel.content.parts import Given, Kind, Source, Tables

T = TypeVar("T", bound=Struct)


class Value(NamedTuple):
    """One value as its author wrote it, and where it comes from."""

    table: str
    row: str
    field: str
    text: str
    source: Source


class Sources:
    """All values with their sources, and how many there are of each kind."""

    def __init__(self, values: list[Value]) -> None:
        self.values = values
        self.counts: dict[Kind, int] = dict(Counter(value.source.kind for value in values))

    def __iter__(self) -> Iterator[Value]:
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

    def __init__(self, schema: Tables, rows: dict[str, dict[str, Row]], tables: dict[str, dict[str, Any]]) -> None:
        self._schema = schema
        self._rows = rows
        self._tables = tables
        self.digest = _digest(tables)

    def table(self, name: str, row_type: type[T]) -> dict[str, T]:
        """The rows of a table by id; a table that was left out has none."""
        declared = self._schema.types.get(name)
        if declared is not row_type:
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
                Value(table, row_id, field, inline(text), row.layer(field).part.source(row_id, field))
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


def _digest(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Of the values alone: not of comments, spelling (`+4` is 4) or the order of tables and fields."""
    filled = [(name, list(rows.items())) for name, rows in sorted(tables.items()) if rows]
    values = msgspec.to_builtins(filled, enc_hook=str, str_keys=True, order="sorted")
    return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()
