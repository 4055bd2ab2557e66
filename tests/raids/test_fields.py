"""A map of the raid series: what its ground costs whom, which steps are barred, who may appear where."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.boards.paths import IMPASSABLE, bits
from sandtable.games.raids.field import Field, Mover
from tests.raids.islands import islands

NORTH, SOUTH = islands().kit.fields


def reached(map: Field, mover: Mover, start: str, budget: int, closed: Sequence[str] = ()) -> dict[str, int]:
    """What each hex costs that can be reached."""
    shut = sum(1 << map.grid.at(label) for label in closed)
    layers = map.way(mover).flood(map.grid.at(start), budget, shut)
    return {map.grid.label(h): price for price, layer in enumerate(layers) for h in bits(layer)}


def cost(map: Field, mover: Mover, label: str) -> int:
    return map.way(mover).cost[map.grid.at(label)]


def test_maps_keep_the_numbers_of_their_sheet() -> None:
    assert [NORTH.grid.label(0), NORTH.grid.label(24)] == ["0127", "0531"]
    assert [SOUTH.grid.label(0), SOUTH.grid.label(23)] == ["2101", "2604"]


def test_ground_that_counts_as_another_is_drawn_as_it_is() -> None:
    h = NORTH.grid.at("0127")
    assert (NORTH.drawn[h], NORTH.ground[h], NORTH.cost[h]) == (["clear"], ["mountain"], 2)


@pytest.mark.parametrize("label", ["0228", "0230"])
def test_coast_and_ridge_count_as_nothing_else(label: str) -> None:
    h = NORTH.grid.at(label)
    assert NORTH.ground[h] == NORTH.drawn[h]


def test_a_road_makes_up_for_the_ground_under_it_in_cost_alone() -> None:
    h = NORTH.grid.at("0229")
    assert (NORTH.cost[h], NORTH.noise[h], NORTH.penalty[h]) == (1, 3, -20)


def test_a_mark_decides_nothing_where_there_is_other_ground() -> None:
    h = NORTH.grid.at("0228")
    assert NORTH.drawn[h] == ["coast", "pier"]
    assert (NORTH.cost[h], NORTH.noise[h], NORTH.penalty[h]) == (1, 2, -10)


def test_nobody_walks_into_the_sea_and_craft_keep_to_the_water() -> None:
    assert cost(NORTH, "foot", "0328") == IMPASSABLE
    assert [cost(NORTH, "craft", label) for label in ("0328", "0228", "0429")] == [1, 1, 1]
    assert cost(NORTH, "craft", "0427") == IMPASSABLE
    assert cost(SOUTH, "craft", "2301") == 1


def test_vehicles_need_a_bridge_over_a_river_and_never_climb_a_ridge() -> None:
    assert cost(SOUTH, "vehicle", "2301") == IMPASSABLE
    assert cost(SOUTH, "vehicle", "2302") == 1
    assert cost(NORTH, "vehicle", "0230") == IMPASSABLE


def test_a_side_of_sea_bars_those_on_foot_and_no_craft() -> None:
    a, b = NORTH.grid.at("0228"), NORTH.grid.at("0229")
    assert b in NORTH.grid.neighbours[a]
    assert b not in NORTH.foot.neighbours[a] and a not in NORTH.foot.neighbours[b]
    assert not NORTH.foot.beside[a] >> b & 1
    assert reached(NORTH, "foot", "0228", 2)["0229"] == 2  # round by 0128 or 0129, and not across
    assert "0229" not in reached(NORTH, "foot", "0228", 1)


def test_a_cliff_bars_vehicles_alone() -> None:
    a, b = NORTH.grid.at("0129"), NORTH.grid.at("0130")
    assert b in NORTH.foot.neighbours[a] and b not in NORTH.way("vehicle").neighbours[a]


def test_a_flood_by_steps_is_the_flood_by_tiers_where_no_side_is_barred() -> None:
    """The two ways to work it out agree, so a map may have sides or not."""
    grid, plain = SOUTH.grid, reached(SOUTH, "foot", "2101", 6, ["2202"])
    barred = type(SOUTH.foot)(grid, SOUTH.foot.cost, {(grid.at("2603"), grid.at("2604"))})
    layers = barred.flood(grid.at("2101"), 6, 1 << grid.at("2202"))
    assert {grid.label(h): price for price, layer in enumerate(layers) for h in bits(layer)} == plain


@pytest.mark.parametrize(
    ("mover", "label", "may"),
    [
        ("foot", "0328", False),
        ("foot", "0428", True),
        ("boat", "0328", True),
        ("boat", "0428", True),
        ("boat", "0427", False),
        ("vehicle", "0228", False),
        ("vehicle", "0230", True),
        ("vehicle", "0328", False),
    ],
)
def test_who_may_appear_where(mover: Mover, label: str, may: bool) -> None:
    assert NORTH.lands(mover, NORTH.grid.at(label)) is may


def test_a_bridge_is_for_driving_not_for_arriving() -> None:
    assert not SOUTH.lands("vehicle", SOUTH.grid.at("2302"))


def test_each_map_has_its_own_counters() -> None:
    kit = islands().kit
    rows = [[{kit.pieces[t].row for t in those} for those in (map.enemies, map.missions)] for map in kit.fields]
    assert rows == [[{"patrol", "e-boat"}, {"scout"}], [{"garrison", "half-track"}, {"signal"}]]


def test_a_board_has_its_lines_and_sides() -> None:
    boards = islands().boards()
    assert [board.title for board in boards.values()] == ["The North", "The South"]
    assert {(link.kind, link.a, link.b) for link in boards["north"].links} == {
        ("road", NORTH.grid.at("0128"), NORTH.grid.at("0129")),
        ("road", NORTH.grid.at("0129"), NORTH.grid.at("0229")),
    }
    assert {side.kind for side in boards["north"].hexsides} == {"sea", "cliff"}
    assert boards["south"].looks["road"].line == "road" and boards["south"].looks["sea"].pattern == "water"
