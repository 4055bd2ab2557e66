"""Players: who answers for a seat, and how a game is played out by them.

`random` plays any game: a verb first, then a group, then an option, so that a hundred reachable hexes do not drown
the one order that ends the phase. Games bring players of their own. None of those ever holds the true position: they
are asked in a world dealt for their seat. Only `random`, which looks at nothing but its options, is spared that.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from sandtable.kernel import sight
from sandtable.kernel.flow import G
from sandtable.kernel.game import Answer, Game, SetupError
from sandtable.kernel.options import Group, Option, Seat

RANDOM = "random"
STANDING_EVERY = 25
"""A random player takes a standing option, where there is one, about once in so many answers."""
GIVING_UP_EVERY = 50
"""And one that ends the game there and then once in so many of those: or chance would give up every long game."""
LONGEST = 20_000
"""A game with more decisions than this is taken for endless."""


class PlayerError(Exception):
    """A player that cannot be had, or that gave an answer the rules do not allow."""


def player_names(game: Game[Any, Any]) -> list[str]:
    return [RANDOM, *game.players]


def make_player(game: Game[Any, Any], name: str, seed: int) -> Answer:
    """A player by name. The answer it gives depends on what it is shown and on its seed, nothing else."""
    if name == RANDOM:
        return random_player(seed)
    if name not in game.players:
        raise SetupError(f"{game.meta.title} has no player {name!r}; it has {', '.join(player_names(game))}.")
    return game.players[name](seed)


def random_player(seed: int) -> Answer:
    """A verb first, then a group, then an option, each equally likely; standing options rarely."""
    chance = random.Random(seed).random

    def answer(g: G[Any, Any], seat: Seat) -> Option:
        if g.game.standing_verbs and chance() * STANDING_EVERY < 1:
            standing = [group for group in g.standing(seat) if len(group)]
            if standing:
                option = _any_option(standing, chance())
                if chance() * GIVING_UP_EVERY < 1 or not gives_up(g, seat, option):
                    return option
        ask = g.ask
        if ask is None:
            raise PlayerError("There is nothing to answer: the game is over.")
        groups = [group for group in ask.groups if group.seat == seat and len(group)]
        if len(groups) > 1:
            verbs = list(dict.fromkeys([group.verb for group in groups]))
            if len(verbs) > 1:
                verb = verbs[int(chance() * len(verbs))]
                groups = [group for group in groups if group.verb == verb]
        return _any_option(groups, chance())

    return answer


def gives_up(g: G[Any, Any], seat: Seat, option: Option) -> bool:
    """Whether the game is over with this answer."""
    trial = g.clone()
    trial.take(seat, option)
    return trial.over


def _any_option(groups: Sequence[Group], luck: float) -> Option:
    """A group and an option of it, from one number between 0 and 1."""
    place = luck * len(groups)
    group = groups[int(place)]
    if group.last is None:
        return (group.verb, *group.head)
    return (group.verb, *group.head, group.last[int((place - int(place)) * len(group.last))])


def derived_seed(*parts: object) -> int:
    """A seed of its own for each part of a larger one: game 7 of seed 3, seat 1."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


class Seated:
    """A player for each seat: one name for all ("plain"), or one per seat ("plain,random")."""

    def __init__(self, game: Game[Any, Any], names: str, seats: int, seed: object = 0) -> None:
        listed = [name.strip() for name in names.split(",")]
        if len(listed) == 1:
            listed *= seats
        if len(listed) != seats:
            raise SetupError(
                f"{names!r} names {len(listed)} players for {seats} seats; name one for all or one for each."
            )
        self.names = listed
        self.answers = [make_player(game, name, derived_seed(seed, seat)) for seat, name in enumerate(listed)]
        self.chance = random.Random(derived_seed(seed, "order")).random

    def seat(self, g: G[Any, Any]) -> Seat:
        """Who answers: where several seats may, each is as likely to be the first."""
        ask = g.ask
        if ask is None:
            raise PlayerError("Nobody is asked: the game is over.")
        first = ask.groups[0].seat
        if all(group.seat == first for group in ask.groups):
            return first
        seats = ask.seats()
        return seats[int(self.chance() * len(seats))]

    def answer(self, g: G[Any, Any], seat: Seat) -> Option:
        """The answer of this seat's player, who sees no more than the seat does."""
        if self.names[seat] == RANDOM:
            return self.answers[seat](g, seat)
        option = self.answers[seat](sight.world(g, seat), seat)
        if not g.offers(seat, option):
            raise PlayerError(
                f"The player {self.names[seat]!r} of seat {seat} answers {option!r}, which is not offered."
            )
        return option


def play_out(g: G[Any, Any], players: Seated, longest: int = LONGEST) -> int:
    """Plays a game to its end, or to `longest` decisions; says how many it took."""
    decisions = 0
    while g.s.outcome is None and decisions < longest:
        seat = players.seat(g)
        g.take(seat, players.answer(g, seat))
        decisions += 1
    return decisions
