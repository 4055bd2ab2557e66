"""Commandos: Europe as the kernel knows it: its policy, its words, its campaign."""

from __future__ import annotations

from typing import ClassVar

from sandtable.boards.hexes import Edge
from sandtable.games.commandos.state import CommandosState, Options, state_of
from sandtable.games.raids.game import RaidCampaign, verbs_of
from sandtable.games.raids.misfits import misfits
from sandtable.games.raids.plain import plain as rules_of_thumb
from sandtable.games.raids.policies import Policy, Words
from sandtable.games.raids.procedures import sequence
from sandtable.games.raids.referee import referee
from sandtable.games.raids.rows import tables_of
from sandtable.kernel.chance import D10
from sandtable.kernel.game import Meta, Setup
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


class Commandos(RaidCampaign):
    package = "sandtable.games.commandos"
    state = CommandosState
    options = Options
    tables = tables_of(misfits, {}).holding(
        {"scenarios": ("campaign", "norway", "north-africa", "normandy", "continent")}
    )
    policy = CommandosPolicy()
    procedures = sequence()
    verbs = verbs_of(CommandosPolicy.words, {})
    referee = referee({}, {}, {})
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
