"""What the series shares, played without a policy: any map, first or not, with the numbers it has."""

from __future__ import annotations

import pytest

from sandtable.games.raids.state import AWAY, POOL
from sandtable.kernel import sight
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Setup
from sandtable.players.seats import Seated
from tests.raids.islands import islands

SCENARIOS = ["both", "south"]


def begun(scenario: str, seed: int = 0) -> G:  # type: ignore[type-arg]
    return islands().start(Setup(scenario), dice_key(seed_key(f"islands/{seed}"), []))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("player", ["random", "plain"])
def test_games_end_and_are_sound_all_through(scenario: str, player: str) -> None:
    for seed in range(6):
        g = begun(scenario, seed)
        players = Seated(g.game, player, 1, seed)
        answers = 0
        while not g.over and answers < 1500:
            seat = players.seat(g)
            g.take(seat, players.answer(g, seat))
            assert g.game.sound(g.s) == []
            answers += 1
        assert g.over, "random play comes to an end"


def test_a_position_knows_its_map() -> None:
    game = islands()
    for scenario, map in (("both", "north"), ("south", "south")):
        g = begun(scenario)
        assert game.board(g.s) == map == sight.view(g, 0).board
        others = [f for f in game.kit.fields if f.id != map]
        assert all(g.s.at[t] == AWAY for f in others for t in (*f.enemies, *f.missions))
        assert all(g.s.at[t] == POOL for t in game.kit.fields[g.s.map].enemies)


def test_a_hex_of_another_map_is_told_so() -> None:
    g = begun("south")
    assert g.game.name(g.s, 0, "space", g.game.lookup(g.s, "space", "2604")) == "2604"
    with pytest.raises(ValueError, match="Hex 0127 is on the map The North, and The South is in play, whose hexes run"):
        g.game.lookup(g.s, "space", "0127")
    with pytest.raises(ValueError, match="There is no hex '9999' on this map"):
        g.game.lookup(g.s, "space", "9999")


def test_candidates_are_hexes_of_the_map_in_play() -> None:
    for scenario, size in (("both", 25), ("south", 24)):
        g = begun(scenario)
        assert len(g.game.candidates(g.s, "space")) == size


def test_the_words_are_the_game_s_own() -> None:
    g = begun("south")
    assert g.ask is not None and g.ask.prompt == "Place your base, or take the default deployment."
    seen = sight.view(g, 0)
    assert "squads lost" in [track.name for track in seen.tracks]
    assert "bases" in [deck.name for deck in seen.decks]
    assert g.game.verbs["camp"].title == "set up a base"


def test_the_default_deployment_is_that_of_the_map() -> None:
    g = begun("south")
    g.take(0, ("default",))
    kit = g.game.kit
    grid = kit.fields[g.s.map].grid
    assert {id: grid.label(g.s.at[kit.by_id[id]]) for id in ("base", "base-2", "a-squad", "b-squad")} == {
        "base": "2101",
        "base-2": "2501",
        "a-squad": "2101",
        "b-squad": "2101",
    }


def test_a_map_without_a_deployment_offers_none() -> None:
    g = begun("both")
    g.s.map = 1
    g.asked = None
    assert g.ask is not None and [group.verb for group in g.ask.groups] == ["camp"]
