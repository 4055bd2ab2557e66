"""Every field of a record of version 3, emptied, exchanged or taken out: `verify` says what is wrong, and never "good".

Each is done by somebody without the key who makes the digest anew; and, where it is in the record, by somebody who
makes the chain anew as well, as everybody can once a game is over.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec
import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import Record, Report, encode, export, record_of, verify, with_head
from sandtable.kernel.records.form import _lines
from sandtable.kernel.table import Table
from tests.kernel.records.test_records import play

MISSING = "is missing, and was in it when it was written"


@cache
def whole(key: bytes = bytes(32)) -> Record:
    """A finished game of more than fifty entries, with salts and take-backs."""
    for number in range(100):
        table = Table(open_game("patrols"), Setup(seats=2), key, [f"salt {number}", "pepper"], take_backs=True)
        play(table, 1_000, number, undo=0.4)
        if table.over and [point.entries for point in table.checkpoints][:1] == [50] and len(table.journal) < 100:
            return record_of(table)
    raise LookupError("no game of a hundred is that long")


@cache
def other() -> Record:
    """Another one, with another key."""
    return whole(bytes([7] * 32))


EMPTY: dict[str, tuple[Any, str]] = {
    "format": ("", "this is not a Sandtable record"),
    "version": (0, "this record has version 0"),
    "written_by": ("", f"the version of Sandtable that wrote it {MISSING}"),
    "game": ("", "There is no game ''"),
    "scenario": ("", f"its scenario {MISSING}"),
    "seats": (0, f"the number of its seats {MISSING}"),
    "edition": (0, f"the edition of its game {MISSING}"),
    "content": ("", f"the digest of that content {MISSING}"),
    "pack": ("", f"the content it was played with {MISSING}"),
    "commitment": ("", f"the promise of its dice, the commitment, {MISSING}"),
    "salts": ([], "the key gives"),
    "key": ("", f"the key of its dice, which is told when a game is over, {MISSING}"),
    "opening": ([], "the journal holds no outcome for 'mine-hex'"),
    "journal": ([], "the replay ends with None"),
    "checkpoints": ([], f"the checkpoint after entry 50 {MISSING}"),
    "outcome": (None, "the record says None, the replay ends with"),
    "head": ("", f"the head of its chain {MISSING}"),
    "digest": ("", "its digest does not match its bytes"),
}
"""What each field is when it is empty, and what `verify` then says. Those that may be empty are not here."""

MAY_BE_EMPTY = {"options", "overlays", "take_backs", "position"}

NOBODY_CAN_TELL = {"written_by"}
"""Any text may stand there."""


def redone(record: Record, chain: bool, **fields: Any) -> bytes:
    changed = msgspec.structs.replace(record, **fields)
    if chain and changed.key and "head" not in fields:
        with_head(changed)
        changed.version = fields.get("version", changed.version)
    return encode(changed)


def test_every_field_is_looked_at() -> None:
    assert EMPTY.keys() | MAY_BE_EMPTY == set(Record.__struct_fields__)
    assert verify(encode(whole())).good and verify(encode(other())).good


@pytest.mark.parametrize("name", EMPTY)
@pytest.mark.parametrize("chain", [False, True], ids=["digest made anew", "chain made anew"])
def test_a_field_that_was_emptied_is_named(name: str, chain: bool) -> None:
    value, words = EMPTY[name]
    report = verify(_lines(whole()) if name == "digest" else redone(whole(), chain, **{name: value}))
    assert not report.good and any(words in finding for finding in report.findings), report.findings
    if name != "head":
        assert "version 2" not in report.chain, "it is not one of those"


@pytest.mark.parametrize("name", Record.__struct_fields__)
def test_a_field_that_was_taken_out_is_told(name: str) -> None:
    fields = msgspec.json.decode(encode(whole()))
    del fields[name]
    kept = {each: fields[each] for each in fields if each != "digest"}
    blank = _as_written(kept | ({"digest": ""} if name != "digest" else {}))
    digest = hashlib.sha256(blank).hexdigest()
    report = verify(_as_written(kept | ({"digest": digest} if name != "digest" else {})))
    assert not report.good and report.findings and "Traceback" not in report.findings[0]


def _as_written(fields: dict[str, Any]) -> bytes:
    """One field to a line, as records are."""
    lines = []
    for name, value in fields.items():
        label = msgspec.json.encode(name) + b": "
        if name in ("journal", "checkpoints") and value:
            lines.append(label + b"[\n  " + b",\n  ".join(map(msgspec.json.encode, value)) + b"\n ]")
        else:
            lines.append(label + msgspec.json.encode(value))
    return b"{\n " + b",\n ".join(lines) + b"\n}\n"


@pytest.mark.parametrize("name", sorted(EMPTY.keys() - {"format", "version", "game", "scenario", "seats", "digest"}))
@pytest.mark.parametrize("chain", [False, True], ids=["digest made anew", "chain made anew"])
def test_a_field_of_another_game_is_told(name: str, chain: bool) -> None:
    value = getattr(other(), name)
    same = value == getattr(whole(), name)
    report = verify(redone(whole(), chain, **{name: value}))
    assert report.good == (same or name in NOBODY_CAN_TELL), report.findings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("options", {"fog": "on"}),
        ("overlays", [{"men": {"rifleman": {"reach": "2"}}}]),
        ("take_backs", False),
        ("edition", 1),
        ("seats", 1),
    ],
)
def test_a_value_of_ones_own_is_told(name: str, value: Any) -> None:
    assert not verify(redone(whole(), False, **{name: value})).good


def test_checkpoints_cannot_be_thinned_out() -> None:
    for place in range(len(whole().checkpoints)):
        fewer = [point for at, point in enumerate(whole().checkpoints) if at != place]
        report = verify(redone(whole(), True, checkpoints=fewer))
        assert not report.good and MISSING in report.findings[0]


def test_a_shared_position_whose_head_or_content_is_gone_is_told() -> None:
    table = play(Table(open_game("patrols"), Setup(seats=2), bytes(32)), 5)
    shared = export(table, 0)
    assert verify(encode(shared)).good
    for name in ("head", "pack", "written_by"):
        report: Report = verify(redone(shared, True, **{name: ""}))
        assert not report.good and EMPTY[name][1] in report.findings[0]
