"""The content of a raid game, row by row as it is printed, and the counters made of it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.kernel.content import Tables, names
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


class Sheet(Struct):
    """The map: one letter per hex, further terrains, lines and names."""

    columns: Annotated[int, Meta(ge=1, le=60)]
    rows: Annotated[int, Meta(ge=1, le=60)]
    odd_up: bool
    terrain: list[str]
    also: dict[str, list[TerrainRow]] = field(default_factory=dict)
    trails: list[list[str]] = field(default_factory=list)
    rivers: list[list[str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    northeast_edge: list[str] = field(default_factory=list)
    changed: dict[str, list[TerrainRow]] = field(default_factory=dict)
    """Hexes whose terrain an overlay replaces; the hex `all` stands for every hex."""


class Person(Struct):
    name: Name
    set: Annotated[int, Meta(ge=1, le=9)]
    kind: Literal["team", "leader"]
    fire: Figure
    cost: Price
    noise: Change
    move: Figure
    symbol: str = ""


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
    indirect: bool = False
    craft: bool = False
    air_support: bool = False
    black: bool = False
    symbol: str = ""
    stands_for: Annotated[str, names("gear", also=("",))] = ""


class Mission(Struct):
    name: Name
    hexes: Annotated[list[str], Meta(min_length=3, max_length=3)]
    """For the die: 1-2, 3-4, 5-6."""
    needs: Annotated[list[list[GearRow]], Meta(min_length=1)]
    award: Price
    count: Count = 1


class Enemy(Struct):
    name: Name
    count: Count
    fire: Price
    move: Count
    symbol: str = ""


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


class Scenario(Struct):
    title: str
    description: str
    missions: Annotated[int, Meta(ge=1, le=999)]
    start_pp: Annotated[int, Meta(ge=0, le=9999)]
    forward_bonus: Price
    forward_reach: Count
    withheld_enemies: Count
    camp: str
    camp2: str | None = None
    people: list[PersonRow] = field(default_factory=list)
    gear: list[GearRow] = field(default_factory=list)


TABLES = Tables(
    {
        "terrain": Terrain,
        "map": Sheet,
        "people": Person,
        "camps": Camp,
        "gear": Gear,
        "old-stock": Gear,
        "missions": Mission,
        "enemies": Enemy,
        "casualties": Casualty,
        "victory": Level,
        "scenarios": Scenario,
    },
    optional=["old-stock"],
    least={"terrain": 1, "map": 1, "people": 1, "camps": 1, "missions": 1, "enemies": 1, "casualties": 1, "victory": 1},
)


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
    air: bool = False
    indirect: bool = False
    old: bool = False
    priced: bool = False
    leads: str = ""
    """commander or officer, for the casualties that name one."""
    symbol: str = ""

    @property
    def capacity(self) -> int:
        """What it may haul: a team six, a leader one, a plus piece as much as its noise (9.1, 9.2)."""
        if self.kind == TEAM:
            return 6
        if self.kind == LEADER:
            return 1
        return max(self.noise, 0) if self.plus else 0
