"""What cannot be is told in a sentence that names the place and what was expected, and nothing is lost by it."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from sandtable.games.commandos import Commandos
from sandtable.games.commandos.rules.sea import on_left
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, SetupError, open_game
from sandtable.kernel.options import Option, Refused
from sandtable.kernel.records import RecordError, decode, encode, record_of, verify, with_head
from sandtable.kernel.table import Table, quick_table

COMMANDOS = cast(Commandos, open_game("commandos"))


def in_africa() -> Table:
    """A campaign that has left Norway in the middle of a move."""
    table = quick_table(COMMANDOS, 7, Setup("campaign"))
    for option in cast(list[Option], [("default",), ("default",), ("done",)]):
        table.answer(0, option)
    home = table.g.s.at[table.g.kit.by_id["a-squad"]]
    for option in cast(
        list[Option], [("form", home), ("take", table.g.kit.by_id["a-squad"]), ("ready",), ("leave-map",)]
    ):
        table.answer(0, option)
    assert table.g.s.map == 1
    return table


def test_an_unknown_scenario_is_told_with_those_there_are() -> None:
    with pytest.raises(SetupError) as told:
        COMMANDOS.checked(Setup("sicily"))
    for name in ("sicily", "campaign", "norway", "continent"):
        assert name in str(told.value)


@pytest.mark.parametrize("option", [("halt",), ("go", 3), ("take", 1), ("forfeit",), ("leave-map",)])
def test_an_answer_for_a_map_that_is_over_is_refused_and_changes_nothing(option: Option) -> None:
    table = in_africa()
    before = encode(record_of(table))
    with pytest.raises(Refused) as told:
        table.answer(0, option)
    assert told.value.refusal.text and told.value.refusal.key in COMMANDOS.ledger.rules
    assert encode(record_of(table)) == before


def test_a_hex_of_the_map_before_is_told_with_both_maps() -> None:
    table = in_africa()
    with pytest.raises(ValueError, match="Hex 0530 is on the map Norway, and North Africa is in play"):
        COMMANDOS.lookup(table.g.s, "space", "0530")


def kept() -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(encode(with_head(record_of(in_africa())))))


def test_an_altered_record_is_found_out() -> None:
    record = kept()
    entry = next(entry for entry in record["journal"] if entry["options"] == [["leave-map"]])
    entry["options"] = [["stop"]]
    report = verify(json.dumps(record).encode())
    assert not report.good and report.findings


def test_a_record_of_a_newer_version_is_not_guessed_at() -> None:
    record = kept() | {"version": 99}
    with pytest.raises(RecordError, match="version 99; this Sandtable reads 1 to"):
        decode(json.dumps(record).encode())


def test_a_newer_edition_is_told_with_those_there_are() -> None:
    with pytest.raises(SetupError, match="has the editions 1 to 2, not 9"):
        COMMANDOS.checked(Setup("campaign", edition=9))


def test_the_edition_before_is_not_asked_which_gear_sinks() -> None:
    """Tables of edition 1 go on as they began."""
    old = COMMANDOS.start(COMMANDOS.checked(Setup("campaign", edition=1)), seed_key("old"))
    new = COMMANDOS.start(COMMANDOS.checked(Setup("campaign")), seed_key("old"))
    for g, asked in ((old, False), (new, True)):
        sea = next(h for h in range(len(g.kit.fields[0].sea)) if g.kit.fields[0].sea[h])
        g.s.pp = 20
        g.take(0, ("camp", g.kit.by_id["base"], sea))
        for _ in range(2):
            g.take(0, ("done",))
        for t in g.kit.people:
            g.s.at[t] = g.s.at[t] if g.s.at[t] < 0 else sea + 200
        for name in ("canoe", "bren", "vickers"):
            g.s.at[g.kit.by_id[name]] = sea
        g.s.at[g.kit.by_id["base"]] = sea + 200
        depth = len(g.s.stack)
        on_left(g, sea)
        assert (len(g.s.stack) > depth) == asked
