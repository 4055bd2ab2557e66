"""YAML as its author wrote it: every scalar stays text.

YAML's own guesses are traps for game data: hex `0303` becomes 195 and Norway's `NO` becomes false. So the
text is kept, and the declared type of a field decides later what it means. The tree is built from parser
events rather than by PyYAML's composer, which accepts repeated keys in silence, follows aliases that contain
themselves, and crashes the process on very deep nesting.
"""

from __future__ import annotations

from typing import Any

import yaml

from sandtable.kernel.content.pages import DEEPEST, Entries, Items, Leaf, Page, Text, described, quoted


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
