"""Commandos: Europe as the kernel knows it: its policy, its words, its campaign."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import ClassVar

from sandtable.boards.hexes import Edge
from sandtable.games.commandos import odds, sight, sound
from sandtable.games.commandos.plain import plain
from sandtable.games.commandos.procedures import PROCEDURES
from sandtable.games.commandos.referee import REFEREE
from sandtable.games.commandos.rules import anti_tank, awareness, bases, coast, enemies, leaving, scoring, sea, setup
from sandtable.games.commandos.rules.passage import at_the_beginning
from sandtable.games.commandos.state import CommandosState, Options, own, state_of
from sandtable.games.raids.field import Way
from sandtable.games.raids.frames import Battle, Move
from sandtable.games.raids.game import RaidCampaign, verbs_of
from sandtable.games.raids.misfits import misfits
from sandtable.games.raids.pieces import HexId, Kit, PieceId
from sandtable.games.raids.policies import Policy, Words
from sandtable.games.raids.rows import tables_of
from sandtable.games.raids.rules.missions import can_forfeit
from sandtable.games.raids.state import PLAYER, RG, RaidState
from sandtable.kernel.chance import D10
from sandtable.kernel.game import Meta, Setup
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.switches import switches
from sandtable.kernel.view import View


class CommandosPolicy(Policy):
    words = Words(
        team="squad",
        teams="squads",
        camp="base",
        camps="bases",
        home="base",
        closed_to_camps="a building or an airfield",
        example="a-squad, bren, bren-2",
    )

    lost_leaders_return = False  # rule: purchase.leaders
    leaders_hold_camps = True  # rule: camp.occupied

    # -- how a map begins

    def to_post(self, g: RG) -> list[PieceId]:
        return setup.to_post(g)

    def closed_sites(self, g: RG, camp: PieceId) -> list[HexId]:
        return bases.taken(g, camp)

    def refuse_site(self, g: RG, camp: PieceId, h: HexId) -> Refusal | None:
        return bases.refuse(g, camp, h)

    # -- the campaign

    def mission_drawn(self, g: RG) -> None:
        own(g).drawn_missions.append(g.s.mission)

    def losable(self, g: RG, h: HexId, key: str) -> list[PieceId]:
        return sea.loads_at(g, h) if key == sea.SUNK else super().losable(g, h, key)

    def team_lost(self, g: RG, team: PieceId) -> None:
        scoring.squad_lost(g, team)  # rule: campaign.all-lost

    def given_up(self, s: RaidState) -> int:
        return sum(state_of(s).given_up)

    def teams_lost(self, s: RaidState, kit: Kit) -> int:
        return scoring.squads_lost(s)

    def losses(self, s: RaidState, kit: Kit) -> int:
        return -scoring.not_counted(s)

    def on_table(self, s: RaidState, kit: Kit, net: int) -> int:
        return scoring.on_table(s, kit, net)

    # -- enemies

    def distance_die(self) -> int:
        return D10

    def off_map(self) -> Edge:
        return Edge.REFLECT  # rule: arrive.reflect

    # -- land and water

    @property
    def cargo_afloat(self) -> bool:
        return True  # rule: craft.cargo

    def refuse_form(self, g: RG, h: HexId) -> Refusal | None:
        return sea.refuse_form(g, h)

    def walks(self, g: RG, f: Move) -> bool:
        return sea.walks(g, f)

    def holds_back(self, g: RG, f: Move) -> Refusal | None:
        return sea.holds_back(g, f)

    def refuse_leg(self, g: RG, f: Move, h: HexId) -> Refusal | None:
        return sea.refuse_leg(g, f, h)

    def refuse_drop(self, g: RG, f: Move, token: PieceId) -> Refusal | None:
        return sea.refuse_drop(g, f, token)

    def on_left(self, g: RG, h: HexId) -> None:
        sea.on_left(g, h)

    def refuse_camp_move(self, g: RG, camp: PieceId) -> Refusal | None:
        return sea.refuse_camp_move(g, camp)

    def ends(self, g: RG, f: Move) -> Sequence[Group]:
        return coast.ends(g, f)

    def enters_enemy_hexes(self, s: RaidState) -> bool:
        return False  # rule: coast.no-sharing: not even the other part of a coastal hex

    def come_to_rest(self, g: RG, f: Move, tokens: Sequence[PieceId], how: str) -> None:
        coast.come_to_rest(g, f, tokens, how)

    # -- noise, enemies, battles

    def noise_extra(self, g: RG) -> int:
        return awareness.awareness(g)

    def ground_noise(self, g: RG, h: HexId) -> int:
        return coast.ground_noise(g, h)

    def halting_noise(self, g: RG, f: Move, h: HexId, how: str) -> int:
        return coast.halting_noise(g, f, h, how)

    def lands(self, g: RG, enemy: PieceId, h: HexId) -> bool:
        return enemies.lands(g, enemy, h)

    def no_landing(self, g: RG, enemy: PieceId, h: HexId) -> tuple[str, str]:
        return enemies.no_landing(g, enemy, h)

    def arrives(self, g: RG, h: HexId) -> Fraction:
        return odds.arrives(g, h)

    def some_arrive(self, g: RG, h: HexId) -> Fraction:
        return odds.some_arrive(g, h)

    def way_of(self, g: RG, enemy: PieceId) -> Way:
        return enemies.way_of(g, enemy)

    def closer(self, g: RG, enemy: PieceId, goal: HexId, way: Way) -> list[HexId]:
        if g.kit.pieces[enemy].mobility == "boat":
            return enemies.closer_by_water(g, enemy, goal, way)
        return super().closer(g, enemy, goal, way)

    def weapon_value(self, g: RG, f: Battle, weapon: PieceId) -> int:
        return anti_tank.weapon_value(g, f, weapon)

    def penalty(self, g: RG, f: Battle) -> int:
        return coast.penalty_in(g, f)


class Commandos(RaidCampaign):
    package = "sandtable.games.commandos"
    state = CommandosState
    options = Options
    # rule: move.road map.norway noise.grades: columns of the terrains, the maps and the people say so
    tables = tables_of(partial(misfits, closed=CommandosPolicy.words.closed_to_camps), {}).holding(
        {"scenarios": ("campaign", "norway", "north-africa", "normandy", "continent")}
    )
    edition = sea.ASKING_EDITION
    policy = CommandosPolicy()
    procedures = PROCEDURES
    verbs = verbs_of(
        CommandosPolicy.words,
        {
            "post-all": Verb("all others start in {0:camp}", ("camp",), "all others start in"),
            "land": Verb("go ashore", title="go ashore"),
            "leave-map": Verb("leave this map", title="leave the map", standing=True, grave=True),
        },
    )
    referee = REFEREE
    own_odds: ClassVar = odds.TELLERS
    players: ClassVar = {"plain": plain}
    meta = Meta(
        id="commandos",
        title="Commandos: Europe",
        about="Four maps, six missions each: land your squads by night, do the job, get out before you are found.",
        designer="Eric R. Harvey",
        publisher="Decision Games",
        rights=(
            "An unofficial adaptation in our own words. Rules and numbers follow the published rulebook; "
            "the maps, the counters' values that it does not give, and all art are ours."
        ),
        seats=("Commander",),
        least_seats=1,
        minutes=240,
        scenarios={
            "campaign": "The whole campaign: Norway, North Africa, Normandy, the Continent.",
            "norway": "Norway alone.",
            "north-africa": "North Africa alone.",
            "normandy": "Normandy alone.",
            "continent": "The Continent alone.",
        },
        options=switches(Options),
    )

    def blank(self, setup: Setup) -> CommandosState:
        s = state_of(super().blank(setup))
        s.fell_in = [-1] * len(self.kit.people)
        s.given_up = [0] * len(self.kit.fields)
        at_the_beginning(s, self.kit)
        return s

    # -- at any time

    def standing(self, g: RG, seat: Seat) -> list[Group]:
        groups = []
        if can_forfeit(g):
            groups.append(Group(PLAYER, "forfeit", warning=leaving.told_price(g, 1)))
        if leaving.can_stop(g):  # whoever may leave may also stop, and it costs the same missions
            told = leaving.told_price(g, leaving.price(g))
            if leaving.can_leave(g):
                groups.append(Group(PLAYER, "leave-map", warning=leaving.with_gear(g, told)))
            groups.append(Group(PLAYER, "stop", warning=told))
        return groups

    def take_standing(self, g: RG, seat: Seat, option: Option) -> None:
        if option[0] == "leave-map":
            leaving.leave_map(g)
        elif option[0] == "stop":
            leaving.stop(g)
        else:
            super().take_standing(g, seat, option)

    def refuse_standing(self, g: RG, seat: Seat, option: Option) -> Refusal | None:
        if option[0] == "leave-map":
            return Refusal(
                "campaign.leave-map",
                "A map is left between actions, once its first mission is drawn; the last one only ends with the game.",
            )
        return super().refuse_standing(g, seat, option)

    # -- what must be true, and what is seen

    def sound(self, s: RaidState) -> list[str]:
        g = self.resume(s)
        if not sound.of_this_game(g):
            return ["the position has other people, maps or missions than the game"]
        return super().sound(s) or sound.faults(g)

    def view(self, s: RaidState, seat: Seat) -> View:
        return sight.view(self.kit, s, self.policy, seat)
