"""The machine: a stack of frames, run step by step up to the next question.

It is also what the rules may do while they run: jump (`call`, `leave` and `end` are the only ways out of the order of
the steps), ask chance, and tell what happened. Everything that lasts stands in the state, so that a position can be
copied and saved between any two answers; the machine itself only remembers what it can work out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from sandtable.kernel.chance import Dealer
from sandtable.kernel.flow.events import About, Event, told
from sandtable.kernel.flow.procedures import FlowError, Procedure, Step
from sandtable.kernel.options import SPECTATOR, Ask, Option, RuleKey, Seat
from sandtable.kernel.state import ACTION, Frame, State
from sandtable.kernel.story import HEADINGS, Contest, Loss, Weight
from sandtable.kernel.view import Outcome, Trace

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

    __slots__ = ("_action", "_open", "asked", "autos", "dealer", "game", "heard", "kit", "memo", "patient", "s")

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
        self._open: bool = False
        """Whether what is told next belongs to the deed that was told of last."""
        self._action: int = -1
        """Where the innermost action lay on the stack when the running step began; -1 outside of actions."""

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
        if self._open and procedure.mark == ACTION and self.heard:
            self.heard[-1].action = self._named(len(s.stack) - 1)  # what led to it belongs to it

    def leave(self, result: int = 0) -> None:
        """Ends the running procedure; the caller finds `result` in `s.returned`."""
        frame = self.s.stack.pop()
        self.s.returned = result
        if self.heard is not None and self.game.procedures.of(frame).mark == ACTION:
            self._open = False

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
            self._hear(Event(key, text, {}, [face], sides=sides, purpose=title))
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
        whose: Seat = SPECTATOR,
        at: int = -1,
        contest: Contest | None = None,
        lost: Sequence[Loss] = (),
        main: bool = False,
    ) -> None:
        """Logs an event: `text` names arguments by domain ("{0:token} moves to {1:space}"), and each seat
        reads the names it may know. `private` gives a seat a text of its own; who has no text hears nothing.
        `moves` are the ways of pieces, told once they have arrived; each seat gets what it saw of them. `weight` makes
        the line a heading, or one that nobody should miss; a blow to the seat `whose` it is is a gain to its enemies
        (`Game.allied`). `counts` are figures that every text of the line tells, by name, for whoever reads the log as
        data. `at` is its place, beside the spaces that its text names. `contest` tells a battle with its sums and dice,
        `lost` what is gone; their names are texts over the same arguments, so that each seat reads those it may know.
        What is `main` stands at the head of its deed.
        """
        if self.heard is not None:
            plain = contest is None and not lost and at < 0 and whose == SPECTATOR
            about = None if plain else About(whose, at, contest, lost)
            event = told(self.game, self.s, key, text, args, private, moves, weight, counts, about)
            event.main = main
            self._hear(event)

    def next_deed(self) -> None:
        """What is told from here on is another deed. A step is one by itself, and so is an action with all its steps:
        only where one of them does several things, the second begins with this."""
        self._open = False

    def _hear(self, event: Event) -> None:
        heard = self.heard
        assert heard is not None
        heads = event.weight in HEADINGS  # which stand alone
        event.joined = self._open and bool(heard) and not heads
        event.action = 0 if heads else self._named(self._action)
        heard.append(event)
        self._open = not heads

    def _begin_step(self) -> None:
        """A step begins: it is a deed of its own, unless it goes on with an action, or with what led to one."""
        action = self._innermost()
        if action < 0 or action < self._action:
            self._open = False
        self._action = action

    def _go_on(self) -> None:
        """An answer: where an action is under way, it goes on with what was told of it."""
        self._action = self._innermost()
        heard = self.heard
        self._open = bool(heard) and self._action >= 0 and heard[-1].action == self._named(self._action)  # type: ignore[index]

    def _named(self, action: int) -> int:
        """A number by which an action is known again in a later answer: how many had begun, and where it lies."""
        return 0 if action < 0 else self.s.begun[ACTION] << 8 | action + 1

    def _innermost(self) -> int:
        """Where the innermost action lies on the stack; -1 if none is under way."""
        stack, by_frame = self.s.stack, self.game.procedures.by_frame
        for place in range(len(stack) - 1, -1, -1):
            if by_frame[type(stack[place])].mark == ACTION:
                return place
        return -1

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
        if self.heard is not None:
            self._begin_step()
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
                if len(ask.groups) > 1 or not ask.single or ask.secret or ask.always or ask.pause:
                    return
                if ask.ends and self.patient:
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
            if self.heard is not None:
                self._begin_step()
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
        if ask.waits and not set(ask.waits) <= {group.seat for group in ask.groups}:
            raise FlowError(f"the ask {ask.prompt!r} ({ask.key}) waits for {ask.waits}, who have nothing to say")
        return ask
