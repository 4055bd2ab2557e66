"""The content of a raid game, row by row as it is printed, and the counters made of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from sandtable.kernel.content import Misfits, Tables, names
from sandtable.kernel.state import Since
from sandtable.kernel.view import LineClass, Pattern

TEAM, LEADER, CAMP, GEAR, ENEMY, MISSION, MARKER = range(7)
KINDS = ("team", "leader", "camp", "gear", "enemy", "mission", "marker")


FIGURE = re.compile(r"[+-]?[0-9]+")

Name = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0, le=99)]
"""Counters of one kind: a sheet has some two hundred in all."""
Price = Annotated[int, Meta(ge=0, le=999)]
Change = Annotated[int, Meta(ge=-99, le=99)]
"""What is added to another value."""
TerrainRow = Annotated[str, names("terrain")]
MapRow = Annotated[str, names("map")]
GearRow = Annotated[str, names("gear")]
PersonRow = Annotated[str, names("people")]


class Figure(str):
    """A value as it is printed on a counter: `4`, `+6`, `-0`. The sign means something."""

    @classmethod
    def parse(cls, text: str) -> Figure:
        if not FIGURE.fullmatch(text):
            raise ValueError("a printed value such as 4, +6 or -0")
        return cls(text)

    @property
    def value(self) -> int:
        return int(self)

    @property
    def plus(self) -> bool:
        return self.startswith("+")

    @property
    def minus(self) -> bool:
        return self.startswith("-")


Tag = Literal[
    "coast",
    "water",
    "no-camp",
    "no-vehicle",
    "no-vehicle-landing",
    "replaces-cost",
    "bridge",
    "mark",
]
"""What else is true of a terrain:

