"""The pack of Invasion Afghanistan: what the book counts is there, markers say what they do, and a bad pack is told
with file and line."""

from __future__ import annotations

from collections import Counter, deque
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from sandtable.games.invasion.cards import Marker
from sandtable.games.invasion.misfits import misfits
from sandtable.games.invasion.rows import (
    TABLES,
    Area,
    Choice,
    Level,
    Price,
    Recruits,
    Road,
    Scenario,
    Setup,
    Unit,
    Zone,
)
from sandtable.kernel.content import Content, ContentError, check, load, wording

FOLDER = files("sandtable.games.invasion") / "content"
HELD = TABLES.holding(misfits=misfits)


@cache
def content() -> Content:
    return load(FOLDER, HELD)


def test_the_pack_has_no_problems() -> None:
    assert check(FOLDER, HELD) == []


def test_the_map_has_what_the_sheet_counts() -> None:
    zones = content().table("zones", Zone)
    areas = content().table("areas", Area)
    assert Counter(zone.kind for zone in zones.values()) == {
        "city": 8,
        "town": 15,
        "mountain": 5,
        "valley": 3,
        "pass": 2,
        "desert": 3,
    }
    assert sum(zone.airfield for zone in zones.values()) == 16
    assert sum(bool(zone.resource) for zone in zones.values()) == 7
    assert sum(zone.cpv for zone in zones.values()) + sum(area.cpv for area in areas.values()) == 71
    assert sum(zone.kind == "town" and (zone.airfield or bool(zone.resource)) for zone in zones.values()) == 11
    assert zones["salang-tunnel"].cell == "5-3"
    assert Counter(area.country for area in areas.values()) == {"ussr": 3, "pakistan": 3, "iran": 1}
    assert len(content().table("routes", Road)) == 65


def steps(a: str, b: str, without: str = "") -> int:
    near: dict[str, set[str]] = {}
    for road in content().table("routes", Road).values():
        near.setdefault(road.a, set()).add(road.b)
        near.setdefault(road.b, set()).add(road.a)
    far, front = {a: 0}, deque([a])
    while front:
        here = front.popleft()
        for there in near[here] - {without} - far.keys():
            far[there] = far[here] + 1
            front.append(there)
    return far[b]


def test_the_examples_of_the_book_are_true_on_this_map() -> None:
    assert steps("uzbek-ssr", "kabul") == 4 <= content().table("areas", Area)["uzbek-ssr"].support
    assert steps("uzbek-ssr", "kabul", without="salang-tunnel") == 5
    assert steps("peshawar", "tora-bora") == 2 <= content().table("areas", Area)["peshawar"].support
    assert steps("kabul", "panjshir-valley") <= content().table("units", Unit)["mech-division"].move


def test_there_are_139_counters_and_39_markers_of_31_kinds() -> None:
    units = content().table("units", Unit)
    of = Counter({"soviet": 0, "dra": 0, "resistance": 0})
    for unit in units.values():
        of[unit.nation if unit.nation in ("soviet", "dra") else "resistance"] += unit.count
    assert of == {"soviet": 46, "dra": 33, "resistance": 61}  # with the Terror Spectacular
    markers = content().table("markers", Marker)
    for side, number, kinds in (("communist", 19, 18), ("resistance", 20, 13)):
        own = {name: marker for name, marker in markers.items() if marker.side == side}
        assert sum(marker.count for marker in own.values()) == number
        assert len({marker.family or name for name, marker in own.items()}) == kinds


def test_wordings_take_their_numbers_from_the_effects() -> None:
    jirga = content().table("markers", Marker)["loya-jirga"]
    told = wording(jirga.text, jirga.effects)
    assert "passes: Communist morale +2, Resistance -1." in told and "fails: Communist morale -1." in told


def test_prices_are_in_sixths() -> None:
    assert [Price.parse(text).sixths for text in ("1", "1/2", "1/3", "2/3", "2")] == [6, 3, 2, 4, 12]
    recruits = content().table("recruits", Recruits)
    assert recruits["soviet-security"].price.sixths + recruits["commando-brigade"].price.sixths == 6
    assert recruits["helicopter"].year == recruits["combined-arms-brigade"].year == 1982


