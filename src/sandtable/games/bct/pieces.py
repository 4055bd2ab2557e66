"""The kit, made of the content: geometry, counters, decks, scenarios."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from sandtable.boards.graph import Graph, Route
from sandtable.boards.paths import mask_of
from sandtable.games.bct.cards import Chaos, JointOps, Objective, Side, Sort
from sandtable.games.bct.rows import (
    TABLES,
    Asset,
    Deployment,
    District,
    Force,
    Headquarters,
    Level,
    Numbers,
    Road,
    Scenario,
    Unit,
    Where,
)
from sandtable.kernel.content import Content, wording
from sandtable.kernel.sharing import Shared
from sandtable.kernel.words import how_many

__all__ = [
    "TABLES",
    "Asset",
    "Deployment",
    "District",
    "Force",
    "Headquarters",
    "Level",
    "Numbers",
    "Road",
    "Scenario",
    "Unit",
    "Where",
]
"""What the rows hold and is asked for here, too."""

SideId = int
"""COALITION or INSURGENT."""
UnitId = int
"""The number of a Unit's counter: its place in the lists of the state."""
AssetId = int
CardId = int
"""A card by its number in its deck: 3 for a J-3."""
SpaceId = int
"""A District, or behind them a section of a Sanctuary."""

COALITION, INSURGENT = 0, 1
SIDES = (COALITION, INSURGENT)
SIDE_NAMES: tuple[Side, Side] = ("coalition", "insurgent")
J2, COMBAT, J9 = 0, 1, 2
EMPTY = -1
"""A Value whose box is empty: it is zero and nothing can raise it."""

Dice = tuple[int, int, int]
"""The three Values of a counter: J-2, Combat, J-9."""


def values(row: Unit | Asset) -> Dice:
    return tuple([EMPTY if value is None else value for value in (row.j2, row.combat, row.j9)])  # type: ignore[return-value]


def in_dice(number: int) -> str:
    return how_many(number, "die", "dice")


