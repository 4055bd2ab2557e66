"""The position, and where in the sequence of play the game stands. Each field says who knows it."""

from typing import Annotated

from msgspec import Struct, field

from sandtable.kernel.flow import G
from sandtable.kernel.state import PUBLIC, Frame, State
from sandtable.kernel.switches import Switchable
from sandtable.lab.starter.pieces import Kit, Town

COURIER = 0
"""The only counter."""


class Rules(Struct, frozen=True):
    """What a table may choose: each field becomes an option of the game."""

    moonlight: Annotated[bool, Switchable("The moon gives one hour more", "hour.moonlight")] = False


class Courier(State, kw_only=True):
    at: Annotated[Town, PUBLIC]
    rules: Annotated[Rules, PUBLIC] = field(default_factory=Rules)
    hour: Annotated[int, PUBLIC] = 0
    letters: Annotated[int, PUBLIC] = 3
    lost: Annotated[int, PUBLIC] = 0
    spurred: Annotated[bool, PUBLIC] = False


class Ride(Frame, tag="ride"):
    """The whole game."""


class Hour(Frame, tag="hour"):
    """One hour: the courier goes to a town, or waits."""


class Ambush(Frame, tag="ambush"):
    """Somebody waited for him on the way."""


CG = G[Courier, Kit]
"""A game in play."""


def last_hour(s: Courier, kit: Kit) -> int:
    return kit.hours + s.rules.moonlight + s.spurred
