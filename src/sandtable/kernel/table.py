"""A table: a running game with its seats, its journal, its undo and its what-if branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, get_args

from msgspec import Raw, Struct, field
from msgspec.structs import replace

from sandtable.kernel import sight
from sandtable.kernel.chain import Beginning, header, next_link
from sandtable.kernel.chance import (
    Chance,
    Dealer,
    RecordingDealer,
    commitment,
    dice_key,
    new_key,
    seed_key,
)
from sandtable.kernel.equals import Left, Scope, answer_of_the_table, left
from sandtable.kernel.flow import NOT_NOW, Cut, Event, G
from sandtable.kernel.game import Game, Setup, SetupError
from sandtable.kernel.hearing import Hearing
from sandtable.kernel.noticing import Positions, Seen, heard_otherwise
from sandtable.kernel.options import SPECTATOR, Ask, Option, Refusal, Refused, Seat
from sandtable.kernel.state import LEVELS, State, clone, digest, save
from sandtable.kernel.view import Said, View

UndoLevel = Literal["answer", "action", "phase", "turn"]
UNDO_LEVELS: tuple[UndoLevel, ...] = get_args(UndoLevel)
CHECKPOINT_EVERY = 50
RECENT = 100
"""So many answers can be taken back one by one, with take-backs; what lies before them, by action, phase and turn."""


class Entry(Struct, tag_field="entry", omit_defaults=True):
    """One line of the journal."""


class Answered(Entry, tag="answer", omit_defaults=True):
    """A seat answered, with all parts of the answer and what chance said on the way."""

    seat: Seat
    options: list[tuple[str | int, ...]]
    chance: list[Chance] = field(default_factory=list)
    noticed: list[Seat] | None = None
    """Who could see that something had happened: a replay need not work it out again. Entries of records up to
    version 3 do not say."""


class Undone(Entry, tag="undo", omit_defaults=True):
    """Play went back to where it stood after `answers` answers (of those that still counted).

    With a seat only its own answers are gone: those that others gave since, unseen by it, were given again, with this
    chance. Without one (take-backs, and records up to version 2) all answers since are gone.
    """

    answers: int
    seat: Seat = SPECTATOR
    chance: list[Chance] = field(default_factory=list)
    noticed: list[Seat] | None = None
    """As of an answer."""
    fallen: list[int] = field(default_factory=list)
    """Places in the journal of answers of others that could not be given again: they fell with those taken back."""


class Amended(Entry, tag="amend"):
    """A rule was put right: play went on from where it stood after the first `entries` entries; those between them and
    this one no longer count, and the dice come from a key mixed anew, so that nobody has seen them."""

    entries: int
    why: str


class Checkpoint(Struct):
    """The digest of the state after so many journal entries."""

    entries: int
    digest: str


class Moment(Struct, frozen=True):
    """A point to which undo may return: the position before an answer, and who answered."""

    state: State
    seat: Seat
    answers: int
    told: int
    entry: int
    """The place of that answer in the journal."""
    run: int = 0
    """How often others had answered in between, of the moments kept before: those of one run belong together."""
    others: tuple[int, ...] = ()
    """Those of answers that other seats have given since, unseen by this one: an undo leaves them standing."""


class Stand(Struct):
    """Where a table stood after so many entries, with all that a replay of them would have to work out."""

    entries: int
    answers: int
    head: str
    heads: dict[Seat, str]
    deeds: dict[Seat, int]
    revisions: dict[Seat, int]
    state: Raw
    log: list[Event]


class KeptAs(Struct):
    """What a record or a database says of how a table began, in the words of then."""

    setup: Setup
    content: str
    commitment: str
    position: bytes | None = None
    stand: Stand | None = None


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
        kept: KeptAs | None = None,
    ) -> None:
        self.game = game
        self.began = game.checked(setup or Setup()) if kept is None else kept.setup
        """How the table was made, in the words of then."""
        self.setup = self.began if kept is None else game.as_kept(kept.setup)
        self.host_key = host_key if host_key is not None else new_key()
        """Empty where it is not revealed: then nothing can be played on."""
        self.salts = list(salts)
        self.commitment = commitment(self.host_key) if kept is None else kept.commitment
        self.content = game.content.digest if kept is None else kept.content
        """The digest of the content, as it was written when the table began."""
        self.take_backs = take_backs
        self.left: dict[Seat, Left] = {}
        """What seats have left to the table."""
        self.scratch = False
        self.position = kept.position if kept is not None else None
        """The saved state this table began from, if it did not begin at the beginning."""
        self.dealer = RecordingDealer(dealer or Dealer())
        self.log: list[Event] = []
        self.journal: list[Entry] = []
        self.checkpoints: list[Checkpoint] = []
        self.history: list[Moment] = []
        self.answers = 0
        """How many answers count now (undone ones do not)."""
        self.deeds: Counter[Seat] = Counter()
        """How often each seat has answered or gone back: nothing that others do unseen changes it."""
        self.revisions: dict[Seat, int] = {}
        self.head = ""
        """The newest link of the chain: what players note, to know the record of their game again."""
        self.heads: dict[Seat, str] = {}
        """The head as of the last entry that each seat noticed: what a seat may be shown."""
        self._linked = 0
        self.hearing = Hearing()
        """How much of the log each seat has heard, and which of it was unsaid."""
        if kept is not None and kept.stand is not None:
            self._stand_at(kept.stand)
            return
        if self.position is not None:
            begins = game.load(self.position)
            if game.seats(begins) != self.setup.seats:  # before anything counts on it
                raise SetupError(f"it speaks of {self.setup.seats} seats, its position of {game.seats(begins)}")
            self.g = game.resume(begins, self.dealer, self.log)
            for seat in self._everybody():  # one made up to fill a computer is found out here, where that is bounded
                self.view(seat, odds=False)
        else:
            self.g = game.start(self.setup, dice_key(self.host_key, self.salts), self.dealer, self.log)
        self.opening = self.dealer.collect()
        """What chance said before the first ask."""
        if self.host_key:
            self.head = self.beginning().first_link(self.host_key)
        self._revise(self._everybody(), (), self.log)

    def stand(self) -> Stand:
        """Where the table stands now."""
        seen = (self.head, dict(self.heads), dict(self.deeds), dict(self.revisions))
        return Stand(len(self.journal), self.answers, *seen, Raw(save(self.g.s)), self.log[:])

    def _stand_at(self, stand: Stand) -> None:
        """Puts the table where it once stood; the opening and the journal that led there are put in by who has them."""
        self.g = self.game.resume(self.game.load(bytes(stand.state)), self.dealer, self.log)
        self.opening = []
        self.log += stand.log
        self.answers, self._linked = stand.answers, stand.entries
        self.head, self.heads, self.deeds = stand.head, stand.heads, Counter(stand.deeds)
        self.revisions = stand.revisions
        self.hearing = Hearing.of(self.log, self.revisions)

    def beginning(self) -> Beginning:
        """What the first link of the chain covers."""
        return Beginning(game=self.game.meta.id, position=self.position, **header(self, self.began))

    # -- play

    @property
    def over(self) -> bool:
        return self.g.over

    def seats(self) -> int:
        return self.game.seats(self.g.s)

    def view(self, seat: Seat, odds: bool = True) -> View:
        return sight.view(self.g, seat, odds)

    def said(self, seat: Seat, since: int = 0) -> list[Said]:
        """The log as this seat hears it, from its own line number `since` on."""
        return self.hearing.lines(self.log, seat, since)

    def why_not(self, seat: Seat, option: Option) -> Refusal | None:
        """Why not, as far as this seat may know: worked out in a world dealt for it."""
        if self.g.offers(seat, option):
            return None
        return _why_not(self.g, seat, option) or NOT_NOW

    def answer(self, seat: Seat, *options: Option) -> Cut | None:
        """One answer or all parts of one; Refused (and nothing changed) if the rules do not allow it.

        Where chance has cut the answer (see `G.apply`) the parts that stand are in the journal, and a Cut is returned.
        """
        cut = self._answer(seat, options)
        self.decide_equals()
        self._thin()
        return cut

    def leave_equals(self, seat: Seat, scope: Scope | None) -> None:
        """From now on the table decides choices between equals for this seat, as far as this; None: it asks again."""
        if scope is None:
            self.left.pop(seat, None)
        else:
            self.left[seat] = left(scope, self.g.ask, self.g.s)

    def leaves_equals(self, seat: Seat) -> Scope | None:
        """How far this seat leaves them to the table now."""
        wish = self.left.get(seat)
        return wish.scope if wish is not None and wish.lasts(self.g.s) else None

    def decide_equals(self) -> None:
        """Gives the answers that were left to the table, one entry of the journal each."""
        while (found := answer_of_the_table(self.g.ask, self.g.s, self.left)) is not None:
            seat, option = found
            self._answer(seat, (option,))

    def answer_again(self, entry: Answered) -> Cut | None:
        """Answers as a journal says. The dealer holds the chance of the entry."""
        self._check(entry)
        return self._answer(entry.seat, entry.options, entry)

    def _answer(self, seat: Seat, options: Sequence[Option], journalled: Answered | None = None) -> Cut | None:
        before, asked, told = self.g.s, self.g.asked, len(self.log)
        try:
            cut = self.g.apply(seat, options, _why_not)
        except BaseException:
            self.dealer.collect()
            raise
        stand = options[: cut.parts] if cut is not None else options
        noticed = self._noticed(before, asked, (), self.log[told:], journalled)
        named = noticed if journalled is None else journalled.noticed
        self.journal.append(Answered(seat, [tuple(option) for option in stand], self.dealer.collect(), named))
        self.deeds[seat] += 1
        self._revise(noticed, (), self.log[told:])
        self._remember(before, seat, told, noticed)
        self.answers += 1
        if len(self.journal) % CHECKPOINT_EVERY == 0 or self.over:
            self.checkpoints.append(Checkpoint(len(self.journal), digest(self.g.s)))
        return cut

    def _remember(self, before: State, seat: Seat, told: int, noticed: Sequence[Seat]) -> None:
        """Keeps the moment before an answer. Each seat has moments of its own, up to what it noticed of others: what
        passed unseen must not show by an undo that is gone, nor be gone with an undo of somebody else's."""
        moment = Moment(before, seat, self.answers, told, len(self.journal) - 1)
        if self.take_backs:
            last = self.history[-1] if self.history else moment
            self.history.append(replace(moment, run=last.run + (last.seat != seat)))
            return
        if self.over:  # at the end all that was hidden is told: nobody plays on who knows it
            self.history = []
            return
        after = self.g.s
        fell = after.drawn != before.drawn or after.shown != before.shown
        kept = [] if fell else [mine for mine in self.history if mine.seat == seat] + [moment]
        unseen = [other for other in self.history if other.seat != seat and other.seat not in noticed]
        kept += [replace(other, others=(*other.others, moment.entry)) for other in unseen]
        self.history = sorted(kept, key=lambda moment: moment.answers)

    # -- going back

    def settle(self) -> None:
        """A journal was replayed: play goes on from here, with as much kept as after play."""
        self._thin()
        self.hearing = Hearing.of(self.log, self.revisions)

    def _thin(self) -> None:
        """Keeps the last moments whole, and of those before them, in this turn and the one before, those at which a
        turn, phase or action began. (Without take-backs dice and others' answers cut off what lies before them.)"""
        history = self.history
        old = len(history) - RECENT
        if old <= 0 or not self.take_backs:
            return
        turn = history[-1].state.begun[0]
        marks = [moment for moment in history[:old] if moment.state.begun[0] >= turn - 1]
        begun = marks[:1] + [after for one, after in pairwise(marks) if after.state.begun != one.state.begun]
        self.history = begun + history[old:]

    def can_undo(self, seat: Seat) -> list[UndoLevel]:
        """The levels by which this seat may go back now."""
        return [level for level in UNDO_LEVELS if self._undo_point(seat, level) is not None]

    def undo(self, seat: Seat, level: UndoLevel = "answer") -> None:
        """Goes back to the beginning of the last answer, action, phase or turn. The journal keeps what was undone."""
        point = self._undo_point(seat, level)
        if point is None and self.over and not self.take_backs:
            why = "The game is over, and all that was hidden may be known: it stays so."
            raise Refused(Refusal("kernel.over", why))
        if point is None:
            why = "a die fell, something was shown, or it was not yours"
            raise Refused(Refusal("kernel.word", f"There is no {level} to take back: {why}."))
        if self.take_backs:
            self.go_back(point)
        else:
            self._take_back(point)

    def undo_again(self, entry: Undone) -> bool:
        """Goes back as a journal says; whether that was possible. The dealer holds the chance of the entry."""
        self._check(entry)
        for point, moment in enumerate(self.history):
            if moment.answers == entry.answers and entry.seat in (moment.seat, SPECTATOR):
                if entry.seat == SPECTATOR:
                    self.go_back(point, entry)
                else:
                    self._take_back(point, entry)
                return True
        return False

    def go_back(self, point: int, journalled: Undone | None = None) -> None:
        """Restores a moment of the history, with all that anybody did since gone, and says so in the journal."""
        moment, before, asked = self.history[point], self.g.s, self.g.asked
        del self.history[point:]
        unsaid = self._restore(moment)
        noticed = self._noticed(before, asked, unsaid, (), journalled)
        named = noticed if journalled is None else journalled.noticed
        self.journal.append(Undone(moment.answers, noticed=named))
        self.deeds.update(range(self.seats()) if self.take_backs else [moment.seat])
        self._revise(noticed, unsaid, ())

    def _take_back(self, point: int, journalled: Undone | None = None) -> None:
        """Restores a moment of one seat and gives again what others did since: only its own answers are gone."""
        moment, now = self.history[point], (self.g.s, self.g.asked, self.answers, self.log[:])
        gone = {mine.entry for mine in self.history[point:] if mine.seat == moment.seat}
        unsaid = self._restore(moment)
        try:
            again, chance = self._give_again(moment, journalled)
        except BaseException:
            self.g.s, self.g.asked, self.answers, self.log[:] = now
            self.dealer.collect()
            raise
        fallen = [place for place in moment.others if place not in again]
        gone.update(fallen)
        self.history = [
            replace(again.get(one.entry, one), others=tuple(place for place in one.others if place not in gone))
            for one in self.history
            if one.entry not in gone
        ]
        told = self.log[moment.told :]
        noticed = self._noticed(now[0], now[1], unsaid, told, journalled)
        named = noticed if journalled is None else journalled.noticed
        self.journal.append(Undone(moment.answers, moment.seat, chance, named, fallen))
        self.deeds[moment.seat] += 1
        self._revise(noticed, unsaid, told)

    def _give_again(self, moment: Moment, journalled: Undone | None) -> tuple[dict[int, Moment], list[Chance]]:
        """Gives again what others answered since, unseen by who takes back: whether he may must not tell that they did.
        So what cannot be given again falls, and who gave it is told. A journal says what fell."""
        again: dict[int, Moment] = {}
        chance: list[Chance] = []
        for place in moment.others:
            entry = self.journal[place]
            assert isinstance(entry, Answered)
            before, told = self.g.s, len(self.log)
            fell = journalled is not None and place in journalled.fallen
            if not fell and self._given_again(entry, moment.seat, journalled):
                again[place] = Moment(before, entry.seat, self.answers, told, place)
                chance += self.dealer.collect()
                self.answers += 1
                continue
            self.g.s, self.g.asked = before, None
            del self.log[told:]
            self.dealer.collect()
            if not fell and journalled is not None:
                raise Refused(NOT_NOW)
            self.log.append(Event("kernel.word", "", {entry.seat: FELL}, []))
        return again, chance

    def _given_again(self, entry: Answered, unseen_by: Seat, journalled: Undone | None) -> bool:
        """Gives an answer again; whether it stands, unseen as it was."""
        before, told = self.g.s, len(self.log)
        self.g.s = clone(before)
        for option in entry.options:
            if not self.game.stands(self.g, entry.seat, option):
                return False
            self.g.take(entry.seat, option)
        return journalled is not None or unseen_by not in self._noticed(before, None, (), self.log[told:], None)

    def _restore(self, moment: Moment) -> list[Event]:
        """Puts the position back to a moment; the lines of the log that this unsays."""
        self.g.s, self.g.asked = clone(moment.state), None
        self.answers = moment.answers
        unsaid = self.log[moment.told :]
        del self.log[moment.told :]
        return unsaid

    def _undo_point(self, seat: Seat, level: UndoLevel) -> int | None:
        """The index in history of the moment to go back to."""
        if self.take_backs and self.history and self.history[-1].seat != seat:
            return None
        if not self.take_backs and self._sealed(seat):
            return None
        mine = [index for index, moment in enumerate(self.history) if moment.seat == seat]
        if not mine or level == "answer":
            return mine[-1] if mine else None
        which = LEVELS.index(level)
        point = mine[-1]
        last = self.history[point]
        begun = last.state.begun[which]
        for index in reversed(mine):
            if self.history[index].state.begun[which] != begun or self.history[index].run != last.run:
                break
            point = index
        return point

    def _sealed(self, seat: Seat) -> bool:
        """Whether others answer in secret: an undo that works until they have answered would tell when they have."""
        ask = self.g.ask
        return ask is not None and ask.secret and seat not in ask.seats()

    # -- branching

    def fork(self) -> Table:
        """A table of its own that goes on from here, with the same truth: nothing that it does touches this one."""
        new = Table.__new__(Table)
        for name, value in vars(self).items():
            setattr(new, name, value.copy() if isinstance(value, list | dict | Hearing) else value)
        new.dealer = RecordingDealer(self.dealer.source)
        new.g = self.g.clone(new.dealer)
        new.g.heard = new.log
        return new

    def what_if(self, seat: Seat, number: int = 0) -> Table:
        """A scratch table from here, in a world dealt for this seat: nothing in it touches this one."""
        branch = Table.__new__(Table)
        branch.__dict__.update(self.__dict__)
        branch.scratch = True
        branch.take_backs = True
        branch.dealer = RecordingDealer(Dealer())
        branch.log = []
        branch.journal, branch.checkpoints, branch.history = [], [], []
        branch.revisions, branch.hearing, branch.deeds = {}, Hearing(), Counter()
        branch.head, branch.heads, branch._linked = "", {}, 0
        branch.left = dict(self.left)
        branch.g = self.game.resume(sight.taken_away(self.g, seat, number=number), branch.dealer, branch.log)
        branch._revise(branch._everybody(), (), ())
        return branch

    # -- revisions

    def _everybody(self) -> list[Seat]:
        return [SPECTATOR, *range(self.seats())]

    def _noticed(
        self,
        before: State,
        asked: Ask | None,
        gone: Sequence[Event],
        came: Sequence[Event],
        journalled: Answered | Undone | None,
    ) -> list[Seat]:
        """Who can see that something has happened since `before`, when these lines went and those came: a journal says
        it; else whose log has changed, or whose view."""
        if journalled is not None and journalled.noticed is not None:
            return journalled.noticed
        then = self.game.resume(before)
        then.asked = asked
        positions = Positions(Seen(then), Seen(self.g))
        return [
            seat for seat in self._everybody() if heard_otherwise(gone, came, seat) or not positions.look_alike(seat)
        ]

    def _check(self, entry: Answered | Undone) -> None:
        if entry.noticed is not None and not set(self._everybody()).issuperset(entry.noticed):
            raise Refused(Refusal("kernel.word", "Seats that are not at this table are said to have noticed it."))

    def _revise(self, noticed: Sequence[Seat], gone: Sequence[Event], came: Sequence[Event]) -> None:
        """Raises the revision of each seat that has noticed something: these lines went, those came."""
        self._link()
        for seat in noticed:
            self.revisions[seat] = self.revisions.get(seat, 0) + 1
            self.heads[seat] = self.head
        self.hearing.changed(gone, came, self.revisions)

    def _link(self) -> None:
        """Adds a link to the chain for each entry of the journal that has none yet. What-if tables have no chain."""
        if self.scratch or not self.head or not self.host_key:
            return
        for entry in self.journal[self._linked :]:
            self.head = next_link(self.host_key, self.head, entry)
        self._linked = len(self.journal)

    # -- rules put right

    def amend(self, why: str, journal: Sequence[Entry]) -> None:
        """Goes on from here, where a part of this whole journal was replayed: the rest of it no longer counts, because
        a rule was put right. Everybody is told, and nobody has seen the dice to come."""
        entries = len(self.journal)
        self.take_up([*journal, Amended(entries, why)])

    def take_up(self, journal: Sequence[Entry]) -> None:
        """Takes up a journal whose last entry is an amendment that led here."""
        entry = journal[-1]
        assert isinstance(entry, Amended)
        forbidden = journal[entry.entries]
        self.journal[:] = journal
        self.g.s.key = dice_key(self.host_key, [*self.salts, f"amendment {len(self.journal)}"])
        self.g.asked = None
        self.history.clear()
        self.log.append(Event("kernel.amended", AMENDED, {}, []))
        if isinstance(forbidden, Answered):
            self.log[-1].private[forbidden.seat] = f"{AMENDED} It was yours: {entry.why}"
        self._revise(self._everybody(), (), self.log[-1:])


def last_begun(history: Sequence[Moment], own: Sequence[int], level: UndoLevel) -> int:
    """Of these places in a history the one before the last answer, or before the first of its action, phase or turn."""
    if level == "answer":
        return own[-1]
    which = LEVELS.index(level)
    begun = history[own[-1]].state.begun[which]
    return next(place for place in own if history[place].state.begun[which] == begun)


FELL = "The other side took back what your last answer rested on: it is taken back, too."
AMENDED = "A rule was put right: play goes on from before the first answer that it forbids, with dice mixed anew."


def _why_not(g: G[Any, Any], seat: Seat, option: Option) -> Refusal | None:
    """Why not, worked out in a world dealt for the seat: the reason tells nothing that it may not know."""
    return sight.world(g, seat).why_not(seat, option)


def quick_table(game: Game[Any, Any], seed: int | str, setup: Setup | None = None, take_backs: bool = False) -> Table:
    """A table whose dice come from a seed, for tests and simulations."""
    return Table(game, setup, seed_key(seed), take_backs=take_backs)
