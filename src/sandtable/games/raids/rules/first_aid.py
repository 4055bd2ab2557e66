"""18.2: whom a med kit can help, and with which kit."""

from __future__ import annotations

from sandtable.games.raids.frames import Move
from sandtable.games.raids.pieces import PieceId
from sandtable.games.raids.state import RG, gear_at

AID_EDITION = 2
"""Since then the last enemy waits until a team that could be patched up has been, or the player goes on."""


def treatable(g: RG) -> list[int]:
    """Teams with a marker and a med kit in their hex."""
    if not g.s.options.first_aid:
        return []
    return [t for t in g.kit.teams if g.s.at[t] >= 0 and g.s.marker[t] >= 0 and med_kits(g, t)]


def med_kits(g: RG, team: PieceId) -> list[int]:
    """The kits of a team's hex, its own first; on a move a stack has only those that go with it."""
    kits = [t for t in gear_at(g, g.s.at[team]) if g.kit.stands_for(t) == "med-kit"]
    move = next((f for f in g.s.stack if isinstance(f, Move) and f.step in ("form", "leg")), None)
    if move is None or move.here != g.s.at[team]:
        return kits
    own = [t for t in kits if (t in move.stack) == (team in move.stack)]
    return own if move.hexes else own + [t for t in kits if t not in own]
