"""`sandtable new-game` writes a folder that conforms, and `sandtable conform` says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sandtable.kernel.cases import game_cases
from sandtable.lab.conformance import conform
from sandtable.lab.new_game import Unfit, begin
from sandtable.lab.starter import StarterGame
from sandtable.terminal.main import run
from tests.docs.console import install


def sandtable(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "200", "TERM": "dumb"}
    return subprocess.run(
        [sys.executable, "-m", "sandtable", *words],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, installed as `pip install` would."""
    home = tmp_path_factory.mktemp("makers")
    begin("night_mail", home)
    folder = home / "night_mail"
    install(folder, tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")))
    return folder


def test_a_new_game_conforms_and_its_cases_hold(made: Path) -> None:
    ran = sandtable(made, "conform", "night_mail")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout == "night_mail conforms in 1 setup; 12 cases hold.\n"


@pytest.mark.parametrize("name", ["courier", "rules", "game"])
def test_a_game_may_be_called_like_something_in_it(tmp_path: Path, name: str) -> None:
    """The state of the starter is a `Courier`, its options are `Rules`: neither is taken for the game."""
    begin(name, tmp_path)
    folder = tmp_path / name
    install(folder, tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")))
    assert sandtable(folder, "conform", name).stdout == f"{name} conforms in 1 setup; 12 cases hold.\n"


def test_every_rule_of_a_new_game_is_cited_and_exercised(made: Path) -> None:
    told = json.loads(sandtable(made, "rules", "night_mail", "--coverage", "--games", "5", "--json").stdout)
    assert len(told["rules"]) == 10
    assert not [key for key, entry in told["rules"].items() if not entry["cited"] or not entry["exercised"]]


def test_a_new_game_bears_its_own_name_everywhere(made: Path) -> None:
    shelf = json.loads(sandtable(made, "games", "--json").stdout)
    assert "Night Mail" in json.dumps(shelf)
    left = [file for file in written(made) if "tarter" in file.read_text(encoding="utf-8")]
    assert not left


def test_what_is_broken_is_found_and_told(made: Path, tmp_path: Path) -> None:
    """A rule of the new game turned round: conformance and cases say so, and the command fails."""
    folder = tmp_path / "broken"
    for file in written(made):
        copied = folder / file.relative_to(made)
        copied.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        copied.write_text(text.replace("g.s.lost += 1", "g.s.lost += 2"), encoding="utf-8")
    ran = sandtable(folder, "conform", "night_mail", "--json")
    assert ran.returncode == 1
    told = json.loads(ran.stdout)
    assert "census" in {finding["check"] for finding in told["findings"]} and told["cases"]["run"] == 12


def test_a_case_that_fails_is_told_by_its_name(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wrong"
    shutil.copytree(made, folder)
    cases = folder / "night_mail" / "rulings" / "courier.yaml"
    text = cases.read_text(encoding="utf-8")
    assert "then: {letters: 2}" in text
    cases.write_text(text.replace("then: {letters: 2}", "then: {letters: 1}"), encoding="utf-8")
    ran = sandtable(folder, "conform", "night_mail")
    assert ran.returncode == 1
    assert ran.stdout.startswith("✗ case fought-in-vain [3.2]: letters: expected 1, got 2\n")


def test_a_game_that_lies_here_and_is_not_installed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin("courier", tmp_path)
    for folder, where in ((tmp_path, "courier"), (tmp_path / "courier", ".")):
        monkeypatch.chdir(folder)
        assert run(["conform", "courier"]) == 2
        assert capsys.readouterr().err.endswith(f"not installed yet: pip install -e {where}\n")
    assert run(["conform", "chess"]) == 2
    assert "pip install" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Night Mail", "cannot be the name of a game"),
        ("class", "cannot be the name of a game"),
        ("patrols", "there is a game 'patrols' already"),
        ("json", "is the name of something else"),
    ],
)
def test_a_name_that_does_not_serve_is_told(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        begin(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "courier").mkdir()
    assert run(["new-game", "courier", "--into", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err and not list((tmp_path / "courier").iterdir())


def test_the_starter_itself_plays() -> None:
    """What does not need the game to be installed, checked here where a fault is nearest."""
    game = StarterGame()
    wanting_a_shelf = {"journals", "from cases"}
    assert not [finding for finding in conform(game) if finding.check not in wanting_a_shelf]
    assert len(list(game_cases(game))) == 12


def written(made: Path) -> list[Path]:
    """The files of the new game, without what Python compiled of them meanwhile."""
    return [file for file in made.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
