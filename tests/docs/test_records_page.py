"""docs/records.md names every field of a record."""

from __future__ import annotations

from sandtable.kernel.records import Record
from tests.docs.pages import ROOT, code, table

PAGE = ROOT / "docs" / "records.md"


def test_every_field_is_told() -> None:
    told = [name for row in table(PAGE, "## Its fields") for name in code(row[0])]
    assert told == list(Record.__struct_fields__)
