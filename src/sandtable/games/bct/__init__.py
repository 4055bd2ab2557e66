"""BCT Command: Kandahar, for two players: what the game is to the kernel."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from sandtable.boards.paths import bits
from sandtable.games.bct import setup, sight, sound
from sandtable.games.bct.frames import Campaign
from sandtable.games.bct.misfits import misfits
from sandtable.games.bct.odds import odds
from sandtable.games.bct.odds.chances import spoils
from sandtable.games.bct.odds.trying import RISKS, tried
from sandtable.games.bct.pieces import SIDE_NAMES, TABLES, Kit, UnitId
from sandtable.games.bct.plain import plain
from sandtable.games.bct.procedures import PROCEDURES
from sandtable.games.bct.referee import REFEREE
from sandtable.games.bct.rules import turn
from sandtable.games.bct.rules.exchange import exchanges, refuse_exchange, take_exchange
from sandtable.games.bct.rules.ground import control
from sandtable.games.bct.sight import hidden, names
from sandtable.games.bct.state import BG, SEVERAL_EDITION, Rules, Theatre, foe, is_down
from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.story import Results
from sandtable.kernel.switches import switches
from sandtable.kernel.view import Board, Facts, Odds, View
from sandtable.kernel.words import how_many

SCENARIOS = ("intervention", "terrorist-hunt", "surge", "jihad")
SIDES_OF = [f"{scenario}-{side}" for scenario in SCENARIOS for side in SIDE_NAMES]
NEEDS: Mapping[str, Sequence[str]] = {"scenarios": SCENARIOS, "forces": SIDES_OF, "deployments": SIDES_OF}
"""The rows that the scenarios of the game are made of."""

VERBS: Mapping[str, Verb] = {
    **setup.VERBS_SETUP,
    "first": Verb("{0:side} goes first", ("side",), "goes first"),
    "no-appeal": Verb("make no appeal", title="no appeal", place="end"),
    "appeal": Verb("appeal, {0:number} VP of it in Chips", ("number",), "appeal"),
    "objective": Verb("reveal {0:objective}", ("objective",), "reveal"),
    "flip": Verb("turn over {0:token}", ("token",), "turn over"),
    "end-operations": Verb("end your operations", title="end operations", place="end"),
    "draft": Verb("{0:card}: Draft {1:token}", ("card", "token"), "Draft"),
    "draft-covert": Verb("{0:card}: Draft {1:token}, Covert", ("card", "token"), "Draft, Covert"),
    "reorganize": Verb("{0:card}: Reorganize in {1:space}", ("card", "space"), "Reorganize"),
    "rally": Verb("{0:card}: rally all in {1:space}", ("card", "space"), "rally"),
    "roll": Verb("{0:card}: roll with {1:token}", ("card", "token"), "roll"),
    "move": Verb("{0:card}: {1:token} to {2:space}", ("card", "token", "space"), "move"),
    "attack": Verb("{0:card}: {1:token} attacks {2:token}", ("card", "token", "token"), "attack"),
    "build": Verb("{0:card}: Build {1:token} in {2:space}", ("card", "token", "space"), "Build"),
    "plan": Verb("{0:card}: plan ahead", ("card",), "plan ahead"),
    "upgrade": Verb("{0:card}: upgrade {1:token} to {2:kind}", ("card", "token", "kind"), "upgrade"),
    "train": Verb("{0:card}: Train {1:token} in {2:space}", ("card", "token", "space"), "Train"),
    "train-covert": Verb(
        "{0:card}: Train {1:token}, Covert, in {2:space}", ("card", "token", "space"), "Train, Covert"
    ),
    "buy-assets": Verb("{0:card}: buy Assets", ("card",), "buy Assets"),
    "buy-air": Verb("{0:card}: buy an Air Asset", ("card",), "buy an Air Asset"),
    "detach": Verb("Detach {0:token}", ("token",), "Detach"),
    "buy": Verb("{0:asset} to {1:token}", ("asset", "token"), "buy"),
    "reveal": Verb("Reveal {0:token}", ("token",), "Reveal"),
    "advantage": Verb("gain a Tactical Advantage Point", title="Tactical Advantage"),
    "look": Verb("look at {0:which-hand}", ("which-hand",), "look"),
    "assemble": Verb("Assemble a SWET/Net", title="Assemble"),
    "subvert": Verb("hit {0:which-net}", ("which-net",), "hit a SWET/Net"),
    "recruit": Verb("Recruit, Active", title="Recruit"),
    "recruit-covert": Verb("Recruit, Covert", title="Recruit, Covert"),
    "expose": Verb("{0:token} is Revealed", ("token",), "is Revealed"),
    "hold": Verb("hold", title="hold", place="end"),
    "strike": Verb("attack {0:token}", ("token",), "attack"),
    "commit": Verb("commit {0:number} J-2", ("number",), "commit J-2 Cards"),
    "scout": Verb("{0:token} rolls", ("token",), "rolls"),
    "stand": Verb("stand", title="stand"),
    "withdraw": Verb("Withdraw to {0:space}", ("space",), "Withdraw"),
    "seal": Verb("commit {0:modifiers}", ("modifiers",), "commit"),
    "bring": Verb("{0:token} joins", ("token",), "bring in"),
    "flak": Verb("{0:asset} fires at Air Assets", ("asset",), "fire at Air Assets"),
    "ground": Verb("{0:asset} is hit", ("asset",), "is hit"),
    "expend": Verb("{0:asset} runs out", ("asset",), "runs out"),
    "fire": Verb("fire {0:number} dice", ("number",), "fire"),
    "no-cover": Verb("take all of them", title="no cover"),
    "cover": Verb("take cover behind {0:cover}", ("cover",), "take cover"),
    "suffer": Verb("{0:token} takes one", ("token",), "takes one"),
    "claim": Verb("take {0:pile-card}", ("pile-card",), "take a card"),
    "decline": Verb("take none", title="none", place="end"),
    "victim": Verb("it hits {0:side}", ("side",), "it hits"),
    "keep": Verb("keep your Objectives", title="keep", place="end"),
    "exchange": Verb("exchange {0:objective}", ("objective",), "exchange"),
    "resign": Verb("resign", title="resign", standing=True, grave=True, final=True),
    "lose-net": Verb("lose {1:which-net} in {0:space}", ("space", "which-net"), "lose a SWET/Net"),
    "lose-asset": Verb("lose {0:asset}", ("asset",), "lose an Asset"),
    "lose-heart": Verb("{0:token} is Suppressed", ("token",), "Suppress a Unit"),
    "hand": Verb("hand {0:asset} to {1:token}", ("asset", "token"), "hand on Assets", standing=True),
    "swap": Verb("swap {0:asset} for {1:asset}", ("asset", "asset"), "swap Assets", standing=True),
}


class BctCommand(Game[Theatre, Kit]):
    package = __name__
    state = Theatre
    tables = TABLES.holding(NEEDS, misfits)
    procedures = PROCEDURES
    referee = REFEREE
    verbs = VERBS
    risks = RISKS
    plurals = names.PLURALS
    drawn: ClassVar = {domain: domain for domain in names.DRAWN}
    players: ClassVar = {"plain": plain}
    edition = SEVERAL_EDITION
    meta = Meta(
        id="bct",
        title="BCT Command: Kandahar",
        about="Two commanders, staff cards, hidden Units: Kandahar province, district by district.",
        designer="Joseph Miranda",
        publisher="MCS Group",
        rights="An unofficial adaptation: rules and numbers by the book, words, map and missing values our own.",
        seats=("Coalition", "Insurgent"),
        least_seats=2,
        minutes=180,
        scenarios={
            "intervention": "Intervention: conventional forces move in. 10 turns.",
            "terrorist-hunt": "Terrorist Hunt: break up the camps. 15 turns.",
            "surge": "Surge: reinforcements against a rooted insurgency. 20 turns.",
            "jihad": "Jihad!: an Insurgent offensive. 15 turns.",
        },
        options=switches(Rules),
    )

    def build(self) -> Kit:
        return Kit(self.content)

    def new(self, setup_: Setup) -> Theatre:
        s = setup.blank(self.kit, setup_)
        s.stack.append(Campaign())
        return s

    # -- words

    def phrase(self, s: Theatre, option: Option) -> str:
        if option[0] == "suffer":
            return self._hit(s, int(option[1]))
        if option[0] == "commit":
            return f"commit {how_many(int(option[1]), 'J-2 Card')}" if option[1] else "commit no J-2 Card"
        if option[0] == "fire":
            return f"fire {how_many(int(option[1]), 'die', 'dice')}" if option[1] else "hold your fire"
        return super().phrase(s, option)

    def _hit(self, s: Theatre, token: UnitId) -> str:
        """What becomes of a Unit that takes a hit, and what that is worth to the other side."""
        what = "destroyed" if is_down(s, token) else "suppressed"
        vp = int(spoils(s, self.kit, token, what))
        worth = f": {vp} VP for the {names.SIDE_TITLES[foe(self.kit.side[token])]}" if vp else ""
        return f"{{0:token}} is {what.capitalize()}{worth}"

    # -- what the log tells of itself

    def roll_title(self, purpose: str) -> str:
        return purpose.upper() if purpose.startswith("j-") else super().roll_title(purpose)

    def watched(self, s: Theatre) -> object:
        return control(s, self.kit) if s.turn else None

    def notice(self, g: BG, before: tuple[int, int]) -> None:
        for side, held in enumerate(control(g.s, g.kit)):
            for district in bits(before[side] & ~held):
                g.tell(
                    "control.units", "{0:side} loses Control of {1:space}.", side, district, weight="blow", whose=side
                )
            for district in bits(held & ~before[side]):
                g.tell(
                    "control.units", "{0:side} gains Control of {1:space}.", side, district, weight="gain", whose=side
                )

    def score(self, s: Theatre) -> list[int]:
        return [on_track + chips for on_track, chips in zip(s.vp, s.chips, strict=True)]

    def results(self, s: Theatre) -> Results:
        return turn.results(s, self.kit)

    # -- at any time

    def standing(self, g: BG, seat: Seat) -> list[Group]:
        groups = exchanges(g, seat) if g.s.turn else []
        return [*groups, Group(seat, "resign")] if turn.between_turns(g.s) else groups

    def take_standing(self, g: BG, seat: Seat, option: Option) -> None:
        if option[0] == "resign":
            turn.resign(g, seat)
        take_exchange(g, seat, option)

    def refuse_standing(self, g: BG, seat: Seat, option: Option) -> Refusal | None:
        if option[0] == "resign":
            return Refusal("end.resign", "A player may resign at the end of a turn.")
        return refuse_exchange(g, seat, option)

    def stands(self, g: BG, seat: Seat, option: Option) -> bool:
        """A card that freed Assets to change hands anew was taken back: those that did since stay where they are."""
        trial = g.clone()
        trial.s.handed[seat] = 0
        return super().stands(trial, seat, option)

    # -- hidden things

    def determinise(self, s: Theatre, seat: Seat, key: bytes) -> Theatre:
        return hidden.determinise(self.kit, s, seat, key)

    def odds(self, g: BG, seat: Seat, option: Option) -> Odds | None:
        return odds(g, seat, option)

    def borne_out(self, g: BG, seat: Seat, option: Option) -> set[str]:
        return tried(g, seat, option)

    def census(self, s: Theatre) -> dict[str, int]:
        return hidden.census(self.kit, s)

    def sound(self, s: Theatre) -> list[str]:
        return sound.sound(self.kit, s)

    # -- words and sight

    def name(self, s: Theatre, seat: Seat, domain: str, value: int) -> str:
        return names.name(self.kit, s, seat, domain, value)

    def lookup(self, s: Theatre, domain: str, text: str) -> int:
        return names.lookup(self.kit, s, domain, text)

    def candidates(self, s: Theatre, domain: str) -> Sequence[int]:
        return names.candidates(self.kit, domain)

    def spaces_seen(self, s: Theatre, seat: Seat, tokens: Collection[int]) -> dict[int, int]:
        """All see every counter on the board; one that moves is in no box."""
        return {token: s.at[token] for token in tokens if s.at[token] >= 0}

    def boards(self) -> dict[str, Board]:
        return {sight.BOARD: sight.board(self.kit, self.meta.title)}

    def view(self, s: Theatre, seat: Seat) -> View:
        return sight.view(self.kit, s, seat)

    def inspect(self, s: Theatre, seat: Seat, domain: str, value: int) -> Facts:
        return sight.inspect(self.kit, s, seat, domain, value)


GAME = BctCommand
