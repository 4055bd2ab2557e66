"""Content of the raid series that does not go together: one sentence for each, with its place."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.content import ContentError
from tests.raids.islands import content

FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a row too short": (
        {"map": {"south": {"terrain": ["..r..", "..r...", ".br...", "..r..."]}}},
        "found 5 letters, expected 6, one for each column (map.south.terrain",
    ),
    "too few rows": ({"map": {"south": {"rows": 5}}}, "found 4 lines, expected 5, one for each row of hexes"),
    "no number to begin with": ({"map": {"south": {"first": "21"}}}, "found '21', expected the printed number"),
    "a hex of another map": (
        {"map": {"south": {"names": {"0127": "Nowhere"}}}},
        "found '0127', expected a hex of the map, 2101 to 2604 (map.south.names",
    ),
    "a line with a gap": (
        {"map": {"south": {"lines": {"road": [["2101", "2103"]]}}}},
        "found '2103' after '2101', expected a hex next to the one before (map.south.lines",
    ),
    "a side between hexes that do not touch": (
        {"map": {"north": {"sides": {"cliff": ["0127 0129"]}}}},
        "found '0129' beside '0127', expected hexes that touch (map.north.sides",
    ),
    "a side without its other hex": (
        {"map": {"north": {"sides": {"cliff": ["0127"]}}}},
        "found '0127', expected a hex and what lies across its sides (map.north.sides",
    ),
    "a side of no kind": ({"map": {"north": {"sides": {"hedge": ["0127 0128"]}}}}, "hedge"),
    "a mission off its map": (
        {"missions": {"signal": {"hexes": ["2601", "0127", "2604"]}}},
        "found '0127', expected a hex of the map, 2101 to 2604 (missions.signal.hexes",
    ),
    "a mission where nobody can be": (
        {"terrain": {"sea": {"tags": []}}, "missions": {"scout": {"hexes": ["0429", "0328", "0431"]}}},
        "found '0328', expected a hex that somebody can enter (missions.scout.hexes",
    ),
    "a mission without a map": (
        {"missions": {"scout": {"map": ""}}},
        "found no map, expected the one it belongs to: north, south (missions.scout.map)",
    ),
    "an enemy without a map": (
        {"enemies": {"patrol": {"map": ""}}},
        "found no map, expected the one it belongs to: north, south (enemies.patrol.map)",
    ),
    "an enemy of a map that there is not": (
        {"enemies": {"patrol": {"map": "west"}}},
        "found 'west', expected a row of 'map'",
    ),
    "a map without enemies": (
        {"enemies": {"patrol": {"map": "south"}, "e-boat": {"map": "south"}}},
        "found a cup without counters on north, expected at least one on every map",
    ),
    "a tag that means nothing": ({"terrain": {"sea": {"tags": ["wet"]}}}, "found 'wet', expected one of coast, water"),
    "a base next to a building": (
        {"scenarios": {"south": {"defaults": {"south": {"camp": "2202"}}}}},
        "found '2202', expected a hex that is not in or next to a building",
    ),
    "a base on another map": (
        {"scenarios": {"south": {"defaults": {"south": {"camp": "0127"}}}}},
        "found '0127', expected a hex of the map, 2101 to 2604",
    ),
    "a map twice": (
        {"scenarios": {"both": {"maps": ["north", "north"]}}},
        "found 'north' again, expected each map once",
    ),
}


def test_the_content_itself_is_right() -> None:
    assert content().digest


@pytest.mark.parametrize("fault", FAULTS)
def test_a_misfit_is_told_in_one_sentence(fault: str) -> None:
    pack, told = FAULTS[fault]
    with pytest.raises(ContentError) as caught:
        content(pack)
    messages = [problem.message for problem in caught.value.problems]
    assert any(told in message for message in messages), messages
