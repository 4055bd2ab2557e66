"""Awareness: each mission accomplished on a map makes its enemies more alert, to the end of that map."""

from __future__ import annotations

from sandtable.games.commandos.state import chosen
from sandtable.games.raids.state import DONE, FORFEITED, RG, field


def awareness(g: RG) -> int:
    """What every noise level has on top. Other maps do not count."""
    at = g.s.at
    here = [at[t] for t in field(g).missions]  # rule: aware.reset
    settled = here.count(DONE)  # rule: aware.mission
    return settled + here.count(FORFEITED) if chosen(g).forfeits_raise_awareness else settled
