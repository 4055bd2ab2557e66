"""How a game ends: one wins, several win or lose together, or nobody does; in records from before it said so, too."""

from __future__ import annotations

import msgspec
import pytest
from rich.text import Text

from sandtable.kernel.chance import seed_key
from sandtable.kernel.state import digest, digest_of_version_2
from sandtable.kernel.table import Table
from sandtable.kernel.view import Outcome
from sandtable.lab.simulate import Played, _win_rate
from sandtable.terminal.draw.panels import ending
from tests.kernel.test_flow import outer, pick
from tests.kernel.toys import Desk, Toy

ALONE = Outcome("Wiped out", [0, 1], 1, "toy.rule")
TOGETHER = Outcome("Held", [3, 3], rule="toy.rule", winners=[0, 1])
LOST = Outcome("Overrun", [0, 0], rule="toy.rule", losers=[0, 1])
DRAWN = Outcome("Draw", [2, 2], rule="toy.rule")


@pytest.mark.parametrize(
    ("outcome", "won", "lost"),
    [(ALONE, [1], [0]), (TOGETHER, [0, 1], []), (LOST, [], [0, 1]), (DRAWN, [], [])],
    ids=lambda told: told.label if isinstance(told, Outcome) else "",
)
def test_who_won_and_who_lost(outcome: Outcome, won: list[int], lost: list[int]) -> None:
    assert (outcome.won(), outcome.lost()) == (won, lost)


def test_the_first_speaks_for_those_who_won_together() -> None:
    assert TOGETHER.winner == 0, "who reads only `winner` sees that the game was won"


def test_an_outcome_of_one_winner_is_written_as_it_always_was() -> None:
    written = b'{"label":"Wiped out","scores":[0,1],"winner":1,"rule":"toy.rule"}'
    assert msgspec.json.encode(ALONE) == written
    assert msgspec.json.decode(written, type=Outcome) == ALONE


def test_who_won_together_is_part_of_the_digest_and_who_won_alone_no_more_than_before() -> None:
    told = [Desk(marks=[], outcome=outcome) for outcome in (ALONE, TOGETHER, LOST, DRAWN)]
    for of in (digest, digest_of_version_2):
        assert len({of(state) for state in told}) == len(told)


@pytest.mark.parametrize(
    ("outcome", "said"),
    [(ALONE, "Right wins."), (TOGETHER, "Left and Right win together."), (LOST, "Left and Right lose together.")],
)
def test_the_terminal_says_it(outcome: Outcome, said: str) -> None:
    table = Table(Toy(outer(pick(1, 2))), host_key=seed_key(1))
    assert said in Text("\n").join(ending(outcome, table)).plain


def test_a_simulation_counts_everybody_who_won() -> None:
    played = [Played(1, one.label, one.scores, one.winner, one.won()) for one in (ALONE, TOGETHER, LOST, DRAWN)]
    rates = _win_rate(played, 2, ("Left", "Right"))
    assert rates is not None and (rates["Left"].rate, rates["Right"].rate) == (0.25, 0.5)
