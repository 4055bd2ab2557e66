"""docs/python.md names all that `import sandtable` offers, and nothing else."""

from __future__ import annotations

import sandtable
from sandtable.players import Player
from tests.docs.pages import ROOT, code, table

PAGE = ROOT / "docs" / "python.md"


def test_all_names_are_listed_once() -> None:
    listed = [name for row in table(PAGE, "## All names") for name in code(row[1])]
    assert sorted([*listed, "__version__"]) == sorted(sandtable.__all__)


def test_what_a_player_has_is_listed() -> None:
    listed = {name.partition("(")[0] for row in table(PAGE, "## A player of your own") for name in code(row[0])}
    public = {name for name in vars(Player) if not name.startswith("_")}
    assert listed >= public - {"out_of_time"}
    assert "`out_of_time`" in PAGE.read_text(encoding="utf-8")
