"""The content of Commandos: Europe: counts, the ground of each mission, maps that can be walked and sailed.

These read the files as they are written, so that a slip in a map is named by its hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

import sandtable
from sandtable.boards.hexes import HexGrid

CONTENT = Path(sandtable.__file__).parent / "games" / "commandos" / "content"
MAPS = ("norway", "north-africa", "normandy", "continent")
TAGS = {"coast", "water", "no-camp", "no-vehicle", "no-vehicle-landing", "replaces-cost", "bridge", "mark"}
AFLOAT = {"ship", "pier", "breakwater"}


@cache
def table(name: str) -> dict[str, Any]:
    """A table of the content by its name, whatever file it stands in; rows of columns become fields."""
    for path in sorted(CONTENT.glob("*.yaml")):
        section = yaml.safe_load(path.read_text(encoding="utf-8")).get(name)
        if section is not None:
            rows = section["rows"]
            if "columns" in section:
                assert all(len(row) == len(section["columns"]) for row in rows.values()), f"a short row in {name}"
                rows = {key: dict(zip(section["columns"], row, strict=True)) for key, row in rows.items()}
            return {**section, "rows": rows}
    raise AssertionError(f"no table {name}")


def rows(name: str) -> dict[str, Any]:
    found: dict[str, Any] = table(name)["rows"]
    return found


class Sheet:
    """One map, read for its geometry."""

    def __init__(self, key: str) -> None:
        self.key = key
        row = self.row = rows("map")[key]
        self.grid = grid = HexGrid(
            row["columns"], row["rows"], row["odd_up"], int(row["first"][:2]), int(row["first"][2:])
        )
        named = {terrain["letter"]: key for key, terrain in rows("terrain").items()}
        self.letters = grid.letters(row["terrain"])
        self.terrain: list[set[str]] = [{named[letter]} for letter in self.letters]
        for label, more in row.get("also", {}).items():
            self.terrain[grid.at(label)].update(more)
        self.lines: dict[str, list[list[int]]] = {
            kind: [[grid.at(label) for label in way] for way in ways] for kind, ways in row["lines"].items()
        }
        for kind, ways in self.lines.items():
            for way in ways:
                for h in way:
                    self.terrain[h].add(kind)
        self.sides = {
            kind: {frozenset((side.space, grid.step[side.space][side.side])) for side in grid.sides(kind, texts)}
            for kind, texts in row.get("sides", {}).items()
        }
        self.all = range(grid.size)

    def having(self, *names: str) -> set[int]:
        return {h for h in self.all if self.terrain[h] & set(names)}

    def tagged(self, tag: str) -> set[int]:
        return self.having(*[key for key, terrain in rows("terrain").items() if tag in terrain["tags"]])

    def labels(self, hexes: Iterable[int]) -> list[str]:
        return sorted(self.grid.label(h) for h in hexes)

    def reach(self, start: Iterable[int], open_: set[int], closed: set[frozenset[int]]) -> set[int]:
        """All that can be reached from some hexes over open hexes, not across closed sides."""
        found = set(start) & open_
        edge = list(found)
        while edge:
            h = edge.pop()
            for n in self.grid.neighbours[h]:
                if n in open_ and n not in found and frozenset((h, n)) not in closed:
                    found.add(n)
                    edge.append(n)
        return found

    @property
    def sea(self) -> set[int]:
        return self.having("sea")

    @property
    def coast(self) -> set[int]:
        return self.having("coast")

    @property
    def dry(self) -> set[int]:
        """Where people on foot may be: everywhere but on open sea."""
        return set(self.all) - self.sea

    @property
    def sites(self) -> set[int]:
        """Where a base may stand: not in or next to a building or airfield (3.1)."""
        built = self.tagged("no-camp")
        return {h for h in self.all if h not in built and not built.intersection(self.grid.neighbours[h])}

    def arcs(self, h: int, hexes: set[int]) -> int:
        """Into how many stretches of the rim of a hex these neighbours fall."""
        ring = [n in hexes for n in self.grid.step[h]]
        turns = sum(1 for d in range(6) if ring[d] and not ring[d - 1])
        return turns or int(all(ring))


@cache
def sheet(key: str) -> Sheet:
    return Sheet(key)


@pytest.fixture(params=MAPS)
def board(request: pytest.FixtureRequest) -> Sheet:
    return sheet(request.param)


# Counts


def test_maps_and_their_printed_numbers() -> None:
    assert tuple(rows("map")) == MAPS
    corners = {}
    for key in MAPS:
        grid = sheet(key).grid
        corners[key] = (grid.label(0), grid.label(grid.size - 1))
    assert corners == {
        "norway": ("0127", "1753"),
        "north-africa": ("2127", "3953"),
        "normandy": ("2101", "3926"),
        "continent": ("0101", "1726"),
    }


def test_counts_of_the_counter_sheet() -> None:
    missions, enemies = rows("missions").values(), rows("enemies").values()
    assert [sum(m["count"] for m in missions if m["map"] == key) for key in MAPS] == [19, 17, 13, 9]
    assert [sum(e["count"] for e in enemies if e["map"] == key) for key in MAPS] == [20, 20, 20, 20]
    assert sum(c["count"] for c in rows("casualties").values()) == 20
    assert sum(g["count"] for g in rows("gear").values()) == 50
    kinds = [person["kind"] for person in rows("people").values()]
    assert (kinds.count("team"), kinds.count("leader"), len(rows("camps"))) == (8, 8, 2)


def test_enemies_fit_their_maps() -> None:
    for key in MAPS:
        moves = {row: e for row, e in rows("enemies").items() if e["map"] == key}
        assert {e["mobility"] for e in moves.values()} == (
            {"foot", "vehicle", "boat"} if sheet(key).sea else {"foot", "vehicle"}
        )
        assert any(e["move"] == 0 for e in moves.values()), f"{key} has no fixed post"


def test_every_value_has_a_source() -> None:
    for path in sorted(CONTENT.glob("*.yaml")):
        for name, section in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            columns = set(section.get("columns") or {field for row in section["rows"].values() for field in row})
            for part in [section, *section.get("exceptions", [])]:
                word = {"rulebook": "section", "designed": "reason"}[part["source"]]
                assert part.get(word), f"{name}: {part} lacks its {word}"
            for part in section.get("exceptions", []):
                for row in _listed(part.get("row")):
                    assert row in section["rows"], f"{name} has no row {row}"
                for column in _listed(part.get("column")):
                    assert column in columns, f"{name} has no column {column}"


def _listed(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else value or []


def test_people_follow_one_another() -> None:
    people = rows("people")
    for key, person in people.items():
        assert person["grade"] in ("", "E", "V")
        before = people.get(person["after"])
        if person["grade"]:
            assert before is not None and before["cost"] == 0
            assert (before["name"], before["kind"]) == (person["name"], person["kind"]), key
            assert before["grade"] == {"E": "", "V": "E"}[person["grade"]], key
        else:
            assert person["after"] == ""


def test_missions_need_gear_that_exists() -> None:
    gear = rows("gear")
    for key, mission in rows("missions").items():
        assert mission["needs"], key
        for alternative in mission["needs"]:
            assert all(row in gear and gear[row]["count"] >= 1 for row in alternative), key
        assert 2 <= mission["award"] <= 6, key


def test_terrain_letters_and_tags() -> None:
    terrain = rows("terrain")
    letters = [row["letter"] for row in terrain.values()]
    assert len(set(letters)) == len(letters) and all(len(letter) == 1 for letter in letters)
    for key, row in terrain.items():
        assert set(row["tags"]) <= TAGS, key
        if "mark" in row["tags"]:
            assert (row["cost"], row["noise"], row["penalty"]) == (1, 0, 0), key
    looks = [(row["pattern"], row["line"]) for key, row in terrain.items() if key != "hangar"]
    assert len(set(looks)) == len(looks), "two terrains look alike"


# The four maps


def test_lines_run_from_hex_to_neighbour(board: Sheet) -> None:
    for kind, ways in board.lines.items():
        for way in ways:
            assert len(way) >= 2 and len(set(way)) == len(way), (kind, board.labels(way))
            for a, b in pairwise(way):
                assert b in board.grid.neighbours[a], (kind, board.grid.label(a), board.grid.label(b))
                assert not {a, b} & board.sea, (kind, "runs into the sea", board.grid.label(b))


def test_sides_lie_between_hexes_that_are_there(board: Sheet) -> None:
    for kind, pairs in board.sides.items():
        assert kind in ("cliff", "sea")
        for pair in pairs:
            assert len(pair) == 2 and min(pair) >= 0
            if kind == "sea":
                assert pair <= board.coast, board.labels(pair)
            else:
                assert not pair & board.sea, board.labels(pair)
    assert not board.sides.get("cliff", set()) & board.sides.get("sea", set())


def test_no_road_climbs_a_cliff(board: Sheet) -> None:
    for kind in ("road", "path", "rail"):
        for way in board.lines.get(kind, []):
            for pair in pairwise(way):
                assert frozenset(pair) not in board.sides.get("cliff", set()), (kind, board.labels(pair))
                assert frozenset(pair) not in board.sides.get("sea", set()), (kind, board.labels(pair))


def test_roads_and_rails_cross_water_on_bridges(board: Sheet) -> None:
    wet = board.having("river", "canal")
    crossed = wet & board.having("road", "rail")
    assert board.labels(crossed) == board.labels(board.having("bridge"))


def test_ways_lead_somewhere(board: Sheet) -> None:
    """Each end of a road, rail, river or canal is a map edge, another way, water, or a place worth going to."""
    places = board.having("building", "village", "hangar", "pier") | board.coast
    for kind in ("road", "rail", "river", "canal"):
        for way in board.lines.get(kind, []):
            others = {h for kinds in board.lines.values() for other in kinds if other is not way for h in other}
            ends = way[-1:] if kind in ("river", "canal") else [way[0], way[-1]]
            for end in ends:
                assert board.grid.border(end) or end in places | others, (kind, board.grid.label(end))


def test_sea_and_land_meet_in_coastal_hexes(board: Sheet) -> None:
    for h in board.all:
        near = set(board.grid.neighbours[h])
        if h not in board.sea and near & board.sea:
            assert h in board.coast, f"{board.grid.label(h)} touches the sea and is no coast"
        if h in board.coast:
            assert near & (board.sea | board.having(*AFLOAT)), f"coast {board.grid.label(h)} touches no sea"
    assert board.having(*AFLOAT) <= board.coast


def test_no_sea_is_cut_off(board: Sheet) -> None:
    left = board.sea
    while left:
        pool = board.reach([min(left)], board.sea | board.coast, set())
        assert any(board.grid.border(h) for h in pool & board.sea), board.labels(pool & board.sea)
        left = left - pool


def test_boats_do_not_sail_over_land(board: Sheet) -> None:
    """From one coastal hex to the next there is water beside the way, or it cuts a corner of one and the same shore."""
    afloat = board.sea | board.having(*AFLOAT)
    for a in board.coast - board.having(*AFLOAT):
        for b in set(board.grid.neighbours[a]) & board.coast - board.having(*AFLOAT):
            beside = set(board.grid.neighbours[a]) & set(board.grid.neighbours[b])
            assert beside & afloat or len(beside & board.coast) == 1, board.labels((a, b))


NARROW = {
    "norway": {"1637", "1737"},  # the cape, which boats round through its hexes
    "north-africa": {"2251", "2851"},  # the feet of two headlands
}


def test_no_land_is_one_hex_thin(board: Sheet) -> None:
    """A coastal hex has its sea on one side, but for moles, ships and piers and the tips named here."""
    bare = board.coast - board.having(*AFLOAT)
    thin = {h for h in bare if board.arcs(h, board.sea | board.having(*AFLOAT)) > 1}
    assert set(board.labels(thin)) == NARROW.get(board.key, set())


def test_every_terrain_of_the_table_is_on_a_map() -> None:
    used = {name for key in MAPS for terrain in sheet(key).terrain for name in terrain}
    used |= {name for key in MAPS for name in sheet(key).sides}
    used |= {name for key in MAPS for name in sheet(key).row.get("instead", {}).values()}
    assert used == set(rows("terrain"))


def test_names_are_places_of_the_map_and_told_apart(board: Sheet) -> None:
    names = board.row["names"]
    for label in names:
        board.grid.at(label)
    assert len(set(names.values())) == len(names)


def test_the_bridge_and_the_rose_that_the_rules_name() -> None:
    norway, africa = sheet("norway"), sheet("north-africa")
    assert {"river", "bridge", "road"} <= norway.terrain[norway.grid.at("0146")]
    rose = africa.grid.at("2551")
    open_water = {africa.grid.label(h) for h in (rose, *africa.grid.neighbours[rose]) if h in africa.sea}
    assert open_water >= {"2551", "2550", "2552", "2450", "2451"}


# Missions on their ground


def on(*names: str) -> Callable[[set[str]], bool]:
    return lambda terrain: bool(terrain & set(names))


def every(*names: str) -> Callable[[set[str]], bool]:
    return lambda terrain: terrain >= set(names)


def open_ground(terrain: set[str]) -> bool:
    return not terrain & {"sea", "building", "village", "airfield", "hangar", "marsh", "river", "canal"}


GROUND: dict[str, Callable[[set[str]], bool]] = {
    "blow-bridge": every("river", "bridge", "road"),
    "blow-tanker": every("ship", "coast"),
    "capture-ship": every("ship", "coast"),
    "sink-warship": every("ship", "coast"),
    "mine-harbor": on("sea"),
    "cut-submarine-nets": on("sea"),
    "blow-seaplane-dock": every("pier", "coast"),
    "capture-code-books": every("pier", "coast"),
    "capture-enigma-rotors": every("pier", "coast"),
    "seize-lighthouse": every("building", "coast"),
    "capture-peak": on("ridge"),
    "mine-road": on("road"),
    "destroy-cod-plant": every("building", "coast"),
    "destroy-fish-oil-plant": on("building"),
    "destroy-power-plant": every("building", "river"),
    "hit-hq": on("building"),
    "blow-ammo-dump": on("building"),
    "blow-fuel-dump": on("building"),
    "evacuate-national": on("coast"),
    "cut-rail-line": on("rail"),
    "seize-oasis": on("oasis"),
    "blow-radio-station": on("building"),
    "kill-rommel": on("building"),
    "destroy-cisterns": on("building"),
    "take-out-aa": on("building"),
    "take-out-gun": on("building"),
    "sabotage": on("building", "pier"),
    "blow-up-train": on("rail"),
    "sever-phone-line": on("rail"),
    "destroy-obstacle": every("beach", "coast"),
    "photograph-obstacle": every("beach", "coast"),
    "examine-bunker": on("building"),
    "study-radar": on("building"),
    "capture-general": on("building"),
    "contact-informant": on("village"),
    "equip-maquis": on("woods"),
    "survey-minefield": open_ground,
    "sabotage-runway": on("airfield"),
    "blow-hangars": every("airfield", "hangar"),
    "blow-railway-bridge": every("river", "rail", "bridge"),
    "hold-road-junction": on("road"),
    "block-reinforcements": on("road"),
    "hide-drop": on("woods"),
    "spot-for-bomber": on("ridge"),
    "escape-to-friendly-lines": open_ground,
    "take-prisoner": lambda terrain: "sea" not in terrain,
    "train-rangers": open_ground,
    "rescue-commando": open_ground,
    "feint": open_ground,
    "arm-the-locals": open_ground,
    "transmit": lambda terrain: "sea" not in terrain,
    "scout": open_ground,
    "insert-agent": open_ground,
    "id-targets": open_ground,
    "rescue-airman": open_ground,
    "neutralize-patrol": open_ground,
    "soil-survey": open_ground,
    "train-the-new-blokes": on("village"),
}


def mission_hexes(key: str) -> Iterator[tuple[str, int]]:
    for row, mission in rows("missions").items():
        if mission["map"] == key:
            yield from ((row, sheet(key).grid.at(label)) for label in mission["hexes"])


def test_every_mission_stands_on_its_ground(board: Sheet) -> None:
    assert set(GROUND) == set(rows("missions"))
    for row, h in mission_hexes(board.key):
        assert GROUND[row](board.terrain[h]), (row, board.grid.label(h), board.terrain[h])


def test_junctions_are_junctions() -> None:
    board = sheet("continent")
    for label in rows("missions")["hold-road-junction"]["hexes"]:
        h = board.grid.at(label)
        arms = {n for way in board.lines["road"] for a, b in pairwise(way) for n in (a, b) if h in (a, b)} - {h}
        assert len(arms) + bool(board.grid.border(h)) >= 3, label


def test_every_mission_can_be_reached_from_a_base_on_land(board: Sheet) -> None:
    """On foot where there is land, or else with a craft from a shore that can be walked to (11.0, 11.1)."""
    home = board.grid.at(rows("scenarios")[board.key]["defaults"][board.key]["camp"])
    on_foot = board.reach([home], board.dry, board.sides.get("sea", set()))
    by_craft = board.reach(on_foot & board.tagged("water"), board.tagged("water"), set())
    for row, h in mission_hexes(board.key):
        assert h in on_foot | by_craft, (row, board.grid.label(h))
        assert h in on_foot or h in board.coast | board.sea, (row, board.grid.label(h), "only by water")


def test_land_is_one_but_for_islands_and_ships(board: Sheet) -> None:
    closed = board.sides.get("sea", set())
    main = board.reach([board.grid.at(rows("scenarios")[board.key]["defaults"][board.key]["camp"])], board.dry, closed)
    islands = {
        "norway": ["0539", "0640", "1553", "1651", "1746", "1753"],
        "north-africa": ["3751", "3851"],
    }
    assert board.labels(board.dry - main) == islands.get(board.key, [])


# The ways to play


def test_scenarios_name_what_exists() -> None:
    scenarios = rows("scenarios")
    assert tuple(scenarios) == ("campaign", *MAPS)
    assert scenarios["campaign"]["maps"] == list(MAPS)
    for key, scenario in scenarios.items():
        assert scenario["maps"] == ([key] if key in MAPS else list(MAPS))
        assert set(scenario["defaults"]) == set(scenario["maps"])
        assert (scenario["missions"], scenario["start_pp"]) == (6, 20)
        for name, start in scenario["defaults"].items():
            sites = sheet(name).labels(sheet(name).sites)
            camps = [start["camp"], *([start["camp2"]] if "camp2" in start else [])]
            assert len(set(camps)) == len(camps) and set(camps) <= set(sites), (key, name)
            bought = [rows("people")[row] for row in start["people"]] + [rows("gear")[row] for row in start["gear"]]
            assert all(piece["cost"] > 0 for piece in bought), (key, name)
            if scenario["maps"] == [name] or name == "norway":
                assert sum(piece["cost"] for piece in bought) <= 20, (key, name)
            for row in set(start["gear"]):
                assert start["gear"].count(row) <= rows("gear")[row]["count"], (key, name, row)


def test_the_victory_table_has_no_gaps() -> None:
    levels = list(rows("victory").values())
    assert levels[0]["least"] == "" and levels[-1]["most"] == ""
    for lower, upper in pairwise(levels):
        assert upper["least"] == lower["most"] + 1
    assert [(level["least"], level["most"]) for level in levels[1:3]] == [(5, 6), (7, 8)]
    assert len(levels) == 11
