"""Who sits where at a table in the terminal, from what was wished for on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.game import Game, SetupError
from sandtable.kernel.options import Seat
from sandtable.players import PERSON, RANDOM, player_maker
from sandtable.terminal.saves import Sitting


def default_player(game: Game[Any, Any]) -> str:
    return "plain" if "plain" in game.players else RANDOM


def sit_down(game: Game[Any, Any], seats: int, wishes: Sequence[str], hotseat: bool, seed: str) -> Sitting:
    """Who sits where. The first seat that nobody was wished for is the person's, unless a seat was given to `me`."""
    wished: dict[Seat, str] = {}
    for wish in wishes:
        where, mark, name = wish.partition("=")
        if not mark:
            raise SetupError(f"--player {wish!r} does not say who sits where: write SEAT=NAME, such as Blue=random.")
        if name not in PERSON:
            player_maker(game, name)  # refuses an unknown one with a sentence
        wished[_seat(game, seats, where)] = name
    players = {seat: name for seat, name in wished.items() if name not in PERSON}
    if not hotseat:
        free = [seat for seat in range(seats) if seat not in wished]
        if len(players) == len(wished):
            free = free[1:]
        players |= dict.fromkeys(free, default_player(game))
    return Sitting(dict(sorted(players.items())), hotseat, seed)


def _seat(game: Game[Any, Any], seats: int, text: str) -> Seat:
    names = list(game.meta.seats[:seats])
    for seat, name in enumerate(names):
        if text.strip().lower() in (name.lower(), str(seat)):
            return seat
    told = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise SetupError(f"There is no seat {text!r} at this table; it has {told}.")
