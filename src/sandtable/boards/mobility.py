"""Who may go where, and for how much: prices by mobility, by the side that is crossed and the line that is followed.

`paths` prices the space entered, whoever enters it from wherever. Here a step has its own price: a cliff bars vehicles,
a road over a bridge costs 1 whatever it crosses, boats keep to the water. The tables of one kind of mover on one map
are made once, as `Ways`, and then answer like the finders of `paths`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sandtable.boards.hexes import HexGrid
from sandtable.boards.paths import IMPASSABLE, bits
from sandtable.kernel.view import Hexside, Link


class Ways:
    """Where one kind of mover may step from each space and what each step costs it; a barred step is not there.

    neighbours  the spaces it may step to, in the order of the board's own table
    prices      what each of those steps costs, in the same order
    """

    __slots__ = ("_at_price", "neighbours", "prices")

    def __init__(self, neighbours: Sequence[Sequence[int]], price: Callable[[int, int], int]) -> None:
        """`price(here, there)` is asked once for each step of the board's table; IMPASSABLE or more bars it."""
        allowed: list[tuple[int, ...]] = []
        prices: list[tuple[int, ...]] = []
        for here, nearby in enumerate(neighbours):
            steps = [(there, paid) for there in nearby if (paid := price(here, there)) < IMPASSABLE]
            if wrong := [f"{here} to {there} costs {paid}" for there, paid in steps if paid < 0]:
                raise ValueError(f"The step from space {wrong[0]}; a step costs 0 or more.")
            allowed.append(tuple([there for there, _ in steps]))
            prices.append(tuple([paid for _, paid in steps]))
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(allowed)
        self.prices: tuple[tuple[int, ...], ...] = tuple(prices)
        # By space, the mask of what one step reaches at each price.
        self._at_price: list[dict[int, int]] = []
        for steps_to, paid_for in zip(allowed, prices, strict=True):
            masks: dict[int, int] = {}
            for there, paid in zip(steps_to, paid_for, strict=True):
                masks[paid] = masks.get(paid, 0) | 1 << there
            self._at_price.append(masks)

    def price(self, here: int, there: int) -> int:
        """What the step to a neighbour costs; IMPASSABLE if it may not be made or they are no neighbours."""
        nearby = self.neighbours[here]
        return self.prices[here][nearby.index(there)] if there in nearby else IMPASSABLE

    def grow(self, mask: int) -> int:
        """The spaces of a mask and all that one step leads to, whatever it costs."""
        for here in bits(mask):
            for masks in self._at_price[here].values():
                mask |= masks
        return mask

    def reach(self, start: int, budget: int, closed: int = 0, stops: int = 0) -> dict[int, int]:
        """What it costs to get to each space within budget, the start itself at 0 among them.

        `closed` spaces cannot be entered in this move; `stops` can be entered but not left (to start in one is no
        hindrance).
        """
        return self._search(start, -1, budget, closed, stops)[0]

    def path(self, start: int, goal: int, budget: int, closed: int = 0, stops: int = 0) -> list[int]:
        """The spaces from start to goal along a cheapest way, both included; empty if none fits the budget.

        Of equally cheap ways it is always the same one: the one found first, spaces taken in order of price and
        neighbours in the order of the table.
        """
        came_from = self._search(start, goal, budget, closed, stops)[1]
        if goal not in came_from:
            return []
        way = [goal]
        while way[-1] != start:
            way.append(came_from[way[-1]])
        way.reverse()
        return way

    def flood(self, sources: int, budget: int, closed: int = 0, stops: int = 0) -> list[int]:
        """Which spaces can be reached from any source at each price, as masks: item p holds those whose price is p."""
        pending = [0] * (budget + 1)
        pending[0] = sources
        seen = closed & ~sources
        layers: list[int] = []
        for paid in range(budget + 1):
            layer = 0
            while found := pending[paid] & ~seen:
                seen |= found
                layer |= found
                for here in bits(found & ~stops | found & sources):
                    for price, mask in self._at_price[here].items():
                        if paid + price <= budget:
                            pending[paid + price] |= mask
            layers.append(layer)
        return layers

    def _search(
        self, start: int, goal: int, budget: int, closed: int, stops: int
    ) -> tuple[dict[int, int], dict[int, int]]:
        """The price of each space and the space it was entered from.

        A space may be found dear before it is found cheap: it counts when its own price comes up.
        """
        if not 0 <= budget < IMPASSABLE:
            raise ValueError(f"A budget of {budget} cannot be spent: it must lie between 0 and {IMPASSABLE - 1}.")
        price = {start: 0}
        came_from = {start: start}
        found: list[list[int]] = [[] for _ in range(budget + 1)]
        found[0].append(start)
        for paid, spaces in enumerate(found):
            if price.get(goal, IMPASSABLE) <= paid:
                break
            for here in spaces:  # a free step lengthens this list while it is walked
                if price[here] < paid or (stops >> here & 1 and here != start):
                    continue
                for there, more in zip(self.neighbours[here], self.prices[here], strict=True):
                    total = paid + more
                    if total <= budget and total < price.get(there, IMPASSABLE) and not closed >> there & 1:
                        price[there] = total
                        came_from[there] = here
                        found[total].append(there)
        return price, came_from


