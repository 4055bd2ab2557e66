"""The content of a raid game, row by row as it is printed, and the kit made from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.boards.hexes import HexGrid
from sandtable.boards.paths import IMPASSABLE, mask_of, tiers_of
from sandtable.kernel.content import Content, Tables, names
from sandtable.kernel.state import Since
from sandtable.kernel.view import LineClass, Pattern

HexId = int
"""A hex of the grid; below 0 a place off the map."""
PieceId = int
"""The number of a counter: its place in the lists of the state."""

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


class Kit:
    """Everything about pieces and ground that never changes during a game, in tables by token and by hex."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.terrain = content.table("terrain", Terrain)
        self.sheet_id, self.sheet = next(iter(content.table("map", Sheet).items()))
        self.missions = content.table("missions", Mission)
        self.levels = list(content.table("victory", Level).values())
        self.scenarios = content.table("scenarios", Scenario)
        self.casualties = content.table("casualties", Casualty)
        self.pieces = list(_pieces(content))
        self.by_id = {piece.id: token for token, piece in enumerate(self.pieces)}
        self._sort()
        self._ground()
        self._place_missions()

    def _sort(self) -> None:
        kinds = [piece.kind for piece in self.pieces]
        tokens = range(len(kinds))
        self.teams = [t for t in tokens if kinds[t] == TEAM]
        self.leaders = [t for t in tokens if kinds[t] == LEADER]
        self.people = [t for t in tokens if kinds[t] in (TEAM, LEADER)]
        self.camps = [t for t in tokens if kinds[t] == CAMP]
        self.gear = [t for t in tokens if kinds[t] == GEAR]
        self.enemies = [t for t in tokens if kinds[t] == ENEMY]
        self.mission_tokens = [t for t in tokens if kinds[t] == MISSION]
        self.markers = [t for t in tokens if kinds[t] == MARKER]
        self.mobile = self.people + self.gear
        self.capacity = [piece.capacity for piece in self.pieces]
        self.is_cargo = [piece.kind == GEAR and piece.minus for piece in self.pieces]
        self.is_black = [piece.kind == GEAR and piece.plus and piece.black for piece in self.pieces]
        self.hauled = [t for t in self.gear if self.is_cargo[t]]
        self.self_moving = [t for t in self.mobile if not self.pieces[t].minus]  # rule: move.minus-alone
        self.friends = self.people + self.camps + self.gear

    def _ground(self) -> None:
        sheet = self.sheet
        self.grid = grid = _grid(sheet.columns, sheet.rows, sheet.odd_up)
        letters = {terrain.letter: name for name, terrain in self.terrain.items()}
        self.ground: list[list[str]] = []
        for h in range(grid.size):
            label = grid.label(h)
            main = sheet.terrain[int(label[2:]) - 1][int(label[:2]) - 1]
            kinds = [letters[main], *sheet.also.get(label, [])]
            self.ground.append(sheet.changed.get(label) or sheet.changed.get("all") or kinds)
        values = [[self.terrain[name] for name in names] for names in self.ground]
        self.cost = [max(t.cost for t in ground) for ground in values]  # rule: move.highest-cost
        self.noise = [max(t.noise for t in ground) for ground in values]  # rule: noise.several-terrains
        self.penalty = [min(t.penalty for t in ground) for ground in values]  # rule: combat.terrain
        self.river = [any(t.river for t in ground) for ground in values]
        self.water = [any(t.all_water for t in ground) for ground in values]
        self.land_tiers = tiers_of(self.cost)  # rule: move.same-cost river.enter
        self.boat_tiers = tiers_of([1 if river else IMPASSABLE for river in self.river])  # rule: river.boat
        self.closed_to_land = mask_of(h for h, water in enumerate(self.water) if water)
        barred = [h for h, ground in enumerate(values) if any("no-camp" in t.tags for t in ground)]
        near = {n for h in barred for n in (h, *grid.neighbours[h])}
        self.camp_sites = [h for h in range(grid.size) if h not in near]  # rule: setup.camp-site
        edge = [grid.at(label) for label in sheet.northeast_edge]
        self.from_edge = [min((grid.distance[h][e] for e in edge), default=99) for h in range(grid.size)]

    def _place_missions(self) -> None:
        self.mission_hexes = {
            t: [self.grid.at(h) for h in self.missions[self.pieces[t].row].hexes] for t in self.mission_tokens
        }

    def stands_for(self, token: PieceId) -> str:
        """The row that a piece counts as where a mission asks for gear (16.0)."""
        piece = self.pieces[token]
        if not piece.old:
            return piece.row
        return self.content.table("old-stock", Gear)[piece.row].stands_for or piece.row  # rule: old-stock.stands-in


@lru_cache(maxsize=4)
def _grid(columns: int, rows: int, odd_up: bool) -> HexGrid:
    return HexGrid(columns, rows, odd_up)


def _pieces(content: Content) -> Iterator[Piece]:
    for row, person in content.table("people", Person).items():
        kind = TEAM if person.kind == "team" else LEADER
        yield Piece(
            row,
            row,
            "people",
            kind,
            f"{person.name} {person.set}" if person.set > 1 else person.name,
            fire=person.fire.value,
            cost=person.cost,
            noise=person.noise,
            move=person.move.value,
            plus=kind == LEADER,
            priced=person.cost > 0,
            leads=person.name.lower() if kind == LEADER else "",
            symbol=person.symbol,
        )
    for number, (row, camp) in enumerate(content.table("camps", Camp).items(), 1):
        name = f"{camp.name} {number}" if number > 1 else camp.name
        yield Piece(row, row, "camps", CAMP, name, cost=camp.cost, priced=camp.cost > 0)
    for table in ("gear", "old-stock"):
        for row, gear in content.table(table, Gear).items():
            for id in ids_of(row, gear.count):
                yield _gear(id, row, table, gear)
    for row, mission in content.table("missions", Mission).items():
        for id in ids_of(row, mission.count):
            yield Piece(id, row, "missions", MISSION, mission.name, cost=mission.award)
    for row, enemy in content.table("enemies", Enemy).items():
        for id in ids_of(row, enemy.count):
            yield Piece(id, row, "enemies", ENEMY, enemy.name, fire=enemy.fire, move=enemy.move, symbol=enemy.symbol)
    for row, marker in content.table("casualties", Casualty).items():
        for id in ids_of(row, marker.count):
            yield Piece(
                id,
                row,
                "casualties",
                MARKER,
                marker.name,
                fire=marker.fire,
                noise=marker.noise,
                move=marker.move,
                leads="" if marker.kills == "none" else marker.kills,
            )


def _gear(id: str, row: str, table: str, gear: Gear) -> Piece:
    return Piece(
        id,
        row,
        table,
        GEAR,
        gear.name,
        fire=gear.fire.value,
        plus_fire=gear.fire.plus,
        cost=gear.cost,
        noise=gear.noise,
        move=abs(gear.move.value),
        plus=gear.move.plus,
        minus=not gear.move.plus,
        black=gear.black,
        craft=gear.craft,
        air=gear.air_support,
        indirect=gear.indirect,
        old=table == "old-stock",
        priced=True,
        symbol=gear.symbol,
    )


def ids_of(row: str, count: int) -> Iterator[str]:
    """The names of all counters of a row."""
    yield from (row if number == 1 else f"{row}-{number}" for number in range(1, count + 1))
