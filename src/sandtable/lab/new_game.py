"""Writes the folder of a new game: the game in `starter`, under a name of one's own.

The starter is a whole small game that is checked with the rest of the house, so what is written here conforms from the
first minute; its author then puts one thing after the other in the place of what is there.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sandtable.kernel.game import games

STARTER = "sandtable.lab.starter"
WRITTEN = (".py", ".yaml")
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1"
requires-python = ">=3.11"
dependencies = ["sandtable"]

# This line makes the game known to Sandtable.
[project.entry-points."sandtable.games"]
{name} = "{name}:GAME"
"""


class Unfit(ValueError):
    """A game that cannot be begun there, with a sentence that says why."""


def begin(name: str, into: Path) -> list[Path]:
    """Writes the package of a new game into a folder of its own, and says which files."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name) or keyword.iskeyword(name):
        raise Unfit(f"{name!r} cannot be the name of a game: use small letters, digits and _, a letter first")
    if name in games():
        raise Unfit(f"there is a game {name!r} already")
    if name in sys.stdlib_module_names or name in ("sandtable", "starter"):
        raise Unfit(f"{name!r} is the name of something else; choose another")
    home = into / name
    if home.exists():
        raise Unfit(f"{home} is there already, and nothing is written over")
    written = [_write(home / "pyproject.toml", PROJECT.format(name=name))]
    written += [
        _write(home / name / place, _renamed(text, name)) for place, text in sorted(_texts(files(STARTER)).items())
    ]
    return written


def _texts(folder: Traversable, below: str = "") -> dict[str, str]:
    """The files of the starter, by their place in it."""
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= _texts(entry, f"{below}{entry.name}/")
        elif entry.name.endswith(WRITTEN):
            found[below + entry.name] = entry.read_text(encoding="utf-8")
    return found


def _renamed(text: str, name: str) -> str:
    """The text with the new name in the place of the starter's; imports sorted as its own package wants them."""
    title = name.replace("_", " ").title()
    text = text.replace(STARTER, name).replace("Starter", title.replace(" ", "")).replace('"starter"', f'"{name}"')
    return text.replace(f'title="{title.replace(" ", "")}"', f'title="{title}"')


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
