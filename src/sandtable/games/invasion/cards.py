"""The vocabulary of the Campaign markers: everything that one can say, as typed structs.

A marker of a pack is its wording with effects of this vocabulary under it; see `sandtable.kernel.content.cards`.
Effects are carried out in the order in which they stand. Those that last (their docstring says so) hold as long as the
marker lies in play: until the year ends, or for the rest of the game.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.kernel.content import names, wording

Side = Literal["communist", "resistance"]
Nation = Literal["soviet", "dra", "mujahedin", "volunteers", "pakistan", "cia", "iran"]
"""Who fields a counter. From `mujahedin` on they are the Resistance; from `volunteers` on its contingents."""
Contingent = Literal["volunteers", "pakistan", "cia", "iran"]
Country = Literal["ussr", "pakistan", "iran"]
Name = Annotated[str, Meta(min_length=1)]
Figure = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Face = Annotated[int, Meta(ge=1, le=6)]
Change = Annotated[int, Meta(ge=-12, le=12)]
SpaceRow = Annotated[str, names("zones", "areas")]
AreaRow = Annotated[str, names("areas")]
UnitRow = Annotated[str, names("units")]
MarkerRow = Annotated[str, names("markers")]

# ---- what is done at once ------------------------------------------------------------------------


class Morale(Struct, frozen=True, tag_field="do", tag="morale"):
    """Both indexes change, in one moment."""

    communist: Change = 0
    resistance: Change = 0


class Draw(Struct, frozen=True, tag_field="do", tag="draw"):
    """Resistance counters are drawn and placed: by Random Placement, or one into each area of an active country."""

    number: Figure = 0
    dice: Figure = 0
    """Roll so many dice and draw as many counters more."""
    into: Literal["random", "pakistan", "iran"] = "random"


class Recruit(Struct, frozen=True, tag_field="do", tag="recruit"):
    """Free Communist units, which the player chooses and places by the Recruit Table."""

    number: Some
    nation: Literal["soviet", "dra"]
    units: list[UnitRow] = field(default_factory=list)
    """Which types; any of that nation if empty."""


class Agent(Struct, frozen=True, tag_field="do", tag="subversion"):
    """Free Communist Subversion markers, chosen from the pool."""

    number: Some


class Reveal(Struct, frozen=True, tag_field="do", tag="reveal"):
    """The player chooses spaces; all Resistance counters in them are turned up."""

    spaces: Some


class Defect(Struct, frozen=True, tag_field="do", tag="defect"):
    """One space by Random Placement; a die for each Resistance counter in it: up to this face it goes to the bin."""

    upto: Face


class Disperse(Struct, frozen=True, tag_field="do", tag="disperse"):
    """One space by Random Placement; every Resistance counter in it goes to the bin."""


class Migrate(Struct, frozen=True, tag_field="do", tag="resistance-moves"):
    """All Resistance counters are turned up, and those that can reach Communists go to them (15.9)."""


class Enlist(Struct, frozen=True, tag_field="do", tag="enlist"):
    """A contingent's units and its Subversion markers join the Resistance Recruit bin, for good."""

    contingent: Contingent


class Activate(Struct, frozen=True, tag_field="do", tag="activate"):
    """The Staging Areas of a country become active, for good."""

    country: Literal["pakistan", "iran"]


class Upgrade(Struct, frozen=True, tag_field="do", tag="upgrade"):
    """A Soviet division in a Soviet Staging Area or with a Communist base is replaced where it stands, in any year."""

    into: Annotated[list[UnitRow], Meta(min_length=1)]


# ---- what one Operation gets ---------------------------------------------------------------------


class Truce(Struct, frozen=True, tag_field="do", tag="ceasefire"):
    """One force passes Resistance units without stopping, and there is neither Reaction nor combat at its end."""


class Offensive(Struct, frozen=True, tag_field="do", tag="offensive"):
    """One Operation costs no Morale Points, and its combat has a bonus for superiority."""

    superiority: Figure = 0


# ---- what lasts while the marker is in play ------------------------------------------------------


class Superiority(Struct, frozen=True, tag_field="do", tag="superiority"):
    """A bonus in every combat; lasts. With `units`, only where one of these fights on that side."""

    side: Side
    bonus: Change
    units: list[UnitRow] = field(default_factory=list)


class Boldness(Struct, frozen=True, tag_field="do", tag="subversion-strength"):
    """Communist Subversion markers are so much stronger; lasts."""

    strength: Change


class Standstill(Struct, frozen=True, tag_field="do", tag="standstill"):
    """Units of a nation are neither mobilized nor moved; lasts."""

    nation: Literal["soviet", "dra"]


