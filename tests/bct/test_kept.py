"""Records and tables that began before counters were mixed everywhere, or dealt face down, go on as they began."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sandtable.games.bct.pieces import INSURGENT
from sandtable.games.bct.state import is_covert
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import decode, replay, verify

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = Path(__file__).parents[1] / "records"


def test_what_was_kept_keeps_its_readings_and_its_edition() -> None:
    game = open_game("bct")
    kept, new = game.as_kept(Setup("surge")), game.checked(Setup("surge"))
    assert (kept.edition, new.edition) == (1, 4)
    for name in ("loc-anew", "boxed-act"):
        assert (kept.options[name], new.options[name]) == ("off", "on")


@pytest.mark.parametrize("name", ("resigned", "draw"))
def test_a_kept_game_replays_to_its_end(name: str) -> None:
    data = (GOLDEN / f"bct-{name}.json").read_bytes()
    report = verify(data)
    assert report.good, report.findings
    table = replay(decode(data))
    s = table.g.s
    assert (s.edition, s.rules.loc_anew, s.rules.boxed_act) == (1, False, False)
    assert not s.under and s.recalls == [[], []] == s.order and not s.moved and s.lacking == [0, 0]


def test_a_game_that_was_set_up_as_suggested_in_edition_2_replays_to_its_end() -> None:
    """It was played by the Sandtable of 4ee5018, before what lies face down was dealt: Militia lie where they lay."""
    data = gzip.decompress((RECORDS / "bct-intervention.4ee5018.json.gz").read_bytes())
    report = verify(data)
    assert report.good, report.findings
    record = decode(data)
    s, kit = replay(record).g.s, open_game("bct").kit
    assert (record.edition, s.edition, record.outcome) == (2, 2, s.outcome)
    early = replay(record, 2).g.s
    lying = {
        kit.district_ids[early.at[t]]
        for t in kit.units_of[INSURGENT]
        if is_covert(early, t) and 0 <= early.at[t] < kit.size and early.kind[t] == kit.kind_of_id["militia"]
    }
    assert lying == {"panjwai", "zhari", "maywand", "maruf"}
