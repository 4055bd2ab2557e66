"""Players and a small part of a program, at the top of a module so that other processes find them too."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.begin import Play, new_game
from sandtable.kernel.game import Game
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import State, digest
from sandtable.players import Player, Seated, play_out


class Cautious(Player):
    """Halts whenever it may."""

    def answer(self, world: Play) -> Option:
        return min(world.options(self.seat), key=lambda option: option[0] != "halt")


def first(world: Play, seat: Seat) -> Option:
    """Answers with the first option."""
    return world.options(seat)[0]


def end_of(game: Game[Any, Any], state: State) -> tuple[str, str, str]:
    """How a game ends from a position when it is played on at random, and what it was played with."""
    g = game.resume(state)
    play_out(g, Seated(game, "random", game.seats(state), "end"))
    return str(g.s.outcome), digest(g.s), game.content.digest


def end_of_play(g: Play) -> tuple[str, str, str]:
    return end_of(g.game, g.s)


def under_way(game: Game[Any, Any], answers: int, seats: int = 0) -> Play:
    """A game some answers on."""
    g = new_game(game, "under way", seats=seats)
    play_out(g, Seated(game, "random", g.s.seats, 1), answers)
    return g
