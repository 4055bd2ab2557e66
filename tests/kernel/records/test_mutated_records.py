"""Whatever a file holds, it is answered with a sentence: `verify` and `decode` never fail in any other way."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import RecordError, decode, encode, export, record_of, verify
from sandtable.kernel.table import Table, quick_table
from sandtable.players import make_player
from tests.kernel.mutating import mutated

HUNDREDS = 4
EACH = 60


def played(game: str, answers: int, seats: int = 0, take_backs: bool = False) -> Table:
    table = quick_table(open_game(game), 5, Setup(seats=seats), take_backs)
    player = make_player(table.game, "random", 5)
    for number in range(answers):
        ask = table.g.ask
        if ask is None:
            break
        seat = ask.seats()[0]
        table.answer(seat, player(table.g, seat))
        if take_backs and number % 3 == 2 and table.can_undo(seat):
            table.undo(seat)
    return table


@lru_cache(maxsize=1)
def honest() -> tuple[bytes, ...]:
    return (
        encode(record_of(played("patrols", 1000, 2))),
        encode(record_of(played("patrols", 30, 1, take_backs=True))),
        encode(export(played("patrols", 5, 2), 0)),
        encode(record_of(played("kandahar", 12))),
        encode(export(played("kandahar", 12), 0)),
        encode(export(played("bct", 30), 0)),
    )


@pytest.mark.parametrize("seed", range(HUNDREDS))
def test_every_altered_file_is_answered_with_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(EACH):
        data = mutated(rng.choice(honest()), rng)
        report = verify(data, rng.choice(((), ("0123 4567 89ab cdef",), ("no head",))))
        assert report.good == (not report.findings)
        assert all(len(finding.split()) > 3 for finding in report.findings)
        try:
            decode(data)
        except RecordError as error:
            assert len(str(error).split()) > 3


def test_the_honest_ones_are_good() -> None:
    assert all(verify(data).good for data in honest())
