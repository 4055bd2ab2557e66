"""Pages: a file as its author wrote it, in which everything knows its line and column, and what is wrong with it.

Every scalar stays text here, and a problem is told where it stands, with what was found and what would be right. Plain
data (parsed JSON, a ruling's overlay) becomes a page too, so that there is one way to read either.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec import Struct

DEEPEST = 50
"""How many lists and mappings may stand inside each other; printed tables need five."""

_WIDEST = 100
"""How many characters of a source line an error shows."""


class Problem(Struct, frozen=True):
    """One thing wrong in a file, told so that its author can mend it. Line and column count from 1; 0 is nowhere."""

    file: str
    line: int
    column: int
    found: str
    expected: str
    where: str = ""
    hint: str = ""
    source_line: str = ""

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    @property
    def message(self) -> str:
        """The problem on one line."""
        where = f" ({self.where})" if self.where else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.place}: found {self.found}, expected {self.expected}{where}{hint}"

    def __str__(self) -> str:
        if not self.source_line:
            return self.message
        start = max(0, self.column - 1 - _WIDEST // 2) if len(self.source_line) > _WIDEST else 0
        shown = self.source_line[start : start + _WIDEST].rstrip()
        before = self.source_line[start : self.column - 1]
        indent = "".join("\t" if letter == "\t" else " " for letter in before)
        return f"{self.message}\n    {shown}\n    {indent}^"


@dataclass(slots=True)
class Leaf:
    """A scalar. Its text is None only where plain data held null: in a file `~` is text until a type reads it."""

    text: str | None
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Items:
    items: list[Text]
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Entries:
    """A mapping; `names` keeps where each key stands."""

    values: dict[str, Text]
    names: dict[str, Leaf]
    line: int = 0
    column: int = 0


Text: TypeAlias = Leaf | Items | Entries


@dataclass(slots=True)
class Page:
    """A file, or plain data in place of one, with the problems found in it so far."""

    name: str
    lines: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def report(self, at: Text, found: str, expected: str, where: str = "", hint: str = "") -> None:
        self.report_at(at.line, at.column, found, expected, where, hint)

    def report_at(self, line: int, column: int, found: str, expected: str, where: str = "", hint: str = "") -> None:
        source_line = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        self.problems.append(Problem(self.name, line, column, found, expected, where, hint, source_line))

    def aside(self) -> Page:
        """The same page with an empty list of problems: for trying a reading that may be given up."""
        return Page(self.name, self.lines)


def described(text: Text) -> str:
    """What an error says it found."""
    if isinstance(text, Items):
        return "a list"
    if isinstance(text, Entries):
        return "a mapping"
    if not text.text:
        return "nothing"
    return quoted(text.text)


def quoted(word: str) -> str:
    return repr(word if len(word) <= 60 else word[:57] + "...")


def any_of(words: Iterable[str]) -> str:
    """'a', 'b' or 'c'"""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def near(word: str, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one most likely meant."""
    matches = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    meant = near(word, known)
    return f"did you mean '{meant}'?" if meant else ""


def plain(text: Text) -> Any:
    """The same data without positions, fit for JSON."""
    if isinstance(text, Leaf):
        return text.text
    if isinstance(text, Items):
        return [plain(item) for item in text.items]
    return {name: plain(value) for name, value in text.values.items()}


def inline(text: Text) -> str:
    """The same data on one line, to be read by people."""
    if isinstance(text, Leaf):
        return "~" if text.text is None else text.text
    if isinstance(text, Items):
        return f"[{', '.join(map(inline, text.items))}]"
    return f"{{{', '.join(f'{name}: {inline(value)}' for name, value in text.values.items())}}}"


class UnfitData(Exception):
    """Plain data that no file could hold."""

    def __init__(self, found: str, expected: str, where: str) -> None:
        super().__init__(found, expected, where)
        self.found = found
        self.expected = expected
        self.where = where


def from_plain(value: object, where: str = "", depth: int = 0) -> Text:
    """Plain data (parsed JSON, a ruling's overlay) as text without positions."""
    if depth > DEEPEST:
        raise UnfitData("data nested too deeply", f"at most {DEEPEST} levels", where)
    if isinstance(value, Mapping):
        inner = f"{where}." if where else ""
        values = {str(name): from_plain(item, f"{inner}{name}", depth + 1) for name, item in value.items()}
        return Entries(values, {name: Leaf(name) for name in values})
    if isinstance(value, list | tuple):
        return Items([from_plain(item, where, depth + 1) for item in value])
    if value is None:
        return Leaf(None)
    if isinstance(value, str | int | float):
        return Leaf(_writable(str(value), where))
    raise UnfitData(f"a value of type {type(value).__name__}", "text, numbers, lists and mappings", where)


def _writable(text: str, where: str) -> str:
    """Half a surrogate pair, which JSON can smuggle in, cannot be written to any file or digest."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UnfitData(ascii(text), "text that is valid Unicode", where) from None
    return text
