"""Patrols, the example game: two patrols on an island of seven hexes, secret orders, one mine.

Read `rules.py` first: the rules in the order of play. `pieces` is what lies in the box, `state` the position, `sight`
what each seat sees of it, `referee` the words of cases, `plain` a player. This module says what all that is to the
kernel.
"""

from collections.abc import Sequence
from typing import ClassVar

from sandtable.games.patrols import sight
from sandtable.games.patrols.pieces import TABLES, Kit, Named, make_kit
from sandtable.games.patrols.plain import plain
from sandtable.games.patrols.referee import REFEREE
from sandtable.games.patrols.rules import ENDS, PROCEDURES, hand_over, take_hand_over
from sandtable.games.patrols.state import PG, SIDES, Island, Play
from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.options import Group, Option, Seat, Verb
from sandtable.kernel.story import Result, Results
from sandtable.kernel.view import Board, Odds, View


class Patrols(Game[Island, Kit]):
    package = __name__
    meta = Meta(
        id="patrols",
        title="Patrols",
        about="Two patrols, seven hexes, secret orders and one mine.",
        designer="the Sandtable authors",
        publisher="Sandtable",
        rights="A game of our own, under the MIT licence.",
        seats=SIDES,
        least_seats=1,
        minutes=5,
        scenarios={"island": "Two men against two; alone, the enemy stands still and fires."},
    )
    edition = 2  # since then men are mixed
    tables = TABLES
    state = Island
    procedures = PROCEDURES
    referee = REFEREE
    risks = sight.RISKS
    players: ClassVar = {"plain": plain}
    verbs: ClassVar = {
        "order": Verb("{0:order}", ("order",)),
        "go": Verb("go first"),
        "step": Verb("{0:token} to {1:space}", ("token", "space")),
        "halt": Verb("halt", place="end"),
        "fire": Verb("fire"),
        "fall-back": Verb("fall back"),
        "hand": Verb("hand the map case to {0:token}", ("token",), standing=True),
    }

    def build(self) -> Kit:
        return make_kit(self.content)

    def new(self, setup: Setup) -> Island:
        red, blue = self.kit.beaches
        return Island(at=[red, red, blue, blue], trodden=1 << red | 1 << blue, edition=self.edition, stack=[Play()])

    def results(self, s: Island) -> Results:
        ended = s.outcome.label if s.outcome is not None else ""
        return Results("how it ends", [Result(label, text, label == ended) for label, text in ENDS.items()])

    # -- at any time

    def standing(self, g: PG, seat: Seat) -> list[Group]:
        return hand_over(g, seat)

    def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
        take_hand_over(g, seat, int(option[1]))

    # -- what is seen

    def boards(self) -> dict[str, Board]:
        terrain = [[place.role] for place in self.content.table("places", Named).values()]
        names = dict(enumerate(self.kit.names))
        return {"island": self.kit.grid.board("island", "The island", terrain, sight.LOOKS, [], names)}

    def view(self, s: Island, seat: Seat) -> View:
        return sight.seen(s, self.kit, seat)

    def name(self, s: Island, seat: Seat, domain: str, value: int) -> str:
        if domain == "token":
            return sight.man_name(s, self.kit, seat, value)
        return self.kit.orders[value] if domain == "order" else self.kit.names[value]

    def candidates(self, s: Island, domain: str) -> Sequence[int]:
        return range({"token": len(s.at), "order": len(self.kit.orders)}.get(domain, self.kit.grid.size))

    def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
        world = super().determinise(s, seat, key)
        sight.deal(world, self.kit, seat, key)
        return world

    def odds(self, g: PG, seat: Seat, option: Option) -> Odds:
        return sight.chances(g, option)

    def borne_out(self, g: PG, seat: Seat, option: Option) -> set[str]:
        return sight.tried(g, seat, option)

    # -- what must be true

    def census(self, s: Island) -> dict[str, int]:
        return {"men": len(s.at), "scouts": s.kind.count(0)}

    def sound(self, s: Island) -> list[str]:
        return sight.faults(s)


GAME = Patrols
