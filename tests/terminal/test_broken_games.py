"""Broken games of somebody else's: commands about the others work, and those about them say what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.wrecks import WHY, sandtable, wreck


@pytest.fixture(scope="module")
def among_wrecks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("wrecks")
    return wreck(folder) | {"XDG_DATA_HOME": str(folder / "home")}


def test_the_list_of_games_goes_on_and_says_what_is_wrong(among_wrecks: dict[str, str]) -> None:
    told = sandtable(among_wrecks, "games")
    assert told.returncode == 0, told.stderr
    assert "Kandahar: Special Forces in Afghanistan" in told.stdout
    for name, why in WHY.items():
        (line,) = [line for line in told.stdout.splitlines() if f"The game {name!r}" in line]
        assert why in line
    listed = json.loads(sandtable(among_wrecks, "games", "--json").stdout)
    assert {game["id"] for game in listed["games"]} == {"bct", "commandos", "invasion", "kandahar", "patrols"}
    assert set(listed["broken"]) == set(WHY)


@pytest.mark.parametrize("name", ["importing", "bare", "building", "lawless", "empty", "homeless"])
@pytest.mark.parametrize(
    "words", [("rules",), ("content",), ("play",), ("simulate", "--games", "1"), ("cases", "--game")]
)
def test_a_command_about_a_broken_game_says_why(
    among_wrecks: dict[str, str], name: str, words: tuple[str, ...]
) -> None:
    told = (
        sandtable(among_wrecks, words[0], *words[2:], *words[1:2], name)
        if words[0] == "cases"
        else sandtable(among_wrecks, words[0], name, *words[1:])
    )
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert WHY[name] in told.stderr


def test_the_other_games_are_played_beside_them(among_wrecks: dict[str, str]) -> None:
    told = sandtable(among_wrecks, "play", "patrols", "--auto", "plain", "--seed", "7")
    assert told.returncode == 0, told.stderr
    ruling = Path(__file__).parents[2] / "src" / "sandtable" / "games" / "patrols" / "rulings"
    assert sandtable(among_wrecks, "cases", str(ruling)).returncode == 0
