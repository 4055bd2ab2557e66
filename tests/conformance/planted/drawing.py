"""Faults in what clients are given to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.boards.hexes import HexGrid
from sandtable.games.patrols import Patrols
from sandtable.games.patrols.state import GONE, Island
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.view import Board, Card, Hand, Hexside, Look, Mark, Token, Trace, View
from tests.conformance.planted.planting import Planted


def token_of_no_side(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tokens[0].side = "Rde"
            return seen

    return Planted


def men_off_the_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The fallen are shown in a space of their own."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tokens += [Token(man, "fallen", 99) for man, at in enumerate(s.at) if at == GONE]
            return seen

    return Planted


def mark_off_the_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.marks.append(Mark(self.kit.grid.size, "buoy"))
            return seen

    return Planted


def way_off_the_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Every step is drawn from the boat."""

    class Planted(Patrols):
        def traces(self, s: Island, seat: Seat, moves: Sequence[Trace]) -> list[Trace]:
            return [Trace(move.token, [-1, *move.path]) for move in super().traces(s, seat, moves)]

    return Planted


def men_out_of_sight(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The first man of each side may step, and is not drawn."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tokens = [token for token in seen.tokens if token.id not in (0, 2)]
            return seen

    return Planted


def two_of_one_name(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A card has the name of a man."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.hand += [Card(token.id, "papers", domain=token.domain) for token in seen.tokens]
            return seen

    return Planted


def figures_behind_the_words(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Who takes the map case is told with the number of his order."""

    class Planted(Patrols):
        def take_standing(self, g: Any, seat: Seat, option: Option) -> None:
            g.tell("case.hand", "Somebody counts.", counts={"order": 70 + g.s.orders[seat]})
            super().take_standing(g, seat, option)

    return Planted


def terrain_without_a_look(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            boards = super().boards()
            del boards["island"].looks["hill"]
            return boards

    return Planted


def side_without_a_look(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            boards = super().boards()
            boards["island"].hexsides.append(Hexside(0, 3, "bluff"))
            return boards

    return Planted


def way_on_the_wrong_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Every step is drawn on a map of one hex that lies beside the island."""

    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            rock = HexGrid(1, 1).board("rock", "The rock", [["hill"]], {"hill": Look("hill")})
            return super().boards() | {"rock": rock}

        def traces(self, s: Island, seat: Seat, moves: Sequence[Trace]) -> list[Trace]:
            return [Trace(move.token, move.path, "rock") for move in super().traces(s, seat, moves)]

    return Planted


def card_in_no_row(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The island is a tableau without rows, and its mine a card in one."""

    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            boards = super().boards()
            boards["island"].kind = "tableau"
            return boards

        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.cards.append(Card(900, "mine", space=1, row="hazards"))
            return seen

    return Planted


def hand_out_of_count(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A hand shows more than it counts."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.hands.append(Hand("Ana", 1, cards=[Card(900, "map"), Card(901, "torch")]))
            return seen

    return Planted


DRAWING: list[Planted] = [
    (token_of_no_side, "drawn", "of the side 'Rde'; the view has 'Red', 'Blue'"),
    (men_off_the_board, "drawn", "(fallen) in space 99, which is not on the board"),
    (mark_off_the_board, "drawn", "a mark (buoy) in space"),
    (way_off_the_board, "drawn", "leads over [-1, "),
    (men_out_of_sight, "drawn", "it is not in the view"),
    (two_of_one_name, "drawn", "two things of one name: token"),
    (figures_behind_the_words, "drawn", "which it does not tell"),
    (card_in_no_row, "drawn", "(mine) in the row 'hazards'; the board 'island' has none"),
    (hand_out_of_count, "drawn", "2 cards in the hand of Ana, which counts 1"),
    (terrain_without_a_look, "looks", "the terrain 'hill' of the board 'island' has no look"),
    (side_without_a_look, "looks", "the hexside 'bluff' of the board 'island' has no look"),
    (way_on_the_wrong_board, "drawn", "which is not on the board 'rock'"),
]
