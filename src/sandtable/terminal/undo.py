"""Going back, as a person at the terminal means it."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.kernel.options import Seat
from sandtable.kernel.table import UNDO_LEVELS, Table, UndoLevel, last_begun
from sandtable.terminal.parse import NotUnderstood


def take_back(table: Table, seat: Seat, text: str, players: Collection[Seat]) -> None:
    """Takes back a person's last answer, or the action, phase or turn; with take-backs past the players' answers."""
    level = next((level for level in UNDO_LEVELS if level == (text or "answer")), None)
    if level is None:
        raise NotUnderstood(f"`undo` takes back an {', '.join(UNDO_LEVELS[:-1])} or {UNDO_LEVELS[-1]}, not {text!r}.")
    last = table.history[-1].seat if table.history else seat
    if last not in players:
        table.undo(last, level)
    elif table.take_backs and (point := _before_players(table, level, players)) is not None:
        table.go_back(point)
    else:
        table.undo(seat, level)


def _before_players(table: Table, level: UndoLevel, players: Collection[Seat]) -> int | None:
    """The moment before a person's last answer, or before the first of that turn."""
    own = [place for place, moment in enumerate(table.history) if moment.seat not in players]
    return last_begun(table.history, own, level) if own else None
