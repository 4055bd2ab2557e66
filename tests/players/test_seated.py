"""Players: random ones that reach everything, others that see only their own world."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel.flow import G
from sandtable.kernel.game import Setup, SetupError
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.view import Outcome
from sandtable.players import PlayerError, Seated, derived_seed, make_player, play_out, random_player


def begin(seats: int = 2, seed: int = 0) -> G[Any, Any]:
    return Patrols().start(Setup(seats=seats), f"key {seed}".encode())


def test_random_chooses_the_verb_first() -> None:
    """At a step there are a dozen places to go and one way to halt: both verbs are as likely."""
    g = begin(1)
    g.take(0, ("order", 1))
    player = random_player(1)
    verbs = Counter(str(player(g, 0)[0]) for _ in range(2_000))
    assert 850 < verbs["halt"] < 1_100 and 850 < verbs["step"] < 1_100
    assert 30 < verbs["hand"] < 140  # about one in 25: a standing option


def test_random_reaches_every_option() -> None:
    g = begin(1)
    g.take(0, ("order", 1))
    player = random_player(2)
    seen = {player(g, 0) for _ in range(2_000)}
    assert g.ask is not None and set(g.ask.options(0)) <= seen


def test_the_same_seed_gives_the_same_answers() -> None:
    games = []
    for seed in (1, 1, 2):
        g = begin()
        play_out(g, Seated(g.game, "random", 2, seed))
        games.append((g.s.outcome, g.s.at, g.s.turn, g.s.drawn))
    assert games[0] == games[1] != games[2]


def test_one_name_serves_all_seats_or_each_has_its_own() -> None:
    game = Patrols()
    assert Seated(game, "plain", 2).names == {0: "plain", 1: "plain"}
    assert Seated(game, "plain, random", 2).names == {0: "plain", 1: "random"}
    with pytest.raises(SetupError, match="names 2 players for 1 seats"):
        Seated(game, "plain,random", 1)
    with pytest.raises(SetupError, match="has no player 'genius'; it has random, plain"):
        Seated(game, "genius", 1)


def test_a_player_never_holds_the_truth() -> None:
    held: list[bool] = []
    mines: set[int] = set()

    class Watched(Patrols):
        players = {"watcher": lambda seed: watcher}  # noqa: RUF012

    def watcher(g: G[Any, Any], seat: Seat) -> Option:
        held.append(g.s is truth.s or g.s.key == truth.s.key)
        mines.add(g.s.mine)
        assert g.ask is not None
        return next(iter(g.ask.options(seat)))

    truth = Watched().start(Setup(seats=2), b"key")
    play_out(truth, Seated(truth.game, "watcher", 2), longest=12)
    assert held == [False] * 12
    assert mines != {truth.s.mine}


def test_an_answer_that_is_not_offered_is_told() -> None:
    class Cheating(Patrols):
        players = {"cheat": lambda seed: lambda g, seat: ("fire",)}  # noqa: RUF012

    g = Cheating().start(Setup(seats=1), b"key")
    with pytest.raises(PlayerError, match=r"The player 'cheat' of seat 0 answers \('fire',\), which is not offered"):
        play_out(g, Seated(g.game, "cheat", 1))


def test_where_several_seats_are_asked_each_may_be_the_first() -> None:
    g = begin()
    g.take(0, ("order", 0))
    g.take(1, ("order", 0))
    seated = Seated(g.game, "random", 2, 5)
    firsts = Counter(seated.seat(g) for _ in range(400))
    assert min(firsts[0], firsts[1]) > 150


def test_play_ends_after_so_many_decisions_at_the_latest() -> None:
    g = begin()
    assert play_out(g, Seated(g.game, "random", 2), longest=3) == 3 and not g.over


def test_random_seldom_gives_up_a_game() -> None:
    """A standing option that ends the game would otherwise end every long one."""

    class Surrender(Patrols):
        def take_standing(self, g: Any, seat: Seat, option: Option) -> None:
            g.end(Outcome("Given up", [0, 0], -1, "end.night"))

    game, given_up = Surrender(), 0
    for seed in range(60):
        g = game.start(Setup(seats=1), f"{seed}".encode())
        play_out(g, Seated(game, "random", 1, seed))
        given_up += g.s.outcome is not None and g.s.outcome.label == "Given up"
    assert given_up < 8


def test_players_can_be_made_by_name() -> None:
    g = begin(1)
    for name in ("random", "plain"):
        assert g.offers(0, make_player(g.game, name, 3)(g, 0))


def test_seeds_are_derived_and_differ() -> None:
    assert derived_seed(1, 2) == derived_seed("1", "2") != derived_seed(1, 3)
