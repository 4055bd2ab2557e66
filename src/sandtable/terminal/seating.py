"""Who answers for which seat: the person, or players. Players see a world dealt for them, never the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel import sight
from sandtable.kernel.game import Game, SetupError
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.table import Table
from sandtable.players import RANDOM, derived_seed, make_player
from sandtable.terminal.saves import Sitting

PERSON = ("me", "person", "human")
"""Names by which `--player` gives a seat to the person."""


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
            make_player(game, name, 0)  # refuses an unknown one with a sentence
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


class Company:
    """The players at a table, ready to answer."""

    def __init__(self, game: Game[Any, Any], players: Mapping[Seat, str], seed: str) -> None:
        self.names = dict(players)
        self._answer = {seat: make_player(game, name, derived_seed(seed, seat)) for seat, name in players.items()}
        self._spare = make_player(game, RANDOM, derived_seed(seed, "spare"))

    def asked(self, seats: Sequence[Seat]) -> list[Seat]:
        return [seat for seat in seats if seat in self.names]

    def answer(self, table: Table, seat: Seat) -> Option:
        """What the player of a seat says, told in the world as that seat may think it is."""
        return self._answer[seat](sight.world(table.g, seat), seat)

    def spare_answer(self, table: Table, seat: Seat) -> Option:
        """Any legal answer, for a seat whose player failed."""
        return self._spare(sight.world(table.g, seat), seat)
