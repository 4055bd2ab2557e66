"""A toy game for tests of the kernel: procedures are given by each test, the rest is as plain as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from msgspec import field

from sandtable.kernel.chance import Dealer
from sandtable.kernel.content import load
from sandtable.kernel.flow import Event, G, Procedures
from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.ledger import Ledger, Rule
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.state import HIDDEN, PUBLIC, Frame, State
from sandtable.kernel.view import Track, View


class Desk(State, kw_only=True):
    marks: Annotated[list[int], PUBLIC] = field(default_factory=list)
    hidden: Annotated[int, HIDDEN] = 0


class Outer(Frame, tag="outer"):
    note: Annotated[int, PUBLIC] = 0


class Inner(Frame, tag="inner"):
    note: Annotated[int, PUBLIC] = 0


DG = G[Desk, None]
RULES = {"toy.rule": Rule(number="1.1", title="Toy", summary="Play nicely.")}
VERBS = {
    "pick": Verb("pick {0:number}", ("number",)),
    "pass": Verb("pass"),
    "ring": Verb("ring the bell", standing=True),
}


class Toy(Game[Desk, None]):
    """Two seats at a desk. `marks` shows what happened, in order."""

    meta = Meta("toy", "Toy", "", "", "", "", ("Left", "Right"), 1, 1, {"desk": "A desk."})
    package = "tests.kernel"
    state = Desk
    verbs = VERBS
    players = {}  # noqa: RUF012

    def __init__(
        self,
        procedures: Procedures,
        stack: Callable[[], list[Frame]] = lambda: [Outer()],
        bell: Callable[[DG, Seat], bool] = lambda g, seat: False,
    ) -> None:
        self.procedures = procedures  # type: ignore[misc]
        self.stack = stack
        self.bell = bell
        self.kit = None
        self.content = load(b"[]", {})
        self.ledger = Ledger(dict(RULES))

    def new(self, setup: Setup) -> Desk:
        return Desk(stack=self.stack(), marks=[])

    def candidates(self, s: Desk, domain: str) -> Sequence[int]:
        return range(100)

    def view(self, s: Desk, seat: Seat) -> View:
        return View("desk", seat, tracks=[Track("marks", len(s.marks), text=str(s.marks))])

    def standing(self, g: DG, seat: Seat) -> list[Group]:
        return [Group(seat, "ring")] if self.bell(g, seat) else []

    def take_standing(self, g: DG, seat: Seat, option: Option) -> None:
        g.s.marks.append(-1 - seat)
        g.tell("toy.rule", "The bell rings.")

    def refuse_standing(self, g: DG, seat: Seat, option: Option) -> Refusal | None:
        return Refusal("toy.rule", "There is no bell now.")


def begin(game: Toy, seats: int = 1, dealer: Dealer | None = None, heard: list[Event] | None = None) -> DG:
    return game.start(Setup(seats=seats), b"key", dealer, heard)
