"""Perft: how many lines of play there are from fixed positions of the campaign. A change of any rule of set-up, water,
pursuit or purchases shows here at once. The positions carry their own ground and counters."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.lab.perft import counts
from tests.commandos.every import position

VALUES: dict[str, Any] = {
    "terrain": {
        "clear": {"cost": 1, "noise": 0, "penalty": 0},
        "woods": {"cost": 2, "noise": 0, "penalty": -20},
        "sea": {"cost": 1, "noise": -1, "penalty": 0},
        "river": {"cost": 2, "noise": -1, "penalty": 0},
    },
    "people": {"a-squad": {"fire": "2", "noise": 1, "move": "4"}, "b-squad": {"fire": "2", "noise": 2, "move": "4"}},
    "gear": {
        "canoe": {"fire": "0", "noise": 1, "move": "+3", "craft": "yes"},
        "radio": {"fire": "0", "noise": 0, "move": "-1"},
        "bren": {"fire": "+4", "noise": 0, "move": "-1"},
    },
    "enemies": {
        "skier": {"name": "Skier", "map": "norway", "count": 2, "fire": 5, "move": 3, "mobility": "foot"},
        "lorry": {"name": "Lorry", "map": "norway", "count": 1, "fire": 10, "move": 5, "mobility": "vehicle"},
        "cutter": {"name": "Cutter", "map": "norway", "count": 1, "fire": 12, "move": 6, "mobility": "boat"},
    },
}
SHORE: dict[str, Any] = {
    "all": "woods",
    "0540-0553": "sea",
    "0640-0653": "sea",
    "0539": ["coast", "woods"],
    "0435": "river",
}
POSITIONS: dict[str, dict[str, Any]] = {
    "a canoe at the shore": {
        "at": "friendly-movement",
        "place": {**dict.fromkeys(("a-squad", "canoe", "radio", "bren"), "0539"), "base": "1750", "feint": "0131"},
        "afloat": ["a-squad", "canoe"],
    },
    "hunted by land and water": {
        "at": "enemy-phase",
        "place": {
            **dict.fromkeys(("a-squad", "canoe", "bren"), "0539"),
            "b-squad": "0532",
            "base": "1750",
            "skier": "0534",
            "lorry": "0235",
            "cutter": "0648",
            "feint": "0131",
        },
        "detected": [["a-squad"], ["b-squad"]],
    },
    "two craft at sea": {
        "at": "friendly-movement",
        "hexes": {"all": "woods", "0540-0543": "sea", "1750": "clear"},
        "place": {
            **dict.fromkeys(("a-squad", "canoe", "canoe-2", "radio", "bren"), "0541"),
            "base": "1750",
            "feint": "0131",
        },
        "afloat": ["a-squad", "canoe", "canoe-2"],
    },
}
COUNTS: dict[str, list[int]] = {
    "a canoe at the shore": [2, 4, 25, 139, 669],
    "hunted by land and water": [4, 7, 21, 47, 101, 199],
    "two craft at sea": [2, 5, 21, 83, 324],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    g = position(**{"hexes": SHORE, "content": VALUES, **POSITIONS[name]})
    g.s.key = b"perft"
    g = g.game.resume(g.s)
    g.patient = True
    assert counts(g, len(COUNTS[name])) == COUNTS[name]
