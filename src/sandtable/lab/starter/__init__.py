"""Starter: a courier brings letters to the fort. What all its modules are to the kernel.

Read `rules.py` first: the rules in the order of play. `pieces` is what lies in the box, `state` the position, `sight`
what is seen of it, `referee` the words of cases, `plain` a player.
"""

from collections.abc import Sequence
from typing import ClassVar

from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.switches import chosen, switches
from sandtable.kernel.view import Board, Odds, View
from sandtable.lab.starter import rules, sight
from sandtable.lab.starter.pieces import TABLES, Kit, make_kit
from sandtable.lab.starter.plain import plain
from sandtable.lab.starter.referee import REFEREE
from sandtable.lab.starter.state import CG, Courier, Ride, Rules


class StarterGame(Game[Courier, Kit]):
    package = __name__
    meta = Meta(
        id="starter",
        title="Starter",
        about="Bring three letters to the fort before the night.",
        designer="you",
        publisher="nobody yet",
        rights="Yours to give away.",
        seats=("Courier",),
        least_seats=1,
        minutes=2,
        scenarios={"valley": "Three letters, seven towns, six hours."},
        options=switches(Rules),
    )
    tables = TABLES
    state = Courier
    procedures = rules.PROCEDURES
    referee = REFEREE
    risks = sight.RISKS
    players: ClassVar = {"plain": plain}
    verbs: ClassVar = {
        "ride": Verb("ride to {0:space}", ("space",)),
        "wait": Verb("wait here"),
        "fight": Verb("fight your way through"),
        "give": Verb("give them a letter"),
        "spur": Verb("spur the horse", standing=True),
    }

    def build(self) -> Kit:
        return make_kit(self.content)

    def new(self, setup: Setup) -> Courier:
        return Courier(at=self.kit.start, rules=chosen(Rules, setup.options), stack=[Ride()])

    # -- at any time

    def standing(self, g: CG, seat: Seat) -> list[Group]:
        return rules.spur(g, seat)

    def take_standing(self, g: CG, seat: Seat, option: Option) -> None:
        rules.take_spur(g)

    def refuse_standing(self, g: CG, seat: Seat, option: Option) -> Refusal | None:
        return Refusal("spur.once", "The horse can be spurred once, and not in the last hour.")

    # -- what is seen

    def boards(self) -> dict[str, Board]:
        return {"valley": sight.board(self.kit)}

    def view(self, s: Courier, seat: Seat) -> View:
        return sight.seen(s, self.kit, seat)

    def name(self, s: Courier, seat: Seat, domain: str, value: int) -> str:
        return self.kit.map.label(value)

    def candidates(self, s: Courier, domain: str) -> Sequence[int]:
        return range(self.kit.map.size)

    def odds(self, g: CG, seat: Seat, option: Option) -> Odds | None:
        return sight.chances(g, option)

    def borne_out(self, g: CG, seat: Seat, option: Option) -> set[str]:
        return sight.tried(g, option)

    # -- what must be true

    def census(self, s: Courier) -> dict[str, int]:
        return {"letters": s.letters + s.lost}

    def sound(self, s: Courier) -> list[str]:
        return ["Less than no letter is left."] if s.letters < 0 else []


GAME = StarterGame
