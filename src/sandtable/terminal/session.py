"""A game at the terminal: shows where it stands, reads a line, does what it says, saves, and so on to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct, field
from rich.rule import Rule
from rich.text import Text

from sandtable.kernel import records, sight
from sandtable.kernel.equals import SCOPES, Scope
from sandtable.kernel.flow import G
from sandtable.kernel.options import SPECTATOR, Option, Refused, Seat
from sandtable.kernel.story import deeds
from sandtable.kernel.table import Table
from sandtable.kernel.view import Said
from sandtable.players import Seats
from sandtable.terminal import asides, parse, saves
from sandtable.terminal.asides import Standpoint
from sandtable.terminal.draw import colours, panels
from sandtable.terminal.draw.screen import Screen
from sandtable.terminal.guess import Names
from sandtable.terminal.menu import Menu, make_menu
from sandtable.terminal.parse import Command, NotUnderstood
from sandtable.terminal.reporting import FAILED, Complaint
from sandtable.terminal.saves import Sitting
from sandtable.terminal.undo import take_back

LEFT: dict[Scope | None, str] = {
    "unit": "For this unit the table takes the first of ways that are equally good, in this phase.",
    "phase": "In this phase the table takes the first of ways that are equally good.",
    "always": "From now on the table takes the first of ways that are equally good. `equals off` asks again.",
    None: "You are asked again where ways are equally good.",
}


class Branch(Struct):
    """A table on the screen: the game itself, or a what-if on top of it."""

    table: Table
    heard: dict[Seat, int] = field(default_factory=dict)
    """How many lines of the log each seat has seen."""


class Left(Exception):
    """The person has left the game."""


class Session:
    """One person (or several, in turn) at one game."""

    def __init__(self, screen: Screen, table: Table, sitting: Sitting, file: Path, watch: bool = False) -> None:
        self.screen = screen
        self.file = file
        self.sitting = sitting
        self.watch = watch
        self.seats = Seats(table.game, dict(sitting.players), sitting.seed)
        self.branches = [Branch(table)]
        self.sat: Seat | None = None
        self.looked_at: list[int] = []
        self.looked_on = ""
        """The board whose spaces these are."""
        self.yielded: set[Seat] = set()
        """Seats whose person lets others answer first."""
        self.tried = 0

    @property
    def table(self) -> Table:
        return self.branches[-1].table

    @property
    def trying(self) -> bool:
        return len(self.branches) > 1

    def run(self) -> None:
        """Plays to the end of the game, or until the person leaves."""
        if not self.watch:
            saves.save(self.table, self.file)
        try:
            while self.trying or not self.table.over:
                seat = self._person_asked()
                if seat is None and not self.table.over:
                    self._let_player_answer()
                else:
                    self._sit(self.sat or 0 if seat is None else seat)
        except (EOFError, KeyboardInterrupt, Left) as left:
            self._leave(after_line=isinstance(left, Left))
            return
        self._finish()

    # -- whose answer it is

    def _person_asked(self) -> Seat | None:
        """The seat of a person who is to answer now; the players answer before those who yielded to them."""
        ask = self.table.g.ask
        if ask is None or self.seats.turn(self.table.g, self.yielded) is not None:
            return None
        persons = self.seats.persons(ask.awaited())
        return next((seat for seat in persons if seat not in self.yielded), persons[0])

    def _let_player_answer(self) -> None:
        seat = self.seats.turn(self.table.g, self.yielded)
        assert seat is not None
        name = self.table.game.meta.seats[seat]
        try:
            self.table.answer(seat, self.seats.answer(self.table.g, seat))
        except Exception as error:
            self.screen.say(f"The player of {name} failed ({error}); any legal answer is taken instead.", colours.RISK)
            try:
                self.table.answer(seat, self.seats.any_answer(self.table.g, seat))
            except Exception as worse:
                raise Complaint(
                    f"The rules fail on what {name} answers: {worse}. Saved in {self.file}", FAILED
                ) from worse
        self.yielded.clear()
        self._save()
        if self.watch:
            self._tell_news(SPECTATOR if self.table.seats() > 1 else 0)

    # -- the person

    def _sit(self, seat: Seat) -> None:
        """Shows a person the table and takes lines until one of them changes it."""
        if self.sitting.hotseat and self.sat not in (None, seat):
            self._pass_the_screen(seat)
        self.sat = seat
        here = Standpoint(self.table, seat)
        self._show(here)
        changed = False
        while not changed:
            line = self.screen.read(self._prompt(seat))
            if line:
                try:
                    changed = self._obey(here, line)
                except NotUnderstood as error:
                    self.screen.say(str(error))
                except Refused as refused:
                    tag = panels.rule_tag(here.game.ledger, refused.refusal.key)
                    self.screen.show(Text(refused.refusal.text).append(tag))
                except (OSError, ValueError) as error:
                    self.screen.say(f"That did not work: {error}.")

    def _prompt(self, seat: Seat) -> str:
        who = f"{self.table.game.meta.seats[seat]} " if self.sitting.hotseat else ""
        return f"{'what-if ' if self.trying else ''}{who}> "

    def _pass_the_screen(self, seat: Seat) -> None:
        self.screen.clear()
        name = self.table.game.meta.seats[seat]
        self.screen.say(f"Pass the screen to {name}.", "bold")
        if self.screen.interactive:
            self.screen.read(f"{name}, press Enter. ")

    def _show(self, here: Standpoint) -> None:
        said = self._news(here.seat)
        title = here.game.meta.title.partition(":")[0] + (" · what-if" if self.trying else "")
        if self.looked_on != here.view.board:
            self.looked_at, self.looked_on = [], here.view.board
        self.screen.table(title, here.scene, said, here.game.ledger, self.looked_at)
        self.looked_at = here.scene.askers() or here.scene.targets() or self.looked_at
        if self.table.over:
            self._tell_end(self.table)
            self.screen.say("The what-if has ended: `back` returns to the game, `undo` goes on from before.")

    def _obey(self, here: Standpoint, line: str) -> bool:
        """Does what a line says; true if the table must be shown anew."""
        command = parse.command(line, here.menu)
        if command is None:
            return self._answer(here, line)
        match command.word:
            case "quit":
                raise Left
            case "look":
                return True
            case "undo":
                self._undo(here.seat, command.rest)
            case "whatif":
                self.tried += 1
                self.branches.append(Branch(self.table.what_if(here.seat, self.tried)))
                self.screen.say(
                    "A what-if: hidden things and dice are dealt anew, nothing here counts. `back` returns."
                )
            case "back":
                if not self.trying:
                    raise NotUnderstood(
                        "This is the game itself; `whatif` begins a what-if, `undo` takes an answer back."
                    )
                self.branches.pop()
            case "wait":
                self._yield(here)
            case "equals":
                self._leave_equals(here, command.rest)
            case _:
                self._aside(here, command)
                return False
        return True

    def _aside(self, here: Standpoint, command: Command) -> None:
        match command.word:
            case "why":
                asides.why(self.screen, here, command.rest)
            case "inspect":
                asides.inspect(self.screen, here, command.rest)
            case "options":
                asides.options(self.screen, here, command.rest)
            case "rules":
                asides.rules(self.screen, here, command.rest)
            case "primer":
                asides.primer(self.screen, here)
            case "charts":
                asides.charts(self.screen, here, command.rest)
            case "log":
                asides.log(self.screen, here, command.rest)
            case "map":
                asides.whole_map(self.screen, here, command.rest)
            case "units":
                asides.units(self.screen, here)
            case "status":
                asides.status(self.screen, here)
            case "save":
                self._save_copy(here.seat, command.rest)
            case _:
                asides.help_(self.screen)

    # -- answers

    def _answer(self, here: Standpoint, line: str) -> bool:
        options = self._understand(here, line)
        if not options:
            return False
        try:
            cut = self.table.answer(here.seat, *options)
        except Refused:
            raise
        except Exception as error:
            self.screen.say(
                f"The rules of this game fail on that answer: {error!r}. Nothing has changed.", colours.RISK
            )
            return False
        if cut is not None:
            self.screen.say(cut.text, colours.RISK)
        self.yielded.clear()
        self._save()
        return True

    def _understand(self, here: Standpoint, line: str) -> list[Option]:
        """The parts of an answer; none if the line named something that is not possible, and the reason was told."""
        ask = here.view.ask
        texts = parse.parts(line, here.menu, ask.shape if ask else "pick")
        if ask is not None and ask.shape == "pick" and len(texts) > 1:
            raise NotUnderstood("This question takes one answer; give one number.")
        options: list[Option] = []
        for text in texts:
            names, menu, why_not = here.names(), here.menu, here.table.why_not
            if options and not parse.find(menu, text):
                world = sight.world(here.table.g, here.seat)
                world.apply(here.seat, options)
                names, menu, why_not = Names(world, here.seat, here.board), _menu_of(world, here), world.why_not
            if not parse.find(menu, text) and (refused := asides.refusals(names, menu, text, why_not)):
                self.screen.show(*refused)
                return []
            options.append(parse.one(menu, text).option)
        return options

    def _leave_equals(self, here: Standpoint, text: str) -> None:
        """Choices between equals go to the table from here on, the one that stands among them."""
        scope = next((scope for scope in SCOPES if scope == text), None)
        if scope is None and text != "off":
            raise NotUnderstood("Say how far: `equals unit`, `equals phase`, `equals always`; `equals off` asks again.")
        self.table.leave_equals(here.seat, scope)
        self.table.decide_equals()
        self.screen.say(LEFT[scope])
        self._save()

    def _yield(self, here: Standpoint) -> None:
        others = [
            seat for seat in (here.view.ask.seats if here.view.ask else []) if seat not in (here.seat, *self.yielded)
        ]
        if not others:
            raise NotUnderstood("Nobody else is asked: the game waits for you.")
        self.yielded.add(here.seat)

    def _undo(self, seat: Seat, text: str) -> None:
        take_back(self.table, seat, text, self.seats.names)
        self.yielded.clear()
        self._save()
        self.screen.say("Taken back. The record keeps what was undone.", colours.QUIET)

    # -- saving, leaving, ending

    def _save(self) -> None:
        """After every answer; a disk that is full does not end the game."""
        if not self.trying and not self.watch:
            try:
                saves.save(self.table, self.file)
            except OSError as error:
                self.screen.say(f"The game could not be saved: {error}.", colours.RISK)

    def _save_copy(self, seat: Seat, name: str) -> None:
        if not name:
            self.screen.say(f"Saved after every answer in {self.file}")
            return
        file = Path(name).expanduser()
        if file.exists() and not saves.is_record(file):
            raise NotUnderstood(f"{file} is there already and is not a record; choose another name.")
        if self.trying:
            saves.save_position(self.table, seat, file)
            self.screen.say(f"The what-if is saved in {file}; `sandtable play --resume` plays it as a game of its own.")
        else:
            saves.save(self.table, file)
            self.screen.say(f"A copy is saved in {file}")

    def _leave(self, after_line: bool) -> None:
        if not after_line:
            self.screen.say("")
        game = self.table.game.meta
        if self.watch:
            self.screen.say("Left before the end.")
            return
        self.screen.say(f"Saved. `sandtable play {game.id}` continues this game of {game.title}.")

    def _finish(self) -> None:
        table = self.table
        if self.watch:
            saves.save(table, self.file)
        seat = self.sat if self.sat is not None else SPECTATOR if table.seats() > 1 else 0
        self._tell_news(seat)
        self._tell_end(table)
        report = records.verify(self.file.read_bytes())
        if report.good:
            taken = f", {report.take_backs} taken back" if report.take_backs else ""
            self.screen.say(
                f"Verified: every die follows from the key committed before play "
                f"({report.outcomes} outcomes, {report.answers} answers{taken}).",
                "green",
            )
        else:
            self.screen.say(f"The record does not verify: {'; '.join(report.findings)}", "bold red")
        self.screen.say(f"Record: {self.file}", colours.QUIET)

    def _tell_news(self, seat: Seat) -> None:
        for done in deeds(self._news(seat)):
            self.screen.show(*panels.deed(done, self.table.game.ledger))

    def _news(self, seat: Seat) -> list[Said]:
        """What this seat has heard since it was last shown; an undo may have unsaid some of what it had heard."""
        heard, now = self.branches[-1].heard, self.table.hearing.counts.get(seat, 0)
        news = self.table.said(seat, min(heard.get(seat, 0), now))
        heard[seat] = now
        return news

    def _tell_end(self, table: Table) -> None:
        outcome = table.g.s.outcome
        if outcome is not None:
            seat = self.sat if self.sat is not None else SPECTATOR if table.seats() > 1 else 0
            told = (*panels.ending(outcome, table), *panels.how_it_went(table, seat))
            self.screen.show(Rule(style=colours.QUIET), *told)


def _menu_of(world: G[Any, Any], here: Standpoint) -> Menu:
    """What may be answered after the first parts of an answer, as far as this seat can foresee."""
    ask = world.ask
    seen = sight.asked(world, ask, here.seat, odds=False) if ask is not None else None
    return make_menu(world, here.seat, seen, here.board)
