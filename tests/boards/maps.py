"""Maps for hypothesis to choose from, and the plain breadth-first search that tables are checked against."""

from collections import deque
from collections.abc import Sequence
from itertools import combinations

from hypothesis import strategies as st

from sandtable.boards.graph import Graph, Route
from sandtable.boards.hexes import HexGrid


@st.composite
def whole_grids(draw: st.DrawFn, most: int = 9) -> HexGrid:
    """A hex map without holes, anywhere on a printed sheet."""
    return HexGrid(
        draw(st.integers(1, most)),
        draw(st.integers(1, most)),
        odd_up=draw(st.booleans()),
        first_column=draw(st.integers(0, 40)),
        first_row=draw(st.integers(0, 40)),
    )


@st.composite
def pierced_grids(draw: st.DrawFn, most: int = 7) -> HexGrid:
    """A hex map with a few holes, and at least one hex left."""
    columns, rows = draw(st.integers(2, most)), draw(st.integers(2, most))
    numbers = [column * 100 + row for column in range(1, columns + 1) for row in range(1, rows + 1)]
    holes = draw(st.frozensets(st.sampled_from(numbers), min_size=1, max_size=len(numbers) - 1))
    return HexGrid(columns, rows, odd_up=draw(st.booleans()), holes=holes)


def grids() -> st.SearchStrategy[HexGrid]:
    return whole_grids() | pierced_grids()


@st.composite
def graphs(draw: st.DrawFn, most: int = 8) -> Graph:
    """A map of points, some perhaps apart, with roads and rivers of different lengths, some of them one-way."""
    size = draw(st.integers(1, most))
    links = [(a, b, kind) for a, b in combinations(range(size), 2) for kind in ("road", "river")]
    chosen = draw(st.sets(st.sampled_from(links), max_size=2 * size)) if links else set()
    routes = []
    for a, b, kind in sorted(chosen):
        if draw(st.booleans()):
            a, b = b, a
        routes.append(Route(f"p{a}", f"p{b}", kind, draw(st.integers(1, 4)), one_way=draw(st.booleans())))
    return Graph([f"p{space}" for space in range(size)], routes)


def steps_from(neighbours: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    """How many steps each space is away, found by plain breadth-first search."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbours[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
