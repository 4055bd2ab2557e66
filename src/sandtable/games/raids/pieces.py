"""The kit of a raid game, made of its content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sandtable.games.raids.field import Field, HexId, PieceId
from sandtable.games.raids.rows import (
    CAMP,
    ENEMY,
    GEAR,
    KINDS,
    LEADER,
    MARKER,
    MISSION,
    TEAM,
    Camp,
    Casualty,
    Deployment,
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

__all__ = [
    "CAMP",
    "ENEMY",
    "GEAR",
    "KINDS",
    "LEADER",
    "MARKER",
    "MISSION",
    "TEAM",
    "Camp",
    "Casualty",
    "Deployment",
    "Enemy",
    "Field",
    "Figure",
    "Gear",
    "HexId",
    "Level",
    "Mission",
    "Person",
    "Piece",
    "PieceId",
    "Scenario",
    "Sheet",
    "Terrain",
]
"""What the rows hold and is asked for here, too."""


class Kit:
    """Everything about pieces and ground that never changes during a game, in tables by token and by map."""

    gear_tables: ClassVar[tuple[str, ...]] = ("gear",)
    """The tables whose rows are gear: the first is what everybody can buy."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.shared: Shared = {}
        self.terrain = content.table("terrain", Terrain)
        self.fields = [
            Field(number, id, sheet, self.terrain)
            for number, (id, sheet) in enumerate(content.table("map", Sheet).items())
        ]
        """The maps, in the order of their table."""
        self.missions = content.table("missions", Mission)
        self.levels = list(content.table("victory", Level).values())
        self.scenarios: Mapping[str, Scenario] = content.table("scenarios", Scenario)
        self.casualties = content.table("casualties", Casualty)
        self.pieces = list(self._pieces())
        self.by_id = {piece.id: token for token, piece in enumerate(self.pieces)}
        self._sort()
        self._by_map()

    def _sort(self) -> None:
        kinds = [piece.kind for piece in self.pieces]
        tokens = range(len(kinds))
        self.teams = [t for t in tokens if kinds[t] == TEAM]
        self.leaders = [t for t in tokens if kinds[t] == LEADER]
        self.people = [t for t in tokens if kinds[t] in (TEAM, LEADER)]
        self.camps = [t for t in tokens if kinds[t] == CAMP]
        self.gear = [t for t in tokens if kinds[t] == GEAR]
        kinds_of_gear: dict[str, list[int]] = {}
        for token in self.gear:
            if self.pieces[token].table == self.gear_tables[0]:
                kinds_of_gear.setdefault(self.pieces[token].row, []).append(token)
        self.wares = list(kinds_of_gear.values())
        """The counters of each kind of gear that everybody can buy."""
        self.enemies = [t for t in tokens if kinds[t] == ENEMY]
        self.mission_tokens = [t for t in tokens if kinds[t] == MISSION]
        self.markers = [t for t in tokens if kinds[t] == MARKER]
        self.mobile = self.people + self.gear
        self.capacity = [piece.capacity for piece in self.pieces]
        self.noise = [piece.noise for piece in self.pieces]
        self.is_gear = [kind == GEAR for kind in kinds]
        self.is_cargo = [piece.kind == GEAR and piece.minus for piece in self.pieces]
        self.is_black = [piece.kind == GEAR and piece.plus and piece.black for piece in self.pieces]
        self.is_team = [piece.kind == TEAM for piece in self.pieces]
        self.is_craft = [piece.kind == GEAR and piece.craft for piece in self.pieces]
        self.is_transport = [piece.kind == GEAR and piece.plus and not piece.craft for piece in self.pieces]
        self.gear_that_rides = [piece.kind == GEAR and piece.plus for piece in self.pieces]
        """Plus pieces of gear: by water somebody may have to have room for them."""
        self.suppressing = [t for t in self.gear if self.pieces[t].plus_fire]
        self.hauled = [t for t in self.gear if self.is_cargo[t]]
        self.self_moving = [t for t in self.mobile if not self.pieces[t].minus]  # rule: move.minus-alone
        self.friends = self.people + self.camps + self.gear

    def _by_map(self) -> None:
        """Missions and enemies belong to a map each; where there is one map, to that."""
        self.map_of = {field.id: field.number for field in self.fields} | {"": 0}
        self.mission_hexes: dict[PieceId, list[HexId]] = {}
        for token in self.enemies:
            self.fields[self.map_of[self.pieces[token].map]].enemies.append(token)
        for token in self.mission_tokens:
            field = self.fields[self.map_of[self.pieces[token].map]]
            field.missions.append(token)
            self.mission_hexes[token] = [field.grid.at(h) for h in self.missions[self.pieces[token].row].hexes]

        everywhere = [field.number for field in self.fields]
        self._maps = {name: [self.map_of[id] for id in one.maps] or everywhere for name, one in self.scenarios.items()}

    def maps(self, scenario: str) -> list[int]:
        """The maps of a scenario in the order of play."""
        return self._maps[scenario]

    def deployment(self, scenario: str, number: int) -> Deployment | None:
        """The default deployment of a scenario on a map, if it has one."""
        return self.scenarios[scenario].defaults.get(self.fields[number].id)

    def stands_for(self, token: PieceId) -> str:
        """The row that a piece counts as where a mission asks for gear."""
        return self.pieces[token].row

    def _pieces(self) -> Iterator[Piece]:
        """The counters in their order: people, camps, gear, missions, enemies, markers."""
        yield from _friends(self.content)
        for table in self.gear_tables:
            for row, gear in self.content.table(table, Gear).items():
                for id in ids_of(row, gear.count):
                    yield self.gear_piece(id, row, table, gear)
        yield from _others(self.content)

    def gear_piece(self, id: str, row: str, table: str, gear: Gear) -> Piece:
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
            anti_tank=gear.anti_tank,
            stray=gear.stray,
            priced=True,
            symbol=gear.symbol,
        )


