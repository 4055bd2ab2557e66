"""Perft: how many lines of play there are from fixed positions. A change of any rule of recruits, Political Warfare,
Operations or battle shows here at once. Chance is fixed by the key, so every die falls as it did."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.invasion.game import Invasion
from sandtable.kernel.cases import Trial, Verdict
from sandtable.lab.perft import counts

POSITIONS: dict[str, dict[str, Any]] = {
    "recruits in 1980": {
        "at": "recruits",
        "year": 1980,
        "morale": {"communist": 6, "resistance": 5},
        "units": {"kabul": {"infantry-division": 1, "dra-base": 1}, "uzbek-ssr": {"soviet-hq": 1}},
        "resistance": {"khost": ["militia"]},
    },
    "a small Operation": {
        "at": "operations",
        "morale": {"communist": 5, "resistance": 7},
        "units": {"kabul": {"mech-division": 1}, "available": {"soviet-airstrike": 1}},
        "resistance": {"khost": ["militia", "guerrilla"], "kabul": ["jihadi"]},
    },
    "Political Warfare": {
        "at": "polwar",
        "morale": {"communist": 7, "resistance": 4},
        "markers": {"loya-jirga": "hand"},
        "agents": {"kgb": "hand", "gru": "hand"},
        "units": {"kabul": {"infantry-division": 1}},
        "resistance": {"khost": ["militia"]},
    },
}
COUNTS: dict[str, list[int]] = {
    "recruits in 1980": [38, 1428],
    "a small Operation": [37, 71, 74, 328, 1190],
    "Political Warfare": [4, 33, 92, 292],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    trial = Trial(Verdict("perft", "7.2", "invasion", True), lambda *_: Invasion())
    trial._given(POSITIONS[name], "invasion")
    trial.g.s.key = b"perft"
    g = trial.g.game.resume(trial.g.s)
    g.patient = True
    assert counts(g, len(COUNTS[name])) == COUNTS[name]
