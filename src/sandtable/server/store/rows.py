"""What the database holds: tables, their journals, who sits where, and links that were given out.

Everything that is more than a number or a name is kept as JSON text, the same in SQLite and in PostgreSQL. Guests and
links are kept by the hash of their secret, so that whoever reads the database cannot sit down in another's place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    RowMapping,
    String,
    Table,
    Text,
    true,
)

from sandtable.kernel.chain import header, made, told
from sandtable.kernel.chance import Chance
from sandtable.kernel.equals import Left
from sandtable.kernel.options import Seat
from sandtable.kernel.records import Line as Entry
from sandtable.kernel.records import Record, with_head
from sandtable.kernel.table import Checkpoint
from sandtable.kernel.typed import decoded
from sandtable.kernel.view import Outcome

metadata = MetaData()
"""What follows is the schema of the database; each change of it needs a step in `migrations`."""

about = Table("about", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""By its row `schema` the first release knows that a database is too new for it; nobody else reads it."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("setup", Text, nullable=False),
    Column("overlays", Text, nullable=False),
    Column("content", String(64), nullable=False),
    Column("pack", String(64), nullable=False, server_default=""),
    Column("commitment", Text, nullable=False),
    Column("host_key", String(128), nullable=False),
    Column("salts", Text, nullable=False),
    Column("take_backs", Boolean, nullable=False),
    Column("position", Text, nullable=False),
    Column("opening", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("scratch_of", String(40), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Column("over", Boolean, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("dealt", Boolean, nullable=False, server_default=true()),
    Column("notes", Text, nullable=False, server_default="[]"),
)

contents = Table(
    "contents", metadata, Column("digest", String(64), primary_key=True), Column("data", Text, nullable=False)
)
"""The games' own contents with which tables began, each once; `tables.pack` says which."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

