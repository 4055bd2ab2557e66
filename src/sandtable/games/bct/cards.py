"""The vocabulary of the cards: everything a Joint Ops, Objective or Chaos card can say, as typed structs.

A card of a pack is its wording with effects of this vocabulary under it; see `sandtable.kernel.content.cards`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.kernel.content import names, wording

Side = Literal["coalition", "insurgent"]
Name = Annotated[str, Meta(min_length=1)]
Figure = Annotated[int, Meta(ge=0, le=99)]
"""A number on a counter, a card or a chart; printed ones are small."""
Some = Annotated[int, Meta(ge=1, le=99)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Area = Annotated[str, names("districts", "roads", also=("urban", "rural", "wilderness", "border", "road"))]
"""Districts by name, by road, by class, at the border or on any road."""

# ---- Joint Ops: actions, and what successes buy -----------------------------------------------------


class Reveal(Struct, frozen=True, tag_field="buy", tag="reveal"):
    """Turn up hostile Covert Units in the acting Unit's District or next to it."""

    price: Some
    units: Some


class Advantage(Struct, frozen=True, tag_field="buy", tag="advantage"):
    """Tactical Advantage Points, inside a Battle only."""

    price: Some
    points: Some = 1


class Look(Struct, frozen=True, tag_field="buy", tag="look"):
    """The opponent shows Objective Cards or Joint Ops hand, if a hostile HQ is near."""

    price: Some


class Assemble(Struct, frozen=True, tag_field="buy", tag="assemble"):
    price: Some


class Subvert(Struct, frozen=True, tag_field="buy", tag="subvert"):
    """Suppress a hostile SWET/Net; a Suppressed one is Disassembled."""

    price: Some


class Recruit(Struct, frozen=True, tag_field="buy", tag="recruit"):
    price: Some


Price = Reveal | Advantage | Look | Assemble | Subvert | Recruit


class Draft(Struct, frozen=True, tag_field="do", tag="draft"):
    """A Tactical Unit, or an HQ where `hq` says so, from Reinforcements to Ready."""

    hq: bool = False


class Reorganize(Struct, frozen=True, tag_field="do", tag="reorganize"):
    pass


class Rally(Struct, frozen=True, tag_field="do", tag="rally"):
    """Remove all Suppression from own Units in one District or Sanctuary section."""


class Move(Struct, frozen=True, tag_field="do", tag="move"):
    districts: Some
    attack: bool = False


class Buy(Struct, frozen=True, tag_field="do", tag="buy"):
    assets: Some
    air: bool = False


class Build(Struct, frozen=True, tag_field="do", tag="build"):
    pass


class Plan(Struct, frozen=True, tag_field="do", tag="plan"):
    c2: Some = 1


class Supply(Struct, frozen=True, tag_field="do", tag="supply"):
    """In a Battle: more Combat dice, for a side with a Line of Communication."""

    dice: Some


class Combine(Struct, frozen=True, tag_field="do", tag="combine"):
    """In a Battle: other own HQs and Detached Units of the District join."""


class Upgrade(Struct, frozen=True, tag_field="do", tag="upgrade"):
    """Swap a Unit on the Map for one of the next tier from Reserves."""


class Train(Struct, frozen=True, tag_field="do", tag="train"):
    """Replace an own SWET/Net by an own HQ from Reinforcements."""


class Roll(Struct, frozen=True, tag_field="do", tag="roll"):
    """Roll the dice of one own Unit's value and spend the successes."""

    value: Literal["j2", "j9"]
    prices: Annotated[list[Price], Meta(min_length=1)]


Action = Draft | Reorganize | Rally | Move | Buy | Build | Plan | Supply | Combine | Upgrade | Train | Roll


class JointOps(Struct, frozen=True):
    """One kind of Joint Ops Card in one side's deck."""

    side: Side
    number: Annotated[int, Meta(ge=1, le=9)]
    title: Name
    copies: Figure
    text: str
    actions: Annotated[list[Action], Meta(min_length=1)]

    def __post_init__(self) -> None:
        wording(self.text, self.actions)
        if not 1 <= self.number <= 9:
            raise ValueError("Joint Ops Cards are numbered 1 to 9")


# ---- Objectives -------------------------------------------------------------------------------------

