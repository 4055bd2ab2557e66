"""2.4: no public number, order or place tells what a Covert counter is: over many true games from different keys.

Each check counts how hidden types lean with what everybody sees, in standard deviations of an even deal. With the first
edition of the game, which took the lowest numbers of each type, each of them fails: so each can tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import sqrt

import pytest

from sandtable.games.bct.pieces import INSURGENT
from sandtable.games.bct.state import ALL_SEATS, BG, RESERVES, is_covert, is_down
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option
from sandtable.players import Seated
from tests.bct.deploying import Picker, all_in, at_random, by_default, set_up
from tests.bct.positions import position, unit

GAMES = 200
EVEN = 4.5
"""Standard deviations: beyond this it is no accident."""
Heap = list[tuple[float, float]]
"""Counters that are alike to the eye: of each something that everybody sees, and something hidden."""


def lean(heaps: Iterable[Heap]) -> float:
    """How what is hidden rises with what is seen, in standard deviations of what an even deal in each heap gives."""
    total = variance = 0.0
    for heap in heaps:
        if len(heap) < 2:
            continue
        seen, hidden = ([entry[which] for entry in heap] for which in (0, 1))
        means = sum(seen) / len(heap), sum(hidden) / len(heap)
        total += sum((x - means[0]) * (y - means[1]) for x, y in heap)
        spreads = sum((x - means[0]) ** 2 for x in seen), sum((y - means[1]) ** 2 for y in hidden)
        variance += spreads[0] * spreads[1] / (len(heap) - 1)
    return total / sqrt(variance) if variance else 0.0


def by_hand(seed: int) -> Picker:
    return at_random(seed)


def as_suggested(seed: int) -> Picker:
    return by_default


@cache
def set_ups(scenario: str, edition: int, way: Callable[[int], Picker]) -> list[tuple[BG, list[tuple[int, int]]]]:
    """Games just set up, each with the tokens that the Insurgent set up one by one, and what they were."""
    found = []
    for seed in range(GAMES):
        game = open_game("bct")
        g: BG = game.start(Setup(scenario, edition=edition), seed_key(f"mixing {seed}"))
        pick, laid = way(seed), []
        while g.s.turn == 0 and g.ask is not None:
            seat = g.ask.seats()[0]
            option: Option = (pick if seat == INSURGENT else by_default)(g, seat)
            if seat == INSURGENT and option[0] == "deploy-covert" and not g.kit.is_hq[int(option[1])]:
                laid.append((int(option[1]), g.s.kind[int(option[1])]))
            g.take(seat, option)
        found.append((g, laid))
    return found


def backs(g: BG) -> list[int]:
    """Insurgent Tactical Units in play of which the Coalition sees the back, in the order of their numbers."""
    s, kit = g.s, g.kit
    return [
        t
        for t in kit.units_of[INSURGENT]
        if s.at[t] != RESERVES and is_covert(s, t) and not kit.is_hq[t] and s.known[t] != ALL_SEATS
    ]


def heaps(g: BG) -> Iterator[list[int]]:
    """The same, by what everybody sees of them but for their numbers."""
    lying: dict[tuple[int, int, bool], list[int]] = {}
    for token in backs(g):
        lying.setdefault((g.s.at[token], g.s.box[token], is_down(g.s, token)), []).append(token)
    yield from lying.values()


def is_local(g: BG, token: int) -> float:
    return float(g.s.kind[token] == g.kit.local[INSURGENT])


def numbered(g: BG, tokens: list[int]) -> Heap:
    return [(float(place), is_local(g, t)) for place, t in enumerate(tokens)]


def numbers(games: Iterable[BG]) -> Iterator[Heap]:
    return (numbered(g, backs(g)) for g in games)


def numbers_in_heaps(games: Iterable[BG]) -> Iterator[Heap]:
    return (numbered(g, heap) for g in games for heap in heaps(g))


def rises(laid: Iterable[list[tuple[int, int]]]) -> Iterator[Heap]:
    """From one counter set up to the next: whether the number rises, and whether the type stays."""
    for sequence in laid:
        yield [(float(b > a), float(kind == then)) for (a, kind), (b, then) in pairwise(sequence)]


@pytest.mark.parametrize("way", (as_suggested, by_hand))
@pytest.mark.parametrize("scenario", ("surge", "jihad"))
def test_the_number_of_a_counter_set_up_does_not_tell_its_type(scenario: str, way: Callable[[int], Picker]) -> None:
    games = [g for g, _ in set_ups(scenario, 3, way)]
    assert abs(lean(numbers(games))) < EVEN
    assert abs(lean(numbers_in_heaps(games))) < EVEN


def test_nor_do_the_highest_numbers_in_surge() -> None:
    """In the first edition the four highest were Militia in nearly every game."""
    share = []
    for edition in (1, 3):
        games = [g for g, _ in set_ups("surge", edition, as_suggested)]
        share.append(sum(all(is_local(g, t) for t in backs(g)[-4:]) for g in games))
    assert share[0] > 0.9 * GAMES
    assert share[1] < 0.4 * GAMES  # by chance 12 * 11 * 10 * 9 of 19 * 18 * 17 * 16: about 13 of 100


def test_the_first_edition_told_types_by_numbers() -> None:
    for way in (as_suggested, by_hand):
        assert abs(lean(numbers(g for g, _ in set_ups("surge", 1, way)))) > EVEN


def test_the_order_of_numbers_in_a_set_up_by_hand_does_not_tell_where_types_change() -> None:
    """Who takes the lowest number of each type first goes on upwards as long as the type stays."""
    leaning = {edition: lean(rises(laid for _, laid in set_ups("surge", edition, by_hand))) for edition in (1, 2)}
    assert abs(leaning[1]) > EVEN > abs(leaning[2])


def test_a_counter_that_joins_a_box_tells_nothing_of_those_beside_it() -> None:
    """Of all that lie in one place, which number of a type goes into the box is even."""

    def joined(edition: int) -> float:
        rows: list[Heap] = []
        for seed in range(GAMES // 4):
            g: BG = open_game("bct").start(Setup("jihad", edition=edition), seed_key(f"boxes {seed}"))
            set_up(g, by_default, "units", INSURGENT)
            all_in(g, "ready", covert=True)
            set_up(g, at_random(seed), "boxes", INSURGENT)
            assert g.ask is not None
            token = next(int(option[1]) for option in g.ask.options(INSURGENT) if option[0] == "join")
            alike = [t for t in backs(g) if g.s.kind[t] == g.s.kind[token] and g.s.at[t] == g.s.at[token]]
            rows.append([(float(place), float(t == token)) for place, t in enumerate(alike)])
        return lean(rows)

    assert abs(joined(1)) > EVEN > abs(joined(2))


def test_numbers_tell_nothing_in_play() -> None:
    """Counters are turned over, Revealed, Drafted and Reorganized at random: heap by heap no number leans."""
    game = open_game("bct")
    rows: list[Heap] = []
    for seed in range(GAMES):
        g: BG = game.start(Setup("jihad"), seed_key(f"play {seed}"))
        players = Seated(game, "random", 2, f"play {seed}")
        for answer in range(90):
            if g.over:
                break
            seat = players.seat(g)
            option = by_default(g, seat) if g.s.turn == 0 else players.answer(g, seat)
            g.take(seat, option)
            if answer % 30 == 29:
                rows += numbers_in_heaps([g])
    assert len(rows) > GAMES
    assert abs(lean(rows)) < EVEN


def test_alike_assets_come_from_under_covert_units_by_any_number() -> None:
    """Two Informants under two Covert Units: which number comes up with the first of them is even."""
    came: Counter[int] = Counter()
    for seed in range(GAMES):
        g = position(
            at="insurgent-faces",
            place={"guerrillas-1": "maruf", "guerrillas-2": "zhari"},
            covert=["guerrillas-1", "guerrillas-2"],
            assets={"informants-1": "guerrillas-1", "informants-2": "guerrillas-2"},
        )
        g.s.key = seed_key(f"assets {seed}")
        g.apply(INSURGENT, [("flip", unit(g, "guerrillas-1"))])
        came[g.s.on.index(unit(g, "guerrillas-1"))] += 1
    assert len(came) == 2 and min(came.values()) > 0.35 * GAMES
