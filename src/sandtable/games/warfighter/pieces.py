"""The kit: what the rules look up all the time, as flat tables made once from the content.

Action cards and Locations are the cards of one deck, Hostile cards and events those of another, weapons and equipment
are gear: each of the three is numbered through, first the one, then the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.warfighter.cards import Effect, Entrance, NoPenalties, OneOf
from sandtable.games.warfighter.rows import (
    TABLES,
    Action,
    Ammunition,
    Band,
    Chart,
    Column,
    Equipment,
    Event,
    Hostile,
    HostileType,
    Location,
    Mission,
    Nation,
    Numbers,
    Objective,
    Part,
    Report,
    Skill,
    Soldier,
    Team,
    Weapon,
)
from sandtable.kernel.content import Content
from sandtable.kernel.sharing import Shared

__all__ = ["TABLES", "Kit"]

Slot = int
"""A Soldier of the team."""
CardId = int
"""A kind of card of the Action deck."""
ThreatId = int
"""A kind of card of the Hostile deck."""
HostileId = int
"""A Hostile card in play."""
ItemId = int
"""A piece of gear in play; its kind is a `GearId`."""
GearId = int
Arm = int
"""What a Soldier attacks with: two for each item, for the parts of a weapon; bare hands; what a Squad Soldier has."""
TargetId = int
"""A Hostile card, or from `TARGETS` on a target of the Objective."""
EffectId = int
SpaceId = int

MOST_ITEMS, MOST_HOSTILES, MOST_SOLDIERS = 400, 200, 40
HELD = 1000
"""A card in a hand is named by the slot of its Soldier, so many to each, and its kind."""
UNARMED, SQUAD = 2 * MOST_ITEMS, 2 * MOST_ITEMS + 1
TARGETS = MOST_HOSTILES
MODES = ("semi", "burst", "auto", "explosion")
SEMI, BURST, AUTO, EXPLOSION = range(4)
NO_LABELS = ("structure", "aircraft", "vehicle")
"""What Unarmed attacks cannot be aimed at."""


class Kit:
    """Made once for each content, shared by all positions."""

    def __init__(self, content: Content) -> None:
        self.shared: Shared = {}
        self.n = content.table("numbers", Numbers)["book"]
        self.spaces = self.n.spaces
        self.effects: list[Effect] = []
        self.inner: dict[EffectId, list[EffectId]] = {}
        """The effects among which one that leaves a choice lets choose."""
        self.named: list[str] = []
        """The card on which each effect stands."""
        self._table(content)
        self._cards(content)
        self._threats(content)
        self._people(content)
        self.lies_down = [isinstance(effect, (Entrance, NoPenalties)) for effect in self.effects]
        """Whether the card of an effect is laid on a Location."""

    def _number(self, effects: Sequence[Effect], title: str) -> list[EffectId]:
        """Numbers effects, those inside others behind them."""
        found = []
        for effect in effects:
            number = len(self.effects)
            found.append(number)
            self.effects.append(effect)
            self.named.append(title)
            if isinstance(effect, OneOf):
                self.inner[number] = self._number(effect.effects, title)
        return found

    def _table(self, content: Content) -> None:
        self.bands = list(content.table("bands", Band).values())
        self.charts = content.table("charts", Chart)
        self.nations = content.table("nations", Nation)
        types = content.table("types", HostileType)
        self.type_ids, self.types = list(types), list(types.values())
        ammunition = content.table("ammunition", Ammunition)
        self.ammo_ids, self.ammunition = list(ammunition), list(ammunition.values())
        missions = content.table("missions", Mission)
        self.mission_ids, self.missions = list(missions), list(missions.values())
        self.of_mission = [self._number(row.effects, row.title) for row in self.missions]
        objectives = content.table("objectives", Objective)
        self.objective_ids, self.objectives = list(objectives), list(objectives.values())
        self.of_objective = [self._number(row.effects, row.title) for row in self.objectives]
        reports = content.table("reports", Report)
        self.report_ids, self.reports = list(reports), list(reports.values())
        self.of_report = [self._number(row.effects, row.title) for row in self.reports]

    def _cards(self, content: Content) -> None:
        actions, locations = content.table("actions", Action), content.table("locations", Location)
        self.card_ids = [*actions, *locations]
        self.cards: list[Action | Location] = [*actions.values(), *locations.values()]
        self.first_location = len(actions)
        self.of_card = [self._number(row.effects, row.title) for row in self.cards]
        self.card_of_effect = {number: card for card, numbers in enumerate(self.of_card) for number in numbers}

    def action(self, card: CardId) -> Action:
        row = self.cards[card]
        assert isinstance(row, Action)
        return row

    def location(self, card: CardId) -> Location:
        row = self.cards[card]
        assert isinstance(row, Location)
        return row

    def is_location(self, card: CardId) -> bool:
        return card >= self.first_location

    def deck_of(self, region: str) -> list[int]:
        """The Action deck of a region: the Locations of others are left out."""
        return [row.copies if isinstance(row, Action) or row.region == region else 0 for row in self.cards]

    def _threats(self, content: Content) -> None:
        hostiles, events = content.table("hostiles", Hostile), content.table("events", Event)
        self.threat_ids = [*hostiles, *events]
        self.threats: list[Hostile | Event] = [*hostiles.values(), *events.values()]
        self.first_event = len(hostiles)
        charts = [row.chart if isinstance(row, Hostile) else None for row in self.threats]
        self._columns = [() if chart is None else chart.columns for chart in charts]
        nothing: list[Effect] = []
        self.of_threat = [
            self._number(row.effects if isinstance(row, Event) else nothing, row.title) for row in self.threats
        ]

    def columns(self, threat: ThreatId) -> tuple[Column, ...]:
        """The attack chart of a Hostile card; nothing if it does not attack."""
        return self._columns[threat]

    def hostile(self, threat: ThreatId) -> Hostile:
        row = self.threats[threat]
        assert isinstance(row, Hostile)
        return row

    def event(self, threat: ThreatId) -> Event:
        row = self.threats[threat]
        assert isinstance(row, Event)
        return row

    def is_event(self, threat: ThreatId) -> bool:
        return threat >= self.first_event

    def threats_of(self, foe: int) -> list[int]:
        return [row.copies if row.type == self.type_ids[foe] else 0 for row in self.threats]

    def _people(self, content: Content) -> None:
        soldiers = content.table("soldiers", Soldier)
        self.soldier_ids, self.soldiers = list(soldiers), list(soldiers.values())
        self.of_soldier = [self._number(row.effects, row.name) for row in self.soldiers]
        skills = content.table("skills", Skill)
        self.skill_ids, self.skills = list(skills), list(skills.values())
        self.of_skill = [self._number(row.effects, row.title) for row in self.skills]
        weapons, equipment = content.table("weapons", Weapon), content.table("equipment", Equipment)
        self.weapons, self.equipment = list(weapons.values()), list(equipment.values())
        self.gear_ids = [*weapons, *equipment]
        self.gear: list[Weapon | Equipment] = [*self.weapons, *self.equipment]
        self.gear_names = [row.name if isinstance(row, Weapon) else row.title for row in self.gear]
        self.of_gear = [self._number(row.effects, self.gear_names[kind]) for kind, row in enumerate(self.gear)]
        self.teams = content.table("teams", Team)

    def is_weapon(self, kind: GearId) -> bool:
        return kind < len(self.weapons)

    def weapon(self, kind: GearId) -> Weapon:
        return self.weapons[kind]

    def tool(self, kind: GearId) -> Equipment:
        return self.equipment[kind - len(self.weapons)]

    def gear_named(self, row: str) -> GearId:
        return self.gear_ids.index(row)

    def ammo_of(self, part: Part) -> int:
        """The type of ammunition of a part; -1 if it needs none."""
        return self.ammo_ids.index(part.ammo) if part.ammo else -1

    def is_single(self, ammo: int) -> bool:
        """Whether it is bought round by round."""
        return self.ammunition[ammo].single

    def band(self, value: int) -> int:
        """The line of the Hostile charts on which a team of this value stands."""
        return max(number for number, band in enumerate(self.bands) if band.least <= value or number == 0)
