"""Exact chances, for views and players."""

from __future__ import annotations

from sandtable.games.raids.state import RG
from sandtable.kernel.options import Option
from sandtable.kernel.view import Odds


def odds(g: RG, option: Option) -> Odds | None:
    return None
