"""`sandtable new-game` and `conform`: the workshop of those who make games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from sandtable.kernel.cases import Verdict
from sandtable.kernel.game import open_game
from sandtable.terminal.reporting import FAILED, GOOD, Complaint, Game, Json, console, print_json


def new_game(
    name: Annotated[str, Parameter(help="What the game is called: the id of it, and its folder.")],
    /,
    *,
    into: Annotated[Path, Parameter(help="Where its folder is made.")] = Path(),
    json: Json = False,
) -> None:
    """Begin a game of your own: a folder with a small whole one in it, which conforms.

    For example:
      sandtable new-game courier
      pip install -e courier
      sandtable conform courier
    """
    from sandtable.lab.new_game import Unfit, begin

    try:
        written = begin(name, into)
    except Unfit as error:
        raise Complaint(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    if json:
        print_json({"game": name, "files": [str(file) for file in written]})
        return
    out = console()
    for file in written:
        out.print(Text(str(file)))
    home = written[0].parent
    out.print(Text(f"Now: pip install -e {home}, then sandtable conform {name}, then sandtable play {name}."))


def conform(
    game: Game,
    /,
    *,
    games: Annotated[int, Parameter(help="Games walked through in each setup; 0 means as many as fit.")] = 0,
    seed: Annotated[int, Parameter(help="The same seed gives the same games.")] = 0,
    json: Json = False,
) -> int:
    """Hold a game against all that every game must keep to: copies, saves, secrets, options, refusals, and its cases.

    For example:
      sandtable conform patrols
      sandtable conform courier --games 20 --json
    """
    if games < 0:
        raise Complaint(f"--games must be 0 or more, not {games}.")
    from sandtable.kernel.cases import game_cases, run_case
    from sandtable.lab import conformance
    from sandtable.lab.conformance import walks

    opened = open_game(game)
    findings = conformance.conform(opened, games or None, seed)
    verdicts = [run_case(case, game) for case in game_cases(opened)]
    failed = [verdict for verdict in verdicts if not verdict.passed]
    if json:
        cases = {"run": len(verdicts), "failed": [_told(verdict) for verdict in failed]}
        print_json({"game": game, "findings": findings, "cases": cases})
    else:
        out = console()
        for finding in findings:
            out.print(Text(f"✗ {finding}", style="red"))
        for verdict in failed:
            out.print(Text(f"✗ {_told(verdict)}", style="red"))
        setups = len(walks.setups(opened))
        good = f"{game} conforms in {_many(setups, 'setup')}; {_many(len(verdicts), 'case')} hold."
        bad = f"{game}: {_many(len(findings), 'finding')}, {len(failed)} of {_many(len(verdicts), 'case')} failed."
        out.print(Text(bad if findings or failed else good, style="bold"))
    return FAILED if findings or failed else GOOD


def _told(verdict: Verdict) -> str:
    return f"case {verdict.id} [{verdict.rule}]: {verdict.text}"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
