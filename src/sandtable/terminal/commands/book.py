"""`sandtable rules`, `cases` and `content`: the books of a game and whether they hold."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.padding import Padding
from rich.text import Text

from sandtable.kernel.cases import CaseError, Verdict, read_cases, run_case, written
from sandtable.kernel.content import Sources
from sandtable.kernel.game import games, open_game, shelf
from sandtable.terminal.draw import colours, panels
from sandtable.terminal.reporting import (
    FAILED,
    GOOD,
    Complaint,
    Game,
    Json,
    Packs,
    cell,
    console,
    folders,
    grid,
    print_json,
)

LONGEST_VALUE = 48


def rules(
    game: Game,
    which: Annotated[str, Parameter(help="A number (12.3, or 12 for a chapter), a key, or a word of the title.")] = "",
    /,
    *,
    coverage: Annotated[
        bool, Parameter(negative=(), help="For each rule: cited, exercised by cases, fired in play.")
    ] = False,
    plays: Annotated[
        int, Parameter(name="--games", help="Simulated games in which --coverage counts what fired.")
    ] = 20,
    json: Json = False,
) -> None:
    """Read the rules of a game in our own words, with the rulings taken and the code that cites them.

    For example:
      sandtable rules patrols
      sandtable rules patrols 4.1
      sandtable rules patrols mine
      sandtable rules patrols --coverage --json
    """
    opened = open_game(game)
    found = opened.ledger.find(which) if which else list(opened.ledger.rules)
    if not found:
        raise Complaint(f"{opened.meta.title} has no rule with the number, key or word {which!r}.")
    if coverage:
        _coverage(game, found, plays, json)
        return
    from sandtable.lab.citations import citations

    cited = citations(opened)
    if json:
        told = {key: msgspec.to_builtins(opened.ledger[key]) | {"cited": cited[key]} for key in found}
        print_json({"game": game, "rules": told})
        return
    out = console()
    if which:
        for key in found:
            out.print(*panels.rule(key, opened.ledger, cited[key]), sep="\n")
        return
    out.print(*panels.primer(opened.primer), sep="\n")
    table = grid("rule", "title", "key", right=(0,))
    for key in found:
        table.add_row(cell(opened.ledger.number(key), "cyan"), cell(opened.ledger[key].title), cell(key, colours.QUIET))
    out.print(table)


def _coverage(game: str, keys: list[str], plays: int, json: bool) -> None:
    from sandtable.lab.coverage import coverage

    told = {key: entry for key, entry in coverage(game, games=plays)["rules"].items() if key in keys}
    if json:
        print_json({"game": game, "rules": told})
        return
    table = grid("rule", "key", "cited", "exercised", "fired", right=(0, 2, 3, 4))
    for key, entry in told.items():
        bare = not entry["cited"] or not entry["exercised"]
        table.add_row(
            cell(entry["number"], "cyan"),
            cell(key, colours.RISK if bare else ""),
            cell(len(entry["cited"])),
            cell(len(entry["exercised"])),
            cell(entry["fired"]),
        )
    out = console()
    out.print(table)
    covered = sum(bool(entry["cited"] and entry["exercised"]) for entry in told.values())
    out.print(Text(f"{covered} of {len(told)} rules are cited in code and exercised by a case."))


# ---- cases ----------------------------------------------------------------------------------------


def cases(
    *paths: Annotated[Path, Parameter(help="Files of cases, or folders of them.")],
    game: Annotated[
        str, Parameter(help="The game of cases that do not name one; without files, all cases of that game.")
    ] = "",
    json: Json = False,
) -> int:
    """Run rulings: cases that say what must follow from a position, and what the rules must refuse.

    For example:
      sandtable cases --game patrols
      sandtable cases my-ruling.yaml --game patrols
      sandtable cases rulings/ --json
    """
    if not paths and not game:
        raise Complaint("Which cases? Name files or folders, or a game with --game.")
    if game:
        open_game(game)
    verdicts = [
        verdict
        for file in _case_files(list(paths) or [Path(str(files(games()[game].package))) / "rulings"])
        for verdict in _run_file(file, game or _home_game(file))
    ]
    failures = [verdict for verdict in verdicts if not verdict.passed]
    if json:
        told = list(map(_failure, failures))
        print_json({"passed": len(verdicts) - len(failures), "failed": len(failures), "failures": told})
        return FAILED if failures else GOOD
    out = console()
    for bad in failures:
        out.print(Text.assemble(("✗ ", "bold red"), (bad.id, "bold"), f" [{bad.rule}]  {bad.text}"))
        if bad.expected is not None:
            out.print(Text(f"    expected {written(bad.expected)}\n    got      {written(bad.got)}"))
    out.print(
        Text(f"{len(verdicts) - len(failures)} passed, {len(failures)} failed", style="red" if failures else "green")
    )
    return FAILED if failures else GOOD


def _failure(bad: Verdict) -> dict[str, Any]:
    """Where a case fails, what it wants there and what is so: as data and as sentences."""
    return {
        "id": bad.id,
        "rule": bad.rule,
        "step": bad.step,
        "text": bad.text,
        "expected": bad.expected,
        "got": bad.got if bad.got is not None else bad.text,
        "sentences": {"expected": bad.wanted or "The case can be read and played.", "got": bad.found},
    }


def _case_files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])
            if not inside:
                raise Complaint(f"{path} holds no files of cases (*.yaml).")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise Complaint(f"{path} is neither a file nor a folder.")
    return found


def _run_file(file: Path, game: str) -> list[Verdict]:
    try:
        listed = read_cases(file)
    except (CaseError, OSError, UnicodeDecodeError) as error:
        raise Complaint(f"{file} cannot be read as cases: {error}") from error
    for place, case in enumerate(listed, 1):
        if not game and "game" not in case:
            raise Complaint(
                f"{file}: case {place} ({case.get('id', 'without id')}) names no game; add `game:` or --game."
            )
    return [run_case(case, game) for case in listed]


def _home_game(file: Path) -> str:
    """The game in whose package a file lies, if it lies in one."""
    for name, kind in shelf()[0].items():
        if Path(str(files(kind.package))).resolve() in file.resolve().parents:
            return name
    return ""


# ---- content --------------------------------------------------------------------------------------


def content(
    game: Game,
    /,
    *packs: Annotated[Path, Parameter(help="Folders of content laid over the game's own, as with --pack.")],
    sources: Annotated[bool, Parameter(negative=(), help="Where each value comes from, and the shares.")] = False,
    check: Annotated[
        bool,
        Parameter(
            negative=(), help="Only say what is wrong: the packs are read, the game is built and played a while."
        ),
    ] = False,
    pack: Packs = (),
    json: Json = False,
) -> int:
    """Look at the data of a game: its tables, the source of every value, what is wrong with a pack.

    For example:
      sandtable content patrols
      sandtable content patrols --sources
      sandtable content patrols --check my-values/
    """
    laid_on = (*packs, *pack)
    if check:
        return _check(game, laid_on, json)
    opened = open_game(game, folders(laid_on))
    told = opened.content.sources()
    if json:
        tables: dict[str, int] = {}
        for value in told:
            tables[value.table] = tables.get(value.table, 0) + 1
        report: dict[str, Any] = {"game": game, "digest": opened.content.digest, "counts": told.counts}
        if sources:
            report["values"] = [
                {"table": v.table, "row": v.row, "field": v.field, "text": v.text}
                | {"source": v.source.kind, "detail": v.source.detail}
                for v in told
            ]
        print_json(report | {"tables": tables})
        return GOOD
    out = console()
    if sources:
        out.print(*_by_source(told), sep="\n")
    else:
        rows: dict[str, set[str]] = {}
        for value in told:
            rows.setdefault(value.table, set()).add(value.row)
        listed = grid("table", "rows", right=(1,))
        for name, ids in rows.items():
            listed.add_row(cell(name), cell(len(ids)))
        out.print(listed)
    shares = ", ".join(f"{count} {kind} ({count / len(told):.0%})" for kind, count in told.counts.items())
    out.print(Text(f"{len(told)} values: {shares}. Digest {opened.content.digest[:16]}."))
    return GOOD


def _by_source(values: Sources) -> list[Text | Padding]:
    """Every value under its table and its source, so that a reason stands once."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for value in values:
        text = value.text if len(value.text) <= LONGEST_VALUE else f"{value.text[:LONGEST_VALUE]}…"
        grouped.setdefault((value.table, str(value.source)), []).append(f"{value.row}.{value.field} {text}")
    lines: list[Text | Padding] = []
    for (table, source), listed in grouped.items():
        lines.append(Text.assemble((table, "bold"), f"  {source}"))
        lines.append(Padding(Text(", ".join(listed), style=colours.QUIET), (0, 0, 0, 2)))
    return lines


def _check(game: str, pack: tuple[Path, ...], json: bool) -> int:
    from sandtable.lab.packs import check_packs

    problems = check_packs(game, folders(pack))
    if json:
        print_json({"game": game, "good": not problems, "problems": [str(problem) for problem in problems]})
    else:
        out = console()
        for problem in problems:
            out.print(Text(str(problem)))
        told = (
            "Nothing is wrong."
            if not problems
            else f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'}."
        )
        out.print(Text(told, style="red" if problems else "green"))
    return FAILED if problems else GOOD
