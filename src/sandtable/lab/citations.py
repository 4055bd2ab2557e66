"""Where the code cites the rules: for each key of a game's ledger, the lines that name it.

    citations("patrols")["contact.mine"]      # ["patrols/rules.py:112", "patrols/rules.py:113"]

A line cites a rule by its key, as a string that the code uses or in a comment. Scanned are the package of the
game and the other game packages that it imports, because games of one family share their rules.
"""

from __future__ import annotations

import ast
import importlib
import io
import re
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandtable.kernel.game import Game, open_game

FAMILY = "sandtable.games"
"""Below this package lie the games that share code with each other."""

_KEY = re.compile(r"(?<![\w.])[a-z][a-z0-9-]*(?:\.[a-z0-9-]*[a-z0-9])+(?![\w-])")
_TEXT_TOKENS = {"STRING", "FSTRING_MIDDLE", "COMMENT"}


def citations(game: str | Game[Any, Any]) -> dict[str, list[str]]:
    """For every key of the ledger the lines that cite it, as "package/file.py:line"; an empty list if none does."""
    opened = open_game(game) if isinstance(game, str) else game
    cited: dict[str, list[str]] = {key: [] for key in opened.ledger.rules}
    for key, line in _mentions(opened.package):
        if key in cited:
            cited[key].append(line)
    return cited


def sources(package: str) -> dict[str, Path]:
    """The Python files of a game, and of the games whose code it shares, by the name that citations use."""
    found: dict[str, Path] = {}
    waiting, seen = [package], {package}
    while waiting:
        home = Path(str(files(waiting.pop(0))))
        for file in sorted(home.rglob("*.py")):
            found[file.relative_to(home.parent).as_posix()] = file
            for other in _imported_games(file):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return found


def _imported_games(file: Path) -> Iterator[str]:
    """The game packages that a file imports: `from sandtable.games.raids.noise import x` means the package of raids."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith(f"{FAMILY}."):
                package = ".".join(name.split(".")[: FAMILY.count(".") + 2])
                if hasattr(importlib.import_module(package), "__path__"):
                    yield package


@lru_cache(maxsize=16)
def _mentions(package: str) -> tuple[tuple[str, str], ...]:
    """Whatever is shaped like a key in a string or a comment, with its line; a line that says it twice counts once."""
    mentions: dict[tuple[str, str], None] = {}
    for name, file in sources(package).items():
        for token in tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline):
            if tokenize.tok_name[token.type] in _TEXT_TOKENS:
                for offset, text in enumerate(token.string.splitlines()):
                    for key in _KEY.findall(text):
                        mentions[key, f"{name}:{token.start[0] + offset}"] = None
    return tuple(mentions)
