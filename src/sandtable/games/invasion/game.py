"""Invasion Afghanistan as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.boards.paths import bits
from sandtable.games.invasion import odds, setup, sight, sound
from sandtable.games.invasion.frames import Campaign, Operation
from sandtable.games.invasion.misfits import misfits
from sandtable.games.invasion.odds import trying
from sandtable.games.invasion.pieces import TABLES, Kit, in_points
from sandtable.games.invasion.plain import plain
from sandtable.games.invasion.procedures import PROCEDURES
from sandtable.games.invasion.referee import REFEREE
from sandtable.games.invasion.rules.morale import lead
from sandtable.games.invasion.rules.operations import price
from sandtable.games.invasion.rules.victory import results
from sandtable.games.invasion.sight import hidden, names, plans
from sandtable.games.invasion.state import WG, Rules, War, held
from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.options import Group, Option, Seat, Verb
from sandtable.kernel.story import Results
from sandtable.kernel.switches import switches
from sandtable.kernel.view import Board, Chart, Facts, LineClass, Odds, View

SCENARIOS = {
    "1979-1": "1979-80: the invasion. Two years to hold the cities and the road to them.",
    "1979-2": "1979-85: seven years in which the Soviets seek a decision.",
    "1979-3": "1979-89: the whole war, eleven years.",
    "1984-1": "1984-85: two years of the largest offensives.",
    "1984-2": "1984-89: the second half of the war, six years.",
}

VERBS: Mapping[str, Verb] = {
    # set-up
    "suggested": Verb("deploy them as suggested", title="as suggested", suggested=True),
    "deploy": Verb("{0:token} to {1:space}", ("token", "space"), "deploy"),
    "select": Verb("take {0:agent}", ("agent",), "take"),
    # markers and recruits
    "turn-up": Verb("draw a marker", title="draw"),
    "enlist": Verb("recruit {0:token} in {1:space}", ("token", "space"), "recruit"),
    "enlist-air": Verb("recruit {0:token}", ("token",), "recruit an air unit"),
    "look": Verb("reveal the counters in {0:space}", ("space",), "reveal"),
    "buy": Verb("recruit {0:token} in {1:space}", ("token", "space"), "recruit"),
    "buy-air": Verb("recruit {0:token}", ("token",), "recruit an air unit"),
    "buy-agent": Verb("recruit {0:agent}", ("agent",), "recruit a Subversion marker"),
    "refit": Verb("refit all {0:nation} units", ("nation",), "refit"),
    "demobilize": Verb("demobilize {0:token}", ("token",), "demobilize"),
    "upgrade": Verb("replace {0:token} by {1:token}", ("token", "token"), "Soviet Upgrade"),
    # Political Warfare
    "play": Verb("play {0:card}", ("card",), "play"),
    "agitate": Verb("{0:agent} against Resistance morale", ("agent",), "against morale"),
    "subvert": Verb("{0:agent} against {1:space}", ("agent", "space"), "against an area"),
    "rouse": Verb("raise Communist morale", title="raise yours"),
    "demoralize": Verb("lower Resistance morale", title="lower theirs"),
    "expose": Verb("reveal counters", title="reveal"),
    # Operations
    "target": Verb("operate against {0:space}", ("space",), "target"),
    "send": Verb("send {0:token}", ("token",), "send"),
    "drop": Verb("{0:token} goes along to {1:space}", ("token", "space"), "drop off"),
    "with": Verb("with {0:card}", ("card",), "with a marker"),
    "go": Verb("carry it out", title="carry it out", place="confirm"),
    "transfer": Verb("fly {0:token} to {1:space}", ("token", "space"), "air transfer"),
    "interdict": Verb("interdict {0:space}", ("space",), "interdiction"),
    "air-refit": Verb("refit air units", title="air refit"),
    "refresh": Verb("refit {0:token}", ("token",), "refit"),
    # battle
    "attack": Verb("attack", title="attack"),
    "terror": Verb("attack with Terror", title="Terror"),
    "reinforce": Verb("{0:token} flies in", ("token",), "flies in"),
    "fly": Verb("{0:token} strikes", ("token",), "air strike"),
    "fight": Verb("fight", title="fight", place="confirm"),
    "lose": Verb("{0:token} takes the hit", ("token",), "takes the hit"),
    "kill": Verb("{0:counter} is hit", ("counter",), "is hit"),
    "battle": Verb("in {0:space}", ("space",), "next battle"),
    # the rest
    "due": Verb("{0:card} first", ("card",), "first"),
    "go-on": Verb("go on", title="go on", place="confirm"),
    "done": Verb("done", title="done", place="end"),
}


class Invasion(Game[War, Kit]):
    package = "sandtable.games.invasion"
    state = War
    tables = TABLES.holding({"scenarios": tuple(SCENARIOS)}, misfits)
    procedures = PROCEDURES
    referee = REFEREE
    verbs = VERBS
    drawn: ClassVar = {domain: domain for domain in names.DRAWN}
    players: ClassVar = {"plain": plain}
    meta = Meta(
        id="invasion",
        title="Invasion Afghanistan",
        about="The Soviet-Afghan War, year by year: hold the cities, keep the army together, break the Resistance.",
        designer="Joseph Miranda",
        publisher="Decision Games",
        rights="An unofficial adaptation: rules and numbers by the book, words, map and missing values our own.",
        seats=("Soviet command",),
        least_seats=1,
        minutes=120,
        scenarios=SCENARIOS,
        options=switches(Rules),
    )

    def build(self) -> Kit:
        return Kit(self.content)

    def new(self, setup_: Setup) -> War:
        s = setup.blank(self.kit, setup_)
        s.stack.append(Campaign())
        return s

    def phrase(self, s: War, option: Option) -> str:
        frame = s.stack[-1] if s.stack else None
        if option[0] == "go" and isinstance(frame, Operation):
            return f"carry it out for {price(s, self.kit, frame)} MP"
        if option[0] in ("buy", "buy-air"):
            return f"{super().phrase(s, option)} for {in_points(self.kit.price[self.kit.kind[int(option[1])]])} MP"
        return super().phrase(s, option)

    def roll_title(self, purpose: str) -> str:
        return names.roll_title(purpose)

    # -- how it stands, and how it ended

    def score(self, s: War) -> list[int]:
        return [lead(s)]

    def results(self, s: War) -> Results:
        return results(s, self.kit)

    # -- what the log tells of itself

    def watched(self, s: War) -> object:
        return held(s, self.kit) if s.year else None

    def notice(self, g: WG, before: int) -> None:
        ours = held(g.s, g.kit)
        for space in bits(before & ~ours):
            g.tell("morale.control-communist", "The Communists no longer control {0:space}.", space, weight="blow")
        for space in bits(ours & ~before):
            g.tell("morale.control-communist", "The Communists control {0:space}.", space, weight="gain")

    # -- hidden things

    def determinise(self, s: War, seat: Seat, key: bytes) -> War:
        return hidden.determinise(self.kit, s, seat, key)

    def odds(self, g: WG, seat: Seat, option: Option) -> Odds | None:
        return odds.odds(g, option)

    risks = trying.RISKS

    def borne_out(self, g: WG, seat: Seat, option: Option) -> set[str]:
        return trying.tried(g, seat, option)

    def census(self, s: War) -> dict[str, int]:
        return hidden.census(self.kit, s)

    def sound(self, s: War) -> list[str]:
        return sound.sound(self.kit, s)

    def ways(self, g: WG, group: Group) -> Mapping[str | int, LineClass]:
        return plans.ways(g.s, self.kit, group)

    # -- words and sight

    def name(self, s: War, seat: Seat, domain: str, value: int) -> str:
        return names.name(self.kit, s, seat, domain, value)

    def candidates(self, s: War, domain: str) -> Sequence[int]:
        return names.candidates(self.kit, domain)

    def lookup(self, s: War, domain: str, text: str) -> int:
        return names.lookup(self.kit, s, domain, text)

    def boards(self) -> dict[str, Board]:
        return {sight.BOARD: sight.board(self.content, self.kit.graph)}

    def charts(self) -> list[Chart]:
        return sight.charts(self.kit)

    def view(self, s: War, seat: Seat) -> View:
        return sight.view(self.kit, s, seat)

    def inspect(self, s: War, seat: Seat, domain: str, value: int) -> Facts:
        return sight.inspect(self.kit, s, seat, domain, value)
