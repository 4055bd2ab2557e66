"""docs/play.md names every command and every option of the terminal."""

from __future__ import annotations

import inspect

from sandtable.terminal.commands.play import play
from sandtable.terminal.main import app
from sandtable.terminal.parse import COMMANDS, OTHER_NAMES
from tests.docs.pages import ROOT, code, table

PAGE = ROOT / "docs" / "play.md"


def words(heading: str) -> list[str]:
    return [code(row[0])[0] for row in table(PAGE, heading)]


def test_what_can_be_typed() -> None:
    assert words("## What else can be typed") == list(COMMANDS)


def test_short_forms() -> None:
    line = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("Short forms"))
    for short in code(line):
        assert short in OTHER_NAMES


def test_options_of_play() -> None:
    named = [f"--{name.replace('_', '-')}" for name in inspect.signature(play).parameters if name != "game"]
    assert words("## Ways to start") == named


def test_commands() -> None:
    assert set(words("## The other commands")) == {name for name in app if not name.startswith("-")}
