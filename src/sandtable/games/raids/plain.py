"""A competent rule-of-thumb player."""

from __future__ import annotations

from sandtable.games.raids.state import RG
from sandtable.kernel.game import Answer
from sandtable.kernel.options import Option, Seat


def plain(seed: int) -> Answer:
    def answer(g: RG, seat: Seat) -> Option:
        assert g.ask is not None
        return next(iter(g.ask.options(seat)))

    return answer
