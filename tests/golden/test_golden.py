"""Golden games: whole records, one for each way a game can end. They must replay to the last byte."""

from pathlib import Path

import pytest

from sandtable.kernel.game import games
from sandtable.kernel.records import decode, encode, record_of, replay, verify
from tests.golden.ends import ENDS

FOLDER = Path(__file__).parent
FILES = [(game, end) for game, ends in ENDS.items() for end in ends]


def test_every_game_has_its_ends_listed() -> None:
    assert set(ENDS) == set(games())


@pytest.mark.parametrize(("game", "end"), FILES, ids=lambda part: str(part).split(".")[-1])
def test_golden_game_replays(game: str, end: str) -> None:
    data = (FOLDER / f"{game}-{end.split('.')[-1]}.json").read_bytes()
    report = verify(data)
    assert report.good, report.findings
    record = decode(data)
    assert record.game == game
    assert record.outcome is not None
    assert record.outcome.rule == end
    assert encode(record_of(replay(record))) == data
