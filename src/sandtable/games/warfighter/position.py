"""The position as it is kept: every field, and who knows it.

A Soldier is a *slot*: his number less one. A deck is a *pool*, how many of each card are left in it: a draw takes one
by chance, so nothing lies in an order that could leak. Hands are lists of cards by slot; which seats know a hand says
`hand_shown`, and `deck_shown` who knows what is left in the Action deck.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from sandtable.kernel.state import PUBLIC, Masked, State
from sandtable.kernel.switches import Switchable

GONE = -1
"""Of a Soldier or a Hostile card: no longer in the mission. Of an item: out of the game."""
NOBODY = -1
NOTHING = -1
"""Of a space of the path: no card lies there."""
MISSION_CARD, OBJECTIVE_CARD = -2, -3
"""What else lies in a space of the path."""


class Rules(Struct, frozen=True):
    """The optional rules of chapter 30, and how hands are held."""

    save_cards: Annotated[bool, Switchable("Action cards may be put aside for the next Entrance", "option.saving")] = (
        False
    )
    jams: Annotated[bool, Switchable("Weapons jam", "option.jams")] = False
    random_mission: Annotated[
        bool, Switchable("Mission and Objective are drawn from the region", "option.random-mission")
    ] = False
    hands: Annotated[
        Literal["open", "hidden"], Switchable("Whether people see each other's Action cards", "option.hands")
    ] = "open"


class Marker(Struct, frozen=True):
    """What a card that lies on a space does to the Entrance cost of it, or a note that its card stays there."""

    space: int
    effect: int
    """A number in `Kit.effects`."""
    plus: int = 0
    slot: int = NOBODY
    """For the entries of one Soldier; of everybody without one."""
    turn: int = 0
    """Only in this turn; for the whole mission if 0."""


class Support(Struct, frozen=True):
    """A Support card in play."""

    card: int
    slot: int
    used: bool = False


class Wounded(Struct, frozen=True):
    """One Wound counter."""

    points: int
    treated: bool = False


class Item(Struct, frozen=True):
    """A weapon or piece of equipment: each counter of what is thrown away is an item of its own."""

    kind: int
    slot: int = NOBODY
    space: int = GONE
    """Where it lies, if nobody carries it."""
    empty: int = 0
    jammed: int = 0
    fired: int = 0
    """Parts of a weapon, as bits: those that need a Reload, are jammed, were fired in this turn."""
    helped: int = NOBODY
    """Whom or which weapon it has helped in this turn: a Soldier's slot, or an item."""
    uses: int = 0
    """How often it has been used."""

    @property
    def gone(self) -> bool:
        return self.slot == NOBODY and self.space == GONE


class Sortie(State, kw_only=True):
    """The whole position."""

    rules: Annotated[Rules, PUBLIC] = Rules()
    mission: Annotated[int, PUBLIC] = 0
    foe: Annotated[int, PUBLIC] = NOTHING
    """The type of Hostiles."""
    objective: Annotated[int, PUBLIC] = NOTHING
    report: Annotated[int, PUBLIC] = NOTHING

    turn: Annotated[int, PUBLIC] = 0
    clock: Annotated[int, PUBLIC] = 0
    value: Annotated[int, PUBLIC] = 0
    """The team's value: frozen until a Soldier leaves the mission."""
    gained: Annotated[int, PUBLIC] = 0
    """What a Situation Report, or weapons that jam, add to the Resources."""
    ready: Annotated[int, PUBLIC] = 0
    """Seats that have ended their turn or their purchase, as bits."""
    placed: Annotated[int, PUBLIC] = 0
    """Locations placed in this turn, the Objective among them."""
    reach: Annotated[int, PUBLIC] = NOTHING
    """Nobody attacks beyond this range, and until the Soldier Turn of which turn ends."""
    reach_until: Annotated[int, PUBLIC] = 0

    # -- Soldiers, by slot
    soldier: Annotated[list[int], PUBLIC] = field(default_factory=list)
    owner: Annotated[list[int], PUBLIC] = field(default_factory=list)
    place: Annotated[list[int], PUBLIC] = field(default_factory=list)
    actions: Annotated[list[int], PUBLIC] = field(default_factory=list)
    xp: Annotated[list[int], PUBLIC] = field(default_factory=list)
    suppress: Annotated[list[int], PUBLIC] = field(default_factory=list)
    wounds: Annotated[list[list[Wounded]], PUBLIC] = field(default_factory=list)
    skills: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    ammo: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    """Counters of each type of ammunition."""
    bought: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    """Lots of each type that were bought with the team."""
    left_with: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """The Health with which a Soldier left the mission."""
    moved: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Moves made in this turn."""
    stealthy: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Stealth attacks made in this turn."""
    unarmed: Annotated[list[int], PUBLIC] = field(default_factory=list)
    shrugged: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Suppress results ignored in this turn."""
    turn_uses: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    """Effects that were used in this turn, once for each use; `mission_uses` in this mission."""
    mission_uses: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    passed: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    """Kinds of gear that a Soldier has given, and taken, since the last deed that cost something."""

    # -- Action cards
    hand: Annotated[list[list[int]], Masked("hand_shown")] = field(default_factory=list)
    saved: Annotated[list[list[int]], Masked("hand_shown")] = field(default_factory=list)
    """Cards put aside for the next Entrance."""
    hand_shown: Annotated[list[int], PUBLIC] = field(default_factory=list)
    deck: Annotated[list[list[int]], Masked("deck_shown")] = field(default_factory=lambda: [[]])
    """How many of each card are left, as its one entry."""
    deck_shown: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0])
    discards: Annotated[list[int], PUBLIC] = field(default_factory=list)
    support: Annotated[list[Support], PUBLIC] = field(default_factory=list)

    # -- gear
    items: Annotated[list[Item], PUBLIC] = field(default_factory=list)
    dropped: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    """Ammunition on the ground, by space and type."""

    # -- the path
    path: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """What lies in each space: a Location, by its number among the cards, or MISSION_CARD, OBJECTIVE_CARD, NOTHING."""
    inactive: Annotated[bool, PUBLIC] = True
    kills: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Of each target of the Objective."""
    markers: Annotated[list[Marker], PUBLIC] = field(default_factory=list)

    # -- Hostile cards
    threats: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """How many of each Hostile card and event are left in the deck."""
    top: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Hostile cards that were looked at and lie on top of the deck, or (`bottom`) under it."""
    bottom: Annotated[list[int], PUBLIC] = field(default_factory=list)
    spent: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Their discards."""
    staying: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Events that lie beside a Location."""
    hostile: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Each Hostile card that came, in the order in which they came; and below where it is, or GONE."""
    at: Annotated[list[int], PUBLIC] = field(default_factory=list)
    target: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """The slot of its target."""
    ekia: Annotated[list[int], PUBLIC] = field(default_factory=list)
    pinned: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Its Suppress counters."""
    arrived: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """The turn in which it came as a reinforcement; 0 for others."""
    counter: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Whose Targeting counter lies on it, NOBODY if the cup was empty when it was drawn."""
    cup: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Targeting counters of each Soldier that are left in the cup."""
