"""What only this book asks of a position: its own fields and options."""

from __future__ import annotations

from typing import cast

from sandtable.games.commandos.position import CommandosState, Options
from sandtable.games.raids.position import RaidState
from sandtable.games.raids.state import RG

__all__ = ["CommandosState", "Options", "chosen", "own", "state_of"]


def state_of(s: RaidState) -> CommandosState:
    return cast(CommandosState, s)


def own(g: RG) -> CommandosState:
    return cast(CommandosState, g.s)


def chosen(g: RG) -> Options:
    """The rules that this table has chosen."""
    return cast(CommandosState, g.s).options
