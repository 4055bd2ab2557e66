"""What is seen of the war."""

from sandtable.games.invasion.sight.charts import charts
from sandtable.games.invasion.sight.country import BOARD, board
from sandtable.games.invasion.sight.seen import inspect, view

__all__ = ["BOARD", "board", "charts", "inspect", "view"]
