"""The machine: a stack of frames, run step by step up to the next question.

It is also what the rules may do while they run: jump (`call`, `leave` and `end` are the only ways out of the order of
the steps), ask chance, and tell what happened. Everything that lasts stands in the state, so that a position can be
copied and saved between any two answers; the machine itself only remembers what it can work out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from sandtable.kernel.chance import Dealer
from sandtable.kernel.flow.events import Event, told
from sandtable.kernel.flow.procedures import FlowError, Procedure, Step
from sandtable.kernel.options import Ask, Option, RuleKey, Seat
from sandtable.kernel.state import Frame, State
from sandtable.kernel.view import Outcome, Trace, Weight

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

S = TypeVar("S", bound=State)
K = TypeVar("K")

ENDLESS = 100_000
"""More steps than this between two asks mean a loop in the rules."""


class Ended(Exception):
    """Unwinds the rules when the game ends where it stands."""


class Machine(Generic[S, K]):
    """A game in play, as its rules hold it: the state with its kit, its dealer and its listeners."""

    __slots__ = ("asked", "autos", "dealer", "game", "heard", "kit", "memo", "patient", "s")

    def __init__(self, game: Game[S, K], s: S, dealer: Dealer, heard: list[Event] | None = None) -> None:
        self.game: Game[S, K] = game
        self.kit: K = game.kit
        self.s: S = s
        self.dealer: Dealer = dealer
        self.heard: list[Event] | None = heard
        self.asked: Ask | None = None
        self.patient: bool = False
        """Stops at the end of each phase, so that a ruling can look at the position; of no concern to the rules."""
        self.memo: object = None
        """What the standing ask worked out, for the answer that follows; never needed, never saved."""
        self.autos: list[Option] = []
        """The answers the kernel gave by itself since the last answer of a player."""

    # -- jumps

    def call(self, frame: Frame, idle: bool = False) -> None:
        """Begins a procedure; the caller goes on when it has left. One that is `idle`, because there is nothing to do
        in it, is passed over; only a ruling that stops at the end of each phase stops in it, too."""
        if idle and not self.patient:
            return
        procedure = self.game.procedures.by_frame.get(type(frame)) or self.game.procedures.of(frame)
        if not frame.step:
            frame.step = procedure.first
        s = self.s
        if procedure.mark is not None:
            s.begun[procedure.mark] += 1
        s.stack.append(frame)

    def leave(self, result: int = 0) -> None:
        """Ends the running procedure; the caller finds `result` in `s.returned`."""
        self.s.stack.pop()
        self.s.returned = result

    def end(self, outcome: Outcome) -> NoReturn:
        """Ends the game where it stands."""
        self.s.outcome = outcome
        raise Ended

    # -- chance

    def roll(self, sides: int, purpose: str, key: RuleKey) -> int:
        """A die, seen by all."""
        face = self.dealer.roll(self.s, sides, purpose)
        if self.heard is not None:
            title = self.game.roll_title(purpose)
            text = f"{title}: {face} on a d{sides}"
            self.heard.append(Event(key, text, {}, [face], sides=sides, purpose=title))
        return face

    def draw(self, pool: list[int], purpose: str, key: RuleKey) -> int:
        """One piece out of a pool, blindly. The rules tell who may know what it is."""
        if not pool:
            raise FlowError(f"a draw for {purpose!r} ({key}) from an empty pool")
        return self.dealer.draw(self.s, pool, purpose)

    def shuffle(self, deck: list[int], purpose: str, key: RuleKey) -> None:
        self.dealer.shuffle(self.s, deck, purpose)

    def mix(self, deck: list[int], purpose: str, key: RuleKey) -> None:
        """Shuffles what lies face down, only so that nobody can tell which is which (a case need not script it)."""
        self.dealer.mix(self.s, deck, purpose)

    # -- telling

    def tell(
        self,
        key: RuleKey,
        text: str,
        *args: int | str,
        private: dict[Seat, str] | None = None,
        moves: Sequence[Trace] = (),
        weight: Weight = "",
        counts: dict[str, int] | None = None,
    ) -> None:
        """Logs an event: `text` names arguments by domain ("{0:token} moves to {1:space}"), and each seat
        reads the names it may know. `private` gives a seat a text of its own; who has no text hears nothing.
        `moves` are the ways of pieces, told once they have arrived; each seat gets what it saw of them. `weight` makes
        the line a heading, or one that nobody should miss. `counts` are figures that every text of the line tells, by
        name, for whoever reads the log as data."""
        if self.heard is not None:
            self.heard.append(told(self.game, self.s, key, text, args, private, moves, weight, counts))

    def reveal(self) -> None:
        """Something hidden became known: undo does not cross this."""
        self.s.shown += 1

    # -- running

    def _answer(self, seat: Seat, option: Option) -> None:
        """Gives the question that stands its answer, and goes on to the next step unless that wants to stay."""
        self._answered()
        frame = self.s.stack[-1]
        procedure = self.game.procedures.by_frame[type(frame)]
        step = procedure.steps[frame.step]
        if step.take is None:
            raise FlowError(f"{procedure.name}: the step {step.name!r} takes no answer")
        if not step.take(self, frame, seat, option):
            frame.step = procedure.following[step.name]

    def _answered(self) -> None:
        """The ask no longer stands; what it worked out serves the answer to it, and to no other."""
        if self.asked is None:
            self.memo = None
        self.asked = None

    def _advance(self) -> None:
        """Deeds, returns and answers that leave no choice, up to the next real ask or the end."""
        try:
            for _ in range(ENDLESS):
                self.asked = ask = self._run()
                if not ask.single or ask.secret or ask.always or ask.pause or (ask.ends and self.patient):
                    return
                seat, option = ask.sole()
                self.autos.append(option)
                self._answer(seat, option)
            raise FlowError("the rules answer themselves without end")
        except Ended:
            self.asked = None

    def _run(self) -> Ask:
        """Deeds and returns up to the next question, put."""
        stack = self.s.stack
        by_frame = self.game.procedures.by_frame
        for _ in range(ENDLESS):
            if not stack:
                raise FlowError("the last procedure left without ending the game")
            frame = stack[-1]
            name = frame.step
            if name == "":
                self.leave()
                continue
            procedure = by_frame[type(frame)]
            step = procedure.steps.get(name)
            if step is None:
                raise FlowError(f"procedure {procedure.name!r} has no step {name!r}")
            do = step.do
            if do is None:
                return self._put(procedure, step, frame)
            frame.step = procedure.following[name]
            if do(self, frame):
                frame.step = name
        raise FlowError("the rules run without end")

    def _question(self) -> Ask:
        """The question at which the position stands, put anew."""
        frame = self.s.stack[-1]
        procedure = self.game.procedures.by_frame[type(frame)]
        return self._put(procedure, procedure.steps.get(frame.step), frame)

    def _put(self, procedure: Procedure, step: Step | None, frame: Frame) -> Ask:
        if step is None or step.ask is None:
            raise FlowError(f"procedure {procedure.name!r} stands at {frame.step!r}, which asks nothing")
        self.memo = None
        ask = step.ask(self, frame)
        if not ask.groups:
            raise FlowError(f"the ask {ask.prompt!r} ({ask.key}) offers nothing")
        return ask
