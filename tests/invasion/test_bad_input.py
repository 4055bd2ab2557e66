"""What cannot be is told in a sentence that names the place and what was expected, and nothing is lost by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.invasion import GAME
from sandtable.kernel.content import check
from sandtable.kernel.game import Setup, SetupError
from sandtable.kernel.options import Option, Refused
from sandtable.kernel.records import Record, RecordError, decode, encode, record_of, verify, with_head
from sandtable.kernel.table import Answered, Table, quick_table
from sandtable.players import make_player

INVASION = GAME()
KIT = INVASION.kit


def in_operations(answers: int = 0) -> Table:
    """The first year, as suggested, up to Operations; and so many answers of plain play."""
    table = quick_table(INVASION, 7, Setup("1979-1"))
    player = make_player(INVASION, "plain", 7)
    while table.g.ask is not None and table.g.ask.key != "year.operations":
        table.answer(0, player(table.g, 0))
    for _ in range(answers):
        table.answer(0, player(table.g, 0))
    return table


def test_an_unknown_scenario_is_told_with_those_there_are() -> None:
    with pytest.raises(SetupError) as told:
        INVASION.checked(Setup("1988-9"))
    for name in ("1988-9", *INVASION.meta.scenarios):
        assert name in str(told.value)


@pytest.mark.parametrize(
    "option",
    [
        ("turn-up",),  # of a phase that is over
        ("suggested",),
        ("fight",),  # of one that has not come
        ("kill", 0),
        ("buy", 0, 0),
        ("target", 9999),  # of no space
        ("send", -1),
        ("send", 0, 0),  # with too much
        ("send",),  # with too little
        ("send", "mech-division-1"),  # not as options are
        ("conquer", 3),  # a word that there is not
        ("transfer", 0, KIT.space_of["peshawar"]),
        ("interdict", KIT.space_of["uzbek-ssr"]),
        (),
    ],
)
def test_a_forged_or_stale_answer_is_refused_and_changes_nothing(option: Option) -> None:
    table = in_operations()
    before = encode(record_of(table))
    with pytest.raises(Refused) as told:
        table.answer(0, option)
    assert told.value.refusal.text
    assert encode(record_of(table)) == before
    table.answer(0, ("done",))  # and play goes on


def test_nobody_answers_for_a_seat_that_there_is_not() -> None:
    table = in_operations()
    before = encode(record_of(table))
    with pytest.raises(Refused):
        table.answer(1, ("done",))
    assert encode(record_of(table)) == before


def test_a_plan_with_one_bad_part_is_not_begun() -> None:
    table = in_operations()
    before = encode(record_of(table))
    first = next(option for option in table.g.options(0) if option[0] == "send")
    with pytest.raises(Refused):
        table.answer(0, first, ("target", KIT.space_of["peshawar"]), ("go",))
    assert encode(record_of(table)) == before


@pytest.mark.parametrize(
    ("domain", "text"),
    [
        ("space", "tehran"),
        ("space", ""),
        ("space", "0101"),
        ("token", "panzer-division-1"),
        ("token", "mech-division-99"),
        ("counter", "guerrilla-99"),
        ("card", "jihad-7"),
        ("agent", "cia-9"),
    ],
)
def test_a_word_that_names_nothing_is_told(domain: str, text: str) -> None:
    with pytest.raises(ValueError) as told:
        INVASION.lookup(in_operations().g.s, domain, text)
    assert len(str(told.value).split()) > 2


# ---- packs ------------------------------------------------------------------------------------------

PACKS = {
    "a cell without a Zone": (
        'zones:\n  rows:\n    khost: {cell: "4-3"}\n',
        "pack.yaml:3:19: found '4-3' again, expected a cell of its own",
    ),
    "a cell that there is not": ('zones:\n  rows:\n    khost: {cell: "7-1"}\n', "pack.yaml:3:"),
    "a route to nowhere": ("routes:\n  rows:\n    iran-herat: {b: atlantis}\n", "pack.yaml:3:"),
    "a name twice": ("areas:\n  rows:\n    peshawar: {name: Kabul}\n", "pack.yaml:3:"),
    "more counters than there are": (
        "units:\n  rows:\n    mech-division: {count: 1}\n",
        "expected 1 at most, as there are counters",
    ),
    "an effect that there is not": (
        "markers:\n  rows:\n    purge: {effects: [{do: teleport}]}\n",
        "found 'teleport'",
    ),
    "a word instead of a number": ("zones:\n  rows:\n    kabul: {cpv: many}\n", "pack.yaml:3:"),
    "a field that there is not": ("zones:\n  rows:\n    kabul: {cpw: 3}\n", "pack.yaml:3:"),
    "a table that there is not": ("zoos:\n  rows:\n    kabul: {cpv: 3}\n", "pack.yaml:1:"),
    "no YAML": ("zones: [", "pack.yaml:"),
}


@pytest.mark.parametrize("fault", PACKS)
def test_a_wrong_overlay_is_told_with_file_and_line(tmp_path: Path, fault: str) -> None:
    text, told = PACKS[fault]
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    found = [str(problem) for problem in check(files(INVASION.package) / "content", INVASION.tables, [tmp_path])]
    assert any(told in line for line in found), "\n".join(found) or "nothing found"


# ---- records ----------------------------------------------------------------------------------------


def kept() -> Record:
    return with_head(record_of(in_operations(12)))


def altered(record: Record, among: Callable[[Answered], bool], **changes: Any) -> bytes:
    """The last such answer of a record is another one, and the record looks whole again."""
    place = max(n for n, entry in enumerate(record.journal) if isinstance(entry, Answered) and among(entry))
    journal = [*record.journal]
    journal[place] = replace(journal[place], **changes)
    return encode(replace(record, journal=journal))


def test_an_honest_record_is_good() -> None:
    assert verify(encode(kept())).good


def test_a_changed_byte_is_found_out() -> None:
    report = verify(encode(kept()).replace(b'"placement",5', b'"placement",4', 1))
    assert not report.good and "altered" in report.findings[0]


def test_an_altered_answer_is_found_out() -> None:
    report = verify(altered(kept(), lambda entry: entry.options[0][0] == "select", options=[("select", 2)]))
    assert not report.good and report.findings


@pytest.mark.parametrize(("purpose", "value"), [("placement", 1), ("counter", KIT.type_of["guerrilla"])])
def test_an_altered_die_or_draw_is_found_out(purpose: str, value: int) -> None:
    record = kept()
    [drawn] = [entry for entry in record.journal if isinstance(entry, Answered) and has(entry, purpose)][-1:]
    changed = [(said, value if said == purpose else was) for said, was in drawn.chance]
    assert changed != drawn.chance
    report = verify(altered(record, lambda entry: has(entry, purpose), chance=changed))
    assert not report.good and report.findings


def has(entry: Answered, purpose: str) -> bool:
    return any(said == purpose for said, _ in entry.chance)


@pytest.mark.parametrize("change", [{"version": 99}, {"game": "atlantis"}, {"journal": "none"}])
def test_a_record_that_cannot_be_read_is_told_and_not_guessed_at(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as told:
        decode(json.dumps(json.loads(encode(kept())) | change).encode())
    assert len(str(told.value).split()) > 3


def test_a_newer_edition_is_told_with_those_there_are() -> None:
    with pytest.raises(SetupError, match="edition"):
        INVASION.checked(Setup("1979-1", edition=99))
