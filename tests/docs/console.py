"""Runs the commands that a page shows, in a folder of their own, and says what they print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.docs.pages import Block, blocks

ANY_LINES = "[...]"
WIDTH = 80
TYPED = re.compile(r"(?:[A-Z][a-z]+ )?> (.*)")
"""What a player types; where people sit at one screen the prompt says who is asked."""


class Workshop:
    """A reader's folder: the files that a page tells to write, and a home in which games are saved."""

    def __init__(self, folder: Path, page: Path) -> None:
        self.folder = folder
        self.installed: list[Path] = []
        for block in blocks(page):
            if "write" in block.words:
                file = folder / block.words["write"]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
        project = folder / "pyproject.toml"
        if project.exists():
            install(folder, tomllib.loads(project.read_text(encoding="utf-8")))

    def environment(self) -> dict[str, str]:
        """Packages that the page installs lie in this folder, or in one of their own below it."""
        home = str(self.folder / "home")
        inherited = filter(None, [os.environ.get("PYTHONPATH")])
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
        return kept | {
            "HOME": home,
            "XDG_DATA_HOME": home,
            "PYTHONPATH": os.pathsep.join(map(str, [self.folder, *self.installed, *inherited])),
            "PYTHONUTF8": "1",
            "COLUMNS": str(WIDTH),
            "LINES": "24",
            "TERM": "dumb",
        }

    def run(self, command: str, typed: list[str]) -> str:
        """What one command prints, both what it says and what it complains of."""
        first, *rest = shlex.split(command)
        if [first, *rest[:-1]] == ["pip", "install", "-q", "-e"]:
            made = self.folder / rest[-1]
            install(made, tomllib.loads((made / "pyproject.toml").read_text(encoding="utf-8")))
            self.installed.append(made)
            return ""
        known = {"sandtable": [sys.executable, "-m", "sandtable"], "python": [sys.executable], "cat": ["cat"]}
        ran = subprocess.run(
            [*known[first], *rest],
            input="".join(f"{line}\n" for line in typed),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=self.environment(),
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return ran.stdout

    def transcript(self, block: Block) -> str:
        """The block as it should be: each command of it with what it prints now."""
        told = ""
        for part in filter(None, re.split(r"(?m)^(?=\$ )", block.text)):
            first, *shown = part.splitlines()
            typed = [found[1] for line in shown if (found := TYPED.match(line))]
            printed = self.run(first.removeprefix("$ "), typed)
            told += f"{first}\n" + "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
        return told


def install(folder: Path, project: dict[str, dict[str, dict[str, dict[str, str]]]]) -> None:
    """What installing the page's package would leave behind: its name, and the games and players it announces."""
    name = str(project["project"]["name"])
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    told = ""
    for group, entries in project["project"]["entry-points"].items():
        told += f"[{group}]\n" + "".join(f"{entry} = {place}\n" for entry, place in entries.items())
    (info / "entry_points.txt").write_text(told, encoding="utf-8")


def agrees(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed, where `[...]` may stand for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == ANY_LINES else re.escape(f"{line}\n") for line in shown.splitlines())
    return re.fullmatch(pattern, printed) is not None
