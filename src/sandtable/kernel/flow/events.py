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
from sandtable.kernel.story import Contest, Face, Loss, Weight
from sandtable.kernel.view import Said, Trace
from sandtable.kernel.words import spaces_in

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
    joined: bool = False
    """Whether it belongs to the deed of the event before it."""
    action: int = 0
    """The action in which it was told, 0 if in none: those of one action are one deed, over several answers, too."""
    main: bool = False
    faces: dict[Seat, Face] = {}
    """What it is beside its words: to everybody (SPECTATOR), and to seats to which it is something else."""

    def said(self, seat: Seat) -> Said:
        text, moves = self.private.get(seat, self.public), self.moves.get(seat, [])
        if not self.faces:
            weight = self.weight
            return Said(self.key, text, self.dice, moves, weight, self.sides, self.purpose, self.counts, main=self.main)
        face = self.faces.get(seat) or self.faces.get(SPECTATOR) or Face()
        return Said(
            self.key,
            text,
            self.dice,
            moves,
            face.weight,
            self.sides,
            self.purpose,
            self.counts,
            main=self.main,
            places=face.places,
            board=face.board,
            contest=face.contest,
            losses=face.losses,
        )


def heard_by(lines: Sequence[Event], seat: Seat, deed: bool = False) -> list[Said]:
    """What a seat hears of these lines, each with whether it belongs to the deed of the line that the seat heard before
    it: lines that others heard in between make no difference, and are not told by it. `deed` says whether the first of
    them may belong to a line heard before."""
    found = []
    for event in lines:
        deed = deed and event.joined
        if event.private.get(seat, event.public):
            said = event.said(seat)
            said.joined = deed
            found.append(said)
            deed = True
    return found


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
    about: About | None = None,
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
    templates = {SPECTATOR: text, **{seat: private[seat] for seat in seats if private and seat in private}}
    if about is not None or any(spaces_in(template) for template in templates.values()):
        _dress(event, game, s, args, templates, about or About())
    return event


class About(Struct, frozen=True):
    """What a game says of a line beside its words: see `Machine.tell`."""

    whose: Seat = SPECTATOR
    at: int = -1
    contest: Contest | None = None
    lost: Sequence[Loss] = ()


def _dress(
    event: Event,
    game: Game[Any, Any],
    s: State,
    args: Sequence[int | str],
    templates: dict[Seat, str],
    about: About,
) -> None:
    """Gives an event its faces: what it is to everybody, and to each seat to which it is something else."""
    board = game.board(s) if game.several_boards else ""
    for seat in (SPECTATOR, *range(game.seats(s))):
        template = templates.get(seat, templates[SPECTATOR])
        if not template:
            continue
        places = [] if about.at < 0 else [about.at]
        for index in spaces_in(template):
            value = args[index]
            if isinstance(value, int) and value >= 0 and value not in places:
                places.append(value)
        weight = event.weight
        if about.whose != SPECTATOR and seat != SPECTATOR and not game.allied(s, seat, about.whose):
            weight = OPPOSITE.get(weight, weight)
        face = Face(
            weight,
            places,
            board if places else "",
            about.contest and _named(about.contest, game, s, seat, args),
            [replace(loss, name=game.words(s, seat, loss.name, args)) for loss in about.lost],
        )
        if seat == SPECTATOR or face != event.faces.get(SPECTATOR, Face()):
            event.faces[seat] = face


OPPOSITE: dict[Weight, Weight] = {"blow": "gain", "gain": "blow"}


def _named(contest: Contest, game: Game[Any, Any], s: State, seat: Seat, args: Sequence[int | str]) -> Contest:
    """A contest in the words of a seat."""
    sides = [
        replace(
            one,
            name=game.words(s, seat, one.name, args),
            terms=[replace(term, name=game.words(s, seat, term.name, args)) for term in one.terms],
        )
        for one in contest.sides
    ]
    return replace(contest, sides=sides)