class Kit:
    """Tables made once from the content and shared by all positions.

    Spaces are numbered: the Districts first, then for each side its Ready and its Reinforcement section.
    Unit tokens are numbered by type in the order of the table; so are Asset tokens. A Unit token is a counter as people
    see it: which type it is, the state tells (`State.kind`), because Covert counters are mixed.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        self.shared: Shared = {}
        self.n = content.table("numbers", Numbers)["book"]
        self._geography(content)
        self._counters(content)
        self._decks(content)
        self.scenarios = content.table("scenarios", Scenario)
        self.forces = content.table("forces", Force)
        self.deployments = content.table("deployments", Deployment)
        self.deployment_ids = list(self.deployments)
        self.levels = sorted(content.table("levels", Level).values(), key=lambda level: -level.least)

    def _geography(self, content: Content) -> None:
        districts = content.table("districts", District)
        roads = content.table("roads", Road)
        self.district_ids = list(districts)
        self.districts = list(districts.values())
        routes = [Route(a, b, "border") for a, row in districts.items() for b in row.adjacent if a < b]
        links = {tuple(sorted(pair)) for road in roads.values() for pair in pairwise(road.districts)}
        routes += [Route(a, b, "road") for a, b in sorted(links)]
        self.graph = Graph(self.district_ids, routes)
        self.near = self.graph.along("border")
        self.by_road = self.graph.along("road") if links else tuple(() for _ in districts)
        self.roads = {name: [self.graph.at(d) for d in road.districts] for name, road in roads.items()}
        self.road_rows = roads
        self.size = len(self.districts)
        self.ready = (self.size, self.size + 2)
        self.reinforcements = (self.size + 1, self.size + 3)
        self.spaces = self.size + 4
        self.border = [d for d, row in enumerate(self.districts) if row.border]
        self.gates = mask_of(self.border)
        """The Districts next to the Cave, as bits."""
        self.borders = [mask_of(near) for near in self.near]
        self.along_roads = [mask_of(near) for near in self.by_road]
        """The neighbours of each District, and those by road, as bits."""
        self.city = self.graph.at("kandahar")
        limit = {"urban": self.n.nets_urban, "rural": self.n.nets_rural, "wilderness": self.n.nets_wilderness}
        self.net_limit = [limit[row.kind] for row in self.districts]
        reduction = {"urban": self.n.reduction_urban, "rural": self.n.reduction_rural, "wilderness": 0}
        self.reduction = [reduction[row.kind] for row in self.districts]
        collateral = {"urban": self.n.collateral_urban, "rural": self.n.collateral_rural, "wilderness": 0}
        self.collateral = [collateral[row.kind] for row in self.districts]

    def among(self, words: list[str]) -> frozenset[int]:
        """The Districts that a card means: classes, roads, the border, names; all if it says nothing."""
        found: set[int] = set()
        for word in words:
            if word in ("urban", "rural", "wilderness"):
                found |= {d for d, row in enumerate(self.districts) if row.kind == word}
            elif word == "border":
                found |= set(self.border)
            elif word == "road":
                found |= {d for road in self.roads.values() for d in road}
            elif word in self.roads:
                found |= set(self.roads[word])
            else:
                found.add(self.graph.at(word))
        return frozenset(found) if words else frozenset(range(self.size))

    def _counters(self, content: Content) -> None:
        units = content.table("units", Unit)
        self.kind_ids = list(units)
        self.kinds = list(units.values())
        self.kind_of_id = {name: kind for kind, name in enumerate(self.kind_ids)}
        self.values = [values(row) for row in self.kinds]
        by_side = sorted(enumerate(self.kinds), key=lambda numbered: SIDE_NAMES.index(numbered[1].side))
        self.home = [kind for kind, row in by_side for _ in range(row.count)]
        """The type that each token has before counters are mixed. A side's tokens follow each other."""
        self.tokens = len(self.home)
        self.side = [SIDE_NAMES.index(self.kinds[kind].side) for kind in self.home]
        self.is_hq = [self.kinds[kind].size == "hq" for kind in self.home]
        self.is_base = [self.kinds[kind].size == "base" for kind in self.home]
        """Size shows on the back of a counter, so tokens of different sizes are never mixed."""
        own = self.side.count(COALITION)
        self.units_of = (range(own), range(own, self.tokens))
        self.counters = tuple(mask_of(tokens) for tokens in self.units_of)
        """All of a side's tokens, as bits."""
        self.hqs_of = tuple([t for t in self.units_of[side] if self.is_hq[t]] for side in SIDES)
        self.bases_of = tuple([t for t in self.units_of[side] if self.is_base[t]] for side in SIDES)
        self.moves = [row.size != "base" and not row.immobile for row in self.kinds]
        self.flies = [row.airmobile and row.size != "hq" for row in self.kinds]  # rule: move.no-airmobile-hq
        self.hides = [row.covert for row in self.kinds]
        """What a counter of each type can do: move at all, go by air, turn to a Covert side."""
        self.supply_kinds = [kind for kind, row in enumerate(self.kinds) if row.supply]
        self.upgrades = [tuple(self.kind_of_id[name] for name in row.upgrades) for row in self.kinds]
        self.local = tuple(  # the type that each side recruits
            next(k for k, row in enumerate(self.kinds) if row.side == name and row.tier == 1) for name in SIDE_NAMES
        )
        fronts = content.table("headquarters", Headquarters)
        self.front_ids = list(fronts)
        self.front_names = [row.name for row in fronts.values()]
        self.front_side = [SIDE_NAMES.index(row.side) for row in fronts.values()]
        for side in SIDES:
            if self.front_side.count(side) != len(self.hqs_of[side]):
                raise ValueError(f"the {SIDE_NAMES[side]} side has {len(self.hqs_of[side])} HQs, and each needs a name")
        assets = content.table("assets", Asset)
        self.asset_ids = list(assets)
        sides = sorted(enumerate(assets.values()), key=lambda numbered: SIDE_NAMES.index(numbered[1].side))
        self.asset_rows = [row for _, row in sides for _ in range(row.count)]
        self.asset_kind = [kind for kind, row in sides for _ in range(row.count)]
        self.asset_values = [values(row) for row in self.asset_rows]
        self.asset_side = [SIDE_NAMES.index(row.side) for row in self.asset_rows]
        self.assets = len(self.asset_rows)
        own = self.asset_side.count(COALITION)
        self.assets_of = (range(own), range(own, self.assets))

    def is_sort(self, kind: int, sorts: list[Sort]) -> bool:
        """Whether a type of Unit is one of these sorts; any is, if none is named."""
        row = self.kinds[kind]
        return not sorts or row.size in sorts or row.colour in sorts or (row.tier == 1 and "tier-1" in sorts)

    def scores_as(self, kind: int, sorts: list[Sort]) -> bool:
        """The same where Victory Points are given: an HQ counts as a Tactical Unit then."""
        leader = self.kinds[kind].size == "hq" and "tactical" in sorts  # rule: hq.scores
        return leader or self.is_sort(kind, sorts)

    def _decks(self, content: Content) -> None:
        self.joint_ops: list[dict[int, JointOps]] = [{}, {}]
        for name, card in content.table("joint-ops", JointOps).items():
            deck = self.joint_ops[SIDE_NAMES.index(card.side)]
            if card.number in deck:
                raise ValueError(f"joint-ops.{name}: a second card J-{card.number} of the {card.side} side")
            deck[card.number] = card
        self.copies = [[deck[n].copies if n in deck else 0 for n in range(10)] for deck in self.joint_ops]
        """copies[side][number]; nobody has a J-0."""
        objectives = content.table("objectives", Objective)
        self.objective_ids = list(objectives)
        self.objectives = list(objectives.values())
        self.objectives_of = tuple(
            [o for o, row in enumerate(self.objectives) if row.side == name] for name in SIDE_NAMES
        )
        chaos = content.table("chaos", Chaos)
        self.chaos_ids = [name for name, row in chaos.items() for _ in range(row.copies)]
        self.chaos = [row for row in chaos.values() for _ in range(row.copies)]

    def space_name(self, space: SpaceId) -> str:
        if space < self.size:
            return self.districts[space].name
        names = ("the Airbase", "the Airbase's Reinforcements", "the Cave", "the Cave's Reinforcements")
        return names[space - self.size]


@lru_cache(maxsize=256)
def chaos_text(kit: Kit, number: int) -> str:
    """A Chaos Card as it reads, with the figures of its effects."""
    card = kit.chaos[number]
    return wording(card.text, card.effects)
