"""The content of the game as typed rows: map, counters, charts, scenarios."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.games.invasion.cards import (
    Change,
    Contingent,
    Country,
    Face,
    Figure,
    Marker,
    MarkerRow,
    Name,
    Nation,
    Side,
    Some,
    SpaceRow,
    UnitRow,
)
from sandtable.kernel.content import Tables, names, wording
from sandtable.kernel.view import LineClass, Pattern

Measure = Annotated[float, Meta(ge=-10_000, le=10_000)]
Spot = tuple[Measure, Measure]
Course = Annotated[list[Spot], Meta(min_length=2)]
Outline = Annotated[list[Spot], Meta(min_length=3)]
Year = Annotated[int, Meta(ge=1900, le=2100)]
ZoneRow = Annotated[str, names("zones")]
Factor = Annotated[int, Meta(ge=0, le=5)]
"""What a die must not exceed to hit: a six never does."""
Cell = Annotated[str, Meta(pattern="^[1-6]-[1-6]$")]
"""First and second die of the Random Location Placement Table."""

# ---- the map --------------------------------------------------------------------------------------

Ground = Literal["city", "town", "desert", "valley", "mountain", "pass"]


class Terrain(Struct, frozen=True):
    """A line of the Terrain Effects Chart."""

    name: Name
    tie: Side
    """Who has superiority where both totals are alike."""
    stops: bool
    """Whoever enters stops, and a Line of Support ends there."""
    letter: Annotated[str, Meta(min_length=1, max_length=1)]
    pattern: Pattern
    line: LineClass = ""


class Drawing(Struct, frozen=True):
    """How a route, a river or a stretch of country is drawn."""

    name: Name
    letter: Annotated[str, Meta(min_length=1, max_length=1)]
    pattern: Pattern = ""
    line: LineClass = ""


class Zone(Struct, frozen=True):
    name: Name
    kind: Ground
    cell: Cell
    cpv: Figure
    airfield: bool
    resource: str
    x: Measure
    y: Measure


class Area(Struct, frozen=True):
    """A Staging Area. It has a printed base."""

    name: Name
    country: Country
    cpv: Figure
    support: Figure
    airfield: bool
    x: Measure
    y: Measure


class Road(Struct, frozen=True):
    """A route. There is one kind in the rules; the kinds here are for the drawing."""

    a: SpaceRow
    b: SpaceRow
    kind: Annotated[str, names("drawing")]
    course: str
    """Which road or trail it is."""


class Sheet(Struct, frozen=True):
    width: Annotated[float, Meta(ge=100, le=10_000)]
    height: Annotated[float, Meta(ge=100, le=10_000)]
    zone_width: Annotated[float, Meta(ge=1, le=1000)]
    zone_height: Annotated[float, Meta(ge=1, le=1000)]
    area_width: Annotated[float, Meta(ge=1, le=1000)]
    area_height: Annotated[float, Meta(ge=1, le=1000)]
    outline: Outline
    soviet_width: Annotated[float, Meta(ge=1, le=1000)] = 132
    """Of a Staging Area in the USSR, where an army stands ready."""
    capital_width: Annotated[float, Meta(ge=1, le=1000)] = 112
    capital_height: Annotated[float, Meta(ge=1, le=1000)] = 82


class River(Struct, frozen=True):
    name: Name
    kind: Annotated[str, names("drawing")]
    points: Course


class Relief(Struct, frozen=True):
    name: Name
    kind: Annotated[str, names("drawing")]
    outline: Outline


class Lettering(Struct, frozen=True):
    text: Name
    x: Measure
    y: Measure
    size: Annotated[float, Meta(ge=0.1, le=20)] = 1.0
    turn: Annotated[float, Meta(ge=-180, le=180)] = 0.0


# ---- counters -------------------------------------------------------------------------------------

Sort = Literal[
    "hq",
    "division",
    "brigade",
    "security",
    "engineer",
    "militia",
    "base",
    "airstrike",
    "helicopter",
    "guerrilla",
    "jihadi",
    "heavy-weapons",
    "contingent",
    "spectacular",
]
"""What the rules ask of a counter. A `contingent` is a unit of Islamic Volunteers, Pakistan, the CIA or Iran."""


class Unit(Struct, frozen=True):
    """A type of counter. Air units have a firepower and nothing else; two-step units have a reduced side."""

    name: Name
    short: Name
    nation: Nation
    sort: Sort
    count: Annotated[int, Meta(ge=0, le=60)]
    fire: Factor
    guerrilla: Figure
    move: Figure
    airmobile: bool = False
    """Movement is the sign for infinity."""
    reduced_fire: Factor | None = None
    """Of the reduced side; a unit without one has one step."""
    reduced_guerrilla: Figure | None = None
    support: Figure = 0
    special: bool = False
    """Special operations: may enter Pakistan and Iran."""
    ada: bool = False
    """Shoots down air units that roll the face of the fire table."""
    symbol: str = ""
    letter: Annotated[str, Meta(min_length=1, max_length=1)] = "?"


_PRICE = re.compile(r"([0-9]{1,2})(?:/([1236]))?")


class Price(str):
    """Morale Points, in halves and thirds: `1`, `1/2`, `2/3`."""

    @classmethod
    def parse(cls, text: str) -> Price:
        found = _PRICE.fullmatch(text)
        if not found:
            raise ValueError("Morale Points such as 1, 1/2 or 1/3")
        return cls(text)

    @property
    def sixths(self) -> int:
        return int(Fraction(self) * 6)


Where = Literal[
    "soviet-area",
    "airfield-with-base",
    "soviet-base",
    "base",
    "kabul",
    "held-town",
    "engineer",
    "air-available",
    "hand",
]
"""Where a recruit may be placed:

