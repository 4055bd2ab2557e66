"""The frames of the call stack: where each procedure stands, with its typed locals."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from sandtable.kernel.state import PUBLIC, Frame

NONE = -1
XP, CARDS = 0, 1
"""What a payment is made in."""


class Whole(Frame, tag="mission"):
    """The whole mission: set-up, then turn after turn."""


class Purchase(Frame, tag="purchase"):
    """The team is bought."""


class Turn(Frame, tag="turn"):
    left: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Support cards, by their places, that are still to be retained or let go."""
    retaining: Annotated[int, PUBLIC] = NONE
    """The one that is being paid for."""


class Payment(Frame, tag="payment"):
    """XP or cards of one or several owners come together, or nothing is spent."""

    what: Annotated[int, PUBLIC] = XP
    due: Annotated[int, PUBLIC] = 0
    key: Annotated[str, PUBLIC] = ""
    seat: Annotated[int, PUBLIC] = 0
    """Who began it, and may call it off."""
    slots: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Whose XP or cards may go into it."""
    mover: Annotated[int, PUBLIC] = NONE
    """Who enters, where an Entrance cost is paid; `space` is where."""
    space: Annotated[int, PUBLIC] = NONE
    kept: Annotated[int, PUBLIC] = NONE
    """A card that cannot go into it, for it is the one that is played."""
    given: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """By pairs: a slot, and the card or the XP that it gives."""
    tools: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Items that lower the cost."""
    declined: Annotated[int, PUBLIC] = 0
    firm: Annotated[bool, PUBLIC] = False
    """It cannot be called off: something else was paid before it."""


class Play(Frame, tag="play"):
    """An Action card is paid for and carried out."""

    slot: Annotated[int, PUBLIC] = 0
    card: Annotated[int, PUBLIC] = 0
    upgunned: Annotated[bool, PUBLIC] = False
    todo: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Effects that are left."""


class Effecting(Frame, tag="effect"):
    """One effect in which there is something to choose."""

    slot: Annotated[int, PUBLIC] = 0
    effect: Annotated[int, PUBLIC] = 0
    upgunned: Annotated[bool, PUBLIC] = False
    item: Annotated[int, PUBLIC] = NONE
    support: Annotated[int, PUBLIC] = NONE
    """The piece of equipment or the Support card that is used for it."""
    left: Annotated[int, PUBLIC] = NONE
    """How much of it is left, where it is done in parts."""


class Attack(Frame, tag="attack"):
    slot: Annotated[int, PUBLIC] = 0
    arm: Annotated[int, PUBLIC] = 0
    target: Annotated[int, PUBLIC] = 0
    free: Annotated[bool, PUBLIC] = False
    """It costs no Action."""
    mode: Annotated[int, PUBLIC] = NONE
    aids: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Effects of cards played for it, by pairs with whether they are Upgunned."""
    fitted: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Attachments that change more than they add, and are used."""
    aiding: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """The card that is being paid for: slot, card, Upgun."""


class Strike(Frame, tag="strike"):
    """Fire from outside."""

    effect: Annotated[int, PUBLIC] = 0
    target: Annotated[int, PUBLIC] = 0


class Move(Frame, tag="move"):
    slot: Annotated[int, PUBLIC] = 0
    space: Annotated[int, PUBLIC] = 0
    free: Annotated[bool, PUBLIC] = False
    support: Annotated[int, PUBLIC] = NONE


class Lay(Frame, tag="lay"):
    """A Location is paid for and laid."""

    slot: Annotated[int, PUBLIC] = 0
    card: Annotated[int, PUBLIC] = 0


class Redraw(Frame, tag="redraw"):
    slot: Annotated[int, PUBLIC] = 0


class Fill(Frame, tag="fill"):
    """Hostile cards come to a Location."""

    space: Annotated[int, PUBLIC] = 0
    due: Annotated[int, PUBLIC] = 0
    """The value up to which cards are drawn; `more` are cards beyond it that count to nothing."""
    more: Annotated[int, PUBLIC] = 0
    reinforce: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """As a reinforcement: one card, which comes if its value is among these."""
    peeks: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Items through which somebody may look at the deck before."""
    events: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Events that were drawn and wait for their effect."""
    extra: Annotated[bool, PUBLIC] = False
    """These cards were drawn by an event: events among them draw no more."""
    event: Annotated[int, PUBLIC] = NONE
    """The one whose cancelling is asked for or paid."""
    todo: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Effects of the event at hand."""


class Throw(Frame, tag="throw"):
    """A Player Soldier has to discard cards."""

    slot: Annotated[int, PUBLIC] = 0
    left: Annotated[int, PUBLIC] = 0


class Shop(Frame, tag="shop"):
    """Gear is bought in the field."""

    slot: Annotated[int, PUBLIC] = 0
    left: Annotated[int, PUBLIC] = 0


class Lighten(Frame, tag="lighten"):
    """The team is counted again, and may throw gear away before."""


class HostileTurn(Frame, tag="hostile-turn"):
    left: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Spaces that still draw a reinforcement, then Hostile cards that have still to attack."""
    calling: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Hostile cards that bring reinforcements."""


class HostileAttack(Frame, tag="hostile-attack"):
    hostile: Annotated[int, PUBLIC] = 0
    die: Annotated[int, PUBLIC] = 0
    cover: Annotated[int, PUBLIC] = 0
    victims: Annotated[list[int], PUBLIC] = field(default_factory=list)
    saved: Annotated[int, PUBLIC] = 0
    """Victims who are saved, as bits."""
    absorbed: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """By pairs: a victim, and points of his Wound that something takes instead of him."""
    cancelled: Annotated[bool, PUBLIC] = False
    passed: Annotated[int, PUBLIC] = 0
    """Seats that let it happen, as bits."""
    answer: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """The reaction that is being paid for: slot, card, victim, weapon."""
