"""Lines of the log are data, too: which dice fell and what for, and what a line counts."""

from __future__ import annotations

import pytest

from sandtable.kernel.flow import Event
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR
from sandtable.players import make_player
from sandtable.server.tables.seeing import log_lines


def heard(name: str, seed: int) -> list[Event]:
    """All that is told in a game of random play."""
    game = open_game(name)
    log: list[Event] = []
    g, player = game.start(Setup(), key=bytes([seed]) * 32, heard=log), make_player(game, "random", seed)
    while g.ask is not None:
        seat = g.ask.seats()[0]
        g.apply(seat, [player(g, seat)])
    return log


@pytest.mark.parametrize("name", ("patrols", "kandahar", "bct", "invasion"))
def test_every_die_says_its_sides_and_its_purpose(name: str) -> None:
    rolls = [event.said(SPECTATOR) for seed in range(4) for event in heard(name, seed) if event.dice]
    assert rolls
    for said in rolls:
        assert said.text == f"{said.purpose}: {said.dice[0]} on a d{said.sides}"
        assert 1 <= said.dice[0] <= said.sides


def test_successes_and_totals_are_counted() -> None:
    """What is counted agrees with the dice that were told before it."""
    log = [event.said(SPECTATOR) for event in heard("kandahar", 2)]
    noises = [(log[n - 1], said) for n, said in enumerate(log) if "noise" in said.counts]
    assert noises
    for roll, said in noises:
        assert (roll.purpose, roll.sides) == ("noise", 10)
        assert said.text.startswith(f"Noise {said.counts['noise']}, and {roll.dice[0]} is rolled")
    battles = [said for seed in range(6) for e in heard("bct", seed) if "successes" in (said := e.said(0)).counts]
    assert battles and all(said.text.split()[0] == str(said.counts["successes"]) for said in battles)


def test_clients_get_them() -> None:
    game = open_game("kandahar")
    lines = log_lines(game, [event.said(SPECTATOR) for event in heard("kandahar", 2)])
    assert {(line.purpose, line.sides) for line in lines if line.dice} >= {("noise", 10)}
    assert any(line.counts for line in lines)
