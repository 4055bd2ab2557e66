"""How commands report: text for people, or exactly one JSON object for programs; what is wrong is a sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

GOOD, FAILED, MISUSED = 0, 1, 2
"""Exit codes: all is well; something that was checked does not hold; the command was not understood."""

Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON object instead of text.")]
Game = Annotated[str, Parameter(help="The id of a game; `sandtable games` lists them.")]
Packs = Annotated[
    tuple[Path, ...],
    Parameter(name="--pack", negative=(), help="A folder of content laid over the game's own; may be repeated."),
]
Options = Annotated[
    tuple[str, ...],
    Parameter(name="--option", negative=(), help="An option of the rules, as name=value; may be repeated."),
]
Seats = Annotated[int, Parameter(help="How many sit at the table; the fewest the game allows if not given.")]
Scenario = Annotated[str, Parameter(help="The scenario; the first of the game if not given.")]


class Complaint(Exception):
    """Something that a person must put right, as a sentence."""

    def __init__(self, text: str, code: int = MISUSED) -> None:
        super().__init__(text)
        self.code = code


def console() -> Console:
    return Console(highlight=False)


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def grid(*titles: str, right: tuple[int, ...] = ()) -> Grid:
    """A plain table with a line under its heads; the columns named by place stand to the right."""
    made = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for place, title in enumerate(titles):
        made.add_column(title, justify="right" if place in right else "left", overflow="fold")
    return made


def cell(value: object, style: str = "") -> Text:
    return Text(str(value), style=style)


def read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Complaint(f"{file} cannot be read: {error.strerror or error}.") from error


def pairs(options: tuple[str, ...]) -> dict[str, str]:
    """`--option name=value`, several times, as a mapping."""
    found: dict[str, str] = {}
    for option in options:
        name, mark, value = option.partition("=")
        if not mark or not name:
            raise Complaint(f"--option {option!r} should be name=value.")
        found[name.strip()] = value.strip()
    return found


def folders(packs: tuple[Path, ...]) -> list[Path]:
    for pack in packs:
        if not pack.is_dir():
            raise Complaint(f"--pack {pack} is not a folder.")
    return list(packs)
