"""Events: what happened, as each seat may hear it.

One event has a public face and the faces of those seats that hear it otherwise, made while it happens: later nobody
could tell what a seat knew then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.options import SPECTATOR, RuleKey, Seat
from sandtable.kernel.state import State
from sandtable.kernel.view import Said, Trace, Weight

if TYPE_CHECKING:
    from sandtable.kernel.game import Game


class Event(Struct):
    """One thing that happened: the public face, and the faces of seats that hear it otherwise."""

    key: RuleKey
    public: str
    private: dict[Seat, str]
    dice: list[int]
    moves: dict[Seat, list[Trace]] = {}  # msgspec makes each a new one; mypyc knows no field()
    """Which pieces went where, as each seat saw it."""
    weight: Weight = ""
    sides: int = 0
    purpose: str = ""
    counts: dict[str, int] = {}

    def said(self, seat: Seat) -> Said:
        text, moves = self.private.get(seat, self.public), self.moves.get(seat, [])
        return Said(self.key, text, self.dice, moves, self.weight, self.sides, self.purpose, self.counts)


def told(
    game: Game[Any, Any],
    s: State,
    key: RuleKey,
    text: str,
    args: Sequence[int | str],
    private: dict[Seat, str] | None,
    moves: Sequence[Trace],
    weight: Weight,
    counts: dict[str, int] | None,
) -> Event:
    """The event with all its faces, from the position as it stands; `Machine.tell` says what the arguments mean."""
    seats = range(game.seats(s))
    public = game.words(s, SPECTATOR, text, args)
    faces = {}
    for seat in seats:
        face = game.words(s, seat, private[seat] if private and seat in private else text, args)
        if face != public:
            faces[seat] = face
    event = Event(key, public, faces, [], weight=weight, counts=counts or {})
    if moves:
        if game.several_boards:
            # A number of a space means nothing without its board, and the log outlives the board in play.
            moves = [move if move.board else replace(move, board=game.board(s)) for move in moves]
        event.moves = {seat: game.traces(s, seat, moves) for seat in (SPECTATOR, *seats) if event.said(seat).text}
    return event
