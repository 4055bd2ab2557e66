"""Simulation: many games played by players, and what came of them.

The same seed gives the same games and the same figures whatever the number of processes: each game has its own key
and its own players' seeds, made from the seed and the game's number. So any of them can be played again by itself.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct, field

from sandtable import __version__
from sandtable.kernel.begin import Packs, opened
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import Game, Setup, SetupError
from sandtable.lab.figures import Interval, Spread, spread, wilson
from sandtable.players import Answering, Budget, Seated, each_player, name_of, play_out

Progress = Callable[[int, int], None]
"""Called with how many games are played and how many there will be."""

BATCH = 25


class Simulation(Struct, kw_only=True):
    """What many games say. Only the entries that tell seconds may differ between two runs."""

    game: str
    scenario: str
    player: str
    games: int
    seed: int
    options: dict[str, str]
    seats: int
    edition: int
    digest: str
    """Of the content it was played with, packs included."""
    version: str
    """Of Sandtable."""
    finished: int
    score: Spread
    results: dict[str, int]
    shares: dict[str, Interval]
    win_rate: dict[str, Interval] | None
    decisions: int
    worlds: int
    """How many worlds were dealt for players to think in."""
    seconds: float
    decisions_per_second: float
    thinking_seconds: list[float]
    """How long the player of each seat thought."""


class Batch(Struct):
    """Some of the games, as one process plays them."""

    game: Game[Any, Any] | str
    player: Answering | Sequence[Answering]
    seed: int
    first: int
    last: int
    setup: Setup
    packs: Packs = ()
    budget: Budget = Budget()


class Played(Struct):
    """One game played: how it ended, if it did."""

    decisions: int
    label: str | None
    scores: list[int]
    winner: int
    winners: list[int] = []
    """All who won, alone or together."""
    worlds: int = 0
    thinking_seconds: list[float] = field(default_factory=list)
    checks: dict[str, bool] = field(default_factory=dict)
    """The checklist that the first seat saw at the end."""

    def __post_init__(self) -> None:
        self.winners = self.winners or ([self.winner] if self.winner >= 0 else [])


class Row(Struct):
    """One game as a line of JSON. `seed` is that of `new_game` and `Seated`, with which it can be played again."""

    number: int
    seed: str
    result: str | None
    scores: list[int]
    winners: list[int]
    decisions: int
    worlds: int


def simulate(
    game: str | Game[Any, Any],
    *,
    player: Answering | Sequence[Answering] = "random",
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seats: int = 0,
    packs: Packs = (),
    budget: Budget | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    rows: Path | str | None = None,
) -> Simulation:
    """Plays `games` games.

    A player is a name, a class of players, or a function of a world and a seat: one for all seats, or one for each in
    a list (of names: "plain,random"). Any executor may stand in for the local processes, a cluster's too. `rows` is a
    file to which each game is written as a line of JSON.
    """
    rules = opened(game, packs)
    setup = rules.checked(Setup(scenario, dict(options or {}), seats))
    Seated(rules, player, setup.seats)  # refuses an unknown player before anything starts
    within = budget or Budget()
    batches = [
        Batch(rules, player, seed, first, min(first + BATCH, games), setup, (), within)
        for first in range(0, games, BATCH)
    ]
    if executor is None and jobs > 1 and len(batches) > 1:
        _can_be_sent(batches[0])
    began = time.perf_counter()
    played: list[Played] = []
    with ExitStack() as open_files:
        file = open_files.enter_context(Path(rows).open("wb")) if rows is not None else None
        for some in _run(batches, jobs, executor):
            if file is not None:
                _write(file, some, seed, len(played))
            played += some
            if progress is not None:
                progress(len(played), games)
    return _summary(rules, setup, player, seed, played, time.perf_counter() - began)


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


def _can_be_sent(batch: Batch) -> None:
    """Refuses, before processes start, what they could not be given."""
    try:
        pickle.dumps(batch)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SetupError(
            f"The games cannot be shared by processes, for something of them cannot be sent there ({error}): "
            "put players and games into a module, at its top, or play with one job."
        ) from error


def play_batch(batch: Batch) -> list[Played]:
    game = opened(batch.game, batch.packs)
    return [_play(game, batch, number) for number in range(batch.first, batch.last)]


def of_game(seed: int, number: int) -> str:
    """The seed of one game: of its dice and its players."""
    return f"{seed}/{number}"


def _play(game: Game[Any, Any], batch: Batch, number: int) -> Played:
    seed = of_game(batch.seed, number)
    g = game.start(batch.setup, dice_key(seed_key(seed), []))
    players = Seated(game, batch.player, batch.setup.seats, seed, batch.budget)
    decisions = play_out(g, players)
    thought = list(players.thinking.values())
    worlds, seconds = sum(one.worlds for one in thought), [one.seconds for one in thought]
    end = g.s.outcome
    if end is None:
        return Played(decisions, None, [], -1, [], worlds, seconds)
    checks = {check.text: check.done for check in game.view(g.s, 0).checks}
    return Played(decisions, end.label, end.scores, end.winner, end.won(), worlds, seconds, checks)


def _write(file: IO[bytes], played: Sequence[Played], seed: int, first: int) -> None:
    for number, one in enumerate(played, first):
        told = Row(number, of_game(seed, number), one.label, one.scores, one.winners, one.decisions, one.worlds)
        file.write(msgspec.json.encode(told) + b"\n")
    file.flush()


def _summary(
    game: Game[Any, Any],
    setup: Setup,
    player: Answering | Sequence[Answering],
    seed: int,
    played: list[Played],
    seconds: float,
) -> Simulation:
    ended = [one for one in played if one.label is not None]
    results = Counter(str(one.label) for one in ended)
    decisions = sum(one.decisions for one in played)
    return Simulation(
        game=game.meta.id,
        scenario=setup.scenario,
        player=player if isinstance(player, str) else ",".join(map(name_of, each_player(player))),
        games=len(played),
        seed=seed,
        options=setup.options,
        seats=setup.seats,
        edition=setup.edition,
        digest=game.content.digest,
        version=__version__,
        finished=len(ended),
        score=spread([one.scores[0] for one in ended if one.scores]),
        results=dict(results.most_common()),
        shares={label: wilson(count, len(ended)) for label, count in results.most_common()},
        win_rate=_win_rate(ended, setup.seats, game.meta.seats),
        decisions=decisions,
        worlds=sum(one.worlds for one in played),
        seconds=seconds,
        decisions_per_second=decisions / seconds if seconds else 0.0,
        thinking_seconds=[sum(each) for each in zip(*(one.thinking_seconds for one in played), strict=True)],
    )


def _win_rate(ended: list[Played], seats: int, names: Sequence[str]) -> dict[str, Interval] | None:
    """How often each side won; None for a game alone in which nobody is ever the winner."""
    wins = Counter(seat for one in ended for seat in one.winners)
    if seats == 1 and not wins:
        return None
    sides = sorted({*range(seats), *wins})
    return {names[side]: wilson(wins[side], len(ended)) for side in sides}
