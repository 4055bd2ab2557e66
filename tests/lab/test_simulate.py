"""Simulation: the same seed says the same whatever the jobs, and the figures are what they claim to be."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable import __version__
from sandtable.kernel.begin import Play, new_game
from sandtable.kernel.game import Setup, SetupError, open_game
from sandtable.kernel.options import Option, Seat
from sandtable.lab.figures import Interval, Spread, chi_square, chi_square_limit, median, spread, wilson
from sandtable.lab.simulate import Played, Row, Simulation, _win_rate, simulate
from sandtable.players import Budget, Player, Seated, play_out
from tests.players.some import Cautious, first


def without_timing(result: Simulation) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(result).items() if "second" not in name}


class Here(Executor):
    """An executor that does everything at once, here, and counts."""

    def __init__(self) -> None:
        self.batches = 0

    def submit(self, act: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.batches += 1
        done: Future[Any] = Future()
        done.set_result(act(*args, **kwargs))
        return done


def test_the_same_seed_says_the_same_whatever_the_jobs() -> None:
    here = Here()
    alone = simulate("patrols", games=60, seed=4, seats=2, player="plain,random")
    shared = simulate("patrols", games=60, seed=4, seats=2, player="plain,random", jobs=2)
    handed = simulate("patrols", games=60, seed=4, seats=2, player="plain,random", executor=here)
    assert without_timing(alone) == without_timing(shared) == without_timing(handed)
    assert here.batches == 3
    assert without_timing(alone) != without_timing(
        simulate("patrols", games=60, seed=5, seats=2, player="plain,random")
    )


def test_more_games_begin_with_the_same_games() -> None:
    few, more = simulate("patrols", games=1, seed=9), simulate("patrols", games=30, seed=9)
    assert next(iter(few.results)) in more.results and more.decisions > few.decisions


def test_a_simulation_says_what_was_played_and_how_it_ended() -> None:
    told: list[tuple[int, int]] = []
    result = simulate("patrols", games=60, seats=2, progress=lambda done, total: told.append((done, total)))
    assert (result.game, result.scenario, result.player, result.games) == ("patrols", "island", "random", 60)
    assert result.finished == 60 == sum(result.results.values())
    assert result.shares.keys() == result.results.keys()
    assert result.win_rate is not None and result.win_rate.keys() == {"Red", "Blue"}
    assert 0 <= result.score.p10 <= result.score.median <= result.score.p90 <= 1
    assert told == [(25, 60), (50, 60), (60, 60)]
    assert result.decisions > 300 and result.decisions_per_second == pytest.approx(result.decisions / result.seconds)


TIMINGS = ["seconds", "decisions_per_second", "thinking_seconds"]


def test_every_timing_is_named_so() -> None:
    """Compiled and interpreted runs are compared without the entries that tell seconds."""
    first, second = (msgspec.to_builtins(simulate("patrols", games=5, player="plain")) for _ in range(2))
    assert [name for name in first if first[name] != second[name]] == TIMINGS


def test_a_pack_changes_the_game() -> None:
    slow = {"men": {"scout": {"reach": "0"}, "rifleman": {"reach": "0"}}}
    assert simulate("patrols", games=10, packs=[slow]).results == {"Night falls": 10}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"player": "genius"}, "has no player 'genius'"),
        ({"scenario": "moon"}, "has no scenario 'moon'"),
        ({"seats": 3}, "seats 1 to 2, not 3"),
        ({"options": {"fog": "on"}}, "has no option 'fog'"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        simulate(asked.pop("game", "patrols"), **asked)


# ---- figures --------------------------------------------------------------------------------------


def test_the_spread_of_scores() -> None:
    assert spread([]) == Spread(0, 0, 0, 0)
    assert spread([4]) == Spread(4, 4, 4, 4)
    assert spread(range(11)) == Spread(5, 5, 1, 9)
    assert spread([2, 1]) == Spread(1.5, 1.5, 1.1, 1.9)
    assert median([3, 1, 2]) == 2


def test_wilsons_interval() -> None:
    """Against the published values for 1 of 10 and 81 of 263, to three places."""
    assert msgspec.structs.astuple(wilson(1, 10)) == pytest.approx((0.1, 0.0179, 0.4042), abs=5e-4)
    assert msgspec.structs.astuple(wilson(81, 263)) == pytest.approx((0.308, 0.2553, 0.3662), abs=5e-4)
    assert wilson(0, 20).low == 0 and 0.1 < wilson(0, 20).high < 0.2
    assert wilson(20, 20).high == 1 and wilson(0, 0) == Interval(0, 0, 1)


def test_chi_square_and_its_limit() -> None:
    assert chi_square([10, 10, 10]) == 0
    assert chi_square([20, 0]) == 20
    assert chi_square_limit(6, z=1.6449) == pytest.approx(11.07, abs=0.1)  # the printed table's 5 % for 5 degrees
    assert chi_square_limit(12, z=2.3263) == pytest.approx(24.72, abs=0.1)  # and 1 % for 11


def test_win_rates_are_told_where_somebody_can_win() -> None:
    drawn, won = Played(1, "Draw", [0], -1), Played(1, "Won", [1, 0], 1, [1])
    assert _win_rate([drawn, drawn], 1, ("Red", "Blue")) is None
    both = _win_rate([drawn, won], 2, ("Red", "Blue"))
    assert both is not None and (both["Red"].rate, both["Blue"].rate) == (0, 0.5)
    alone = _win_rate([drawn, won], 1, ("Red", "Blue"))
    assert alone is not None and alone.keys() == {"Red", "Blue"}


# ---- who plays, where, and what is kept of it -----------------------------------------------------


def test_a_simulation_names_all_that_it_takes_to_play_it_again() -> None:
    told = simulate("bct", games=1, seed=3, options={"loc-anew": "off"})
    game = open_game("bct")
    assert (told.seed, told.seats, told.edition, told.version) == (3, 2, game.edition, __version__)
    assert (
        told.options == game.checked(Setup(options={"loc-anew": "off"})).options and told.options["loc-anew"] == "off"
    )
    assert told.digest == game.content.digest
    slow = {"men": {"scout": {"reach": "0"}}}
    assert simulate("patrols", games=1, packs=[slow]).digest == open_game("patrols", [slow]).content.digest


def test_each_game_is_a_row_and_can_be_played_again_by_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    told = simulate("patrols", games=30, seed=4, seats=2, player="plain,random", rows=file)
    rows = [msgspec.json.decode(line, type=Row) for line in file.read_bytes().splitlines()]
    assert [row.number for row in rows] == list(range(30))
    assert sum(row.decisions for row in rows) == told.decisions and sum(row.worlds for row in rows) == told.worlds > 0
    assert Counter(row.result for row in rows) == told.results
    for row in rows[26:]:
        g = new_game("patrols", row.seed, seats=2)
        assert play_out(g, Seated(g.game, "plain,random", 2, row.seed)) == row.decisions
        assert g.s.outcome is not None
        assert (g.s.outcome.label, g.s.outcome.scores, g.s.outcome.won()) == (row.result, row.scores, row.winners)


def test_rows_do_not_depend_on_who_plays_the_games(tmp_path: Path) -> None:
    for name, jobs in (("one", 1), ("two", 2)):
        simulate("patrols", games=40, seed=4, seats=2, player="plain", jobs=jobs, rows=tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_functions_and_classes_play_in_whichever_processes() -> None:
    alone = simulate("patrols", games=30, seed=4, seats=2, player=[Cautious, first])
    shared = simulate("patrols", games=30, seed=4, seats=2, player=[Cautious, first], jobs=2)
    assert without_timing(alone) == without_timing(shared)
    assert alone.player == "cautious,first" and alone.worlds == alone.decisions
    assert without_timing(alone) != without_timing(simulate("patrols", games=30, seed=4, seats=2, player=first))
    assert len(alone.thinking_seconds) == 2 and min(alone.thinking_seconds) > 0


def test_a_function_that_cannot_be_sent_is_refused_before_anything_starts() -> None:
    def local(world: Play, seat: Seat) -> Option:
        return world.options(seat)[0]

    assert simulate("patrols", games=2, player=local).finished == 2
    with pytest.raises(SetupError, match=r"cannot be shared by processes.*local.*or play with one job"):
        simulate("patrols", games=60, player=local, jobs=2)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_plays_the_same_games(pool: Any) -> None:
    more = {"mp_context": multiprocessing.get_context("spawn")} if pool is ProcessPoolExecutor else {}
    slow = {"men": {"scout": {"reach": "0"}}}
    with pool(2, **more) as executor:
        handed = simulate("patrols", games=60, seed=4, seats=2, player="plain", packs=[slow], executor=executor)
    assert without_timing(handed) == without_timing(
        simulate("patrols", games=60, seed=4, seats=2, player="plain", packs=[slow])
    )


def test_a_game_that_is_open_already_is_played_as_it_is() -> None:
    game = open_game("patrols", [{"men": {"scout": {"reach": "0"}, "rifleman": {"reach": "0"}}}])
    assert simulate(game, games=10).results == {"Night falls": 10}


def test_a_budget_reaches_the_players() -> None:
    for worlds in (1, 3):
        told = simulate("patrols", games=2, player=Budgeted, budget=Budget(worlds=worlds))
        assert told.worlds == worlds * told.decisions


class Budgeted(Player):
    """Deals as many worlds as it may, and takes the first option."""

    def answer(self, world: Play) -> Option:
        assert len(list(self.worlds(world))) == self.budget.worlds
        return world.options(self.seat)[0]
