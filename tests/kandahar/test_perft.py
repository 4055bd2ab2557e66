"""Perft: how many lines of play there are from fixed positions. A change of any rule of movement, portage,
detection, pursuit or combat shows here at once. The positions carry their own ground and counters."""

from typing import Any

import pytest

from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.flow import G
from sandtable.lab.perft import counts

GROUND: dict[str, Any] = {"all": "clear", "1109": "mountain", "1110": "peak", "1210": "river", "1211": "river"}
VALUES: dict[str, Any] = {
    "terrain": {
        "clear": {"cost": 1, "noise": 0, "penalty": 0},
        "mountain": {"cost": 2, "noise": 0, "penalty": -20},
        "peak": {"cost": 3, "noise": 1, "penalty": -30},
        "river": {"cost": 2, "noise": -1, "penalty": 0},
    },
    "pieces": {
        "a-team": {"move": "4", "noise": 1, "fire": "2"},
        "b-team": {"move": "4", "noise": 2, "fire": "2"},
        "commander": {"move": "+2", "noise": 1, "fire": "+2"},
        "m249": {"fire": "+4", "noise": 0, "move": "-1"},
        "radio": {"fire": "0", "noise": 0, "move": "-1"},
        "truck": {"fire": "0", "noise": 7, "move": "+6"},
        "militia": {"fire": 5, "move": 3},
        "taliban-platoon": {"fire": 10, "move": 3},
    },
}
POSITIONS: dict[str, dict[str, Any]] = {
    "a stack with a truck": {
        "at": "friendly-movement",
        "place": {
            **dict.fromkeys(("a-team", "b-team", "commander", "m249", "radio", "truck"), "1108"),
            "base-camp": "1108",
            "raid": "1112",
        },
    },
    "next to two enemies": {
        "at": "friendly-combat",
        "place": {
            **dict.fromkeys(("a-team", "commander", "m249", "m249-2"), "1108"),
            "b-team": "1109",
            "base-camp": "2001",
            "militia": "1107",
            "taliban-platoon": "1208",
            "raid": "1112",
        },
        "detected": ["a-team"],
    },
    "hunted from three sides": {
        "at": "enemy-phase",
        "place": {
            **dict.fromkeys(("a-team", "m249"), "1108"),
            "b-team": "1308",
            "base-camp": "2001",
            "militia": "1112",
            "militia-2": "0608",
            "taliban-platoon": "1203",
            "raid": "1212",
        },
        "detected": [["a-team"], ["b-team"]],
    },
}
COUNTS = {
    "a stack with a truck": [2, 6, 151, 3343],
    "next to two enemies": [4, 10, 50, 262, 833, 2703],
    "hunted from three sides": [4, 7, 22, 50, 92, 152, 420],
}


def position(given: dict[str, Any]) -> G[Any, Any]:
    trial = Trial(Verdict("perft", "4.0", "kandahar", True))
    trial._given({**given, "hexes": GROUND, "content": VALUES}, "kandahar")
    trial.g.s.key = b"perft"
    g = trial.g.game.resume(trial.g.s)
    g.patient = True
    return g


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    g = position(POSITIONS[name])
    assert counts(g, len(COUNTS[name])) == COUNTS[name]
