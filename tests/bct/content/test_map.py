"""The map: Districts border on each other exactly where their outlines share an edge, and roads run where they say."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

from sandtable.games.bct.pieces import TABLES, District, Road
from sandtable.kernel.content import Content, load

Point = tuple[float, float]
Edge = tuple[Point, Point]


@cache
def content() -> Content:
    return load(files("sandtable.games.bct") / "content", TABLES)


def districts() -> dict[str, District]:
    return content().table("districts", District)


def edges(row: District) -> list[Edge]:
    return list(pairwise([*row.outline, row.outline[0]]))


def shared(a: District, b: District) -> tuple[set[Edge], set[Point]]:
    backwards = {(end, start) for start, end in edges(b)}
    return set(edges(a)) & backwards, set(a.outline) & set(b.outline)


def inside(point: Point, outline: list[Point]) -> bool:
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossed = not crossed
    return crossed


def distance(point: Point, edge: Edge) -> float:
    (ax, ay), (bx, by) = edge
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / math.dist(*edge) ** 2
    along = min(1.0, max(0.0, along))
    return math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(one: Edge, other: Edge) -> bool:
    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def test_there_are_19_districts_with_37_borders() -> None:
    assert len(districts()) == 19
    pairs = {(a, b) for a, row in districts().items() for b in row.adjacent}
    assert all((b, a) in pairs for a, b in pairs)
    assert len(pairs) == 2 * 37


def test_five_districts_border_on_the_cave_by_the_book() -> None:
    border = {row.name for row in districts().values() if row.border}
    assert border == {"Maruf", "Arghistan", "Spin Boldak North", "Spin Boldak South", "Shorabak"}
    assert content().source("districts", "maruf", "border").kind == "rulebook"


def test_neighbours_share_an_edge_and_nobody_else_does() -> None:
    for (a, one), (b, other) in combinations(districts().items(), 2):
        common, _ = shared(one, other)
        assert bool(common) == (b in one.adjacent), (a, b)


def test_two_pairs_meet_in_a_single_point() -> None:
    touching = {
        (a, b)
        for (a, one), (b, other) in combinations(districts().items(), 2)
        if b not in one.adjacent and shared(one, other)[1]
    }
    assert touching == {("daman", "shorabak"), ("registan", "spin-boldak-south")}
    for a, b in touching:
        assert len(shared(districts()[a], districts()[b])[1]) == 1


def test_no_outline_overlaps_another_or_itself() -> None:
    every = [edge for row in districts().values() for edge in edges(row)]
    assert max(Counter(every).values()) == 1, "an edge is run twice in the same direction"
    for row in districts().values():
        assert len(set(row.outline)) == len(row.outline)
    near = sorted((min(a[0], b[0]), max(a[0], b[0]), (a, b)) for a, b in every)
    for place, (_, right, one) in enumerate(near):
        for left, _, other in near[place + 1 :]:
            if left > right:
                break
            assert not cross(one, other), (one, other)


def area(outline: list[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])) / 2


def test_the_districts_fill_the_province_without_a_gap() -> None:
    every = {edge for row in districts().values() for edge in edges(row)}
    outer = dict(edge for edge in every if edge[::-1] not in every)
    ring = [min(outer)]
    while (following := outer[ring[-1]]) != ring[0]:
        ring.append(following)
    assert len(ring) == len(outer), "borders that differ between neighbours leave a gap"
    assert area(ring) == sum(area(row.outline) for row in districts().values())


def test_counters_sit_well_inside_their_district() -> None:
    for name, row in districts().items():
        assert inside((row.x, row.y), row.outline), name
        assert min(distance((row.x, row.y), edge) for edge in edges(row)) > 30, name
        assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in row.outline)


@pytest.mark.parametrize("name", ["highway-1", "highway-4"])
def test_a_road_is_drawn_through_its_districts_in_turn(name: str) -> None:
    road = content().table("roads", Road)[name]
    assert all(b in districts()[a].adjacent for a, b in pairwise(road.districts))
    crossed: list[str] = []
    for (ax, ay), (bx, by) in pairwise(road.path):
        for step in range(21):
            point = (ax + (bx - ax) * step / 20, ay + (by - ay) * step / 20)
            found = [district for district, row in districts().items() if inside(point, row.outline)]
            if found and crossed[-1:] != found:
                crossed += found
    assert crossed == road.districts


def test_there_are_two_roads_by_the_book() -> None:
    assert len(content().table("roads", Road)) == 2
