"""3.1: never two bases in one hex."""

from __future__ import annotations

from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.state import RG
from sandtable.kernel.options import Refusal


def taken(g: RG, base: PieceId) -> list[HexId]:
    """Where the other base stands."""
    return [g.s.at[t] for t in g.kit.camps if t != base and g.s.at[t] >= 0]  # rule: camp.one-per-hex


def refuse(g: RG, base: PieceId, h: HexId) -> Refusal | None:
    return Refusal("camp.one-per-hex", "The other base stands there.") if h in taken(g, base) else None
