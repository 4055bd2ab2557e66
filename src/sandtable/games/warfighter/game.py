"""Warfighter as the kernel knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.games.warfighter import odds, setup, sight, sound
from sandtable.games.warfighter.frames import Whole
from sandtable.games.warfighter.misfits import misfits
from sandtable.games.warfighter.odds import trying
from sandtable.games.warfighter.pieces import TABLES, Kit
from sandtable.games.warfighter.plain import plain
from sandtable.games.warfighter.position import Rules, Sortie
from sandtable.games.warfighter.procedures import PROCEDURES
from sandtable.games.warfighter.referee import REFEREE
from sandtable.games.warfighter.sight import hidden, names
from sandtable.games.warfighter.state import SG
from sandtable.games.warfighter.verbs import VERBS
from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.switches import switches
from sandtable.kernel.view import Board, Chart, Facts, Odds, View

SCENARIOS = {
    "covert": "Covert (jungle): two or three people slip in before anybody knows.",
    "river-patrol": "River Patrol (jungle): a boat puts you ashore; the rest is on foot.",
    "in-and-out": "In and Out (jungle): light packs and no time to lose.",
    "long-patrol": "Long Patrol (jungle): days of walking before the first shot.",
    "deep-strike": "Deep Strike (jungle): a large team far behind the lines.",
    "street-sweep": "Street Sweep (Middle East): house after house of one quarter.",
    "night-raid": "Night Raid (Middle East): in by dark and out before dawn.",
    "safe-house": "Safe House (Middle East): a house that is guarded like a fortress.",
    "full-assault": "Full Assault (Middle East): everybody who can hold a rifle.",
    "going-deep": "Going Deep (Middle East): a long way through a town that does not want you.",
}
SEATS = ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6")


class Warfighter(Game[Sortie, Kit]):
    package = "sandtable.games.warfighter"
    state = Sortie
    tables = TABLES.holding({"missions": tuple(SCENARIOS)}, misfits)
    procedures = PROCEDURES
    referee = REFEREE
    verbs = VERBS
    drawn: ClassVar = names.DRAWN
    players: ClassVar = {"plain": plain}
    meta = Meta(
        id="warfighter",
        title="Warfighter",
        about="A team of Special Forces makes its way, card by card, through enemy country to its Objective.",
        designer="Dan Verssen",
        publisher="Dan Verssen Games",
        rights="An unofficial adaptation: rules and numbers by the book, words and missing values our own.",
        seats=SEATS,
        least_seats=1,
        minutes=60,
        scenarios=SCENARIOS,
        options=switches(Rules),
    )

    def build(self) -> Kit:
        return Kit(self.content)

    def new(self, setup_: Setup) -> Sortie:
        s = setup.blank(self.kit, setup_)
        s.stack.append(Whole())
        return s

    def allied(self, s: Sortie, seat: Seat, other: Seat) -> bool:
        return True

    # -- hidden things

    def determinise(self, s: Sortie, seat: Seat, key: bytes) -> Sortie:
        return hidden.determinise(self.kit, s, seat, key)

    def odds(self, g: SG, seat: Seat, option: Option) -> Odds | None:
        return odds.odds(g, option)

    risks = trying.RISKS

    def borne_out(self, g: SG, seat: Seat, option: Option) -> set[str]:
        return trying.tried(g, seat, option)

    def census(self, s: Sortie) -> dict[str, int]:
        return hidden.census(self.kit, s)

    def sound(self, s: Sortie) -> list[str]:
        return sound.sound(self.kit, s)

    # -- words and sight

    def name(self, s: Sortie, seat: Seat, domain: str, value: int) -> str:
        return names.name(self.kit, s, seat, domain, value)

    def candidates(self, s: Sortie, domain: str) -> Sequence[int]:
        return names.candidates(self.kit, s, domain)

    def lookup(self, s: Sortie, domain: str, text: str) -> int:
        return names.lookup(self.kit, s, domain, text)

    def boards(self) -> dict[str, Board]:
        return {sight.BOARD: sight.board(self.kit)}

    def charts(self) -> list[Chart]:
        return sight.charts(self.kit)

    def view(self, s: Sortie, seat: Seat) -> View:
        return sight.view(self.kit, s, seat)

    def inspect(self, s: Sortie, seat: Seat, domain: str, value: int) -> Facts:
        return sight.inspect(self.kit, s, seat, domain, value)
