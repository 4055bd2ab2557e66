"""The kit of a raid game, made of its content."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.boards.hexes import HexGrid
from sandtable.boards.paths import IMPASSABLE, mask_of, tiers_of
from sandtable.games.raids.rows import (
    CAMP,
    ENEMY,
    GEAR,
    KINDS,
    LEADER,
    MARKER,
    MISSION,
    TABLES,
    TEAM,
    Camp,
    Casualty,
    Enemy,
    Figure,
    Gear,
    Level,
    Mission,
    Person,
    Piece,
    Scenario,
    Sheet,
    Terrain,
)
from sandtable.kernel.content import Content
from sandtable.kernel.sharing import Shared

HexId = int
"""A hex of the grid; below 0 a place off the map."""
PieceId = int
"""The number of a counter: its place in the lists of the state."""

__all__ = [
    "CAMP",
    "ENEMY",
    "GEAR",
    "KINDS",
    "LEADER",
    "MARKER",
    "MISSION",
    "TABLES",
    "TEAM",
    "Camp",
    "Casualty",
    "Enemy",
    "Figure",
    "Gear",
    "Level",
    "Mission",
    "Person",
    "Piece",
    "Scenario",
    "Sheet",
    "Terrain",
]
"""What the rows hold and is asked for here, too."""


class Kit:
    """Everything about pieces and ground that never changes during a game, in tables by token and by hex."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.shared: Shared = {}
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
        self.new_gear = [t for t in self.gear if not self.pieces[t].old]
        kinds_of_gear: dict[str, list[int]] = {}
        for token in self.new_gear:
            kinds_of_gear.setdefault(self.pieces[token].row, []).append(token)
        self.wares = list(kinds_of_gear.values())
        """The counters of each kind of gear that is not of the old stock."""
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
        self.beside = [mask_of(near) for near in grid.neighbours]
        """The neighbours of each hex, as a mask."""
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
