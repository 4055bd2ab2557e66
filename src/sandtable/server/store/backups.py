"""Looking after the tables of a server: backups, and whether the rules installed now still allow every answer."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from sandtable import __version__
from sandtable.kernel import records
from sandtable.kernel.records import NoLonger, RecordError
from sandtable.kernel.typed import decoded
from sandtable.server.store import rows
from sandtable.server.store.rows import Holder, Link, Own
from sandtable.server.store.storage import Storage, Whole

FORMAT = "sandtable backup"
VERSION = 2
"""2 since entries say who noticed them: an older Sandtable would read past that."""


class BackupError(ValueError):
    """A backup that cannot be read, with a sentence that says why."""


# ---- backups --------------------------------------------------------------------------------------


class Head(Struct):
    """The first line of a backup."""

    format: str
    version: int
    written_by: str


class Packed(Struct):
    """One table in a backup: its record as anybody could read it, and what only a server knows."""

    own: Own
    holders: list[Holder]
    watchers: list[str]
    links: list[Link]
    record: str


class Tail(Struct):
    """The last line: without it a backup is not whole."""

    tables: int
    digest: str


async def back_up(storage: Storage, file: Path) -> int:
    """Writes all tables into one file, as they are at one moment; says how many."""
    count, seal = 0, hashlib.sha256()
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:

            def write(value: Struct) -> None:
                line = msgspec.json.encode(value) + b"\n"
                seal.update(line)
                out.write(line)

            write(Head(FORMAT, VERSION, __version__))
            async for whole in storage.everything():
                write(_pack(whole))
                count += 1
            write(Tail(count, seal.hexdigest()))
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return count


def _pack(whole: Whole) -> Packed:
    record = records.encode(rows.record_from(whole.kept, whole.journal)).decode()
    return Packed(rows.own_of(whole.kept), whole.holders, whole.watchers, whole.links, record)


async def restore(storage: Storage, file: Path) -> tuple[int, int]:
    """Reads a backup into a database: how many tables came, and how many were there already and stay as they are."""
    _check(file)
    there = set(await storage.ids())
    came = stayed = 0
    for packed in _tables(file):
        if packed.own.id in there:
            stayed += 1
            continue
        await storage.add(_unpack(packed))
        came += 1
    return came, stayed


def _check(file: Path) -> None:
    """Refuses a file that is not a backup, not whole or altered, before anything is read into a database."""
    seal, tail, count = hashlib.sha256(), b"", -1
    with file.open("rb") as lines:
        for line in lines:
            if tail:
                seal.update(tail)
                count += 1
            tail = line
    first = next(_lines(file), b"")
    try:
        head = decoded(first, Head)
    except msgspec.DecodeError:
        head = Head("", 0, "")
    if head.format != FORMAT:
        raise BackupError(f"{file} is not a backup of Sandtable tables")
    if head.version > VERSION:
        raise BackupError(f"{file} was written by a newer Sandtable ({head.written_by})")
    try:
        said = decoded(tail, Tail)
    except msgspec.DecodeError as error:
        raise BackupError(f"{file} is not whole: its last line is missing") from error
    if said.digest != seal.hexdigest() or said.tables != count:
        raise BackupError(f"{file} has been altered: its digest does not match its lines")


def _lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as lines:
        yield from lines


def _tables(file: Path) -> Iterator[Packed]:
    lines = list(_lines(file))[1:-1]
    for number, line in enumerate(lines, 2):
        try:
            yield decoded(line, Packed)
        except msgspec.DecodeError as error:
            raise BackupError(f"{file}:{number}: this table cannot be read: {error}") from error


def _unpack(packed: Packed) -> Whole:
    record = records.decode(packed.record.encode())
    return Whole(
        rows.kept_from(record, packed.own), rows.journal_of(record), packed.holders, packed.watchers, packed.links
    )


# ---- verifying ------------------------------------------------------------------------------------


class Finding(Struct):
    """What became of one table under the rules installed now."""

    table: str
    game: str
    good: bool
    entries: int
    text: str = ""
    entry: int = 0
    """The first entry of the journal that no longer holds; 0 if it is not one entry's fault."""


def verify(whole: Whole) -> Finding:
    """Replays a table with the rules installed now, checks its dice, and names the first bad answer."""
    record = rows.record_from(whole.kept, whole.journal)
    finding = Finding(whole.kept.id, whole.kept.game, False, len(whole.journal))
    if not whole.kept.dealt:
        finding.good, finding.text = True, "it waits for its players, and nothing is dealt yet"
        return finding
    report = records.verify(records.encode(record))
    finding.good, finding.text = report.good, "; ".join(report.findings)
    if not report.good:
        try:
            records.replay(record)
        except NoLonger as error:
            finding.entry, finding.text = error.entries + 1, f"entry {error.entries + 1}, {error.why}"
        except RecordError as error:
            finding.text = str(error)
    return finding
