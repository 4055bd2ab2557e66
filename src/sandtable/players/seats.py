"""Seats: who answers for which seat of a game: a person, a player, or nobody. Terminal, server and lab share it."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, cast

from sandtable.kernel import sight
from sandtable.kernel.begin import Play
from sandtable.kernel.game import Answer, Game, SetupError
from sandtable.kernel.options import Option, Seat
from sandtable.players.at_random import Random, random_player
from sandtable.players.contract import Budget, Called, Maker, Player, PlayerError, Thinking
from sandtable.players.finding import player_maker

LONGEST = 20_000
"""A game with more decisions than this is taken for endless."""


class Sits(Enum):
    """Who answers for a seat that no player has."""

    PERSON = "person"
    NOBODY = "nobody"


Answering = str | Answer | type[Player]
"""A player: its name, a function of a world and a seat, or a class of players."""
Sitter = Answering | Sits


def derived_seed(*parts: object) -> int:
    """A seed of its own for each part of a larger one: game 7 of seed 3, seat 1."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def name_of(player: Answering) -> str:
    """What a player is called."""
    if isinstance(player, str):
        return player
    if isinstance(player, type) and issubclass(player, Player):
        return player.name
    return getattr(player, "__name__", type(player).__name__).strip("<>")


def maker_of(game: Game[Any, Any], player: Answering) -> Maker:
    """What makes this player for a seat; SetupError with a sentence for a name that nobody has."""
    if isinstance(player, str):
        return player_maker(game, player)
    if isinstance(player, type) and issubclass(player, Player):
        return player
    return partial(_called, cast(Answer, player))


def _called(call: Answer, game: Game[Any, Any], seat: Seat, seed: int, budget: Budget) -> Player:
    return Called(game, seat, seed, budget, call=call, name=name_of(call))


class Seats:
    """Who sits where at one game. Seats that are not named belong to a person.

    A player is made when it first answers, so that one that cannot be made fails as one does that cannot answer.
    """

    def __init__(
        self, game: Game[Any, Any], sitting: Mapping[Seat, Sitter], seed: object = 0, budget: Budget | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.budget = budget or Budget()
        self.nobody = {seat for seat, who in sitting.items() if who is Sits.NOBODY}
        self._sitting: dict[Seat, Answering] = {seat: who for seat, who in sitting.items() if not isinstance(who, Sits)}
        self.names = {seat: name_of(player) for seat, player in self._sitting.items()}
        """The players by seat."""
        self._made: dict[Seat, Player] = {}
        self._lot = random.Random(derived_seed(seed, "order")).random
        self._spare: Answer | None = None

    def who(self, seat: Seat) -> str | Sits:
        """Who answers for a seat: a player's name, a person, or nobody."""
        return self.names.get(seat, Sits.NOBODY if seat in self.nobody else Sits.PERSON)

    def persons(self, seats: Collection[Seat]) -> list[Seat]:
        """Those of these seats for which a person answers."""
        return [seat for seat in seats if seat not in self.names and seat not in self.nobody]

    # -- whose answer it is

    def turn(self, g: Play, yielded: Collection[Seat] = ()) -> Seat | None:
        """The seat whose player is to answer now. Persons who are asked too come first, unless they yield."""
        ask = g.ask
        asked = ask.awaited() if ask is not None else []
        players = [seat for seat in asked if seat in self.names]
        return players[0] if players and not set(self.persons(asked)) - set(yielded) else None

    def seat(self, g: Play) -> Seat:
        """Who answers where all are players: of several who may, each is as likely to be the first."""
        ask = g.ask
        if ask is None:
            raise PlayerError("Nobody is asked: the game is over.")
        first = ask.groups[0].seat
        if ask.waits or (g.s.seats > 1 and any(group.seat != first for group in ask.groups)):
            seats = ask.awaited()
            return seats[int(self._lot() * len(seats))] if len(seats) > 1 else seats[0]
        return first

    # -- answering

    def player(self, seat: Seat) -> Player:
        """The player of a seat."""
        made = self._made.get(seat)
        if made is None:
            make = maker_of(self.game, self._sitting[seat])
            made = self._made[seat] = make(self.game, seat, derived_seed(self.seed, seat), self.budget)
        return made

    def answer(self, g: Play, seat: Seat) -> Option:
        """What the player of a seat answers, who sees no more than the seat does."""
        return think(self._made.get(seat) or self.player(seat), g)

    def any_answer(self, g: Play, seat: Seat) -> Option:
        """Any legal answer, for a seat whose player failed."""
        if self._spare is None:
            self._spare = random_player(derived_seed(self.seed, "spare"))
        return self._spare(sight.world(g, seat), seat)

    @property
    def thinking(self) -> dict[Seat, Thinking]:
        """How much the players have thought; those who never answered have not."""
        return {seat: self._made[seat].thinking if seat in self._made else Thinking() for seat in self.names}


def think(player: Player, g: Play) -> Option:
    """What a player answers at a game: here, and nowhere else, the truth is turned into what its seat may know.

    Only `random`, which looks at nothing but what it is offered, is spared the world that others are dealt.
    """
    ask, seat = g.ask, player.seat
    if ask is None:
        raise PlayerError("There is nothing to answer: the game is over.")
    groups = ask.groups if g.s.seats == 1 else [group for group in ask.groups if group.seat == seat]
    option = player.offhand(groups)  # no group is empty
    if type(player) is Random:
        option = option or player.answer(g)
    else:
        option = option or _think_in(player, sight.world(g, seat))
        if not g.offers(seat, option):
            raise PlayerError(f"The player {player.name!r} of seat {seat} answers {option!r}, which is not offered.")
    player.thinking.decisions += 1
    return option


def _think_in(player: Player, world: Play) -> Option:
    """What a player answers in a world, with its thinking counted."""
    player.thinking.worlds += 1
    player.began = time.perf_counter()
    try:
        return player.answer(world)
    finally:
        player.thinking.seconds += time.perf_counter() - player.began


class Seated(Seats):
    """A player at every seat: one for all ("plain"), or one for each ("plain,random", or a list)."""

    def __init__(
        self,
        game: Game[Any, Any],
        players: Answering | Sequence[Answering],
        seats: int,
        seed: object = 0,
        budget: Budget | None = None,
    ) -> None:
        listed = each_player(players)
        if len(listed) not in (1, seats):
            told = ",".join(map(name_of, listed))
            raise SetupError(
                f"{told!r} names {len(listed)} players for {seats} seats; name one for all or one for each."
            )
        for player in listed:
            maker_of(game, player)  # refuses an unknown one before anything starts
        super().__init__(game, dict(enumerate(listed * seats if len(listed) == 1 else listed)), seed, budget)


def each_player(players: Answering | Sequence[Answering]) -> list[Answering]:
    """The players that are named, one by one."""
    if isinstance(players, str):
        return [name.strip() for name in players.split(",")]
    return list(players) if isinstance(players, Sequence) else [players]


def play_out(g: Play, players: Seats, longest: int = LONGEST) -> int:
    """Plays a game to its end, or to `longest` decisions; says how many it took."""
    decisions = 0
    while g.s.outcome is None and decisions < longest:
        seat = players.seat(g)
        g.take(seat, players.answer(g, seat))
        decisions += 1
    return decisions
