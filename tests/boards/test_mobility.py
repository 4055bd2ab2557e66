"""Prices by mobility: sides that bar a way or add to it, lines that replace the ground; checked by plain search."""

from heapq import heappop, heappush
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards.hexes import HexGrid
from sandtable.boards.mobility import Ground, Mobility, Ways
from sandtable.boards.paths import IMPASSABLE, bits, mask_of, reach
from sandtable.kernel.view import Hexside, Link
from tests.boards.maps import grids

# Columns 21 to 25, rows 27 to 30 of a printed sheet: sea in the south, a river down the middle, one bridge.
SHORE = HexGrid(5, 4, first_column=21, first_row=27)
AT = SHORE.at
KINDS = {"~": ["sea"], "c": ["coast"], "w": ["wood"], ".": ["clear"], "x": ["coast", "wood"]}
TERRAIN = [KINDS[letter] for letter in SHORE.letters(["w...w", "w...w", "cxccc", "~~~~~"])]
RIVER = SHORE.sides("river", ["2327 2427", "2328 2427 2428", "2329 2428 2429"])
CLIFF = SHORE.sides("cliff", ["2128 2129"])
SEA = SHORE.sides("sea", ["2429 2529"])
ROAD = [Link(AT("2328"), AT("2428"), "road")]
GROUND = Ground(SHORE, TERRAIN, [*RIVER, *CLIFF, *SEA], ROAD)
FOOT = GROUND.ways(
    Mobility({"clear": 1, "wood": 2, "coast": 1}, {"river": 2, "sea": IMPASSABLE, "cliff": 1}, {"road": 1})
)
TRUCK = GROUND.ways(Mobility({"clear": 1, "coast": 1}, {"river": IMPASSABLE, "cliff": IMPASSABLE}, {"road": 1}))
BOAT = GROUND.ways(Mobility({"sea": 1, "coast": 1}, several=min))


def price(ways: Ways, a: str, b: str) -> int:
    return ways.price(AT(a), AT(b))


def test_each_mobility_pays_its_own_price_for_the_same_hex() -> None:
    assert (price(FOOT, "2227", "2127"), price(TRUCK, "2227", "2127"), price(BOAT, "2227", "2127")) == (2, 255, 255)
    assert (price(FOOT, "2229", "2230"), price(BOAT, "2229", "2230")) == (IMPASSABLE, 1)


def test_of_several_terrains_the_dearest_counts_on_foot_and_the_wettest_afloat() -> None:
    assert price(FOOT, "2228", "2229") == 2
    assert price(BOAT, "2129", "2229") == 1


def test_a_side_adds_its_price_or_bars_the_way_from_both_sides() -> None:
    assert [price(FOOT, *pair) for pair in (("2328", "2427"), ("2427", "2328"))] == [3, 3]
    assert [price(TRUCK, *pair) for pair in (("2328", "2427"), ("2427", "2328"))] == [IMPASSABLE, IMPASSABLE]
    assert price(TRUCK, "2128", "2129") == IMPASSABLE
    assert price(FOOT, "2429", "2529") == IMPASSABLE


def test_a_road_replaces_ground_and_side_so_a_bridge_lets_vehicles_over() -> None:
    assert price(TRUCK, "2328", "2428") == price(FOOT, "2328", "2428") == 1
    assert [SHORE.label(h) for h in TRUCK.path(AT("2327"), AT("2427"), 9)] == ["2327", "2328", "2428", "2427"]
    over = mask_of([AT("2428")])
    assert TRUCK.path(AT("2327"), AT("2427"), 9, closed=over) == []


def test_boats_keep_to_the_water_and_coast() -> None:
    wet = {SHORE.label(h) for h in BOAT.reach(AT("2130"), 20)}
    assert wet == {f"{column}{row}" for column in range(21, 26) for row in (29, 30)}


def test_a_cheap_detour_is_found_after_a_dear_straight_way() -> None:
    """The first step that touches a space need not be its cheapest, where a step has its own price."""
    dear = {(0, 1): 5, (0, 2): 1, (2, 1): 1}
    ways = Ways([(1, 2), (0, 2), (0, 1)], lambda a, b: dear.get((a, b), 9))
    assert ways.reach(0, 8) == {0: 0, 2: 1, 1: 2}
    assert ways.path(0, 1, 8) == [0, 2, 1]
    assert ways.flood(1, 3) == [1, 4, 2, 0]


def plain_prices(ways: Ways, start: int, budget: int, closed: int, stops: int) -> dict[int, int]:
    paid: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        price, here = heappop(queue)
        if here in paid:
            continue
        paid[here] = price
        if stops >> here & 1 and here != start:
            continue
        for there, more in zip(ways.neighbours[here], ways.prices[here], strict=True):
            if price + more <= budget and not closed >> there & 1:
                heappush(queue, (price + more, there))
    return paid


@st.composite
def moves(draw: st.DrawFn) -> tuple[Ways, int, int, int, int]:
    grid = draw(grids())
    table = draw(st.lists(st.sampled_from([0, 1, 1, 2, 3, IMPASSABLE]), min_size=7, max_size=7))
    ways = Ways(grid.neighbours, lambda a, b: table[(a * 3 + b * 5) % 7])
    mask = st.integers(0, grid.every)
    start = draw(st.integers(0, grid.size - 1))
    return ways, start, draw(st.integers(0, 8)), draw(mask) & draw(mask), draw(mask) & draw(mask)


@given(moves())
def test_prices_and_floods_are_those_of_a_plain_search(move: tuple[Ways, int, int, int, int]) -> None:
    ways, start, budget, closed, stops = move
    expected = plain_prices(ways, start, budget, closed, stops)
    assert ways.reach(start, budget, closed, stops) == expected
    layers = ways.flood(1 << start, budget, closed, stops)
    assert {h: paid for paid, layer in enumerate(layers) for h in bits(layer)} == expected
    for goal in list(expected)[:6]:
        way = ways.path(start, goal, budget, closed, stops)
        assert (way[0], way[-1]) == (start, goal)
        assert sum(ways.price(a, b) for a, b in pairwise(way)) == expected[goal]


@given(grids(), st.data())
def test_where_only_the_space_entered_counts_the_finders_of_paths_agree(grid: HexGrid, data: st.DataObject) -> None:
    cost = [data.draw(st.sampled_from([0, 1, 2, IMPASSABLE])) for _ in range(grid.size)]
    start = data.draw(st.integers(0, grid.size - 1))
    assert Ways(grid.neighbours, lambda _, b: cost[b]).reach(start, 6) == reach(grid.neighbours, start, 6, cost)


def test_growing_a_mask_respects_what_is_barred() -> None:
    river = {AT("2327"), AT("2328")}
    assert not TRUCK.grow(mask_of(river)) >> AT("2427") & 1
    assert TRUCK.grow(mask_of(river)) >> AT("2428") & 1


def test_mistakes_are_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="The map has 20 hexes, but terrain is given for 1"):
        Ground(SHORE, [["clear"]])
    with pytest.raises(ValueError, match="The step from space 0 to 1 costs -1; a step costs 0 or more"):
        Ways([(1,), (0,)], lambda a, b: -1)
    with pytest.raises(ValueError, match="A budget of 255 cannot be spent"):
        FOOT.reach(0, 255)


def test_a_side_at_the_edge_of_the_map_bars_nobody() -> None:
    assert Ground(SHORE, TERRAIN, [Hexside(AT("2127"), 0, "sea")]).sides == {}
