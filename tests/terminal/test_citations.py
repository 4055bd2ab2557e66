"""Where code cites rules: keys in strings and comments, in the game's package and in those it shares."""

from pathlib import Path

import pytest

from sandtable.kernel.game import games, open_game
from sandtable.lab.citations import citations, sources


@pytest.mark.parametrize("game", list(games()))
def test_every_citation_is_there(game: str) -> None:
    files = sources(open_game(game).package)
    cited = citations(game)
    assert cited.keys() == open_game(game).ledger.rules.keys()
    assert sum(map(len, cited.values())) > 10
    for key, places in cited.items():
        for place in places:
            name, _, line = place.rpartition(":")
            assert key in files[name].read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_family_is_scanned() -> None:
    assert {name.split("/")[0] for name in sources("sandtable.games.kandahar")} == {"kandahar", "raids"}
    assert {name.split("/")[0] for name in sources("sandtable.games.patrols")} == {"patrols"}


def test_strings_and_comments_but_not_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lookout_game"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import types\n"
        "move = types.SimpleNamespace(step=1)\n"
        "print(move.step)\n"
        "A = 'move.step'  # move.step twice on a line\n"
        "# see contact.mine for that\n"
        "B = '''a text\nthat names end.night and move.stepping'''\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    class Lookout(games()["patrols"]):  # type: ignore[misc]
        pass

    game = Lookout()
    game.package = "lookout_game"
    told = {key: places for key, places in citations(game).items() if places}
    assert told == {
        "move.step": ["lookout_game/__init__.py:4"],
        "contact.mine": ["lookout_game/__init__.py:5"],
        "end.night": ["lookout_game/__init__.py:7"],
    }
