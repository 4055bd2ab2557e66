"""Loading: the packs of a game laid over each other, made complete and typed, or all that is wrong with them.

Rows keep the order of the files; rows that only overlays have follow in the order of their ids, whatever the
order of the overlays. Order counts for the digest, because games number their pieces by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from sandtable.kernel.content.holding import hold
from sandtable.kernel.content.keeping import read_kept
from sandtable.kernel.content.merged import Content, Row
from sandtable.kernel.content.packs import read_folder, read_mapping
from sandtable.kernel.content.pages import Problem, did_you_mean, quoted
from sandtable.kernel.content.sections import Pack, Section, Tables
from sandtable.kernel.content.values import StructReader
from sandtable.kernel.content.words import UNREAD

Schema: TypeAlias = Tables | Mapping[str, type[Struct]]
Overlay: TypeAlias = Path | Traversable | Mapping[str, Any]


class ContentError(ValueError):
    """Packs that cannot be played with, and all that is wrong with them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def load(
    folder: Path | Traversable | bytes, schema: Schema, overlays: Sequence[Overlay] = (), *, played: bool = False
) -> Content:
    """The content of a folder, or of a pack as `Content.kept` has it, with overlays laid on.

    ContentError with everything that is wrong. What comes out of a game that was `played` (and what was kept always
    does) is read by its types alone: it was held to the rest when it was laid on.
    """
    declared = schema if isinstance(schema, Tables) else Tables(schema)
    content, problems = _read(folder, declared.as_kept if played or isinstance(folder, bytes) else declared, overlays)
    if content is None:
        raise ContentError(problems)
    return content


def check(folder: Path | Traversable, schema: Schema, overlays: Sequence[Overlay] = ()) -> list[Problem]:
    """All that is wrong with a folder and overlays, in the order of files and lines."""
    return _read(folder, schema, overlays, odd=True)[1]


def _read(
    folder: Path | Traversable | bytes, schema: Schema, overlays: Sequence[Overlay], *, odd: bool = False
) -> tuple[Content | None, list[Problem]]:
    declared = schema if isinstance(schema, Tables) else Tables(schema)
    own = read_kept(folder, declared) if isinstance(folder, bytes) else read_folder(folder, declared, overlay=False)
    laid_on = [_read_overlay(overlay, declared, place) for place, overlay in enumerate(overlays, 1)]
    rows = _merge(own, laid_on, declared)
    tables = {name: _build(declared.records[name], rows[name], own.may_lack(name)) for name in declared.records}
    pages = [page for pack in (own, *laid_on) for page in pack.pages]
    if declared.ranges:
        hold(declared, rows, tables, own, laid_on, odd=odd)
    problems = [
        problem for page in pages for problem in sorted(page.problems, key=lambda found: (found.line, found.column))
    ]
    return (None if problems else Content(declared, own.parts, rows, tables)), problems


def _read_overlay(overlay: Overlay, schema: Tables, place: int) -> Pack:
    if isinstance(overlay, Mapping):
        return read_mapping(overlay, schema, f"overlay {place}")
    return read_folder(overlay, schema, overlay=True)


# ---- merging --------------------------------------------------------------------------------------


def _merge(own: Pack, laid_on: Sequence[Pack], schema: Tables) -> dict[str, dict[str, Row]]:
    rows: dict[str, dict[str, Row]] = {name: {} for name in schema.records}
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


def _take_own(table: dict[str, Row], part: Section) -> None:
    """A table may be spread over several files, but a row stands in one of them."""
    for row_id, given in part.rows.items():
        first = table.get(row_id)
        if first is None or first.own is None:
            table[row_id] = Row(given)
            continue
        hint = f"the first is in {first.own.part.page.name}"
        part.page.report(given.at, f"a second row {quoted(row_id)}", "each row once", f"{part.table}.{row_id}", hint)


def _miss_tables(own: Pack, schema: Tables) -> None:
    present = {part.table for part in own.parts}
    for name in schema.records:
        if name not in present and name not in schema.optional and not own.may_lack(name):
            own.pages[0].report_at(0, 0, f"no table '{name}'", f"one with rows of {schema.types[name].__name__}", name)


def _lay_on(table: dict[str, Row], part: Section, gaps: bool) -> None:
    for row_id, given in part.rows.items():
        table.setdefault(row_id, Row(None)).lay_on(given)
    for row_id, at in part.removed.items():
        if row_id in table:
            table[row_id].remove()
        elif not gaps:
            hint = did_you_mean(row_id, table)
            part.page.report(at, f"the unknown row {quoted(row_id)}", "a row to remove", f"{part.table}.{row_id}", hint)


def _build(record: StructReader, rows: dict[str, Row], gaps: bool) -> dict[str, Any]:
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


def _complete(record: StructReader, row_id: str, row: Row, gaps: bool) -> bool:
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
