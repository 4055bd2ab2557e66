"""What is printed on a counter, wherever it lies: its colour, its shape, its Values."""

from __future__ import annotations

from typing import Literal

from sandtable.games.bct.pieces import EMPTY, Dice
from sandtable.games.bct.sight.names import VALUES
from sandtable.kernel.view import TokenShape, Value

LOOK_OF_COLOUR = {"dark": "coalition", "light": "afghan", "red": "insurgent"}
SHAPES: dict[str, TokenShape] = {"tactical": "square", "hq": "square", "base": "hex"}
CORNERS: tuple[Literal["tl", "tr", "br"], ...] = ("tl", "tr", "br")


def figures(dice: Dice) -> list[Value]:
    """The three Values; an empty box shows nothing."""
    named = zip(VALUES, dice, CORNERS, strict=True)
    return [Value(title, str(number), corner) for title, number, corner in named if number != EMPTY]
