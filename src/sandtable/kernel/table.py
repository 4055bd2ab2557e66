"""A table: a running game with its seats, its journal, its undo and its what-if branches."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, field

from sandtable.kernel import sight
from sandtable.kernel.chance import (
    Dealer,
    RecordingDealer,
    commitment,
    dice_key,
    new_key,
    seed_key,
)
from sandtable.kernel.chance import Outcome as Chance
from sandtable.kernel.flow import NOT_NOW, Cut, Event, G
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import SPECTATOR, Option, Refusal, Refused, Seat
from sandtable.kernel.state import LEVELS, State, clone, digest
from sandtable.kernel.view import Said, View

UndoLevel = Literal["answer", "action", "phase", "turn"]
CHECKPOINT_EVERY = 50


class Entry(Struct, tag_field="entry", omit_defaults=True):
    """One line of the journal."""


class Answered(Entry, tag="answer", omit_defaults=True):
    """A seat answered, with all parts of the answer and what chance said on the way."""

    seat: Seat
    options: list[tuple[str | int, ...]]
    chance: list[Chance] = field(default_factory=list)


class Undone(Entry, tag="undo"):
    """Play went back to where it stood after `answers` answers (of those that still counted)."""

    answers: int


class Checkpoint(Struct):
    """The digest of the state after so many journal entries."""

    entries: int
    digest: str


class Moment(Struct):
    """A point to which undo may return: the position before an answer, and who answered."""

    state: State
    seat: Seat
    answers: int
    told: int


class Table:
    """One game being played. Everything that happens goes through `answer` and `undo`, and into the journal."""

    def __init__(
        self,
        game: Game[Any, Any],
        setup: Setup | None = None,
        host_key: bytes | None = None,
        salts: Sequence[str] = (),
        take_backs: bool = False,
        dealer: Dealer | None = None,
    ) -> None:
        self.game = game
        self.setup = game.checked(setup or Setup())
        self.host_key = host_key if host_key is not None else new_key()
        self.salts = list(salts)
        self.commitment = commitment(self.host_key)
        self.take_backs = take_backs
        self.scratch = False
        self.position: bytes | None = None
        """The saved state this table began from, if it did not begin at the beginning."""
        self.dealer = RecordingDealer(dealer or Dealer())
        self.log: list[Event] = []
        self.journal: list[Entry] = []
        self.checkpoints: list[Checkpoint] = []
        self.history: list[Moment] = []
        self.answers = 0
        """How many answers count now (undone ones do not)."""
        self.revisions: dict[Seat, int] = {}
        self._seen: dict[Seat, bytes] = {}
        self.g = game.start(self.setup, dice_key(self.host_key, self.salts), self.dealer, self.log)
        self.opening = self.dealer.collect()
        """What chance said before the first ask."""
        self._revise(self.log)

    # -- play

    @property
    def over(self) -> bool:
        return self.g.over

    def seats(self) -> int:
        return self.game.seats(self.g.s)

    def view(self, seat: Seat, odds: bool = True) -> View:
        return sight.view(self.g, seat, odds)

    def said(self, seat: Seat, since: int = 0) -> list[Said]:
        """The log as this seat hears it."""
        heard = (event.said(seat) for event in self.log[since:])
        return [line for line in heard if line.text]

    def why_not(self, seat: Seat, option: Option) -> Refusal | None:
        """Why not, as far as this seat may know: worked out in a world dealt for it."""
        if self.g.offers(seat, option):
            return None
        return _why_not(self.g, seat, option) or NOT_NOW

    def answer(self, seat: Seat, *options: Option) -> Cut | None:
        """One answer or all parts of one; Refused (and nothing changed) if the rules do not allow it.

        Where chance has cut the answer (see `G.apply`) the parts that stand are in the journal, and a Cut is returned.
        """
        before, told = clone(self.g.s), len(self.log)
        try:
            cut = self.g.apply(seat, options, _why_not)
        except BaseException:
            self.dealer.collect()
            raise
        stand = options[: cut.parts] if cut is not None else options
        self.journal.append(Answered(seat, [tuple(option) for option in stand], self.dealer.collect()))
        noticed = self._revise(self.log[told:])
        self._remember(before, seat, told, noticed)
        self.answers += 1
        if len(self.journal) % CHECKPOINT_EVERY == 0 or self.over:
            self.checkpoints.append(Checkpoint(len(self.journal), digest(self.g.s)))
        return cut

    def _remember(self, before: State, seat: Seat, told: int, noticed: set[Seat]) -> None:
        after = self.g.s
        cut = after.drawn != before.drawn or after.shown != before.shown
        if not self.take_backs:
            if self.history and self.history[-1].seat != seat:
                if noticed <= {seat} and not cut:
                    return  # what passed unseen must not show by an undo that is gone; it goes back with the rest
                self.history.clear()
            if cut or self.over:  # at the end all that was hidden is told: nobody plays on who knows it
                self.history.clear()
                return
        self.history.append(Moment(before, seat, self.answers, told))

    # -- going back

    def can_undo(self, seat: Seat) -> list[UndoLevel]:
        """The levels by which this seat may go back now."""
        levels: tuple[UndoLevel, ...] = ("answer", "action", "phase", "turn")
        return [level for level in levels if self._undo_point(seat, level) is not None]

    def undo(self, seat: Seat, level: UndoLevel = "answer") -> None:
        """Goes back to the beginning of the last answer, action, phase or turn. The journal keeps what was undone."""
        point = self._undo_point(seat, level)
        if point is None and self.over and not self.take_backs:
            why = "The game is over, and all that was hidden may be known: it stays so."
            raise Refused(Refusal("kernel.over", why))
        if point is None:
            why = "a die fell, something was shown, or it was not yours"
            raise Refused(Refusal("kernel.word", f"There is no {level} to take back: {why}."))
        self.go_back(point)

    def go_back(self, point: int) -> None:
        """Restores a moment of the history and says so in the journal."""
        moment = self.history[point]
        del self.history[point:]
        self.g.s = clone(moment.state)
        self.g.asked = None
        self.answers = moment.answers
        unsaid = self.log[moment.told :]
        del self.log[moment.told :]
        self.journal.append(Undone(moment.answers))
        self._revise(unsaid)

    def _undo_point(self, seat: Seat, level: UndoLevel) -> int | None:
        """The index in history of the moment to go back to."""
        last = len(self.history) - 1
        if last < 0 or self.history[last].seat != seat:
            return None
        if level == "answer":
            return last
        which = LEVELS.index(level)
        begun = self.history[last].state.begun[which]
        point: int | None = None
        for index in range(last, -1, -1):
            moment = self.history[index]
            if moment.seat != seat or moment.state.begun[which] != begun:
                break
            point = index
        return point

    # -- branching

    def what_if(self, seat: Seat, number: int = 0) -> Table:
        """A scratch table from here, in a world dealt for this seat: nothing in it touches this one."""
        key = hashlib.blake2b(sight.world_key(self.g.s, seat) + str(number).encode(), digest_size=32).digest()
        branch = Table.__new__(Table)
        branch.__dict__.update(self.__dict__)
        branch.scratch = True
        branch.take_backs = True
        branch.dealer = RecordingDealer(Dealer())
        branch.log = []
        branch.journal, branch.checkpoints, branch.history = [], [], []
        branch.revisions, branch._seen = {}, {}
        branch.g = self.game.resume(self.game.determinise(self.g.s, seat, key), branch.dealer, branch.log)
        branch._revise([])
        return branch

    # -- revisions

    def _revise(self, lines: Sequence[Event]) -> set[Seat]:
        """Raises the revision of each seat whose view has changed or whose log gained or lost one of these lines."""
        noticed = set()
        for seat in (SPECTATOR, *range(self.seats())):
            seen = hashlib.blake2b(sight.view_bytes(self.g, seat, odds=False), digest_size=16).digest()
            if self._seen.get(seat) != seen or any(event.said(seat).text for event in lines):
                self._seen[seat] = seen
                self.revisions[seat] = self.revisions.get(seat, 0) + 1
                noticed.add(seat)
        return noticed


def _why_not(g: G[Any, Any], seat: Seat, option: Option) -> Refusal | None:
    """Why not, worked out in a world dealt for the seat: the reason tells nothing that it may not know."""
    return sight.world(g, seat).why_not(seat, option)


def quick_table(game: Game[Any, Any], seed: int | str, setup: Setup | None = None, take_backs: bool = False) -> Table:
    """A table whose dice come from a seed, for tests and simulations."""
    return Table(game, setup, seed_key(seed), take_backs=take_backs)
