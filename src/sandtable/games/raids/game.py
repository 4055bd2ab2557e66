"""What every raid game is to the kernel: words, views, hidden things, standing options."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from sandtable.games.raids import sight
from sandtable.games.raids.frames import Tour
from sandtable.games.raids.misfits import misfits
from sandtable.games.raids.odds import odds
from sandtable.games.raids.pieces import TABLES, Kit
from sandtable.games.raids.plain import plain
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.procedures import PROCEDURES
from sandtable.games.raids.referee import REFEREE
from sandtable.games.raids.rules import missions
from sandtable.games.raids.rules.detection import gone_already
from sandtable.games.raids.rules.first_aid import AID_EDITION, med_kits, treatable
from sandtable.games.raids.rules.losses import eliminate, to_cup
from sandtable.games.raids.rules.victory import finish
from sandtable.games.raids.sound import faults, in_hand
from sandtable.games.raids.state import BOX, HELD, PLAYER, POOL, RG, Options, RaidState
from sandtable.kernel.chance import picked
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.switches import chosen
from sandtable.kernel.view import SPACE, TOKEN, Board, Facts, Odds, View

VERBS: Mapping[str, Verb] = {
    "default": Verb("take the default", title="the default", suggested=True),
    "camp": Verb("set up {0:piece} in {1:space}", ("piece", "space"), "set up a camp"),
    "done": Verb("done", title="go on"),
    "hire": Verb("hire {0:piece} into {1:camp}", ("piece", "camp"), "hire"),
    "post": Verb("{0:piece} starts in {1:camp}", ("piece", "camp"), "starts in"),
    "buy": Verb("buy {0:piece} into {1:camp}", ("piece", "camp"), "buy"),
    "move-camp": Verb("move {0:piece} to {1:space}", ("piece", "space"), "move a camp"),
    "appraise": Verb("ask the price of {0:piece}", ("piece",), "ask the price"),
    "decline": Verb("decline {0:piece} for good", ("piece",), "decline"),
    "form": Verb("move from {0:space}", ("space",), "move from"),
    "attempt": Verb("try the mission again", title="try the mission"),
    "take": Verb("take {0:piece}", ("piece",), "take along"),
    "all": Verb("take everyone and all they can haul", title="everyone"),
    "ready": Verb("ready to go", title="ready"),
    "go": Verb("go to {0:space}", ("space",), "go to"),
    "drop": Verb("drop off {0:piece}", ("piece",), "drop off"),
    "claim": Verb("pick up {0:piece}", ("piece",), "pick up"),
    "halt": Verb("halt", title="halt"),
    "escape": Verb("{0:piece} escapes to {1:camp}", ("piece", "camp"), "escape"),
    "stand": Verb("stand", title="stand"),
    "lose": Verb("lose {0:piece}", ("piece",), "lose"),
    "attack": Verb("from {0:space} attack {1:piece}", ("space", "piece"), "attack"),
    "fight": Verb("fight", title="fight"),
    "call": Verb("call in {0:piece}", ("piece",), "call in"),
    "leave": Verb("leave out {0:piece}", ("piece",), "leave out"),
    "suffer": Verb("{0:piece} suffers", ("piece",), "suffers"),
    "kill": Verb("{0:piece} is killed", ("piece",), "is killed"),
    "go-on": Verb("go on", title="go on"),
    "suppress": Verb("{0:piece} at {1:piece}", ("piece", "piece"), "suppress"),
    "next": Verb("{0:piece} acts next", ("piece",), "acts next"),
    "rest": Verb("all in the order of arrival", title="all in order"),
    "toward": Verb("towards {0:space}", ("space",), "towards"),
    "enters": Verb("into {0:space}", ("space",), "into"),
    "against": Verb("against {0:space}", ("space",), "against"),
    "forfeit": Verb("forfeit the mission", title="forfeit", standing=True, grave=True),
    "stop": Verb("end the game here", title="end the game", standing=True, grave=True),
    "first-aid": Verb("first aid for {0:piece}", ("piece",), "first aid", standing=True),
}


class RaidGame(Game[RaidState, Kit]):
    """A game of the series: subclasses give meta, package and policy."""

    policy: ClassVar[Policy]
    edition = AID_EDITION
    state = RaidState
    tables = TABLES.holding(misfits=misfits)
    procedures = PROCEDURES
    verbs = VERBS
    referee = REFEREE
    drawn: ClassVar = {SPACE: SPACE, **dict.fromkeys((TOKEN, "piece", "camp"), TOKEN)}
    players: ClassVar = {"plain": plain}

    def build(self) -> Kit:
        return Kit(self.content)

    def blank(self, setup: Setup) -> RaidState:
        """Every piece in its box or cup, nothing on the map, no procedure running."""
        kit, count = self.kit, len(self.kit.pieces)
        s = RaidState(
            scenario=setup.scenario,
            edition=setup.edition or 1,
            options=chosen(Options, setup.options),
            at=[BOX] * count,
            event=[0] * len(kit.people),
            marker=[-1] * len(kit.people),
            extra=[-1] * count,
        )
        for token in (*kit.mission_tokens, *kit.enemies, *kit.markers):
            s.at[token] = POOL
        s.mission_cup = kit.mission_tokens[:]  # rule: setup.pools
        s.enemy_cup, s.marker_cup = kit.enemies[:], kit.markers[:]
        return s

    def new(self, setup: Setup) -> RaidState:
        s = self.blank(setup)
        s.stack.append(Tour())
        return s

    # -- at any time

    def standing(self, g: RG, seat: Seat) -> list[Group]:
        groups = [Group(PLAYER, "stop")] if g.s.turn else []
        if missions.can_forfeit(g):
            groups.append(Group(PLAYER, "forfeit"))
        hurt = treatable(g)
        if hurt:
            groups.append(Group(PLAYER, "first-aid", (), hurt))
        return groups

    def take_standing(self, g: RG, seat: Seat, option: Option) -> None:
        if option[0] == "forfeit":
            missions.forfeit(g)
        elif option[0] == "stop":
            finish(g, "victory.stop-early")
        else:
            team = int(option[1])
            g.tell("special.first-aid", "{0:token} is patched up.", team)
            to_cup(g, g.s.marker[team])
            g.s.marker[team] = -1
            kit = med_kits(g, team)[0]
            where = g.s.at[kit]
            eliminate(g, kit, "special.first-aid", for_good=True)
            gone_already(g, where)

    def refuse_standing(self, g: RG, seat: Seat, option: Option) -> Refusal | None:
        if option[0] == "forfeit":
            return Refusal(
                "mission.forfeit", "A mission is forfeited while it is on the map, after its placement phase."
            )
        if option[0] == "first-aid":
            return Refusal("special.first-aid", "First aid takes a med kit with a wounded team, and the option.")
        return Refusal("victory.stop-early", "The game can be ended between actions, once it has begun.")

    # -- hidden things

    def determinise(self, s: RaidState, seat: Seat, key: bytes) -> RaidState:
        """Which enemies were set aside unseen is dealt anew from all that are not on the map."""
        world = super().determinise(s, seat, key)
        cup = sorted(s.enemy_cup + s.withheld)
        world.withheld = picked(key, cup, len(s.withheld))
        world.enemy_cup = cup
        return world

    def census(self, s: RaidState) -> dict[str, int]:
        """Every counter is in one place, and the cups hold what is said to be in them."""
        in_cup = sum(s.at[t] == POOL for t in self.kit.enemies)
        held = sum(s.at[t] == HELD for t in self.kit.markers)
        return {
            "pieces": len(s.at),
            "enemies": in_cup + len(s.hunters),
            "enemy cup": len(s.enemy_cup) + len(s.withheld) + len(s.hunters),
            "markers": len(s.marker_cup) + held + len(in_hand(s)),
            "markers on teams": held - sum(m >= 0 for m in s.marker),
            "missions": len(s.mission_cup) + sum(s.at[t] != POOL for t in self.kit.mission_tokens),
        }

    def sound(self, s: RaidState) -> list[str]:
        return faults(self.resume(s))

    # -- words and sight

    def name(self, s: RaidState, seat: Seat, domain: str, value: int) -> str:
        return sight.name(self.kit, s, domain, value)

    def lookup(self, s: RaidState, domain: str, text: str) -> int:
        return sight.lookup(self.kit, domain, text)

    def candidates(self, s: RaidState, domain: str) -> Sequence[int]:
        if domain == "space":
            return range(self.kit.grid.size)
        return self.kit.camps if domain == "camp" else range(len(self.kit.pieces))

    def odds(self, g: RG, seat: Seat, option: Option) -> Odds | None:
        return odds(g, option)

    def spaces_seen(self, s: RaidState, seat: Seat, tokens: Collection[int]) -> dict[int, int]:
        """Everything on the map lies open."""
        return {token: s.at[token] for token in tokens if s.at[token] >= 0}

    def boards(self) -> dict[str, Board]:
        return {self.kit.sheet_id: sight.board(self.kit, self.meta.title)}

    def view(self, s: RaidState, seat: Seat) -> View:
        return sight.view(self.kit, s, seat)

    def inspect(self, s: RaidState, seat: Seat, domain: str, value: int) -> Facts:
        return sight.inspect(self.kit, s, domain, value)
