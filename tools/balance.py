"""Plays Kandahar many times and writes what comes of it: `make balance`.

The values that no rulebook gives are ours, so a table shows what they do: how the plain player fares, how chance
does in his place, and how often each line of the victory table is reached. The same seed writes the same page.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.games.raids.pieces import Level
from sandtable.kernel.game import open_game
from sandtable.lab.figures import Interval, wilson
from sandtable.lab.simulate import Simulation, simulate

GAME = "kandahar"
PAGE = Path(__file__).parents[1] / "docs" / "balance" / "kandahar.md"
SCENARIOS = ("full", "short")
PLAYERS = ("plain", "random")
GAMES = 500
SEED = 2003
JOBS = 2

MEDIAN = (5, 14)
"""Where the median of plain play over the full tour should lie: in the middle of the victory table."""
REACHED = ("Demotion", "Award")
"""The lines of the victory table that plain play should reach, from and to."""
OFTEN = 0.9
"""How often plain play should do better than chance."""


class Keeping(ProcessPoolExecutor):
    """Processes that also keep the score of each game, so that the same deals can be compared."""

    scores: list[int | None]

    def map(self, fn: Callable[..., Any], *iterables: Any, **how: Any) -> Iterator[Any]:
        self.scores = []
        for batch in super().map(fn, *iterables, **how):
            self.scores += [played.scores[0] if played.label is not None else None for played in batch]
            yield batch


class Run(Struct):
    """One player in one scenario."""

    figures: Simulation
    scores: list[int | None]


def run(scenario: str, player: str) -> Run:
    with Keeping(JOBS, mp_context=multiprocessing.get_context("spawn")) as pool:
        figures = simulate(GAME, player=player, games=GAMES, seed=SEED, scenario=scenario, executor=pool)
        return Run(figures, pool.scores)


def better(ours: Run, theirs: Run) -> Interval:
    """How often one player has the higher score, each game against the other's game from the same deal."""
    pairs = [(a, b) for a, b in zip(ours.scores, theirs.scores, strict=True) if a is not None and b is not None]
    return wilson(sum(a > b for a, b in pairs), len(pairs))


def victory_levels() -> list[str]:
    """The lines of the victory table, lowest first, after the defeat that counts for nothing."""
    return ["Defeat", *(level.name for level in open_game(GAME).content.table("victory", Level).values())]


# ---- what must hold -------------------------------------------------------------------------------


def faults(runs: dict[tuple[str, str], Run]) -> list[str]:
    found = []
    for (scenario, player), played in runs.items():
        if played.figures.finished < GAMES:
            open_games = GAMES - played.figures.finished
            found.append(f"{open_games} games of {player} in the scenario {scenario} did not end.")
    full = runs["full", "plain"].figures
    low, high = MEDIAN
    if not low <= full.score.median <= high:
        found.append(f"The median of plain play is {full.score.median:g}; it should lie from {low} to {high}.")
    levels = victory_levels()
    for level in levels[levels.index(REACHED[0]) : levels.index(REACHED[1]) + 1]:
        if level not in full.results:
            found.append(f"Plain play never reaches {level}.")
    for scenario in SCENARIOS:
        rate = better(runs[scenario, "plain"], runs[scenario, "random"]).rate
        if rate < OFTEN:
            found.append(f"Plain play beats chance in {rate:.0%} of the games of {scenario} only, not {OFTEN:.0%}.")
    return found


# ---- the page -------------------------------------------------------------------------------------

INTRODUCTION = f"""\
# How Kandahar plays

The rulebook gives the rules but not every value on the map and the counters; what it leaves open is ours. These
tables show where that leads: {GAMES} games for each player and scenario, dealt from seed {SEED} (game *n* has the key
of the seed `{SEED}/n`, counted from 0). `plain` is the player that comes with the game, `random` takes any legal
option. Shares are of the games that ended, with the interval in which the true share lies 95 times of 100 (Wilson's).

`make balance` plays them all again and writes this page. It fails if a game does not end, if the median of plain play
over the full tour is not from {MEDIAN[0]} to {MEDIAN[1]}, if a line of the victory table from {REACHED[0]} to \
{REACHED[1]} is never
reached, or if plain play beats chance in fewer than {OFTEN:.0%} of the games. For one row alone:

```sh
sandtable simulate {GAME} --player plain --scenario full --games {GAMES} --seed {SEED} --jobs {JOBS}
```
"""
SCORES = ("scenario", "player", "games", "ended", "median", "mean", "10 % below", "10 % above", "answers per game")


def share(interval: Interval) -> str:
    return f"{interval.rate:.1%} ({interval.low:.1%} to {interval.high:.1%})"


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def page(runs: dict[tuple[str, str], Run]) -> str:
    lines = [INTRODUCTION, "## Scores", "", row(*SCORES), row(*["---"] * 2, *["---:"] * (len(SCORES) - 2))]
    for (scenario, player), played in runs.items():
        f = played.figures
        score = [f"{f.score.median:g}", f"{f.score.mean:.1f}", f"{f.score.p10:g}", f"{f.score.p90:g}"]
        lines.append(row(scenario, player, f.games, f.finished, *score, round(f.decisions / f.games)))
    lines += ["", "## Plain against chance", "", row("scenario", "plain scores higher on the same deal")]
    lines.append(row("---", "---:"))
    lines += [row(name, share(better(runs[name, "plain"], runs[name, "random"]))) for name in SCENARIOS]
    for scenario in SCENARIOS:
        lines += ["", f"## Results: {scenario}", "", row("result", *PLAYERS), row("---", *["---:"] * len(PLAYERS))]
        for level in victory_levels():
            shares = [runs[scenario, player].figures.shares.get(level) for player in PLAYERS]
            lines.append(row(level, *("never" if one is None else share(one) for one in shares)))
    return "\n".join(lines) + "\n"


def main() -> int:
    runs = {}
    for scenario in SCENARIOS:
        for player in PLAYERS:
            print(f"{GAMES} games of {player}, scenario {scenario} ...", file=sys.stderr, flush=True)
            runs[scenario, player] = run(scenario, player)
    written = page(runs)
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(written, encoding="utf-8")
    print(written)
    found = faults(runs)
    print("\n".join(found) or "All of it is as it should be.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
