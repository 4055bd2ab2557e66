"""Anti-tank weapons: worth twice as much when a vehicle attacks."""

from __future__ import annotations

from sandtable.games.raids.frames import Battle
from sandtable.games.raids.pieces import PieceId
from sandtable.games.raids.state import RG, piece


def weapon_value(g: RG, f: Battle, weapon: PieceId) -> int:
    """Only in defence and only against vehicles."""
    p = piece(g, weapon)
    if p.anti_tank and not f.attacking and piece(g, f.enemy).mobility == "vehicle":
        return 2 * p.fire  # rule: anti-tank.doubled anti-tank.which
    return p.fire  # rule: anti-tank.defence-only
