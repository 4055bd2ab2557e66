"""The words of Commandos: Europe in cases, one module for each subject."""

from __future__ import annotations

from sandtable.games.commandos.referee import ground
from sandtable.games.raids.referee import referee

REFEREE = referee(ground.NOUNS, {}, {}, ground.COMPOUNDS, before=ground.BEFORE, overlay=ground.overlay)
