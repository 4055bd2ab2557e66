"""Awareness: each mission accomplished on a map makes its enemies more alert, to the end of that map."""

from __future__ import annotations

from sandtable.games.commandos.rules.maps import accomplished_on, forfeited_on
from sandtable.games.commandos.state import state_of
from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.state import RG, RaidState


def awareness(g: RG) -> int:
    """What every noise level has on top. Other maps do not count."""
    return level(g.s, g.kit)


def level(s: RaidState, kit: Kit) -> int:
    settled = accomplished_on(s, kit, s.map)  # rule: aware.mission aware.reset
    return settled + forfeited_on(s, kit, s.map) if state_of(s).options.forfeits_raise_awareness else settled
