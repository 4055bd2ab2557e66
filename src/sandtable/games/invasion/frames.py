"""The frames of the call stack: where each procedure stands, with its typed locals."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from sandtable.kernel.state import PUBLIC, Frame

NONE = -1


class Campaign(Frame, tag="campaign"):
    """The whole game: set-up, then year after year."""


class Deploy(Frame, tag="deploy"):
    """The player's free choices of set-up, one list of units after the other."""

    choice: Annotated[int, PUBLIC] = 0
    """Which of the set-up's choices; what is left of it is read off the position."""
    left: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Units of this choice that are still to be placed."""


class Year(Frame, tag="year"):
    pass


class Draws(Frame, tag="draws"):
    """A Campaign marker Sub-Phase."""

    side: Annotated[int, PUBLIC] = 0
    left: Annotated[int, PUBLIC] = 0


class Resolve(Frame, tag="resolve"):
    """A marker is carried out, effect by effect."""

    marker: Annotated[int, PUBLIC] = 0
    todo: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Numbers in `Kit.effects`."""


class Enlist(Frame, tag="enlist"):
    """Free Communist units."""

    effect: Annotated[int, PUBLIC] = 0
    left: Annotated[int, PUBLIC] = 0


class Agents(Frame, tag="agents"):
    """Communist Subversion markers that the player selects."""

    left: Annotated[int, PUBLIC] = 0
    key: Annotated[str, PUBLIC] = "recruit.free"


class Look(Frame, tag="look"):
    """Spaces whose counters are turned up."""

    left: Annotated[int, PUBLIC] = 0
    key: Annotated[str, PUBLIC] = "event.intelligence"


class Recruit(Frame, tag="recruit"):
    """The Communist Recruit Sub-Phase."""

    sixths: Annotated[int, PUBLIC] = 0
    """The sum of all purchases."""
    charged: Annotated[int, PUBLIC] = 0
    """Whole points of it that are paid."""


class Uprising(Frame, tag="uprising"):
    """The Resistance Recruit Sub-Phase."""


class PolWar(Frame, tag="polwar"):
    pass


class Coup(Frame, tag="coup"):
    """An agent has hit Resistance morale: what comes of it?"""

    die: Annotated[int, PUBLIC] = 0


class Operations(Frame, tag="operations"):
    pass


class Operation(Frame, tag="operation"):
    """One Operation on the ground: planned, paid, moved, answered by a Reaction, fought."""

    target: Annotated[int, PUBLIC] = NONE
    sent: Annotated[int, PUBLIC] = 0
    """Units that take part, as bits; none, if those in the target attack in place."""
    dropped: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """By pairs: a unit that is sent, and the space where it is dropped off."""
    markers: Annotated[int, PUBLIC] = 0
    """Campaign markers that it is made with, as bits."""
    entered: Annotated[bool, PUBLIC] = False
    """It ended where no Communist unit was when it began."""


class Transfer(Frame, tag="transfer"):
    """One unit goes from airfield to airfield."""

    unit: Annotated[int, PUBLIC] = NONE
    target: Annotated[int, PUBLIC] = NONE


class Interdiction(Frame, tag="interdiction"):
    """Air units attack by themselves."""

    target: Annotated[int, PUBLIC] = NONE
    flying: Annotated[int, PUBLIC] = 0
    markers: Annotated[int, PUBLIC] = 0
    terror: Annotated[bool, PUBLIC] = False
    hits: Annotated[int, PUBLIC] = 0
    scored: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0] * 9)


class Refresh(Frame, tag="refresh"):
    """Used air units are made available again."""

    left: Annotated[int, PUBLIC] = 0


class Battle(Frame, tag="battle"):
    space: Annotated[int, PUBLIC] = NONE
    attacker: Annotated[int, PUBLIC] = 0
    bonus: Annotated[int, PUBLIC] = 0
    """Of a Major Offensive."""
    terror: Annotated[bool, PUBLIC] = False
    spectacular: Annotated[bool, PUBLIC] = False
    flying: Annotated[int, PUBLIC] = 0
    """Air units committed, as bits."""
    superior: Annotated[int, PUBLIC] = NONE
    """Which side has superiority; NONE as long as that is not settled."""
    totals: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    hits: Annotated[int, PUBLIC] = 0
    """Still to be taken."""
    scored: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0] * 9)
    """Gains and losses so far: see `rules.losses`."""


class Counteroffensive(Frame, tag="counteroffensive"):
    left: Annotated[int, PUBLIC] = 0
    """Spaces in which the Resistance has still to attack, as bits."""


class Admin(Frame, tag="admin"):
    due: Annotated[int, PUBLIC] = 0
    """Markers whose effects are due, as bits."""
