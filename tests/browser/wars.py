"""Wars of Invasion Afghanistan, written down answer by answer, so that a page can play them with the dice that fell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Page, expect

from sandtable.games.invasion.frames import Battle
from sandtable.games.invasion.state import War, counters_in
from sandtable.kernel import records
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option
from sandtable.kernel.table import Table

OPERATIONS = "year.operations"
LONGEST = 60
ENDS = {"suggested", "done", "attack", "fight", "go-on", "turn-up"}
"""What is answered at once, where it can be."""
Answer = tuple[Option, ...]


class Script(Struct, frozen=True):
    """A record, what is answered after it, and the spaces from which the forces of its Operation set out."""

    record: bytes
    answers: list[Answer]
    target: int
    units: tuple[int, int]


def key(table: Table) -> str:
    return table.g.ask.key if table.g.ask is not None else ""


def first_choice(table: Table) -> Answer:
    """The shortest way through a question: what ends it, or as many of its first answers as it wants."""
    assert table.g.ask is not None
    options = list(table.g.ask.options(0))
    ends = [option for option in options if option[0] in ENDS]
    return (ends[0],) if ends else (options[0],)


def setting_out(table: Table) -> Iterator[tuple[int, tuple[int, int], Answer]]:
    """Where the Resistance is, with two units from two spaces that can go there together, and markers that pay."""
    state = table.g.s
    assert isinstance(state, War)
    for option in table.g.options():
        if option[0] != "target" or not counters_in(state, int(option[1])):
            continue
        plan = again(records.encode(records.record_of(table)))
        plan.answer(0, option)
        units = [int(one[1]) for one in plan.g.options() if one[0] == "send"]
        starts = {state.at[unit]: unit for unit in units}
        if len(starts) > 1:
            one, other = islice(starts.values(), 2)
            plan.answer(0, ("send", one), ("send", other))
            yield int(option[1]), (one, other), tuple(part for part in plan.g.options() if part[0] == "with")[:1]


def again(record: bytes) -> Table:
    return records.replay(records.decode(record))


def begun(seed: str) -> Table:
    """1979, set up as suggested, before its first Operation."""
    table = Table(open_game("invasion"), Setup("1979-1"), host_key=seed_key(seed))
    while key(table) != OPERATIONS:
        table.answer(0, *first_choice(table))
    return table


@cache
def year_of_war() -> Script:
    """A year from Operations to Operations, with an Operation of two forces and a battle in which dice fall."""
    for seed in map(str, range(LONGEST)):
        table = begun(seed)
        record = records.encode(records.record_of(table))
        for target, units, markers in islice(setting_out(table), 3):
            whole: Answer = (("target", target), *(("send", unit) for unit in units), *markers, ("go",))
            if (answers := played(again(record), whole)) is not None:
                return Script(record, answers, target, units)
    raise AssertionError("no war came to the second year")


def played(table: Table, whole: Answer) -> list[Answer] | None:
    """The answers of a year; None if nobody fought, or the war ended."""
    answers = [whole]
    table.answer(0, *whole)
    fought = any(isinstance(frame, Battle) for frame in table.g.s.stack)
    while fought and len(answers) < LONGEST and not table.g.over:
        if key(table) == OPERATIONS and table.g.s.year == 1980:
            return answers
        answers.append(first_choice(table))
        table.answer(0, *answers[-1])
    return None


def open_war(page: Page, folder: Path, script: Script) -> None:
    file = folder / "war.json"
    file.write_bytes(script.record)
    page.goto("/")
    page.get_by_role("button", name="Play Invasion Afghanistan").wait_for()
    page.get_by_label("Open a record").set_input_files(file)
    expect(page.locator(".prompt")).to_contain_text("Plan an Operation")
