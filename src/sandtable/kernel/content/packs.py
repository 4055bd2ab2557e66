"""One content pack as written: a folder of YAML files, each a mapping from table name to table, or plain data.

Nothing is merged here. Every problem goes to the page it stands on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
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
    """The pack in a folder. Its own tables must say where their values come from; an overlay's may.

    Of a folder whose files are as they were only the pages are new: a case, a table or a test that lays something on a
    game's content need not wait until all of it has been read again.
    """
    name = folder.resolve().name if isinstance(folder, Path) else folder.name
    try:
        files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    except OSError:
        files = []
    written = tuple((str(file), _bytes_of(file)) for file in files)
    return _read_files(str(folder), name, written, schema, overlay).on_new_pages()


def _bytes_of(file: Path | Traversable) -> bytes | str:
    """What a file holds, or why it cannot be opened."""
    try:
        return file.read_bytes()
    except OSError as error:
        return error.strerror or ""


@lru_cache(maxsize=8)
def _read_files(
    folder: str, name: str, files: tuple[tuple[str, bytes | str], ...], schema: Tables, overlay: bool
) -> Pack:
    pack = Pack([Page(folder)], [], set())
    if not files:
        pack.pages[0].report_at(0, 0, "no content", "a folder with files whose names end in .yaml")
        pack.lost = None
    fallback = Source("overlay", name) if overlay else None
    for file, held in files:
        page, text = _read_file(file, held)
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


def _read_file(file: str, held: bytes | str) -> tuple[Page, Text | None]:
    if isinstance(held, bytes):
        return read_yaml(file, held)
    page = Page(file)
    page.report_at(0, 0, "a file that cannot be opened", "one that can", hint=held)
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
