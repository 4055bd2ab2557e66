"""Work that questions share: it holds as long as what it depends on, in every copy, and no longer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import pytest
from msgspec import field

from sandtable.games.bct import sight
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.rules import ground
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.sharing import MOST, Shared, forget, forget_lasting, lasting, shared, tabled
from sandtable.kernel.state import PUBLIC, State, clone
from sandtable.players import Seated


class Field(State, kw_only=True):
    at: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [3, 1])
    night: Annotated[int, PUBLIC] = 0


class Kit:
    def __init__(self) -> None:
        self.shared: Shared = {}
        self.worked = 0


@shared("at")
def highest(s: Field, kit: Kit, than: int = 0) -> int:
    kit.worked += 1
    return max(than, *s.at)


@tabled
def doubled(kit: Kit, number: int) -> int:
    kit.worked += 1
    return 2 * number


def test_it_is_worked_out_anew_when_what_it_depends_on_has_changed_and_only_then() -> None:
    s, kit = Field(), Kit()
    assert [highest(s, kit), highest(s, kit), kit.worked] == [3, 3, 1]
    s.night = 1
    assert [highest(s, kit), kit.worked] == [3, 1]
    s.at[1] = 7
    assert [highest(s, kit), kit.worked] == [7, 2]


def test_a_copy_shares_it_until_one_of_the_two_goes_on() -> None:
    s, kit = Field(), Kit()
    copy = clone(s)
    assert [highest(s, kit), highest(copy, kit), kit.worked] == [3, 3, 1]
    copy.at[0] = 9
    assert [highest(s, kit), highest(copy, kit), highest(s, kit)] == [3, 9, 3]


def test_each_set_of_arguments_has_its_own_and_so_has_each_kit() -> None:
    s, kit, other = Field(), Kit(), Kit()
    assert [highest(s, kit, 5), highest(s, kit, 4), highest(s, kit, 5), kit.worked] == [5, 4, 5, 2]
    assert [highest(s, other, 5), other.worked] == [5, 1]


def test_a_table_fills_as_it_is_looked_up_and_does_not_grow_for_ever() -> None:
    kit = Kit()
    assert [doubled(kit, 4), doubled(kit, 4), kit.worked] == [8, 8, 1]
    for number in range(MOST + 10):
        doubled(kit, number)
    assert max(len(table) for table in kit.shared.values()) <= MOST + 1


def test_what_is_forgotten_is_worked_out_again() -> None:
    s, kit = Field(), Kit()
    highest(s, kit)
    forget(kit)
    highest(s, kit)
    assert kit.worked == 2


# ---- what the rules of BCT share ----------------------------------------------------------------------

SHARED: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (ground.control, ()),
    *[(ground.suppliers, (side,)) for side in (COALITION, INSURGENT)],
    *[(ground.supplied, (side,)) for side in (COALITION, INSURGENT)],
    *[(ground.moves, (side, steps)) for side in (COALITION, INSURGENT) for steps in (1, 2)],
    *[(sight.tokens, (seat,)) for seat in (-1, COALITION, INSURGENT)],
]


def test_what_lasts_is_worked_out_once_until_it_is_forgotten() -> None:
    made: list[int] = []

    @lasting(2)
    def work(about: int) -> int:
        made.append(about)
        return about + 1

    assert [work(1), work(1), work(2)] == [2, 2, 3] and made == [1, 2]
    forget_lasting()
    assert work(1) == 2 and made == [1, 2, 1]


def test_maps_that_are_written_alike_are_surveyed_once_and_share_nothing_that_a_game_fills() -> None:
    one, two = ({"people": {"a-team": {"fire": fire}}} for fire in "34")  # the plain game may have been opened long ago
    plain, other = open_game("kandahar", [one]), open_game("kandahar", [two])
    changed = open_game("kandahar", [{"map": {"kandahar": {"changed": {"0101": ["village"]}}}}])
    [here], [there], [elsewhere] = plain.kit.fields, other.kit.fields, changed.kit.fields
    assert here.cost is there.cost and here is not there and here.enemies is not there.enemies
    assert here.enemies == there.enemies != []
    assert elsewhere.ground[0] == ["village"] != here.ground[0]


class Watched:
    """A position that notes which of its fields are read."""

    def __init__(self, s: State) -> None:
        object.__setattr__(self, "s", s)
        object.__setattr__(self, "read", set())

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.s, name)


def positions(scenario: str) -> Iterator[G[Any, Any]]:
    """Every position of one game of random play."""
    game = open_game("bct")
    setup = game.checked(Setup(scenario))
    g = game.start(setup, dice_key(seed_key(f"sharing/{scenario}"), []))
    players = Seated(game, "random", setup.seats, f"sharing/{scenario}")
    while not g.over:
        yield g
        seat = players.seat(g)
        g.take(seat, players.answer(g, seat))


SCENARIOS = list(open_game("bct").meta.scenarios)


def test_every_shared_rule_of_bct_is_tried_here() -> None:
    marked = {
        name
        for module in (ground, sight)
        for name, found in inspect.getmembers(module)
        if "reads" in getattr(found, "__dict__", {}) and found.__module__ == module.__name__
    }
    assert marked == {work.__name__ for work, _ in SHARED}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_shared_rules_of_bct_read_what_they_name_and_nothing_else(scenario: str) -> None:
    for g in positions(scenario):
        for work, about in SHARED:
            forget(g.kit)
            watched = Watched(g.s)
            work(watched, g.kit, *about)
            assert watched.read <= set(work.__dict__["reads"]), (work.__name__, watched.read)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_shared_is_what_would_be_worked_out_at_any_moment_of_a_game(scenario: str) -> None:
    for g in positions(scenario):
        for work, about in SHARED:
            held = work(g.s, g.kit, *about)
            assert held == inspect.unwrap(work)(g.s, g.kit, *about), work.__name__
