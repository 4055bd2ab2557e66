"""The campaign: from map to map, what goes along, what giving up costs, and every way it ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from sandtable.games.commandos import Commandos
from sandtable.games.commandos.position import CommandosState
from sandtable.games.commandos.rules import maps
from sandtable.games.raids.rules.losses import eliminate
from sandtable.games.raids.rules.victory import assessment, score_of
from sandtable.games.raids.state import BOX, DONE, FORFEITED, LOST, RG, WAITING
from sandtable.kernel.chance import FastDealer, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option
from sandtable.kernel.state import State
from sandtable.players.at_random import random_player

Answer = Callable[[Any, int], Option]
LONGEST = 6000


@pytest.fixture(scope="module")
def game() -> Commandos:
    return cast(Commandos, open_game("commandos"))


def begun(game: Commandos, seed: str, scenario: str = "campaign") -> RG:
    return game.start(game.checked(Setup(scenario)), seed_key(seed))


def plain(game: Commandos, seed: int) -> Answer:
    return cast(Answer, game.players["plain"](seed))


def played(g: RG, answer: Answer) -> Iterator[tuple[RG, Option]]:
    """Each position with the answer that is given to it, to the end."""
    for _ in range(LONGEST):
        if g.over:
            return
        option = answer(g, 0)
        yield g, option
        g.take(0, option)
    raise AssertionError("the campaign does not end")


def settled(g: RG) -> dict[int, str]:
    names = {DONE: "accomplished", FORFEITED: "forfeited"}
    return {t: names[g.s.at[t]] for t in g.kit.mission_tokens if g.s.at[t] in names}


def test_maps_follow_each_other_and_missions_stay_settled(game: Commandos) -> None:
    """Six on each map; once settled a mission never changes, whatever map is in play."""
    for seed in range(3):
        g, seen, before = begun(game, f"order {seed}"), [0], dict[int, str]()
        for now, _ in played(g, plain(game, seed)):
            assert before.items() <= settled(now).items()
            before = settled(now)
            if now.s.map != seen[-1]:
                last = seen[-1]
                count = maps.accomplished_on(g.s, g.kit, last) + maps.forfeited_on(g.s, g.kit, last)
                assert count == 6
                seen.append(now.s.map)
        assert seen == list(range(len(seen)))


@pytest.mark.parametrize("player", ["plain", "random"])
def test_nothing_is_wrong_at_any_answer(game: Commandos, player: str) -> None:
    for seed in range(4):
        answer = plain(game, seed) if player == "plain" else random_player(seed)
        census = None
        for now, option in played(begun(game, f"sound {seed}"), cast(Answer, answer)):
            assert game.sound(now.s) == [], option
            census = census or game.census(now.s)
            assert game.census(now.s) == census


def test_nothing_of_the_old_map_follows_but_points(game: Commandos) -> None:
    """In the set-up of a later map all enemies are in the cup, nobody is marked, and nothing but what waits is ours."""
    crossed = 0
    for seed in range(4):
        points = 0
        for now, _ in played(begun(game, f"fresh {seed}"), plain(game, seed)):
            s = cast(CommandosState, now.s)
            if s.turn == 0 and s.map:
                crossed += 1
                assert s.pp == points
                assert not s.hunters and not any(s.event) and set(s.marker) == {-1}
                assert (s.moved, s.fired, s.suppressed, s.afloat, s.mission, s.missions_drawn) == (0, 0, 0, 0, -1, 0)
                assert all(s.at[t] < 0 for t in range(len(s.at)))
                assert sorted(s.enemy_cup) == now.kit.fields[s.map].enemies
                assert sorted(s.marker_cup) == now.kit.markers
                assert all(s.at[t] in (BOX, WAITING) for t in now.kit.gear)
            points = s.pp
    assert crossed >= 4


def told_after(warning: str) -> int:
    """The score that a warning promises."""
    found = re.search(r"(?:to|stays) (-?\d+) \(", warning)
    assert found is not None, warning
    return int(found[1])


def test_giving_up_costs_what_is_told(game: Commandos) -> None:
    """The score after leaving a map, ending the game or forfeiting is the one that was told before."""
    asked = 0
    for seed in range(2):
        for number, (now, _) in enumerate(played(begun(game, f"price {seed}"), plain(game, seed))):
            if number % 9:
                continue
            for group in now.standing(0):
                tried: G[Any, Any] = now.clone()
                tried.take(0, (group.verb,))
                assert told_after(group.warning) == score_of(tried), (group, number)
                asked += 1
    assert asked > 50


def moving(game: Commandos, seed: str) -> RG:
    """The first Friendly Movement Phase, everybody at home."""
    g = begun(game, seed)
    for option in (("default",), ("done",)):
        g.take(0, option)
    assert g.s.mission >= 0 and g.s.turn == 1
    return g


def test_a_squad_that_fell_in_the_mission_no_longer_counts_once_it_is_given_up(game: Commandos) -> None:
    """That is part of the price that is told; and its later pieces are lost with it."""
    g = moving(game, "fallen")
    squad = g.kit.by_id["b-squad"]
    eliminate(g, squad, "casualty.second")
    assert score_of(g) == -1
    assert [g.s.at[g.kit.by_id[heir]] for heir in ("b-squad-e", "b-squad-v")] == [LOST, LOST]
    for verb, after in (("forfeit", -1), ("leave-map", -6), ("stop", -6)):
        group = next(group for group in g.standing(0) if group.verb == verb)
        assert "from -1 (Court-martial)" in group.warning and told_after(group.warning) == after
        tried = g.clone()
        tried.take(0, (verb,))
        assert score_of(tried) == after


def test_the_price_of_leaving_names_what_nobody_takes_along(game: Commandos) -> None:
    g = moving(game, "left behind")
    radio, bren = (g.kit.by_id[name] for name in ("radio", "bren"))
    g.s.at[radio], g.s.at[bren] = 3, g.s.at[g.kit.by_id["a-squad"]]
    told = {group.verb: group.warning for group in g.standing(0)}
    assert told["leave-map"].endswith("; left behind is Radio")
    assert "Radio" not in told["stop"]
    g.take(0, ("leave-map",))
    assert (g.s.at[radio], g.s.at[bren]) == (BOX, WAITING)


def test_the_track_of_an_earlier_map_counts_the_squads_lost_there(game: Commandos) -> None:
    g = moving(game, "fallen before")
    eliminate(g, g.kit.by_id["b-squad"], "casualty.second")
    g.s.at[g.s.mission], g.s.mission = DONE, -1
    g.take(0, ("leave-map",))
    earlier = {track.name: track for track in game.view(g.s, 0).tracks}["Norway"]
    assert (earlier.value, earlier.text) == (1 - 5 - 1, "✓ ✗ ✗ ✗ ✗ ✗, 1 squad lost")
    assert score_of(g) == earlier.value


def test_who_was_afloat_or_detected_begins_the_next_map_afresh(game: Commandos) -> None:
    g = moving(game, "afresh")
    s, squad = cast(CommandosState, g.s), g.kit.by_id["a-squad"]
    s.afloat = s.moved = 1 << squad
    s.event[squad] = 1
    g.take(0, ("leave-map",))
    s = cast(CommandosState, g.s)
    assert (s.map, s.afloat, s.moved, s.event[squad]) == (1, 0, 0, 0)


def test_a_map_that_was_never_begun_costs_nothing(game: Commandos) -> None:
    for now, _ in played(begun(game, "stop between"), plain(game, 1)):
        if now.s.turn == 0 and now.s.map:
            before = score_of(now)
            assert [group.verb for group in now.standing(0)] == ["stop"]
            now.take(0, ("stop",))
            assert now.s.outcome is not None and now.s.outcome.scores == [before]
            return
    raise AssertionError("no second map")


def test_the_last_map_is_not_left(game: Commandos) -> None:
    for scenario in ("norway", "continent"):
        g = begun(game, "alone", scenario)
        offered = {group.verb for now, _ in played(g, plain(game, 2)) for group in now.standing(0)}
        assert "stop" in offered and "leave-map" not in offered


def test_a_map_alone_is_read_four_times_over(game: Commandos) -> None:
    """One reading everywhere: on the page, in what is told before giving up, and at the end."""
    g = begun(game, "four times", "continent")
    for _ in played(g, plain(game, 3)):
        shown = {track.name: track for track in game.view(g.s, 0).tracks}["score"]
        assert shown.value == 4 * score_of(g)
        assert shown.text in ("" if not shown.value else "-", assessment(g.kit, shown.value)), "nothing counts at first"
        for group in g.standing(0):
            tried = g.clone()
            tried.take(0, (group.verb,))
            assert told_after(group.warning) == 4 * score_of(tried)
    assert g.s.outcome is not None
    assert g.s.outcome.scores == [4 * score_of(g)]


def test_a_map_alone_has_the_people_of_the_campaign(game: Commandos) -> None:
    names = {"norway": "a-squad", "north-africa": "a-squad-e", "normandy": "a-squad-v", "continent": "a-squad-v"}
    for scenario, squad in names.items():
        g = begun(game, "people", scenario)
        waiting = [g.kit.pieces[t].id for t in g.kit.people if g.s.at[t] == WAITING]
        assert squad in waiting and len(waiting) == 4


def test_every_end_is_reached(game: Commandos) -> None:
    ends = set()
    for seed in range(40):
        g = begun(game, f"ends {seed}", "campaign")
        answer = plain(game, seed) if seed % 2 else cast(Answer, random_player(seed))
        for _ in played(g, answer):
            pass
        assert g.s.outcome is not None
        ends.add(g.s.outcome.rule)
        if len(ends) == 3:
            break
    assert ends == {"victory.last-mission", "victory.stop-early", "victory.last-team"}


class Lucky(FastDealer):
    """Nobody is ever heard: every noise roll is the one that is always safe."""

    def roll(self, s: State, sides: int, purpose: str) -> int:
        face = super().roll(s, sides, purpose)
        return sides if purpose == "noise" else face


@pytest.mark.parametrize(("seed", "label"), [(0, "Victoria Cross"), (1, "National Hero")])
def test_the_highest_rows_of_the_table_can_be_reached(game: Commandos, seed: int, label: str) -> None:
    """With luck: six missions on each of the four maps. The second one is on a skerry when its squad has no craft."""
    g = begun(game, f"lucky {seed}").clone(Lucky(seed))
    for _ in played(g, plain(game, seed)):
        pass
    assert g.s.outcome is not None and g.s.outcome.label == label


def test_each_map_has_a_default_deployment(game: Commandos) -> None:
    """It is offered, it sets everybody and everything up, and the first purchase has its default, too."""
    for number, field in enumerate(game.kit.fields):
        g = begun(game, f"default {number}", field.id)
        assert g.offers(0, ("default",))
        g.take(0, ("default",))
        assert g.s.turn == 1 and not any(where == WAITING for where in g.s.at)
        g.take(0, ("default",))
        start = g.kit.deployment(g.s.scenario, number)
        assert start is not None
        assert sorted(g.kit.pieces[t].row for t in g.kit.gear if g.s.at[t] >= 0) == sorted(start.gear)


def test_the_view_tells_where_the_campaign_stands(game: Commandos) -> None:
    g = begun(game, "seen")
    for now, _ in played(g, plain(game, 5)):
        seen = game.view(now.s, 0)
        tracks = {track.name: track for track in seen.tracks}
        assert (tracks["map"].value, tracks["map"].high) == (now.s.map + 1, 4)
        assert seen.board == game.kit.fields[now.s.map].id
        for map in range(now.s.map):
            roll = tracks[maps.title(now.kit, map)].text.partition(",")[0].split()
            assert len(roll) == 6 and roll.count("✓") == maps.accomplished_on(now.s, now.kit, map)
        marks = tracks["settled here"].text.split()
        assert len(marks) == 6
        assert marks.count("✓") == maps.accomplished_here(now) == tracks["awareness"].value
        assert marks.count("✗") == maps.forfeited_here(now)
        assert tracks["score"].value == score_of(now)