soviet-area         any Staging Area of the USSR
airfield-with-base  a Communist-controlled space with an airfield and a Communist base
soviet-base         a space with a Soviet base
base                a space with a Communist base
kabul               the space that the scenarios call the capital
held-town           any Communist-controlled city or town
engineer            a space with a Communist engineer
air-available       the Air Available box
hand                the player's hand, of Subversion markers
"""


class Recruits(Struct, frozen=True):
    """A line of the Recruit Table; the id of the row is that of the type of unit, or `subversion`."""

    price: Price
    year: Year
    where: Annotated[list[Where], Meta(min_length=1)]


class Subversion(Struct, frozen=True):
    name: Name
    side: Side
    strength: Factor
    contingent: Annotated[str, Meta(pattern="^(volunteers|pakistan|cia|iran)?$")] = ""
    """With whom it comes into play; Communist ones are in the pool from the start."""
    letter: Annotated[str, Meta(min_length=1, max_length=1)] = "?"


# ---- charts ---------------------------------------------------------------------------------------


class Numbers(Struct, frozen=True):
    """The numbers of the rulebook that are no counter, no marker and no chart."""

    lowest: Figure
    """The index at which, and below which, the game is lost."""
    highest: Some
    stacking: Some
    one_force: Figure
    more_forces: Figure
    interdiction: Figure
    refit: Figure
    desertion: Face
    """DRA Desertion: up to this face a unit deserts."""
    helicopter_range: Figure
    helicopter_bonus: Figure
    support_bonus: Figure
    terror_bonus: Figure
    terror_price: Figure
    """What Terror adds to Resistance morale."""
    spectacular_bonus: Figure
    area_bonus: Figure
    """What the Resistance gets in combat in its own Staging Area, beside support."""
    area_entered: Figure
    """What entering a Resistance Staging Area adds to its morale."""
    blowback: Figure
    battle_gain: Figure
    """The most that a side's index rises, and the most that it falls, by one battle."""
    air_refit: Figure
    air_refit_price: Figure
    centers: Figure
    """More counters in Reaction where the Resistance is in support (27.4)."""
    capital: ZoneRow


class Level(Struct, frozen=True):
    """What one level of morale brings. The id of the row is the level."""

    communist_draws: Figure
    resistance_draws: Figure
    recruits: Figure


class Points(Struct, frozen=True):
    """A line of the Morale Point Chart."""

    least: Figure
    points: Figure


class Gain(Struct, frozen=True):
    """A line of the Morale Gains & Losses Table: what losing one of these counters does. No line means nothing."""

    title: Name
    nations: Annotated[list[Nation], Meta(min_length=1)]
    sorts: list[Sort]
    """All, if empty."""
    lost: Literal["eliminated", "reduced"]
    communist: Change
    resistance: Change


class Fire(Struct, frozen=True):
    """How a die of one kind of fire is read, beside the factor that it must not exceed."""

    name: Name
    shot_down: Annotated[int, Meta(ge=0, le=6)]
    """The face on which an air unit can be shot down; 0 for none."""
    text: str


class Attack(Struct, frozen=True):
    """The Subversion Table: a die up to the strength succeeds and counts as much as it shows."""

    always_fails: Face
    """From this face on it fails, however strong."""
    cap: Factor
    """No marker is stronger than this."""


class Phase(Struct, frozen=True):
    """A line of the sequence of play, as the reference shows it."""

    name: Name
    text: str


