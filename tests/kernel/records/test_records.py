"""Records: every byte counts, every die is checked against the key, old versions are read, secrets stay home."""

from __future__ import annotations

import hashlib
import random
import tracemalloc
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import (
    FORMAT,
    VERSION,
    Record,
    RecordError,
    Report,
    decode,
    encode,
    export,
    record_of,
    replay,
    verify,
    with_head,
)
from sandtable.kernel.state import save
from sandtable.kernel.table import Answered, Checkpoint, Table, Undone, quick_table


def play(table: Table, answers: int, seed: int = 0, undo: float = 0.0) -> Table:
    """Random answers at a table, with take-backs where it allows them."""
    rng = random.Random(seed)
    for _ in range(answers):
        if table.over:
            break
        if rng.random() < undo and table.can_undo(0):
            table.undo(0)
            continue
        ask = table.g.ask
        assert ask is not None
        seat = rng.choice(ask.seats())
        table.answer(seat, rng.choice(list(ask.options(seat))))
    return table


def sit(seed: int = 3, seats: int = 2, take_backs: bool = False, edition: int = 0) -> Table:
    return quick_table(open_game("patrols"), seed, Setup(seats=seats, edition=edition), take_backs)


@lru_cache(maxsize=2)
def finished(edition: int = 0) -> bytes:
    """A whole game in which dice fell, but nobody trod on the mine, and another hex could have held it."""
    for seed in range(100):
        table = play(sit(seed, edition=edition), 1_000, seed)
        rolled = {purpose for entry in answered(table.journal) for purpose, _ in entry.chance}
        if table.over and rolled and "mine" not in rolled and elsewhere(record_of(table)):
            return encode(record_of(table))
    raise LookupError("no game of a hundred will do")


def answered(journal: Sequence[Any]) -> list[Answered]:
    return [entry for entry in journal if isinstance(entry, Answered)]


def elsewhere(record: Record) -> list[int]:
    """Hexes that nobody entered and that could have held the mine as well."""
    trodden = {option[2] for entry in answered(record.journal) for option in entry.options if option[0] == "step"}
    return [hex for hex in open_game("patrols").kit.wild if hex not in trodden and hex != record.opening[0][1]]


def forged(**fields: Any) -> Report:
    """What verify says of a record altered by somebody who makes its chain and its digest anew, as far as he can."""
    record = msgspec.structs.replace(decode(finished()), **fields)
    try:
        with_head(record)
    except RecordError:
        record.head = ""
    return verify(encode(record))


# ---- every byte -----------------------------------------------------------------------------------


def test_an_honest_record_verifies() -> None:
    report = verify(finished())
    assert report.good and report.findings == [] and report.take_backs == 0
    assert report.dice == "every outcome follows from the committed key"
    assert report.outcomes > 1 and report.answers == len(decode(finished()).journal)


@given(st.data())
@settings(max_examples=150)
def test_no_byte_can_be_changed(data: st.DataObject) -> None:
    record = finished()
    place = data.draw(st.integers(0, len(record) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != record[place]))
    assert not verify(record[:place] + bytes([byte]) + record[place + 1 :]).good


@given(st.data())
@settings(max_examples=75)
def test_no_byte_can_be_added(data: st.DataObject) -> None:
    record = finished()
    place = data.draw(st.integers(0, len(record)))
    added = data.draw(st.sampled_from([b" ", b"\n", b"0", b"a", b'"']) | st.binary(min_size=1, max_size=3))
    assert not verify(record[:place] + added + record[place:]).good


@given(st.data())
@settings(max_examples=75)
def test_no_byte_can_be_left_out(data: st.DataObject) -> None:
    record = finished()
    place = data.draw(st.integers(0, len(record) - 1))
    length = data.draw(st.integers(1, 40))
    assert not verify(record[:place] + record[place + length :]).good


@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_whatever_is_not_a_record_is_refused_with_a_sentence(data: bytes) -> None:
    report = verify(data)
    assert not report.good and len(report.findings[0].split()) > 3


def test_a_record_is_readable_text_with_a_line_for_each_answer() -> None:
    lines = finished().decode().splitlines()
    assert lines[1] == f' "format": "{FORMAT}",'
    answers = [line for line in lines if line.startswith('  {"entry":"answer"')]
    assert len(answers) == len(decode(finished()).journal)


# ---- altered by one who makes the digest anew -----------------------------------------------------


def test_an_altered_die_is_found_by_the_key_though_the_digest_is_made_anew() -> None:
    record = decode(finished())
    other = elsewhere(record)[0]
    altered = msgspec.structs.replace(record, opening=[("mine-hex", other), *record.opening[1:]], checkpoints=[])
    report = verify(encode(record_of(replay(altered))))
    assert not report.good and report.dice == "altered"
    assert f"the journal says {other}, the key gives {record.opening[0][1]}" in report.findings[0]


