"""Commandos: Europe (World at War magazine 55, Decision Games, 2017), designed by Eric R. Harvey."""

from sandtable.games.commandos.game import Commandos

__all__ = ["GAME", "Commandos"]

GAME = Commandos
