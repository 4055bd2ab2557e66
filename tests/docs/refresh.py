"""Brings quotations, transcripts and tables of refusals in the pages up to date: `python -m tests.docs.refresh`.

Where a transcript leaves lines out (`[...]`) and no longer agrees, what is printed now is shown instead of written,
because only a person knows which lines matter. So are lines that are quoted without a name and are gone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.docs import refusals
from tests.docs.console import ANY_LINES, Workshop, agrees
from tests.docs.pages import PAGES, Block, blocks, quotation


def due(block: Block, workshop: Workshop) -> str:
    """What a block should say."""
    if "from" in block.words:
        try:
            return quotation(block)
        except ValueError as wrong:
            print(wrong)
    if block.language == "console":
        printed = workshop.transcript(block)
        if ANY_LINES not in block.text:
            return printed
        if not agrees(block.text, printed):
            print(f"{block} does not agree any more; now it would be:\n\n{printed}")
    return block.text


def refresh(page: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(Path(folder), page)
        wanted = [(block, due(block, workshop)) for block in blocks(page)]
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    for block, text in reversed(wanted):
        if text != block.text:
            print(f"{block} is brought up to date")
            first = block.line - 1
            lines[first : first + len(block.text.splitlines())] = text.splitlines(keepends=True)
    page.write_text("".join(lines), encoding="utf-8")
    for game, table in refusals.PAGES.items():
        if table == page:
            page.write_text(refusals.renewed(page, game), encoding="utf-8")


if __name__ == "__main__":
    for one in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else PAGES:
        refresh(one.resolve())