# ---- scenarios ------------------------------------------------------------------------------------


class Cities(Struct, frozen=True, tag_field="hold", tag="cities"):
    """The Communists control the capital and at least so many other cities."""

    others: Figure


class Places(Struct, frozen=True, tag_field="hold", tag="places"):
    """They control at least so many of these Zones."""

    least: Some
    among: Annotated[list[ZoneRow], Meta(min_length=1)]


class Towns(Struct, frozen=True, tag_field="hold", tag="towns"):
    """They control at least so many towns with an airfield or a resource."""

    least: Some


class Lead(Struct, frozen=True, tag_field="hold", tag="lead"):
    """Their morale is at least so much higher than that of the Resistance."""

    least: Change


Goal = Cities | Places | Towns | Lead


class Condition(Struct, frozen=True):
    title: Name
    text: str
    goal: Goal

    def __post_init__(self) -> None:
        wording(self.text, [self.goal])


class Scenario(Struct, frozen=True):
    name: Name
    about: str
    setup: Annotated[str, names("setups")]
    first: Year
    last: Year
    conditions: Annotated[list[Annotated[str, names("conditions")]], Meta(min_length=1)]
    needed: Some
    """How many of the conditions must be met."""


Forces = dict[UnitRow, Some]


class Setup(Struct, frozen=True):
    """What scenarios that begin in one year share."""

    name: Name
    first: Side
    """Who sets up first."""
    communist: Annotated[int, Meta(ge=2, le=12)]
    resistance: Annotated[int, Meta(ge=2, le=12)]
    """Where the indexes begin."""
    resistance_dice: Figure
    """So many dice are added to the Resistance index."""
    units: dict[SpaceRow, Forces]
    """Communist units that begin in a certain place."""
    air: Forces
    choices: list[Annotated[str, names("choices")]]
    """Communist units that the player places."""
    markers: dict[MarkerRow, Some]
    """Communist Campaign markers: held ones are in the hand, others in play."""
    subversion: Figure
    """How many Communist Subversion markers the player selects."""
    subversion_default: list[Annotated[str, names("subversion")]]
    interventions: list[MarkerRow]
    """Resistance markers in play from the start; they bring no morale now."""
    placed: dict[ZoneRow, Forces]
    """Resistance counters that begin in a certain Zone, concealed."""
    first_bin: list[UnitRow]
    """The only types in the bin for the first draws; all there are, if empty."""
    draws: Figure
    to_capital: Figure
    """So many of the counters drawn go to the capital, the others by Random Placement."""
    desertion: Annotated[int, Meta(ge=0, le=6)]
    """After deployment a die for each DRA division: up to this face it is eliminated."""
    operations_first: bool
    """The first year begins with Operations."""


class Choice(Struct, frozen=True):
    """Units that the player places, where they may go, and a default."""

    title: Name
    units: Forces
    where: Annotated[list[Annotated[str, names("zones", "areas", also=("city", "town", "ussr"))]], Meta(min_length=1)]
    """Spaces by name, all cities, all towns, all areas of the USSR."""
    one_of_each: bool
    """No more than one of a type in a space, counting those that stand there already."""
    default: dict[UnitRow, list[SpaceRow]]


LEVELS = tuple(str(level) for level in range(1, 13))
TABLES = Tables(
    {
        "numbers": Numbers,
        "terrain": Terrain,
        "drawing": Drawing,
        "zones": Zone,
        "areas": Area,
        "routes": Road,
        "sheet": Sheet,
        "rivers": River,
        "relief": Relief,
        "lettering": Lettering,
        "units": Unit,
        "recruits": Recruits,
        "subversion": Subversion,
        "markers": Marker,
        "morale": Level,
        "control": Points,
        "gains": Gain,
        "fire": Fire,
        "attack": Attack,
        "phases": Phase,
        "conditions": Condition,
        "setups": Setup,
        "choices": Choice,
        "scenarios": Scenario,
    },
    least={"units": 1, "markers": 1, "zones": 36, "areas": 1, "routes": 1, "control": 1, "scenarios": 1},
    needs={
        "numbers": ("book",),
        "sheet": ("map",),
        "attack": ("table",),
        "fire": ("ground", "air"),
        "recruits": ("subversion",),
        "morale": LEVELS,
        "terrain": ("city", "town", "desert", "valley", "mountain", "pass", "soviet-area", "resistance-area"),
        "phases": ("control", "communist", "resistance", "polwar", "operations", "dra", "counteroffensive", "admin"),
    },
)
__all__ = ["TABLES", "Contingent", "Country", "Nation", "Side"]
