"""What one asks of the position of a raid game in its own words."""

from __future__ import annotations

from sandtable.games.raids.pieces import Field, HexId, Kit, Piece, PieceId
from sandtable.games.raids.position import (
    AWAY,
    BOX,
    DONE,
    FORFEITED,
    HELD,
    LOST,
    PLAYER,
    POOL,
    REPLACED,
    WAITING,
    Options,
    RaidState,
)
from sandtable.kernel.flow import G

__all__ = [
    "AWAY",
    "BOX",
    "DONE",
    "FORFEITED",
    "HELD",
    "LOST",
    "PLAYER",
    "POOL",
    "REPLACED",
    "WAITING",
    "Options",
    "RaidState",
]
"""What the position holds and is asked for here, too."""

RG = G[RaidState, Kit]


def field(g: RG) -> Field:
    """The map in play."""
    return g.kit.fields[g.s.map]


def piece(g: RG, token: PieceId) -> Piece:
    return g.kit.pieces[token]


def teams_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.kit.teams if at[t] == h]


def team_at(g: RG, h: HexId) -> bool:
    at = g.s.at
    return any(at[t] == h for t in g.kit.teams)


def leaders_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.kit.leaders if at[t] == h]


def gear_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.kit.gear if at[t] == h]


def enemies_at(g: RG, h: HexId) -> list[int]:
    at = g.s.at
    return [t for t in g.s.hunters if at[t] == h]


def camp_at(g: RG, h: HexId) -> bool:
    at = g.s.at
    return any(at[t] == h for t in g.kit.camps)


def camps(g: RG) -> list[int]:
    """The camps that stand on the map."""
    return [t for t in g.kit.camps if g.s.at[t] >= 0]


def teams_in_play(g: RG) -> list[int]:
    return [t for t in g.kit.teams if g.s.at[t] >= 0]


def exposed_teams(g: RG) -> list[int]:
    """Teams on the map outside a camp."""
    homes = {g.s.at[t] for t in g.kit.camps}
    return [t for t in g.kit.teams if g.s.at[t] >= 0 and g.s.at[t] not in homes]  # rule: camp.sanctuary


def hunted(g: RG) -> list[int]:
    """Detected teams outside a camp: whom the enemy pursues."""
    return [t for t in exposed_teams(g) if g.s.event[t]]  # rule: camp.never-target


def person_fire(g: RG, token: PieceId) -> int:
    """A team's attack value after its casualties, never below zero."""
    fire, marker = g.kit.pieces[token].fire, g.s.marker[token]
    return fire if marker < 0 else max(fire + g.kit.pieces[marker].fire, 0)  # rule: casualty.marker


def person_move(g: RG, token: PieceId) -> int:
    move, marker = g.kit.pieces[token].move, g.s.marker[token]
    return move if marker < 0 else max(move + g.kit.pieces[marker].move, 0)  # rule: casualty.marker casualty.stays


def person_noise(g: RG, token: PieceId) -> int:
    noise, marker = g.kit.pieces[token].noise, g.s.marker[token]
    return noise if marker < 0 else noise + g.kit.pieces[marker].noise  # rule: casualty.marker


def is_team(g: RG, token: PieceId) -> bool:
    return g.kit.is_team[token]


def any_team(g: RG, stack: list[int]) -> bool:
    is_team = g.kit.is_team
    return any(is_team[t] for t in stack)


def accomplished(s: RaidState, kit: Kit) -> int:
    return [s.at[t] for t in kit.mission_tokens].count(DONE)


def forfeited(s: RaidState, kit: Kit) -> int:
    return [s.at[t] for t in kit.mission_tokens].count(FORFEITED)
