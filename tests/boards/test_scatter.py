"""Walks that meet the edge of the map: wrapped, reflected, stopped or lost."""

from itertools import pairwise
from math import gcd, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards.hexes import Edge, HexGrid
from tests.boards.maps import grids, whole_grids

SHEET = HexGrid(26, 36)
directions = st.integers(0, 5)


def straight(grid: HexGrid, h: int, d: int) -> list[int]:
    """The hexes from h to the edge in direction d, h first."""
    line = [h]
    while (onward := grid.step[line[-1]][d]) >= 0:
        line.append(onward)
    return line


def way_round(grid: HexGrid, h: int, d: int) -> int:
    """How many wrapped steps in direction d lead home for the first time."""
    steps, here = 1, grid.walk(h, d, 1, Edge.WRAP)
    while here != h:
        steps, here = steps + 1, grid.walk(here, d, 1, Edge.WRAP)
    return steps


# Wrapping


@given(st.integers(0, SHEET.size - 1), directions, st.integers(0, 100))
def test_walking_back_leads_home_over_any_edge(h: int, d: int, k: int) -> None:
    assert SHEET.walk(SHEET.walk(h, d, k, Edge.WRAP), (d + 3) % 6, k, Edge.WRAP) == h


@given(grids(), st.data(), directions, st.integers(0, 20))
def test_walking_back_leads_home_on_odd_and_pierced_maps_too(
    grid: HexGrid, data: st.DataObject, d: int, k: int
) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    assert grid.walk(grid.walk(h, d, k, Edge.WRAP), (d + 3) % 6, k, Edge.WRAP) == h


@given(grids(), st.data(), directions)
def test_a_wrapped_step_inside_the_map_is_an_ordinary_step(grid: HexGrid, data: st.DataObject, d: int) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    if grid.step[h][d] >= 0:
        assert grid.walk(h, d, 1, Edge.WRAP) == grid.step[h][d]


@given(whole_grids(), st.data(), directions)
def test_a_step_and_the_step_two_turns_on_make_the_step_between_even_over_the_edge(
    grid: HexGrid, data: st.DataObject, d: int
) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    bent = grid.walk(grid.walk(h, d, 1, Edge.WRAP), (d + 2) % 6, 1, Edge.WRAP)
    assert bent == grid.walk(h, (d + 1) % 6, 1, Edge.WRAP)


@pytest.mark.parametrize(
    ("start", "d", "end"),
    [
        ("0101", 0, "0136"),  # north over the north edge, in the same column
        ("0236", 3, "0201"),
        ("2601", 1, "0101"),  # east of the low column 26 stands the high column 01
        ("2636", 2, "0101"),  # over the south-east corner
        ("0110", 4, "2610"),
        ("0101", 5, "2636"),
        ("0501", 1, "0636"),  # a high column sticks out to the north
    ],
)
def test_one_step_over_the_edge_of_the_26_by_36_map(start: str, d: int, end: str) -> None:
    assert SHEET.label(SHEET.walk(SHEET.at(start), d, 1, Edge.WRAP)) == end


@given(whole_grids(), st.data())
def test_north_and_south_come_round_after_as_many_steps_as_there_are_rows(grid: HexGrid, data: st.DataObject) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    assert way_round(grid, h, 0) == way_round(grid, h, 3) == grid.rows


@pytest.mark.parametrize("d", [1, 2, 4, 5])
def test_a_slanting_walk_on_26_by_36_visits_every_hex_before_it_comes_home(d: int) -> None:
    assert way_round(SHEET, SHEET.at("1107"), d) == lcm(26, 2 * 36) == SHEET.size


@given(st.integers(1, 5), st.integers(1, 9), st.booleans(), directions.filter(lambda d: d % 3))
def test_slanting_walks_come_round_after_the_common_multiple_of_columns_and_half_hexes(
    pairs: int, rows: int, odd_up: bool, d: int
) -> None:
    grid = HexGrid(2 * pairs, rows, odd_up=odd_up)
    assert way_round(grid, 0, d) == lcm(2 * pairs, 2 * rows)


