"""What only Kandahar's own chapters ask of a position: its own fields, options and kit."""

from __future__ import annotations

from typing import Any, cast

from sandtable.games.kandahar.pieces import KandaharKit
from sandtable.games.kandahar.position import KandaharState, Options
from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.position import RaidState
from sandtable.games.raids.state import RG

__all__ = ["KandaharKit", "KandaharState", "Options", "chosen", "kit_of", "own", "state_of"]


def state_of(s: RaidState) -> KandaharState:
    return cast(KandaharState, s)


def kit_of(kit: Kit) -> KandaharKit:
    return cast(KandaharKit, kit)


def own(g: RG) -> KandaharState:
    here: Any = g.s
    found: KandaharState = here
    return found


def chosen(g: RG) -> Options:
    """The rules that this table has chosen."""
    here: Any = g.s
    found: Options = here.options
    return found
