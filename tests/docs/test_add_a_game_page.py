"""docs/add-a-game.md: the contract of a game is told whole."""

from __future__ import annotations

import inspect
from typing import get_args, get_type_hints

from sandtable.kernel.game import Game
from sandtable.kernel.view import LineClass, Pattern
from tests.docs.pages import ROOT, code, table

PAGE = ROOT / "docs" / "add-a-game.md"

MADE_BY_THE_KERNEL = {
    "kit", "content", "ledger", "standing_verbs", "several_boards",
    "words", "say", "checked", "as_kept", "start", "resume", "load",
}  # fmt: skip
"""What a game has without saying it."""


def test_the_contract_is_told_whole() -> None:
    told = {name for row in table(PAGE, "## What a Game must say") for name in code(row[0])}
    declared = {name for name in get_type_hints(Game) if not name.startswith("_")}
    methods = {name for name, _ in inspect.getmembers(Game, inspect.isfunction) if not name.startswith("_")}
    assert told == (declared | methods) - MADE_BY_THE_KERNEL


def test_what_is_needed_is_what_has_no_default() -> None:
    needed = {code(row[0])[0] for row in table(PAGE, "## What a Game must say") if row[1] == "yes"}
    bare = {
        name
        for name, method in inspect.getmembers(Game, inspect.isfunction)
        if "raise NotImplementedError" in inspect.getsource(method)
    }
    declared = {name for name in get_type_hints(Game) if not hasattr(Game, name)} - MADE_BY_THE_KERNEL
    assert needed == (bare | declared) - {"take_standing", "borne_out"}


def test_every_pattern_and_class_of_line_is_told() -> None:
    for heading, names in (("### Patterns", get_args(Pattern)), ("### Classes of line", get_args(LineClass))):
        told = [name for row in table(PAGE, heading) for name in code(row[0])]
        assert sorted(told) == sorted(set(names) - {""})
