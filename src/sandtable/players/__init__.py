"""Players: who answers for a seat, and how a game is played out by them.

contract   what a player is: made from game, seat, seed and budget, asked in dealt worlds only
at_random  the player that plays any game
finding    players by name: random, a game's own, and those of other packages
seats      who answers for which seat: a person, a player, nobody
"""

from __future__ import annotations

from sandtable.players.at_random import GIVING_UP_EVERY, STANDING_EVERY, Random, gives_up, random_player
from sandtable.players.contract import Budget, Called, Player, PlayerError, Thinking
from sandtable.players.finding import PERSON, RANDOM, broken_players, make_player, player_maker, player_names
from sandtable.players.seats import (
    LONGEST,
    Answering,
    Seated,
    Seats,
    Sits,
    derived_seed,
    each_player,
    name_of,
    play_out,
    think,
)

__all__ = [
    "GIVING_UP_EVERY",
    "LONGEST",
    "PERSON",
    "RANDOM",
    "STANDING_EVERY",
    "Answering",
    "Budget",
    "Called",
    "Player",
    "PlayerError",
    "Random",
    "Seated",
    "Seats",
    "Sits",
    "Thinking",
    "broken_players",
    "derived_seed",
    "each_player",
    "gives_up",
    "make_player",
    "name_of",
    "play_out",
    "player_maker",
    "player_names",
    "random_player",
    "think",
]
