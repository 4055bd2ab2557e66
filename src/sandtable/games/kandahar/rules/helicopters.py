"""13.0-2: helicopters in a fight."""

from __future__ import annotations

from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.state import RG, gear_at, piece


def burdens(g: RG, h: HexId) -> int:
    """Helicopters take away from the attack: they always count (13.0-2)."""
    return sum(piece(g, t).fire for t in gear_at(g, h) if piece(g, t).fire < 0)  # rule: combat.helicopter
