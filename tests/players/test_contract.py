"""The contract of players: made from game, seat, seed and budget, asked in dealt worlds only, counted."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.kernel import sight
from sandtable.kernel.begin import Play, new_game
from sandtable.kernel.flow import G
from sandtable.kernel.game import open_game
from sandtable.kernel.options import Group, Option
from sandtable.kernel.state import State, save
from sandtable.players import Budget, Player, PlayerError, Random, Seated, Thinking, play_out, player_maker, think
from tests.players.some import Cautious, first, under_way


class Curious(Player):
    """Looks at several worlds, plays on in each, and answers with the first option."""

    def __init__(self, *made_from: Any) -> None:
        super().__init__(*made_from)
        self.shown: list[tuple[int, bytes]] = []
        self.views: list[bytes] = []

    def answer(self, world: Play) -> Option:
        before = save(world.s)
        for dealt in self.worlds(world, most=6):
            self.shown.append((dealt.s.mine, dealt.s.key))
            self.views.append(sight.view_bytes(dealt, self.seat))
            play_out(dealt, Seated(self.game, "random", dealt.s.seats), longest=5)
        assert save(world.s) == before, "worlds are games of their own"
        return world.options(self.seat)[0]


def reachable(thing: object) -> list[object]:
    """All that can be reached from an object, short of modules, classes and the game with its content."""
    found, waiting = dict[int, object](), [thing]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, type) and type(one).__name__ not in ("module", "Patrols"):
            found[id(one)] = one
            waiting += [inner for inner in gc.get_referents(one) if not inspect_frame(inner)]
    return list(found.values())


def inspect_frame(thing: object) -> bool:
    """Whether this is Python's own machinery: through the globals of a function everything can be reached."""
    return type(thing).__name__ in ("frame", "function", "builtin_function_or_method") or (
        isinstance(thing, dict) and "__builtins__" in thing
    )


def test_a_player_is_made_from_game_seat_seed_and_budget_and_says_what_it_is() -> None:
    game = open_game("patrols")
    player = Cautious(game, 1, 7, Budget(worlds=3))
    assert (player.game, player.seat, player.seed, player.budget) == (game, 1, 7, Budget(worlds=3))
    assert (player.name, player.about) == ("cautious", "Halts whenever it may.")
    assert repr(player) == "<cautious, seat 1 of patrols: Halts whenever it may.>"
    assert player.thinking == Thinking()
    assert player.chance.random() == Cautious(game, 0, 7).chance.random()


def test_random_and_plain_fit_the_contract() -> None:
    game = open_game("patrols")
    for name, about in (
        ("random", "Answers at random: each verb as likely as the others, standing options rarely."),
        ("plain", "Keeps moving towards what its order wants; fires when ambushed."),
    ):
        player = player_maker(game, name)(game, 0, 3, Budget())
        assert isinstance(player, Player)
        assert (player.name, player.about, player.seat, player.seed) == (name, about, 0, 3)


@pytest.mark.parametrize("game", ["kandahar", "bct", "invasion"])
def test_the_games_own_players_say_how_they_play(game: str) -> None:
    opened = open_game(game)
    assert "rules of thumb" in player_maker(opened, "plain")(opened, 0, 0, Budget()).about


def test_worlds_are_dealt_for_the_seat_and_none_of_them_is_the_truth() -> None:
    g = under_way(open_game("patrols"), 4, seats=2)
    seat = g.awaited
    player = Curious(g.game, seat, 1)
    seen = sight.view_bytes(g, seat)
    think(player, g)
    assert len(player.views) == 6 and set(player.views) == {seen}, "the seat cannot tell them from the true one"
    assert len({key for _, key in player.shown}) == 6 and len({mine for mine, _ in player.shown}) > 1
    assert g.s.key not in {key for _, key in player.shown}


