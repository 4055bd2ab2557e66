"""Seats: a person, a player or nobody at each; whose turn it is, and who helps out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.begin import Play, new_game
from sandtable.kernel.game import SetupError, open_game
from sandtable.kernel.options import Option
from sandtable.players import Player, PlayerError, Seated, Seats, Sits, derived_seed, make_player
from tests.players.some import Cautious, first

PATROLS = open_game("patrols")


def both_asked() -> Play:
    """A game at which both seats may answer."""
    g = new_game(PATROLS, 1, seats=2)
    g.answer(0, ("order", 0))
    g.answer(1, ("order", 0))
    assert g.ask is not None and g.ask.seats() == [0, 1]
    return g


def test_who_sits_where() -> None:
    seats = Seats(PATROLS, {0: "plain", 2: Sits.NOBODY, 3: Cautious, 4: first, 5: Sits.PERSON})
    told = [seats.who(seat) for seat in range(6)]
    assert told == ["plain", Sits.PERSON, Sits.NOBODY, "cautious", "first", Sits.PERSON]
    assert seats.names == {0: "plain", 3: "cautious", 4: "first"}
    assert seats.persons(range(6)) == [1, 5]


@pytest.mark.parametrize(
    ("sitting", "yielded", "turn"),
    [
        ({}, (), None),
        ({0: "plain"}, (), None),  # the person of seat 1 is asked, too, and comes first
        ({0: "plain"}, (1,), 0),
        ({1: "plain"}, (0,), 1),
        ({0: "plain", 1: "plain"}, (), 0),
        ({1: "plain", 0: Sits.NOBODY}, (), 1),  # for nobody nobody waits
        ({0: Sits.NOBODY}, (1,), None),
    ],
)
def test_persons_come_first_unless_they_yield(
    sitting: dict[int, Any], yielded: tuple[int, ...], turn: int | None
) -> None:
    assert Seats(PATROLS, sitting).turn(both_asked(), yielded) == turn


def test_when_the_game_is_over_it_is_nobodys_turn() -> None:
    g = new_game(PATROLS, 1)
    while not g.over:
        g.answer(g.awaited, g.options()[0])
    seats = Seats(PATROLS, {0: "random"})
    assert seats.turn(g) is None
    with pytest.raises(PlayerError, match="Nobody is asked"):
        seats.seat(g)
    with pytest.raises(PlayerError, match="nothing to answer"):
        seats.answer(g, 0)


def test_a_seats_player_answers_as_one_made_by_hand_from_the_same_seed() -> None:
    """By this the games of a seed stay the same, at whichever table."""
    g = both_asked()
    for name in ("random", "plain"):
        seats = Seats(PATROLS, {1: name}, "a seed")
        by_hand = make_player(PATROLS, name, derived_seed("a seed", 1))
        assert [seats.answer(g, 1) for _ in range(20)] == [by_hand(g.clone(), 1) for _ in range(20)]


def test_a_player_that_cannot_be_made_fails_when_it_is_to_answer() -> None:
    class Stillborn(Player):
        """Cannot be made."""

        def __init__(self, *made_from: Any) -> None:
            raise OSError("its book of openings is not here")

        def answer(self, world: Play) -> Option:
            return ()

    g = both_asked()
    seats = Seats(PATROLS, {0: Stillborn, 1: "gone"})
    assert seats.thinking[0].decisions == 0
    with pytest.raises(OSError, match="book of openings"):
        seats.answer(g, 0)
    with pytest.raises(SetupError, match="has no player 'gone'"):
        seats.answer(g, 1)
    for seat in (0, 1):
        assert g.offers(seat, seats.any_answer(g, seat))


def test_seats_may_be_named_by_functions_and_classes() -> None:
    assert Seated(PATROLS, [Cautious, first], 2).names == {0: "cautious", 1: "first"}
    assert Seated(PATROLS, Cautious, 2).names == {0: "cautious", 1: "cautious"}
    with pytest.raises(SetupError, match="'cautious,first,plain' names 3 players for 2 seats"):
        Seated(PATROLS, [Cautious, first, "plain"], 2)
