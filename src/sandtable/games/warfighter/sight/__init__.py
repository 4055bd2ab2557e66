"""What is seen of the mission."""

from sandtable.games.warfighter.sight.facts import inspect
from sandtable.games.warfighter.sight.seen import BOARD, board, charts, view

__all__ = ["BOARD", "board", "charts", "inspect", "view"]
