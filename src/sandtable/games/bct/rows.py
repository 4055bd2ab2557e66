"""The content of the game as typed rows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.games.bct.cards import Chaos, Figure, JointOps, Name, Objective, Side
from sandtable.kernel.content import Tables, names
from sandtable.kernel.state import Since

Class = Literal["urban", "rural", "wilderness"]
Where = Literal[
    "kandahar",
    "kandahar-or-ready",
    "map",
    "map-or-ready",
    "kandahar-or-fob-district",
    "kandahar-or-adjacent",
    "cave-adjacent",
    "ready",
    "reinforcements",
]


DistrictRow = Annotated[str, names("districts")]
UnitRow = Annotated[str, names("units")]
AssetRow = Annotated[str, names("assets")]
Spot = Annotated[str, Meta(pattern=r"^[a-z0-9-]+( covert)?$"), names("districts", also=("ready",), first=True)]
Bearer = Annotated[str, Meta(pattern=r"^[a-z0-9-]+( [1-9][0-9]?)?$"), names("units", also=("hq",), first=True)]
Measure = Annotated[float, Meta(ge=-10_000, le=10_000)]


class Numbers(Struct, frozen=True):
    """The numbers of the rulebook that are no counter and no card."""

    one_success: Annotated[int, Meta(ge=1, le=6)]
    """The face that is one Success; the one above is two."""
    objective_hand: Annotated[int, Meta(ge=1, le=99)]
    exchange_price: Figure
    resignation: Figure
    assets_per_unit: Figure
    nets_urban: Figure
    nets_rural: Figure
    nets_wilderness: Figure
    reduction_fob: Figure
    reduction_urban: Figure
    reduction_rural: Figure
    collateral_urban: Figure
    collateral_rural: Figure
    loc_length: Figure
    loc_road: Figure
    destroyed_vp: Figure
    suppressed_vp: Figure
    net_markers: Figure


class District(Struct, frozen=True):
    name: Name
    kind: Class
    border: bool
    x: Measure
    y: Measure
    outline: Annotated[list[tuple[Measure, Measure]], Meta(min_length=3)]
    adjacent: Annotated[list[DistrictRow], Meta(min_length=1)]


class Road(Struct, frozen=True):
    name: Name
    districts: Annotated[list[DistrictRow], Meta(min_length=2)]
    path: list[tuple[Measure, Measure]] = field(default_factory=list)
    """Where the line is drawn; through the centres if empty."""


class Unit(Struct, frozen=True):
    """A type of Unit. A Value left empty is an empty box."""

    name: Name
    side: Side
    count: Figure
    size: Literal["tactical", "hq", "base"]
    colour: Literal["dark", "light", "red"]
    j2: Figure | None = None
    combat: Figure | None = None
    j9: Figure | None = None
    tier: Annotated[int, Meta(ge=0, le=9)] = 0
    immobile: bool = False
    airmobile: bool = False
    covert: bool = False
    supply: bool = False
    upgrades: list[UnitRow] = field(default_factory=list)
    symbol: str = ""
    letter: str = "?"


class Headquarters(Struct, frozen=True):
    name: Name
    side: Side


class Asset(Struct, frozen=True):
    name: Name
    side: Side
    count: Figure
    j2: Figure | None = None
    combat: Figure | None = None
    j9: Figure | None = None
    air: bool = False
    flak: bool = False
    """May fire at Air Assets."""
    expends: bool = False
    """Has ammunition that runs out."""
    symbol: str = ""
    letter: str = "?"


class Scenario(Struct, frozen=True):
    name: Name
    turns: Annotated[int, Meta(ge=1, le=99)]
    about: str


class Force(Struct, frozen=True):
    """What one side has in one scenario. The id of the row is scenario-side."""

    vp: Figure
    c2: Figure
    select: list[Annotated[str, names("objectives")]]
    draw: Figure
    units: dict[Where, dict[UnitRow, Figure]]
    nets: dict[Where, Figure]
    initial_assets: Figure
    pool_assets: Figure
    initial_air: Figure | None = None
    """The most Air Assets among them; no limit if empty."""
    pool_air: Figure | None = None


class Deployment(Struct, frozen=True):
    """A default for everything that a side chooses in its set-up. The id of the row is scenario-side; further ones of
    the same side are numbered, scenario-side-2 and so on, and which of them is taken is drawn.

    `units` gives for each type the places of its counters, in turn: a District or `ready`, with ` covert` after it for
    a Covert start. `boxes` gives for each HQ, in the order of their places, the types that it takes into its box there.
    """

    units: dict[UnitRow, list[Spot]]
    nets: list[DistrictRow]
    boxes: list[list[UnitRow]]
    equip: list[tuple[AssetRow, Bearer]]
    """An Asset and where it goes: `hq 1` is the first HQ, `anp 2` the second counter of that type by its places."""
    pool: list[AssetRow]
    hand: list[Annotated[int, Meta(ge=1, le=9)]]
    title: Annotated[str, Since(4)] = ""
    """What it is called where a player chooses among several."""


class Level(Struct, frozen=True):
    title: Name
    least: Figure


TABLES = Tables(
    {
        "numbers": Numbers,
        "districts": District,
        "roads": Road,
        "units": Unit,
        "headquarters": Headquarters,
        "assets": Asset,
        "joint-ops": JointOps,
        "objectives": Objective,
        "chaos": Chaos,
        "scenarios": Scenario,
        "forces": Force,
        "deployments": Deployment,
        "levels": Level,
    },
    least={"units": 1, "headquarters": 1, "assets": 1, "joint-ops": 1, "objectives": 1, "chaos": 1, "levels": 1},
    needs={"numbers": ("book",), "districts": ("kandahar",)},
)