def test_a_key_other_than_the_committed_one_is_found() -> None:
    report = forged(commitment="0" * 64)
    assert report.findings == ["the key is not the one that was committed to before play"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"key": "not hex"}, "hexadecimal"),
        ({"key": "ab" * 32, "checkpoints": []}, "the key is not the one that was committed to before play"),
        ({"salts": ["pepper"], "checkpoints": []}, "the key gives"),
        ({"outcome": None}, "the record says None, the replay ends with"),
        ({"opening": []}, "the journal holds no outcome for 'mine-hex'"),
        ({"opening": [("mine-hex", 999)]}, "which is not in the pool"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"scenario": "moon"}, "has no scenario 'moon'"),
        ({"seats": 9}, "seats 1 to 2, not 9"),
        ({"options": {"fog": "on"}}, "has no option 'fog'"),
        ({"content": "0" * 64}, "it holds other content"),
        ({"content": "0" * 64, "pack": ""}, "was played with other content"),
        ({"pack": "bm8="}, "its content cannot be unpacked"),
        ({"overlays": [{"dragons": {}}]}, "dragons"),
        ({"checkpoints": [Checkpoint(1, "0" * 64)]}, "the position after it differs from the checkpoint"),
        ({"journal": [Undone(0)]}, "entry 1 of the journal does not replay: a take-back: an undo to answer 0"),
        (
            {"journal": [Answered(0, [("order", 1)], [("mine", 3)])]},
            "holds outcomes that nothing",
        ),
        ({"journal": [Answered(1, [("order", 1)])]}, ": It is not your answer"),
        ({"journal": [Answered(7, [("order", 1)])]}, ": Only who has a seat"),
        ({"journal": [Answered(0, [])]}, ": An answer has at least one part"),
        ({"position": msgspec.Raw(b'{"stack": 1}')}, "position cannot be read"),
    ],
)
def test_each_forgery_is_told(fields: dict[str, Any], words: str) -> None:
    report = forged(**fields)
    assert not report.good and any(words in finding for finding in report.findings), report.findings


def test_an_answer_cannot_be_put_in_or_left_out() -> None:
    journal = decode(finished()).journal
    for altered in (journal[1:], journal[:-1], [*journal, journal[-1]]):
        assert not forged(journal=altered, checkpoints=[]).good


# ---- replay ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_ends_where_play_did_and_play_can_go_on(seed: int) -> None:
    table = play(sit(seed, take_backs=True), 30, seed, undo=0.2)
    again = replay(decode(encode(record_of(table))))
    assert save(again.g.s) == save(table.g.s) and again.journal == table.journal
    play(table, 40, seed + 1)
    play(again, 40, seed + 1)
    assert encode(record_of(again)) == encode(record_of(table))


