"""Golden games: whole records, one for each way a game can end. They must replay to the last byte."""

from pathlib import Path

import pytest

from sandtable.kernel.game import games
from sandtable.kernel.records import decode, encode, record_of, replay, verify
from tests.golden.ends import ENDS

FOLDER = Path(__file__).parent
FILES = [(game, name) for game, ends in ENDS.items() for name in ends]


def test_every_game_has_its_ends_listed() -> None:
    assert set(ENDS) == set(games())


def test_no_record_lies_about_that_nobody_wants() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {f"{game}-{name}" for game, name in FILES}


@pytest.mark.parametrize(("game", "name"), FILES, ids=str)
def test_golden_game_replays(game: str, name: str) -> None:
    end = ENDS[game][name]
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
