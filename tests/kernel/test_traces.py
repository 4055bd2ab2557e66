"""The ways of pieces in the log: each seat gets what it saw, and no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.games.patrols import Patrols
from sandtable.games.patrols.state import Island
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import Trace, View


def stepped() -> Table:
    """Patrols after Red's first step."""
    table = Table(open_game("patrols"), Setup(seats=2), b"1" * 32)
    for seat in (0, 1):
        table.answer(seat, ("order", 1))
    table.answer(0, ("go",))
    ask = table.g.ask
    assert ask is not None
    table.answer(0, next(option for option in ask.options(0) if option[0] == "step"))
    return table


def ways(table: Table, seat: Seat) -> list[Trace]:
    return [trace for said in table.said(seat) for trace in said.moves]


def test_a_step_is_told_with_its_way_to_all_who_see_the_piece() -> None:
    table = stepped()
    (way,) = ways(table, 0)
    (_, man, space) = table.journal[-1].options[0]  # type: ignore[attr-defined]
    assert (way.token, way.path) == (man, [table.game.kit.beaches[0], space])
    assert ways(table, 1) == ways(table, SPECTATOR) == [way]


def test_who_does_not_see_a_piece_does_not_see_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose Blue sees no man of Red tells Blue of no way of his."""
    whole = Patrols.view

    def blind(self: Patrols, s: Island, seat: Seat) -> View:
        seen = whole(self, s, seat)
        if seat == 1:
            seen.tokens = [token for token in seen.tokens if token.id > 1]
        return seen

    monkeypatch.setattr(Patrols, "view", blind)
    table = stepped()
    assert ways(table, 0)
    assert ways(table, 1) == []


def test_a_game_may_say_how_much_of_a_way_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def end_only(self: Patrols, s: Island, seat: Seat, moves: Sequence[Trace]) -> list[Trace]:
        return [Trace(move.token, move.path[-1:]) for move in moves] if seat else list(moves)

    monkeypatch.setattr(Patrols, "traces", end_only)
    table = stepped()
    assert len(ways(table, 0)[0].path) == 2
    assert len(ways(table, 1)[0].path) == 1
