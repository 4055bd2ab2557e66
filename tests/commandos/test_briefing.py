"""What is told between maps, of the mission on the map, of where a stack sails, and of enemies that come or do not."""

from __future__ import annotations

from typing import cast

import pytest

from sandtable.games.commandos import Commandos
from sandtable.games.commandos.position import CommandosState
from sandtable.games.commandos.rules import scoring
from sandtable.games.raids.rules.losses import eliminate
from sandtable.games.raids.rules.victory import score_of
from sandtable.games.raids.state import DONE, RG, field
from sandtable.kernel import sight
from sandtable.kernel.chance import ScriptedDealer
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.view import Said, Scene
from tests.commandos.every import position

COMMANDOS = cast(Commandos, open_game("commandos"))


def begun(scenario: str = "campaign") -> RG:
    return COMMANDOS.start(COMMANDOS.checked(Setup(scenario)), b"briefing")


def told(g: RG) -> dict[str, dict[str, str]]:
    """The lines of the briefing by party and name."""
    scene = COMMANDOS.view(g.s, 0).scene
    assert scene is not None
    return {party.title: {line.name: line.text for line in party.lines} for party in scene.parties}


def scene_of(g: RG) -> Scene | None:
    return COMMANDOS.view(g.s, 0).scene


@pytest.mark.parametrize("scenario", ["campaign", "norway", "north-africa", "normandy", "continent"])
def test_a_map_is_told_while_it_is_set_up_and_not_afterwards(scenario: str) -> None:
    g = begun(scenario)
    steps = []
    for option in (("default",), ("done",)):
        scene = scene_of(g)
        assert scene is not None
        steps.append(scene.steps[scene.at])
        ahead = next(lines for title, lines in told(g).items() if title.endswith("ahead"))
        assert ahead["country"] and ahead["missions"].startswith("6, drawn from")
        assert ahead["enemy"].startswith("20 units: ")
        g.take(0, option)
    assert steps == ["Base", "First mission and gear"]
    assert scene_of(g) is None


def test_every_step_of_a_set_up_by_hand_is_one_of_the_briefing() -> None:
    g, seen = begun(), []
    base = g.kit.by_id["base"]
    sites = next(iter(g.ask.groups)).last if g.ask is not None else None
    assert sites
    for option in (("camp", base, sites[0]), ("camp", g.kit.by_id["base-2"], sites[40]), ("done",), ("post-all", base)):
        scene = scene_of(g)
        assert scene is not None
        seen.append(scene.steps[scene.at])
        g.take(0, option)
    assert seen == ["Base", "Second base", "People", "Who starts where"]


def test_the_page_between_maps_tells_the_tally_and_who_and_what_goes_on() -> None:
    g = begun()
    for option in (("default",), ("default",), ("done",)):
        g.take(0, option)
    eliminate(g, g.kit.by_id["b-squad"], "casualty.second")
    mission = g.s.mission
    g.s.at[mission], g.s.mission = DONE, -1
    g.s.at[g.kit.by_id["radio"]] = 3
    points = g.s.pp
    g.take(0, ("leave-map",))
    lines = told(g)
    over, going = lines["Norway is over"], lines["Going on"]
    assert over["accomplished"] == f"1: {g.kit.pieces[mission].name}"
    assert over["forfeited"] == "5: 5 never drawn"
    assert over["squads lost"] == "1"
    assert over["brought"] == f"-5; in all {score_of(g)}: Court-martial" and score_of(g) == -5
    assert scoring.net_on(g.s, g.kit, 0) == -5
    assert going["people"] == "A-Squad E, Commander E, Officer E"
    assert going["replaced"] == "A-Squad by A-Squad E, Commander by Commander E, Officer by Officer E"
    assert going["lost so far"] == "B-Squad"
    assert going["left behind"] == "Radio" and "Bren" in going["gear"]
    assert going["purchase points"] == str(points)
    assert cast(CommandosState, g.s).left_behind == [g.kit.by_id["radio"]]
    g.take(0, ("default",))
    g.take(0, ("done",))
    g.take(0, ("leave-map",))
    assert "left behind" not in told(g)["Going on"]


