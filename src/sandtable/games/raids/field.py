"""A map: all that the geometry and the terrain of one sheet give, in tables made once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from sandtable.boards.hexes import HexGrid
from sandtable.boards.mobility import Ways
from sandtable.boards.paths import IMPASSABLE, flood, mask_of, tiers_of, union
from sandtable.games.raids.rows import Sheet, Terrain
from sandtable.kernel.view import Hexside, Link

HexId = int
"""A hex of a map; below 0 a place off the map."""
PieceId = int
"""The number of a counter: its place in the lists of the state."""
Mover = Literal["foot", "vehicle", "vehicle-by-road", "boat", "craft"]
MOST = 10_000
"""So many floods are kept for one kind of mover."""
BARRED: dict[Mover, frozenset[str]] = {
    "foot": frozenset(["sea"]),
    "vehicle": frozenset(["sea", "cliff"]),
    "vehicle-by-road": frozenset(["sea", "cliff"]),
    "boat": frozenset(),
    "craft": frozenset(),
}
"""The kinds of hexsides that a mover does not cross."""


class Way:
    """How one kind of mover gets about on one map: what entering each hex costs it, and which steps it may make.

    cost        by hex; IMPASSABLE where it may not enter
    neighbours  the hexes that one step leads to from each hex
    beside      the same as masks
    """

    def __init__(self, grid: HexGrid, cost: list[int], barred: set[tuple[int, int]]) -> None:
        self.grid = grid
        self.cost = cost
        self._tiers = tiers_of(cost)
        closed = {h for h, price in enumerate(cost) if price >= IMPASSABLE}
        # Ground alone is priced by the hex that is entered; only where sides are barred does each step matter.
        self._ways = (
            Ways(grid.neighbours, lambda here, there: IMPASSABLE if (here, there) in barred else cost[there])
            if barred
            else None
        )
        self.neighbours: Sequence[Sequence[int]] = (
            self._ways.neighbours
            if self._ways is not None
            else [[n for n in near if n not in closed] for near in grid.neighbours]
            if closed
            else grid.neighbours
        )
        self.beside = [mask_of(near) for near in self.neighbours]
        self._open: dict[int, tuple[int, list[int]]] = {}
        """What is within reach of a hex for so much where nothing is closed: all of it, and by price."""

    def flood(self, here: HexId, budget: int, closed: int) -> list[int]:
        """Which hexes can be reached at each price, as masks; `closed` ones cannot be entered now.

        Mostly none of those is near, and then it is the same whoever goes: that is worked out once.
        """
        which = here << 8 | budget
        if which not in self._open:
            if len(self._open) >= MOST:
                self._open.clear()
            layers = self._flood(here, budget, 0)
            self._open[which] = union(layers), layers
        within, layers = self._open[which]
        return self._flood(here, budget, closed) if within & closed else layers

    def _flood(self, here: HexId, budget: int, closed: int) -> list[int]:
        if self._ways is not None:
            return self._ways.flood(1 << here, budget, closed)
        return flood(self.grid.grow, 1 << here, budget, self._tiers, closed)


class Field:
    """One map of a game.

    ground     the terrains of each hex, as they count; `drawn` as they are drawn
    cost       what entering a hex costs on foot, noise and penalty as the rules reckon them
    river      rivers and canals
    sea        hexes without any land
    coast      sea and land in one
    camp_sites where a camp may stand
    sides      what lies on hexsides
    enemies    the counters that belong to this map, `missions` likewise
    """

    def __init__(self, number: int, id: str, sheet: Sheet, terrain: Mapping[str, Terrain]) -> None:
        self.number = number
        self.id = id
        self.sheet = sheet
        self.grid = grid = grid_of(sheet)
        self.drawn = drawn(sheet, grid, terrain)
        self.ground = [_counted(kinds, sheet.instead, terrain) for kinds in self.drawn]
        values = [[terrain[kind] for kind in kinds] for kinds in self.ground]
        deciding = [[t for t in ground if not t.has("mark")] or ground for ground in values]
        self.cost = [_cost(ground) for ground in deciding]
        self.noise = [max([t.noise for t in ground]) for ground in deciding]  # rule: noise.several-terrains
        self.penalty = [min([t.penalty for t in ground]) for ground in deciding]  # rule: combat.terrain
        self.river = [any(t.river for t in ground) for ground in values]
        self.coast = [any(t.has("coast") for t in ground) for ground in values]
        self.sea = [any(t.all_water for t in ground) and not self.coast[h] for h, ground in enumerate(values)]
        water = [t for t in terrain.values() if t.all_water]
        self.open_water = water[0] if water else None
        """The terrain of hexes without any land: what those are in who are afloat in a coastal hex."""
        self._terrain = terrain
        self._ways: dict[Mover, Way] = {}
        barred = [h for h, ground in enumerate(values) if any(t.has("no-camp") for t in ground)]
        near = {n for h in barred for n in (h, *grid.neighbours[h])}
        self.camp_sites = [h for h in range(grid.size) if h not in near]  # rule: setup.camp-site
        self.sides: list[Hexside] = [side for kind, texts in sheet.sides.items() for side in grid.sides(kind, texts)]
        self.names = {grid.at(label): text for label, text in sheet.names.items()}
        self.foot = self.way("foot")  # rule: move.same-cost river.enter
        self.enemies: list[PieceId] = []
        self.missions: list[PieceId] = []

    def links(self) -> list[Link]:
        """The lines from hex to hex."""
        at = self.grid.at
        lines = [(kind, line) for kind, those in lines_of(self.sheet).items() for line in those]
        return [Link(at(a), at(b), kind) for kind, line in lines for a, b in pairwise(line)]

    def terrains(self, h: HexId) -> list[Terrain]:
        return [self._terrain[kind] for kind in self.ground[h]]

    def way(self, mover: Mover) -> Way:
        """How a kind of mover gets about here: made when it is first asked for."""
        found = self._ways.get(mover)
        if found is None:
            prices = [self._price(mover, h) for h in range(self.grid.size)]
            found = self._ways[mover] = Way(self.grid, prices, set(self._barred(BARRED[mover])))
        return found

    def _price(self, mover: Mover, h: HexId) -> int:
        """What entering a hex costs a mover; IMPASSABLE if it may not."""
        if mover in ("boat", "craft"):
            water = [self._afloat(t).cost for t in self.terrains(h) if t.river or t.has("water")]
            return (1 if mover == "craft" else min(water)) if water else IMPASSABLE  # rule: river.boat
        if self.sea[h] or (mover != "foot" and self._bars_vehicles(h, mover == "vehicle-by-road")):
            return IMPASSABLE
        return self.cost[h]

    def _afloat(self, t: Terrain) -> Terrain:
        """What a boat is in where there is this terrain: of a coast the sea."""
        return self.open_water if t.has("coast") and self.open_water is not None else t

    def _bars_vehicles(self, h: HexId, by_road: bool) -> bool:
        if by_road and any(t.has("replaces-cost") for t in self.terrains(h)):
            return False
        return any(t.has("no-vehicle") and not (t.river and self.bridged(h)) for t in self.terrains(h))

    def bridged(self, h: HexId) -> bool:
        return any(t.has("bridge") for t in self.terrains(h))

    def _barred(self, kinds: frozenset[str]) -> Iterator[tuple[int, int]]:
        """The steps across sides of these kinds, either way."""
        for side in self.sides:
            across = self.grid.step[side.space][side.side]
            if side.kind in kinds and across >= 0:
                yield side.space, across
                yield across, side.space

    def lands(self, mover: Mover, h: HexId, on_bridges: bool = False) -> bool:
        """Whether an enemy who arrives may appear in a hex; vehicles on bridged rivers, if that is allowed."""
        if mover == "boat":
            return self.sea[h] or self.coast[h]
        if mover != "vehicle" or self.sea[h]:
            return not self.sea[h]
        bridge = on_bridges and self.bridged(h)
        return not any(t.has("no-vehicle-landing") and not (t.river and bridge) for t in self.terrains(h))


def grid_of(sheet: Sheet) -> HexGrid:
    first = sheet.first
    return _grid(sheet.columns, sheet.rows, sheet.odd_up, int(first[:2]), int(first[2:]))


@lru_cache(maxsize=16)
def _grid(columns: int, rows: int, odd_up: bool, first_column: int, first_row: int) -> HexGrid:
    return HexGrid(columns, rows, odd_up, first_column, first_row)


def lines_of(sheet: Sheet) -> dict[str, list[list[str]]]:
    """The lines of a map by their kind; `trails` and `rivers` are those that an older form of the map names."""
    named = {"trail": sheet.trails, "river": sheet.rivers}
    return {kind: lines for kind, lines in named.items() if lines} | sheet.lines


def drawn(sheet: Sheet, grid: HexGrid, terrain: Mapping[str, Terrain]) -> list[list[str]]:
    """The terrains of each hex: its letter, what else is named, the lines through it; or what an overlay says."""
    letters = {row.letter: kind for kind, row in terrain.items()}
    through: dict[str, list[str]] = {}
    for kind, lines in sheet.lines.items():
        for label in {label for line in lines for label in line}:
            through.setdefault(label, []).append(kind)
    found = []
    same: dict[tuple[str, ...], list[str]] = {}  # one list for all hexes that are alike
    for h, letter in enumerate(grid.letters(sheet.terrain)):
        label = grid.label(h)
        kinds = (letters[letter], *sheet.also.get(label, ()), *through.get(label, ()))
        changed = sheet.changed.get(label) or sheet.changed.get("all")
        found.append(changed or same.setdefault(kinds, list(dict.fromkeys(kinds))))
    return found


def _counted(kinds: list[str], instead: Mapping[str, str], terrain: Mapping[str, Terrain]) -> list[str]:
    """The terrains of a hex as they count on a map where some counts as another; beside other ground it does not."""
    if not instead:
        return kinds
    others = [terrain[kind] for kind in kinds if kind not in instead]
    if any(t.has("coast") or not (t.has("mark") or t.has("replaces-cost")) for t in others):
        return kinds
    return [instead.get(kind, kind) for kind in kinds]  # rule: noise.terrain


def _cost(ground: list[Terrain]) -> int:
    """The highest, unless a road makes up for everything else."""
    roads = [t.cost for t in ground if t.has("replaces-cost")]
    return min(roads) if roads else max([t.cost for t in ground])  # rule: move.highest-cost
