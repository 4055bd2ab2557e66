"""What differs between the games of the series beyond their content: small named policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct

from sandtable.boards.hexes import Edge

if TYPE_CHECKING:
    from sandtable.games.raids.state import RG


class Policy(Struct, frozen=True):
    automatic_detects: bool
    """Whether teams to whose hex a mission comes are detected (K 7.0) or not (C 7.0)."""
    distance_die: int
    """The die for how far off an enemy arrives."""
    off_map: Edge
    """What a scatter does at the edge of the map."""


class HasPolicy(Protocol):
    policy: Policy


def policy(g: RG) -> Policy:
    return cast(HasPolicy, g.game).policy
