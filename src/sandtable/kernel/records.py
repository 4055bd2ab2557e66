"""Records: saved games that anyone can read, replay and verify.

A record is JSON text: one line per header field, one line per journal entry. Its digest covers every byte,
and a record that is not written exactly as this module writes it has been altered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable import __version__
from sandtable.kernel.chance import AuditDealer, ChanceError, Dealer, ReplayDealer, commitment
from sandtable.kernel.chance import Outcome as Chance
from sandtable.kernel.content import ContentError
from sandtable.kernel.flow import FlowError
from sandtable.kernel.game import Game, Setup, SetupError, open_game
from sandtable.kernel.options import SPECTATOR, Refused, Seat
from sandtable.kernel.sight import world_key
from sandtable.kernel.state import digest, save
from sandtable.kernel.table import Answered, Checkpoint, Table, Undone
from sandtable.kernel.view import Outcome

FORMAT = "sandtable record"
VERSION = 2


class RecordError(ValueError):
    """A record that cannot be read or replayed, with a sentence that says why and where."""


class Record(Struct, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    written_by: str = __version__
    game: str
    scenario: str
    options: dict[str, str]
    seats: int
    overlays: list[dict[str, Any]] = field(default_factory=list)
    content: str
    """Digest of the content the game was played with, overlays included."""
    commitment: str
    salts: list[str] = field(default_factory=list)
    key: str = ""
    """The host's key in hex; empty while it must stay secret."""
    take_backs: bool = False
    position: msgspec.Raw = msgspec.Raw(b"null")
    """A state to begin from, for exports of unfinished games; null where the journal begins at the beginning."""
    opening: list[Chance] = field(default_factory=list)
    journal: list[Answered | Undone] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    outcome: Outcome | None = None
    digest: str = ""


# ---- writing --------------------------------------------------------------------------------------


def record_of(table: Table) -> Record:
    """The whole truth of a table, for its owner: with the key, so that play can go on."""
    if table.scratch:
        raise RecordError("a what-if table keeps no journal; export its position instead")
    return Record(
        game=table.game.meta.id,
        scenario=table.setup.scenario,
        options=table.setup.options,
        seats=table.setup.seats,
        overlays=table.game.content.overlays,
        content=table.game.content.digest,
        commitment=table.commitment,
        salts=table.salts,
        key=table.host_key.hex(),
        take_backs=table.take_backs,
        position=msgspec.Raw(table.position or b"null"),
        opening=table.opening,
        journal=list(table.journal),  # type: ignore[arg-type]
        checkpoints=table.checkpoints,
        outcome=table.g.s.outcome,
    )


def export(table: Table, seat: Seat = SPECTATOR) -> Record:
    """A position to share: what this seat may think it is, with none of the table's secrets."""
    record = record_of(table) if not table.scratch else None
    if record is not None and table.over:
        return record
    dealt = table.game.determinise(table.g.s, seat, world_key(table.g.s, seat))
    return Record(
        game=table.game.meta.id,
        scenario=table.setup.scenario,
        options=table.setup.options,
        seats=table.setup.seats,
        overlays=table.game.content.overlays,
        content=table.game.content.digest,
        commitment=commitment(dealt.key),
        key=dealt.key.hex(),
        take_backs=True,
        position=msgspec.Raw(save(dealt)),
    )


def encode(record: Record) -> bytes:
    """The bytes of a record, digest included."""
    blank = msgspec.structs.replace(record, digest="")
    return _lines(msgspec.structs.replace(record, digest=hashlib.sha256(_lines(blank)).hexdigest()))


def _lines(record: Record) -> bytes:
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