positions = Table(
    "positions",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""Where a table stood after so many entries: what only saves time, and may be missing or broken."""

holders = Table(
    "holders",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(64), nullable=False),
    Column("player", String(80), nullable=False),
    Column("seen", Float(53), nullable=False, server_default="0"),
    Column("salt", Text, nullable=False, server_default=""),
    Column("equals", Text, nullable=False, server_default=""),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("holders_by_guest", "guest"),
)

watchers = Table(
    "watchers",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("guest", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "guest"),
    Index("watchers_by_guest", "guest"),
)

links = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("giver", String(64), nullable=False),
    Column("taker", String(64), nullable=False),
)


def hashed(secret: str) -> str:
    """How the database knows a guest or a link."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Holder(Struct):
    """Who answers for a seat: a guest, a computer player by name, or such a player for a guest who is away.

    A seat with neither is open: somebody is awaited there, and nothing is dealt before."""

    seat: Seat
    guest: str = ""
    player: str = ""
    seen: float = 0.0
    """When the guest was last there, to about a minute; 0 if never."""
    salt: str = ""
    """What the guest mixed into the dice on sitting down, before anything was dealt."""
    equals: str = ""
    """How far the guest leaves choices between equals to the table (`Left`, as JSON); empty if not. It belongs to the
    guest and not to the table: another who plays there is asked, and who takes the seat over is asked, too."""

    @property
    def open(self) -> bool:
        return not self.guest and not self.player

    @property
    def left(self) -> Left | None:
        return decoded(self.equals, Left) if self.equals else None


WISH = -2
"""In place of a seat: this is no link that anybody was given, but the giver's wish to delete the table."""


class Link(Struct):
    """An invitation to a seat, or (seat -1) to watch. `taker` is the guest who has used it."""

    token: str
    table_id: str
    seat: Seat
    giver: str
    taker: str = ""


class Standing(Struct):
    """Where a table stands, for lists of tables: nothing that any seat may not know."""

    over: bool
    outcome: Outcome | None
    turn: str
    asked: list[Seat]


class KeptSetup(Struct):
    scenario: str
    options: dict[str, str]
    seats: int
    edition: int = 1


class Kept(Struct, kw_only=True):
    """A table as the database keeps it, without its journal."""

    id: str
    game: str
    setup: KeptSetup
    overlays: list[dict[str, Any]] = field(default_factory=list)
    content: str
    pack: str = ""
    """The game's own content as it was when the table began, packed."""
    commitment: str
    host_key: str
    salts: list[str] = field(default_factory=list)
    take_backs: bool = False
    position: str = ""
    opening: list[Chance] = field(default_factory=list)
    name: str = ""
    owner: str = ""
    scratch_of: str | None = None
    created: float
    updated: float
    standing: Standing
    dealt: bool = True
    """Nothing is dealt before all seats are taken: until then there is a key, and no die has been thrown with it."""
    notes: list[str] = field(default_factory=list)
    """What everybody at this table must know, in the short words of `notes`."""


class Own(Struct, kw_only=True):
    """What a server knows of a table beyond its record."""

    id: str
    name: str = ""
    owner: str = ""
    scratch_of: str | None = None
    created: float
    updated: float
    turn: str
    asked: list[Seat]
    dealt: bool = True
    notes: list[str] = field(default_factory=list)


class Line(Struct):
    """One entry of a journal as the database keeps it, with the checkpoint after it where there is one."""

    number: int
    entry: Entry
    digest: str = ""


_JSON = {
    "setup": KeptSetup,
    "overlays": list[dict[str, Any]],
    "salts": list[str],
    "opening": list[Chance],
    "notes": list[str],
}


def to_row(kept: Kept) -> dict[str, Any]:
    row = {name: getattr(kept, name) for name in kept.__struct_fields__ if name != "standing"}
    row.update({name: as_text(row[name]) for name in _JSON})
    row["pack"] = hashed(kept.pack) if kept.pack else ""
    return row | standing_row(kept.standing)


def standing_row(standing: Standing) -> dict[str, Any]:
    return {
        "over": standing.over,
        "outcome": as_text(standing.outcome),
        "turn": standing.turn,
        "asked": as_text(standing.asked),
    }


def from_row(row: RowMapping, pack: str = "") -> Kept:
    """What is kept of a table; `pack` is the content that the row names."""
    plain = {name: row[name] for name in Kept.__struct_fields__ if name != "standing"}
    for name, kind in _JSON.items():
        plain[name] = decoded(plain[name], kind)
    standing = Standing(
        row["over"],
        decoded(row["outcome"], Outcome | None),
        row["turn"],
        decoded(row["asked"], list[Seat]),
    )
    return Kept(**plain | {"pack": pack}, standing=standing)


def line_row(table_id: str, line: Line) -> dict[str, Any]:
    return {"table_id": table_id, "number": line.number, "data": as_text(line.entry), "digest": line.digest}


def line_from(row: RowMapping) -> Line:
    return Line(row["number"], decoded(row["data"], Entry), row["digest"])


def as_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# ---- records --------------------------------------------------------------------------------------


def record_from(kept: Kept, journal: Sequence[Line] = ()) -> Record:
    """The record that the rows of a table make up: the whole truth, key included."""
    record = Record(
        **header(kept, kept.setup),
        game=kept.game,
        overlays=kept.overlays,
        pack=kept.pack,
        key=kept.host_key,
        position=msgspec.Raw(kept.position.encode() or b"null"),
        journal=[line.entry for line in journal],
        checkpoints=[Checkpoint(line.number, line.digest) for line in journal if line.digest],
        outcome=kept.standing.outcome,
    )
    return with_head(record)


def journal_of(record: Record) -> list[Line]:
    """The journal of a record as rows."""
    marks = {point.entries: point.digest for point in record.checkpoints}
    return [Line(number, entry, marks.get(number, "")) for number, entry in enumerate(record.journal, 1)]


def kept_from(record: Record, own: Own) -> Kept:
    """What is kept of a table, apart from its journal: what its record says, and what only the server knows."""
    return Kept(
        id=own.id,
        game=record.game,
        setup=KeptSetup(**made(record)),
        **told(record),
        overlays=record.overlays,
        pack=record.pack,
        host_key=record.key,
        position="" if bytes(record.position) == b"null" else bytes(record.position).decode(),
        name=own.name,
        owner=own.owner,
        scratch_of=own.scratch_of,
        created=own.created,
        updated=own.updated,
        standing=Standing(record.outcome is not None, record.outcome, own.turn, own.asked),
        dealt=own.dealt,
        notes=own.notes,
    )


def own_of(kept: Kept) -> Own:
    """What a server knows of a kept table beyond its record."""
    return Own(
        id=kept.id,
        name=kept.name,
        owner=kept.owner,
        scratch_of=kept.scratch_of,
        created=kept.created,
        updated=kept.updated,
        turn=kept.standing.turn,
        asked=kept.standing.asked,
        dealt=kept.dealt,
        notes=kept.notes,
    )
