"""Plays each game many times and writes what comes of it: `make balance`.

The values that no rulebook gives are ours, so a table for each game shows what they do: how the plain player fares, how
chance does in his place, and how often each line of the victory table is reached. The same seed writes the same page.
What is played, and what must come of it, a game says in its `balance.yaml`. `tools/balance.py bct` writes the page of
one game only.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel.game import games, open_game
from sandtable.lab.figures import Interval, wilson
from sandtable.lab.plans import Duel, Forecast, Scores, Wins, forecast
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


def run(game: str, scenario: str, player: str, many: int, seed: int) -> Run:
    print(f"{game}: {many} games of {player}, scenario {scenario} ...", file=sys.stderr, flush=True)
    with Keeping(JOBS, mp_context=multiprocessing.get_context("spawn")) as pool:
        figures = simulate(game, player=player, games=many, seed=seed, scenario=scenario, executor=pool)
        return Run(figures, pool.kept)


# ---- the form of a page -----------------------------------------------------------------------------


def introduction(plan: Forecast) -> str:
    """The words over the tables, with the figures of the plan put in."""
    return plan.introduction.format(**msgspec.structs.asdict(plan))


def share(interval: Interval) -> str:
    return f"{interval.rate:.1%} ({interval.low:.1%} to {interval.high:.1%})"


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def header(*cells: str, words: int = 1) -> list[str]:
    """The first line of a table and the one under it; so many columns hold words, the others figures."""
    return [row(*cells), row(*["---"] * words, *["---:"] * (len(cells) - words))]


def better(one: Run, other: Run) -> Interval:
    """How often the first scores higher, of the games that both of them ended."""
    both = zip(one.scores, other.scores, strict=True)
    pairs = [(ours, theirs) for ours, theirs in both if ours is not None and theirs is not None]
    return wilson(sum(ours > theirs for ours, theirs in pairs), len(pairs))


# ---- a side against the game itself ------------------------------------------------------------------


class ScoreTables:
    """How a player fares whom nobody plays against."""

    def __init__(self, game: str, plan: Scores) -> None:
        self.plan = plan
        self.runs = {
            (scenario, player): run(game, scenario, player, plan.games, plan.seed)
            for scenario in plan.scenarios
            for player in plan.players
        }

    def better(self, scenario: str) -> Interval:
        """How often plain play has the higher score, each game against that of chance from the same deal."""
        return better(self.runs[scenario, "plain"], self.runs[scenario, "random"])

    def faults(self) -> list[str]:
        plan = self.plan
        found = [*unfinished(self.runs), *unlisted(self.runs, plan.results)]
        full = self.runs[plan.scenarios[0], "plain"].figures
        low, high = plan.median
        if not low <= full.score.median <= high:
            found.append(f"The median of plain play is {full.score.median:g}; it should lie from {low:g} to {high:g}.")
        first, last = map(plan.results.index, plan.reached)
        found += [f"Plain play never reaches {r}." for r in plan.results[first : last + 1] if r not in full.results]
        for scenario in plan.scenarios:
            rate = self.better(scenario).rate
            if rate < plan.often:
                found.append(f"Plain play beats chance in {rate:.0%} of the games of {scenario} only.")
        return found

    def page(self) -> str:
        columns = ("scenario", "player", "games", "ended", "median", "mean", "10 % below", "10 % above")
        lines = [introduction(self.plan), "## Scores", "", *header(*columns, "answers per game", words=2)]
        for (scenario, player), played in self.runs.items():
            f = played.figures
            score = [f"{f.score.median:g}", f"{f.score.mean:.1f}", f"{f.score.p10:g}", f"{f.score.p90:g}"]
            lines.append(row(scenario, player, f.games, f.finished, *score, round(f.decisions / f.games)))
        lines += ["", "## Plain against chance", "", *header("scenario", "plain scores higher on the same deal")]
        lines += [row(name, share(self.better(name))) for name in self.plan.scenarios]
        for scenario in self.plan.scenarios:
            lines += ["", f"## Results: {scenario}", "", *header("result", *self.plan.players)]
            for result in self.plan.results:
                shares = [self.runs[scenario, player].figures.shares.get(result) for player in self.plan.players]
                lines.append(row(result, *("never" if one is None else share(one) for one in shares)))
        return "\n".join(lines) + "\n"


class WinTables:
    """How often a player wins whom nobody plays against."""

    def __init__(self, game: str, plan: Wins) -> None:
        self.plan = plan
        self.runs = {
            (scenario, player): run(game, scenario, player, plan.games, plan.seed)
            for scenario in plan.scenarios
            for player in plan.players
        }

    def won(self, scenario: str, player: str) -> Interval:
        played = self.runs[scenario, player].played
        return wilson(sum(0 in one.winners for one in played), len(played))

    def beats(self, scenario: str) -> Interval:
        """How often plain play has the higher score, each game against that of chance from the same deal."""
        return better(self.runs[scenario, "plain"], self.runs[scenario, "random"])

    def faults(self) -> list[str]:
        plan = self.plan
        found = [*unfinished(self.runs), *unlisted(self.runs, plan.results)]
        low, high = plan.share
        for scenario in plan.scenarios:
            ours, chance = self.won(scenario, "plain").rate, self.won(scenario, "random").rate
            if not low <= ours <= high and scenario not in plan.apart:
                found.append(f"{scenario}: plain play wins {ours:.1%}; it should be from {low:.0%} to {high:.0%}.")
            if chance >= plan.chance:
                found.append(f"{scenario}: chance wins {chance:.1%}; it should be fewer than {plan.chance:.0%}.")
            if self.beats(scenario).rate < plan.often:
                found.append(f"{scenario}: plain play scores higher than chance in too few games.")
        return found

    def page(self) -> str:
        plan = self.plan
        columns = ("scenario", "player", "games", "ended", "won", "mean score", "answers per game")
        lines = [introduction(plan), "## Wins", "", *header(*columns, words=2)]
        for (scenario, player), played in self.runs.items():
            f = played.figures
            figures = [share(self.won(scenario, player)), f"{f.score.mean:.1f}", round(f.decisions / f.games)]
            lines.append(row(scenario, player, f.games, f.finished, *figures))
        lines += ["", *(f"{scenario}: {why}\n" for scenario, why in plan.apart.items())]
        lines += ["## Plain against chance", "", *header("scenario", "plain scores higher on the same deal")]
        lines += [row(name, share(self.beats(name))) for name in plan.scenarios]
        for player in plan.players:
            lines += ["", f"## How games of {player} play end", "", *header("result", *plan.scenarios)]
            for result in plan.results:
                found = [self.runs[scenario, player].figures.shares.get(result) for scenario in plan.scenarios]
                lines.append(row(result, *("never" if one is None else f"{one.rate:.1%}" for one in found)))
        lines += self._conditions()
        lines += ["", "## The first games of plain play", "", *header("game", *plan.scenarios)]
        for number in range(plan.listed):
            games = [self.runs[scenario, "plain"].played[number] for scenario in plan.scenarios]
            lines.append(row(number, *(f"{one.label} ({one.scores[0]}) in {one.decisions}" for one in games)))
        return "\n".join(lines) + "\n"

    def _conditions(self) -> Iterator[str]:
        """What the checklist said at the end of the games that were judged by it."""
        judged = {
            scenario: [one.checks for one in self.runs[scenario, "plain"].played if one.label in self.plan.judged]
            for scenario in self.plan.scenarios
        }
        conditions = dict.fromkeys(text for games in judged.values() for checks in games for text in checks)
        if not conditions:
            return
        yield from ("", "## Conditions met by plain play", "", *header("condition", *self.plan.scenarios))
        yield row("games judged", *map(len, judged.values()))
        for text in conditions:
            asked = [[checks[text] for checks in games if text in checks] for games in judged.values()]
            yield row(text, *(f"{wilson(sum(met), len(met)).rate:.1%}" if met else "not asked" for met in asked))


# ---- two sides --------------------------------------------------------------------------------------


class DuelTables:
    """Whom two sides' games go to; who wins together counts for each of them."""

    def __init__(self, game: str, plan: Duel) -> None:
        self.plan = plan
        self.sides = open_game(game).meta.seats
        self.scenarios = tuple(open_game(game).meta.scenarios)
        self.runs = {
            (scenario, players): run(game, scenario, players, games, plan.seed)
            for scenario in self.scenarios
            for players, games in plan.matches.items()
        }

    def standing(self, scenario: str, players: str = "plain") -> list[int]:
        """Games won by the first side, won by nobody, won by the second."""
        played = self.runs[scenario, players].played
        won = Counter(seat for one in played for seat in one.winners or [-1])
        return [won[0], won[-1], won[1]]

    def share(self, scenario: str) -> float:
        """The first side's: games won, and half of those drawn."""
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

    def faults(self) -> list[str]:
        plan = self.plan
        found = [*unfinished(self.runs), *unlisted(self.runs, plan.results)]
        low, high = plan.even
        for scenario in self.scenarios:
            won, drawn, lost = self.standing(scenario)
            for side, ours in zip(self.sides, (won, lost), strict=True):
                if won + lost and not low <= ours / (won + lost) <= high:
                    found.append(f"{scenario}: the {side} wins {ours} games of {won + lost} that were decided.")
                if ours < plan.least * (won + drawn + lost):
                    found.append(f"{scenario}: the {side} wins {ours} games of {won + drawn + lost} only.")
            for seat, side in enumerate(self.sides):
                if self.beats(scenario, seat).rate < plan.often:
                    found.append(f"{scenario}: plain play beats chance in too few games as the {side}.")
            reached = {label.partition(":")[0] for label in self.runs[scenario, "plain"].figures.results}
            missing = {label.partition(":")[0] for label in plan.results} - reached
            found += [f"{scenario}: no game ends with the level {level}." for level in sorted(missing)]
        return found

    def page(self) -> str:
        tables = [self._against_itself(), self._levels(), self._against_chance(), self._first_games()]
        return "\n".join([introduction(self.plan), "\n\n".join(map("\n".join, tables))]) + "\n"

    def _against_itself(self) -> Iterator[str]:
        ours, theirs = self.sides
        columns = ("scenario", f"{ours} wins", "drawn", f"{theirs} wins", f"{ours}'s share", "share by VP lead")
        yield from ("## Plain against plain", "", *header(*columns, "mean VP", "answers per game"))
        for scenario in self.scenarios:
            one = self.runs[scenario, "plain"]
            means = [sum(game.scores[seat] for game in one.played) / len(one.played) for seat in (0, 1)]
            shares = [f"{self.share(scenario):.1%}", f"{self.lead(scenario):.1%}", f"{means[0]:.0f} to {means[1]:.0f}"]
            yield row(scenario, *self.standing(scenario), *shares, round(one.figures.decisions / one.figures.games))

    def _levels(self) -> Iterator[str]:
        yield from ("## Levels of victory, plain against plain", "", *header("level", *self.scenarios))
        for level in self.plan.results:
            found = [self.runs[scenario, "plain"].figures.shares.get(level) for scenario in self.scenarios]
            yield row(level, *("never" if one is None else f"{one.rate:.1%}" for one in found))

    def _against_chance(self) -> Iterator[str]:
        columns = ("scenario", *(f"plain as {side} wins" for side in self.sides), "answers per game")
        yield from ("## Plain against chance", "", *header(*columns))
        for scenario in self.scenarios:
            both = [self.runs[scenario, players].figures for players in list(self.plan.matches)[1:]]
            answers = round(sum(f.decisions for f in both) / sum(f.games for f in both))
            yield row(scenario, *(share(self.beats(scenario, seat)) for seat in (0, 1)), answers)

    def _first_games(self) -> Iterator[str]:
        yield from ("## The first games, plain against plain", "", *header("game", *self.scenarios))
        for number in range(self.plan.listed):
            games = [self.runs[scenario, "plain"].played[number] for scenario in self.scenarios]
            yield row(number, *(f"{one.scores[0]} to {one.scores[1]} in {one.decisions}" for one in games))


