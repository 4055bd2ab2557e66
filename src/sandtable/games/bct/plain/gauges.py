"""What the plain player knows about the cards and the Map beforehand, ready to be worked out for any position."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from sandtable.boards.paths import bits
from sandtable.games.bct import cards
from sandtable.games.bct.pieces import Kit

K = TypeVar("K")
V = TypeVar("V")


class Known(dict[K, V]):
    """What is worked out when it is first asked for, and then known."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: K) -> V:
        found = self[key] = self.work_out(key)
        return found


# ---- what Objectives count, as masks ----------------------------------------------------------------


class Tally(Struct, frozen=True):
    """One count of an Objective: Districts as a mask, or Units of a sort; deeds are fixed."""

    mask: int = 0
    own: bool = True
    pieces: cards.Pieces | None = None
    deeds: cards.Deeds | None = None


class Gauge(Struct, frozen=True):
    """One score of an Objective, ready to be worked out for any Control."""

    score: cards.Score
    tally: Tally | None
    unless: tuple[Tally, ...]
    standing: bool
    """Whether it counts what lies on the Map, not what was done."""
    control: bool
    """Whether it counts Control."""


@lru_cache(maxsize=4)
def gauges(kit: Kit) -> list[list[Gauge]]:
    """For each Objective Card its scores."""

    def tally(count: cards.Count) -> Tally:
        match count:
            case cards.Districts():
                mask = sum(1 << district for district in kit.among(count.among))
                return Tally(mask=mask, own=count.control == "own")
            case cards.Pieces():
                return Tally(mask=sum(1 << district for district in kit.among(count.among)), pieces=count)
            case cards.Deeds():
                return Tally(deeds=count)

    def gauge(score: cards.Score) -> Gauge:
        counts = None if score.count is None else tally(score.count)
        standing = counts is None or counts.deeds is None
        control = isinstance(score.count, cards.Districts)
        return Gauge(score, counts, tuple(map(tally, score.unless)), standing, control)

    return [[gauge(score) for score in card.scores] for card in kit.objectives]


@lru_cache(maxsize=4)
def rewards(kit: Kit) -> list[dict[str, list[cards.Score]]]:
    """For each Objective Card the own deeds that it pays for, with the scores that do."""
    found: list[dict[str, list[cards.Score]]] = []
    for card in gauges(kit):
        paid: dict[str, list[cards.Score]] = {}
        for gauge in card:
            deeds = gauge.tally.deeds if gauge.tally is not None else None
            if deeds is not None and deeds.by == "own":
                paid.setdefault(deeds.what, []).append(gauge.score)
        found.append(paid)
    return found


@lru_cache(maxsize=4)
def matters(kit: Kit) -> list[tuple[int, int]]:
    """For each Objective Card the Districts whose Control it looks at, that of its side and of the other."""
    found = []
    for card in gauges(kit):
        masks = [0, 0]
        for gauge in card:
            for tally in (gauge.tally, *gauge.unless):
                if tally is not None:
                    masks[not tally.own] |= tally.mask
        found.append((masks[0], masks[1]))
    return found


# ---- the Map ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def around(kit: Kit) -> list[tuple[int, int]]:
    """For each District itself with those next to it, and those two steps away, as bits."""
    near = [kit.borders[d] | 1 << d for d in range(kit.size)]
    return [(mask, beyond(kit, mask)) for mask in near]


def beyond(kit: Kit, mask: int) -> int:
    """The Districts next to these that are none of them, as bits."""
    found = 0
    for d in bits(mask):
        found |= kit.borders[d]
    return found & ~mask


# ---- Units ------------------------------------------------------------------------------------------

Strength = tuple[int, int, int, int, bool]
"""Dice of a group: J-2, Combat, J-9, Combat without an LOC; and whether it brings supply of its own."""
NO_STRENGTH: Strength = (0, 0, 0, 0, False)


@lru_cache(maxsize=4)
def bare(kit: Kit) -> list[Strength]:
    """The strength of a Unit of each type, alone and without Assets."""
    dice = [[max(0, value) for value in values] for values in kit.values]
    return [
        (j2, combat, j9, int(combat > 1), row.supply) for (j2, combat, j9), row in zip(dice, kit.kinds, strict=True)
    ]
