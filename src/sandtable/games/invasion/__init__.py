"""Invasion Afghanistan: the Soviet-Afghan War, 1979 to 1989, one player against the game system."""

from sandtable.games.invasion.game import Invasion

__all__ = ["GAME", "Invasion"]

GAME = Invasion
