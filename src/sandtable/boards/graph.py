"""Maps of areas and of points joined by lines: who borders on whom, by which kind of link, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from heapq import heappop, heappush
from typing import Final, NamedTuple

from sandtable.boards.paths import bits, mask_of
from sandtable.kernel.view import Board, Label, Line, Link, Look, Patch, Point, Space, Value

# The distance between spaces that no way joins; a way of so many steps or more counts as none.
UNREACHABLE: Final = 255


class Route(NamedTuple):
    """A link between two named spaces: a road, a border, a sea lane. `via` tells where its drawn line bends, `figure`
    what the map prints on it."""

    a: str
    b: str
    kind: str = ""
    length: int = 1
    one_way: bool = False
    via: tuple[Point, ...] = ()
    figure: str = ""


class Graph:
    """All that geometry can tell of a map of areas or points, as tables made once.

    Spaces are numbered 0 to size-1 in the order given; between two of them there may be several routes of different
    kinds, and a one-way route leads from a to b only.

    size        how many spaces
    every       the mask of all spaces
    neighbours  the spaces that one step by any route leads to, in ascending order
    distance    distance[a][b] in steps by any route, UNREACHABLE if there is no way
    """

    __slots__ = ("_lengths", "_names", "_near", "_spaces", "distance", "every", "neighbours", "routes", "size")

    def __init__(self, names: Sequence[str], routes: Iterable[Route]) -> None:
        self._names: list[str] = list(names)
        self._spaces: dict[str, int] = {name: space for space, name in enumerate(names)}
        if len(self._spaces) < len(self._names):
            twice = next(name for space, name in enumerate(names) if self._spaces[name] != space)
            raise ValueError(f"Two spaces are called {twice!r}; each needs a name of its own.")
        self.routes: tuple[Route, ...] = tuple(routes)
        self._check_routes()
        self.size: int = len(self._names)
        self.every: int = (1 << self.size) - 1
        # By space, the length of the shortest route to each neighbour.
        self._lengths: list[dict[int, int]] = [{} for _ in self._names]
        for a, b, route in self._ways():
            self._lengths[a][b] = min(route.length, self._lengths[a].get(b, route.length))
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(lengths)) for lengths in self._lengths])
        self._near: list[int] = [mask_of(spaces) for spaces in self.neighbours]
        self.distance: tuple[bytes, ...] = tuple([self._distances_from(space) for space in range(self.size)])

    def __repr__(self) -> str:
        return f"<Graph of {self.size} spaces and {len(self.routes)} routes>"

    # Names

    def label(self, space: int) -> str:
        """The name of a space, as it was given."""
        return self._names[space]

    def at(self, name: str) -> int:
        """The space of this name."""
        space = self._spaces.get(name, -1)
        if space < 0:
            raise ValueError(f"There is no space {name!r} on this map{self._hint(name)}.")
        return space

    def _hint(self, name: str) -> str:
        likely = get_close_matches(name, self._names, n=1)
        return f"; perhaps {likely[0]!r} is meant" if likely else f"; its spaces are {', '.join(self._names)}"

    # Near and far

    def along(self, *kinds: str) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each space by routes of these kinds only. It is made anew at each call: keep it."""
        spaces: list[set[int]] = [set() for _ in self._names]
        known = {route.kind for route in self.routes}
        for kind in kinds:
            if kind not in known:
                raise ValueError(f"No route is of kind {kind!r}; the kinds on this map are {', '.join(sorted(known))}.")
        for a, b, route in self._ways():
            if route.kind in kinds:
                spaces[a].add(b)
        return tuple([tuple(sorted(near)) for near in spaces])

    def length(self, a: int, b: int) -> int:
        """The length of the shortest single route from a to its neighbour b."""
        length = self._lengths[a].get(b, 0)
        if not length:
            raise ValueError(f"No route leads from {self._names[a]} straight to {self._names[b]}.")
        return length

    def grow(self, mask: int) -> int:
        """The spaces of a mask and all their neighbours."""
        for space in bits(mask):
            mask |= self._near[space]
        return mask

    def reachable(self, start: int, allowed: int = -1) -> int:
        """The mask of all spaces that can be reached from start through allowed ones, start among them."""
        return _spread(self._near, 1 << start, allowed)

    def shortest(self, a: int, b: int, allowed: int = -1) -> list[int]:
        """The spaces of the way with the least total length from a to b, both included; empty if there is none.

        Every space entered, b too, must be in the mask `allowed`. Of equally long ways the one of fewer steps, then the
        one whose spaces were named first, counted from the start.
        """
        ways: list[tuple[int, int, list[int]]] = [(0, 0, [a])]
        settled = 0
        while ways:
            length, steps, way = heappop(ways)
            here = way[-1]
            if here == b:
                return way
            if settled >> here & 1:
                continue
            settled |= 1 << here
            for there, more in self._lengths[here].items():
                if allowed >> there & 1 and not settled >> there & 1:
                    heappush(ways, (length + more, steps + 1, [*way, there]))
        return []

    def components(self) -> list[list[int]]:
        """The parts of the map that hang together by routes, whichever way they lead, in order of their first space."""
        both_ways = self._near[:]
        for a, b, _ in self._ways():
            both_ways[b] |= 1 << a
        parts: list[list[int]] = []
        left = self.every
        while left:
            part = _spread(both_ways, left & -left, left)
            parts.append(bits(part))
            left &= ~part
        return parts

    # Drawing

    def board(
        self,
        id: str,
        title: str,
        extent: Point,
        points: Sequence[Point],
        outlines: Sequence[Sequence[Point]] = (),
        terrain: Sequence[Sequence[str]] = (),
        looks: Mapping[str, Look] = {},
        names: Mapping[int, str] = {},
        *,
        shapes: Mapping[int, Sequence[Point]] = {},
        boxes: Mapping[int, Sequence[Point]] = {},
        beside: Sequence[Space] = (),
        figures: Mapping[int, Sequence[Value]] = {},
        ground: Sequence[Sequence[Point]] = (),
        around: str = "",
        patches: Sequence[Patch] = (),
        lines: Sequence[Line] = (),
        labels: Sequence[Label] = (),
    ) -> Board:
        """The map as clients draw it, `extent` wide and high: points joined by lines, or areas if outlines are given.

        `points` say where the counters of each space sit. Spaces that have no entry in `names` show their label.
        `shapes` are printed round points, `boxes` too, but those stand beside the map: a staging area, a holding box.
        `beside` are spaces that the graph does not have, such as the boxes of a track, numbered from `size` on.
        `figures` are printed at a space. `ground` is the outline of the land, `around` what lies around it, `patches`
        are its relief; free `lines` (a river, a frontier) and `labels` (a country, a sea) belong to no space.
        """
        for what, given in (("points", points), ("outlines", outlines), ("terrain", terrain)):
            if len(given) != self.size and (given or what == "points"):
                raise ValueError(f"Board {id!r} has {self.size} spaces, but {what} for {len(given)} are given.")
        for what, some in (("a name", names), ("a shape", shapes), ("a box", boxes), ("figures", figures)):
            for space in some:
                if not 0 <= space < self.size:
                    raise ValueError(
                        f"Board {id!r} gives {what} to space {space}; its spaces are numbered 0 to {self.size - 1}."
                    )
        if taken := [space.id for space in beside if space.id < self.size]:
            raise ValueError(
                f"Board {id!r} has a space {taken[0]} beside the map, but that number belongs to "
                f"{self._names[taken[0]]}; number such spaces from {self.size} on."
            )
        spaces: list[Space] = []
        for space, (x, y) in enumerate(points):
            outline = outlines[space] if outlines else boxes.get(space) or shapes.get(space) or ()
            spaces.append(
                Space(
                    space,
                    self._names[space],
                    x,
                    y,
                    list(outline),
                    list(terrain[space]) if terrain else [],
                    names.get(space, ""),
                    "box" if space in boxes else "",
                    figures=list(figures.get(space, ())),
                )
            )
        links = [
            Link(self._spaces[route.a], self._spaces[route.b], route.kind, list(route.via), route.figure)
            for route in self.routes
        ]
        width, height = extent
        return Board(
            id,
            title,
            "area" if outlines else "point",
            width,
            height,
            [*spaces, *beside],
            links,
            dict(looks),
            [list(outline) for outline in ground],
            lines=list(lines),
            labels=list(labels),
            patches=list(patches),
            around=around,
        )

    # Tables

    def _ways(self) -> list[tuple[int, int, Route]]:
        """Every route once for each direction in which it leads."""
        ways: list[tuple[int, int, Route]] = []
        for route in self.routes:
            a, b = self._spaces[route.a], self._spaces[route.b]
            ways.append((a, b, route))
            if not route.one_way:
                ways.append((b, a, route))
        return ways

    def _distances_from(self, start: int) -> bytes:
        steps = bytearray([UNREACHABLE]) * self.size
        seen = front = 1 << start
        distance = 0
        while front and distance < UNREACHABLE:
            for space in bits(front):
                steps[space] = distance
            front = self.grow(front) & ~seen
            seen |= front
            distance += 1
        return bytes(steps)

    def _check_routes(self) -> None:
        seen: set[tuple[str, str, str]] = set()
        for route in self.routes:
            what = f"The route from {route.a} to {route.b}"
            for end in (route.a, route.b):
                if end not in self._spaces:
                    raise ValueError(f"{what} needs a space {end!r}, which is not on this map{self._hint(end)}.")
            if route.a == route.b:
                raise ValueError(f"{what} leads nowhere; its two ends must differ.")
            if route.length < 1:
                raise ValueError(f"{what} has length {route.length}; a length is 1 or more.")
            ends = [(route.a, route.b)] if route.one_way else [(route.a, route.b), (route.b, route.a)]
            for a, b in ends:
                if (a, b, route.kind) in seen:
                    raise ValueError(f"{what} of kind {route.kind!r} is given twice.")
                seen.add((a, b, route.kind))


def _spread(near: Sequence[int], start: int, allowed: int) -> int:
    """All allowed spaces that can be reached from a mask by steps to what is near each space."""
    seen = front = start
    while front:
        found = 0
        for space in bits(front):
            found |= near[space]
        front = found & allowed & ~seen
        seen |= front
    return seen
