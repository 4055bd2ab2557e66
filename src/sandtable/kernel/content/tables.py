"""One table as written: its source, columns, rows, exceptions and removals, with every misspelt word reported."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from sandtable.kernel.content.pages import (
    Entries,
    Items,
    Leaf,
    Page,
    Text,
    any_of,
    described,
    did_you_mean,
    near,
    quoted,
)
from sandtable.kernel.content.sections import Given, Kind, Section, Source
from sandtable.kernel.content.values import StructReader
from sandtable.kernel.content.words import UNREAD

_DETAIL: Final[dict[str, tuple[Kind, str]]] = {
    "rulebook": ("rulebook", "section"),
    "public": ("public", "where"),
    "designed": ("designed", "reason"),
}
_SOURCE_WORDS = ("source", "section", "where", "reason")
TABLE_WORDS = (*_SOURCE_WORDS, "columns", "rows", "exceptions", "remove")
_ROW_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class TableReader:
    """Reads one table of one page."""

    def __init__(self, table: str, record: StructReader, page: Page, fallback: Source | None) -> None:
        self.table = table
        self.record = record
        self.page = page
        self.fallback = fallback
        self.lost = False

    def read(self, text: Text, name: Leaf) -> Section:
        part = Section(self.table, self.page, Source("overlay", ""))
        if not isinstance(text, Entries):
            self.page.report(text, described(text), "a table with source and rows", self.table)
            self.lost = True
            return part
        text = self.spelt(text, TABLE_WORDS, self.table)
        if self.fallback is not None and not any(word in text.values for word in _SOURCE_WORDS):
            part.default = self.fallback
        else:
            part.default = self.source(text, name, self.table) or part.default
        columns = self.columns(text.values.get("columns"))
        self.rows(part, text, name, columns)
        self.exceptions(part, text.values.get("exceptions"))
        self.removals(part, text)
        return part

    # -- sources

    def source(self, text: Entries, at: Text, where: str) -> Source | None:
        """The source that a table or an exception declares, with the one detail its kind wants."""
        word = text.values.get("source")
        kinds = any_of(_DETAIL)
        if word is None:
            self.page.report(at, "no 'source'", kinds, where)
            return None
        if not isinstance(word, Leaf) or word.text not in _DETAIL:
            hint = did_you_mean(word.text or "", _DETAIL) if isinstance(word, Leaf) else ""
            self.page.report(word, described(word), kinds, f"{where}.source", hint)
            return None
        kind, wanted = _DETAIL[word.text]
        stray = [other for other in _SOURCE_WORDS[1:] if other != wanted and other in text.values]
        for other in stray:
            self.page.report(text.names[other], f"'{other}'", f"'{wanted}', as source {kind} wants", where)
        detail = text.values.get(wanted)
        if detail is None:
            if not stray:
                self.page.report(word, f"no '{wanted}'", f"one, as source {kind} wants it", where)
            return None
        if not isinstance(detail, Leaf) or not (detail.text or "").strip():
            self.page.report(detail, described(detail), "a few words", f"{where}.{wanted}")
            return None
        return Source(kind, " ".join((detail.text or "").split()))

    def exceptions(self, part: Section, text: Text | None) -> None:
        if text is None:
            return
        where = f"{self.table}.exceptions"
        if not isinstance(text, Items):
            self.page.report(text, described(text), "a list of exceptions", where)
            return
        for place, item in enumerate(text.items, 1):
            if not isinstance(item, Entries):
                self.page.report(item, described(item), "row, column and source", f"{where}[{place}]")
                continue
            self.exception(part, item, f"{where}[{place}]")

    def exception(self, part: Section, item: Entries, where: str) -> None:
        item = self.spelt(item, ("row", "column", *_SOURCE_WORDS), where)
        source = self.source(item, item, where)
        if "row" not in item.values and "column" not in item.values:
            self.page.report(
                item, "neither row nor column", "at least one; the table's own source says the rest", where
            )
            return
        rows = self.known(item.values.get("row"), None if self.lost else part.rows, "row", where)
        columns = self.known(item.values.get("column"), self.record.slots, "column", where)
        if source is not None:
            part.exceptions.append((rows, columns, source))

    def known(self, text: Text | None, names: Iterable[str] | None, kind: str, where: str) -> frozenset[str] | None:
        """One name or a list of names, each known (if it can be known); None, for all, where it is left out."""
        if text is None:
            return None
        known = None if names is None else set(names)
        chosen = set()
        for name in text.items if isinstance(text, Items) else [text]:
            if not isinstance(name, Leaf) or not name.text:
                self.page.report(name, described(name), f"the name of a {kind}", f"{where}.{kind}")
            elif known is not None and name.text not in known:
                hint = did_you_mean(name.text, known)
                expected = f"a {kind} of this table"
                self.page.report(name, f"the unknown {kind} {quoted(name.text)}", expected, f"{where}.{kind}", hint)
            else:
                chosen.add(name.text)
        return frozenset(chosen)

    # -- rows

    def columns(self, text: Text | None) -> list[str] | None:
        """The field of each column, a misspelt one under the name that was meant; None without (readable) columns."""
        if text is None:
            return None
        where = f"{self.table}.columns"
        if not isinstance(text, Items) or not text.items:
            self.page.report(text, described(text), "a list of field names", where)
            return None
        written = [item.text for item in text.items if isinstance(item, Leaf) and item.text]
        columns: list[str] = []
        for item in text.items:
            if not isinstance(item, Leaf) or not item.text:
                self.page.report(item, described(item), "the name of a field", where)
                columns.append("")
            elif item.text in columns:
                self.page.report(item, f"a second column {quoted(item.text)}", "each column once", where)
                columns.append("")
            elif item.text in self.record.slots:
                columns.append(item.text)
            else:
                columns.append(self.record.unknown(item.text, item, self.page, self.table, given=written))
        return columns

    def rows(self, part: Section, text: Entries, name: Leaf, columns: list[str] | None) -> None:
        rows = text.values.get("rows")
        if isinstance(rows, Entries):
            misread = "columns" in text.values and columns is None
            self.read_rows(part, rows, columns, text.values.get("columns"), misread=misread)
        elif rows is not None:
            self.page.report(rows, described(rows), "a mapping from row ids to rows", f"{self.table}.rows")
            self.lost = True
        elif self.fallback is None:
            self.page.report(name, "no 'rows'", "a mapping from row ids to rows", self.table)
            self.lost = True

    def read_rows(
        self,
        part: Section,
        rows: Entries,
        columns: list[str] | None,
        columns_text: Text | None = None,
        *,
        misread: bool = False,
    ) -> None:
        for row_id, text in rows.values.items():
            where = f"{self.table}.{row_id}"
            at = rows.names[row_id]
            if not _ROW_ID.fullmatch(row_id):
                words = "lower-case words joined by hyphens"
                self.page.report(at, f"the row id {quoted(row_id)}", words, where)
            if isinstance(text, Entries):
                given = Given(part, at, self.record.read_fields(text, self.page, where), text.values)
            elif isinstance(text, Items) and columns is not None and columns_text is not None:
                given = self.listed_row(part, text, columns, columns_text, where)
            else:
                if not (isinstance(text, Items) and misread):
                    expected = "a mapping of fields" if isinstance(text, Items) else "a row"
                    hint = "a row may be a list where the table has columns" if isinstance(text, Items) else ""
                    self.page.report(text, described(text), expected, where, hint)
                given = Given(part, at, readable=False)
            part.rows[row_id] = given

    def listed_row(self, part: Section, text: Items, columns: list[str], at: Text, where: str) -> Given:
        given = Given(part, at, listed=True)
        if len(text.items) != len(columns):
            found = f"{len(text.items)} {'cell' if len(text.items) == 1 else 'cells'}"
            self.page.report(text, found, f"{len(columns)} ({', '.join(columns)})", where)
            given.readable = False
            return given
        for column, cell in zip(columns, text.items, strict=True):
            slot = self.record.slots.get(column)
            given.values[column] = slot.reader.read(cell, self.page, f"{where}.{column}") if slot else UNREAD
            given.texts[column] = cell
        return given

    def removals(self, part: Section, text: Entries) -> None:
        remove = text.values.get("remove")
        if remove is None:
            return
        if self.fallback is None:
            self.page.report(text.names["remove"], "'remove'", "it only in overlay packs", self.table)
        elif not isinstance(remove, Items):
            self.page.report(remove, described(remove), "a list of row ids", f"{self.table}.remove")
        else:
            for item in remove.items:
                if not isinstance(item, Leaf) or not item.text:
                    self.page.report(item, described(item), "a row id", f"{self.table}.remove")
                elif item.text in part.rows:
                    self.page.report(item, quoted(item.text), "a row that this table does not also give", self.table)
                else:
                    part.removed[item.text] = item

    def spelt(self, text: Entries, words: Collection[str], where: str) -> Entries:
        """The text with misspelt words reported, and then read as what they were meant to be."""
        result = Entries({}, {}, text.line, text.column)
        for name, value in text.values.items():
            word: str | None = name
            if name not in words:
                free = [known for known in words if known not in text.values]
                word = near(name, free)
                hint = f"did you mean '{word}'?" if word else ""
                self.page.report(
                    text.names[name], f"the unknown word {quoted(name)}", any_of(words), f"{where}.{name}", hint
                )
            if word is not None:
                result.values[word] = value
                result.names[word] = text.names[name]
        return result
