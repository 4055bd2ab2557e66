"""Random play with any number of people ends, keeps all cards and counters, and never leaves an unsound position."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.warfighter.game import SCENARIOS, Warfighter
from sandtable.kernel import game as kernel_game
from sandtable.kernel.begin import new_game
from sandtable.kernel.game import Game, Setup
from sandtable.lab.conformance import conform
from sandtable.lab.conformance.walks import Effort
from sandtable.players import Seated

LONGEST = 5000
QUICK = Effort(games=1, truths=40, watched=800, decisions=1500, starts=60, samples=8, trials=30)


@cache
def bare() -> Game[Any, Any]:
    return Warfighter()


@cache
def with_pack() -> Game[Any, Any]:
    """With support fire, a second nation, a Situation Report, Kill and Kill All laid over the core set."""
    return Warfighter([Path(__file__).parent / "content" / "extra"])


def play(number: int, seats: int, scenario: str, packed: bool = False, options: dict[str, str] | None = None) -> str:
    g = new_game(with_pack() if packed else bare(), f"play {number}", scenario=scenario, options=options, seats=seats)
    seated, given, census = Seated(g.game, "random", seats, number), 0, g.game.census(g.s)
    while not g.over:
        seat = seated.seat(g)
        g.answer(seat, seated.answer(g, seat))
        given += 1
        assert given < LONGEST, "random play does not end"
        assert g.game.sound(g.s) == []
        assert g.game.census(g.s) == census
    assert g.s.outcome is not None
    return str(g.s.outcome.label)


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_random_games_end(seats: int, hands: str) -> None:
    missions = list(SCENARIOS)
    for number in range(5):
        options = {"hands": hands, "jams": ("off", "on")[number % 2], "save-cards": ("on", "off")[number % 2]}
        play(number, seats, missions[(2 * number + seats) % len(missions)], options=options)


def test_games_with_a_pack_end() -> None:
    for number in range(9):
        assert play(number, 1 + number % 3, ("covert", "long-patrol", "in-and-out")[number // 3], packed=True)


def test_random_missions_end() -> None:
    for number, scenario in enumerate(("covert", "safe-house")):
        assert play(number, 2, scenario, options={"random-mission": "on"})


def test_plain_play_ends_and_sometimes_wins() -> None:
    ends = []
    for number in range(6):
        g = new_game(bare(), f"p{10 * number}", scenario="covert")
        seated = Seated(bare(), "plain", 1, number)
        while not g.over:
            g.answer(0, seated.answer(g, 0))
            assert g.game.sound(g.s) == []
        assert g.s.outcome is not None
        ends.append(g.s.outcome.label)
    assert "Objective completed" in ends


def test_plain_play_of_several_people_ends() -> None:
    g = new_game(bare(), "several", scenario="night-raid", seats=3, options={"hands": "hidden"})
    seated = Seated(bare(), "plain", 3, "several")
    for _ in range(LONGEST):
        if g.over:
            break
        seat = seated.seat(g)
        g.answer(seat, seated.answer(g, seat))
    assert g.over


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it were on the shelf: records and cases find their game by its name."""
    found, broken = kernel_game._installed()
    monkeypatch.setattr(kernel_game, "_installed", lambda: ({**found, "warfighter": Warfighter}, broken))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("seats", "hands"), [(1, "open"), (2, "open"), (2, "hidden")])
def test_the_contract_of_all_games_is_kept(seats: int, hands: str) -> None:
    setup = Setup("covert", {"hands": hands}, seats)
    assert conform(bare(), setup=setup, effort=QUICK) == []
