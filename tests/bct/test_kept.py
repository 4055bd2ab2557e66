"""Records and tables that began before counters were mixed everywhere go on as they began."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import decode, replay, verify

GOLDEN = Path(__file__).parents[1] / "golden"


def test_what_was_kept_keeps_its_readings_and_its_edition() -> None:
    game = open_game("bct")
    kept, new = game.as_kept(Setup("surge")), game.checked(Setup("surge"))
    assert (kept.edition, new.edition) == (1, 3)
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
