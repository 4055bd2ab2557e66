"""The end of a game as a page: what it was worth, how it came to that, what was lost, and how the dice fell.

All of it is worked out from the journal, as one seat saw and heard it. Of a game in play nothing is told here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.kernel.ending import losses, luck
from sandtable.kernel.flow import Event, heard_by
from sandtable.kernel.options import Seat
from sandtable.kernel.story import deeds
from sandtable.kernel.table import Table
from sandtable.kernel.view import Said
from sandtable.server import wire
from sandtable.server.tables.past import Past
from sandtable.server.trouble import number_of

TURNING_POINTS = 6


class Told(NamedTuple):
    """What one moment changed: the score, and what was told at it."""

    moment: int
    turn: int
    score: list[int]
    lines: list[Said]


def ending(table: Table, past: Past, seat: Seat) -> wire.Ending:
    """The end as this seat sees it; the table is over, and its past worked out."""
    state = table.g.s
    assert state.outcome is not None
    results = table.game.results(state)
    heard = table.said(seat)
    moments = list(_moments(past, seat))
    return wire.Ending(
        outcome=state.outcome,
        results=results,
        number=number_of(table.game, results.rule) if results is not None and results.rule else "",
        course=_course(moments),
        turning=_turning(moments),
        losses=losses(heard),
        luck=luck(heard),
    )


def _moments(past: Past, seat: Seat) -> Iterable[Told]:
    """Every moment of a seat, with the lines that led to it."""
    game, before = past.table.game, -1
    for moment, frame in enumerate(past.marks[seat]):
        fresh: list[Event] = []
        for still in past.frames[before + 1 : frame + 1]:
            fresh += still.fresh
        before = frame
        state = past.frames[frame].state
        yield Told(moment, state.begun[0], game.score(state), heard_by(fresh, seat))


def _course(moments: Sequence[Told]) -> list[wire.Stand]:
    """Where the score changed, with the first moment and the last."""
    found: list[wire.Stand] = []
    for place, one in enumerate(moments):
        if one.score and (not found or found[-1].score != one.score or place == len(moments) - 1):
            found.append(wire.Stand(one.moment, one.turn, one.score))
    return found


def _turning(moments: Sequence[Told]) -> list[wire.Turning]:
    """The moments at which most changed: the score first of all, then losses and other blows and gains."""
    weighed = []
    for before, one in pairwise(moments):
        told = [deed for deed in deeds(one.lines) if deed.head.weight in ("blow", "gain")]
        change = [new - old for new, old in zip(one.score, before.score, strict=False)]
        lost = sum(len(line.losses) for line in one.lines)
        weight = (sum(map(abs, change)), any(deed.head.main for deed in told), lost)
        if told and any(weight):
            main = next((deed.head for deed in reversed(told) if deed.head.main), told[-1].head)
            weighed.append((weight, wire.Turning(one.moment, one.turn, main.text, main.weight, change)))
    weighed.sort(key=lambda pair: pair[0], reverse=True)
    return sorted((turning for _, turning in weighed[:TURNING_POINTS]), key=lambda turning: turning.n)
