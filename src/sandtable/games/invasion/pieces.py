"""The kit: what the rules look up all the time, as flat tables made once from the content.

Spaces are numbered in the order of the pack, zones first. Communist units are counters that lie open, numbered type by
type; a Resistance counter is known by its type alone, and where it lies it is a *slot* that says nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.boards.graph import Graph, Route
from sandtable.boards.paths import flood, mask_of, tiers_of
from sandtable.games.invasion import cards
from sandtable.games.invasion.cards import Effect, Marker
from sandtable.games.invasion.rows import (
    TABLES,
    Area,
    Attack,
    Choice,
    Condition,
    Fire,
    Gain,
    Level,
    Numbers,
    Points,
    Recruits,
    Road,
    Scenario,
    Setup,
    Subversion,
    Terrain,
    Unit,
    Zone,
)
from sandtable.kernel.content import Content
from sandtable.kernel.sharing import Shared

__all__ = ["TABLES", "Kit"]

SpaceId = int
UnitId = int
"""A Communist counter."""
TypeId = int
"""A type of counter, of either side."""
Slot = int
"""A Resistance counter as it lies on the map, whatever it is."""
MarkerId = int
AgentId = int
"""A Subversion marker of either side."""
SideId = int
COMMUNIST, RESISTANCE = 0, 1
SIDE_NAMES = ("Communist", "Resistance")
SIDES = ("communist", "resistance")
"""As views call them."""
DRA_SIDE = "communist-dra"
NATIONS = ("soviet", "dra")
AIR_SORTS = ("airstrike", "helicopter")
SIXTHS = 6
"""Prices are kept in sixths of a Morale Point."""
FRACTIONS = ("", "⅙", "⅓", "½", "⅔", "⅚")


def in_points(sixths: int) -> str:
    """Morale Points in halves and thirds: 1, ½, 1⅓."""
    whole, rest = divmod(sixths, SIXTHS)
    return f"{whole or ''}{FRACTIONS[rest]}" or "0"


class Kit:
    """Made once for each content, shared by all positions."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.shared: Shared = {}
        self.n: Numbers = content.table("numbers", Numbers)["book"]
        self._map(content)
        self._units(content)
        self._markers(content)
        self._charts(content)
        self.scenarios: dict[str, Scenario] = content.table("scenarios", Scenario)
        self.setups: dict[str, Setup] = content.table("setups", Setup)
        self.choices: dict[str, Choice] = content.table("choices", Choice)
        self.conditions: dict[str, Condition] = content.table("conditions", Condition)

    # -- the map

    def _map(self, content: Content) -> None:
        zones, areas = content.table("zones", Zone), content.table("areas", Area)
        terrain = content.table("terrain", Terrain)
        self.space_ids: list[str] = [*zones, *areas]
        self.space_of: dict[str, SpaceId] = {row: space for space, row in enumerate(self.space_ids)}
        every: list[Zone | Area] = [*zones.values(), *areas.values()]
        self.space_names: list[str] = [space.name for space in every]
        self.size: int = len(self.space_ids)
        self.zone_count: int = len(zones)
        self.zones: int = (1 << len(zones)) - 1
        home = {"ussr": "soviet-area", "pakistan": "resistance-area", "iran": "resistance-area"}
        self.terrain_of: list[str] = [zone.kind for zone in zones.values()]
        self.terrain_of += [home[area.country] for area in areas.values()]
        self.terrain: dict[str, Terrain] = terrain
        self.tie: list[SideId] = [int(terrain[kind].tie == "resistance") for kind in self.terrain_of]
        self.cpv: list[int] = [space.cpv for space in every]
        self.support: list[int] = [0] * len(zones) + [area.support for area in areas.values()]
        self.airfields: int = self._where(space.airfield for space in every)
        self.resources: int = self._where(bool(zone.resource) for zone in zones.values())
        self.cities: int = self._where(kind == "city" for kind in self.terrain_of)
        self.towns: int = self._where(kind == "town" for kind in self.terrain_of)
        self.deserts: int = self._where(terrain[kind].stops and kind == "desert" for kind in self.terrain_of)
        self.country: list[str] = [""] * len(zones) + [area.country for area in areas.values()]
        self.ussr: int = self._where(country == "ussr" for country in self.country)
        self.areas: dict[str, int] = {
            country: self._where(each == country for each in self.country) for country in ("pakistan", "iran")
        }
        self.abroad: int = self.areas["pakistan"] | self.areas["iran"]
        """All areas of the Resistance."""
        self.capital: SpaceId = self.space_of[self.n.capital]
        self.cells: list[SpaceId] = [0] * 36
        for space, zone in enumerate(zones.values()):
            first, second = zone.cell.split("-")
            self.cells[(int(first) - 1) * 6 + int(second) - 1] = space
        names = self.space_ids
        routes = [Route(road.a, road.b, road.kind) for road in content.table("routes", Road).values()]
        self.graph: Graph = Graph(names, routes)
        self.neighbours: tuple[tuple[int, ...], ...] = self.graph.neighbours
        self.near: list[int] = [mask_of(spaces) for spaces in self.neighbours]
        self.even: list[int] = tiers_of([1] * self.size)
        """Every step costs the same: for `flood`."""

    def spread(self, start: SpaceId, steps: int, ends: int, closed: int) -> int:
        """The spaces within so many steps; one goes on from a space unless it `ends` the way, and never enters `closed`
        ones. To start in such a space is no hindrance."""
        found = 0
        for mask in flood(self.graph.grow, 1 << start, steps, self.even, closed & ~(1 << start), ends):
            found |= mask
        return found

    @staticmethod
    def _where(true: Iterable[bool]) -> int:
        return mask_of(space for space, yes in enumerate(true) if yes)

    # -- counters

    def _units(self, content: Content) -> None:
        self.types: list[Unit] = list(content.table("units", Unit).values())
        self.type_ids: list[str] = list(content.table("units", Unit))
        self.type_of: dict[str, TypeId] = {row: number for number, row in enumerate(self.type_ids)}
        recruits = content.table("recruits", Recruits)
        self.kind: list[TypeId] = []
        """Of each Communist unit."""
        self.units_of: list[range] = []
        """By type, the numbers of its units; empty for Resistance types."""
        self.resistance: list[TypeId] = []
        for number, unit in enumerate(self.types):
            ours = unit.nation in NATIONS
            first = len(self.kind)
            self.kind += [number] * (unit.count if ours else 0)
            self.units_of.append(range(first, len(self.kind)))
            if not ours:
                self.resistance.append(number)
        self.is_air: list[bool] = [unit.sort in AIR_SORTS for unit in self.types]
        self.is_helicopter: list[bool] = [unit.sort == "helicopter" for unit in self.types]
        self.is_base: list[bool] = [unit.sort == "base" for unit in self.types]
        self.is_engineer: list[bool] = [unit.sort == "engineer" for unit in self.types]
        self.is_soviet: list[bool] = [unit.nation == "soviet" for unit in self.types]
        self.is_soviet_base: list[bool] = [unit.nation == "soviet" and unit.sort == "base" for unit in self.types]
        self.is_dra: list[bool] = [unit.nation == "dra" for unit in self.types]
        self.is_division: list[bool] = [unit.sort == "division" for unit in self.types]
        self.is_mobile: list[bool] = [unit.airmobile or unit.move > 0 for unit in self.types]
        self.steps: list[int] = [1 if unit.reduced_fire is None else 2 for unit in self.types]
        self.fires: list[tuple[int, int]] = [(unit.fire, unit.reduced_fire or 0) for unit in self.types]
        """Firepower of the full and of the reduced side; guerrilla factors alike."""
        self.guerrilla: list[tuple[int, int]] = [(unit.guerrilla, unit.reduced_guerrilla or 0) for unit in self.types]
        self.count: list[int] = [unit.count for unit in self.types]
        self.price: list[int] = [recruits[row].price.sixths if row in recruits else 0 for row in self.type_ids]
        self.from_year: list[int] = [recruits[row].year if row in recruits else 9999 for row in self.type_ids]
        self.places: list[list[str]] = [list(recruits[row].where) if row in recruits else [] for row in self.type_ids]
        self.agent_price: int = recruits["subversion"].price.sixths
        units = range(len(self.kind))
        self.ground: list[UnitId] = [u for u in units if not self.is_air[self.kind[u]]]
        self.air: list[UnitId] = [u for u in units if self.is_air[self.kind[u]]]
        self.mobile: int = mask_of(u for u in units if self.is_mobile[self.kind[u]])
        self.of_nation: dict[str, int] = {
            nation: mask_of(u for u in units if self.types[self.kind[u]].nation == nation) for nation in NATIONS
        }
        self.slots: int = sum(self.count[t] for t in self.resistance)
        """So many Resistance counters there are: no more can lie on the map."""
        [self.spectacular] = [t for t in self.resistance if self.types[t].sort == "spectacular"]
        self.first_of_all: int = mask_of(t for t in self.resistance if self.types[t].nation == "mujahedin")
        """The Mujahedin, the Terror Spectacular among them: contingents join later."""
        self.contingent: dict[str, int] = {
            name: mask_of(t for t in self.resistance if self.types[t].nation == name)
            for name in ("volunteers", "pakistan", "cia", "iran")
        }

    # -- markers

    def _markers(self, content: Content) -> None:
        table = content.table("markers", Marker)
        self.marker_kinds: list[Marker] = list(table.values())
        self.marker_ids: list[str] = list(table)
        self.marker: list[int] = [n for n, kind in enumerate(self.marker_kinds) for _ in range(kind.count)]
        """The kind of each marker counter."""
        self.effects: list[Effect] = []
        """All effects of all markers, those inside others too: a frame keeps their numbers."""
        self.branches: list[dict[str, list[int]]] = []
        """By effect, the effects inside it by the name of their field."""
        self.does: list[list[int]] = [self._laid_out(kind.effects) for kind in self.marker_kinds]
        self.bars: list[set[int]] = [{self.marker_ids.index(row) for row in kind.bars} for kind in self.marker_kinds]
        self.lasting: list[tuple[MarkerId, list[Effect]]] = [
            (marker, [self.effects[number] for number in self.does[kind]])
            for marker, kind in enumerate(self.marker)
            if self.marker_kinds[kind].after in ("year-end", "stays")
        ]
        """Markers that can lie in play, with their effects."""
        subversion = content.table("subversion", Subversion)
        self.agent_ids: list[str] = list(subversion)
        self.agents: list[Subversion] = list(subversion.values())
        self.ours: list[AgentId] = [a for a, agent in enumerate(self.agents) if agent.side == "communist"]
        self.theirs: list[AgentId] = [a for a, agent in enumerate(self.agents) if agent.side == "resistance"]
        self.raids: dict[int, list[SpaceId]] = {
            number: [self.space_of[area] for area in effect.areas]
            for number, effect in enumerate(self.effects)
            if isinstance(effect, cards.Raid)
        }

    def _laid_out(self, effects: Iterable[Effect]) -> list[int]:
        """Numbers for these effects, and for those inside them."""
        numbers = []
        for effect in effects:
            numbers.append(len(self.effects))
            self.effects.append(effect)
            self.branches.append({})
            inside = self.branches[-1]
            for name in effect.__struct_fields__:
                value = getattr(effect, name)
                if isinstance(value, list) and value and not isinstance(value[0], str):
                    inside[name] = self._laid_out(value)
        return numbers

    # -- charts

    def _charts(self, content: Content) -> None:
        levels = content.table("morale", Level)
        self.levels: list[Level] = [levels[str(max(level, 1))] for level in range(self.n.highest + 1)]
        """By morale; what is lower than one is as one."""
        points = content.table("control", Points).values()
        most = sum(self.cpv)
        self.gain: list[int] = [max(row.points for row in points if row.least <= cpv) for cpv in range(most + 1)]
        fire = content.table("fire", Fire)
        self.shot_down: int = fire["air"].shot_down
        attack = content.table("attack", Attack)["table"]
        self.always_fails: int = attack.always_fails
        self.cap: int = attack.cap
        gains = content.table("gains", Gain).values()
        self.lost: list[tuple[int, int]] = [self._gain(gains, unit, "eliminated") for unit in self.types]
        """By type, what its elimination does to either index; `worn` what its reduction does."""
        self.worn: list[tuple[int, int]] = [self._gain(gains, unit, "reduced") for unit in self.types]

    @staticmethod
    def _gain(gains: Iterable[Gain], unit: Unit, lost: str) -> tuple[int, int]:
        for row in gains:
            if row.lost == lost and unit.nation in row.nations and (not row.sorts or unit.sort in row.sorts):
                return row.communist, row.resistance
        return 0, 0

    # -- names

    def agent_named(self, row: str) -> AgentId:
        return self.agent_ids.index(row)

    def markers_of(self, row: str) -> list[MarkerId]:
        """The counters of one kind of marker."""
        kind = self.marker_ids.index(row)
        return [marker for marker, each in enumerate(self.marker) if each == kind]

    def side_of_marker(self, marker: MarkerId) -> SideId:
        return int(self.marker_kinds[self.marker[marker]].side == "resistance")
