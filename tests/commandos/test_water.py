"""By water: the tables of water ways are the shortest ways, and the plain player sails where he has to."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import cast

import pytest

from sandtable.games.commandos.game import Commandos
from sandtable.games.commandos.rules.enemies import FAR, sailing, waters
from sandtable.games.raids.field import Field
from sandtable.games.raids.state import BOX, DONE, RG, field
from sandtable.kernel import sight
from sandtable.kernel.chance import FastDealer, ScriptedDealer
from sandtable.kernel.game import open_game
from tests.commandos.every import position

COMMANDOS = cast(Commandos, open_game("commandos"))
SEAS = [map for map in COMMANDOS.kit.fields if any(map.sea)]


@pytest.mark.parametrize("map", SEAS, ids=lambda map: map.id)
def test_a_boat_knows_the_shortest_water_way_to_every_hex(map: Field) -> None:
    """Counted anew, hex by hex, from where it is; and where no water leads it comes as near as any water does."""
    near = map.way("boat").neighbours
    number = waters(map)
    for start in (h for h in range(map.grid.size) if map.sea[h] and h % 7 == 0):
        steps, fresh = {start: 0}, [start]
        for h in fresh:
            for n in near[h]:
                if n not in steps:
                    steps[n] = steps[h] + 1
                    fresh.append(n)
        assert {h for h in range(map.grid.size) if number[h] == number[start]} == set(steps)
        for goal in range(0, map.grid.size, 13):
            away = map.grid.distance[goal]
            least = max(min(away[h] for h in steps if h != goal), 1)
            wanted = min(steps[h] for h in steps if away[h] <= least)
            assert sailing(map, goal, number[start])[start] == wanted < FAR


def test_who_is_afloat_in_a_coastal_hex_is_marked() -> None:
    g = position(
        at="friendly-movement",
        hexes={"all": "sea", "0540": ["coast", "woods"], "0541": ["coast", "woods"]},
        place={
            "base": "1730",
            "b-squad": "1730",
            "feint": "0131",
            "a-squad": "0540",
            "canoe": "0540",
            "officer": "0541",
        },
        afloat=["a-squad"],
    )
    marked = {token.name for token in sight.view(g, 0).tokens if "afloat" in token.badges}
    assert marked == {"A-Squad", "Canoe"}


def over_water(pp: int) -> RG:
    """A ship in the middle of the sea: nobody walks there."""
    return position(
        at="purchase",
        hexes={"all": "sea", "0530-0534": "woods", "0535": ["coast", "woods"], "0540": ["coast", "ship"]},
        content={
            "missions": {"blow-tanker": {"needs": [[]]}},
            "terrain": {"woods": {"noise": 0}},
            "people": {"a-squad": {"noise": 0}, "b-squad": {"noise": 0}},
        },
        place={"base": "0533", "a-squad": "0533", "b-squad": "0533", "blow-tanker": "0540"},
        pp=pp,
    )


def test_the_plain_player_buys_a_craft_and_sails_to_a_ship() -> None:
    g = over_water(10)
    ship = field(g).grid.at("0540")
    answer = COMMANDOS.players["plain"](0)
    mission = g.s.mission
    first = answer(g, 0)
    assert first[0] == "buy" and g.kit.pieces[int(first[1])].craft
    for _ in range(100):
        if g.s.at[mission] == DONE:
            break
        option = answer(g, 0)
        cast(ScriptedDealer, g.dealer).script["noise"] = deque([10])
        g.take(0, option)
    assert g.s.at[mission] == DONE and any(g.s.at[t] == ship for t in g.kit.teams)


def test_without_the_points_for_a_craft_he_does_not_set_out() -> None:
    g = over_water(0)
    answer = COMMANDOS.players["plain"](0)
    assert answer(g, 0) == ("done",)
    g.take(0, ("done",))
    assert answer(g, 0) in (("done",), ("forfeit",))


def far_out(pp: int, **more: object) -> RG:
    """The only squad stands far from its base, and a mission has been drawn whose gear is in the box."""
    return position(
        at="purchase",
        map="continent",
        hexes={"all": "clear"},
        content={"missions": {"hide-drop": {"needs": [["radio"]]}}, "gear": {"radio": {"cost": 2}}},
        place={"base": "0501", "a-squad-v": "1524", "hide-drop": "1710"},
        pp=pp,
        **more,
    )


def test_the_plain_player_brings_his_base_to_a_squad_far_out_if_he_can_pay() -> None:
    answer = COMMANDOS.players["plain"](0)
    rich, poor = far_out(20), far_out(11)
    assert answer(rich, 0) == ("move-camp", rich.kit.by_id["base"], field(rich).grid.at("1524"))
    assert answer(poor, 0)[0] == "buy"


def test_the_plain_player_comes_ashore_where_that_is_quieter_or_better_shelter() -> None:
    for noise, penalty, wanted in ((0, -20, "land"), (-1, 0, "halt"), (-1, -10, "land"), (2, -20, "halt")):
        g = position(
            at="friendly-movement",
            hexes={"all": "sea", "0539": ["coast", "woods"]},
            content={
                "terrain": {
                    "sea": {"noise": 0 if noise == 0 else -1, "penalty": 0},
                    "woods": {"noise": noise, "penalty": penalty},
                    "coast": {"noise": -9, "penalty": 0},
                },
                "missions": {"feint": {"needs": [[]], "hexes": ["0539", "0539", "0539"]}},
            },
            place={"base": "0551", "a-squad": "0542", "canoe": "0542", "feint": "0539"},
            afloat=["a-squad", "canoe"],
        )
        g.patient = True
        answer = COMMANDOS.players["plain"](0)
        while not any(group.verb == "land" for group in (g.ask.groups if g.ask else ())):
            g.take(0, answer(g, 0))
        assert answer(g, 0) == (wanted,), (noise, penalty)


def adrift(g: RG) -> set[int]:
    """People in open sea with neither craft nor base."""
    at, sea = g.s.at, field(g).sea
    held = {at[t] for t in (*g.kit.camps, *(t for t in g.kit.gear if g.kit.is_craft[t]))}
    return {t for t in g.kit.people if at[t] >= 0 and sea[at[t]] and at[t] not in held}


def test_wandering_over_land_and_water_leaves_nobody_and_nothing_where_it_cannot_be() -> None:
    """Two bases, one at sea, with craft, transports and more gear than anybody hauls; nobody is put into the water by
    moving, whatever is lost to the enemy."""
    at_sea = ("base", "a-squad", "b-squad", "officer", "canoe", "dinghy", "scuba-equipment", "jeep", "jeep-2", "bren")
    ashore = ("a-squad-2", "canoe-2", "chevy", "radio", "explosives")
    begun = position(
        at="friendly-movement",
        place={
            **dict.fromkeys(at_sea, "1640"),
            **dict.fromkeys(ashore, "0938"),
            "base-2": "0838",
            "commander": "0838",
            "patrol-boat": "1233",
            "feint": "0131",
        },
        detected=["a-squad-2"],
    )
    landed = 0
    for seed in range(40):
        rng, g = Random(seed), begun.clone(FastDealer(seed))
        for _ in range(90):
            if g.ask is None:
                break
            options = list(g.ask.options(0))
            under_way = [option for option in options if option[0] in ("go", "drop", "land", "claim")]
            option = rng.choice(under_way if under_way and rng.random() < 0.6 else options)
            before, lost = adrift(g), [g.s.at[t] for t in g.kit.gear if g.kit.is_craft[t]].count(BOX)
            g.take(0, option)
            landed += option[0] == "land"
            assert g.game.sound(g.s) == []
            if [g.s.at[t] for t in g.kit.gear if g.kit.is_craft[t]].count(BOX) == lost:
                assert adrift(g) <= before, option
    assert landed > 5
