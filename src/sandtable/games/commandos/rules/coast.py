"""The coast: sea and land in one hex. Who is there is on one or the other, and has its noise and its shelter."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.commandos.state import CommandosState, own
from sandtable.games.raids.field import Field
from sandtable.games.raids.frames import Battle, Move
from sandtable.games.raids.pieces import HexId, Kit, PieceId
from sandtable.games.raids.rules.movement import Ways, price, ways
from sandtable.games.raids.state import PLAYER, RG, field, piece, teams_at
from sandtable.kernel.options import Group


def craft_at(g: RG, h: HexId) -> bool:
    return any(g.s.at[t] == h and piece(g, t).craft for t in g.kit.gear)


def is_afloat(g: RG, token: PieceId) -> bool:
    """In open sea, or on the sea part of a coastal hex."""
    h = g.s.at[token]
    return h >= 0 and (field(g).sea[h] or on_the_sea_part(own(g), g.kit, token))


def on_the_sea_part(s: CommandosState, kit: Kit, token: PieceId) -> bool:
    """In a coastal hex a craft always is, others as they chose while a craft is there and no base."""
    h = s.at[token]
    if h < 0 or not kit.fields[s.map].coast[h] or any(s.at[t] == h for t in kit.camps):
        return False
    if kit.is_craft[token]:  # rule: coast.either
        return True
    return bool(s.afloat >> token & 1) and any(s.at[t] == h and kit.is_craft[t] for t in kit.gear)


# ---- the end of a move ----------------------------------------------------------------------------


def can_land(g: RG, f: Move) -> bool:
    """Whether a stack has come by water to a coastal hex, so that it may be on either part of it."""
    came_by_water = f.hexes > 0 and f.afloat >= 0 and any(piece(g, t).craft for t in f.stack)
    return came_by_water and field(g).coast[f.here] and any(not piece(g, t).craft for t in f.stack)


def ends(g: RG, f: Move) -> Sequence[Group]:
    """Ashore the move is over; halting after a move by craft means staying afloat."""
    return [Group(PLAYER, "land", risky=True)] if can_land(g, f) else ()  # rule: coast.landing


def come_to_rest(g: RG, f: Move, tokens: Sequence[PieceId], how: str) -> None:
    """Where a move ends is kept until the piece moves again."""
    if not f.hexes:
        return
    s, afloat = own(g), how != "land" and can_land(g, f)
    for t in tokens:
        s.afloat = s.afloat | 1 << t if afloat else s.afloat & ~(1 << t)  # rule: coast.either


# ---- noise and shelter ----------------------------------------------------------------------------


def noise_afloat(here: Field, h: HexId) -> int:
    return here.open_water.noise if here.open_water is not None else here.noise[h]


def penalty_afloat(here: Field, h: HexId) -> int:
    return here.open_water.penalty if here.open_water is not None else here.penalty[h]


def ground_noise(g: RG, h: HexId) -> int:
    """Of the parts of a coastal hex that our squads are in, the louder."""
    here = field(g)
    if not here.coast[h]:  # rule: coast.hex
        return here.noise[h]
    afloat = {is_afloat(g, t) for t in teams_at(g, h)} or {False}
    return max(noise_afloat(here, h) if one else here.noise[h] for one in afloat)  # rule: coast.part


def halting_noise(g: RG, f: Move, h: HexId, how: str) -> int:
    """The same once a stack is there, too: if it comes by water it stays afloat unless it lands."""
    here = field(g)
    if not here.coast[h]:
        return here.noise[h]
    staying = how != "land" and comes_by_water(g, f, h)
    afloat = {staying, *(is_afloat(g, t) for t in teams_at(g, h) if t not in f.stack)}
    return max(noise_afloat(here, h) if one else here.noise[h] for one in afloat)


def comes_by_water(g: RG, f: Move, h: HexId) -> bool:
    """Whether the stack would have come to a hex by water, once it is there."""
    if h == f.here:
        return can_land(g, f)
    found = g.memo if isinstance(g.memo, Ways) else ways(g, f)
    return price(found.boat, h) >= 0


def penalty(g: RG, h: HexId) -> int:
    """What the ground takes from an attack on our squads in a hex: where they are in both parts, the worse for it."""
    here = field(g)
    if not here.coast[h]:
        return here.penalty[h]
    afloat = {is_afloat(g, t) for t in teams_at(g, h)} or {False}
    return min(penalty_afloat(here, h) if one else here.penalty[h] for one in afloat)  # rule: coast.part


def penalty_in(g: RG, f: Battle) -> int:
    """The same in a battle; a boat is on the sea part, other enemies on the land."""
    if not f.attacking:  # rule: coast.combat
        return penalty(g, f.target_hex)
    here = field(g)
    if here.coast[f.target_hex] and piece(g, f.enemy).mobility == "boat":
        return penalty_afloat(here, f.target_hex)
    return here.penalty[f.target_hex]
