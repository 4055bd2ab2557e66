"""What lies in the box: the rows of the content, and the kit that is made from them once for all positions."""

from typing import Annotated

from msgspec import Meta as Range
from msgspec import Struct

from sandtable.boards.graph import Graph, Route
from sandtable.kernel.content import Content, Tables, names

Town = int
"""A place on the map, in the order of the table of towns."""


class Place(Struct):
    """A town, where it lies on the map, and what the country is like."""

    name: Annotated[str, Range(min_length=1)]
    x: float
    y: float
    country: Annotated[str, Range(pattern="^(fields|forest|hills)$")] = "fields"


class Way(Struct):
    """A road or a trail from one town to another."""

    to: Annotated[str, names("towns")]
    kind: Annotated[str, Range(pattern="^(road|trail)$")] = "road"
    danger: Annotated[int, Range(ge=0, le=6)] = 0
    """Rolls up to this are an ambush."""


class Figure(Struct):
    """A number of the rules that a designer may want to change."""

    value: Annotated[int, Range(ge=1, le=20)]


class Kit(Struct):
    """What the rules look up all the time."""

    map: Graph
    places: list[Place]
    danger: dict[tuple[Town, Town], int]
    hours: int
    letters: int
    start: Town
    fort: Town


def make_kit(content: Content) -> Kit:
    towns, ways = content.table("towns", Place), content.table("ways", Way)
    figures = content.table("figures", Figure)
    labels = {town: place.name for town, place in towns.items()}
    ends = {way_id: (way_id.split("-")[0], way.to) for way_id, way in ways.items()}
    routes = [Route(labels[a], labels[b], ways[way_id].kind) for way_id, (a, b) in ends.items()]
    graph = Graph(list(labels.values()), routes)
    danger: dict[tuple[Town, Town], int] = {}
    for way_id, (a, b) in ends.items():
        one, other = graph.at(labels[a]), graph.at(labels[b])
        danger[one, other] = danger[other, one] = ways[way_id].danger
    return Kit(
        map=graph,
        places=list(towns.values()),
        danger=danger,
        hours=figures["hours"].value,
        letters=figures["letters"].value,
        start=0,
        fort=graph.size - 1,
    )


TABLES = Tables(
    {"towns": Place, "ways": Way, "figures": Figure},
    least={"towns": 2, "ways": 1},
    needs={"figures": ("hours", "letters")},
)
