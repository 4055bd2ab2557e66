"""What is printed on a counter: its name, and the figures in its corners."""

from __future__ import annotations

from sandtable.games.raids.pieces import ENEMY, GEAR, LEADER, MISSION, TEAM, Kit, PieceId
from sandtable.games.raids.rows import Mobility
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Value, ValueShape


@tabled
def counter_name(kit: Kit, token: PieceId) -> str:
    piece = kit.pieces[token]
    copy = piece.id.removeprefix(piece.row).replace("-", " ")  # " 2" for the second counter of a kind
    return f"{piece.name}{copy}"


MOVING: dict[Mobility, tuple[ValueShape, str]] = {
    "foot": ("", ""),
    "vehicle": ("circle", "a vehicle"),
    "boat": ("wave", "a boat"),
}
"""What is drawn with the movement of those who do not go on foot, and what it says."""


@tabled
def values(kit: Kit, token: PieceId) -> list[Value]:
    """The four corners of the printed counter."""
    piece = kit.pieces[token]
    if piece.kind in (TEAM, LEADER, GEAR):
        sign = "+" if piece.plus else "-" if piece.minus else ""
        fire = f"+{piece.fire}" if piece.plus_fire or piece.kind == LEADER else str(piece.fire)
        return [
            Value("firepower", fire, "tl"),
            Value("cost", str(piece.cost), "tr"),
            Value("noise", str(piece.noise), "bl"),
            Value("movement", f"{sign}{piece.move}", "br"),
        ]
    if piece.kind == ENEMY:
        shape, note = MOVING[piece.mobility]
        return [Value("attack", str(piece.fire), "tl"), Value("movement", str(piece.move), "br", shape, note)]
    if piece.kind == MISSION:
        return [Value("award", str(piece.cost), "tl")]
    return []
