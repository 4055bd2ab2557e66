"""The ways of pieces in the log: each seat gets what it saw, and no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from sandtable.games.patrols import Patrols
from sandtable.games.patrols.state import Island
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import Board, Trace, View


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


def test_a_way_on_the_only_board_is_told_without_drawing_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board has hundreds of spaces: drawn for each seat and way it would cost more than all the rest of an answer."""

    def drawn(self: Patrols) -> dict[str, Board]:
        raise AssertionError("the board was drawn")

    monkeypatch.setattr(Patrols, "boards", drawn)
    assert ways(stepped(), 0)


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


class TwoIslands(Patrols):
    """From the second turn on the men stand on another island, whose hexes have the same numbers."""

    def board(self, s: Island) -> str:
        return "island" if s.turn < 2 else "skerry"

    def boards(self) -> dict[str, Board]:
        first = super().boards()["island"]
        return {"island": first, "skerry": replace(first, id="skerry", title="The skerry")}

    def view(self, s: Island, seat: Seat) -> View:
        return replace(super().view(s, seat), board=self.board(s))


def played(game: Patrols, answers: int) -> Table:
    table = Table(game, Setup(seats=2), b"1" * 32)
    for _ in range(answers):
        ask = table.g.ask
        if ask is None:
            break
        seat = next(iter(ask.seats()))
        options = list(ask.options(seat))
        table.answer(seat, next((option for option in options if option[0] == "step"), options[0]))
    return table


def test_a_way_keeps_the_board_it_was_told_on_when_another_comes_into_play() -> None:
    table = played(TwoIslands(), 30)
    assert table.g.s.turn > 1
    boards = [way.board for way in ways(table, 0)]
    assert boards[0] == "island"
    assert boards[-1] == "skerry"
    assert boards == sorted(boards)


def test_with_one_board_a_way_names_none() -> None:
    assert {way.board for way in ways(played(Patrols(), 30), 0)} == {""}


def test_a_way_on_a_board_that_is_not_in_play_is_not_seen_unless_the_game_says_so() -> None:
    table = played(TwoIslands(), 3)
    at = table.g.s.at[0]
    assert table.game.traces(table.g.s, 0, [Trace(0, [at], "skerry"), Trace(0, [at], "island")]) == [
        Trace(0, [at], "island")
    ]
