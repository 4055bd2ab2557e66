"""Moves at a table, made on a copy: the table itself is changed by nobody, it is replaced when the copy is kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sandtable.kernel.equals import SCOPES
from sandtable.kernel.options import Option, Refusal, Refused, Seat
from sandtable.kernel.table import UNDO_LEVELS, Table, UndoLevel, last_begun
from sandtable.server.store.rows import as_text


def answered(table: Table, seat: Seat, options: Sequence[Option], leave: str = "") -> tuple[Table, int]:
    """The table after an answer, and how many of its parts were taken: fewer than all where chance has cut it. With
    it choices between equals may be left to the table, or taken back from it."""
    new = table.fork()
    if leave:
        new.leave_equals(seat, next((scope for scope in SCOPES if scope == leave), None))
    cut = new.answer(seat, *options)
    return new, cut.parts if cut is not None else len(options)


def new_wishes(old: Table, new: Table) -> dict[Seat, str]:
    """What seats have left to the table or taken back from it, as it is kept."""
    changed = [seat for seat in old.left.keys() | new.left.keys() if old.left.get(seat) != new.left.get(seat)]
    return {seat: as_text(new.left[seat]) if seat in new.left else "" for seat in changed}


# ---- going back -----------------------------------------------------------------------------------


def undo_levels(table: Table, seat: Seat, computers: Collection[Seat]) -> list[UndoLevel]:
    """How far this seat may go back. With take-backs one person plays all seats that no computer plays."""
    if seat < 0:
        return []
    if not table.take_backs:
        return table.can_undo(seat)
    return list(UNDO_LEVELS) if any(moment.seat not in computers for moment in table.history) else []


def undone(table: Table, seat: Seat, level: UndoLevel, computers: Collection[Seat]) -> Table:
    """The table after a step back; Refused where there is none."""
    new = table.fork()
    if not table.take_backs:
        new.undo(seat, level)
        return new
    own = [place for place, moment in enumerate(new.history) if moment.seat not in computers]
    if not own:
        raise Refused(Refusal("kernel.word", "There is nothing to take back."))
    new.go_back(last_begun(new.history, own, level))
    return new


# ---- naming a position ----------------------------------------------------------------------------


def ask_name(table: Table, seat: Seat) -> str:
    """Names the position for one seat: by what it has seen change and by what it has done itself, nothing else.

    An answer that changes nothing in one's own view still makes a new name, so that no answer counts twice.
    """
    return f"{table.revisions[seat]}.{table.deeds[seat]}"
