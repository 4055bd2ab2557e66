"""What the pages with the words of rulings say, read for the tests that hold them to the referees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from sandtable.kernel.cases import STEP_WORDS, read_cases
from tests.docs.pages import SOURCE, blocks, code, prose, table

CHANCE = ("roll", "draw", "shuffle")


def words(page: Path, heading: str, column: int = 0) -> list[str]:
    """The words set as code in one column of the table under a heading."""
    return [word for row in table(page, heading) for word in code(row[column])]


def rows(page: Path, kind: str) -> list[list[str]]:
    """The rows of all tables of a page whose first column has this title, such as `verb`, wherever they stand."""
    found: list[list[str]] = []
    for lines in re.findall(r"(?m)(?:^\|.*\n)+", prose(page)):
        head, _, *body = [
            [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
            for line in lines.splitlines()
        ]
        found += body if head[0].strip("`") == kind else []
    return found


def outside(cell: str) -> str:
    """A cell without its remarks in brackets."""
    return re.sub(r"\([^)]*\)", "", cell)


def examples(cell: str, word: str) -> list[Any]:
    """The values that the examples in a cell give to a word: `place: {a-team: 1107}`."""
    read = [yaml.load(text, Loader=yaml.CBaseLoader) for text in code(cell) if text.lstrip("{").startswith(f"{word}:")]
    return [one[word] for one in read]


def cases(page: Path, game: str) -> list[dict[str, Any]]:
    """The examples on a page that are cases of a game."""
    found = [block.text for block in blocks(page) if block.words.get("cases") == game]
    return [case for text in found for case in yaml.load(text, Loader=yaml.CBaseLoader)]


def cases_of(game: str) -> list[dict[str, Any]]:
    """The cases that come with a game."""
    files = sorted((SOURCE / "games" / game / "rulings").rglob("*.yaml"))
    return [case for file in files for case in read_cases(file)]


def answers(some: list[dict[str, Any]]) -> set[str]:
    """The verbs and compounds with which cases answer, or which they try, offer or lack."""
    return {word for case in some for step in case.get("when", []) for word in _said(step)}


def _said(step: dict[str, Any]) -> Iterator[str]:
    yield from (word for word in step if word not in STEP_WORDS)
    for asked in ("refuse", "offers", "lacks"):
        yield from step.get(asked, {})


def nouns(some: list[dict[str, Any]]) -> set[str]:
    """The words with which cases give or compare a position."""
    return {word for case in some for part in _positions(case) for word in part}


def _positions(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield case["given"]
    yield case.get("then", {})
    yield from (step["expect"] for step in case.get("when", []) if "expect" in step)


def chance(some: list[dict[str, Any]]) -> dict[str, set[str]]:
    """What cases script, by roll, draw and shuffle. Chance that is not scripted fails a case, so nothing is missing."""
    parts = [part for case in some for part in (case["given"], *case.get("when", []))]
    return {kind: {purpose for part in parts for purpose in part.get(kind, {})} for kind in CHANCE}
