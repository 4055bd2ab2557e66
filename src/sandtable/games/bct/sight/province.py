"""The printed board: the Map of the province between the Sanctuaries and HQ Boxes of the two sides (2.3)."""

from __future__ import annotations

from sandtable.games.bct.pieces import SIDES, Kit, SideId, SpaceId
from sandtable.games.bct.sight.names import space_title
from sandtable.kernel.view import Board, Link, Look, Point, Ref, Space

BOARD = "province"
LOOKS = {
    "urban": Look("Urban", "village", "U"),
    "rural": Look("Rural", "rows", "R"),
    "wilderness": Look("Wilderness", "sand", "W"),
    "road": Look("road", "path", "=", "road"),
}

GAP, COLUMN, SECTION = 0.03, 0.36, 0.24
"""In parts of the Map's height: gaps, the columns of boxes beside the Map, a section of a Sanctuary."""
ABREAST = 2
"""How many HQ Boxes stand side by side."""


def box_space(kit: Kit, front: int) -> int:
    """On the board the HQ Boxes are numbered after the Districts and Sanctuaries."""
    return kit.spaces + front


def board(kit: Kit, title: str) -> Board:
    """The Sanctuary above and the HQ Boxes below: the Coalition's left of the Map, the Insurgent's right of it."""
    xs = [x for row in kit.districts for x, _ in row.outline]
    ys = [y for row in kit.districts for _, y in row.outline]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    margin = (COLUMN + GAP) * high

    def moved(points: list[Point]) -> list[Point]:
        return [(x - min(xs) + margin, y - min(ys)) for x, y in points]

    spaces = []
    for district, row in enumerate(kit.districts):
        [(x, y)] = moved([(row.x, row.y)])
        spaces.append(Space(district, row.name, x, y, moved(row.outline), [row.kind], row.name))
    for side, left in zip(SIDES, (0.0, margin + wide + GAP * high), strict=True):
        spaces += _column(kit, side, left, high)
    roads = [
        Link(kit.graph.at(road.districts[0]), kit.graph.at(road.districts[-1]), "road", moved(road.path))
        for road in kit.road_rows.values()
    ]
    spaces.sort(key=lambda space: space.id)
    return Board(BOARD, title, "area", wide + 2 * margin, high, spaces, roads, LOOKS)


def _column(kit: Kit, side: SideId, left: float, high: float) -> list[Space]:
    wide, deep = COLUMN * high, SECTION * high
    found = [
        _box(kit.ready[side], space_title(kit, kit.ready[side]), left, 0.0, wide, deep),
        _box(kit.reinforcements[side], space_title(kit, kit.reinforcements[side]), left, deep, wide, deep),
    ]
    fronts = [front for front, owner in enumerate(kit.front_side) if owner == side]
    top = (2 * SECTION + GAP) * high
    each, row = wide / ABREAST, (high - top) / -(-len(fronts) // ABREAST)
    for n, front in enumerate(fronts):
        down, across = divmod(n, ABREAST)
        title = kit.front_names[front]
        box = _box(box_space(kit, front), title, left + each * across, top + row * down, each, row)
        box.ref = Ref(front, "front")
        found.append(box)
    return found


def _box(space: SpaceId, title: str, x: float, y: float, wide: float, deep: float) -> Space:
    outline: list[Point] = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)]
    return Space(space, title, x + wide / 2, y + deep / 2, outline, [], title, "box")