@given(st.integers(0, 4), st.integers(1, 9), st.booleans(), directions.filter(lambda d: d % 3))
def test_over_an_odd_number_of_columns_each_round_slips_half_a_hex(pairs: int, rows: int, odd_up: bool, d: int) -> None:
    columns = 2 * pairs + 1
    grid = HexGrid(columns, rows, odd_up=odd_up)
    # Eastwards a walk from high to high columns slips north, from low to low ones south; odd_up puts column 1 high.
    slips_along = (d in (1, 4)) == odd_up
    climb = columns + 1 if slips_along else columns - 1
    assert way_round(grid, 0, d) == columns * (2 * rows // gcd(2 * rows, climb))


def test_the_seam_of_an_odd_map_keeps_row_numbers_eastwards() -> None:
    grid = HexGrid(3, 4)
    assert grid.label(grid.walk(grid.at("0302"), 2, 1, Edge.WRAP)) == "0102"
    assert grid.label(grid.walk(grid.at("0302"), 1, 1, Edge.WRAP)) == "0101"
    assert grid.label(grid.walk(grid.at("0102"), 5, 1, Edge.WRAP)) == "0302"


def test_a_wrapped_walk_passes_over_holes_without_counting_them() -> None:
    grid = HexGrid(4, 5, holes=frozenset({201, 203, 205}))
    assert grid.label(grid.walk(grid.at("0202"), 3, 1, Edge.WRAP)) == "0204"
    assert grid.label(grid.walk(grid.at("0204"), 3, 1, Edge.WRAP)) == "0202"


# Reflecting, stopping, leaving


@given(grids(), st.data(), directions, st.integers(0, 40))
def test_a_reflected_walk_goes_back_and_forth_on_its_line(grid: HexGrid, data: st.DataObject, d: int, k: int) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    ahead, behind = straight(grid, h, d), straight(grid, h, (d + 3) % 6)
    # Out to the edge, back to the start, on to the far edge, back to the start again, where the next round begins.
    one_round = ahead + ahead[-2::-1] + behind[1:] + behind[-2::-1]
    one_round = one_round[:-1] or [h]
    assert grid.walk(h, d, k, Edge.REFLECT) == one_round[k % len(one_round)]


def test_a_reflected_walk_passes_the_start_and_turns_again_at_the_far_edge() -> None:
    grid = HexGrid(3, 4, first_row=27)
    start = grid.at("0228")
    ends = [grid.label(grid.walk(start, 0, k, Edge.REFLECT)) for k in range(8)]
    assert ends == ["0228", "0227", "0228", "0229", "0230", "0229", "0228", "0227"]


def test_a_walk_on_a_line_of_one_hex_stays_there() -> None:
    grid = HexGrid(2, 1)
    assert grid.walk(0, 0, 7, Edge.REFLECT) == 0


@given(grids(), st.data(), directions, st.integers(0, 12))
def test_a_walk_stops_on_the_last_hex_or_leaves_the_map(grid: HexGrid, data: st.DataObject, d: int, k: int) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    ahead = straight(grid, h, d)
    assert grid.walk(h, d, k, Edge.STOP) == ahead[min(k, len(ahead) - 1)]
    assert grid.walk(h, d, k, Edge.LEAVE) == (ahead[k] if k < len(ahead) else -1)


def test_what_becomes_of_a_walk_can_be_written_in_a_data_file() -> None:
    assert [Edge(word) for word in ("wrap", "reflect", "stop", "leave")] == list(Edge)


# What is shown of a walk


@given(grids(), st.data(), directions, st.integers(0, 12), st.sampled_from(list(Edge)))
def test_a_course_steps_from_hex_to_hex_and_ends_where_the_walk_ends(
    grid: HexGrid, data: st.DataObject, d: int, k: int, edge: Edge
) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    course, end = grid.course(h, d, k, edge), grid.walk(h, d, k, edge)
    assert course[0] == h
    assert end in (-1, course[-1])
    if edge != Edge.WRAP:
        assert all(b in grid.neighbours[a] for a, b in pairwise(course))


def test_a_reflected_course_shows_the_way_out_and_the_way_back() -> None:
    quarter = HexGrid(39, 53).cut("2127", "3953")
    labels = [quarter.label(h) for h in quarter.course(quarter.at("2529"), 0, 5, Edge.REFLECT)]
    assert labels == ["2529", "2528", "2527", "2528", "2529", "2530"]
