"""Maps of areas and points: routes of several kinds, one-way routes, ways and parts."""

from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards.graph import UNREACHABLE, Graph, Route
from sandtable.boards.paths import bits, mask_of
from sandtable.boards.shapes import hexagon, octagon, rectangle
from sandtable.kernel.view import Label, Line, Link, Look, Patch, Space, Value
from tests.boards.maps import graphs, steps_from

COAST = Graph(
    ["port", "cape", "island", "inland"],
    [
        Route("port", "cape", "road", length=3),
        Route("port", "cape", "sea"),
        Route("cape", "island", "sea", length=2),
        Route("island", "port", "current", one_way=True),
        Route("inland", "port", "road"),
    ],
)
PORT, CAPE, ISLAND, INLAND = range(4)


def all_ways(graph: Graph, a: int, b: int, allowed: int) -> list[tuple[int, int, list[int]]]:
    """Every way from a to b that visits no space twice, as (length, steps, spaces)."""
    others = [space for space in bits(allowed & graph.every) if space not in (a, b)]
    ways = []
    for stops in range(len(others) + 1):
        for between in permutations(others, stops):
            way = [a, *between, b] if a != b else [a]
            if all(there in graph.neighbours[here] for here, there in pairwise(way)):
                ways.append((sum(graph.length(here, there) for here, there in pairwise(way)), len(way) - 1, way))
    return ways


# Names


@given(graphs())
def test_every_space_is_found_again_by_its_name(graph: Graph) -> None:
    assert [graph.at(graph.label(space)) for space in range(graph.size)] == list(range(graph.size))


def test_an_unknown_name_is_refused_with_the_likely_one() -> None:
    with pytest.raises(ValueError, match="no space 'iland' on this map; perhaps 'island' is meant"):
        COAST.at("iland")
    with pytest.raises(ValueError, match="no space 'x' on this map; its spaces are port, cape, island, inland"):
        COAST.at("x")


