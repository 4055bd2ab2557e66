"""The position as it is kept: every field, and who knows it.

A Resistance counter on the map is a *slot*: everybody sees where it lies, and what it is (`identity`, a type) only
while it lies face up (`known`). What it may be is public, for everybody saw when it was drawn: each counter drawn is a
*lot* that says what the bin could hold then, and in which slots it may lie now. Where counters are mixed, lots spread
over slots; where one goes back unseen, it may have been any of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from sandtable.kernel.state import PUBLIC, Masked, State
from sandtable.kernel.switches import Switchable

POOL = -1
"""Where a Communist unit or agent waits to be recruited."""
AVAILABLE = -2
USED = -3
"""The two boxes of air units."""
HAND = -4
"""Of markers and agents: held by the player."""
NOWHERE = -1
"""Of a slot that no counter lies in."""
DRAWN = -2
"""Of a slot whose counter is drawn and not yet placed."""
IN_BIN, IN_PLAY, WAITING, GONE = -1, -2, -3, -5
"""Of a marker: in its bin; in play; played and waiting to go back; out of the game. HAND is held."""
ASIDE, RECRUIT_BIN, CAMPAIGN_BIN, RETURNING, PICKED = -5, -6, -7, -8, -9
"""Of a Resistance Subversion marker; RETURNING was drawn among counters, PICKED among Campaign markers."""
ALL_SEATS = 1


class Rules(Struct, frozen=True):
    """The optional rules of chapter 27, and readings of the book that a table may choose."""

    reaction_forces: Annotated[
        bool, Switchable("27.1: an airmobile brigade may join a battle", "option.reaction-force")
    ] = False
    reduced_airborne: Annotated[
        bool, Switchable("27.2: reduced airborne units end on friendly airfields", "option.reduced-airborne")
    ] = False
    air_refit: Annotated[bool, Switchable("27.3: air units can be refitted", "option.air-refit")] = False
    resistance_centers: Annotated[
        bool, Switchable("27.4: stronger Reaction where the Resistance has support", "option.centers")
    ] = False
    failed_counteroffensive: Annotated[
        Literal["removes", "nothing"],
        Switchable("A failed Counteroffensive check removes the counters of a random zone", "year.counteroffensive"),
    ] = "removes"
    subversion_returns: Annotated[
        Literal["campaign", "recruit"],
        Switchable("The bin to which Resistance Subversion markers return", "subversion.resistance"),
    ] = "campaign"


class War(State, kw_only=True):
    """The whole position. Sets of spaces, units and slots are the bits of one number: small, and quick to copy."""

    rules: Annotated[Rules, PUBLIC] = Rules()
    scenario: Annotated[str, PUBLIC] = ""
    year: Annotated[int, PUBLIC] = 0
    began: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """How the last year began, and how this one: five figures each, as `rules.year.figures` counts them."""
    morale: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 0])
    """Communist and Resistance."""

    at: Annotated[list[int], PUBLIC]
    """Where each Communist unit is: a space, POOL, AVAILABLE or USED."""
    reduced: Annotated[int, PUBLIC] = 0
    barred: Annotated[int, PUBLIC] = 0
    """Units demobilized this year: they cannot be recruited before the next."""

    lies: Annotated[list[int], PUBLIC]
    """Where the counter of each slot lies: a space, DRAWN or NOWHERE."""
    identity: Annotated[list[int], Masked("known")]
    """What it is: a type."""
    known: Annotated[list[int], PUBLIC]
    lot_types: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """What each lot may be, as a set of types."""
    lot_slots: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Where each lot may lie; bits beyond all slots are ghosts."""
    ghosts: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """Counters gone back to the bin of which it is not clear which lot they were: their types, as far as seen."""
    enlisted: Annotated[int, PUBLIC] = 0
    """Resistance types that are in the game by now; what does not lie on the map is in the bin."""

    marker_at: Annotated[list[int], PUBLIC]
    played: Annotated[int, PUBLIC] = 0
    """Markers played this year."""
    agent_at: Annotated[list[int], PUBLIC]
    """Subversion markers of both sides; Communist ones may lie in an area."""
    active: Annotated[int, PUBLIC] = 0
    """Areas of Pakistan and Iran that are in play."""
    silenced: Annotated[int, PUBLIC] = 0
    """Those of them that give no support this year."""
    uncounted: Annotated[int, PUBLIC] = 0
    """Those whose control points do not count at the next Control Check."""
