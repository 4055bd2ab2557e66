"""Players of other packages, by entry point: found, told apart from broken ones, which take nobody down."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.kernel.game import SetupError, open_game
from sandtable.players import Seated, broken_players, finding, make_player, play_out, player_maker, player_names
from tests.docs.console import install
from tests.wrecks import sandtable

HEAD = "from sandtable import Player\n"
ANSWER = "    def answer(self, world):\n        return world.options(self.seat)[0]\n"
MODULES = {
    "steady": f'{HEAD}class Steady(Player):\n    """Takes the first option."""\n{ANSWER}',
    "local": f'{HEAD}class Local(Player):\n    """Plays Patrols."""\n{ANSWER}'
    "    @classmethod\n    def plays(cls, game):\n        return game.meta.id == 'patrols'\n",
    "undecided": f'{HEAD}class Undecided(Player):\n    """Cannot say."""\n{ANSWER}'
    "    @classmethod\n    def plays(cls, game):\n        return game.meta.size > 3\n",
    "exploding": "raise RuntimeError('the engine is out')",
    "leaving": "import sys; sys.exit('no display')",
    "misplaced": "Misplaced = print",
    "mute": f'{HEAD}class Mute(Player):\n    """Says nothing."""\n',
    "secretive": f"{HEAD}class Secretive(Player):\n{ANSWER}",
    "alias": f'{HEAD}class Alias(Player):\n    """Has two names."""\n    name = "other"\n{ANSWER}',
    "human": f'{HEAD}class Human(Player):\n    """Is none."""\n{ANSWER}',
}
WHY = {
    "exploding": "RuntimeError: the engine is out (exploding.py, line 1, in <module>).",
    "leaving": "SystemExit: no display",
    "misplaced": "which is no class made from sandtable.Player.",
    "mute": "its class Mute does not say how it answers: it lacks answer().",
    "secretive": "its class Secretive does not say what it is: it lacks a docstring.",
    "alias": "its class Alias is called 'other'.",
    "human": "its name is taken.",
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("players")
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    entries = {name: f"{name}:{name.title()}" for name in MODULES}
    install(folder, {"project": {"name": "somebodys", "entry-points": {"sandtable.players": entries}}})  # type: ignore[dict-item]
    return folder


@pytest.fixture
def installed(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(package))
    finding._installed.cache_clear()
    yield
    monkeypatch.undo()
    finding._installed.cache_clear()


@pytest.mark.usefixtures("installed")
def test_players_of_other_packages_play() -> None:
    patrols, kandahar = open_game("patrols"), open_game("kandahar")
    assert player_names(patrols) == ["random", "plain", "local", "steady"]
    assert player_names(kandahar) == ["random", "plain", "steady"]
    g = patrols.start()
    seated = Seated(patrols, "steady", 1)
    assert play_out(g, seated) > 2 and g.over and seated.player(0).about == "Takes the first option."
    again = patrols.start()
    assert make_player(patrols, "steady", 1)(again, 0) == again.options()[0]


@pytest.mark.usefixtures("installed")
def test_who_does_not_play_a_game_is_told() -> None:
    kandahar = open_game("kandahar")
    with pytest.raises(SetupError, match="The player 'local' does not play Kandahar"):
        player_maker(kandahar, "local")
    with pytest.raises(SetupError, match=r"'undecided' cannot say whether it plays Kandahar.*AttributeError"):
        player_maker(kandahar, "undecided")


@pytest.mark.usefixtures("installed")
def test_broken_players_take_nobody_down_and_are_told_in_a_sentence() -> None:
    told = broken_players()
    assert told.keys() == WHY.keys()
    for name, why in WHY.items():
        assert told[name].startswith(f"The player {name!r} is installed but does not load: ") and why in told[name]
        with pytest.raises(SetupError, match=f"The player {name!r} is installed but does not load"):
            player_maker(open_game("patrols"), name)


def test_commands_know_them(package: Path) -> None:
    path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    here = {"PYTHONPATH": path, "COLUMNS": "400", "TERM": "dumb", "XDG_DATA_HOME": str(package)}
    listed = sandtable(here, "games")
    assert "  players random, plain, local, steady\n" in listed.stdout and listed.stdout.count("does not load") == 7
    told = json.loads(sandtable(here, "games", "--json").stdout)
    assert told["games"][-1]["players"][2:] == ["local", "steady"] and told["broken_players"].keys() == WHY.keys()
    ran = sandtable(here, "simulate", "patrols", "--games", "3", "--player", "steady")
    assert ran.stdout.startswith("patrols, island, steady: 3 of 3 games ended."), ran.stderr
    refused = sandtable(here, "simulate", "patrols", "--player", "exploding")
    assert refused.returncode == 2 and WHY["exploding"] in refused.stderr and "Traceback" not in refused.stderr
