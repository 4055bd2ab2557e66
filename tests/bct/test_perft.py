"""Perft: how many lines of play there are from fixed positions. A change of any rule of Battles, Joint Ops Cards or
Chaos Cards shows here at once. The positions bring the values and cards that they need."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.lab.perft import counts
from tests.bct.positions import position

VALUES: dict[str, Any] = {
    "units": {
        "light-infantry": {"j2": 1, "combat": 3, "j9": 1},
        "special-forces": {"j2": 2, "combat": 1, "j9": 1, "covert": "yes"},
        "guerrillas": {"j2": 1, "combat": 2, "j9": 1, "covert": "yes"},
        "infantry": {"j2": 0, "combat": 3, "j9": 0, "covert": "no"},
        "fob": {"j2": 1, "combat": 1, "j9": 1},
        "training-camp": {"j2": 1, "combat": 1, "j9": 1},
    },
    "chaos": {
        "storm": {
            "title": "Storm",
            "text": "Everybody suffers.",
            "scope": "chosen",
            "effects": [
                {"do": "lose-nets", "nets": "1"},
                {"do": "lose-assets", "assets": "1"},
                {"do": "suppress", "units": "1", "sorts": ["tactical"]},
                {"do": "expose", "units": "1"},
            ],
        }
    },
}
POSITIONS: dict[str, dict[str, Any]] = {
    "a battle with both commitments": {
        "at": "battle",
        "place": {
            **dict.fromkeys(("fob-1", "light-infantry-1", "special-forces-1", "tf-2"), "dand"),
            **dict.fromkeys(("training-camp-1", "guerrillas-1", "infantry-1"), "dand"),
        },
        "hand": {"coalition": {"j-2": 1, "j-4": 1, "j-6": 1}, "insurgent": {"j-2": 1, "j-6": 1}},
        "battle": {"attacker": "light-infantry-1", "target": "guerrillas-1"},
    },
    "operations with few cards": {
        "at": "insurgent-operations",
        "place": {
            **dict.fromkeys(("training-camp-1", "guerrillas-1", "guerrillas-2", "front-1"), "zhari"),
            "infantry-1": "front-1",
            "special-forces-1": "zhari",
            "light-infantry-1": "maywand",
        },
        "covert": ["guerrillas-2"],
        "nets": {"coalition": {"zhari": 1}},
        "hand": {"insurgent": {"j-1": 1, "j-3": 1, "j-5": 1}},
        "c2": {"insurgent": 3},
    },
    "a chaos effect": {
        "at": "chaos",
        "chaos-card": "storm",
        "place": {"guerrillas-1": "maruf", "guerrillas-2": "maruf", "infantry-1": "zhari", "special-forces-1": "dand"},
        "covert": ["guerrillas-1", "guerrillas-2", "special-forces-1"],
        "assets": {"informants-1": "guerrillas-1", "heavy-weapons-1": "infantry-1"},
        "nets": {"insurgent": {"zhari": 2, "maruf": 1}, "coalition": {"dand": 1}},
        "suppressed-nets": {"insurgent": {"zhari": 1}},
    },
}
COUNTS: dict[str, list[int]] = {
    "a battle with both commitments": [2, 4, 15, 36, 122],
    "operations with few cards": [17, 65, 304, 2215],
    "a chaos effect": [2, 4, 7, 20, 42, 87],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    g = position(**POSITIONS[name], content=VALUES)
    assert counts(g, len(COUNTS[name])) == COUNTS[name]
