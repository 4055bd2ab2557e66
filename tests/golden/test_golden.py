"""Golden games: whole records, one for each way a game can end. They must replay to the last byte."""

from pathlib import Path

import pytest

from sandtable.kernel.game import games, open_game
from sandtable.kernel.records import decode, encode, record_of, replay, verify
from sandtable.lab.plans import ends

FOLDER = Path(__file__).parent
FILES = [(game, name) for game in games() for name in ends(game)]


@pytest.mark.parametrize("game", games())
def test_every_game_lists_its_ends(game: str) -> None:
    listed = ends(game)
    assert listed, f"{game} has no ends.yaml"
    assert {end.rule for end in listed.values()} <= set(open_game(game).ledger.rules)
    assert {setup.scenario for end in listed.values() for setup in end.setups} <= {"", *open_game(game).meta.scenarios}


def test_no_record_lies_about_that_nobody_wants() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {f"{game}-{name}" for game, name in FILES}


@pytest.mark.parametrize(("game", "name"), FILES, ids=str)
def test_golden_game_replays(game: str, name: str) -> None:
    end = ends(game)[name]
    data = (FOLDER / f"{game}-{name}.json").read_bytes()
    report = verify(data)
    assert report.good, report.findings
    record = decode(data)
    assert record.game == game
    assert record.scenario in {setup.scenario or record.scenario for setup in end.setups}
    assert record.outcome is not None
    assert record.outcome.rule == end.rule
    assert end.label in ("", record.outcome.label)
    assert encode(record_of(replay(record))) == data
