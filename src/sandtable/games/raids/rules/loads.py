"""Loads: whose load a piece was that is put down on the way. It slows the one who carried it, and nobody else."""

from __future__ import annotations

from sandtable.boards.paths import IMPASSABLE
from sandtable.games.raids.frames import Move
from sandtable.games.raids.pieces import LEADER, PieceId
from sandtable.games.raids.rules.portage import carried, speeding
from sandtable.games.raids.state import RG, is_team, person_move, piece

Loads = tuple[list[int], list[int]]
"""The frame's `shed` and `hands`."""


def left_with(g: RG, f: Move, token: PieceId) -> Loads:
    """What those who go on have dropped, and what those who stay can still have carried, once a piece stays behind.

    A load stays with whoever halts in the same hex and can have carried it there; whoever halts keeps the loads that
    he can have dropped on the way. What is left burdens those who go on, to the end of the move.
    """
    if piece(g, token).minus:
        return load_left(g, f, token)
    room, slack = piece(g, token).capacity, pace_left(g, f, token)
    own = heaviest(g, f.shed, room, slack)
    room, slack = room - len(own), slack - sum(piece(g, t).move for t in own)
    pieces = g.kit.pieces
    may_carry_more = room > 0 and slack > 0 and any(pieces[t].minus and 0 < pieces[t].move <= slack for t in f.stack)
    return [t for t in f.shed if t not in own], [*f.hands, room, slack] if may_carry_more else f.hands[:]


def load_left(g: RG, f: Move, load: int) -> Loads:
    weight, hands = piece(g, load).move, f.hands[:]
    able = [i for i in range(0, len(hands), 2) if hands[i] > 0 and hands[i + 1] >= weight]
    if not able:
        return [*f.shed, load], hands  # rule: move.minus-dropped
    carrier = min(able, key=lambda i: hands[i + 1])
    hands[carrier] -= 1
    hands[carrier + 1] -= weight
    return f.shed[:], hands


def pace_left(g: RG, f: Move, token: PieceId) -> int:
    """How much weight a hauler can have carried as far as the stack has come; below 0 if no load was its own.

    With a team in the stack it is the teams that every load slows. Each has one plus piece of its own, if there are
    enough: the slowest of them, since who had which was never said.
    """
    p, by_boat = piece(g, token), f.spent >= IMPASSABLE
    spent = f.afloat if by_boat else f.spent
    teams = [t for t in f.stack if is_team(g, t)]
    if not teams:
        own = token not in f.late and not carried(g, token, f.stack)
        return (person_move(g, token) if p.kind == LEADER else p.move) - spent if own else -1
    if token not in teams:
        return -1
    lent = speeding(g, f.stack, f.late, by_boat)
    return person_move(g, token) + (piece(g, lent[len(teams) - 1]).move if len(lent) >= len(teams) else 0) - spent


def heaviest(g: RG, loads: list[int], room: int, slack: int) -> list[int]:
    """The heaviest choice of so many loads that weighs no more than this."""
    chosen: dict[int, list[int]] = {0: []}
    for load in loads:
        for weight, so_far in list(chosen.items()):
            total = weight + piece(g, load).move
            if total <= slack and len(so_far) < room and (total not in chosen or len(so_far) + 1 < len(chosen[total])):
                chosen[total] = [*so_far, load]
    return chosen[max(chosen)]
