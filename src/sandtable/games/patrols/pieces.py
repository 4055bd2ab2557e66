"""What lies in the box: the rows of the content, and the kit that is made from them once for all positions."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta as Range
from msgspec import Struct

from sandtable.boards.hexes import HexGrid
from sandtable.kernel.content import Content, Misfit, Rows, Tables

Hex = int
"""A place on the island; -1 is nowhere. `HexGrid` numbers the hexes from 0, in the order of their printed numbers."""

HEXES = ("0102", "0103", "0201", "0202", "0203", "0302", "0303")


class Named(Struct):
    """A row of any table: a man has a reach, a place a role."""

    name: Annotated[str, Range(min_length=1)]
    reach: Annotated[int, Range(ge=0, le=9)] = 0
    role: Annotated[str, Range(pattern="^(beach|hill|wild)?$")] = ""


class Kit(Struct):
    """What the rules look up all the time."""

    grid: HexGrid
    names: list[str]
    """Of the hexes."""
    kinds: list[str]
    """Of men: scout, rifleman."""
    reach: list[int]
    """How many steps each kind may take."""
    beaches: list[Hex]
    """Red's and Blue's."""
    hill: Hex
    wild: list[Hex]
    """Where the mine may lie."""
    orders: list[str]


def make_kit(content: Content) -> Kit:
    men, places, orders = (content.table(name, Named) for name in ("men", "places", "orders"))
    grid = HexGrid(3, 3, holes=frozenset({101, 301}))

    def having(role: str) -> list[Hex]:
        return [grid.at(label) for label, place in places.items() if place.role == role]

    return Kit(
        grid=grid,
        names=[places[grid.label(h)].name for h in range(grid.size)],
        kinds=[man.name for man in men.values()],
        reach=[man.reach for man in men.values()],
        beaches=having("beach"),
        hill=having("hill")[0],
        wild=having("wild"),
        orders=[order.name for order in orders.values()],
    )


def misfits(tables: Rows) -> Iterator[Misfit]:
    """Two beaches, one hill, a place for the mine; and no place off the island."""
    for place in sorted(set(tables["places"]) - set(HEXES)):
        yield Misfit("places", place, "name", f"the place {place!r}", f"hexes of the island: {', '.join(HEXES)}")
    for role, least, most in (("beach", 2, 2), ("hill", 1, 1), ("wild", 1, 7)):
        found = sum(row.role == role for row in tables["places"].values())
        if not least <= found <= most:
            yield Misfit("places", HEXES[0], "role", f"{found} places that are {role}", f"{least} to {most}")


TABLES = Tables(
    {"men": Named, "places": Named, "orders": Named},
    needs={"men": ("scout", "rifleman"), "places": HEXES, "orders": ("carry", "hunt", "hold")},
    misfits=misfits,
)
