"""How terrains look, out of a game's own table of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sandtable.kernel.view import LineClass, Look, Pattern


class Terrain(Protocol):
    """A row of such a table: whatever else the game knows of a terrain, these are its columns for the drawing."""

    @property
    def name(self) -> str: ...
    @property
    def letter(self) -> str: ...
    @property
    def pattern(self) -> Pattern: ...
    @property
    def line(self) -> LineClass: ...


def looks_of(table: Mapping[str, Terrain]) -> dict[str, Look]:
    """The look of each terrain and line, by its key in the table."""
    return {key: Look(row.name, row.pattern, row.letter, row.line) for key, row in table.items()}