# ---- all of them ------------------------------------------------------------------------------------


def unfinished(runs: dict[tuple[str, str], Run]) -> list[str]:
    return [
        f"{one.figures.games - one.figures.finished} games of {players} in the scenario {scenario} did not end."
        for (scenario, players), one in runs.items()
        if one.figures.finished < one.figures.games
    ]


def unlisted(runs: dict[tuple[str, str], Run], results: Sequence[str]) -> list[str]:
    found = {label for one in runs.values() for label in one.figures.results} - set(results)
    return [f"A game ended as {label!r}, which the plan does not list." for label in sorted(found)]


def tables(name: str, plan: Forecast) -> ScoreTables | WinTables | DuelTables:
    if isinstance(plan, Scores):
        return ScoreTables(name, plan)
    if isinstance(plan, Wins):
        return WinTables(name, plan)
    assert isinstance(plan, Duel)
    return DuelTables(name, plan)


def main(names: list[str]) -> int:
    plans = {name: plan for name in games() if (plan := forecast(name)) is not None}
    unknown = [name for name in names if name not in plans]
    if unknown:
        print(f"There is no table for {', '.join(unknown)}; there is one for {', '.join(plans)}.", file=sys.stderr)
        return 2
    faults = 0
    for name in names or plans:
        plan = plans[name]
        table = tables(name, plan)
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
