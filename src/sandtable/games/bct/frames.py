"""The frames of the call stack: where each procedure stands, with its typed locals."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from sandtable.kernel.state import HIDDEN, OWN, PUBLIC, Frame, Since

NONE = -1


class Campaign(Frame, tag="campaign"):
    """The whole game: set-up, then turn after turn."""


class Deploy(Frame, tag="deploy"):
    """One side's set-up. What is left to do is read off the position, so that no local tells a Covert type."""

    side: Annotated[int, PUBLIC] = 0


class ChooseHand(Frame, tag="choose-hand"):
    """A side Selects its Joint Ops hand."""

    side: Annotated[int, PUBLIC] = 0
    plan: Annotated[int, HIDDEN, Since(4)] = NONE
    """The deployment that has the usual hand, the first if none is named; others could look it up."""


class Turn(Frame, tag="turn"):
    pass


class Phase(Frame, tag="phase"):
    """One player's phase."""

    side: Annotated[int, PUBLIC] = 0
    flipped: Annotated[int, PUBLIC] = 0
    """Units turned over in this Strategic Objective Step, as bits."""


class Reorganize(Frame, tag="reorganize"):
    """One side Associates and Detaches in one space."""

    side: Annotated[int, PUBLIC] = 0
    space: Annotated[int, PUBLIC] = 0
    moved: Annotated[int, PUBLIC] = 0
    """Units that have changed their place in it, as bits."""


class Purchase(Frame, tag="purchase"):
    side: Annotated[int, PUBLIC] = 0
    left: Annotated[int, PUBLIC] = 0
    air: Annotated[bool, PUBLIC] = False
    any_kind: Annotated[bool, PUBLIC] = False
    section: Annotated[int, HIDDEN] = NONE
    """The Sanctuary section that has been served; the other one is then closed. Others see what goes under a Covert
    Unit, and not where."""


class Spend(Frame, tag="spend"):
    """Successes of one J-2 or J-9 Card."""

    side: Annotated[int, PUBLIC] = 0
    card: Annotated[int, PUBLIC] = 0
    space: Annotated[int, PUBLIC] = 0
    successes: Annotated[int, PUBLIC] = 0
    reveals: Annotated[int, PUBLIC] = 0
    """Reveals paid for and not yet used."""
    battle: Annotated[bool, PUBLIC] = False


class Expose(Frame, tag="expose"):
    """The owner of a Covert HQ says which of its Units is Revealed."""

    hq: Annotated[int, PUBLIC] = 0


class Advance(Frame, tag="advance"):
    """A Unit that has moved with a J-3 Card may attack."""

    unit: Annotated[int, PUBLIC] = 0


class Trim(Frame, tag="trim"):
    """A side Detaches Units from HQs above its C2 Level."""

    side: Annotated[int, PUBLIC] = 0


class Battle(Frame, tag="battle"):
    attacker: Annotated[int, PUBLIC] = 0
    target: Annotated[int, PUBLIC] = 0
    space: Annotated[int, PUBLIC] = 0
    scouts: Annotated[list[int], OWN] = field(default_factory=lambda: [0, 0])
    """J-2 Cards committed face down, by side."""
    scouting: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    """J-2 Cards revealed and not yet rolled."""
    advantage: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    first: Annotated[int, PUBLIC] = 0
    """The side of the First Shooter."""
    sealed: Annotated[list[int], OWN] = field(default_factory=lambda: [0, 0])
    """Modifier cards committed face down: 1 for supply, 2 for combining."""
    supply: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    """Dice that a revealed J-4 Card adds."""
    combining: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    engaged: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """HQs, Detached Units and Bases in the Battle, of both sides."""
    exposed: Annotated[int, PUBLIC] = 0
    """Units that can be hit, those in boxes among them, as bits; who is destroyed leaves."""
    loc: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    """Whether a side traces a Line of Communication: judged when forces are displayed, and anew for the return fire."""
    fresh: Annotated[int, PUBLIC] = 0
    """Units Suppressed in this Battle, as bits."""
    grounded: Annotated[int, PUBLIC] = 0
    """Air Assets shot at, useless in this Battle, as bits."""
    spent: Annotated[int, PUBLIC] = 0
    """Units without an LOC whose one die went at Air Assets, as bits."""
    prizes: Annotated[int, PUBLIC] = 0
    """Sides that Destroyed an HQ or Base, as bits."""


class Scout(Frame, tag="scout"):
    """One revealed J-2 Card waits for the Unit that rolls it."""

    side: Annotated[int, PUBLIC] = 0


class Retreat(Frame, tag="retreat"):
    """The Defender may Withdraw."""


class Combine(Frame, tag="combine"):
    """A J-6 Card brings more Units into the Battle."""

    side: Annotated[int, PUBLIC] = 0


class Fire(Frame, tag="fire"):
    """One side fires in the Battle below it on the stack."""

    side: Annotated[int, PUBLIC] = 0
    flak: Annotated[int, PUBLIC] = 0
    """Heavy Weapons turned on Air Assets, as bits."""
    ones: Annotated[int, PUBLIC] = 0
    """Ones rolled: each costs an Asset that runs out of ammunition."""
    hits: Annotated[int, PUBLIC] = 0
    """Successes not yet applied."""
    dice: Annotated[int, PUBLIC] = 0
    helper: Annotated[int, PUBLIC] = NONE
    """The Base whose Combat Value is in the roll."""


class Reward(Frame, tag="reward"):
    side: Annotated[int, PUBLIC] = 0


class ChaosEvent(Frame, tag="chaos"):
    card: Annotated[int, PUBLIC] = NONE
    drawer: Annotated[int, PUBLIC] = 0
    victims: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Sides that still have to bear the card."""
    effect: Annotated[int, PUBLIC] = 0
    left: Annotated[int, PUBLIC] = 0
    """What is left of the effect under way."""


class Closing(Frame, tag="closing"):
    """The Record Keeping Phase: each player in turn."""

    asked: Annotated[int, PUBLIC] = 0
