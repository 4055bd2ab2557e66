"""Looking after the tables of a server: backups, and whether the rules installed now still allow every answer."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from sandtable import __version__
from sandtable.kernel import records
from sandtable.kernel.chance import ReplayDealer
from sandtable.kernel.content import ContentError
from sandtable.kernel.game import SetupError, open_game
from sandtable.kernel.records import Record, RecordError
from sandtable.kernel.state import digest
from sandtable.kernel.table import Answered, Entry, Table
from sandtable.server import rows
from sandtable.server.reel import apply_entry
from sandtable.server.rows import Holder, Line, Link, Own
from sandtable.server.storage import Storage, Whole

FORMAT = "sandtable backup"
VERSION = 1


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
    kept = whole.kept
    own = Own(
        id=kept.id,
        name=kept.name,
        owner=kept.owner,
        scratch_of=kept.scratch_of,
        created=kept.created,
        updated=kept.updated,
        turn=kept.standing.turn,
        asked=kept.standing.asked,
    )
    record = records.encode(rows.record_from(kept, whole.journal)).decode()
    return Packed(own, whole.holders, whole.watchers, whole.links, record)


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
        head = msgspec.json.decode(first, type=Head)
    except msgspec.DecodeError:
        head = Head("", 0, "")
    if head.format != FORMAT:
        raise BackupError(f"{file} is not a backup of Sandtable tables")
    if head.version > VERSION:
        raise BackupError(f"{file} was written by a newer Sandtable ({head.written_by})")
    try:
        said = msgspec.json.decode(tail, type=Tail)
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
            yield msgspec.json.decode(line, type=Packed)
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
    """Replays a table with the installed rules and content, checks its dice, and names the first bad answer."""
    record = rows.record_from(whole.kept, whole.journal)
    finding = Finding(whole.kept.id, whole.kept.game, False, len(whole.journal))
    try:
        installed = open_game(record.game, record.overlays).content.digest
    except (SetupError, ContentError) as error:
        finding.text = str(error)
        return finding
    if installed == record.content:
        report = records.verify(records.encode(record))
        if report.good:
            finding.good = True
            return finding
        finding.text = "; ".join(report.findings)
    else:
        finding.text = "it was played with other content than is installed here"
        record.content = installed
    _name_first_bad(record, whole.journal, finding)
    return finding


def _name_first_bad(record: Record, journal: Sequence[Line], finding: Finding) -> None:
    try:
        table = records.replay(record, 0)
    except RecordError as error:
        finding.text = str(error)
        return
    dealer = ReplayDealer()
    table.dealer.source = dealer
    for line in journal:
        told = _told(table, line.entry)
        try:
            apply_entry(table, dealer, line.entry)
            if dealer.outcomes:
                raise RecordError("it holds outcomes of chance that the rules no longer ask for")
            if line.digest and line.digest != digest(table.g.s):
                raise RecordError("the position after it is another one than it was")
        except Exception as error:  # rules that changed may fail in any way on an old position
            finding.entry = line.number
            finding.text = f"entry {line.number}, {told}: {error or type(error).__name__}"
            return


def _told(table: Table, entry: Entry) -> str:
    """An entry in words, as far as the rules still know them."""
    if not isinstance(entry, Answered):
        return "a take-back"
    who = table.game.meta.seats[entry.seat] if entry.seat < len(table.game.meta.seats) else f"seat {entry.seat}"
    said = []
    for option in entry.options:
        try:
            said.append(table.game.say(table.g.s, entry.seat, option))
        except Exception:  # a word that the game no longer has
            said.append(" ".join(map(str, option)))
    return f"{who} said “{'; '.join(said)}”"
