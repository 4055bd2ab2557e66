"""Flow: procedures as tuples of steps, a stack of frames, and one door for answers.

A step is a *deed* (does something, goes on) or a *question* (ask, take, refuse). Rules code holds a `G`:
the state with its kit, its dealer and its listeners. `call`, `leave` and `end` are the only jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

from msgspec import Struct

from sandtable.kernel.chance import Dealer
from sandtable.kernel.options import SPECTATOR, Ask, Group, Option, Refusal, Refused, RuleKey, Seat, Verb
from sandtable.kernel.state import LEVELS, Frame, Level, State, clone
from sandtable.kernel.view import Outcome, Said, Trace

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

S = TypeVar("S", bound=State)
K = TypeVar("K")

Next = bool
NEXT: Final = False
STAY: Final = True
"""What a deed or `take` returns: go on to the next step, or come back to this one."""

NOT_NOW: Final = Refusal("kernel.word", "That is not possible now.")
"""For an answer that is not offered, though nothing that may be told speaks against it."""

ENDLESS = 100_000
"""More steps than this between two asks mean a loop in the rules."""


class FlowError(Exception):
    """A mistake in a game's procedures, never a player's."""


class Ended(Exception):
    """Unwinds the rules when the game ends where it stands."""


class Step(Struct, frozen=True):
    """A deed has `do`; a question has `ask`, `take` and, to say why not, `refuse`."""

    name: str
    do: Callable[[Any, Any], Next | None] | None = None
    ask: Callable[[Any, Any], Ask] | None = None
    take: Callable[[Any, Any, Seat, Option], Next] | None = None
    refuse: Callable[[Any, Any, Seat, Option], Refusal | None] | None = None


def deed(do: Callable[[Any, Any], Next | None], name: str = "") -> Step:
    return Step(name or do.__name__.replace("_", "-"), do=do)


def question(
    name: str,
    ask: Callable[[Any, Any], Ask],
    take: Callable[[Any, Any, Seat, Option], Next],
    refuse: Callable[[Any, Any, Seat, Option], Refusal | None] | None = None,
) -> Step:
    return Step(name, ask=ask, take=take, refuse=refuse)


class Procedure:
    """Steps in rulebook order, run by one kind of frame."""

    __slots__ = ("closed", "crumb", "following", "frame", "level", "name", "steps", "title")

    def __init__(
        self,
        name: str,
        frame: type[Frame],
        steps: Sequence[Step],
        level: Level | None,
        closed: bool,
        title: str,
        crumb: Callable[[Any, Any, Seat], str] | None,
    ) -> None:
        self.name = name
        self.frame = frame
        self.level = level
        self.closed = closed
        self.title = title
        self.crumb = crumb
        self.steps = {step.name: step for step in steps}
        if len(self.steps) != len(steps):
            raise FlowError(f"procedure {name!r} has two steps of one name")
        names = [step.name for step in steps]
        self.following = dict(zip(names, [*names[1:], ""], strict=True))


def procedure(
    name: str,
    frame: type[Frame],
    *steps: Step,
    level: Level | None = None,
    closed: bool = False,
    title: str = "",
    crumb: Callable[[Any, Any, Seat], str] | None = None,
) -> Procedure:
    """Declares a procedure. `closed` ones (a battle) offer no standing options; `level` makes an undo mark."""
    return Procedure(name, frame, steps, level, closed, title, crumb)


class Procedures:
    """All procedures of a game, by the type and by the tag of their frames."""

    __slots__ = ("by_frame", "frames")

    def __init__(self, *procedures: Procedure) -> None:
        self.by_frame: dict[type[Frame], Procedure] = {p.frame: p for p in procedures}
        self.frames: dict[str, type[Frame]] = {str(p.frame.__struct_config__.tag): p.frame for p in procedures}
        if len(self.by_frame) != len(procedures) or len(self.frames) != len(procedures):
            raise FlowError("two procedures share a frame type or a tag")

    def of(self, frame: Frame) -> Procedure:
        found = self.by_frame.get(type(frame))
        if found is None:
            raise FlowError(f"no procedure runs a frame of type {type(frame).__name__}")
        return found

    def first(self, frame: Frame) -> str:
        return next(iter(self.of(frame).steps))


class Event(Struct):
    """One thing that happened: the public face, and the faces of seats that hear it otherwise."""

    key: RuleKey
    public: str
    private: dict[Seat, str]
    dice: list[int]
    moves: dict[Seat, list[Trace]] = {}  # msgspec makes each a new one; mypyc knows no field()
    """Which pieces went where, as each seat saw it."""

    def said(self, seat: Seat) -> Said:
        return Said(self.key, self.private.get(seat, self.public), self.dice, self.moves.get(seat, []))


class Cut(Struct, frozen=True):
    """What became of an answer that chance cut in two: how many of its parts stand, and why the next one does not."""

    parts: int
    refusal: Refusal

    @property
    def text(self) -> str:
        stand = "The first part stands" if self.parts == 1 else f"The first {self.parts} parts stand"
        return f"{stand}, for a die fell or something was shown; the rest was not done. {self.refusal.text}"


Why = Callable[["G[Any, Any]", Seat, Option], Refusal | None]


class G(Generic[S, K]):
    """A game in play: what rules code holds and what everybody else answers through."""

    __slots__ = ("asked", "autos", "dealer", "game", "heard", "kit", "memo", "patient", "s")

    def __init__(self, game: Game[S, K], s: S, dealer: Dealer, heard: list[Event] | None = None) -> None:
        self.game: Game[S, K] = game
        self.kit: K = game.kit
        self.s: S = s
        self.dealer: Dealer = dealer
        self.heard: list[Event] | None = heard
        self.asked: Ask | None = None
        self.patient: bool = False
        """Stops at the end of each phase, so that a ruling can look at the position."""
        self.memo: object = None
        """What the standing ask worked out, for the answer that follows; never needed, never saved."""
        self.autos: list[Option] = []
        """The answers the kernel gave by itself since the last answer of a player."""

    def clone(self, dealer: Dealer | None = None) -> G[S, K]:
        """A copy that shares nothing that changes, and that nobody listens to."""
        new = G(self.game, clone(self.s), dealer or self.dealer)
        new.asked = self.asked
        new.patient = self.patient
        new.memo = self.memo
        return new

    # -- jumps

    def call(self, frame: Frame) -> None:
        """Begins a procedure; the caller goes on when it has left."""
        procedure = self.game.procedures.of(frame)
        if not frame.step:
            frame.step = next(iter(procedure.steps))
        if procedure.level is not None:
            self.s.begun[LEVELS.index(procedure.level)] += 1
        self.s.stack.append(frame)

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
            self.heard.append(Event(key, f"{purpose.replace('-', ' ')}: {face} on a d{sides}", {}, [face]))
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
    ) -> None:
        """Logs an event: `text` names arguments by domain ("{0:token} moves to {1:space}"), and each seat
        reads the names it may know. `private` gives a seat a text of its own; who has no text hears nothing.
        `moves` are the ways of pieces, told once they have arrived; each seat gets what it saw of them."""
        if self.heard is None:
            return
        name = self.game.words
        public = name(self.s, SPECTATOR, text, args)
        faces = {}
        for seat in range(self.game.seats(self.s)):
            face = name(self.s, seat, private[seat] if private and seat in private else text, args)
            if face != public:
                faces[seat] = face
        event = Event(key, public, faces, [])
        if moves:
            event.moves = {
                seat: self.game.traces(self.s, seat, moves)
                for seat in (SPECTATOR, *range(self.game.seats(self.s)))
                if event.said(seat).text
            }
        self.heard.append(event)

    def reveal(self) -> None:
        """Something hidden became known: undo does not cross this."""
        self.s.shown += 1

    # -- the door

    @property
    def over(self) -> bool:
        return self.s.outcome is not None

    @property
    def ask(self) -> Ask | None:
        """The question that stands; None once the game is over."""
        if self.asked is None and self.s.outcome is None:
            frame = self.s.stack[-1]
            self.asked = self._question(frame)
        return self.asked

    def standing(self, seat: Seat) -> list[Group]:
        """What the rules let this seat do at any time: offered beside the ask, not inside a closed procedure."""
        s = self.s
        if s.outcome is not None or not self.game.standing_verbs or not 0 <= seat < s.seats:
            return []
        by_frame = self.game.procedures.by_frame
        for frame in s.stack:
            if by_frame[type(frame)].closed:
                return []
        return self.game.standing(self, seat)

    def offers(self, seat: Seat, option: Option) -> bool:
        ask = self.ask
        if ask is None or not option:
            return False
        if option[0] in self.game.standing_verbs:
            return any(group.offers(option) for group in self.standing(seat))
        return ask.offers(seat, option)

    def why_not(self, seat: Seat, option: Option) -> Refusal | None:
        """Why this answer is not legal now, with its rule; None if it is."""
        if self.offers(seat, option):
            return None
        ask = self.ask
        if ask is None:
            return Refusal("kernel.over", "The game is over.")
        if not 0 <= seat < self.s.seats:
            return Refusal("kernel.word", "Only who has a seat at this table answers.")
        verb = self.game.verbs.get(str(option[0])) if option else None
        if verb is None or not self._is_word(verb, option):
            return Refusal("kernel.word", f"{option!r} is not a word of this game: say one of the options offered.")
        if verb.standing:
            return self.game.refuse_standing(self, seat, option) or Refusal(ask.key, "That is not possible now.")
        if seat not in ask.seats():
            return Refusal(ask.key, "It is not your answer that is awaited.")
        frame = self.s.stack[-1]
        step = self.game.procedures.of(frame).steps[frame.step]
        refusal = step.refuse(self, frame, seat, option) if step.refuse is not None else None
        return refusal or Refusal(ask.key, f"That is no answer to: {ask.prompt}")

    def _is_word(self, verb: Verb, option: Option) -> bool:
        """Whether each argument is of its domain, so that rules that say why not need not mistrust their arguments."""
        if len(option) != 1 + len(verb.domains):
            return False
        for value, domain in zip(option[1:], verb.domains, strict=True):
            if not isinstance(value, int) or value not in self.game.candidates(self.s, domain):
                return False
        return True

    def start(self) -> None:
        """Runs a new game to its first ask."""
        self._advance()

    def take(self, seat: Seat, option: Option) -> None:
        """Applies an answer known to be legal and runs to the next ask. Players and search use this."""
        self.autos = []
        try:
            self._take(seat, option)
        except Ended:
            self.asked = None
            return
        self._advance()

    def apply(self, seat: Seat, options: Sequence[Option], why: Why | None = None) -> Cut | None:
        """One answer or all parts of one, checked, whole or not at all: Refused means that nothing has changed.

        But a die that fell stays fallen, and what was shown stays seen; else one could look at them for nothing, by an
        answer whose last part is sure to be refused. So when a part is refused after that, the parts up to the last
        die or reveal stand, those behind it are taken back, and the Cut that is returned says so. `why` words the
        refusal; a table words it as the seat may know it.
        """
        if not options:
            raise Refused(Refusal("kernel.word", "An answer has at least one part: say one of the options offered."))
        begin = sure = self._mark()
        stand = 0
        try:
            for number, option in enumerate(options, 1):
                if not self.offers(seat, option):
                    refusal = (why or G.why_not)(self, seat, option) or NOT_NOW
                    if not stand:
                        raise Refused(refusal)
                    self._return_to(sure)
                    return Cut(stand, refusal)
                known = (self.s.drawn, self.s.shown)
                self.take(seat, option)
                if number < len(options) and (self.s.drawn, self.s.shown) != known:
                    sure, stand = self._mark(), number
        except BaseException:
            self._return_to(begin)
            raise
        return None

    def _mark(self) -> tuple[S, Ask | None, object, int]:
        """Where play stands, to return to."""
        return clone(self.s), self.asked, self.memo, len(self.heard) if self.heard is not None else 0

    def _return_to(self, mark: tuple[S, Ask | None, object, int]) -> None:
        self.s, self.asked, self.memo, told = mark
        if self.heard is not None:
            del self.heard[told:]

    # -- the machine

    def _take(self, seat: Seat, option: Option) -> None:
        if self.asked is None:
            self.memo = None
        self.asked = None
        if option[0] in self.game.standing_verbs:
            self.game.take_standing(self, seat, option)
            return
        frame = self.s.stack[-1]
        procedure = self.game.procedures.by_frame[type(frame)]
        step = procedure.steps[frame.step]
        if step.take is None:
            raise FlowError(f"{procedure.name}: the step {step.name!r} takes no answer")
        if not step.take(self, frame, seat, option):
            frame.step = procedure.following[step.name]

    def _advance(self) -> None:
        """Deeds, returns and answers that leave no choice, up to the next real ask or the end."""
        try:
            for _ in range(ENDLESS):
                frame = self._run()
                self.asked = ask = self._question(frame)
                if not ask.single or ask.secret or ask.always or (ask.ends and self.patient):
                    return
                seat, option = ask.sole()
                self.autos.append(option)
                self._take(seat, option)
            raise FlowError("the rules answer themselves without end")
        except Ended:
            self.asked = None

    def _run(self) -> Frame:
        """Deeds and returns up to the next question; the frame that asks it."""
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
                return frame
            frame.step = procedure.following[name]
            if do(self, frame):
                frame.step = name
        raise FlowError("the rules run without end")

    def _question(self, frame: Frame) -> Ask:
        procedure = self.game.procedures.by_frame[type(frame)]
        step = procedure.steps.get(frame.step)
        if step is None or step.ask is None:
            raise FlowError(f"procedure {procedure.name!r} stands at {frame.step!r}, which asks nothing")
        self.memo = None
        ask = step.ask(self, frame)
        if not ask.groups:
            raise FlowError(f"the ask {ask.prompt!r} ({ask.key}) offers nothing")
        return ask

    def crumbs(self, seat: Seat) -> list[str]:
        """Where the game stands in the sequence of play, outermost first."""
        named = []
        for frame in self.s.stack:
            procedure = self.game.procedures.of(frame)
            text = procedure.crumb(self, frame, seat) if procedure.crumb is not None else procedure.title
            if text:
                named.append(text)
        return named
