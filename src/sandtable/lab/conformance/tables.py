"""Conformance of tables: journals that replay and verify, take-backs included, and honest revisions."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.options import Seat
from sandtable.kernel.records import decode, encode, export, record_of, replay, verify
from sandtable.kernel.state import save
from sandtable.kernel.table import Table, Undone
from sandtable.lab.conformance.walks import Walk, Wanderer, called, differing, viewers

UNDO_EVERY = 6


def wander(walk: Walk, take_backs: bool) -> tuple[Table, list[str]]:
    """Some play at a table, with undos; and what was wrong with the revisions on the way."""
    table = Table(walk.game, walk.setup, seed_key(f"{walk.seed} table"), take_backs=take_backs)
    rng, wanderer = walk.rng("table"), Wanderer(walk.game, walk.setup.seats, f"{walk.seed} table")
    faults: list[str] = []
    seen = _seen(table)
    for _ in range(walk.effort.answers):
        if table.over:
            break
        revisions = dict(table.revisions)
        undo = [(seat, level) for seat in range(table.seats()) for level in table.can_undo(seat)]
        if undo and rng.random() * UNDO_EVERY < 1:
            seat, level = rng.choice(undo)
            what = f"undo of {level} by seat {seat}"
            table.undo(seat, level)
        else:
            seat, option = wanderer.answer(table.g)
            what = f"answer {option} of seat {seat}"
            table.answer(seat, option)
        after = _seen(table)
        for viewer in viewers(table.g):
            rose, changed = table.revisions[viewer] != revisions[viewer], seen[viewer] != after[viewer]
            if rose and not changed:
                faults.append(
                    f"the revision of {called(table.g, viewer)} rises at the {what}, of which it sees nothing"
                )
            if changed and not rose:
                faults.append(
                    f"the revision of {called(table.g, viewer)} stays at the {what}, which changes what is to be seen"
                )
        seen = after
    return table, faults


def _seen(table: Table) -> dict[Seat, Any]:
    return {seat: (sight.view_bytes(table.g, seat, odds=False), table.said(seat)) for seat in viewers(table.g)}


def revisions(walk: Walk) -> list[str]:
    """The revision of a seat rises when its view or log changes, and at no other time."""
    return wander(walk, take_backs=False)[1]


def journals(walk: Walk) -> list[str]:
    """Every journal applies again, undos included: same position, and the record verifies."""
    findings = []
    for take_backs in (False, True):
        table, _ = wander(walk, take_backs)
        data = encode(record_of(table))
        report = verify(data)
        if not report.good:
            findings.append(f"a record of {len(table.journal)} entries does not verify: {'; '.join(report.findings)}")
            continue
        undone = sum(isinstance(entry, Undone) for entry in table.journal)
        if report.take_backs != undone:
            findings.append(f"verify tells of {report.take_backs} take-backs, but there were {undone}")
        again = replay(decode(data))
        if save(again.g.s) != save(table.g.s):
            findings.append(f"a journal leads elsewhere when replayed: {differing(save(table.g.s), save(again.g.s))}")
        part = walk.rng("part").randint(0, len(table.journal))
        if len(replay(decode(data), part).journal) != part:
            findings.append(f"a replay of the first {part} entries does not stop there")
        findings += _shared(table)
    return findings


def _shared(table: Table) -> list[str]:
    """The export of an unfinished game can be read and played, and holds neither key nor journal."""
    if table.over:
        return []
    findings = []
    for seat in viewers(table.g):
        data = encode(export(table, seat))
        report = verify(data)
        if not report.good:
            findings.append(f"an export for {called(table.g, seat)} does not verify: {'; '.join(report.findings)}")
        if table.host_key.hex().encode() in data or table.g.s.key.hex().encode() in data:
            findings.append(f"an export for {called(table.g, seat)} holds the key of the dice")
    return findings
