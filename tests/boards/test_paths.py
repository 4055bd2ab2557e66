"""Movement against the textbook: Dijkstra with a heap, over hexes and over graphs with one-way routes."""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards.graph import Graph
from sandtable.boards.hexes import HexGrid
from sandtable.boards.paths import IMPASSABLE, bits, cheapest_path, flood, mask_of, reach, tiers_of
from tests.boards.maps import graphs, grids

Map = HexGrid | Graph
maps: st.SearchStrategy[Map] = grids() | graphs()
prices = st.sampled_from([1, 1, 2, 3, IMPASSABLE])


def dijkstra(
    neighbours: Sequence[Sequence[int]], start: int, budget: int, cost: Sequence[int], stops: int
) -> dict[int, int]:
    best: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        paid, here = heappop(heap)
        if here in best:
            continue
        best[here] = paid
        if here != start and stops >> here & 1:
            continue
        for there in neighbours[here]:
            if cost[there] < IMPASSABLE and paid + cost[there] <= budget:
                heappush(heap, (paid + cost[there], there))
    return best


def some(data: st.DataObject, board: Map) -> int:
    return data.draw(st.integers(0, board.size - 1))


def some_mask(data: st.DataObject, board: Map) -> int:
    return data.draw(st.integers(0, board.every))


def price_list(data: st.DataObject, board: Map, price: st.SearchStrategy[int]) -> list[int]:
    return data.draw(st.lists(price, min_size=board.size, max_size=board.size))


@given(maps, st.data(), st.integers(0, 12))
def test_reach_finds_the_prices_that_dijkstra_finds(board: Map, data: st.DataObject, budget: int) -> None:
    cost = price_list(data, board, prices | st.just(0))
    start, stops = some(data, board), some_mask(data, board)
    assert reach(board.neighbours, start, budget, cost, stops) == dijkstra(board.neighbours, start, budget, cost, stops)


@given(maps, st.data(), st.integers(0, 12))
def test_the_cheapest_path_can_be_walked_for_the_price_that_reach_tells(
    board: Map, data: st.DataObject, budget: int
) -> None:
    cost = price_list(data, board, prices | st.just(0))
    start, goal, stops = some(data, board), some(data, board), some_mask(data, board)
    path = cheapest_path(board.neighbours, start, goal, cost, budget, stops)
    price = reach(board.neighbours, start, budget, cost, stops).get(goal)
    if price is None:
        assert path == []
    else:
        assert (path[0], path[-1]) == (start, goal)
        assert all(there in board.neighbours[here] for here, there in pairwise(path))
        assert sum(cost[space] for space in path[1:]) == price
        assert not any(stops >> space & 1 for space in path[1:-1])


def test_of_equally_cheap_paths_the_first_neighbours_are_preferred() -> None:
    grid = HexGrid(5, 5)
    path = cheapest_path(grid.neighbours, grid.at("0103"), grid.at("0503"), [1] * grid.size, 9)
    assert [grid.label(h) for h in path] == ["0103", "0202", "0302", "0402", "0503"]


def test_a_stop_can_be_entered_and_started_from_but_not_passed() -> None:
    in_a_row = [[1], [0, 2], [1]]
    assert reach(in_a_row, 0, 9, [1, 1, 1], stops=0b010) == {0: 0, 1: 1}
    assert reach(in_a_row, 1, 9, [1, 1, 1], stops=0b010) == {0: 1, 1: 0, 2: 1}


def test_no_budget_opens_an_impassable_space() -> None:
    in_a_row = [[1], [0, 2], [1]]
    assert reach(in_a_row, 0, IMPASSABLE - 1, [1, IMPASSABLE, 1]) == {0: 0}
    assert reach(in_a_row, 0, IMPASSABLE - 1, [1, IMPASSABLE - 1, 0]) == {0: 0, 1: 254, 2: 254}


@pytest.mark.parametrize("budget", [-1, IMPASSABLE])
def test_a_budget_out_of_bounds_is_refused(budget: int) -> None:
    with pytest.raises(ValueError, match=f"A budget of {budget} cannot be spent: it must lie between 0 and 254"):
        reach([[]], 0, budget, [1])


# Masks


@given(maps, st.data(), st.integers(0, 12))
def test_a_flood_finds_the_same_spaces_at_the_same_prices(board: Map, data: st.DataObject, budget: int) -> None:
    cost = price_list(data, board, prices)
    start, closed, stops = some(data, board), some_mask(data, board), some_mask(data, board)
    layers = flood(board.grow, 1 << start, budget, tiers_of(cost), closed, stops)
    closed_cost = [IMPASSABLE if closed >> space & 1 else price for space, price in enumerate(cost)]
    assert len(layers) == budget + 1
    assert {space: price for price, layer in enumerate(layers) for space in bits(layer)} == dijkstra(
        board.neighbours, start, budget, closed_cost, stops
    )


@given(maps, st.data(), st.integers(0, 6))
def test_a_flood_from_several_sources_tells_the_price_from_the_nearest(
    board: Map, data: st.DataObject, budget: int
) -> None:
    cost = price_list(data, board, prices)
    sources = data.draw(st.sets(st.integers(0, board.size - 1), min_size=1, max_size=3))
    each = [reach(board.neighbours, source, budget, cost) for source in sources]
    layers = flood(board.grow, mask_of(sources), budget, tiers_of(cost))
    for space in range(board.size):
        nearest = sorted(found[space] for found in each if space in found)[:1]
        assert [price for price, layer in enumerate(layers) if layer >> space & 1] == nearest


def test_tiers_gather_spaces_by_price_and_leave_out_the_impassable() -> None:
    assert tiers_of([1, 3, IMPASSABLE, 1]) == [0b1001, 0, 0b0010]
    assert tiers_of([IMPASSABLE]) == []


def test_tiers_refuse_free_steps() -> None:
    with pytest.raises(ValueError, match="Space 1 costs 0; a flood needs prices of 1 or more"):
        tiers_of([1, 0])


@given(st.sets(st.integers(0, 2000)))
def test_a_mask_gives_back_its_spaces_in_ascending_order(spaces: set[int]) -> None:
    assert bits(mask_of(spaces)) == sorted(spaces)