def test_the_levels_that_the_book_names() -> None:
    levels = content().table("morale", Level)
    assert (levels["5"].communist_draws, levels["8"].recruits, levels["6"].recruits) == (3, 4, 3)


def test_scenarios_last_as_long_as_their_years() -> None:
    turns = {name: row.last - row.first + 1 for name, row in content().table("scenarios", Scenario).items()}
    assert turns == {"1979-1": 2, "1979-2": 7, "1979-3": 11, "1984-1": 2, "1984-2": 6}


def test_each_setup_with_its_defaults_asks_for_no_counter_twice() -> None:
    choices, units = content().table("choices", Choice), content().table("units", Unit)
    for setup in content().table("setups", Setup).values():
        taken = Counter(setup.air)
        for forces in setup.units.values():
            taken.update(forces)
        for name in setup.choices:
            taken.update({unit: len(spots) for unit, spots in choices[name].default.items()})
        assert all(number <= units[unit].count for unit, number in taken.items())


MISTAKES = {
    "cell": (
        "zones:\n  rows:\n    khost: {cell: 4-3}\n",
        "pack.yaml:3:19: found '4-3' again, expected a cell of its own",
    ),
    "route": ("routes:\n  rows:\n    iran-herat: {b: iran}\n", "pack.yaml:3:21: found 'iran', expected another space"),
    "lost": ("routes:\n  rows:\n    iran-herat: {b: heart}\n", "did you mean 'herat'"),
    "twice": ("zones:\n  rows:\n    ghor: {name: Kabul}\n", "'Kabul' again, expected a name of its own"),
    "apart": ("routes:\n  remove: [bamian-ghor, ghor-herat]\n", "found a space apart"),
    "mix": (
        "setups:\n  rows:\n    1979: {units: {kabul: {soviet-hq: 2}}}\n",
        "found 2 soviet-hq in all, expected 1 at most, as there are counters",
    ),
    "word": (
        "markers:\n  rows:\n    obl: {effects: [{do: teleport, number: 1}]}\n",
        "pack.yaml:3:26: found 'teleport', expected 'morale'",
    ),
    "figure": ("markers:\n  rows:\n    obl: {text: 'Draw {many}.'}\n", "no such number"),
    "held": ("markers:\n  rows:\n    obl: {when: polwar}\n", "nobody holds Resistance markers"),
    "price": ("recruits:\n  rows:\n    helicopter: {price: 1/5}\n", "Morale Points such as 1, 1/2 or 1/3"),
    "default": (
        "choices:\n  rows:\n    1984-areas: {default: {soviet-security: [kabul, uzbek-ssr]}}\n",
        "found 'kabul', expected a space of this choice",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_bad_pack_is_told_where_it_is_bad(tmp_path: Path, mistake: str) -> None:
    written, told = MISTAKES[mistake]
    (tmp_path / "pack.yaml").write_text(written)
    found = "\n".join(map(str, check(FOLDER, HELD, [tmp_path])))
    assert told in found
    if mistake != "mix":  # which can be played with
        with pytest.raises(ContentError):
            load(FOLDER, HELD, [tmp_path])


def test_a_pack_adds_a_marker_without_python(tmp_path: Path) -> None:
    (tmp_path / "marker.yaml").write_text(
        """markers:
  source: designed
  reason: a boycott that cheers one side and costs the other
  rows:
    boycott:
      side: communist
      title: Olympic Boycott
      count: 1
      when: immediate
      after: return
      text: "Roll a die: up to {upto} Communist morale {low.communist:+}, above it {number} counters are drawn."
      effects: [{do: roll, upto: 2, low: [{do: morale, communist: -1}], high: [{do: draw, number: 2}]}]
"""
    )
    marker = load(FOLDER, HELD, [tmp_path]).table("markers", Marker)["boycott"]
    assert wording(marker.text, marker.effects).endswith("up to 2 Communist morale -1, above it 2 counters are drawn.")
