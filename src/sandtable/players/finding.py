"""Finding players by name: `random`, those that a game brings, and those of other packages, by entry point.

A package of somebody else's that does not load takes nobody down: the player is told to be broken, in a sentence.
"""

from __future__ import annotations

import inspect
import re
from functools import lru_cache, partial
from typing import Any

from sandtable.kernel.begin import Play
from sandtable.kernel.game import Answer, Game, SetupError, in_a_sentence, installed
from sandtable.kernel.options import Option, Seat
from sandtable.players.at_random import Random, random_player
from sandtable.players.contract import Budget, Called, Maker, Player

GROUP = "sandtable.players"
RANDOM = "random"
PERSON = ("me", "person", "human")
"""Names by which a seat is given to a person: no player can have them."""
WORD = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def player_names(game: Game[Any, Any]) -> list[str]:
    """Who can play this game."""
    others = [name for name, kind in _installed()[0].items() if name not in game.players and not _unwilling(kind, game)]
    return [RANDOM, *game.players, *others]


def broken_players() -> dict[str, str]:
    """The players that are installed and do not load, each with a sentence that says why."""
    return {
        name: f"The player {name!r} is installed but does not load: {why}." for name, why in _installed()[1].items()
    }


def player_maker(game: Game[Any, Any], name: str) -> Maker:
    """What makes a player of this name for a seat; SetupError with a sentence if there is none."""
    if name == RANDOM:
        return Random
    if name in game.players:
        return partial(_own, name)
    kind = _installed()[0].get(name)
    if kind is not None:
        why = _unwilling(kind, game)
        if why:
            raise SetupError(why)
        return kind
    broken = broken_players()
    if name in broken:
        raise SetupError(broken[name])
    raise SetupError(f"{game.meta.title} has no player {name!r}; it has {', '.join(player_names(game))}.")


def make_player(game: Game[Any, Any], name: str, seed: int) -> Answer:
    """A player by name as a plain function of a world and a seat, for who holds worlds; one seed for all seats."""
    if name == RANDOM:
        return random_player(seed)
    if name in game.players:
        return game.players[name](seed)
    make, seated = player_maker(game, name), dict[Seat, Player]()

    def answer(world: Play, seat: Seat) -> Option:
        if seat not in seated:
            seated[seat] = make(game, seat, seed, Budget())
        return seated[seat].answer(world)

    return answer


def _own(name: str, game: Game[Any, Any], seat: Seat, seed: int, budget: Budget) -> Player:
    make = game.players[name]
    about = (make.__doc__ or f"A player of {game.meta.title}.").strip().partition("\n")[0]
    return Called(game, seat, seed, budget, call=make(seed), name=name, about=about)


# ---- players of other packages --------------------------------------------------------------------


@lru_cache(maxsize=1)
def _installed() -> tuple[dict[str, type[Player]], dict[str, str]]:
    """The players that load, and for each that does not, why."""
    return installed(GROUP, _fault)


def _fault(name: str, kind: Any) -> str:
    """What is missing or wrong in the class of a player, before one is made."""
    if not (isinstance(kind, type) and issubclass(kind, Player)):
        return f"its entry point leads to {kind!r}, which is no class made from sandtable.Player"
    if inspect.isabstract(kind):
        return f"its class {kind.__name__} does not say how it answers: it lacks answer()"
    if not WORD.fullmatch(name):
        return "its name is not a word of small letters, figures and hyphens"
    if name == RANDOM or name in PERSON:
        return "its name is taken"
    if name != kind.name:
        return f"its class {kind.__name__} is called {kind.name!r}"
    return "" if kind.about else f"its class {kind.__name__} does not say what it is: it lacks a docstring"


def _unwilling(kind: type[Player], game: Game[Any, Any]) -> str:
    """Why a player does not play a game; nothing if it does."""
    try:
        if kind.plays(game):
            return ""
    except Exception as error:
        return f"The player {kind.name!r} cannot say whether it plays {game.meta.title}: {in_a_sentence(error)}."
    return f"The player {kind.name!r} does not play {game.meta.title}."
