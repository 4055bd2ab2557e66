"""Portage: who hauls what, and how far a stack gets with it."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from sandtable.games.raids.pieces import GEAR, LEADER, TEAM, HexId, PieceId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.state import RG, camp_at, gear_at, person_move, piece


def haulers(g: RG, stack: list[int], late: list[int], wet: bool = False) -> list[int]:
    """Everybody in a moving stack who lends portage: people, and plus pieces that began the move with it.

    `wet` is said here and below of a stack that goes by water, where a game has transports as cargo then.
    """
    room, black = g.kit.capacity, g.kit.is_black  # what is cargo by its print hauls nothing
    found = [t for t in stack if room[t] and t not in late and not (black[t] and carried(g, t, stack, wet))]
    return [t for t in found if not g.kit.is_transport[t]] if wet else found


def carried(g: RG, token: PieceId, stack: list[int], wet: bool = False) -> bool:
    """Whether a piece is cargo here: minus pieces always, black-number pieces if another plus piece carries."""
    if not g.kit.is_black[token]:
        return g.kit.is_cargo[token] or (wet and g.kit.is_transport[token])
    transports = [other for t in stack if (other := g.kit.pieces[t]).kind == GEAR and other.plus]
    return any(not other.black and (other.craft or not wet) for other in transports)  # rule: portage.black-number


def cargo(g: RG, stack: list[int], wet: bool = False) -> list[int]:
    hauled, black = g.kit.is_cargo, g.kit.is_black
    return [t for t in stack if hauled[t] or ((wet or black[t]) and carried(g, t, stack, wet))]


def capacity(g: RG, stack: list[int], late: list[int], wet: bool = False) -> int:
    """A team six, a leader one, a plus piece its noise; together they add up."""
    lent = haulers(g, stack, late, wet)  # rule: portage.team portage.leader portage.plus portage.combined
    return sum([g.kit.capacity[t] for t in lent])


def overloaded(g: RG, stack: list[int], late: list[int], wet: bool = False) -> bool:
    if wet:  # only people of a team haul a transport
        teams = sum([g.kit.capacity[t] for t in stack if g.kit.pieces[t].kind == TEAM])
        if sum([g.kit.is_transport[t] for t in stack]) > teams:
            return True
    return len(cargo(g, stack, wet)) > capacity(g, stack, late, wet)


def excess_gear(g: RG, h: HexId, people: list[int]) -> int:
    """How many pieces in a hex these people cannot take possession of; none in a camp."""
    if camp_at(g, h):  # rule: portage.in-camp
        return 0
    there = [*people, *gear_at(g, h)]
    return max(0, len(cargo(g, there)) - capacity(g, there, []))


def allowance(g: RG, stack: list[int], late: list[int], shed: list[int], afloat: bool) -> int:
    """The total movement allowance of a stack that moves together.

    Each team adds one plus piece; minus values come off, shared out so that the slowest team is as fast as can be.
    A stack without a team goes at the pace of its slowest plus piece. Craft lend their value on water only.
    """
    pieces, wet = g.kit.pieces, afloat and policy(g).cargo_afloat
    teams = [t for t in stack if pieces[t].kind == TEAM]
    hauled = [*cargo(g, stack, wet), *shed]  # rule: move.minus-dropped
    weights = [pieces[t].move for t in hauled if pieces[t].minus]  # rule: move.minus
    if len(teams) == 1:
        lent = speeding(g, stack, late, afloat)  # rule: move.stack move.plus-bonus move.one-plus
        return person_move(g, teams[0]) + (pieces[lent[0]].move if lent else 0) - sum(weights)
    if teams:
        return _slowest_team(g, teams, speeding(g, stack, late, afloat), capacity(g, stack, late, wet), weights)
    movers = [t for t in stack if piece(g, t).plus and not carried(g, t, stack, wet)]
    if not afloat and any(piece(g, t).craft for t in movers):
        return 0  # rule: river.boat-on-land
    paces = [person_move(g, t) if piece(g, t).kind == LEADER else piece(g, t).move for t in movers]
    return _share(paces, [piece(g, t).capacity for t in movers], weights)  # rule: move.plus-alone


def speeding(g: RG, stack: list[int], late: list[int], afloat: bool) -> list[int]:
    """The plus pieces that speed teams up, the fastest first: those that began the move with them."""
    pieces, wet = g.kit.pieces, afloat and policy(g).cargo_afloat
    lent = [t for t in stack if pieces[t].plus and t not in late and not carried(g, t, stack, wet)]
    lent = [t for t in lent if afloat or not pieces[t].craft]
    return sorted(lent, key=lambda t: -pieces[t].move) if len(lent) > 1 else lent


def _slowest_team(g: RG, teams: list[int], lent: list[int], room: int, weights: list[int]) -> int:
    """One plus piece speeds up one team; a stack goes at the pace of its slowest team."""
    pieces, rooms = g.kit.pieces, g.kit.capacity
    moves = [(person_move(g, t), rooms[t]) for t in teams]  # rule: move.stack move.plus-bonus
    pairs = [(pieces[t].move, rooms[t]) for t in lent[: len(teams)]]  # rule: move.one-team
    pairs += [(0, 0)] * (len(teams) - len(pairs))
    return _best_slowest(tuple(moves), tuple(pairs), room, tuple(weights))


@lru_cache(maxsize=4096)
def _best_slowest(
    teams: tuple[tuple[int, int], ...], lent: tuple[tuple[int, int], ...], room: int, weights: tuple[int, ...]
) -> int:
    """Each team hauls with the plus piece that speeds it up; what further plus pieces haul burdens whom it may. Teams
    and pieces are pairs of pace and room."""
    spare = room - sum([carries for _, carries in (*teams, *lent)])
    return max(
        _share(
            [move + bonus for (move, _), (bonus, _) in zip(teams, order, strict=True)],
            [own + carries + spare for (_, own), (_, carries) in zip(teams, order, strict=True)],
            list(weights),
        )
        for order in set(permutations(lent))
    )


def _share(paces: list[int], rooms: list[int], weights: list[int]) -> int:
    """The best pace of the slowest when loads are shared out over haulers with so much room."""
    heavy = tuple(sorted([w for w in weights if w], reverse=True))
    if len(paces) == 1:
        return paces[0] - sum(heavy)
    return _best_share(tuple(sorted(zip(paces, rooms, strict=True))), heavy)


@lru_cache(maxsize=4096)
def _best_share(haulers: tuple[tuple[int, int], ...], heavy: tuple[int, ...]) -> int:
    """Every way to hand out the loads, heaviest first; haulers are pairs of pace and room, kept sorted."""
    states = {haulers}
    for weight in heavy:
        states = {
            tuple(sorted((p - weight, r - 1) if i == who else (p, r) for i, (p, r) in enumerate(state)))
            for state in states
            for who in _with_room(state)
        }
        if len(states) > 300:
            states = set(sorted(states, key=min, reverse=True)[:300])
    return max(min(state)[0] for state in states)


def _with_room(haulers: tuple[tuple[int, int], ...]) -> list[int]:
    """Who can take one more load; anybody, once loads dropped on the way have filled every place."""
    return [who for who, (_, room) in enumerate(haulers) if room > 0] or list(range(len(haulers)))