def test_nobody_is_told_as_replaced_where_nobody_was() -> None:
    """The veterans of Normandy go on to the Continent as they are."""
    g = begun()
    for _ in range(3):
        for option in (("default",), ("done",), ("leave-map",)):
            g.take(0, option)
    lines = told(g)
    assert "Normandy is over" in lines and "replaced" not in lines["Going on"]
    assert lines["Going on"]["people"] == "A-Squad V, B-Squad V, Commander V, Officer V"


def test_the_card_of_a_mission_tells_what_is_owned_and_what_is_missing() -> None:
    given = {
        "at": "friendly-movement",
        "map": "north-africa",
        "content": {
            "missions": {"transmit": {"needs": [["radio", "tools"], ["radio", "camera"]]}},
            "gear": {"tools": {"cost": 5}, "camera": {"cost": 1}},
        },
    }
    g = position(**given, place={"base": "2530", "a-squad-e": "2530", "radio": "2530", "transmit": "2149"})
    card = [(check.text, check.done) for check in g.game.view(g.s, 0).checks][1:3]
    assert card == [("Radio: owned, in 2530", True), ("Camera: missing, for sale at 1", False)]
    g = position(**given, place={"base": "2530", "radio": "2149", "a-squad-e": "2530", "transmit": "2149"})
    assert g.game.view(g.s, 0).checks[1].text == "Radio: at the mission"


def test_places_that_only_a_craft_reaches_are_told_apart() -> None:
    g = position(
        at="friendly-movement",
        hexes={"all": "sea", "0530-0534": "woods", "0535": ["coast", "woods"]},
        place={"base": "1750", "a-squad": "0535", "canoe": "0535", "feint": "0131"},
        afloat=["a-squad", "canoe"],
    )
    g.patient = True
    for option in (("form", field(g).grid.at("0535")), ("all",)):
        g.take(0, option)
    ask = sight.view(g, 0).ask
    assert ask is not None
    ways = {int(c.option[1]): c.way for group in ask.groups if group.verb == "go" for c in group.choices}
    label = field(g).grid.label
    assert {label(h) for h, way in ways.items() if not way} == {"0533", "0534"}
    assert all(field(g).sea[h] for h, way in ways.items() if way == "water") and "water" in ways.values()


def arriving(direction: int, distance: int, enemy: str) -> tuple[RG, Said]:
    """A squad three hexes from the northern edge is heard, and one enemy comes for it: the line that tells of it."""
    g = position(
        at="friendly-movement",
        hexes={"all": "clear", "0535": "sea"},
        content={"people": {"a-squad": {"noise": 5}}},
        place={"a-squad": "0531", "feint": "0131"},
    )
    g.heard, g.patient = [], True
    at = field(g).grid.at
    for option in (("form", at("0531")), ("all",), ("go", at("0530"))):
        g.take(0, option)
    dealer = cast(ScriptedDealer, g.dealer)
    for purpose, face in (("noise", 1), ("arrivals", 1), ("direction", direction), ("distance", distance)):
        dealer.feed(purpose, [face])
    dealer.feed("enemy", [g.kit.by_id[enemy]])
    g.take(0, ("halt",))
    lines = [event.said(0) for event in g.heard]
    return g, next(line for line in lines if "appears" in line.text or "does not come" in line.text)


def test_an_enemy_turned_back_at_the_edge_is_shown_and_told() -> None:
    g, line = arriving(1, 5, "garrison-guards")
    label = field(g).grid.label
    assert line.text == "Garrison Guards (0529) appears, turned back at the edge of the map."
    assert [label(h) for h in line.moves[0].path] == ["0530", "0529", "0528", "0527", "0528", "0529"]


def test_an_enemy_that_comes_to_nothing_is_shown_with_why() -> None:
    g, line = arriving(4, 5, "garrison-guards")
    assert line.rule == "arrive.all-water" and "open sea, in 0535" in line.text
    assert field(g).grid.label(line.moves[0].path[-1]) == "0535"
    assert not g.s.hunters
    _, line = arriving(3, 2, "patrol-boat")
    assert line.rule == "boat.arrives" and line.moves


def test_a_straight_arrival_is_shown_and_nothing_more_is_said() -> None:
    _, line = arriving(4, 3, "garrison-guards")
    assert line.text == "Garrison Guards (0533) appears." and len(line.moves[0].path) == 4
