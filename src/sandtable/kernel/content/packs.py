"""One content pack as written: a folder of YAML files, each a mapping from table name to table, or plain data.

Nothing is merged here. Every problem goes to the page it stands on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from sandtable.kernel.content.pages import (
    Entries,
    Leaf,
    Page,
    Text,
    UnfitData,
    any_of,
    described,
    did_you_mean,
    from_plain,
    near,
    quoted,
)
from sandtable.kernel.content.sections import Pack, Section, Source, Tables
from sandtable.kernel.content.tables import TableReader
from sandtable.kernel.content.yaml_text import read_yaml


def read_folder(folder: Path | Traversable, schema: Tables, *, overlay: bool) -> Pack:
    """The pack in a folder. Its own tables must say where their values come from; an overlay's may."""
    name = folder.resolve().name if isinstance(folder, Path) else folder.name
    pack = Pack([Page(str(folder))], [], set())
    try:
        files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    except OSError:
        files = []
    if not files:
        pack.pages[0].report_at(0, 0, "no content", "a folder with files whose names end in .yaml")
        pack.lost = None
    fallback = Source("overlay", name) if overlay else None
    for file in files:
        page, text = _read_file(file)
        pack.pages.append(page)
        if text is not None and not isinstance(text, Entries):
            page.report(text, described(text), "a mapping from table names to tables")
        if not isinstance(text, Entries):
            pack.lost = None
            continue
        for table in _known_tables(text, schema, pack, page):
            reader = TableReader(table, schema.records[table], page, fallback)
            pack.parts.append(reader.read(text.values[table], text.names[table]))
            if reader.lost and pack.lost is not None:
                pack.lost.add(table)
    return pack


def _read_file(file: Path | Traversable) -> tuple[Page, Text | None]:
    try:
        return read_yaml(str(file), file.read_bytes())
    except OSError as error:
        page = Page(str(file))
        page.report_at(0, 0, "a file that cannot be opened", "one that can", hint=error.strerror or "")
        return page, None


def read_mapping(data: Mapping[str, Any], schema: Tables, name: str) -> Pack:
    """A pack from plain data, table to row to field; null in place of a row removes it."""
    page = Page(name)
    pack = Pack([page], [], set())
    try:
        text = from_plain(data)
    except UnfitData as unfit:
        page.report_at(0, 0, unfit.found, unfit.expected, unfit.where)
        return pack
    assert isinstance(text, Entries)
    for table in _known_tables(text, schema, pack, page):
        reader = TableReader(table, schema.records[table], page, None)
        part = Section(table, page, Source("overlay", "laid on for this game"))
        pack.parts.append(part)
        rows = text.values[table]
        if not isinstance(rows, Entries):
            page.report(rows, described(rows), "a mapping from row ids to rows", table)
            continue
        part.removed = {row: rows.names[row] for row, given in rows.values.items() if given == Leaf(None)}
        kept = {row: given for row, given in rows.values.items() if row not in part.removed}
        reader.read_rows(part, Entries(kept, rows.names), None)
    return pack


def _known_tables(text: Entries, schema: Tables, pack: Pack, page: Page) -> Iterator[str]:
    for name in text.values:
        if name in schema.records:
            yield name
            continue
        tables = any_of(f"'{table}'" for table in schema.records)
        hint = did_you_mean(name, schema.records)
        page.report(text.names[name], f"the unknown table {quoted(name)}", tables, name, hint)
        meant = near(name, schema.records)
        if meant and pack.lost is not None:
            pack.lost.add(meant)