coast               sea and land in one hex
water               craft and boats may go there
no-camp             no camp in it or next to it
no-vehicle          vehicles may not enter it
no-vehicle-landing  no vehicle arrives there
replaces-cost       its cost counts, whatever else is in the hex
bridge              lifts what bars vehicles from a river
mark                it never decides cost, noise or penalty where there is other ground
"""
TAGS: tuple[Tag, ...] = get_args(Tag)
Mobility = Literal["foot", "vehicle", "boat"]


class Terrain(Struct):
    name: Name
    letter: Annotated[str, Meta(min_length=1, max_length=1)]
    cost: Annotated[int, Meta(ge=1, le=99)]
    noise: Change
    penalty: Annotated[int, Meta(ge=-999, le=999)]
    river: bool = False
    all_water: bool = False
    tags: list[str] = field(default_factory=list)
    pattern: Annotated[Pattern, Since(3)] = ""
    """How it looks, if the table says so."""
    line: Annotated[LineClass, Since(3)] = ""

    def has(self, tag: Tag) -> bool:
        return tag in self.tags


class Sheet(Struct):
    """A map: one letter per hex, further terrains, lines and names."""

    columns: Annotated[int, Meta(ge=1, le=60)]
    rows: Annotated[int, Meta(ge=1, le=60)]
    odd_up: bool
    terrain: list[str]
    also: dict[str, list[TerrainRow]] = field(default_factory=dict)
    trails: list[list[str]] = field(default_factory=list)
    rivers: list[list[str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    changed: dict[str, list[TerrainRow]] = field(default_factory=dict)
    """Hexes whose terrain an overlay replaces; the hex `all` stands for every hex."""
    title: Annotated[str, Since(4)] = ""
    first: Annotated[str, Since(4)] = "0101"
    """The printed number of the north-western hex."""
    lines: Annotated[dict[TerrainRow, list[list[str]]], Since(4)] = field(default_factory=dict)
    """Lines from hex to hex, by the terrain that every hex on them has, too."""
    sides: Annotated[dict[Literal["cliff", "sea"], list[str]], Since(4)] = field(default_factory=dict)
    """Sides of hexes: a hex and the neighbours across them, "0304 0305 0404"."""
    instead: Annotated[dict[TerrainRow, TerrainRow], Since(4)] = field(default_factory=dict)
    """Terrain that counts as another on this map; not in coastal hexes, nor where there is other ground beside it."""
    briefing: Annotated[str, Since(5)] = ""
    """The country in a sentence or two, for whoever comes to it."""


class Person(Struct):
    name: Name
    set: Annotated[int, Meta(ge=1, le=9)]
    kind: Literal["team", "leader"]
    fire: Figure
    cost: Price
    noise: Change
    move: Figure
    symbol: str = ""
    grade: Annotated[Literal["", "E", "V"], Since(4)] = ""
    """Experienced or veteran: a piece that comes later, for another."""
    after: Annotated[str, names("people", also=("",)), Since(4)] = ""
    """The piece that it replaces."""


class Camp(Struct):
    name: Name
    cost: Price


class Gear(Struct):
    name: Name
    count: Count
    fire: Figure
    cost: Price
    noise: Change
    move: Figure
    craft: bool = False
    black: bool = False
    symbol: str = ""
    anti_tank: Annotated[bool, Since(4)] = False
    stray: Annotated[bool, Since(4)] = False
    """Its fire strays."""


class Mission(Struct):
    name: Name
    hexes: Annotated[list[str], Meta(min_length=3, max_length=3)]
    """For the die: 1-2, 3-4, 5-6."""
    needs: Annotated[list[list[GearRow]], Meta(min_length=1)]
    award: Price
    count: Count = 1
    map: Annotated[str, names("map", also=("",)), Since(4)] = ""
    """Where it may come up; of a game with one map, there."""


class Enemy(Struct):
    name: Name
    count: Count
    fire: Price
    move: Count
    symbol: str = ""
    map: Annotated[str, names("map", also=("",)), Since(4)] = ""
    mobility: Annotated[Mobility, Since(4)] = "foot"


class Casualty(Struct):
    name: Name
    count: Count
    kills: Literal["none", "commander", "officer"] = "none"
    fire: Change = 0
    noise: Change = 0
    move: Change = 0


class Level(Struct):
    name: Name
    least: int | None = None
    most: int | None = None


class Deployment(Struct):
    """A start for newcomers, bots and simulations: where the camps stand, whom to hire, what to buy."""

    camp: str
    camp2: str | None = None
    people: list[PersonRow] = field(default_factory=list)
    gear: list[GearRow] = field(default_factory=list)


class Scenario(Struct):
    title: str
    description: str
    missions: Annotated[int, Meta(ge=1, le=999)]
    """How many are drawn on a map."""
    start_pp: Annotated[int, Meta(ge=0, le=9999)]
    maps: Annotated[list[MapRow], Since(4)] = field(default_factory=list)
    """The maps in the order of play; of a game with one map, that."""
    defaults: Annotated[dict[MapRow, Deployment], Since(4)] = field(default_factory=dict)
    grade: Annotated[Literal["", "E", "V"], Since(4)] = ""
    """The grade of the people with whom it begins."""


ROWS: dict[str, type[Struct]] = {
    "terrain": Terrain,
    "map": Sheet,
    "people": Person,
    "camps": Camp,
    "gear": Gear,
    "missions": Mission,
    "enemies": Enemy,
    "casualties": Casualty,
    "victory": Level,
    "scenarios": Scenario,
}
LEAST = dict.fromkeys(("terrain", "map", "people", "camps", "missions", "enemies", "casualties", "victory"), 1)
"""The tables of every game of the series, and how many rows each needs."""


def tables_of(misfits: Misfits, own: Mapping[str, type[Struct]], optional: Collection[str] = ()) -> Tables:
    """The tables of one game: those of the series, with row types of its own where it has any."""
    return Tables({**ROWS, **own}, optional, least=LEAST, misfits=misfits)


class Piece(Struct):
    """One counter. `id` is its name in cases: the row for the first of its kind, row-2, row-3 for the others."""

    id: str
    row: str
    table: str
    kind: int
    name: str
    fire: int = 0
    plus_fire: bool = False
    """Printed with a plus: may suppress."""
    cost: int = 0
    noise: int = 0
    move: int = 0
    plus: bool = False
    minus: bool = False
    black: bool = False
    craft: bool = False
    anti_tank: bool = False
    stray: bool = False
    """Its fire strays."""
    indirect: bool = False
    """Fires from afar, where a game lets it."""
    priced: bool = False
    leads: str = ""
    """commander or officer, for the casualties that name one."""
    symbol: str = ""
    map: str = ""
    """Of a mission or an enemy: where it belongs."""
    mobility: Mobility = "foot"
    grade: str = ""
    """Of people who come later for others: E or V."""
    after: str = ""
    """Whom he replaces."""

    @property
    def capacity(self) -> int:
        """What it may haul: a team six, a leader one, a plus piece as much as its noise."""
        if self.kind == TEAM:
            return 6
        if self.kind == LEADER:
            return 1
        return max(self.noise, 0) if self.plus else 0
