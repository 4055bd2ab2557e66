"""Content that lasts: a game's own pack as plain data, so that a table goes on with the values it began with.

What is kept is the pack as its author wrote it, values and sources, part by part. Overlays are kept beside it.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable.kernel.content.pages import Entries, Page, UnfitData, from_plain, plain, quoted
from sandtable.kernel.content.sections import Kind, Pack, Section, Source, Tables
from sandtable.kernel.content.tables import TableReader
from sandtable.kernel.typed import decoded

LARGEST = 4_000_000
"""How many bytes a kept pack may have: what somebody sends must not fill the memory."""

_NAME = "the content it was played with"


class Otherwise(Struct, array_like=True):
    """The source of some rows and columns; none named means all."""

    rows: list[str] | None
    columns: list[str] | None
    kind: Kind
    detail: str


class KeptSection(Struct, omit_defaults=True):
    """One part of a pack as plain data."""

    table: str
    kind: Kind
    detail: str
    rows: dict[str, dict[str, Any]]
    exceptions: list[Otherwise] = field(default_factory=list)


class UnfitPack(ValueError):
    """A kept pack that cannot be unpacked, with a sentence that says why."""


def kept(parts: Sequence[Section]) -> bytes:
    """A pack as JSON."""
    return msgspec.json.encode([_kept(part) for part in parts])


def _kept(part: Section) -> KeptSection:
    exceptions = [
        Otherwise(_names(rows), _names(columns), source.kind, source.detail)
        for rows, columns, source in part.exceptions
    ]
    rows = {row_id: {name: plain(text) for name, text in given.texts.items()} for row_id, given in part.rows.items()}
    return KeptSection(part.table, part.default.kind, part.default.detail, rows, exceptions)


def _names(names: Collection[str] | None) -> list[str] | None:
    return None if names is None else sorted(names)


def pack(data: bytes, effort: int = 9) -> str:
    """Kept content as short text; less effort for what is soon replaced."""
    return base64.b64encode(zlib.compress(data, effort)).decode()


def unpack(text: str) -> bytes:
    """What `pack` was given; UnfitPack for anything else."""
    try:
        inflating = zlib.decompressobj()
        data = inflating.decompress(base64.b64decode(text, validate=True), LARGEST)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise UnfitPack(f"its content cannot be unpacked: {error}") from error
    if not inflating.eof or inflating.unused_data:
        raise UnfitPack(f"its content cannot be unpacked: it is not whole, or larger than {LARGEST:,} bytes")
    return data


def read_kept(data: bytes, schema: Tables) -> Pack:
    """The pack that was kept; what cannot be read of it stands on its page."""
    page = Page(_NAME)
    pack = Pack([page], [], set())
    try:
        for part in decoded(data, list[KeptSection]):
            pack.parts.append(_read(part, schema, page))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        page.report_at(0, 0, f"text that is no content ({error})", "tables with their rows")
    except UnfitData as unfit:
        page.report_at(0, 0, unfit.found, unfit.expected, unfit.where)
    if page.problems:
        pack.lost = None
    return pack


def _read(given: KeptSection, schema: Tables, page: Page) -> Section:
    part = Section(given.table, page, Source(given.kind, given.detail))
    part.exceptions += [
        (_some(other.rows), _some(other.columns), Source(other.kind, other.detail)) for other in given.exceptions
    ]
    text = from_plain(given.rows, given.table)
    assert isinstance(text, Entries)
    if given.table in schema.records:
        TableReader(given.table, schema.records[given.table], page, None).read_rows(part, text, None)
    else:
        page.report(text, f"the table {quoted(given.table)}", "only tables that the game has", given.table)
    return part


def _some(names: list[str] | None) -> frozenset[str] | None:
    return None if names is None else frozenset(names)
