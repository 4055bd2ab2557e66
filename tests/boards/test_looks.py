"""How terrains look: a column of a game's own table, and the one list of names that clients know."""

import re
from pathlib import Path
from typing import get_args

import pytest

from sandtable.boards.looks import looks_of
from sandtable.games.kandahar import Kandahar
from sandtable.games.raids.pieces import Terrain
from sandtable.kernel.content import ContentError
from sandtable.kernel.view import LineClass, Look, Pattern

WEB = Path(__file__).parents[2] / "web" / "src"


def test_the_table_of_terrains_says_how_they_look() -> None:
    rows = {
        "fen": Terrain("Fen", "m", 2, 0, 0, pattern="marsh"),
        "brook": Terrain("Brook", "r", 1, 0, 0, line="river"),
    }
    assert looks_of(rows) == {"fen": Look("Fen", "marsh", "m"), "brook": Look("Brook", "", "r", "river")}


def test_a_pack_may_change_how_a_terrain_looks() -> None:
    game = Kandahar(packs=[{"terrain": {"crops": {"pattern": "marsh"}}}])
    (board,) = game.boards().values()
    assert board.looks["crops"].pattern == "marsh"
    assert Kandahar().boards()[board.id].looks["crops"].pattern == "rows"


def test_a_pattern_that_no_client_draws_is_refused() -> None:
    with pytest.raises(ContentError, match="pattern"):
        Kandahar(packs=[{"terrain": {"crops": {"pattern": "tartan"}}}])


def test_the_page_draws_every_pattern() -> None:
    drawn = set(re.findall(r'"([a-z]+)"', (WEB / "board" / "map" / "kinds.ts").read_text()))
    drawn |= set(re.findall(r"^  ([a-z]+): ", (WEB / "board" / "map" / "kinds.ts").read_text(), re.M))
    assert set(get_args(Pattern)) - {""} <= drawn


def test_the_page_has_a_style_for_every_class_of_line() -> None:
    styles = (WEB / "styles" / "lines.css").read_text()
    for line in get_args(LineClass):
        assert re.search(rf"\.l-{line}\b" if line else r"\.l-[\s,{]", styles) or line == "bridge", line
