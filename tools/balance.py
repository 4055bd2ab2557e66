"""Plays each game many times and writes what comes of it: `make balance`.

The values that no rulebook gives are ours, so a table for each game shows what they do: how the plain player fares, how
chance does in his place, and how often each line of the victory table is reached. The same seed writes the same page.
`tools/balance.py bct` writes the page of one game only.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct

from sandtable.games.bct.pieces import Level as Margin
from sandtable.games.raids.pieces import Level
from sandtable.kernel.game import open_game
from sandtable.lab.figures import Interval, wilson
from sandtable.lab.simulate import Played, Simulation, simulate

PAGES = Path(__file__).parents[1] / "docs" / "balance"
JOBS = 2


class Keeping(ProcessPoolExecutor):
    """Processes that also keep each game, so that the same deals can be compared."""

    kept: list[Played]

    def map(self, fn: Callable[..., Any], *iterables: Any, **how: Any) -> Iterator[Any]:
        self.kept = []
        for batch in super().map(fn, *iterables, **how):
            self.kept += batch
            yield batch


class Run(Struct):
    """Players in one scenario."""

    figures: Simulation
    played: list[Played]

    @property
    def scores(self) -> list[int | None]:
        """Of the first seat."""
        return [one.scores[0] if one.label is not None else None for one in self.played]


def run(game: str, scenario: str, player: str, games: int, seed: int) -> Run:
    print(f"{game}: {games} games of {player}, scenario {scenario} ...", file=sys.stderr, flush=True)
    with Keeping(JOBS, mp_context=multiprocessing.get_context("spawn")) as pool:
        figures = simulate(game, player=player, games=games, seed=seed, scenario=scenario, executor=pool)
        return Run(figures, pool.kept)


# ---- the form of a page -----------------------------------------------------------------------------


def share(interval: Interval) -> str:
    return f"{interval.rate:.1%} ({interval.low:.1%} to {interval.high:.1%})"


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def header(*cells: str, words: int = 1) -> list[str]:
    """The first line of a table and the one under it; so many columns hold words, the others figures."""
    return [row(*cells), row(*["---"] * words, *["---:"] * (len(cells) - words))]


# ---- Kandahar ---------------------------------------------------------------------------------------


class Kandahar:
    game = "kandahar"
    scenarios = ("full", "short")
    players = ("plain", "random")
    games = 500
    seed = 2003
    median = (5, 14)
    """Where the median of plain play over the full tour should lie: in the middle of the victory table."""
    reached = ("Demotion", "Award")
    """The lines of the victory table that plain play should reach, from and to."""
    often = 0.9
    """How often plain play should do better than chance."""

    def __init__(self) -> None:
        self.runs = {
            (scenario, player): run(self.game, scenario, player, self.games, self.seed)
            for scenario in self.scenarios
            for player in self.players
        }

    def better(self, scenario: str) -> Interval:
        """How often plain play has the higher score, each game against that of chance from the same deal."""
        both = zip(self.runs[scenario, "plain"].scores, self.runs[scenario, "random"].scores, strict=True)
        pairs = [(ours, theirs) for ours, theirs in both if ours is not None and theirs is not None]
        return wilson(sum(ours > theirs for ours, theirs in pairs), len(pairs))

    def levels(self) -> list[str]:
        """The lines of the victory table, lowest first, after the defeat that counts for nothing."""
        return ["Defeat", *(level.name for level in open_game(self.game).content.table("victory", Level).values())]

    def faults(self) -> list[str]:
        found = unfinished(self.runs)
        full = self.runs["full", "plain"].figures
        low, high = self.median
        if not low <= full.score.median <= high:
            found.append(f"The median of plain play is {full.score.median:g}; it should lie from {low} to {high}.")
        levels = self.levels()
        for level in levels[levels.index(self.reached[0]) : levels.index(self.reached[1]) + 1]:
            if level not in full.results:
                found.append(f"Plain play never reaches {level}.")
        for scenario in self.scenarios:
            rate = self.better(scenario).rate
            if rate < self.often:
                found.append(f"Plain play beats chance in {rate:.0%} of the games of {scenario} only.")
        return found

    def page(self) -> str:
        columns = ("scenario", "player", "games", "ended", "median", "mean", "10 % below", "10 % above")
        lines = [self._introduction(), "## Scores", "", *header(*columns, "answers per game", words=2)]
        for (scenario, player), played in self.runs.items():
            f = played.figures
            score = [f"{f.score.median:g}", f"{f.score.mean:.1f}", f"{f.score.p10:g}", f"{f.score.p90:g}"]
            lines.append(row(scenario, player, f.games, f.finished, *score, round(f.decisions / f.games)))
        lines += ["", "## Plain against chance", "", *header("scenario", "plain scores higher on the same deal")]
        lines += [row(name, share(self.better(name))) for name in self.scenarios]
        for scenario in self.scenarios:
            lines += ["", f"## Results: {scenario}", "", *header("result", *self.players)]
            for level in self.levels():
                shares = [self.runs[scenario, player].figures.shares.get(level) for player in self.players]
                lines.append(row(level, *("never" if one is None else share(one) for one in shares)))
        return "\n".join(lines) + "\n"

    def _introduction(self) -> str:
        low, high, seed, games = *self.median, self.seed, self.games
        first, last = self.reached
        return f"""\