def test_a_replay_can_stop_on_the_way() -> None:
    table = sit()
    saves = [save(table.g.s)]
    while not table.over:
        play(table, 1, len(saves))
        saves.append(save(table.g.s))
    record = decode(encode(record_of(table)))
    for entries in (0, 1, len(saves) // 2, len(saves) - 1):
        assert save(replay(record, entries).g.s) == saves[entries]


def test_take_backs_are_shown() -> None:
    table = play(sit(5, seats=1, take_backs=True), 60, 5, undo=0.3)
    undone = sum(isinstance(entry, Undone) for entry in table.journal)
    report = verify(encode(record_of(table)))
    assert undone > 0 and report.good and report.take_backs == undone
    assert decode(encode(record_of(table))).take_backs


def test_the_dice_wait_for_the_key_but_everything_else_is_checked() -> None:
    keyless = msgspec.structs.replace(record_of(play(sit(), 5)), key="")
    report = verify(encode(keyless))
    assert report.good and report.dice == "not checked: the record holds no key"
    assert not forged(key="", outcome=None).good
    assert any("the key of its dice, which is told when" in finding for finding in forged(key="").findings)


def test_salts_take_part_in_the_dice() -> None:
    table = Table(open_game("patrols"), Setup(seats=2), bytes(32), ["salt", "pepper"])
    data = encode(record_of(play(table, 1_000)))
    assert verify(data).good and decode(data).salts == ["salt", "pepper"]


def test_overlays_travel_with_the_record() -> None:
    game = open_game("patrols", [{"men": {"rifleman": {"reach": "2"}}}])
    data = encode(record_of(play(quick_table(game, 1), 1_000)))
    assert verify(data).good
    assert replay(decode(data)).game.kit.reach == [2, 2]


OLD_CONTENT = "053a2da1bbbf55f6dfb9b265659127b5c591521e10721bca8c715a36c228b22f"
"""The digest of the content of patrols as records up to version 2 have it."""


# ---- versions -------------------------------------------------------------------------------------


def version_1(without: str = "", **altered: Any) -> bytes:
    """A record as version 1 wrote it: no salts, the commitment called `dice`, a digest over compact JSON."""
    fields = msgspec.json.decode(finished(1))
    fields["content"] = OLD_CONTENT
    for name in ("salts", "digest", "edition", "pack", "head", without):
        fields.pop(name, None)
    fields = {("dice" if name == "commitment" else name): value for name, value in fields.items()}
    fields |= {"version": 1}
    digest = hashlib.sha256(msgspec.json.encode(fields)).hexdigest()
    return msgspec.json.encode({**fields, **altered, "digest": digest})


def test_a_record_of_version_1_is_read_and_verified() -> None:
    old = decode(version_1())
    assert old.version == VERSION and old.salts == [] and old.commitment == decode(finished(1)).commitment
    assert verify(version_1()).good
    assert save(replay(old).g.s) == save(replay(decode(finished(1))).g.s)


@pytest.mark.parametrize("altered", [{"seats": 1}, {"take_backs": True}, {"dice": "0" * 64}])
def test_an_altered_record_of_version_1_is_refused(altered: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="this record of version 1 has been altered"):
        decode(version_1(**altered))


@pytest.mark.parametrize("missing", ["commitment", "journal", "game"])
def test_a_record_of_version_1_that_lacks_something_is_refused_or_fails(missing: str) -> None:
    assert not verify(version_1(without=missing)).good


@pytest.mark.parametrize("version", [VERSION + 1, 0, "2", None])
def test_a_version_from_elsewhere_is_refused_with_a_sentence(version: Any) -> None:
    fields = msgspec.json.decode(finished()) | {"version": version}
    with pytest.raises(RecordError, match=rf"this record has version {version!r}; this Sandtable reads 1 to {VERSION}"):
        decode(msgspec.json.encode(fields))


def test_another_format_is_refused() -> None:
    for data in (b"[]", b"{}", b'{"format": "chess"}'):
        with pytest.raises(RecordError, match="this is not a Sandtable record"):
            decode(data)


# ---- exports --------------------------------------------------------------------------------------


def test_the_export_of_an_unfinished_game_holds_none_of_the_tables_secrets() -> None:
    mines = set()
    for seed in range(12):
        table = play(sit(seed), 3, seed)
        for seat in (-1, 0, 1):
            data = encode(export(table, seat))
            shared = decode(data)
            assert verify(data).good
            assert shared.journal == [] and shared.opening == [] and shared.salts == [] and shared.checkpoints == []
            for secret in (table.host_key.hex(), table.commitment, table.g.s.key.hex()):
                assert secret not in data.decode()
            dealt = replay(shared).g.s
            assert dealt.key != table.g.s.key
            mines.add(dealt.mine == table.g.s.mine)
            if seat >= 0:
                assert dealt.orders[seat] == table.g.s.orders[seat]
    assert mines == {True, False}  # the mine is where it may be, not where it is


def test_an_export_can_be_played_on_and_recorded() -> None:
    for seed in range(6):
        branch = play(replay(export(play(sit(seed), 5, seed), 0)), 1_000, seed)
        assert branch.over and verify(encode(record_of(branch))).good


def test_the_export_of_a_finished_game_is_the_whole_record() -> None:
    table = play(sit(), 1_000)
    assert encode(export(table)) == encode(record_of(table))


@pytest.mark.parametrize("seats", [1, 3, 2**63 - 1])
def test_a_position_for_more_seats_than_its_table_is_refused_before_it_fills_the_memory(seats: int) -> None:
    shared = export(play(sit(), 5), 0)
    position = bytes(shared.position).replace(b'"seats":2', b'"seats":%d' % seats)
    altered = msgspec.structs.replace(shared, position=msgspec.Raw(position))
    tracemalloc.start()
    findings = verify(encode(with_head(altered))).findings
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "it speaks of 2 seats, its position of" in findings[0] and most < 100_000_000


def test_a_scratch_table_has_no_record_but_can_be_exported() -> None:
    branch = play(sit(), 5).what_if(0)
    with pytest.raises(RecordError, match="keeps no journal"):
        record_of(branch)
    assert verify(encode(export(branch, 0))).good


def test_a_record_says_what_it_is() -> None:
    record = Record(game="g", scenario="s", options={}, seats=1, content="c", commitment="d")
    assert decode(encode(record)) == msgspec.structs.replace(record, digest=decode(encode(record)).digest)
