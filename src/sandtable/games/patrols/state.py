"""The position: who is where, what each side knows, and where in the sequence of play the game stands."""

from typing import Annotated

from msgspec import field

from sandtable.games.patrols.pieces import Hex, Kit
from sandtable.kernel.flow import G
from sandtable.kernel.options import Seat
from sandtable.kernel.state import HIDDEN, OWN, PUBLIC, Frame, Masked, State

Side = int
Man = int
"""A counter: 0 and 1 are Red's, 2 and 3 Blue's."""

RED, BLUE = 0, 1
SIDES = ("Red", "Blue")
MEN: tuple[tuple[Man, Man], ...] = ((0, 1), (2, 3))
GONE = -1
CARRY, HUNT, HOLD = 0, 1, 2
"""The orders."""
EVERYBODY = 1 << RED | 1 << BLUE


class Island(State, kw_only=True):
    """Sets of sides and of hexes are kept as the bits of one number: small, and quick to copy."""

    turn: Annotated[int, PUBLIC] = 0
    at: Annotated[list[Hex], PUBLIC]
    """Where each man is."""
    kind: Annotated[list[int], Masked("known")] = field(default_factory=lambda: [0, 1, 0, 1])
    """What each man is, a place in `Kit.kinds`; known to the sides in `known`."""
    known: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [1 << RED, 1 << RED, 1 << BLUE, 1 << BLUE])
    case: Annotated[list[Man], PUBLIC] = field(default_factory=lambda: [0, 2])
    """Who carries each side's map case."""
    handed: Annotated[int, PUBLIC] = 0
    """Which sides have handed it over this turn."""
    mine: Annotated[Hex, HIDDEN] = GONE
    trodden: Annotated[int, PUBLIC]
    """Which hexes somebody has entered."""
    orders: Annotated[list[int], OWN] = field(default_factory=lambda: [HUNT, HUNT])


# ---- frames: one for each procedure, with its locals ------------------------------------------------


class Play(Frame, tag="play"):
    """The whole game."""

    sealing: Annotated[Side, PUBLIC] = 0
    """Who chooses an order now."""


class Turn(Frame, tag="turn"):
    first: Annotated[Side, PUBLIC] = 0


class Phase(Frame, tag="phase"):
    """One side moves one man."""

    side: Annotated[Side, PUBLIC] = 0
    man: Annotated[Man, PUBLIC] = GONE
    """Who has begun to step."""
    steps: Annotated[int, PUBLIC] = 0


class Ambush(Frame, tag="ambush"):
    """A man has come upon enemies."""

    man: Annotated[Man, PUBLIC] = 0
    came_from: Annotated[Hex, PUBLIC] = 0


PG = G[Island, Kit]
"""A game of Patrols in play."""


# ---- what one asks of a position -------------------------------------------------------------------


def side_of(man: Man) -> Side:
    return man // 2


def enemy(side: Side) -> Side:
    return 1 - side


def is_here(s: Island, man: Man) -> bool:
    return s.at[man] != GONE


def is_trodden(s: Island, place: Hex) -> bool:
    return bool(s.trodden >> place & 1)


def has_handed(s: Island, side: Side) -> bool:
    return bool(s.handed >> side & 1)


def knows(s: Island, seat: Seat, man: Man) -> bool:
    """Whether a seat (or, once he has shown himself, anybody) knows which of the two this man is."""
    return s.known[man] == EVERYBODY or (seat >= 0 and bool(s.known[man] >> seat & 1))


def may_be_mined(s: Island, kit: Kit) -> list[Hex]:
    """Where the mine may lie, as everybody knows: nowhere, once it has been found."""
    if s.mine != GONE and is_trodden(s, s.mine):
        return []
    return [place for place in kit.wild if not is_trodden(s, place)]


def fulfilled(s: Island, kit: Kit, side: Side, order: int) -> bool:
    """Whether a side has done what an order wants."""
    if order == CARRY:
        return s.case[side] != GONE and s.at[s.case[side]] == kit.beaches[enemy(side)]
    if order == HOLD:
        return all(s.at[man] == kit.hill for man in MEN[side])
    return not all(is_here(s, man) for man in MEN[enemy(side)])  # HUNT
