"""docs/rulings-kandahar.md tells the counters and the ground of Kandahar as they are; its words are held with all."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.games.kandahar import Kandahar
from sandtable.kernel.game import Game, open_game
from tests.docs.pages import ROOT, code, table
from tests.docs.vocabulary import outside

PAGE = ROOT / "docs" / "rulings-kandahar.md"


@pytest.fixture(scope="module")
def kandahar() -> Game[Any, Any]:
    return open_game("kandahar")


def test_pieces(kandahar: Game[Any, Any]) -> None:
    """All rows, in the order in which lists of pieces are compared."""
    told = {code(row[0])[0]: code(row[1]) for row in table(PAGE, "## Pieces")}
    known: dict[str, list[str]] = {}
    for piece in kandahar.kit.pieces:
        rows = known.setdefault(piece.table, [])
        if piece.row not in rows:
            rows.append(piece.row)
    assert told == known
    assert list(told) == list(known)


def test_terrains(kandahar: Game[Any, Any]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    told = text[text.index("Terrains are") : text.index("makes the ground")].replace("\n", " ").split(". ")[0]
    assert code(told.partition("`hexes:")[0]) == list(kandahar.kit.terrain)


def test_the_neighbours_on_the_page_are_right(kandahar: Game[Any, Any]) -> None:
    grid, text = kandahar.kit.fields[0].grid, PAGE.read_text(encoding="utf-8").replace("\n", " ")
    for label in ("1107", "1207"):
        assert ", ".join(grid.label(h) for h in grid.step[grid.at(label)]) in text


def test_fields_of_content() -> None:
    """Every field on the page exists, and every field that a new row must have is on the page."""
    told = {code(row[0])[0]: code(outside(row[1])) for row in table(PAGE, "## Content")}
    assert set(told) == set(Kandahar.tables.types)
    told["old-stock"] += told["gear"]  # "as gear"
    for name, kind in Kandahar.tables.types.items():
        fields = {field.name: field.required for field in msgspec.structs.fields(kind)}
        assert set(told[name]) <= set(fields), name
        if name not in ("scenarios", "map"):
            assert {field for field, required in fields.items() if required} <= set(told[name]), name
