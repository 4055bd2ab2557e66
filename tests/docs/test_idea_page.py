"""docs/idea.md leads from each concept of the design to the file where it lives."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import LINK, ROOT, code, table

PAGE = ROOT / "docs" / "idea.md"
ROWS = table(PAGE, "## Where each word lives")

CONCEPTS = {
    "game", "content pack", "state", "seat", "frame", "procedure", "deed", "question", "ask", "option", "token",
    "dealer", "event", "journal", "record", "view", "table", "ruling", "ledger", "standing option", "determinise",
    "chain", "head", "salt", "amendment", "snapshot", "kept content", "waiting table", "note", "sound", "edition",
}  # fmt: skip


def test_every_concept_of_the_design_is_there() -> None:
    assert {row[0] for row in ROWS} >= CONCEPTS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_file_defines_what_to_look_for(row: list[str]) -> None:
    (target,) = LINK.findall(row[2])
    source = (PAGE.parent / target).read_text(encoding="utf-8")
    for name in code(row[3]):
        defined = rf"(?m)^\s*(?:def|class) {name}\b|^\s*(?:self\.)?{name}\s*(?::|=)"
        assert re.search(defined, source), f"{target} defines no {name}"
