"""The door: all that players, tables and screens ask of a game in play, and the only way in for an answer.

What may be answered is decided here and nowhere else: the ask *is* the list of legal answers, a refusal says which rule
stands against the others, and an answer is taken whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from sandtable.kernel.chance import Dealer, dice_key, seed_key
from sandtable.kernel.flow.machine import Ended, K, Machine, S
from sandtable.kernel.options import SPECTATOR, Ask, Group, Option, Refusal, Refused, Seat, Verb
from sandtable.kernel.state import clone

NOT_NOW: Final = Refusal("kernel.word", "That is not possible now.")
"""For an answer that is not offered, though nothing that may be told speaks against it."""


class Cut(Struct, frozen=True):
    """What became of an answer that chance cut in two: how many of its parts stand, and why the next one does not."""

    parts: int
    refusal: Refusal

    @property
    def text(self) -> str:
        stand = "The first part stands" if self.parts == 1 else f"The first {self.parts} parts stand"
        return f"{stand}, for a die fell or something was shown; the rest was not done. {self.refusal.text}"


Why = Callable[["G[Any, Any]", Seat, Option], Refusal | None]


class G(Machine[S, K]):
    """A game in play: what rules code holds and what everybody else answers through."""

    __slots__ = ()

    def clone(self, dealer: Dealer | None = None) -> G[S, K]:
        """A copy that shares nothing that changes, and that nobody listens to."""
        new = G(self.game, clone(self.s), dealer or self.dealer.apart())
        new.asked = self.asked
        new.patient = self.patient
        new.memo = self.memo
        return new

    def reseed(self, seed: int | str) -> None:
        """Gives the game other dice from here on, from a seed: for copies, never for a table."""
        self.s.key = dice_key(seed_key(seed), [])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles as the position with its game, a copy like any other: a table's journal hears nothing of it."""
        return G, (self.game, self.s, self.dealer.apart(), self.heard)

    # -- the question that stands

    @property
    def over(self) -> bool:
        return self.s.outcome is not None

    @property
    def awaited(self) -> Seat:
        """The seat whose answer is awaited, the first where several are; SPECTATOR once the game is over."""
        ask = self.ask
        if ask is None:
            return SPECTATOR
        return ask.waits[0] if ask.waits else ask.groups[0].seat

    def options(self, seat: Seat | None = None) -> list[Option]:
        """All legal answers of a seat (of the one that is awaited, if none is named) to the question that stands."""
        ask = self.ask
        if ask is None:
            return []
        return list(ask.options(self.awaited if seat is None else seat))

    @property
    def ask(self) -> Ask | None:
        """The question that stands; None once the game is over."""
        if self.asked is None and self.s.outcome is None:
            self.asked = self._question()
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

    def crumbs(self, seat: Seat) -> list[str]:
        """Where the game stands in the sequence of play, outermost first."""
        named: list[str] = []
        for frame in self.s.stack:
            procedure = self.game.procedures.of(frame)
            text = procedure.crumb(self, frame, seat) if procedure.crumb is not None else procedure.title
            if text and text not in named[-1:]:
                named.append(text)
        return named

    # -- what may be answered

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
        mine = seat in ask.seats()
        key = ask.key if mine or not ask.secret else NOT_NOW.key  # what others are asked in secret is not told
        if verb.standing:
            return self.game.refuse_standing(self, seat, option) or Refusal(key, NOT_NOW.text)
        if not mine:
            return Refusal(key, "It is not your answer that is awaited.")
        frame = self.s.stack[-1]
        step = self.game.procedures.of(frame).steps[frame.step]
        refusal = step.refuse(self, frame, seat, option) if step.refuse is not None else None
        return refusal or Refusal(ask.key, f"Not now. You are asked: {ask.prompt}")

    def _is_word(self, verb: Verb, option: Option) -> bool:
        """Whether each argument is of its domain, so that rules that say why not need not mistrust their arguments."""
        if len(option) != 1 + len(verb.domains):
            return False
        for value, domain in zip(option[1:], verb.domains, strict=True):
            if not isinstance(value, int) or value not in self.game.candidates(self.s, domain):
                return False
        return True

    # -- answering

    def start(self) -> None:
        """Runs a new game to its first ask."""
        self._advance()

    def take(self, seat: Seat, option: Option) -> None:
        """Applies an answer known to be legal and runs to the next ask. Players and search use this."""
        self.autos = []
        before = None
        if self.heard is not None:
            before = self.game.watched(self.s)
            self._go_on()
        try:
            if option[0] in self.game.standing_verbs:
                self._answered()
                if self.heard is not None:
                    self._begin_step()
                self.game.take_standing(self, seat, option)
            else:
                self._answer(seat, option)
        except Ended:
            self.asked = None
            return
        self._advance()
        if before is not None and not self.over:
            self.next_deed()
            self.game.notice(self, before)

    def answer(self, seat: Seat, option: Option) -> None:
        """Applies one answer and runs to the next ask; Refused, and nothing has changed, if it is not legal."""
        refusal = self.why_not(seat, option)
        if refusal is not None:
            raise Refused(refusal)
        self.take(seat, option)

    def apply(self, seat: Seat, options: Sequence[Option], why: Why | None = None) -> Cut | None:
        """One answer or all parts of one, checked, whole or not at all: Refused means that nothing has changed.

        But a die that fell stays fallen, and what was shown stays seen; else one could look at them for nothing, by an
        answer whose last part is sure to be refused. The end of the game is shown to everybody. So when a part is
        refused after that, the parts up to the last die or reveal stand, those behind it are taken back, and the Cut
        that is returned says so. `why` words the refusal; a table words it as the seat may know it.

        What is applied changes a copy: who holds the position before (`s`) finds it as it was.
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
                if number < len(options) and (self.over or (self.s.drawn, self.s.shown) != known):
                    sure, stand = self._mark(), number
        except BaseException:
            self._return_to(begin)
            raise
        return None

    def _mark(self) -> tuple[S, Ask | None, object, int]:
        """Where play stands, to return to: play goes on with a copy, so that nothing changes this position any more."""
        stands = self.s
        self.s = clone(stands)
        return stands, self.asked, self.memo, len(self.heard) if self.heard is not None else 0

    def _return_to(self, mark: tuple[S, Ask | None, object, int]) -> None:
        self.s, self.asked, self.memo, told = mark
        if self.heard is not None:
            del self.heard[told:]