Deed = Literal[
    "net-disassembled",
    "net-assembled",
    "upgraded",
    "recruited",
    "revealed",
    "attacked",
    "collateral-given",
    "suppressed",
    "destroyed",
]
"""What a side did, counted. Losses count for the side that suffers them: suppressed and destroyed."""

Sort = Literal["hq", "base", "tactical", "dark", "light", "tier-1"]
"""A sort of Unit: by size, by colour, or the Lashkar and Militia."""


class Districts(Struct, frozen=True, tag_field="count", tag="districts"):
    """Districts under a side's Control: of these classes, on these roads, at the border, or by name (all if empty)."""

    control: Literal["own", "hostile"] = "own"
    among: list[Area] = field(default_factory=list)


class Pieces(Struct, frozen=True, tag_field="count", tag="pieces"):
    """Own Units on the Map."""

    sorts: list[Sort] = field(default_factory=list)
    among: list[Area] = field(default_factory=list)
    operational: bool = False
    face: Literal["any", "active", "covert"] = "any"
    controlled: bool = False
    """Only in Districts under own Control."""


class Deeds(Struct, frozen=True, tag_field="count", tag="deeds"):
    what: Deed
    by: Literal["own", "hostile"] = "own"
    span: Literal["phase", "turn"] = "phase"


Count = Districts | Pieces | Deeds


class Score(Struct, frozen=True):
    """Victory Points at the Scoring Step: `vp` for each `per` counted, or once for `least` of them."""

    vp: Change
    count: Count | None = None
    per: Figure = 0
    least: Figure = 0
    most: Figure = 0
    """The most Victory Points that it can bring; no limit if 0."""
    unless: list[Count] = field(default_factory=list)
    """Nothing is scored if there is any of these."""


class Extra(Struct, frozen=True):
    """Victory Points at once, beside those of the Battle, for each hostile Unit hit in it."""

    vp: Change
    what: Literal["suppressed", "destroyed"]
    sorts: list[Sort] = field(default_factory=list)


class Objective(Struct, frozen=True):
    side: Side
    title: Name
    text: str
    scores: list[Score] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)
    balanced: Figure = 0
    """The VP in the balance variant, where it differs."""

    def __post_init__(self) -> None:
        if not self.scores and not self.extras:
            raise ValueError("an Objective scores something: give scores or extras")
        wording(self.text, [*self.scores, *self.extras])


# ---- Chaos ------------------------------------------------------------------------------------------


class Points(Struct, frozen=True, tag_field="do", tag="points"):
    """Gain (or, below zero, lose) Victory Points."""

    vp: Change


class LoseNets(Struct, frozen=True, tag_field="do", tag="lose-nets"):
    nets: Some


class Discard(Struct, frozen=True, tag_field="do", tag="discard"):
    """Discard Joint Ops Cards of one number, if held; `most` 0 means all."""

    card: Annotated[int, Meta(ge=1, le=9)]
    most: Figure = 0


class Redraw(Struct, frozen=True, tag_field="do", tag="redraw"):
    """An Objective Card is discarded and another drawn: a random one, or one the player may choose."""

    how: Literal["random", "choice"]


class Command(Struct, frozen=True, tag_field="do", tag="command"):
    """C2 changes until the own next C2 Modification Step."""

    c2: Change


class LoseAssets(Struct, frozen=True, tag_field="do", tag="lose-assets"):
    assets: Some


class GainAssets(Struct, frozen=True, tag_field="do", tag="gain-assets"):
    assets: Some
    air: bool = False


class Suppress(Struct, frozen=True, tag_field="do", tag="suppress"):
    units: Some
    sorts: list[Sort] = field(default_factory=list)


class Expose(Struct, frozen=True, tag_field="do", tag="expose"):
    """Reveal own Covert Units."""

    units: Some


class Quiet(Struct, frozen=True, tag_field="do", tag="nothing"):
    pass


Effect = Points | LoseNets | Discard | Redraw | Command | LoseAssets | GainAssets | Suppress | Expose | Quiet
Scope = Literal["chosen", "opponent", "both", "coalition", "insurgent"]


class Chaos(Struct, frozen=True):
    title: Name
    text: str
    scope: Scope
    effects: list[Effect]
    copies: Figure = 1

    def __post_init__(self) -> None:
        if not self.effects:
            raise ValueError("a Chaos Card does something: give effects, or [{do: nothing}]")
        wording(self.text, self.effects)
