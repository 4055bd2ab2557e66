"""Open sea: closed to everybody without a craft. Who or what is left in it, and a base that stands there."""

from __future__ import annotations

from sandtable.boards.paths import IMPASSABLE
from sandtable.games.commandos.rules.coast import craft_at
from sandtable.games.raids.frames import GearLoss, Move
from sandtable.games.raids.pieces import GEAR, HexId, PieceId
from sandtable.games.raids.rules.losses import eliminate
from sandtable.games.raids.rules.movement import carries_boat, way
from sandtable.games.raids.rules.portage import capacity, overloaded
from sandtable.games.raids.state import RG, camp_at, field, gear_at, leaders_at, piece, teams_at
from sandtable.kernel.options import Refusal
from sandtable.kernel.words import how_many

# ---- who may go -----------------------------------------------------------------------------------


def refuse_form(g: RG, h: HexId) -> Refusal | None:
    """In open sea nothing goes by itself but people and craft."""
    if not field(g).sea[h]:
        return None
    waiting = [t for t in g.kit.self_moving if g.s.at[t] == h and not g.s.moved >> t & 1]
    if not waiting or any(not g.kit.is_transport[t] for t in waiting):
        return None
    return Refusal("craft.cargo", "By water a transport goes only as the cargo of a squad.")


def walks(g: RG, f: Move) -> bool:
    """Nobody walks out of open sea: not from a base there, nor from the water."""
    return not field(g).sea[f.here]  # rule: sea.closed craft.needed craft.lost sea.base


def people_left(g: RG, h: HexId, stack: list[int]) -> list[int]:
    return [t for t in (*teams_at(g, h), *leaders_at(g, h)) if t not in stack]


def holds_back(g: RG, f: Move) -> Refusal | None:
    """The last craft does not leave people behind in open sea; a base at sea holds them without one."""
    if f.hexes or not field(g).sea[f.here] or camp_at(g, f.here):
        return None
    craft = [t for t in gear_at(g, f.here) if piece(g, t).craft]
    if any(t in f.stack for t in craft) and all(t in f.stack for t in craft) and people_left(g, f.here, f.stack):
        return Refusal("craft.needed", "Nobody is left in open sea without a craft: take everybody along.")
    return None


def refuse_drop(g: RG, f: Move, token: PieceId) -> Refusal | None:
    """People are put into open sea only where a craft or a base holds them."""
    h = f.here
    if piece(g, token).kind == GEAR or not field(g).sea[h] or camp_at(g, h):
        return None
    if any(piece(g, t).craft and t not in f.stack for t in gear_at(g, h)):
        return None
    return Refusal("craft.needed", f"The {piece(g, token).name} cannot stay in open sea without a craft.")


def refuse_leg(g: RG, f: Move, h: HexId) -> Refusal | None:
    """Open sea and all-sea hexsides are for craft, and for what they can take."""
    here, craft = field(g), carries_boat(g, f)  # rule: craft.stack
    if (here.sea[h] or here.sea[f.here]) and not craft:
        return Refusal("craft.needed", "Open sea is closed to everybody without a craft.")
    if craft and f.afloat >= 0 and way(g, True).cost[h] < IMPASSABLE and overloaded(g, f.stack, f.late, True):
        room = capacity(g, f.stack, f.late, True)
        return Refusal(
            "craft.cargo", f"By water they can haul {how_many(room, 'piece')} and no more, transports among them."
        )
    if here.sea[h] and f.afloat < 0:
        return Refusal("river.boat-on-land", "After a step on land open sea is closed for the rest of the move.")
    if h in here.grid.neighbours[f.here] and here.foot.cost[h] < IMPASSABLE and h not in here.foot.neighbours[f.here]:
        return Refusal("sea.side", "The side between the two hexes is all sea: only a craft crosses it.")
    return None


# ---- what is left behind --------------------------------------------------------------------------


def on_left(g: RG, h: HexId) -> None:
    """Gear that nobody has any more is lost in open sea, but for craft and what they can haul of the player's choice:
    never a transport."""
    if not field(g).sea[h] or camp_at(g, h) or people_left(g, h, []):
        return
    sinks = sinking(g, h)
    if g.s.edition >= ASKING_EDITION and room_afloat(g, h) and any(piece(g, t).minus for t in sinks):
        g.call(GearLoss(where=h, count=sum(piece(g, t).minus for t in sinks), key=SUNK))
        sinks = [t for t in sinks if not piece(g, t).minus]
    for t in sinks:
        eliminate(g, t, SUNK)  # rule: sea.base-moves


SUNK = "sea.stripped"
ASKING_EDITION = 2
"""Until then the dearest gear was hauled and nobody was asked."""


def loads_at(g: RG, h: HexId) -> list[int]:
    return [t for t in gear_at(g, h) if piece(g, t).minus]


def room_afloat(g: RG, h: HexId) -> int:
    """How many pieces the craft in a hex can haul without anybody."""
    return capacity(g, [t for t in gear_at(g, h) if piece(g, t).craft], [], True)


def sinking(g: RG, h: HexId) -> list[int]:
    """The gear in a hex that no craft there can haul: the dearest is hauled first, a transport never."""
    loads = sorted(loads_at(g, h), key=lambda t: -piece(g, t).cost)
    return [t for t in gear_at(g, h) if g.kit.is_transport[t]] + loads[room_afloat(g, h) :]


# ---- bases ----------------------------------------------------------------------------------------


def refuse_camp_move(g: RG, camp: PieceId) -> Refusal | None:
    """A base at sea does not leave people without a craft."""
    h = g.s.at[camp]
    if h < 0 or not field(g).sea[h] or craft_at(g, h) or not people_left(g, h, []):
        return None
    return Refusal("sea.base-moves", "People without a craft are in that base: they would be left in the water.")
