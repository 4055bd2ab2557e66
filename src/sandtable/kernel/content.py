"""Content packs: the data of a game as printed tables, every value with its source, overlays laid on top.

    content = load(folder, Tables({"pieces": Piece, "terrain": Terrain}), overlays=[printed_values])
    content.table("pieces", Piece)["m249"].fire
    content.source("pieces", "m249", "fire")          # rulebook 13.3

Overlays merge with each other by table, row and field, the later over the earlier, and the result lies over
the game's own pack. So a record that embeds the merged overlay plays with exactly the same content. A row that
one overlay removes and a later one gives again comes back with the pack's values under the given ones.

Rows keep the order of the files; rows that only overlays have follow in the order of their ids, whatever the
order of the overlays. Order counts for the digest, because games number their pieces by it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel.packs import Given, Kind, Pack, Part, Source, Tables, read_folder, read_mapping
from sandtable.kernel.text_values import Record
from sandtable.kernel.text_words import UNREAD
from sandtable.kernel.yaml_text import Problem, Text, did_you_mean, inline, plain, quoted

__all__ = ["Content", "ContentError", "Kind", "Problem", "Source", "Sources", "Tables", "Value", "check", "load"]

T = TypeVar("T", bound=Struct)
Schema: TypeAlias = Tables | Mapping[str, type[Struct]]
Overlay: TypeAlias = Path | Traversable | Mapping[str, Any]


class ContentError(ValueError):
    """Packs that cannot be played with, and all that is wrong with them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


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


class _Row:
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

    def __init__(self, schema: Tables, rows: dict[str, dict[str, _Row]], tables: dict[str, dict[str, Any]]) -> None:
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


def load(folder: Path | Traversable, schema: Schema, overlays: Sequence[Overlay] = ()) -> Content:
    """The content of a folder with overlays laid on; ContentError with everything that is wrong."""
    content, problems = _read(folder, schema, overlays)
    if content is None:
        raise ContentError(problems)
    return content


def check(folder: Path | Traversable, schema: Schema, overlays: Sequence[Overlay] = ()) -> list[Problem]:
    """All that is wrong with a folder and overlays, in the order of files and lines."""
    return _read(folder, schema, overlays)[1]


def _read(
    folder: Path | Traversable, schema: Schema, overlays: Sequence[Overlay]
) -> tuple[Content | None, list[Problem]]:
    declared = schema if isinstance(schema, Tables) else Tables(schema)
    own = read_folder(folder, declared, overlay=False)
    laid_on = [_read_overlay(overlay, declared, place) for place, overlay in enumerate(overlays, 1)]
    rows = _merge(own, laid_on, declared)
    tables = {name: _build(declared.records[name], rows[name], own.may_lack(name)) for name in declared.records}
    pages = [page for pack in (own, *laid_on) for page in pack.pages]
    problems = [
        problem for page in pages for problem in sorted(page.problems, key=lambda found: (found.line, found.column))
    ]
    return (None if problems else Content(declared, rows, tables)), problems


def _read_overlay(overlay: Overlay, schema: Tables, place: int) -> Pack:
    if isinstance(overlay, Mapping):
        return read_mapping(overlay, schema, f"overlay {place}")
    return read_folder(overlay, schema, overlay=True)


# ---- merging --------------------------------------------------------------------------------------


def _merge(own: Pack, laid_on: Sequence[Pack], schema: Tables) -> dict[str, dict[str, _Row]]:
    rows: dict[str, dict[str, _Row]] = {name: {} for name in schema.records}
    for part in own.parts:
        _take_own(rows[part.table], part)
    _miss_tables(own, schema)
    for pack in laid_on:
        for part in pack.parts:
            _lay_on(rows[part.table], part, own.may_lack(part.table))
    for name, table in rows.items():
        kept = {row_id: row for row_id, row in table.items() if row.own is not None}
        added = {row_id: row for row_id, row in sorted(table.items()) if row.own is None and not row.removed}
        rows[name] = kept | added
    return rows


def _take_own(table: dict[str, _Row], part: Part) -> None:
    """A table may be spread over several files, but a row stands in one of them."""
    for row_id, given in part.rows.items():
        first = table.get(row_id)
        if first is None or first.own is None:
            table[row_id] = _Row(given)
            continue
        hint = f"the first is in {first.own.part.page.name}"
        part.page.report(given.at, f"a second row {quoted(row_id)}", "each row once", f"{part.table}.{row_id}", hint)


def _miss_tables(own: Pack, schema: Tables) -> None:
    present = {part.table for part in own.parts}
    for name in schema.records:
        if name not in present and name not in schema.optional and not own.may_lack(name):
            own.pages[0].report_at(0, 0, f"no table '{name}'", f"one with rows of {schema.types[name].__name__}", name)


def _lay_on(table: dict[str, _Row], part: Part, gaps: bool) -> None:
    for row_id, given in part.rows.items():
        table.setdefault(row_id, _Row(None)).lay_on(given)
    for row_id, at in part.removed.items():
        if row_id in table:
            table[row_id].remove()
        elif not gaps:
            hint = did_you_mean(row_id, table)
            part.page.report(at, f"the unknown row {quoted(row_id)}", "a row to remove", f"{part.table}.{row_id}", hint)


def _build(record: Record, rows: dict[str, _Row], gaps: bool) -> dict[str, Any]:
    """The typed rows of a table, where nothing is missing."""
    built: dict[str, Any] = {}
    for row_id, row in rows.items():
        if row.removed:
            continue
        complete = _complete(record, row_id, row, gaps and row.own is None)
        if complete and all(given.sound for given in row.layers):
            top = row.layers[-1]
            values = {field: value for given in row.layers for field, value in given.values.items()}
            value = record.build(values, top.at, top.part.page, f"{top.part.table}.{row_id}")
            if value is not UNREAD:
                built[row_id] = value
    return built


def _complete(record: Record, row_id: str, row: _Row, gaps: bool) -> bool:
    """Whether the layers together give every field that has no default; reports each that they do not."""
    lowest = row.layers[0]
    if gaps or not all(given.readable for given in row.layers):
        return False
    missing = record.missing(field for given in row.layers for field in given.values)
    for field in missing:
        where = f"{lowest.part.table}.{field}" if lowest.listed else f"{lowest.part.table}.{row_id}.{field}"
        found, expected = f"no '{field}'", record.slots[field].reader.expected
        already = any(
            (told.line, told.column, told.found) == (lowest.at.line, lowest.at.column, found) and lowest.listed
            for told in lowest.part.page.problems
        )
        if not already:
            lowest.part.page.report(lowest.at, found, expected, where)
    return not missing


def _digest(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Of the values alone: not of comments, spelling (`+4` is 4) or the order of tables and fields."""
    filled = [(name, list(rows.items())) for name, rows in sorted(tables.items()) if rows]
    values = msgspec.to_builtins(filled, enc_hook=str, str_keys=True, order="sorted")
    return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()
