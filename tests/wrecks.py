"""Broken games of somebody else's, each in its own way, installed as a package would be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import sandtable.games.patrols as patrols
from tests.docs.console import install

HOME = Path(patrols.__file__).parent
HEAD = """
import msgspec
from sandtable.games.patrols import Patrols
from sandtable.kernel.game import Game
def named(name, **fields):
    return msgspec.structs.replace(Patrols.meta, id=name, title=name.title(), **fields)
"""
MODULES = {
    "importing": "raise RuntimeError('the engine is out')",
    "leaving": "import sys; sys.exit('no display')",
    "misplaced": HEAD + "GAME = print",
    "bare": HEAD + "class GAME(Game):\n    meta = named('bare')",
    "metaless": HEAD + "class GAME(Patrols):\n    meta = None",
    "seatless": HEAD + "class GAME(Patrols):\n    meta = named('seatless', seats=())",
    "wordy": HEAD + "class GAME(Patrols):\n    meta = named('wordy', minutes='an hour')",
    "aliased": HEAD + "class GAME(Patrols):\n    pass",
    "building": HEAD + "class GAME(Patrols):\n    meta = named('building')\n    def build(self): return 1 // 0",
    "homeless": HEAD + "class GAME(Patrols):\n    meta = named('homeless')\n    package = 'no.such.package'",
    "lawless": HEAD + "class GAME(Patrols):\n    meta = named('lawless')\n    package = 'lawless'",
    "empty": HEAD + "class GAME(Patrols):\n    meta = named('empty')\n    package = 'empty'",
}
WHY = {
    "importing": "does not load: RuntimeError: the engine is out (__init__.py, line 1, in <module>).",
    "leaving": "does not load: SystemExit: no display",
    "misplaced": "which is no class made from Game",
    "bare": "lacks package, tables, state, verbs, procedures, referee, players, build(), new()",
    "metaless": "its meta is not as it should be",
    "seatless": "its meta says that 1 play at least, and has 0 seats",
    "wordy": "its meta is not as it should be: Expected `int`, got `str` - at `$.minutes`",
    "aliased": "its meta has the id 'patrols', and it is installed as 'aliased'",
    "building": "cannot be opened: ZeroDivisionError",
    "homeless": "cannot be opened: ModuleNotFoundError: No module named 'no'",
    "lawless": "cannot be opened: its rules are wrong: rules.yaml is broken YAML",
    "empty": "cannot be opened: its content is wrong",
}
"""What is said of each."""


def wreck(folder: Path) -> dict[str, str]:
    """Installs all of them into a folder; the environment in which they are found beside the games of the house."""
    for name, text in MODULES.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(text, encoding="utf-8")
    shutil.copytree(HOME / "content", folder / "lawless" / "content")
    (folder / "lawless" / "rules.yaml").write_text("setup: [what?\n", encoding="utf-8")
    (folder / "empty" / "content").mkdir()
    shutil.copy(HOME / "rules.yaml", folder / "empty" / "rules.yaml")
    games = {name: f"{name}:GAME" for name in MODULES}
    install(folder, {"project": {"name": "wrecks", "entry-points": {"sandtable.games": games}}})  # type: ignore[dict-item]
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return {"PYTHONPATH": path, "COLUMNS": "4000", "TERM": "dumb"}


def sandtable(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """One command among the wrecks."""
    return subprocess.run(
        [sys.executable, "-m", "sandtable", *words],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