def _friends(content: Content) -> Iterator[Piece]:
    for row, person in content.table("people", Person).items():
        kind = TEAM if person.kind == "team" else LEADER
        yield Piece(
            row,
            row,
            "people",
            kind,
            _called(person),
            fire=person.fire.value,
            cost=person.cost,
            noise=person.noise,
            move=person.move.value,
            plus=kind == LEADER,
            priced=person.cost > 0,
            leads=person.name.lower() if kind == LEADER else "",
            symbol=person.symbol,
            grade=person.grade,
            after=person.after,
        )
    for number, (row, camp) in enumerate(content.table("camps", Camp).items(), 1):
        name = f"{camp.name} {number}" if number > 1 else camp.name
        yield Piece(row, row, "camps", CAMP, name, cost=camp.cost, priced=camp.cost > 0)


def _called(person: Person) -> str:
    """A-Squad, A-Squad 2 for the one of the second set, A-Squad E for the experienced."""
    if person.grade:
        return f"{person.name} {person.grade}"
    return f"{person.name} {person.set}" if person.set > 1 else person.name


def _others(content: Content) -> Iterator[Piece]:
    for row, mission in content.table("missions", Mission).items():
        for id in ids_of(row, mission.count):
            yield Piece(id, row, "missions", MISSION, mission.name, cost=mission.award, map=mission.map)
    for row, enemy in content.table("enemies", Enemy).items():
        for id in ids_of(row, enemy.count):
            yield Piece(
                id,
                row,
                "enemies",
                ENEMY,
                enemy.name,
                fire=enemy.fire,
                move=enemy.move,
                symbol=enemy.symbol,
                map=enemy.map,
                mobility=enemy.mobility,
            )
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


def ids_of(row: str, count: int) -> Iterator[str]:
    """The names of all counters of a row."""
    yield from (row if number == 1 else f"{row}-{number}" for number in range(1, count + 1))
