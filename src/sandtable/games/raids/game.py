"""What every raid game is to the kernel: words, views, hidden things, standing options."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from sandtable.games.raids import sight
from sandtable.games.raids.frames import Move, Tour
from sandtable.games.raids.odds import Teller, odds
from sandtable.games.raids.odds.trying import RISKS, tried
from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.policies import Policy, Words
from sandtable.games.raids.rules import missions
from sandtable.games.raids.rules.movement import Ways, ways
from sandtable.games.raids.rules.setup import fill_cups
from sandtable.games.raids.rules.victory import finish, results, score
from sandtable.games.raids.sound import faults, in_hand
from sandtable.games.raids.state import AWAY, BOX, HELD, PLAYER, POOL, RG, Options, RaidState
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.odds import Risk
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.story import Results
from sandtable.kernel.switches import chosen
from sandtable.kernel.view import SPACE, TOKEN, Board, Facts, LineClass, Odds, View


def verbs_of(words: Words, own: Mapping[str, Verb]) -> Mapping[str, Verb]:
    """The verbs of the series in a game's words, and its own."""
    return {
        "default": Verb("take the default", title="the default", suggested=True),
        "camp": Verb("set up {0:piece} in {1:space}", ("piece", "space"), f"set up a {words.camp}"),
        "done": Verb("done", title="go on", place="end"),
        "hire": Verb("hire {0:piece} into {1:camp}", ("piece", "camp"), "hire"),
        "post": Verb("{0:piece} starts in {1:camp}", ("piece", "camp"), "starts in"),
        "buy": Verb("buy {0:piece} into {1:camp}", ("piece", "camp"), "buy"),
        "move-camp": Verb("move {0:piece} to {1:space}", ("piece", "space"), f"move a {words.camp}"),
        "form": Verb("move from {0:space}", ("space",), "move from"),
        "take": Verb("take {0:piece}", ("piece",), "take along"),
        "all": Verb("take everyone and all they can haul", title="everyone"),
        "ready": Verb("ready to go", title="ready", place="confirm"),
        "go": Verb("go to {0:space}", ("space",), "go to"),
        "drop": Verb("drop off {0:piece}", ("piece",), "drop off"),
        "claim": Verb("pick up {0:piece}", ("piece",), "pick up"),
        "halt": Verb("halt", title="halt", place="end"),
        "escape": Verb("{0:piece} escapes to {1:camp}", ("piece", "camp"), "escape"),
        "stand": Verb("stand", title="stand"),
        "lose": Verb("lose {0:piece}", ("piece",), "lose"),
        "attack": Verb("from {0:space} attack {1:piece}", ("space", "piece"), "attack"),
        "fight": Verb("fight", title="fight", place="confirm"),
        "leave": Verb("leave out {0:piece}", ("piece",), "leave out"),
        "suffer": Verb("{0:piece} suffers", ("piece",), "suffers"),
        "kill": Verb("{0:piece} is killed", ("piece",), "is killed"),
        "go-on": Verb("go on", title="go on", place="confirm"),
        "suppress": Verb("{0:piece} at {1:piece}", ("piece", "piece"), "suppress"),
        "next": Verb("{0:piece} acts next", ("piece",), "acts next"),
        "rest": Verb("all in the order of arrival", title="all in order"),
        "toward": Verb("towards {0:space}", ("space",), "towards"),
        "enters": Verb("into {0:space}", ("space",), "into"),
        "against": Verb("against {0:space}", ("space",), "against"),
        "forfeit": Verb("forfeit the mission", title="forfeit", standing=True, grave=True),
        "stop": Verb("end the game here", title="end the game", standing=True, grave=True, final=True),
        **own,
    }


