"""The tables "refused because ..., under ...": every sentence with which the rules of a game refuse an answer.

They are read from the code, so that none is missing, and written into the pages by `python -m tests.docs.refresh`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from sandtable.games.raids.game import RaidGame
from sandtable.games.raids.policies import Words
from sandtable.kernel.game import open_game
from sandtable.kernel.ledger import Ledger
from sandtable.lab.citations import sources
from tests.docs.pages import ROOT

HEADING = "## Refusals"
HEAD = "| refused because | under |\n|---|---|\n"
ANY = "..."
"""What stands for names and numbers in a sentence, and for a rule that differs with the question."""
PAGES = {game: ROOT / "docs" / f"rulings-{game}.md" for game in ("kandahar", "bct", "commandos", "invasion")}


def refusals(game: str) -> list[tuple[str, str]]:
    """Key and sentence of each refusal in the code of a game, in the order of its ledger; "" for a key that varies."""
    opened = open_game(game)
    words = opened.policy.words if isinstance(opened, RaidGame) else None
    found = {pair for file in sources(opened.package).values() for pair in _in_file(file, words)}
    order = list(opened.ledger.rules)
    return sorted(found, key=lambda pair: (order.index(pair[0]) if pair[0] else len(order), pair[1]))


def _in_file(file: Path, words: Words | None) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            key, text = node.args
            yield (
                key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else "",
                _sentence(text, words),
            )


def _sentence(text: ast.expr, words: Words | None) -> str:
    """A sentence with its names and numbers left open; what a book calls things is filled in."""
    match text:
        case ast.JoinedStr():
            return "".join(_sentence(part, words) for part in text.values)
        case ast.FormattedValue(ast.Attribute(ast.Call(ast.Name("words")), word)) if words is not None:
            return str(getattr(words, word))
        case ast.Constant():
            return str(text.value)
    return ANY


def rows(game: str) -> str:
    """The table as the page has it."""
    ledger = open_game(game).ledger
    return HEAD + "".join(f"| {text} | {_under(ledger, key)} |\n" for key, text in refusals(game))


def _under(ledger: Ledger, key: str) -> str:
    return f"{ledger.number(key)} `{key}`" if key else "the rule of the question"


def renewed(page: Path, game: str) -> str:
    """The page with its table as it should be."""
    text = page.read_text(encoding="utf-8")
    before, found, rest = text.partition(HEAD)
    if not found or HEADING not in before:
        raise ValueError(f"{page.name} has no table under {HEADING!r}")
    lines = rest.splitlines(keepends=True)
    end = next((place for place, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return before + rows(game) + "".join(lines[end:])
