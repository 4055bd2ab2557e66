"""Runs the `sandtable` command as a person or a script does: words in, text out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from sandtable.terminal.main import run


class Ran(Struct):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one object that was printed."""
        assert self.out.count("\n") == 1, self.out
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def flat(self) -> str:
        """All that was printed, without line breaks."""
        return " ".join(self.out.split())

    def screens(self) -> list[str]:
        """What stood on the screen before each line that was typed, and after the last."""
        return self.out.split("\n> ")


class Terminal:
    """A terminal without colours, 80 columns wide, with a home of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        self.home = home
        for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("XDG_DATA_HOME", str(home))

    def __call__(self, command: str, *lines: str) -> Ran:
        """Runs a command (its words parted by spaces) and types the lines."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = run(command.split())
        out, err = self.capsys.readouterr()
        return Ran(code, out, err)

    def records(self, game: str = "patrols") -> list[Path]:
        return sorted((self.home / "sandtable" / "saves" / game).glob("*.json"))