class Mobility(NamedTuple):
    """What one kind of mover pays, as a terrain chart prints it.

    ground   the price of entering each terrain; one that is not listed cannot be entered
    sides    what crossing a side of each kind adds, IMPASSABLE if that is barred; one that is not listed adds nothing
    lines    the price of a step along a line of each kind, whatever ground and side would ask: a road over a bridge
    several  which price counts where a space has several terrains: the highest, or (for a boat in a coastal hex) `min`
    """

    ground: Mapping[str, int]
    sides: Mapping[str, int] = {}
    lines: Mapping[str, int] = {}
    several: Callable[[Iterable[int]], int] = max


class Ground:
    """The terrains, hexsides and lines of one hex map, from which the ways of each mobility are made once.

    sides  sides[a, b] are the kinds that lie between two neighbours, whichever way they are crossed
    lines  lines[a, b] are the kinds of line that join them
    """

    __slots__ = ("grid", "lines", "sides", "terrain")

    def __init__(
        self,
        grid: HexGrid,
        terrain: Sequence[Sequence[str]],
        hexsides: Iterable[Hexside] = (),
        links: Iterable[Link] = (),
    ) -> None:
        if len(terrain) != grid.size:
            raise ValueError(f"The map has {grid.size} hexes, but terrain is given for {len(terrain)}.")
        self.grid: HexGrid = grid
        self.terrain: list[tuple[str, ...]] = [tuple(kinds) for kinds in terrain]
        self.sides: dict[tuple[int, int], tuple[str, ...]] = {}
        self.lines: dict[tuple[int, int], tuple[str, ...]] = {}
        for side in hexsides:
            across = grid.step[side.space][side.side]
            if across >= 0:
                _note(self.sides, side.space, across, side.kind)
        for link in links:
            _note(self.lines, link.a, link.b, link.kind)

    def ways(self, mobility: Mobility) -> Ways:
        """Where this mobility gets and what it pays. It is made anew at each call: keep it."""
        enter = [
            mobility.several([mobility.ground.get(kind, IMPASSABLE) for kind in kinds]) if kinds else IMPASSABLE
            for kinds in self.terrain
        ]

        def price(here: int, there: int) -> int:
            along = [mobility.lines[kind] for kind in self.lines.get((here, there), ()) if kind in mobility.lines]
            if along:
                return min(along)
            return enter[there] + sum([mobility.sides.get(kind, 0) for kind in self.sides.get((here, there), ())])

        return Ways(self.grid.neighbours, price)


def _note(table: dict[tuple[int, int], tuple[str, ...]], a: int, b: int, kind: str) -> None:
    for pair in ((a, b), (b, a)):
        if kind not in table.get(pair, ()):
            table[pair] = (*table.get(pair, ()), kind)
