"""The printed map: Zones by shape, Staging Areas as boxes, routes, and the country round them (2.0)."""

from __future__ import annotations

from sandtable.boards.graph import Graph, Route
from sandtable.boards.looks import looks_of
from sandtable.boards.shapes import Shape, hexagon, octagon, rectangle
from sandtable.games.invasion.rows import Area, Drawing, Lettering, Numbers, Relief, River, Road, Sheet, Terrain, Zone
from sandtable.kernel.content import Content
from sandtable.kernel.view import Board, Label, Line, Patch, Point, Value

BOARD = "afghanistan"
AROUND = "abroad"


def board(content: Content, graph: Graph) -> Board:
    """The spaces of the graph are the Zones and then the Staging Areas, in the order of their tables."""
    zones, areas = content.table("zones", Zone), content.table("areas", Area)
    sheet = content.table("sheet", Sheet)["map"]
    capital = content.table("numbers", Numbers)["book"].capital
    spaces: list[Zone | Area] = [*zones.values(), *areas.values()]
    points: list[Point] = [(space.x, space.y) for space in spaces]
    terrain = [[zone.kind] for zone in zones.values()] + [[ground_of(area)] for area in areas.values()]
    names = dict(enumerate(space.name for space in spaces))
    first = len(zones)
    drawn = graph.board(
        BOARD,
        "Afghanistan",
        (sheet.width, sheet.height),
        points,
        terrain=terrain,
        looks=looks_of(content.table("terrain", Terrain)) | looks_of(content.table("drawing", Drawing)),
        names=names,
        shapes={n: _shape(zone, sheet, name == capital) for n, (name, zone) in enumerate(zones.items())},
        boxes={
            first + n: rectangle(
                (area.x, area.y), sheet.soviet_width if area.country == "ussr" else sheet.area_width, sheet.area_height
            )
            for n, area in enumerate(areas.values())
        },
        figures={n: _printed(space) for n, space in enumerate(spaces)},
        ground=[sheet.outline],
        around=AROUND,
        patches=[Patch(row.outline, row.kind) for row in content.table("relief", Relief).values()],
        lines=[Line(row.points, row.kind) for row in content.table("rivers", River).values()],
        labels=[
            Label(row.text, row.x, row.y, row.size, row.turn) for row in content.table("lettering", Lettering).values()
        ],
    )
    for space in drawn.spaces:
        space.label = space.name  # the names of its rows are for packs and cases
    return drawn


def routes(content: Content) -> list[Route]:
    return [Route(road.a, road.b, road.kind) for road in content.table("routes", Road).values()]


def ground_of(area: Area) -> str:
    """Which line of the Terrain Effects Chart a Staging Area is."""
    return "soviet-area" if area.country == "ussr" else "resistance-area"


def _shape(zone: Zone, sheet: Sheet, capital: bool) -> Shape:
    """A city is square, a town has its corners cut off, anything else is six-sided; the capital has room for many."""
    if capital:
        return rectangle((zone.x, zone.y), sheet.capital_width, sheet.capital_height)
    drawn = {"city": rectangle, "town": octagon}.get(zone.kind, hexagon)
    return drawn((zone.x, zone.y), sheet.zone_width, sheet.zone_height)


def _printed(space: Zone | Area) -> list[Value]:
    """Control points in a ring, airfield, resource, and the support of a printed base."""
    found = [Value("control points", str(space.cpv), "tl", "circle", "what it counts for morale")] if space.cpv else []
    if isinstance(space, Area):
        found.append(Value("support", str(space.support), "bl", note="how far its printed base supports"))
    if space.airfield:
        found.append(Value("airfield", "✈", "tr"))
    if isinstance(space, Zone) and space.resource:
        found.append(Value("resource", "◆", "tr", note=space.resource))
    return found
