"""The form of a record: JSON text, one line per header field, one line per journal entry.

Its digest covers every byte, and a record that is not written exactly as this module writes it has been altered.
Records of older versions are read as they were written, then brought up to date.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from sandtable import __version__
from sandtable.kernel.chain import Beginning, header
from sandtable.kernel.chance import Chance
from sandtable.kernel.table import Amended, Answered, Checkpoint, Undone
from sandtable.kernel.typed import decoded
from sandtable.kernel.view import Outcome

FORMAT = "sandtable record"
VERSION = 5
CHAINED = 3
"""Since this version entries form a chain, and a record holds its content."""


class RecordError(ValueError):
    """A record that cannot be read or replayed, with a sentence that says why and where."""


Line = Answered | Undone | Amended


class Record(Struct, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    written_by: str = __version__
    game: str
    scenario: str
    options: dict[str, str]
    seats: int
    edition: int = 1
    """Of the game's way to set up and deal: see `Game.edition`."""
    overlays: list[dict[str, Any]] = field(default_factory=list)
    content: str
    """Digest of the content the game was played with, overlays included."""
    pack: str = ""
    """The game's own content as it was then, packed; records up to version 2 have none."""
    commitment: str
    salts: list[str] = field(default_factory=list)
    key: str = ""
    """The host's key in hex; empty while it must stay secret."""
    take_backs: bool = False
    position: msgspec.Raw = msgspec.Raw(b"null")
    """A state to begin from, for exports of unfinished games; null where the journal begins at the beginning."""
    opening: list[Chance] = field(default_factory=list)
    journal: list[Line] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    outcome: Outcome | None = None
    head: str = ""
    """The last link of the chain of entries: what the players saw. Records up to version 2 have none."""
    digest: str = ""


class RecordOf2(Struct, kw_only=True):
    """A record as version 2 wrote it."""

    format: str
    version: int
    written_by: str
    game: str
    scenario: str
    options: dict[str, str]
    seats: int
    overlays: list[dict[str, Any]] = field(default_factory=list)
    content: str
    commitment: str
    salts: list[str] = field(default_factory=list)
    key: str = ""
    take_backs: bool = False
    position: msgspec.Raw = msgspec.Raw(b"null")
    opening: list[Chance] = field(default_factory=list)
    journal: list[Answered | Undone] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    outcome: Outcome | None = None
    digest: str = ""


def beginning(record: Record) -> Beginning:
    """What the first link of a record's chain covers."""
    return Beginning(game=record.game, position=position_in(record), **header(record, record))


def position_in(record: Record) -> bytes | None:
    return None if bytes(record.position) == b"null" else bytes(record.position)


# ---- what a whole record has -----------------------------------------------------------------------


class Written(Struct):
    """The little that tells in which form the rest is."""

    version: int


def written_as(data: bytes) -> int:
    """The version in which a record that can be read was written; once read, all are of the newest."""
    return decoded(data, Written).version


DIGEST = re.compile(r"[0-9a-f]{64}")


def lacking(record: Record, checkpoints: Iterable[int]) -> list[str]:
    """What is not in a record of version 3, and is in every one as it was written, in sentences.

    `checkpoints` are the entries after which there must be one.
    """
    missing = {
        "the version of Sandtable that wrote it": not record.written_by,
        "its scenario": not record.scenario,
        "the number of its seats": record.seats < 1,
        "the edition of its game": record.edition < 1,
        "the content it was played with": not record.pack,
        "the digest of that content": not DIGEST.fullmatch(record.content),
        "the promise of its dice, the commitment,": not DIGEST.fullmatch(record.commitment),
        "the head of its chain": not DIGEST.fullmatch(record.head),
        "the key of its dice, which is told when a game is over,": record.outcome is not None and not record.key,
    }
    found = {point.entries for point in record.checkpoints}
    gone = [place for place in checkpoints if place not in found]
    names = [name for name, is_missing in missing.items() if is_missing]
    names += [f"the checkpoint after entry {gone[0]}"] if gone else []
    return [f"{name} is missing, and was in it when it was written" for name in names]


# ---- writing --------------------------------------------------------------------------------------


def encode(record: Struct) -> bytes:
    """The bytes of a record, digest included."""
    blank = msgspec.structs.replace(record, digest="")
    return _lines(msgspec.structs.replace(record, digest=hashlib.sha256(_lines(blank)).hexdigest()))


def _lines(record: Struct) -> bytes:
    """Canonical JSON: one line per field, one line per element of a list of structs."""
    lines = []
    for name in record.__struct_fields__:
        value = getattr(record, name)
        label = msgspec.json.encode(name) + b": "
        if name in ("journal", "checkpoints") and value:
            rows = b",\n  ".join(msgspec.json.encode(row) for row in value)
            lines.append(label + b"[\n  " + rows + b"\n ]")
        else:
            lines.append(label + msgspec.json.encode(value))
    return b"{\n " + b",\n ".join(lines) + b"\n}\n"


# ---- reading --------------------------------------------------------------------------------------


def decode(data: bytes) -> Record:
    """A record from its bytes; anything altered, unknown or newer is refused with a sentence."""
    try:
        fields = msgspec.json.decode(data)
    except RecursionError as error:
        raise RecordError("this is not a record: it is nested too deeply") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"this is not a record: {error}") from error
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise RecordError("this is not a Sandtable record: it does not say so in its first field")
    version = fields.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= VERSION:
        raise RecordError(f"this record has version {version!r}; this Sandtable reads 1 to {VERSION}")
    try:
        if version == 1:
            return _from_2(_from_1(fields))
        if version == 2:
            return _from_2(_checked(data, RecordOf2))
        return _of_its_version(_checked(data, Record))
    except (msgspec.MsgspecError, KeyError, UnicodeError, RecursionError) as error:
        raise RecordError(f"this record cannot be read: {error}") from error


R = TypeVar("R", bound=Struct)


def _checked(data: bytes, form: type[R]) -> R:
    record = decoded(data, form)
    if encode(record) != data:
        raise RecordError("this record has been altered: its digest does not match its bytes")
    return record


def version_for(journal: Sequence[Struct]) -> int:
    """In which version a journal is written: the oldest that can say it, so that records stay as they were, byte for
    byte. Version 4 says who noticed an entry; 5, which answers of others fell with those that were taken back."""
    if any(isinstance(entry, Undone) and entry.fallen for entry in journal):
        return VERSION
    return 4 if any(isinstance(e, Answered | Undone) and e.noticed is not None for e in journal) else 3


def _of_its_version(record: Record) -> Record:
    if record.version < version_for(record.journal):
        raise RecordError("this record has been altered: its entries say what records of its version do not")
    return record


def _from_1(fields: dict[str, Any]) -> RecordOf2:
    """Version 1 was compact JSON, had no salts and called the commitment `dice`."""
    said = fields.pop("digest", "")
    if said != hashlib.sha256(msgspec.json.encode(fields)).hexdigest():
        raise RecordError("this record of version 1 has been altered: its digest does not match")
    fields["commitment"] = fields.pop("dice")
    fields["salts"] = []
    return decoded(msgspec.json.encode(fields), RecordOf2)


def _from_2(old: RecordOf2) -> Record:
    """Version 2 had no editions and no chain, and did not hold the content itself."""
    fields = {name: getattr(old, name) for name in old.__struct_fields__}
    return Record(**fields | {"version": VERSION, "edition": 1})
