"""Commandos: Europe as the kernel knows it: its policy, its words, its campaign."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from sandtable.boards.hexes import Edge
from sandtable.games.commandos import odds
from sandtable.games.commandos.referee import REFEREE
from sandtable.games.commandos.rules import anti_tank, awareness, coast, enemies, sea
from sandtable.games.commandos.state import CommandosState, Options, state_of
from sandtable.games.raids.field import Way
from sandtable.games.raids.frames import Battle, Move
from sandtable.games.raids.game import RaidCampaign, verbs_of
from sandtable.games.raids.misfits import misfits
from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.plain import plain as rules_of_thumb
from sandtable.games.raids.policies import Policy, Words
from sandtable.games.raids.procedures import sequence
from sandtable.games.raids.rows import tables_of
from sandtable.games.raids.state import RG
from sandtable.kernel.chance import D10
from sandtable.kernel.game import Meta, Setup
from sandtable.kernel.options import Group, Refusal, Verb
from sandtable.kernel.switches import switches


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

    def distance_die(self) -> int:
        return D10

    def off_map(self) -> Edge:
        return Edge.REFLECT  # rule: arrive.reflect

    leaders_hold_camps = True

    # -- land and water

    cargo_afloat = True  # rule: craft.cargo

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
    tables = tables_of(misfits, {}).holding(
        {"scenarios": ("campaign", "norway", "north-africa", "normandy", "continent")}
    )
    policy = CommandosPolicy()
    procedures = sequence()
    verbs = verbs_of(CommandosPolicy.words, {"land": Verb("go ashore", title="go ashore")})
    referee = REFEREE
    own_odds: ClassVar = odds.TELLERS
    players: ClassVar = {"plain": rules_of_thumb({}, lambda g: None)}
    meta = Meta(
        id="commandos",
        title="Commandos: Europe",
        about="Four maps, six missions each: land your squads by night, do the job, get out before the enemy finds you.",
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
        return s
