"""The bench: every figure is there, beside the loop, and a slower thing has a larger ratio."""

from __future__ import annotations

from sandtable.games.patrols import Patrols
from sandtable.kernel.game import Setup
from sandtable.lab.bench import bench, count_numbers, loop, measure, sample


def test_the_bench_measures_what_the_targets_are_about() -> None:
    figures = bench(["patrols"], repetitions=1).figures
    names = ("decisions", "playouts", "clone", "save", "load", "ask", "view", "view with odds", "world")
    for name in names:
        figure = figures[f"patrols: {name}"]
        assert figure.value > 0 and figure.ratio > 0 and figure.unit
    assert figures["loop"].ratio == 1 and figures["loop"].value > 10_000
    assert figures["patrols: decisions"].target == 230
    assert figures["patrols: view"].ratio > figures["patrols: save"].ratio


def test_a_ratio_is_the_cost_in_turns_of_the_loop() -> None:
    def turns() -> int:
        loop(1_000)
        return 1

    assert 300 < measure(turns, 5).turns < 3_000


def test_the_cost_is_told_for_each_of_the_things_done() -> None:
    def ten_rounds() -> int:
        loop(10_000)
        return 10

    assert 300 < measure(ten_rounds, 5).turns < 3_000


def test_the_yardstick_never_changes() -> None:
    assert loop(1_000) == 3500


def test_positions_come_from_all_through_the_game() -> None:
    game = Patrols()
    positions = sample(game, game.checked(Setup()))
    assert len({g.s.turn for g in positions}) > 3
    assert count_numbers([1, [2, 3], {"a": 4}, "five"]) == 5
