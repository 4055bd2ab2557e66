"""YAML as its author wrote it: every scalar stays text, and everything knows its line and column.

YAML's own guesses are traps for game data: hex `0303` becomes 195 and Norway's `NO` becomes false. So the
text is kept, and the declared type of a field decides later what it means. The tree is built from parser
events rather than by PyYAML's composer, which accepts repeated keys in silence, follows aliases that contain
themselves, and crashes the process on very deep nesting.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
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


def read_yaml(page_name: str, content: bytes) -> tuple[Page, Text | None]:
    """The page and its text. No text means that nothing could be read, and the page says why."""
    page = Page(page_name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _position(content[: error.start])
        page.report_at(line, column, f"the byte {content[error.start]:#04x}", "text in UTF-8")
        return page, None
    page.lines = text.splitlines()
    builder = _Builder(page)
    try:
        for event in yaml.parse(text, Loader=yaml.CBaseLoader):
            if not builder.hear(event):
                return page, None
    except yaml.reader.ReaderError as error:
        line, column = _position(text.encode()[: error.position])
        page.report_at(line, column, f"the character {error.character:#04x}", "text without control characters")
        return page, None
    except yaml.MarkedYAMLError as error:
        line, column = _place(error.problem_mark or error.context_mark)
        page.report_at(line, column, "broken YAML", "text that can be read", hint=_reason(error))
        return page, None
    if builder.root is None:
        page.report_at(1, 1, "an empty file", "something written in it")
    return page, builder.root


def _place(mark: Any) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark is not None else (0, 0)


def _position(before: bytes) -> tuple[int, int]:
    """Line and column of what follows the given bytes."""
    lines = (before.decode(errors="replace") + "|").splitlines()
    return len(lines), len(lines[-1])


def _reason(error: yaml.MarkedYAMLError) -> str:
    return ", ".join(part for part in (error.context, error.problem) if part)


class _Builder:
    """Grows the tree from parser events, with a stack of its own in place of recursion."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root: Text | None = None
        self.open: list[Items | Entries] = []
        self.name: list[Leaf | None] = []  # for each open mapping the key whose value comes next

    def hear(self, event: yaml.Event) -> bool:
        """Takes one event; False if reading must stop here."""
        line, column = _place(event.start_mark)
        if isinstance(event, yaml.ScalarEvent):
            self.put(Leaf(event.value, line, column))
        elif isinstance(event, yaml.SequenceStartEvent):
            return self.begin(Items([], line, column))
        elif isinstance(event, yaml.MappingStartEvent):
            return self.begin(Entries({}, {}, line, column))
        elif isinstance(event, yaml.CollectionEndEvent):
            self.name.pop()
            self.put(self.open.pop())
        elif isinstance(event, yaml.AliasEvent):
            found, expected = f"the alias *{event.anchor}", "the value itself, written out"
            self.page.report_at(line, column, found, expected, self.path())
            return False
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self.page.report_at(line, column, "a second document", "one document per file")
            return False
        return True

    def begin(self, holder: Items | Entries) -> bool:
        if len(self.open) >= DEEPEST:
            self.page.report(holder, "data nested too deeply", f"at most {DEEPEST} levels")
            return False
        self.open.append(holder)
        self.name.append(None)
        return True

    def put(self, text: Text) -> None:
        if not self.open:
            self.root = text
            return
        holder = self.open[-1]
        if isinstance(holder, Items):
            holder.items.append(text)
            return
        name = self.name[-1]
        if name is None:
            self.name[-1] = self.key(holder, text)
            return
        if name.text is not None:
            holder.values[name.text] = text
            holder.names[name.text] = name
        self.name[-1] = None

    def key(self, holder: Entries, text: Text) -> Leaf:
        if not isinstance(text, Leaf) or text.text is None:
            self.page.report(text, described(text), "a name", self.path())
            return Leaf(None)
        if text.text in holder.values:
            first = holder.names[text.text]
            where = ".".join(filter(None, (self.path(), text.text)))
            hint = f"the first is in line {first.line}"
            self.page.report(text, f"a second {quoted(text.text)}", "each name once", where, hint)
        return text

    def path(self) -> str:
        return ".".join(name.text for name in self.name if name is not None and name.text is not None)
