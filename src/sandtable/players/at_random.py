"""The random player: a verb first, then a group, then an option, so that a hundred reachable hexes do not drown the one
order that ends the phase. It plays any game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.kernel.begin import Play
from sandtable.kernel.game import Answer, Game
from sandtable.kernel.options import Group, Option, Seat
from sandtable.players.contract import Budget, Player, PlayerError

STANDING_EVERY = 25
"""A random player takes a standing option, where there is one, about once in so many answers."""
GIVING_UP_EVERY = 50
"""And one that ends the game there and then once in so many of those: or chance would give up every long game."""

Luck = Callable[[], float]
"""A number between 0 and 1."""


class Random(Player):
    """Answers at random: each verb as likely as the others, standing options rarely."""

    def __init__(self, game: Game[Any, Any], seat: Seat, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, seed, budget)
        self.luck: Luck = self.chance.random

    def offhand(self, groups: Sequence[Group]) -> Option | None:
        if self.game.standing_verbs and self.luck() * STANDING_EVERY < 1:
            return None
        return any_answer(groups, self.luck)

    def answer(self, world: Play) -> Option:
        return any_aside(world, self.seat, self.luck) or any_answer(_asked(world, self.seat), self.luck)


def random_player(seed: int) -> Answer:
    """The random player as a plain function, one for all seats."""
    luck = random.Random(seed).random

    def answer(g: Play, seat: Seat) -> Option:
        aside = any_aside(g, seat, luck) if g.game.standing_verbs and luck() * STANDING_EVERY < 1 else None
        return aside or any_answer(_asked(g, seat), luck)

    return answer


def any_aside(world: Play, seat: Seat, luck: Luck) -> Option | None:
    """Any standing option; one that ends the game seldom."""
    standing = [group for group in world.standing(seat) if len(group)]
    if standing:
        option = _any_option(standing, luck())
        if luck() * GIVING_UP_EVERY < 1 or not gives_up(world, seat, option):
            return option
    return None


def any_answer(groups: Sequence[Group], luck: Luck) -> Option:
    """A verb first, then a group, then an option, each equally likely."""
    if len(groups) > 1:
        verbs: list[str] = []
        for group in groups:
            if group.verb not in verbs:
                verbs.append(group.verb)
        if len(verbs) > 1:
            verb = verbs[int(luck() * len(verbs))]
            groups = [group for group in groups if group.verb == verb]
    return _any_option(groups, luck())


def gives_up(g: Play, seat: Seat, option: Option) -> bool:
    """Whether the game is over with this answer."""
    trial = g.clone()
    trial.take(seat, option)
    return trial.over


def _asked(g: Play, seat: Seat) -> list[Group]:
    ask = g.ask
    if ask is None:
        raise PlayerError("There is nothing to answer: the game is over.")
    return [group for group in ask.groups if group.seat == seat and len(group)]


def _any_option(groups: Sequence[Group], luck: float) -> Option:
    """A group and an option of it, from one number between 0 and 1."""
    place = luck * len(groups)
    group = groups[int(place)]
    if group.last is None:
        return (group.verb, *group.head)
    return (group.verb, *group.head, group.last[int((place - int(place)) * len(group.last))])
