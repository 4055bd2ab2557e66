"""Simulation: many games played by players, and what came of them.

The same seed gives the same games and the same figures whatever the number of processes: each game has its own key
and its own players' seeds, made from the seed and the game's number.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.lab.figures import Interval, Spread, spread, wilson
from sandtable.players import Seated, play_out

Packs = Sequence[Path | Mapping[str, Any]]
Progress = Callable[[int, int], None]
"""Called with how many games are played and how many there will be."""

BATCH = 25


class Simulation(Struct):
    """What many games say. Only the entries that tell seconds may differ between two runs."""

    game: str
    scenario: str
    player: str
    games: int
    finished: int
    score: Spread
    results: dict[str, int]
    shares: dict[str, Interval]
    win_rate: dict[str, Interval] | None
    decisions: int
    seconds: float
    decisions_per_second: float


class Batch(Struct):
    """Some of the games, as one process plays them."""

    game: str
    player: str
    seed: int
    first: int
    last: int
    setup: Setup
    packs: Packs


class Played(Struct):
    """One game played: how it ended, if it did."""

    decisions: int
    label: str | None
    scores: list[int]
    winner: int
    winners: list[int] = []
    """All who won, alone or together."""


def simulate(
    game: str,
    *,
    player: str = "random",
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seats: int = 0,
    packs: Packs = (),
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Plays `games` games. An executor of one's own (a cluster's) may stand in for the local processes."""
    opened = open_game(game, packs)
    setup = opened.checked(Setup(scenario, dict(options or {}), seats))
    Seated(opened, player, setup.seats)  # refuses an unknown player before anything starts
    batches = [
        Batch(game, player, seed, first, min(first + BATCH, games), setup, packs) for first in range(0, games, BATCH)
    ]
    began = time.perf_counter()
    played: list[Played] = []
    for some in _run(batches, jobs, executor):
        played += some
        if progress is not None:
            progress(len(played), games)
    seconds = time.perf_counter() - began
    return _summary(game, setup, player, played, seconds, opened.meta.seats)


def _run(batches: list[Batch], jobs: int, executor: Executor | None) -> Iterator[list[Played]]:
    """The batches in their order, whoever plays them."""
    if executor is not None:
        yield from executor.map(play_batch, batches)
    elif jobs > 1 and len(batches) > 1:
        # Spawned, not forked: a fork would copy the threads of a progress bar in whatever state they are.
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(jobs, len(batches)), mp_context=spawn) as pool:
            yield from pool.map(play_batch, batches)
    else:
        yield from map(play_batch, batches)


def play_batch(batch: Batch) -> list[Played]:
    game = open_game(batch.game, batch.packs)
    return [_play(game, batch, number) for number in range(batch.first, batch.last)]


def _play(game: Any, batch: Batch, number: int) -> Played:
    of_game = f"{batch.seed}/{number}"
    g = game.start(batch.setup, dice_key(seed_key(of_game), []))
    decisions = play_out(g, Seated(game, batch.player, batch.setup.seats, of_game))
    end = g.s.outcome
    if end is None:
        return Played(decisions, None, [], -1)
    return Played(decisions, end.label, end.scores, end.winner, end.won())


def _summary(
    game: str, setup: Setup, player: str, played: list[Played], seconds: float, names: Sequence[str]
) -> Simulation:
    ended = [one for one in played if one.label is not None]
    results = Counter(str(one.label) for one in ended)
    decisions = sum(one.decisions for one in played)
    return Simulation(
        game=game,
        scenario=setup.scenario,
        player=player,
        games=len(played),
        finished=len(ended),
        score=spread([one.scores[0] for one in ended if one.scores]),
        results=dict(results.most_common()),
        shares={label: wilson(count, len(ended)) for label, count in results.most_common()},
        win_rate=_win_rate(ended, setup.seats, names),
        decisions=decisions,
        seconds=seconds,
        decisions_per_second=decisions / seconds if seconds else 0.0,
    )


def _win_rate(ended: list[Played], seats: int, names: Sequence[str]) -> dict[str, Interval] | None:
    """How often each side won; None for a game alone in which nobody is ever the winner."""
    wins = Counter(seat for one in ended for seat in one.winners)
    if seats == 1 and not wins:
        return None
    sides = sorted({*range(seats), *wins})
    return {names[side]: wilson(wins[side], len(ended)) for side in sides}
