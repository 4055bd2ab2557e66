"""The odds of Commandos: Europe beyond those of the series: of landings that come to nothing, of going ashore."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

from sandtable.boards.hexes import Edge
from sandtable.games.commandos.state import chosen
from sandtable.games.raids.field import Field
from sandtable.games.raids.odds import Teller
from sandtable.games.raids.odds.chances import arrival_chances
from sandtable.games.raids.odds.halting import of_halt
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rows import Mobility
from sandtable.games.raids.state import RG, field
from sandtable.kernel.chance import D6
from sandtable.kernel.odds import CERTAIN, NEVER

TELLERS: dict[str, Teller] = {"land": of_halt}


def arrives(g: RG, h: HexId) -> Fraction:
    """The average over all who may be drawn: everybody of this map who is not on it."""
    cup = in_cup(g)
    many = sum(cup.values())
    return sum((number * landing(g, h, kind) for kind, number in cup.items()), NEVER) / many if many else NEVER


def some_arrive(g: RG, h: HexId) -> Fraction:
    """That not everybody who is drawn comes to nothing."""
    cup = in_cup(g)
    many = sum(cup.values())
    nobody = sum(
        (chance * _all_lost(tuple((CERTAIN - landing(g, h, kind), n) for kind, n in sorted(cup.items())), drawn, many))
        for drawn, chance in arrival_chances(many).items()
    )
    return CERTAIN - nobody


def in_cup(g: RG) -> Counter[Mobility]:
    """How many of each kind lie in the cup, as anybody can count: no enemy is set aside unseen."""
    pieces = g.kit.pieces
    return Counter([pieces[t].mobility for t in g.s.enemy_cup])


def landing(g: RG, h: HexId, kind: Mobility) -> Fraction:
    """How likely one of this kind can be where the dice put it."""
    return _landing(field(g), h, kind, chosen(g).vehicles_land_on_bridges, policy(g).distance_die())


@lru_cache(maxsize=8192)
def _landing(map: Field, h: HexId, kind: Mobility, on_bridges: bool, die: int) -> Fraction:
    rolled = [(direction, distance) for direction in range(D6) for distance in range(1, die + 1)]
    landed = [map.grid.walk(h, direction, distance, Edge.REFLECT) for direction, distance in rolled]
    return Fraction(sum(map.lands(kind, there, on_bridges) for there in landed), len(rolled))


@lru_cache(maxsize=4096)
def _all_lost(lost: tuple[tuple[Fraction, int], ...], drawn: int, many: int) -> Fraction:
    """That of so many drawn from the cup nobody lands: the pairs are a chance to be lost, and how many have it."""
    ways = [CERTAIN] + [NEVER] * drawn
    for chance, number in lost:
        for _ in range(number):
            for k in range(drawn, 0, -1):
                ways[k] += ways[k - 1] * chance
    return ways[drawn] / comb(many, drawn)
