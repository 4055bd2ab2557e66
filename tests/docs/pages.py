"""The pages of the documentation, cut into their blocks of code.

The first word after the fence is the language; further words say what the block is, so that the tests know how to
hold it to the truth:

    ```python from=patrols/rules.py names=Island,Play    quoted: what the source says under these names
    ```yaml from=patrols/rules.yaml                      quoted: lines that stand in that file as they are
    ```python write=sloth/players.py                     a file that the reader makes, and that the page's commands use
    ```yaml cases=kandahar                               rulings, run against that game
    ```console                                           commands and what they print; what follows `> ` is typed
    ```python                                            with >>>: a session that is run as a doctest

A line `[...]` in the output of a command stands for any number of lines.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sandtable"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


class Block(NamedTuple):
    """A fenced block of a page; `line` is that of its first line of text, counted from 1."""

    page: Path
    line: int
    language: str
    words: dict[str, str]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    fence, begun, held = "", 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not fence and line.startswith("```"):
            fence, begun, held = line.removeprefix("```").strip(), number + 1, []
            fence = fence or "text"
        elif fence and line == "```":
            language, *marks = fence.split()
            words = dict(mark.partition("=")[::2] for mark in marks)
            yield Block(page, begun, language, words, "".join(f"{one}\n" for one in held))
            fence = ""
        elif fence:
            held.append(line)
    if fence:
        raise ValueError(f"{page.name}:{begun}: the block is never closed")


def all_blocks() -> list[Block]:
    return [block for page in PAGES for block in blocks(page)]


def session(block: Block) -> bool:
    return block.language == "python" and ">>> " in block.text


# ---- quotations -----------------------------------------------------------------------------------


def quoted_file(block: Block) -> Path:
    """The file that a block quotes: of the games, or of the kernel and its neighbours."""
    named = block.words["from"]
    found = [home / named for home in (SOURCE / "games", SOURCE, ROOT) if (home / named).is_file()]
    if not found:
        raise ValueError(f"{block} quotes {named}, which does not exist")
    return found[0]


def quotation(block: Block) -> str:
    """What a quoting block must say; for a file without names the block itself, if its lines stand there together."""
    source = quoted_file(block).read_text(encoding="utf-8")
    if "names" in block.words:
        return named_parts(source, block.words["names"].split(","))
    if block.text not in source:
        raise ValueError(f"{block}: these lines do not stand together in {block.words['from']}")
    return block.text


def named_parts(source: str, names: list[str]) -> str:
    """The definitions of these names as the source has them; a method is named Class.method and loses its indent."""
    lines = source.splitlines(keepends=True)
    defined = dict(_definitions(ast.parse(source).body))
    parts = []
    for name in names:
        if name not in defined:
            raise ValueError(f"nothing is called {name!r} there; there are {', '.join(defined)}")
        first, last = defined[name]
        parts.append(textwrap.dedent("".join(lines[first - 1 : last])))
    return "\n".join(parts)


def _definitions(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, tuple[int, int]]]:
    for node in body:
        span = (node.lineno, node.end_lineno or node.lineno)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield owner + node.name, span
            if isinstance(node, ast.ClassDef):
                yield from _definitions(node.body, f"{node.name}.")
        for target in _targets(node):
            if isinstance(target, ast.Name):
                yield owner + target.id, span


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


# ---- links and tables -----------------------------------------------------------------------------

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def prose(page: Path) -> str:
    """The page without its blocks of code."""
    return re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The names by which the headings of a page can be linked to."""
    heads = re.findall(r"(?m)^#+ (.+)$", prose(page))
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def table(page: Path, heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head; code marks are kept."""
    _, found, rest = prose(page).partition(f"\n{heading}\n")
    if not found:
        raise ValueError(f"{page.name} has no heading {heading!r}")
    rows: list[list[str]] = []
    for line in rest.splitlines():
        if line.startswith("|"):
            rows.append([cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))])
        elif rows or line.startswith("#"):
            break
    return rows[2:]


def code(cell: str) -> list[str]:
    """The words of a cell that are set as code."""
    return re.findall(r"`([^`]+)`", cell)
