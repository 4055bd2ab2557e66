"""Awareness: each mission accomplished on a map makes its enemies more alert, to the end of that map."""

from __future__ import annotations

from sandtable.games.commandos.rules.maps import accomplished_here, forfeited_here
from sandtable.games.commandos.state import chosen
from sandtable.games.raids.state import RG


def awareness(g: RG) -> int:
    """What every noise level has on top. Other maps do not count."""
    settled = accomplished_here(g)  # rule: aware.mission aware.reset
    return settled + forfeited_here(g) if chosen(g).forfeits_raise_awareness else settled
