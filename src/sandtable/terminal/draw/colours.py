"""The colours of grounds, lines and sides. Whatever has a colour also has a letter, for screens without."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.story import Weight
from sandtable.kernel.view import Look, Token

QUIET = "dim"
LETTERING = "dim italic"
"""Names on the map that belong to no place."""
LEGAL = "bold black on bright_yellow"
"""A space that an answer may name, with the number of the answer."""
RISK = "yellow"
ASKED = "bold"
MARK = "bold bright_red"
WEIGHTS: Mapping[Weight, str] = {
    "": "",
    "part": "bold",
    "chapter": "bold",
    "turn": "bold",
    "phase": "bold",
    "blow": "bold red",
    "gain": "green",
}
"""How lines of the log stand out."""

_GROUNDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("river", "water", "sea", "lake", "ocean", "wadi", "coast", "ship", "pier", "breakwater"), "black on #8fb8d0"),
    (("beach", "sand", "desert", "clear", "open", "plain", "flat"), "black on #d8cba4"),
    (("peak", "summit", "snow"), "black on #d5d5d2"),
    (("mountain", "hill", "rough", "ridge", "rock", "hachure", "cave", "pass"), "black on #b3a58f"),
    (("village", "town", "city", "urban", "settlement", "port", "house", "building", "airfield"), "black on #d0a48f"),
    (("crop", "field", "farm", "paddy", "row"), "black on #c6cf94"),
    (
        ("palm", "grove", "wood", "forest", "jungle", "tree", "scrub", "wild", "dots", "bush", "oasis"),
        "black on #a9c293",
    ),
    (("swamp", "marsh"), "black on #a3bcae"),
    (("trail", "road", "track", "street", "path"), "black on #d3bd98"),
)
_PLAIN_GROUND = "black on #cfcabd"

_LINES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("bridge", "pier", "breakwater"), "bold #d8cba4"),
    (("river", "water", "stream", "sea", "lane", "canal"), "bold #3d8fc4"),
    (("trail", "road", "track", "path", "rail"), "bold #b5722c"),
    (("cliff", "ridge", "wall"), "bold #8a5a2b"),
    (("border", "edge", "frontier"), "bold magenta"),
)

# Pairs that people who confuse red and green can tell apart.
_SIDES = ("bold white on #1f5a99", "bold white on #b0511b", "bold black on #e0b400", "bold white on #6a3d8a")
_NAMED_SIDES = {
    "red": "bold white on #a8322a",
    "blue": "bold white on #1f5a99",
    "green": "bold white on #2e6b3c",
    "yellow": "bold black on #e0b400",
    "white": "bold black on #f2f2f2",
    "black": "bold white on #262626",
}


def ground(kind: str, looks: Mapping[str, Look]) -> str:
    """The style of a terrain: by its own word, then by the name and the pattern of its look."""
    return _by_word(kind, looks, _GROUNDS) or _PLAIN_GROUND


def stroke(ground: str) -> str:
    """The style of a hex's outline on its own ground."""
    return ground.replace("black", "#8d8672", 1) if ground else QUIET


def line(kind: str, looks: Mapping[str, Look]) -> str:
    return _by_word(kind, looks, _LINES) or "bold"


def _by_word(kind: str, looks: Mapping[str, Look], table: tuple[tuple[tuple[str, ...], str], ...]) -> str:
    look = looks.get(kind)
    for text in (kind, look.name if look else "", (look.pattern or look.line) if look else ""):
        for words, style in table:
            if any(word in text.lower() for word in words):
                return style
    return ""


def sides(tokens: list[Token]) -> dict[str, str]:
    """A style for each side on the board; a side named after a colour gets that colour."""
    names = sorted({token.side for token in tokens})
    chosen = {name: _NAMED_SIDES[name.lower()] for name in names if name.lower() in _NAMED_SIDES}
    free = [style for style in _SIDES if style not in chosen.values()]
    for place, name in enumerate(name for name in names if name not in chosen):
        chosen[name] = free[place % len(free)]
    return chosen