# How Kandahar plays

The rulebook gives the rules but not every value on the map and the counters; what it leaves open is ours. These
tables show where that leads: {games} games for each player and scenario, dealt from seed {seed} (game *n* has the key
of the seed `{seed}/n`, counted from 0). `plain` is the player that comes with the game, `random` takes any legal
option. Shares are of the games that ended, with the interval in which the true share lies 95 times of 100 (Wilson's).

`make balance` plays them all again and writes this page. It fails if a game does not end, if the median of plain play
over the full tour is not from {low} to {high}, if a line of the victory table from {first} to {last} is never
reached, or if plain play beats chance in fewer than {self.often:.0%} of the games. For one row alone:

```sh
sandtable simulate {self.game} --player plain --scenario full --games {games} --seed {seed} --jobs {JOBS}
```
"""


# ---- BCT Command ------------------------------------------------------------------------------------


class BctCommand:
    game = "bct"
    sides = ("Coalition", "Insurgent")
    matches: ClassVar = {"plain": 300, "plain,random": 100, "random,plain": 100}
    """Who plays the two sides, and how often."""
    seed = 2009
    least = 0.35
    """How many of all games of plain against plain each side should win at least; a draw is won by nobody."""
    often = 0.85
    """How often plain play should win against chance, from either side."""
    listed = 10
    """The games of plain against plain that are listed one by one, so that anybody can play them again."""

    def __init__(self) -> None:
        self.scenarios = tuple(open_game(self.game).meta.scenarios)
        self.runs = {
            (scenario, players): run(self.game, scenario, players, games, self.seed)
            for scenario in self.scenarios
            for players, games in self.matches.items()
        }

    def standing(self, scenario: str, players: str = "plain") -> list[int]:
        """Games won by the Coalition, drawn, won by the Insurgent."""
        won = Counter(one.winner for one in self.runs[scenario, players].played)
        return [won[0], won[-1], won[1]]

    def share(self, scenario: str) -> float:
        """The Coalition's: games won, and half of those drawn."""
        won, drawn, lost = self.standing(scenario)
        return (won + drawn / 2) / (won + drawn + lost)

    def lead(self, scenario: str) -> float:
        """The same by Victory Points alone, however few they are ahead by."""
        margins = [one.scores[0] - one.scores[1] for one in self.runs[scenario, "plain"].played]
        return sum((margin > 0) + (margin == 0) / 2 for margin in margins) / len(margins)

    def beats(self, scenario: str, seat: int) -> Interval:
        """How often plain play wins from this side against chance; a draw is not won."""
        won = self.standing(scenario, "plain,random" if seat == 0 else "random,plain")
        return wilson(won[0] if seat == 0 else won[2], sum(won))

    def levels(self) -> list[str]:
        """Every way a game can end, from a Decisive victory of one side to that of the other."""
        titles = [level.title for level in open_game(self.game).content.table("levels", Margin).values()]
        draw, *others = titles
        ours, theirs = ([f"{title}: {side}" for title in others] for side in self.sides)
        return [*reversed(ours), draw, *theirs]

    def faults(self) -> list[str]:
        found = unfinished(self.runs)
        for scenario in self.scenarios:
            won, drawn, lost = self.standing(scenario)
            for side, games in zip(self.sides, (won, lost), strict=True):
                if games < self.least * (won + drawn + lost):
                    found.append(f"{scenario}: the {side} wins {games} games of {won + drawn + lost} only.")
            for seat, side in enumerate(self.sides):
                if self.beats(scenario, seat).rate < self.often:
                    found.append(f"{scenario}: plain play beats chance in too few games as the {side}.")
            reached = {label.partition(":")[0] for label in self.runs[scenario, "plain"].figures.results}
            missing = {label.partition(":")[0] for label in self.levels()} - reached
            found += [f"{scenario}: no game ends with the level {level}." for level in sorted(missing)]
        return found

    def page(self) -> str:
        tables = [self._against_itself(), self._levels(), self._against_chance(), self._first_games()]
        return "\n".join([self._introduction(), "\n\n".join(map("\n".join, tables))]) + "\n"

    def _against_itself(self) -> Iterator[str]:
        columns = ("scenario", "Coalition wins", "drawn", "Insurgent wins", "Coalition's share", "share by VP lead")
        yield from ("## Plain against plain", "", *header(*columns, "mean VP", "answers per game"))
        for scenario in self.scenarios:
            one = self.runs[scenario, "plain"]
            means = [sum(game.scores[seat] for game in one.played) / len(one.played) for seat in (0, 1)]
            shares = [f"{self.share(scenario):.1%}", f"{self.lead(scenario):.1%}", f"{means[0]:.0f} to {means[1]:.0f}"]
            yield row(scenario, *self.standing(scenario), *shares, round(one.figures.decisions / one.figures.games))

    def _levels(self) -> Iterator[str]:
        yield from ("## Levels of victory, plain against plain", "", *header("level", *self.scenarios))
        for level in self.levels():
            found = [self.runs[scenario, "plain"].figures.shares.get(level) for scenario in self.scenarios]
            yield row(level, *("never" if one is None else f"{one.rate:.1%}" for one in found))

    def _against_chance(self) -> Iterator[str]:
        columns = ("scenario", "plain as Coalition wins", "plain as Insurgent wins", "answers per game")
        yield from ("## Plain against chance", "", *header(*columns))
        for scenario in self.scenarios:
            both = [self.runs[scenario, players].figures for players in list(self.matches)[1:]]
            answers = round(sum(f.decisions for f in both) / sum(f.games for f in both))
            yield row(scenario, *(share(self.beats(scenario, seat)) for seat in (0, 1)), answers)

    def _first_games(self) -> Iterator[str]:
        yield from ("## The first games, plain against plain", "", *header("game", *self.scenarios))
        for number in range(self.listed):
            games = [self.runs[scenario, "plain"].played[number] for scenario in self.scenarios]
            yield row(number, *(f"{one.scores[0]} to {one.scores[1]} in {one.decisions}" for one in games))

    def _introduction(self) -> str:
        least, seed = self.least, self.seed
        games, chance = self.matches["plain"], self.matches["plain,random"]
        return f"""\
# How BCT Command plays

The rulebook gives the rules, the forces and the levels of victory; unit values, most cards, Assets and deployments
are ours. These tables show where that leads: for each scenario {games} games of `plain`, the player that comes with
the game, against itself, and {chance} from either side against `random`, which takes any legal option. All are dealt
from seed {seed} (game *n* has the key of the seed `{seed}/n`, counted from 0) and begin with the default deployment. A
side's share is its games won and half of those drawn; by the book a lead of four VP or less is a draw, so the share by
VP lead stands beside it. Intervals are those in which the true share lies 95 times of 100 (Wilson's). The last table
tells of the first {self.listed} games the VP, the Coalition's first, and the answers; a test plays some of them again.

`make balance` plays them all again and writes this page. It fails if a game does not end, if a side wins fewer than
{least:.0%} of all games of plain against plain, drawn ones counted, if a level of victory never comes up in a scenario,
or if plain play wins fewer than {self.often:.0%} of the games against chance from one of the sides. For one row alone:

```sh
sandtable simulate {self.game} --player plain --scenario surge --games {games} --seed {seed} --jobs {JOBS}
```
"""


# ---- all of them ------------------------------------------------------------------------------------


def unfinished(runs: dict[tuple[str, str], Run]) -> list[str]:
    return [
        f"{one.figures.games - one.figures.finished} games of {players} in the scenario {scenario} did not end."
        for (scenario, players), one in runs.items()
        if one.figures.finished < one.figures.games
    ]


TABLES = {table.game: table for table in (Kandahar, BctCommand)}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        print(f"There is no table for {', '.join(unknown)}; there is one for {', '.join(TABLES)}.", file=sys.stderr)
        return 2
    faults = 0
    for name in names or TABLES:
        table = TABLES[name]()
        written = table.page()
        PAGES.mkdir(parents=True, exist_ok=True)
        (PAGES / f"{name}.md").write_text(written, encoding="utf-8")
        print(written)
        found = table.faults()
        print("\n".join(found) or "All of it is as it should be.", file=sys.stderr)
        faults += len(found)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
