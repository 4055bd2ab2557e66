"""18.2: whom a med kit can help, with which kit, and what becomes of it."""

from __future__ import annotations

from sandtable.games.kandahar.state import chosen
from sandtable.games.raids.frames import Move
from sandtable.games.raids.pieces import PieceId
from sandtable.games.raids.rules.detection import gone_already
from sandtable.games.raids.rules.losses import eliminate, to_cup
from sandtable.games.raids.state import RG, gear_at

AID_EDITION = 2
"""Since then the last enemy waits until a team that could be patched up has been, or the player goes on."""


def treatable(g: RG) -> list[int]:
    """Teams with a marker and a med kit in their hex."""
    if not chosen(g).first_aid:
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


def between_enemies(g: RG) -> str:
    """The time between two battles is one for first aid."""
    return "First aid before the next enemy acts? Or let it act." if treatable(g) else ""  # rule: special.first-aid


def patch_up(g: RG, team: PieceId) -> None:
    g.tell("special.first-aid", "{0:token} is patched up.", team)
    to_cup(g, g.s.marker[team])
    g.s.marker[team] = -1
    kit = med_kits(g, team)[0]
    where = g.s.at[kit]
    eliminate(g, kit, "special.first-aid", for_good=True)
    gone_already(g, where)
