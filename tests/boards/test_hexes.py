"""The geometry of hex maps, checked against their own drawing and against plain search."""

from itertools import pairwise, product
from math import atan2, dist, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards.hexes import DIRECTIONS, HALF_HEIGHT, HexGrid
from sandtable.boards.paths import bits, mask_of
from sandtable.kernel.view import Hexside, Label, Line, Link, Look, Value
from tests.boards.maps import grids, steps_from, whole_grids

HEX_HEIGHT = 2 * HALF_HEIGHT
SHEET = HexGrid(26, 36)


def bearing(grid: HexGrid, a: int, b: int) -> float:
    """The angle of b seen from a on the drawing, in turns clockwise from the north."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    return atan2(bx - ax, ay - by) / (2 * pi) % 1


def one_of(data: st.DataObject, grid: HexGrid) -> int:
    return data.draw(st.integers(0, grid.size - 1))


# Names


@given(grids())
def test_every_hex_is_found_again_by_its_label(grid: HexGrid) -> None:
    assert [grid.at(grid.label(h)) for h in range(grid.size)] == list(range(grid.size))
    assert len({grid.label(h) for h in range(grid.size)}) == grid.size


def test_a_map_cut_out_of_a_sheet_keeps_the_numbers_of_the_sheet() -> None:
    quarter = HexGrid(19, 27, first_column=21, first_row=27)
    assert quarter.size == 19 * 27
    assert (quarter.label(0), quarter.label(quarter.size - 1)) == ("2127", "3953")
    assert quarter.label(quarter.step[quarter.at("2551")][0]) == "2550"


@pytest.mark.parametrize("odd_up", [True, False])
@pytest.mark.parametrize("first_column", [1, 2])
def test_the_printed_number_of_a_column_says_whether_it_stands_high(odd_up: bool, first_column: int) -> None:
    grid = HexGrid(3, 2, odd_up=odd_up, first_column=first_column)
    odd, even = grid.at("0301"), grid.at("0201")
    higher, lower = (odd, even) if odd_up else (even, odd)
    assert grid.centre(lower)[1] - grid.centre(higher)[1] == pytest.approx(HEX_HEIGHT / 2, abs=1e-4)


@pytest.mark.parametrize("label", ["0136", "2701", "0", "", "0a01", "01001", "303"])
def test_an_unknown_label_is_refused_with_the_range_of_the_map(label: str) -> None:
    grid = HexGrid(26, 35)
    with pytest.raises(ValueError, match=f"no hex '{label}' on this map, whose hexes run from 0101 to 2635"):
        grid.at(label)


def test_a_hole_has_no_label_and_no_index() -> None:
    grid = HexGrid(3, 3, holes=frozenset({202}))
    assert grid.size == 8
    with pytest.raises(ValueError, match="no hex '0202'"):
        grid.at("0202")


@pytest.mark.parametrize(("columns", "rows", "first"), [(0, 5, 1), (5, 0, 1), (60, 5, 41), (5, 60, 41), (5, 5, -1)])
def test_columns_and_rows_that_no_label_can_name_are_refused(columns: int, rows: int, first: int) -> None:
    with pytest.raises(ValueError, match="numbered from 0 to 99"):
        HexGrid(columns, rows, first_column=first, first_row=first)


def test_holes_must_lie_on_the_map_and_leave_some_of_it() -> None:
    with pytest.raises(ValueError, match="Hole 0404 is not on the map, whose hexes run from 0101 to 0303"):
        HexGrid(3, 3, holes=frozenset({404}))
    with pytest.raises(ValueError, match="every hex of this one is a hole"):
        HexGrid(1, 2, holes=frozenset({101, 102}))


def test_a_drawn_map_gives_each_hex_the_letter_at_its_column_and_row() -> None:
    grid = HexGrid(3, 2, first_row=5, holes=frozenset({206}))
    letters = grid.letters(["abc", "d f"])
    assert {grid.label(h): letters[h] for h in range(grid.size)} == {
        "0105": "a", "0205": "b", "0305": "c", "0106": "d", "0306": "f",
    }  # fmt: skip


def test_a_drawn_map_of_another_shape_is_refused() -> None:
    grid = HexGrid(3, 2)
    with pytest.raises(ValueError, match="has 2 rows of hexes, but 3 rows of letters"):
        grid.letters(["abc"] * 3)
    with pytest.raises(ValueError, match="Row 2 of the drawn map holds 4 letters; it needs 3"):
        grid.letters(["abc", "abcd"])


# Near and far


@given(grids())
def test_a_step_leads_to_the_hex_drawn_there_and_nowhere_if_none_is(grid: HexGrid) -> None:
    drawn = {grid.centre(h): h for h in range(grid.size)}
    for h in range(grid.size):
        around = {
            round(bearing(grid, h, other) * 6) % 6: other
            for centre, other in drawn.items()
            if 0 < dist(centre, grid.centre(h)) < 1.01 * HEX_HEIGHT
        }
        assert grid.step[h] == tuple(around.get(d, -1) for d in range(6))


@given(grids())
def test_a_step_and_the_opposite_step_lead_home(grid: HexGrid) -> None:
    for h in range(grid.size):
        for d, onward in enumerate(grid.step[h]):
            if onward >= 0:
                assert grid.step[onward][(d + 3) % 6] == h
                assert grid.direction(h, onward) == d


@given(grids())
def test_neighbours_are_mutual_and_border_counts_the_missing_ones(grid: HexGrid) -> None:
    for h in range(grid.size):
        assert all(h in grid.neighbours[n] for n in grid.neighbours[h])
        assert list(grid.neighbours[h]) == [n for n in grid.step[h] if n >= 0]
        assert grid.border(h) == sum(n < 0 for n in grid.step[h])


def test_directions_are_those_of_the_scatter_diagram() -> None:
    home = SHEET.at("0505")
    around = dict(zip(DIRECTIONS, map(SHEET.label, SHEET.step[home]), strict=True))
    assert around == {
        "north": "0504", "northeast": "0604", "southeast": "0605",
        "south": "0506", "southwest": "0405", "northwest": "0404",
    }  # fmt: skip


def test_hexes_apart_have_no_direction() -> None:
    with pytest.raises(ValueError, match="Hexes 0101 and 0303 are not next to each other"):
        SHEET.direction(SHEET.at("0101"), SHEET.at("0303"))


@given(whole_grids())
def test_distance_is_the_number_of_steps(grid: HexGrid) -> None:
    for h in range(grid.size):
        assert dict(enumerate(grid.distance[h])) == steps_from(grid.neighbours, h)


@given(st.frozensets(st.sampled_from([c * 100 + r for c in range(1, 7) for r in range(1, 6)]), max_size=20))
def test_holes_do_not_change_distances(holes: frozenset[int]) -> None:
    whole, pierced = HexGrid(6, 5), HexGrid(6, 5, holes=holes)
    same = [whole.at(pierced.label(h)) for h in range(pierced.size)]
    for a in range(pierced.size):
        assert list(pierced.distance[a]) == [whole.distance[same[a]][b] for b in same]


@given(grids(), st.data())
def test_distance_is_a_metric(grid: HexGrid, data: st.DataObject) -> None:
    a, b, c = one_of(data, grid), one_of(data, grid), one_of(data, grid)
    assert grid.distance[a][b] == grid.distance[b][a]
    assert (grid.distance[a][b] == 0) == (a == b)
    assert grid.distance[a][c] <= grid.distance[a][b] + grid.distance[b][c]


@given(grids(), st.data())
def test_rings_part_the_map_by_distance(grid: HexGrid, data: st.DataObject) -> None:
    h = one_of(data, grid)
    for r in range(max(grid.distance[h]) + 2):
        assert sorted(grid.ring(h, r)) == [n for n in range(grid.size) if grid.distance[h][n] == r]


@given(grids(), st.data(), st.integers(1, 4))
def test_a_ring_runs_clockwise_from_the_north(grid: HexGrid, data: st.DataObject, r: int) -> None:
    h = one_of(data, grid)
    turns = [bearing(grid, h, n) for n in grid.ring(h, r)]
    assert turns == sorted(turns)


@pytest.mark.parametrize("r", range(1, 13))
def test_a_ring_inside_the_map_has_six_hexes_for_each_step(r: int) -> None:
    assert len(SHEET.ring(SHEET.at("1318"), r)) == 6 * r


@given(grids(), st.data(), st.integers(0, 9))
def test_a_mask_holds_the_rings_within_its_radius(grid: HexGrid, data: st.DataObject, r: int) -> None:
    h = one_of(data, grid)
    rings = [n for radius in range(r + 1) for n in grid.ring(h, radius)]
    assert bits(grid.mask(h, r)) == sorted(rings)
    assert grid.around(r)[h] == grid.mask(h, r)


@given(grids(), st.data())
def test_growing_a_mask_adds_all_neighbours_and_nothing_else(grid: HexGrid, data: st.DataObject) -> None:
    hexes = data.draw(st.sets(st.integers(0, grid.size - 1)))
    grown = hexes.union(*(grid.neighbours[h] for h in hexes))
    assert bits(grid.grow(mask_of(hexes))) == sorted(grown)
    assert bits(grid.every) == list(range(grid.size))


# Lines


@pytest.mark.parametrize("grid", [HexGrid(9, 8), HexGrid(8, 9, odd_up=False), HexGrid(9, 1), HexGrid(1, 9)], ids=repr)
def test_a_line_leads_from_neighbour_to_neighbour_by_the_shortest_way(grid: HexGrid) -> None:
    for a, b in product(range(grid.size), repeat=2):
        line = grid.line(a, b)
        assert (line[0], line[-1], len(line)) == (a, b, grid.distance[a][b] + 1)
        assert all(grid.distance[h][n] == 1 for h, n in pairwise(line))
        assert grid.line(b, a) == line[::-1]


@pytest.mark.parametrize("grid", [HexGrid(9, 8), HexGrid(8, 9, odd_up=False)], ids=repr)
def test_each_hex_of_a_line_is_the_nearest_to_the_straight_line_drawn(grid: HexGrid) -> None:
    for a, b in product(range(grid.size), repeat=2):
        (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
        line = grid.line(a, b)
        for i, h in enumerate(line):
            part = i / max(1, len(line) - 1)
            point = (ax + (bx - ax) * part, ay + (by - ay) * part)
            assert all(dist(point, grid.centre(h)) < dist(point, grid.centre(n)) + 1e-3 for n in grid.neighbours[h])


@pytest.mark.parametrize(
    ("a", "b", "between"),
    [
        ("0101", "0301", "0201"),  # along the north edge only the hex south of the line is there
        ("0236", "0436", "0336"),  # along the south edge only the one north of it
        ("0505", "0705", "0604"),  # inside the map the line runs between 0604 and 0605
        ("0505", "0606", "0506"),  # between 0506 and 0605: the western one
    ],
)
def test_a_line_along_a_hexside_takes_the_hex_on_the_map_then_west_then_north(a: str, b: str, between: str) -> None:
    line = SHEET.line(SHEET.at(a), SHEET.at(b))
    assert [SHEET.label(h) for h in line] == [a, between, b]


def test_a_line_leaves_holes_out_and_avoids_them_where_it_may_choose() -> None:
    grid = HexGrid(7, 5, holes=frozenset({303, 602}))
    assert [grid.label(h) for h in grid.line(grid.at("0302"), grid.at("0304"))] == ["0302", "0304"]
    assert [grid.label(h) for h in grid.line(grid.at("0503"), grid.at("0703"))] == ["0503", "0603", "0703"]


# Drawing


@given(grids())
def test_neighbours_share_the_hexside_between_them(grid: HexGrid) -> None:
    for h in range(grid.size):
        corners = grid.corners(h)
        for d, n in enumerate(grid.step[h]):
            if n >= 0:
                theirs = grid.corners(n)
                assert (corners[d], corners[(d + 1) % 6]) == (theirs[(d + 4) % 6], theirs[(d + 3) % 6])


def test_a_hex_is_drawn_regular_and_one_wide() -> None:
    corners = SHEET.corners(SHEET.at("1318"))
    sides = [dist(corner, after) for corner, after in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert sides == pytest.approx([0.5] * 6, abs=1e-4)
    centre = SHEET.centre(SHEET.at("1318"))
    assert [dist(corner, centre) for corner in corners] == pytest.approx([0.5] * 6, abs=1e-4)


@given(whole_grids())
def test_the_board_is_exactly_as_large_as_its_hexes(grid: HexGrid) -> None:
    board = grid.board("map", "Map", [["clear"]] * grid.size, {})
    xs = [x for space in board.spaces for x, _ in space.outline]
    ys = [y for space in board.spaces for _, y in space.outline]
    assert (min(xs), min(ys)) == (0, 0)
    assert (max(xs), max(ys)) == (board.width, board.height)


def test_a_board_tells_label_terrain_name_links_and_looks() -> None:
    grid = HexGrid(2, 1)
    trail, woods = Link(0, 1, "trail"), Look("Woods", "trees", "w")
    board = grid.board("valley", "The valley", [["woods"], ["clear", "river"]], {"woods": woods}, [trail], {1: "Ford"})
    assert (board.id, board.title, board.kind) == ("valley", "The valley", "hex")
    assert [(space.id, space.label, space.terrain, space.name) for space in board.spaces] == [
        (0, "0101", ["woods"], ""),
        (1, "0201", ["clear", "river"], "Ford"),
    ]
    assert (board.spaces[1].x, board.spaces[1].y) == grid.centre(1)
    assert (board.links, board.looks) == ([trail], {"woods": woods})


def test_a_board_needs_terrain_for_every_hex() -> None:
    with pytest.raises(ValueError, match="Board 'map' has 4 hexes, but terrain is given for 3"):
        HexGrid(2, 2).board("map", "Map", [["clear"]] * 3, {})


# Sheets, sides


def test_a_map_is_cut_out_of_a_sheet_by_two_of_its_hexes() -> None:
    sheet = HexGrid(39, 53, holes=frozenset({2230, 101}))
    quarter = sheet.cut("2127", "3953")
    assert (quarter.label(0), quarter.label(quarter.size - 1)) == ("2127", "3953")
    assert quarter.size == 19 * 27 - 1
    with pytest.raises(ValueError, match="no hex '2230'"):
        quarter.at("2230")


@given(st.booleans(), st.integers(0, 20), st.integers(1, 5), st.integers(1, 5))
def test_a_cut_map_keeps_the_neighbours_of_its_sheet(odd_up: bool, first: int, left: int, top: int) -> None:
    sheet = HexGrid(8, 8, odd_up=odd_up, first_column=first, first_row=1)
    column = first + left
    part = sheet.cut(f"{column:02}{top:02}", f"{column + 2:02}{top + 3:02}")
    for h in range(part.size):
        there = sheet.at(part.label(h))
        expected = {sheet.label(n) for n in sheet.neighbours[there]} & {part.label(n) for n in range(part.size)}
        assert {part.label(n) for n in part.neighbours[h]} == expected


@pytest.mark.parametrize("corners", [("3953", "2127"), ("2127", "4053"), ("2127", "2126")])
def test_a_cut_outside_the_sheet_is_refused(corners: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="Nothing can be cut from"):
        HexGrid(39, 53).cut(*corners)


def test_sides_are_named_by_what_lies_across_them() -> None:
    grid = HexGrid(5, 4, first_column=21, first_row=27)
    assert grid.sides("cliff", ["2328 2427 2329", "2327 north"]) == [
        Hexside(grid.at("2328"), 1, "cliff"),
        Hexside(grid.at("2328"), 3, "cliff"),
        Hexside(grid.at("2327"), 0, "cliff"),
    ]
    with pytest.raises(ValueError, match="cliff '2328' names no side"):
        grid.sides("cliff", ["2328"])
    with pytest.raises(ValueError, match="2328 and 2527 are not next to each other"):
        grid.sides("cliff", ["2328 2527"])


def test_a_side_lies_between_the_corners_that_both_hexes_share() -> None:
    grid = HexGrid(5, 4, first_column=21, first_row=27)
    (side,) = grid.sides("river", ["2328 2428"])
    ends = {grid.corners(side.space)[side.side], grid.corners(side.space)[(side.side + 1) % 6]}
    assert ends <= set(grid.corners(grid.at("2428")))


def test_a_board_carries_sides_figures_free_lines_and_labels() -> None:
    grid = HexGrid(2, 2)
    side, line, label = Hexside(0, 3, "cliff"), Line([(0, 0), (1, 1)], "river"), Label("The Sound", 1, 1, kind="water")
    board = grid.board(
        "b", "B", [["clear"]] * 4, {}, hexsides=[side], figures={2: [Value("depth", "3")]}, lines=[line], labels=[label]
    )
    assert (board.hexsides, board.lines, board.labels) == ([side], [line], [label])
    assert [len(space.figures) for space in board.spaces] == [0, 0, 1, 0]
    with pytest.raises(ValueError, match="a cliff on side 6 of hex 0"):
        grid.board("b", "B", [["clear"]] * 4, {}, hexsides=[Hexside(0, 6, "cliff")])