class Flak(Struct, frozen=True, tag_field="do", tag="air-defence"):
    """Every air unit that rolls the face of the fire table is shot down, whatever the target has; lasts."""


class Withdrawal(Struct, frozen=True, tag_field="do", tag="withdrawal"):
    """At each Control Check Communist morale rises without Soviet divisions, more without Soviet ground units; lasts.

    Of the two only the second counts where both are true. Only Afghan Zones are looked at.
    """

    no_divisions: Change
    no_units: Change


Plain = (
    Morale
    | Draw
    | Recruit
    | Agent
    | Reveal
    | Defect
    | Disperse
    | Migrate
    | Enlist
    | Activate
    | Upgrade
    | Truce
    | Offensive
    | Superiority
    | Boldness
    | Standstill
    | Flak
    | Withdrawal
)

# ---- what depends on dice or on the map ----------------------------------------------------------


class Roll(Struct, frozen=True, tag_field="do", tag="roll"):
    """One die: the first effects up to a face, the others above it."""

    upto: Face
    low: list[Plain] = field(default_factory=list)
    high: list[Plain] = field(default_factory=list)


class Check(Struct, frozen=True, tag_field="do", tag="check"):
    """A Morale Check of one side."""

    side: Side
    passed: list[Plain] = field(default_factory=list)
    failed: list[Plain] = field(default_factory=list)


class Census(Struct, frozen=True, tag_field="do", tag="roll-against"):
    """One die against the number of Soviet divisions in Afghanistan: not above it, or above it."""

    count: Literal["soviet-divisions"]
    within: list[Plain] = field(default_factory=list)
    above: list[Plain] = field(default_factory=list)


class Raid(Struct, frozen=True, tag_field="do", tag="raid"):
    """A die chooses one of three areas (1-2, 3-4, 5-6); a second one succeeds above the guerrilla factors of all
    Soviet units there."""

    areas: Annotated[list[AreaRow], Meta(min_length=3, max_length=3)]
    success: list[Plain] = field(default_factory=list)
    failure: list[Plain] = field(default_factory=list)


class Garrison(Struct, frozen=True, tag_field="do", tag="garrison"):
    """Who stands in a space: Soviet units alone, or any DRA or Resistance unit. Bases of the DRA do not count."""

    space: SpaceRow
    soviet: list[Plain] = field(default_factory=list)
    others: list[Plain] = field(default_factory=list)


class Holding(Struct, frozen=True, tag_field="do", tag="holding"):
    """If the Communists control so many spaces with a resource."""

    resources: Some
    effects: list[Plain] = field(default_factory=list)


class Admin(Struct, frozen=True, tag_field="do", tag="at-admin"):
    """What is due at the start of the Admin Phase of this year."""

    effects: Annotated[list[Plain | Roll | Check | Garrison | Holding], Meta(min_length=1)]


Effect = Plain | Roll | Check | Census | Raid | Garrison | Holding | Admin
LASTING = (Superiority, Boldness, Standstill, Flak, Withdrawal)
OPERATIONAL = (Truce, Offensive)

When = Literal["immediate", "mobilization", "polwar", "operations"]
"""Executed as it is drawn, or held until the player plays it in that phase."""
After = Literal["return", "year-end", "stays", "discard"]
"""Back into its bin (after the other draws), back at the end of Admin, in play for good, or out of the game."""


class Marker(Struct, frozen=True):
    """One kind of Campaign marker."""

    side: Side
    title: Name
    count: Figure
    when: When
    after: After
    text: str
    effects: Annotated[list[Effect], Meta(min_length=1)]
    family: str = ""
    """Markers that the chart lists as one kind have one family: the Factions."""
    bars: list[MarkerRow] = field(default_factory=list)
    """It cannot be played while one of these is in play, or in a year in which one was."""

    def __post_init__(self) -> None:
        wording(self.text, self.effects)
        if self.side == "resistance" and self.when != "immediate":
            raise ValueError("nobody holds Resistance markers: they are immediate")
        if any(isinstance(effect, OPERATIONAL) for effect in self.effects) != (self.when == "operations"):
            raise ValueError("a ceasefire or an offensive is played in operations, and nothing else is")
        lasts = any(isinstance(effect, (*LASTING, Admin)) for effect in self.effects)
        if lasts and self.after in ("return", "discard"):
            raise ValueError("what lasts or is due later needs a marker in play: after must be year-end or stays")
        if any(isinstance(effect, Upgrade) for effect in self.effects) != (self.when == "mobilization"):
            raise ValueError("an upgrade is played in mobilization, and nothing else is")
