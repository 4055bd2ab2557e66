"""`sandtable replay` and `sandtable verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from sandtable.kernel import records
from sandtable.kernel.options import SPECTATOR
from sandtable.kernel.story import deeds
from sandtable.kernel.table import Undone
from sandtable.terminal.asides import Standpoint
from sandtable.terminal.bounds import bounded
from sandtable.terminal.draw import panels
from sandtable.terminal.draw.screen import Screen
from sandtable.terminal.reporting import FAILED, GOOD, Complaint, Json, console, print_json, read_bytes

File = Annotated[Path, Parameter(help="A record, as `play` saves it.")]


def replay(
    file: File,
    /,
    *,
    to: Annotated[int | None, Parameter(help="Stop after so many entries of the journal.")] = None,
    json: Json = False,
) -> None:
    """Play a record again and show its log and where it ends.

    For example:
      sandtable replay my-game.json
      sandtable replay my-game.json --to 12
    """
    with bounded():
        record = records.decode(read_bytes(file))
        if to is not None and not 0 <= to <= len(record.journal):
            raise Complaint(f"--to {to} is not in this record: its journal has {len(record.journal)} entries.")
        table = records.replay(record, to)
    seat = SPECTATOR if table.seats() > 1 else 0
    ledger = table.game.ledger
    if json:
        entries = len(record.journal) if to is None else to
        print_json(
            {
                "game": record.game,
                "scenario": record.scenario,
                "entries": entries,
                "answers": table.answers,
                "take_backs": sum(isinstance(entry, Undone) for entry in record.journal[:entries]),
                "log": [
                    {"rule": said.rule, "number": ledger.number(said.rule), "text": said.text, "dice": said.dice}
                    for said in table.said(seat)
                ],
                "outcome": table.g.s.outcome,
            }
        )
        return
    screen = Screen()
    here = Standpoint(table, seat)
    for done in deeds(table.said(seat)):
        screen.show(*panels.deed(done, ledger))
    screen.table(table.game.meta.title, here.scene, [], ledger, [])
    if table.g.s.outcome is not None:
        screen.show(*panels.ending(table.g.s.outcome, table))
    else:
        screen.say(f"Not ended: {table.answers} answers so far. `sandtable play --resume {file}` goes on.")


def verify(
    file: File,
    /,
    *,
    head: Annotated[tuple[str, ...], Parameter(help="A head noted during play; may be given again.")] = (),
    json: Json = False,
) -> int:
    """Check a record without trusting who wrote it: its bytes, the rules, every die, the result.

    It proves that no die was changed after the key was committed and that
    every answer was legal. With a head that you noted during play it also
    proves that nothing before it was changed or cut out since. It does not
    prove that the host did not look ahead.

    For example:
      sandtable verify my-game.json
      sandtable verify my-game.json --head "1f0c 83d2 77ab 0e91"
      sandtable verify my-game.json --json
    """
    with bounded():
        report = records.verify(read_bytes(file), head)
    if json:
        print_json(report)
    else:
        out = console()
        if report.good:
            out.print(
                Text(
                    f"{file.name} is good: {report.answers} answers by the rules, {report.outcomes} turns of chance.",
                    style="green",
                )
            )
            out.print(Text(f"Dice: {report.dice}. Take-backs: {report.take_backs}."))
            out.print(Text(f"Chain: {report.chain}."))
        for note in report.notes:
            out.print(Text(note))
        for finding in report.findings:
            out.print(Text.assemble(("✗ ", "bold red"), finding))
    return GOOD if report.good else FAILED