def test_other_seeds_see_other_worlds_and_the_same_seed_the_same() -> None:
    g = under_way(open_game("patrols"), 4, seats=2)
    shown = []
    for seed in (1, 1, 2):
        player = Curious(g.game, g.awaited, seed)
        think(player, g)
        shown.append([key for _, key in player.shown[1:]])
    assert shown[0] == shown[1] and not set(shown[0]) & set(shown[2])


def test_nothing_that_a_player_is_handed_leads_to_the_truth() -> None:
    class Keeping(Player):
        """Keeps all that it is handed."""

        def answer(self, world: Play) -> Option:
            self.kept = [world, *self.worlds(world, most=3)]
            return world.options(self.seat)[0]

    g = new_game("patrols", 5, seats=2)
    player = Keeping(g.game, g.awaited, 1)
    think(player, g)
    held = reachable(player)
    assert sum(isinstance(thing, State) for thing in held) == 4, "the walk finds what is there"
    assert not any(thing is g or thing is g.s or (isinstance(thing, bytes) and thing == g.s.key) for thing in held)


def test_random_keeps_nothing_of_what_it_is_shown() -> None:
    g = new_game("patrols", 5, seats=2)
    seated = Seated(g.game, "random", 2)
    play_out(g, seated, longest=60)
    for seat in (0, 1):
        assert not any(isinstance(thing, State | G) for thing in reachable(vars(seated.player(seat))))


def test_thinking_is_counted() -> None:
    g = new_game("patrols", 5, seats=2)
    seated = Seated(g.game, [Curious, "random"], 2)
    for _ in range(6):
        seat = seated.seat(g)
        g.take(seat, seated.answer(g, seat))
    curious, at_random = seated.thinking[0], seated.thinking[1]
    assert curious.decisions + at_random.decisions == 6 and curious.decisions > 0
    assert curious.worlds == 6 * curious.decisions and curious.seconds > 0
    assert at_random.worlds == 0


def test_a_budget_bounds_worlds_and_seconds() -> None:
    g = under_way(open_game("patrols"), 4, seats=2)
    for budget, worlds in ((Budget(worlds=2), 2), (Budget(worlds=1), 1), (Budget(seconds=0.0), 1), (Budget(), 6)):
        player = Curious(g.game, g.awaited, 1, budget)
        think(player, g)
        assert (player.thinking.worlds, len(player.shown)) == (worlds, worlds)


def test_a_player_may_answer_offhand_from_what_is_offered() -> None:
    class Hasty(Player):
        """Takes the first option unseen."""

        def offhand(self, groups: Sequence[Group]) -> Option | None:
            return next(iter(groups[0]))

        def answer(self, world: Play) -> Option:
            raise AssertionError("it never asks for a world")

    g = new_game("patrols", 5)
    player = Hasty(g.game, 0, 1)
    assert think(player, g) == g.options()[0] and player.thinking == Thinking(1, 0, 0.0)


def test_an_offhand_answer_is_checked_too() -> None:
    class Bold(Player):
        """Fires."""

        def offhand(self, groups: Any) -> Option | None:
            return ("fire",)

        answer = Cautious.answer

    with pytest.raises(PlayerError, match=r"The player 'bold' of seat 0 answers \('fire',\), which is not offered"):
        think(Bold(open_game("patrols"), 0, 1), new_game("patrols", 5))


def test_a_class_that_is_made_from_random_is_dealt_worlds_like_all_others() -> None:
    held = []

    class Peeking(Random):
        """Asks for a world each time."""

        def offhand(self, groups: Any) -> Option | None:
            return None

        def answer(self, world: Play) -> Option:
            held.append(world.s.key)
            return super().answer(world)

    g = new_game("patrols", 5)
    think(Peeking(g.game, 0, 1), g)
    assert len(held) == 1 and held[0] != g.s.key


def test_a_function_is_a_player_too() -> None:
    g = new_game("patrols", 5)
    seated = Seated(g.game, first, 1)
    assert seated.names == {0: "first"}
    assert seated.answer(g, 0) == g.options()[0]
    assert seated.thinking[0].worlds == 1
