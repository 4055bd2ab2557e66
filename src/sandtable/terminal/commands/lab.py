"""`sandtable simulate`, `fuzz` and `bench`: what many games say, what breaks a game, and how fast it is."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.text import Text

from sandtable.kernel.game import open_game
from sandtable.terminal.reporting import (
    FAILED,
    GOOD,
    Complaint,
    Game,
    Json,
    Options,
    Packs,
    Scenario,
    Seats,
    cell,
    console,
    folders,
    grid,
    pairs,
    print_json,
)

BAR = 30


def simulate(
    game: Game,
    /,
    *,
    player: Annotated[
        str, Parameter(help="Who answers: one name for all seats, or one per seat (plain,random).")
    ] = "random",
    games: Annotated[int, Parameter(help="How many games.")] = 100,
    seed: Annotated[int, Parameter(help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int, Parameter(help="Processes to share the games; the result does not depend on it.")] = 1,
    cluster: Annotated[
        str, Parameter(help="A Dask scheduler whose workers share the games instead, such as tcp://host:8786.")
    ] = "",
    rows: Annotated[Path | None, Parameter(help="A file for the games, one line of JSON for each.")] = None,
    scenario: Scenario = "",
    option: Options = (),
    seats: Seats = 0,
    pack: Packs = (),
    json: Json = False,
) -> None:
    """Let players play many games and see how they end, with 95 % intervals.

    For example:
      sandtable simulate patrols --player plain --games 1000
      sandtable simulate patrols --seats 2 --player plain,random --games 500 --jobs 2 --json
      sandtable simulate patrols --games 5000 --rows games.jsonl
    """
    for name, number in (("--games", games), ("--jobs", jobs)):
        if number < 1:
            raise Complaint(f"{name} must be 1 or more, not {number}.")
    from sandtable.lab import simulate as lab
    from sandtable.lab.cluster import cluster as lab_cluster

    if rows is not None and (rows.is_dir() or not rows.absolute().parent.is_dir()):
        raise Complaint(f"{rows} cannot be written: name a file in a folder that exists.")
    screen = Console(stderr=True)
    with ExitStack() as until_done:
        executor = until_done.enter_context(lab_cluster(cluster)) if cluster else None
        bar = until_done.enter_context(
            Progress(
                "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                console=screen, transient=True, disable=not screen.is_terminal,
            )
        )  # fmt: skip
        task = bar.add_task(f"{game}, {player}", total=games)
        result = lab.simulate(
            game,
            player=player,
            games=games,
            seed=seed,
            jobs=jobs,
            scenario=scenario,
            options=pairs(option),
            seats=seats,
            packs=folders(pack),
            progress=lambda done, total: bar.update(task, completed=done),
            executor=executor,
            rows=rows,
        )
    if json:
        print_json(result)
        return
    out = console()
    out.print(
        Text(
            f"{result.game}, {result.scenario}, {result.player}: {result.finished} of {result.games} games ended.",
            style="bold",
        )
    )
    table = grid("result", "games", "share", "", "95 %", right=(1, 2))
    for label, count in result.results.items():
        share = result.shares[label]
        table.add_row(
            cell(label), cell(count), cell(f"{share.rate:.1%}"), cell("█" * round(BAR * share.rate), "green"),
            cell(f"{share.low:.1%} to {share.high:.1%}"),
        )  # fmt: skip
    out.print(table)
    for name, rate in (result.win_rate or {}).items():
        out.print(Text(f"{name} wins {rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})"))
    score = result.score
    out.print(
        Text(
            f"Score: median {score.median:g}, mean {score.mean:.1f}, from {score.p10:g} (10 %) to {score.p90:g} (90 %)"
        )
    )
    out.print(
        Text(f"{result.decisions} decisions in {result.seconds:.1f} s: {result.decisions_per_second:,.0f} a second")
    )


def fuzz(
    game: Annotated[str, Parameter(help="The id of a game.")] = "",
    /,
    *,
    games: Annotated[int, Parameter(help="How many games.")] = 50,
    seed: Annotated[int, Parameter(help="The same seed gives the same games.")] = 0,
    seconds: Annotated[float, Parameter(help="Stop after so many seconds; 0 means no limit.")] = 0,
    folder: Annotated[Path, Parameter(help="Where crash files go.")] = Path("crashes"),
    again: Annotated[Path | None, Parameter(help="A crash file to reproduce.")] = None,
    json: Json = False,
) -> int:
    """Play at random with hostile input, in search of crashes and broken promises; each becomes a file to reproduce it.

    For example:
      sandtable fuzz patrols --games 200
      sandtable fuzz --again crashes/patrols-3.json
    """
    from sandtable.lab import fuzz as lab

    out = console()
    if again is not None:
        if not again.is_file():
            raise Complaint(f"{again} is not a file.")
        found = lab.refuzz(again)
        if json:
            print_json({"file": str(again), "found": found})
        else:
            out.print(Text(found or "It does not happen any more.", style="red" if found else "green"))
        return FAILED if found else GOOD
    if not game:
        raise Complaint("Fuzz which game? Name one, or a crash file with --again.")
    open_game(game)
    report = lab.fuzz(game, games=games, seed=seed, folder=folder, seconds=seconds)
    if json:
        print_json(report)
    else:
        out.print(Text(f"{report.games} games, {report.decisions} decisions, {len(report.crashes)} crashes."))
        for crash in report.crashes:
            out.print(Text(f"✗ {crash}", style="red"))
    return FAILED if report.crashes else GOOD


def bench(
    *names: Annotated[str, Parameter(name="GAMES", help="Games to measure; all if none is named.")],
    json: Json = False,
) -> None:
    """Measure speed: decisions, copies, saves, views and playouts, each beside a fixed loop of whole numbers.

    The ratio to that loop, not the seconds, is what can be compared
    between machines.

    For example:
      sandtable bench
      sandtable bench patrols --json
    """
    for name in names:
        open_game(name)
    from sandtable.lab import bench as lab

    result = lab.bench(list(names))
    if json:
        print_json(result)
        return
    table = grid("figure", "value", "unit", "ratio", "target", right=(1, 3, 4))
    for name, figure in result.figures.items():
        missed = 0 < figure.target < figure.ratio
        table.add_row(
            cell(name),
            cell(f"{figure.value:,.4g}"),
            cell(figure.unit),
            cell(f"{figure.ratio:,.4g}", "red" if missed else ""),
            cell(f"{figure.target:g}" if figure.target else ""),
        )
    console().print(table)
