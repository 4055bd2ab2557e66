"""What lasts: heads that players noted, content that was tuned, types that gained fields, rules that were put right."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from sandtable.games.patrols import Patrols
from sandtable.games.patrols.pieces import Named
from sandtable.games.patrols.rules import PROCEDURES
from sandtable.games.patrols.state import Island
from sandtable.kernel import chain
from sandtable.kernel.chance import commitment
from sandtable.kernel.content import Tables, unpack
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR
from sandtable.kernel.records import (
    NoLonger,
    Record,
    decode,
    encode,
    export,
    go_on,
    record_of,
    replay,
    standing,
    verify,
    with_head,
)
from sandtable.kernel.records.form import RecordOf2
from sandtable.kernel.records.snapshots import open_table, resume, snapshot_of
from sandtable.kernel.state import PUBLIC, Since, save
from sandtable.kernel.table import Amended, Answered, Stand, Table, Undone, quick_table
from tests.conformance.planted.planting import install, with_procedures, with_step
from tests.conformance.planted.probes import Whispering
from tests.kernel.records.test_records import answered, play, sit

OLD = Path(__file__).parent / "old"

# ---- the chain ------------------------------------------------------------------------------------


def with_take_backs() -> tuple[Table, str]:
    """A game with a take-back in it, and the head that the player noted right after it."""
    table = sit(5, seats=1, take_backs=True)
    while not any(isinstance(entry, Undone) for entry in table.journal):
        play(table, 1, len(table.journal))
        if table.can_undo(0) and len(table.journal) == 4:
            table.undo(0)
    noted = chain.short_head(table.heads[0])
    return play(table, 1_000, 6), noted


def without_take_backs(record: Record) -> Record:
    """The same game written anew by who holds the key: as if nothing had been taken back."""
    kept: list[Any] = []
    for entry in record.journal:
        if isinstance(entry, Undone):
            del kept[entry.answers :]
        else:
            kept.append(entry)
    return record_of(replay(msgspec.structs.replace(record, journal=kept, checkpoints=[])))


def test_take_backs_that_were_cut_out_are_found_by_a_head_noted_during_play() -> None:
    table, noted = with_take_backs()
    record = record_of(table)
    honest = verify(encode(record), [noted])
    assert honest.good and honest.take_backs == 1
    assert f"Head {noted}: passed through after entry 5." in honest.notes
    forged = encode(without_take_backs(record))
    assert verify(forged).good and any("No head noted" in note for note in verify(forged).notes)
    report = verify(forged, [noted])
    assert not report.good and report.findings[0].startswith(f"the head {noted} does not occur: something was cut out")
    assert not any("No head noted" in note for note in report.notes)  # one was


def test_a_head_may_be_noted_in_any_spelling_and_anything_else_is_told() -> None:
    table, noted = with_take_backs()
    data = encode(record_of(table))
    for spelling in (noted, noted.upper(), noted.replace(" ", "-"), noted.replace(" ", "")):
        assert verify(data, [spelling]).good
    for wrong in ("1234", "zebra zebra zebra z", ""):
        assert "is not a head" in verify(data, [wrong]).findings[0]


def test_entries_cut_out_or_put_in_break_the_chain() -> None:
    record = record_of(play(sit(), 1_000))
    for journal in (record.journal[:-1], [*record.journal[:1], *record.journal[2:]]):
        report = verify(encode(msgspec.structs.replace(record, journal=journal, checkpoints=[])))
        assert any("its chain does not lead to its head" in finding for finding in report.findings)
        assert report.chain == "altered"


@pytest.mark.parametrize(
    "fields",
    [{"salts": ["pepper"]}, {"take_backs": True}, {"scenario": "moon"}, {"options": {"fog": "on"}}, {"edition": 9}],
)
def test_the_chain_covers_how_the_table_began(fields: dict[str, Any]) -> None:
    record = record_of(play(sit(), 1_000))
    assert verify(encode(msgspec.structs.replace(record, **fields))).chain == "altered"


def test_a_seat_sees_a_new_head_only_when_it_noticed_something() -> None:
    unseen = 0
    for seed in range(8):
        table = quick_table(Whispering(), seed, Setup(seats=2))
        while not table.over:
            before, heads = dict(table.revisions), dict(table.heads)
            whispers = len(table.journal) % 3 == 2 and table.g.offers(1, ("whisper",))
            table.answer(1, ("whisper",)) if whispers else play(table, 1, seed + len(table.journal))
            for seat in (SPECTATOR, 0, 1):
                if table.revisions[seat] == before[seat]:
                    unseen += 1
                    assert table.heads[seat] == heads[seat]
                else:
                    assert table.heads[seat] == table.head != heads[seat]
    assert unseen


def test_a_head_depends_on_the_key_so_that_nobody_can_try_out_secret_answers() -> None:
    one, other = (Table(open_game("patrols"), Setup(seats=2), key, ()) for key in (bytes(32), bytes([1] * 32)))
    one.answer(0, ("order", 1))
    other.answer(0, ("order", 1))
    assert one.head != other.head


def test_a_what_if_has_no_head_and_leaves_that_of_its_table() -> None:
    table = play(sit(), 3)
    head = table.head
    branch = play(table.what_if(0), 3)
    assert branch.head == "" and branch.heads[0] == "" and table.head == head


def test_who_gives_a_head_is_not_told_good_of_a_record_without_its_key() -> None:
    """Whoever cuts something out could else throw the key away, and no head would tell."""
    record = record_of(play(sit(), 6))
    keyless = encode(msgspec.structs.replace(record, key=""))
    assert verify(keyless).good and verify(keyless).chain == "not checked: the record holds no key"
    report = verify(keyless, [chain.short_head(record.head)])
    assert not report.good and "cannot be checked: the record holds no key" in report.findings[0]
    assert record_of(replay(msgspec.structs.replace(record, key=""))).key == ""


# ---- positions ------------------------------------------------------------------------------------


def test_a_position_with_dice_of_another_key_is_found() -> None:
    shared = export(play(sit(3), 5, 3), 0)
    assert verify(encode(shared)).good
    assert any("nothing is shown of what came before" in note for note in verify(encode(shared)).notes)
    chosen, shown = bytes([7] * 32), bytes([9] * 32)
    state = msgspec.json.decode(bytes(shared.position)) | {"key": msgspec.to_builtins(chosen)}
    forged = msgspec.structs.replace(
        shared, position=msgspec.Raw(msgspec.json.encode(state)), key=shown.hex(), commitment=commitment(shown)
    )
    played = play(replay(forged), 1_000, 4)
    report = verify(encode(record_of(played)))
    assert not report.good
    assert "the position it begins from holds another key than the record: its dice were chosen" in report.findings


# ---- content --------------------------------------------------------------------------------------


def tuned(reach: str) -> type[Patrols]:
    """Patrols in which a designed value was changed since."""
    content = json.loads(open_game("patrols").content.kept)
    for part in content:
        for row in part["rows"].values():
            if part["table"] == "men":
                row["reach"] = reach

    class Tuned(Patrols):
        def __init__(
            self, packs: Sequence[Path | Mapping[str, Any]] = (), kept: bytes | None = None, played: bool = False
        ) -> None:
            super().__init__(packs, json.dumps(content).encode() if kept is None else kept, played)

    return Tuned


def test_a_record_replays_with_the_values_it_was_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    data = encode(record_of(play(sit(), 1_000)))
    reach = open_game("patrols").kit.reach
    install(monkeypatch, tuned("3"))
    assert open_game("patrols").kit.reach == [3, 3] != reach
    report = verify(data)
    assert report.good and any("content other than installed here" in note for note in report.notes)
    assert replay(decode(data)).game.kit.reach == reach
    assert encode(record_of(replay(decode(data)))) == data


def test_a_record_of_version_2_finds_its_content_in_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(quick_table(open_game("patrols"), 3, Setup(seats=2, edition=1)), 1_000)
    known = {name: getattr(record_of(table), name) for name in RecordOf2.__struct_fields__}
    content = "053a2da1bbbf55f6dfb9b265659127b5c591521e10721bca8c715a36c228b22f"
    old = encode(RecordOf2(**known | {"version": 2, "content": content}))
    install(monkeypatch, tuned("3"))
    assert verify(old).good and replay(decode(old)).game.kit.reach == [2, 1]


def test_overlays_lie_over_the_content_of_then(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game("patrols", [{"men": {"rifleman": {"reach": "2"}}}])
    data = encode(record_of(play(Table(game, Setup(seats=2), bytes(32)), 1_000)))
    install(monkeypatch, tuned("3"))
    assert verify(data).good and replay(decode(data)).game.kit.reach == [2, 2]


class Wider(Named):
    armour: Annotated[int, Since(3)] = 0


def test_a_row_type_that_gains_a_field_changes_no_digest() -> None:
    content = open_game("patrols").content

    class Widened(Patrols):
        tables = Tables(dict.fromkeys(Patrols.tables.types, Wider))

        def build(self) -> Any:
            return None

    wider = Widened().content
    assert wider.digest == content.digest
    assert wider.is_digest("053a2da1bbbf55f6dfb9b265659127b5c591521e10721bca8c715a36c228b22f")
    assert not wider.is_digest("0" * 64)


# ---- types ----------------------------------------------------------------------------------------


class WiderIsland(Island, kw_only=True):
    weather: Annotated[int, PUBLIC, Since(3)] = 0


def test_a_state_that_gains_a_field_breaks_no_checkpoint_and_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(sit(3), 1_000, 3)
    going = play(sit(4), 6, 4)
    shared, kept = encode(export(going, 0)), snapshot_of(going)

    class Windy(Patrols):
        state = WiderIsland

        def new(self, setup: Setup) -> Island:
            return WiderIsland(**msgspec.structs.asdict(super().new(setup)))

    install(monkeypatch, Windy)
    record = decode(encode(record_of(table)))
    assert record.checkpoints and verify(encode(record)).good
    assert replay(record).g.s.weather == 0
    assert verify(shared).good
    assert resume(record_of(going), kept).g.s.weather == 0


# ---- rules put right ------------------------------------------------------------------------------


def red_may_not_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(each for each in PROCEDURES.by_frame.values() if each.name == "turn").steps["first"]
    assert first.ask is not None

    def only_blue(g: Any, f: Any) -> Any:
        ask = first.ask(g, f)  # type: ignore[misc]
        return type(ask)(ask.prompt, ask.key, [group for group in ask.groups if group.seat == 1], secret=True)

    install(monkeypatch, with_procedures(with_step("turn", "first", ask=only_blue)))


def in_play() -> Table:
    """A game in play in which Red went first."""
    for seed in range(100):
        table = play(sit(seed), 12, seed)
        options = [(entry.seat, entry.options[0][0]) for entry in table.journal if isinstance(entry, Answered)]
        if not table.over and (0, "go") in options and options.index((0, "go")) > 1:
            return table
    raise LookupError("no game of a hundred will do")


def test_play_goes_on_from_before_the_first_answer_that_is_no_longer_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    old = in_play()
    record = decode(encode(record_of(old)))
    place = [entry.seat == 0 and entry.options[0][0] == "go" for entry in answered(record.journal)].index(True)
    before = save(replay(record, place).g.s)
    red_may_not_go_first(monkeypatch)
    with pytest.raises(NoLonger, match=rf"entry {place + 1} of the journal does not replay: Red said “go first”: "):
        replay(record)
    assert not verify(encode(record)).good
    table, why = go_on(record)
    assert "Red said “go first”" in why and "It is not your answer that is awaited." in why
    assert table.journal[: len(record.journal)] == record.journal
    assert isinstance(table.journal[-1], Amended) and table.journal[-1].entries == place
    after = table.g.s
    assert after.key != old.g.s.key and save(msgspec.structs.replace(after, key=old.g.s.key)) == before
    for seat in (SPECTATOR, 0, 1):
        assert table.said(seat)[-1].text.startswith("A rule was put right")
    assert "go first" in table.said(0)[-1].text and "go first" not in table.said(1)[-1].text
    assert table.can_undo(0) == table.can_undo(1) == []
    play(table, 1_000, 1)
    data = encode(record_of(table))
    report = verify(data)
    assert report.good and table.over, report.findings
    passed = len(record.journal) - place
    said = f"Entry {len(record.journal) + 1} goes on from after entry {place}: {passed} no longer count."
    assert said in report.notes and report.take_backs == 0
    assert encode(record_of(replay(decode(data)))) == data
    assert go_on(decode(data))[1] == ""


def test_an_amendment_of_what_the_rules_allow_is_a_take_back() -> None:
    """Whoever holds the key could else take back any die, and nothing would count it."""
    table = play(sit(), 12)
    journal = table.journal[:]
    back = replay(record_of(table), 6)
    back.amend("The die fell badly.", journal)
    report = verify(encode(record_of(play(back, 1_000, 1))))
    assert report.good and report.take_backs == 1
    assert "The rules of today allow what entry 13 passed over, so it counts as a take-back." in report.notes


def test_a_finished_game_stays_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of(play(in_play(), 1_000, 1))
    red_may_not_go_first(monkeypatch)
    with pytest.raises(NoLonger):
        go_on(record)


def test_amendments_may_follow_each_other() -> None:
    journal: list[Any] = [*range(5), Amended(3, ""), *range(2), Amended(4, ""), 0]
    assert standing(journal) == [0, 1, 2, 3, 8, 9]
    journal = [*range(5), Amended(3, ""), *range(2), Amended(7, ""), 0]
    assert standing(journal) == [0, 1, 2, 5, 6, 8, 9]


@pytest.mark.parametrize("entries", [-1, 2, 3, 10**9])
def test_an_amendment_goes_back_to_somewhere(entries: int) -> None:
    record = record_of(play(sit(), 2))
    journal = [*record.journal, Amended(entries, "")]
    report = verify(encode(with_head(msgspec.structs.replace(record, journal=journal, outcome=None))))
    assert not report.good and "which is not before it" in report.findings[0]


# ---- snapshots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_table_opened_from_a_position_is_the_same(seed: int) -> None:
    table = sit(seed, take_backs=seed > 1)
    play(table, 6, seed, undo=0.2)
    kept = snapshot_of(table)
    play(table, 5, seed + 1)
    record = decode(encode(record_of(table)))
    again = resume(record, kept)
    assert save(again.g.s) == save(table.g.s) and encode(record_of(again)) == encode(record_of(table))
    assert again.revisions == table.revisions and again.heads == table.heads and again.answers == table.answers
    assert again.log == table.log
    play(table, 1_000, 9)
    play(again, 1_000, 9)
    assert encode(record_of(again)) == encode(record_of(table)) and verify(encode(record_of(again))).good


def test_a_position_kept_before_things_had_domains_opens_and_tells_nobody() -> None:
    """Its dice have no sides yet, its ways no domains, and what its seats had seen looks otherwise now. Still the
    answer after it, which two seats did not notice then, is not noticed by them now."""
    kept = json.loads(gzip.decompress((OLD / "bct-position.3fa41a2.json.gz").read_bytes()))
    record = decode(kept["record"].encode())
    again, whole = resume(record, kept["snapshot"]), replay(record)
    assert any(event.dice and not event.sides for event in again.log)
    thrown = [[event.dice for event in table.log if event.dice] for table in (again, whole)]
    assert thrown[0] == thrown[1] and thrown[0]  # what is told beside them, and how, may have changed since
    ways = [[event.moves for event in table.log if event.moves] for table in (again, whole)]
    assert ways[0] == ways[1] and ways[0]
    assert save(again.g.s) == save(whole.g.s)
    before = msgspec.json.decode(unpack(kept["snapshot"]), type=Stand)
    assert len(again.journal) == before.entries + 1
    noticed = {seat for seat, revision in again.revisions.items() if revision != before.revisions[seat]}
    assert noticed == {1} and [again.heads[seat] for seat in (SPECTATOR, 0)] == [before.heads[-1], before.heads[0]]


def test_a_position_that_does_not_serve_is_passed_over() -> None:
    table = play(sit(), 5)
    other = snapshot_of(play(sit(7), 5, 7))
    record = record_of(play(table, 3))
    for broken in (other, snapshot_of(table)[:-9], "", "bm9uc2Vuc2U=", snapshot_of(play(table, 2))):
        opened, why = open_table(record, [broken])
        assert why == "" and encode(record_of(opened)) == encode(record)


def test_an_undo_behind_the_position_is_found_by_a_whole_replay() -> None:
    table = sit(5, seats=1, take_backs=True)
    play(table, 4)
    kept = snapshot_of(table)
    table.go_back(1)
    play(table, 2)
    opened, why = open_table(record_of(table), [kept])
    assert why == "" and encode(record_of(opened)) == encode(record_of(table))


def test_play_goes_on_after_the_position_kept_where_a_whole_replay_would_end_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(100):
        table = sit(seed)
        play(table, 2, seed)
        table.answer(0, ("go",))
        kept, entries = snapshot_of(table), len(table.journal)
        while not table.over and not table.g.offers(0, ("go",)):
            play(table, 1, seed + len(table.journal))
        if not table.over:
            break
    table.answer(0, ("go",))
    record = record_of(table)
    red_may_not_go_first(monkeypatch)
    opened, why = open_table(record, [kept])
    amended = opened.journal[-1]
    assert isinstance(amended, Amended) and amended.entries > entries and f"entry {amended.entries + 1} " in why
    again, why = open_table(record_of(opened), [kept])
    assert why == "" and save(again.g.s) == save(opened.g.s)


def test_of_several_positions_the_first_that_serves_is_taken() -> None:
    table = sit(5, seats=1, take_backs=True)
    early = snapshot_of(play(table, 3))
    late = snapshot_of(play(table, 1))
    table.go_back(3)
    newest = snapshot_of(play(table, 2))
    opened, _ = open_table(record_of(table), [late, early, newest])
    assert len(opened.history) == 2 and encode(record_of(opened)) == encode(record_of(table))


def test_a_position_is_kept_though_a_rule_before_it_was_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    table = in_play()
    kept = snapshot_of(table)
    record = record_of(table)
    red_may_not_go_first(monkeypatch)
    opened, why = open_table(record, [kept])
    assert why == "" and save(opened.g.s) == save(table.g.s)