def _from_1(old: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had no salts and called the commitment `dice`."""
    old["commitment"] = old.pop("dice")
    old["salts"] = []
    return old


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1}


def decode(data: bytes) -> Record:
    """A record from its bytes; anything altered, unknown or newer is refused with a sentence."""
    try:
        fields = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"this is not a record: {error}") from error
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise RecordError("this is not a Sandtable record: it does not say so in its first field")
    version = fields.get("version")
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise RecordError(f"this record has version {version!r}; this Sandtable reads 1 to {VERSION}")
    if version == VERSION:
        return _decode_current(data)
    said = fields.pop("digest", "")
    if said != hashlib.sha256(msgspec.json.encode(fields)).hexdigest():
        raise RecordError(f"this record of version {version} has been altered: its digest does not match")
    try:
        while version < VERSION:
            fields = MIGRATIONS[version](fields)
            version += 1
            fields["version"] = version
        return msgspec.json.decode(msgspec.json.encode(fields), type=Record)
    except (msgspec.ValidationError, KeyError) as error:
        raise RecordError(f"this record cannot be read: {error}") from error


def _decode_current(data: bytes) -> Record:
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.DecodeError as error:
        raise RecordError(f"this record cannot be read: {error}") from error
    if encode(record) != data:
        raise RecordError("this record has been altered: its digest does not match its bytes")
    return record


# ---- replaying ------------------------------------------------------------------------------------


def game_of(record: Record) -> Game[Any, Any]:
    """The game a record was played with, its overlays laid on again."""
    try:
        game = open_game(record.game, record.overlays)
    except (SetupError, ContentError) as error:
        raise RecordError(str(error)) from error
    if game.content.digest != record.content:
        raise RecordError(
            f"this record was played with other content than the {record.game} installed here "
            f"(digest {record.content[:12]} against {game.content.digest[:12]})"
        )
    return game


def replay(record: Record, entries: int | None = None) -> Table:
    """The table a record describes, after all its journal or the first `entries` of it; play can go on from there."""
    return _replay(record, ReplayDealer(), entries)


def _replay(record: Record, dealer: ReplayDealer, entries: int | None = None) -> Table:
    game = game_of(record)
    try:
        host_key = bytes.fromhex(record.key) if record.key else bytes(32)
    except ValueError as error:
        raise RecordError("its key is not written in hexadecimal digits") from error
    dealer.feed(record.opening)
    setup = Setup(record.scenario, dict(record.options), record.seats)
    if bytes(record.position) != b"null":
        table = _from_position(game, setup, record, host_key)
        table.dealer.source = dealer
    else:
        try:
            table = Table(game, setup, host_key, record.salts, record.take_backs, dealer)
        except (ChanceError, FlowError, SetupError) as error:
            raise RecordError(f"the opening does not replay: {error}") from error
    table.commitment = record.commitment
    marks = {point.entries: point.digest for point in record.checkpoints}
    for number, entry in enumerate(record.journal[:entries], 1):
        try:
            _again(table, dealer, entry)
        except (Refused, ChanceError, FlowError) as error:
            raise RecordError(f"entry {number} of the journal does not replay: {error}") from error
        if dealer.outcomes:
            raise RecordError(f"entry {number} of the journal holds outcomes that nothing asked for")
        if number in marks and marks[number] != digest(table.g.s):
            raise RecordError(f"after entry {number} the position differs from the checkpoint")
    table.dealer.source = Dealer()
    return table


def _from_position(game: Game[Any, Any], setup: Setup, record: Record, host_key: bytes) -> Table:
    table = Table(game, setup, host_key, take_backs=True)
    table.position = bytes(record.position)
    try:
        table.g.s = game.load(table.position)
    except (msgspec.ValidationError, LookupError, TypeError) as error:
        raise RecordError(f"its position cannot be read: {error}") from error
    table.g.asked = None
    table.dealer.collect()
    table.log.clear()
    table.opening = []
    return table


def _again(table: Table, dealer: ReplayDealer, entry: Answered | Undone) -> None:
    if isinstance(entry, Answered):
        dealer.feed(entry.chance)
        if cut := table.answer(entry.seat, *entry.options):
            raise Refused(cut.refusal)  # a journal holds only the parts that stand
        return
    for index, moment in enumerate(table.history):
        if moment.answers == entry.answers:
            table.go_back(index)
            return
    raise ChanceError(f"an undo to answer {entry.answers}, which could not be taken back")


# ---- verifying ------------------------------------------------------------------------------------


class Report(Struct):
    """What `verify` found."""

    good: bool
    findings: list[str]
    outcomes: int
    answers: int
    take_backs: int
    dice: str


def verify(data: bytes) -> Report:
    """Checks a record without trusting who wrote it: bytes, rules, dice, result."""
    findings: list[str] = []
    try:
        record = decode(data)
        dealer = AuditDealer() if record.key else ReplayDealer()
        table = _replay(record, dealer)
    except RecordError as error:
        return Report(False, [str(error)], 0, 0, 0, "not checked")
    dice = "not checked: the key is not revealed yet"
    if isinstance(dealer, AuditDealer):
        if commitment(bytes.fromhex(record.key)) != record.commitment:
            findings.append("the key is not the one that was committed to before play")
        findings += dealer.findings
        dice = "every outcome follows from the committed key" if not findings else "altered"
    if table.g.s.outcome != record.outcome:
        findings.append(f"the record says {record.outcome}, the replay ends with {table.g.s.outcome}")
    undone = sum(isinstance(entry, Undone) for entry in record.journal)
    outcomes = len(record.opening) + sum(len(e.chance) for e in record.journal if isinstance(e, Answered))
    return Report(not findings, findings, outcomes, table.answers, undone, dice)
