"""docs/content.md names every word of a table."""

from __future__ import annotations

from sandtable.kernel.content.tables import TABLE_WORDS
from tests.docs.pages import ROOT, code, table

PAGE = ROOT / "docs" / "content.md"


def test_every_word_of_a_table_is_told() -> None:
    told = [name for row in table(PAGE, "## A table") for name in code(row[0])]
    assert told == list(TABLE_WORDS)