class RaidGame(Game[RaidState, Kit]):
    """A game of the series: subclasses give meta, package, tables, state, policy and their words."""

    policy: ClassVar[Policy]
    state: type[RaidState]
    options: ClassVar[type[Options]]
    """The switches of this game."""
    own_odds: ClassVar[Mapping[str, Teller]] = {}
    """What tells the odds of verbs of its own."""
    risks: ClassVar[Mapping[str, Risk]] = RISKS
    drawn: ClassVar = {SPACE: SPACE, **dict.fromkeys((TOKEN, "piece", "camp"), TOKEN)}

    def build(self) -> Kit:
        return Kit(self.content)

    def blank(self, setup: Setup) -> RaidState:
        """Every piece in its box or cup, nothing on the map, no procedure running; what is of another map is away."""
        kit, count = self.kit, len(self.kit.pieces)
        s = self.state(
            scenario=setup.scenario,
            edition=setup.edition or 1,
            options=chosen(self.options, setup.options),
            map=kit.maps(setup.scenario)[0],
            at=[BOX] * count,
            event=[0] * len(kit.people),
            marker=[-1] * len(kit.people),
        )
        self.fill_cups(s)
        return s

    def fill_cups(self, s: RaidState) -> None:
        """What belongs to the map in play goes into its cups."""
        fill_cups(s, self.kit)

    def new(self, setup: Setup) -> RaidState:
        s = self.blank(setup)
        s.stack.append(Tour())
        return s

    # -- how it goes

    def score(self, s: RaidState) -> list[int]:
        return [self.policy.on_table(s, self.kit, score(s, self.kit, self.policy))]

    def results(self, s: RaidState) -> Results:
        return results(s, self.kit, self.policy)

    # -- at any time

    def standing(self, g: RG, seat: Seat) -> list[Group]:
        groups = [Group(PLAYER, "stop")] if g.s.turn else []
        if missions.can_forfeit(g):
            groups.append(Group(PLAYER, "forfeit"))
        return groups

    def take_standing(self, g: RG, seat: Seat, option: Option) -> None:
        if option[0] == "forfeit":
            missions.forfeit(g)
        else:
            finish(g, "victory.stop-early")

    def refuse_standing(self, g: RG, seat: Seat, option: Option) -> Refusal | None:
        if option[0] == "forfeit":
            return Refusal(
                "mission.forfeit", "A mission is forfeited while it is on the map, after its placement phase."
            )
        return Refusal("victory.stop-early", "The game can be ended between actions, once it has begun.")

    # -- what must be true

    def census(self, s: RaidState) -> dict[str, int]:
        """Every counter is in one place, and the cups hold what is said to be in them."""
        in_cup = sum(s.at[t] == POOL for t in self.kit.enemies)
        away = sum(s.at[t] == AWAY for t in self.kit.enemies)
        held = sum(s.at[t] == HELD for t in self.kit.markers)
        return {
            "pieces": len(s.at),
            "enemies": in_cup + len(s.hunters) + away,
            "enemy cup": len(s.enemy_cup) + len(self.policy.set_aside(s)) + len(s.hunters) + away,
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
        return sight.lookup(self.kit, s, self.policy, domain, text)

    def candidates(self, s: RaidState, domain: str) -> Sequence[int]:
        if domain == "space":
            return range(sight.in_play(self.kit, s).grid.size)
        return self.kit.camps if domain == "camp" else range(len(self.kit.pieces))

    def odds(self, g: RG, seat: Seat, option: Option) -> Odds | None:
        return odds(g, option, self.own_odds)

    def ways(self, g: RG, group: Group) -> Mapping[str | int, LineClass]:
        """A stack goes by water where it could not walk."""
        frame = g.s.stack[-1]
        if group.verb != "go" or not isinstance(frame, Move):
            return {}
        found = g.memo if isinstance(g.memo, Ways) else ways(g, frame)
        return dict.fromkeys(found.by_water(), "water")

    def borne_out(self, g: RG, seat: Seat, option: Option) -> set[str]:
        return tried(g, option)

    def spaces_seen(self, s: RaidState, seat: Seat, tokens: Collection[int]) -> dict[int, int]:
        """Everything on the map lies open."""
        return {token: s.at[token] for token in tokens if s.at[token] >= 0}

    def boards(self) -> dict[str, Board]:
        return {one.id: sight.board(self.kit, one, self.policy, self.meta.title) for one in self.kit.fields}

    def view(self, s: RaidState, seat: Seat) -> View:
        return sight.view(self.kit, s, self.policy, seat)

    def inspect(self, s: RaidState, seat: Seat, domain: str, value: int) -> Facts:
        return sight.inspect(self.kit, s, self.policy, domain, value)


class RaidCampaign(RaidGame):
    """A game of the series that goes from map to map."""

    def board(self, s: RaidState) -> str:
        return sight.in_play(self.kit, s).id
