"""Kandahar as the kernel knows it: its policy, its words, and what is hidden in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from sandtable.boards.hexes import Edge
from sandtable.games.kandahar.misfits import misfits
from sandtable.games.kandahar.odds import TELLERS, mission_chance
from sandtable.games.kandahar.plain import plain
from sandtable.games.kandahar.procedures import PROCEDURES
from sandtable.games.kandahar.referee import REFEREE
from sandtable.games.kandahar.rows import Gear, Scenario, Sheet
from sandtable.games.kandahar.rules import (
    booby_trap,
    first_aid,
    helicopters,
    indirect_fire,
    misadventure,
    old_stock,
    setup,
)
from sandtable.games.kandahar.state import KandaharKit, KandaharState, Options, kit_of, own, state_of
from sandtable.games.raids import position as series
from sandtable.games.raids.game import RaidGame, verbs_of
from sandtable.games.raids.odds.trying import RISKS
from sandtable.games.raids.pieces import HexId, Kit, PieceId
from sandtable.games.raids.policies import Policy, Words
from sandtable.games.raids.rows import tables_of
from sandtable.games.raids.state import PLAYER, RG, RaidState
from sandtable.kernel.chance import D6, picked
from sandtable.kernel.game import Meta, Setup
from sandtable.kernel.odds import risk
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.switches import switches
from sandtable.kernel.view import LineClass, Pattern


class KandaharPolicy(Policy):
    words = Words(
        team="team",
        teams="teams",
        camp="camp",
        camps="camps",
        home="base camp",
        closed_to_camps="a village",
        example="a-team, m249, m249-2",
    )
    looks: ClassVar[Mapping[str, tuple[Pattern, LineClass]]] = {
        "trail": ("path", "track"),
        "village": ("houses", ""),
        "peak": ("peak", ""),
        "crops": ("rows", ""),
        "clear": ("plain", ""),
        "mountain": ("hachures", ""),
        "landing-zone": ("pad", ""),
        "cave": ("arch", ""),
        "palm-grove": ("dots", ""),
        "river": ("water", "water"),
    }
    """The table of terrains, and those that games were played with before, do not say it themselves."""
    automatic_detects = "mission.automatic-detects"
    pauses_since = first_aid.AID_EDITION

    def before_set_up(self, g: RG) -> None:
        setup.withhold_enemies(g)

    def camps_stand(self, g: RG) -> None:
        setup.forward_bonus(g)

    def on_turn(self, g: RG) -> None:
        own(g).attempted = False

    def set_aside(self, s: RaidState) -> list[PieceId]:
        return state_of(s).withheld

    def wares(self, s: RaidState, kit: Kit) -> Sequence[PieceId]:
        return old_stock.shelf(state_of(s), kit_of(kit))

    def buyable(self, g: RG) -> Sequence[PieceId]:
        return old_stock.on_sale(g, rolled=True)

    def price(self, s: RaidState, kit: Kit, token: PieceId) -> int:
        return kit.pieces[token].cost + old_stock.extra(state_of(s), token)

    def use(self, kit: Kit, options: series.Options, token: PieceId) -> str:
        assert isinstance(options, Options)
        row = kit.stands_for(token)
        if options.indirect_fire and kit.pieces[token].indirect:
            return "A team with a Radio can call on it from afar while it lies in a camp, once."
        if options.indirect_fire and row == "radio":
            return "Calls on mortars, artillery and missiles that lie in a camp."
        if options.first_aid and row == "med-kit":
            return "Takes a casualties marker off a team, once."
        if options.booby_trap and row == "booby-trap":
            return "Left in a hex, it takes the first enemy who enters, once."
        return ""

    def try_mission(self, g: RG) -> bool:
        return misadventure.try_mission(g)

    def mission_chance(self, g: RG, h: HexId) -> Fraction | None:
        return mission_chance(g, h)

    def distance_die(self) -> int:
        return D6

    def off_map(self) -> Edge:
        return Edge.WRAP  # rule: arrive.wrap

    def on_enemy_enters(self, g: RG, h: HexId, enemy: PieceId, placed: bool) -> bool:
        return booby_trap.springs(g, h, enemy, placed)

    def between_enemies(self, g: RG) -> str:
        return first_aid.between_enemies(g)

    def callable_weapons(self, g: RG, h: HexId, called: Sequence[PieceId]) -> list[PieceId]:
        return indirect_fire.callable_weapons(g, h, called)

    def attack_bonus(self, g: RG, h: HexId) -> int:
        return helicopters.burdens(g, h)

    def enters_enemy_hexes(self, s: RaidState) -> bool:
        return state_of(s).options.enter_enemy_hexes

    def losses(self, s: RaidState, kit: Kit) -> int:
        return s.leaders_lost if state_of(s).options.leaders_count else 0  # rule: victory.leaders


class Kandahar(RaidGame):
    package = "sandtable.games.kandahar"
    edition = first_aid.AID_EDITION
    state = KandaharState
    options = Options
    tables = tables_of(
        misfits, {"map": Sheet, "gear": Gear, "old-stock": Gear, "scenarios": Scenario}, ["old-stock"]
    ).holding({"scenarios": ("full", "short")})
    policy = KandaharPolicy()
    procedures = PROCEDURES
    verbs = verbs_of(
        KandaharPolicy.words,
        {
            "appraise": Verb("ask the price of {0:piece}", ("piece",), "ask the price"),
            "decline": Verb("decline {0:piece} for good", ("piece",), "decline"),
            "attempt": Verb("try the mission again", title="try the mission"),
            "call": Verb("call in {0:piece}", ("piece",), "call in"),
            "first-aid": Verb("first aid for {0:piece}", ("piece",), "first aid", standing=True),
        },
    )
    referee = REFEREE
    own_odds: ClassVar = TELLERS
    risks: ClassVar = {**RISKS, "misadventure": risk("mission", "accomplished"), "old-stock": risk()}
    players: ClassVar = {"plain": plain}
    meta = Meta(
        id="kandahar",
        title="Kandahar: Special Forces in Afghanistan",
        about="You command a few Special Forces teams: draw a mission, choose your gear, get in, get out unheard.",
        designer="Eric R. Harvey",
        publisher="Decision Games",
        rights=(
            "An unofficial adaptation in our own words. Rules and numbers follow the published rulebook; "
            "the map, the counters' values that it does not give, and all art are ours."
        ),
        seats=("Commander",),
        least_seats=1,
        minutes=60,
        scenarios={
            "full": "The full tour: thirty missions, or until you stop.",
            "short": "Six missions: an evening's tour.",
        },
        options=switches(Options),
    )

    def build(self) -> KandaharKit:
        return KandaharKit(self.content)

    def blank(self, setup: Setup) -> KandaharState:
        s = state_of(super().blank(setup))
        s.extra = [-1] * len(s.at)
        return s

    # -- at any time

    def standing(self, g: RG, seat: Seat) -> list[Group]:
        groups, hurt = super().standing(g, seat), first_aid.treatable(g)
        if hurt:
            groups.append(Group(PLAYER, "first-aid", (), hurt))
        return groups

    def take_standing(self, g: RG, seat: Seat, option: Option) -> None:
        if option[0] == "first-aid":
            first_aid.patch_up(g, int(option[1]))
        else:
            super().take_standing(g, seat, option)

    def refuse_standing(self, g: RG, seat: Seat, option: Option) -> Refusal | None:
        if option[0] == "first-aid":
            return Refusal("special.first-aid", "First aid takes a med kit with a wounded team, and the option.")
        return super().refuse_standing(g, seat, option)

    # -- hidden things

    def determinise(self, s: RaidState, seat: Seat, key: bytes) -> KandaharState:
        """Which enemies were set aside unseen is dealt anew from all that are not on the map."""
        world = state_of(super().determinise(s, seat, key))
        cup = sorted(s.enemy_cup + state_of(s).withheld)
        world.withheld = picked(key, cup, len(state_of(s).withheld))
        world.enemy_cup = cup
        return world

    def sound(self, s: RaidState) -> list[str]:
        if len(state_of(s).extra) != len(s.at):
            return ["the position has other counters than the game"]
        return super().sound(s)