@pytest.mark.parametrize(
    ("names", "routes", "sentence"),
    [
        (["a", "b", "a"], [], "Two spaces are called 'a'; each needs a name of its own"),
        (["port"], [Route("port", "prot")], "from port to prot needs a space 'prot', .* perhaps 'port' is meant"),
        (["a", "b"], [Route("a", "a")], "from a to a leads nowhere; its two ends must differ"),
        (["a", "b"], [Route("a", "b", length=0)], "from a to b has length 0; a length is 1 or more"),
        (["a", "b"], [Route("a", "b", "road"), Route("b", "a", "road")], "from b to a of kind 'road' is given twice"),
    ],
)
def test_what_makes_no_map_is_refused(names: list[str], routes: list[Route], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Graph(names, routes)


def test_two_one_way_routes_may_run_against_each_other() -> None:
    graph = Graph(["a", "b"], [Route("a", "b", "rail", one_way=True), Route("b", "a", "rail", one_way=True)])
    assert graph.neighbours == ((1,), (0,))


# Near and far


def test_neighbours_by_any_route_and_by_kind() -> None:
    assert COAST.neighbours == ((CAPE, INLAND), (PORT, ISLAND), (PORT, CAPE), (PORT,))
    assert COAST.along("road") == ((CAPE, INLAND), (PORT,), (), (PORT,))
    assert COAST.along("sea", "current") == ((CAPE,), (PORT, ISLAND), (PORT, CAPE), ())


def test_an_unknown_kind_of_route_is_refused() -> None:
    with pytest.raises(ValueError, match="No route is of kind 'rail'; the kinds on this map are current, road, sea"):
        COAST.along("rail")


@given(graphs())
def test_the_kinds_together_make_all_neighbours(graph: Graph) -> None:
    kinds = sorted({route.kind for route in graph.routes})
    assert graph.along(*kinds) == graph.neighbours


@given(graphs())
def test_a_route_leads_both_ways_unless_it_is_one_way(graph: Graph) -> None:
    led = set()
    for route in graph.routes:
        a, b = graph.at(route.a), graph.at(route.b)
        led |= {(a, b)} if route.one_way else {(a, b), (b, a)}
    assert {(a, b) for a in range(graph.size) for b in graph.neighbours[a]} == led


@given(graphs())
def test_distance_is_the_number_of_steps_or_unreachable(graph: Graph) -> None:
    for a in range(graph.size):
        steps = steps_from(graph.neighbours, a)
        assert list(graph.distance[a]) == [steps.get(b, UNREACHABLE) for b in range(graph.size)]


def test_a_way_of_255_steps_counts_as_none() -> None:
    names = [str(space) for space in range(300)]
    chain = Graph(names, [Route(a, b) for a, b in pairwise(names)])
    assert (chain.distance[0][254], chain.distance[0][255], chain.distance[0][256]) == (254, UNREACHABLE, UNREACHABLE)


def test_the_length_between_neighbours_is_that_of_the_shortest_route() -> None:
    assert COAST.length(PORT, CAPE) == 1
    assert COAST.length(ISLAND, CAPE) == 2
    with pytest.raises(ValueError, match="No route leads from port straight to island"):
        COAST.length(PORT, ISLAND)


@given(graphs(), st.data())
def test_growing_a_mask_adds_all_neighbours(graph: Graph, data: st.DataObject) -> None:
    spaces = data.draw(st.sets(st.integers(0, graph.size - 1)))
    assert bits(graph.grow(mask_of(spaces))) == sorted(spaces.union(*(graph.neighbours[space] for space in spaces)))


@given(graphs(most=6), st.data())
def test_the_shortest_way_is_the_first_of_all_ways(graph: Graph, data: st.DataObject) -> None:
    a, b = data.draw(st.integers(0, graph.size - 1)), data.draw(st.integers(0, graph.size - 1))
    allowed = data.draw(st.integers(0, graph.every)) | 1 << b
    ways = all_ways(graph, a, b, allowed)
    assert graph.shortest(a, b, allowed) == (min(ways)[2] if ways else [])


def test_a_detour_of_short_routes_is_shorter_than_a_long_route() -> None:
    graph = Graph(["a", "b", "c"], [Route("a", "b", length=3), Route("a", "c"), Route("c", "b")])
    assert graph.shortest(0, 1) == [0, 2, 1]


def test_of_equally_long_ways_the_one_of_fewer_steps_then_of_earlier_spaces_is_taken() -> None:
    sides = [Route("a", "x"), Route("x", "b"), Route("a", "y"), Route("y", "b")]
    assert Graph(["a", "y", "x", "b"], sides).shortest(0, 3) == [0, 1, 3]
    assert Graph(["a", "y", "x", "b"], [*sides, Route("a", "b", length=2)]).shortest(0, 3) == [0, 3]


def test_the_goal_itself_must_be_allowed() -> None:
    assert COAST.shortest(INLAND, ISLAND) == [INLAND, PORT, CAPE, ISLAND]
    assert COAST.shortest(INLAND, ISLAND, allowed=mask_of([PORT, CAPE])) == []


@given(graphs(), st.data())
def test_reachable_is_what_a_search_through_allowed_spaces_finds(graph: Graph, data: st.DataObject) -> None:
    start, allowed = data.draw(st.integers(0, graph.size - 1)), data.draw(st.integers(0, graph.every))
    open_ways = [[there for there in near if allowed >> there & 1] for near in graph.neighbours]
    assert bits(graph.reachable(start, allowed)) == sorted(steps_from(open_ways, start))
    assert bits(graph.reachable(start)) == sorted(steps_from(graph.neighbours, start))


@given(graphs())
def test_components_part_the_map_and_no_route_joins_two(graph: Graph) -> None:
    parts = graph.components()
    assert sorted(space for part in parts for space in part) == list(range(graph.size))
    part_of = {space: number for number, part in enumerate(parts) for space in part}
    assert all(part_of[graph.at(route.a)] == part_of[graph.at(route.b)] for route in graph.routes)
    mutual: list[set[int]] = [set() for _ in range(graph.size)]
    for route in graph.routes:
        a, b = graph.at(route.a), graph.at(route.b)
        mutual[a].add(b)
        mutual[b].add(a)
    assert parts == [sorted(steps_from([list(near) for near in mutual], part[0])) for part in parts]
    assert [part[0] for part in parts] == sorted(part[0] for part in parts)


# Drawing


def test_points_are_drawn_with_their_routes() -> None:
    graph = Graph(["a", "b"], [Route("b", "a", "road", via=((5.0, 1.0),))])
    board = graph.board("map", "The map", (10, 6), [(1, 2), (9, 4)], terrain=[["city"], []], names={1: "Bee"})
    assert (board.id, board.title, board.kind, board.width, board.height) == ("map", "The map", "point", 10, 6)
    assert [(s.id, s.label, s.x, s.y, s.terrain, s.name, s.outline) for s in board.spaces] == [
        (0, "a", 1, 2, ["city"], "", []),
        (1, "b", 9, 4, [], "Bee", []),
    ]
    assert board.links == [Link(1, 0, "road", [(5.0, 1.0)])]


def test_outlines_make_areas() -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    looks = {"sea": Look("Sea")}
    board = Graph(["a"], []).board("map", "The map", (1, 1), [(0.5, 0.5)], outlines=[square], looks=looks)
    assert (board.kind, board.spaces[0].outline, board.looks) == ("area", square, looks)


def test_a_board_needs_points_for_every_space_and_all_or_no_outlines_and_terrain() -> None:
    graph = Graph(["a", "b"], [])
    with pytest.raises(ValueError, match="Board 'map' has 2 spaces, but points for 0 are given"):
        graph.board("map", "The map", (1, 1), [])
    with pytest.raises(ValueError, match="but terrain for 1 are given"):
        graph.board("map", "The map", (1, 1), [(0, 0), (1, 1)], terrain=[["city"]])


def test_a_board_takes_land_boxes_figures_lines_labels_and_relief() -> None:
    graph = Graph(["Port", "Hill", "Camp"], [Route("Port", "Hill", "road")])
    board = graph.board(
        "isle",
        "The isle",
        (100, 60),
        [(20, 20), (60, 30), (90, 50)],
        terrain=[["town"], ["hills"], []],
        shapes={0: octagon((20, 20), 12, 8)},
        boxes={2: rectangle((90, 50), 16, 10)},
        beside=[Space(3, "1", 5, 5, rectangle((5, 5), 4, 4), kind="track")],
        figures={0: [Value("control", "2", "tl")]},
        ground=[hexagon((40, 30), 70, 50)],
        around="sea",
        patches=[Patch(rectangle((60, 30), 20, 20), "hills")],
        lines=[Line([(10, 10), (40, 40)], "river")],
        labels=[Label("ISLE", 40, 10, 2)],
    )
    assert board.kind == "point"
    assert [space.kind for space in board.spaces] == ["", "", "box", "track"]
    assert [len(space.outline) for space in board.spaces] == [8, 0, 4, 4]
    assert (board.around, len(board.ground), len(board.patches), len(board.lines)) == ("sea", 1, 1, 1)
    assert board.labels[0].text == "ISLE"
    assert board.spaces[0].figures == [Value("control", "2", "tl")]


@pytest.mark.parametrize("what", ["shapes", "boxes", "figures", "names"])
def test_what_is_given_to_a_space_that_is_not_there_is_refused(what: str) -> None:
    given: dict[str, Any] = {what: {7: []}}
    with pytest.raises(ValueError, match="to space 7; its spaces are numbered 0 to 1"):
        Graph(["a", "b"], []).board("map", "Map", (1, 1), [(0, 0), (1, 1)], **given)


def test_a_space_beside_the_map_cannot_take_the_number_of_one_on_it() -> None:
    with pytest.raises(ValueError, match="that number belongs to b; number such spaces from 2 on"):
        Graph(["a", "b"], []).board("map", "Map", (1, 1), [(0, 0), (1, 1)], beside=[Space(1, "x", 0, 0)])
