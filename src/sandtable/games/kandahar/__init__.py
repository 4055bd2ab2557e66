"""Kandahar: Special Forces in Afghanistan (Decision Games, 2016), designed by Eric R. Harvey."""

from sandtable.games.kandahar.game import Kandahar

__all__ = ["GAME", "Kandahar"]

GAME = Kandahar
