"""The bench: how fast a game is, each figure beside a fixed loop of whole numbers.

Seconds depend on the machine and on the minute; the ratio to a loop that ran at the same time hardly does. So every
figure is measured several times, each time between two runs of the loop, and the median of the ratios is told. Seconds
are those of the processor, so that other programs do not count.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import process_time as clock
from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable.kernel import sight
from sandtable.kernel.chance import Dealer, FastDealer, ReplayDealer, dice_key, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, Setup, open_game, shelf
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.records import apply_entry
from sandtable.kernel.state import clone, save
from sandtable.kernel.table import Table
from sandtable.lab.figures import median
from sandtable.players import Seated, play_out

LOOP = 50_000
REPETITIONS = 7
LONG_ENOUGH = 0.01
"""Seconds that one measure takes at least; shorter ones would measure the machine's other business."""
POSITIONS = 24
ANSWERS = 150
"""How many answers are given at the table that is measured."""
TARGETS = {"decision": 230.0, "clone": 26.0, "save": 51.0}
"""In turns of the loop: a decision; a copy and a save for each 1,000 numbers of the state (3 and 6 us where the loop
makes 8.6 million turns a second). A smaller state is held to what 1,000 numbers may cost: its cost is not its size."""


class Figure(Struct, omit_defaults=True):
    """One measure. `ratio` is its cost in turns of the loop, `target` what it should not pass."""

    value: float
    unit: str
    ratio: float
    target: float = 0.0


class Bench(Struct):
    figures: dict[str, Figure] = field(default_factory=dict)


class Timed(Struct):
    """What was measured of one act: seconds, and turns of the loop in the same time."""

    seconds: float
    turns: float


def loop(turns: int) -> int:
    """The yardstick: nothing but small whole numbers. Never change it, or old ratios mean nothing."""
    value, total = 12345, 0
    for _ in range(turns):
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        total += value & 7
    return total


def turn_seconds() -> float:
    began = clock()
    loop(LOOP)
    return (clock() - began) / LOOP


def measure(act: Callable[[], int], repetitions: int) -> Timed:
    """The cost of one of the things that `act` does so many of, as it says."""
    seconds, turns = [], []
    began = clock()
    act()
    rounds = max(1, int(LONG_ENOUGH / (clock() - began)))
    for _ in range(repetitions):
        before = turn_seconds()
        began = clock()
        count = sum(act() for _ in range(rounds))
        each = (clock() - began) / count
        seconds.append(each)
        turns.append(each / ((before + turn_seconds()) / 2))
    return Timed(median(seconds), median(turns))


def bench(names: Sequence[str] = (), repetitions: int = REPETITIONS) -> Bench:
    """The figures of some games, or of all."""
    result = Bench()
    pace = median([turn_seconds() for _ in range(repetitions)])
    result.figures["loop"] = Figure(1 / pace, "turns per second", 1.0)
    for name in names or shelf()[0]:
        for what, figure in bench_game(open_game(name), repetitions).items():
            result.figures[f"{name}: {what}"] = figure
    return result


def bench_game(game: Game[Any, Any], repetitions: int) -> dict[str, Figure]:
    setup = game.checked(Setup())
    positions = sample(game, setup)
    numbers = sum(count_numbers(g.s) for g in positions) / len(positions)
    thousands = max(numbers / 1000, 1.0)

    def over(act: Callable[[G[Any, Any]], object]) -> Callable[[], int]:
        def all_positions() -> int:
            for g in positions:
                act(g)
            return len(positions)

        return all_positions

    decision = decision_cost(game, repetitions)
    playout = measure(lambda: _playouts(positions), repetitions)
    figures = {
        "decisions": Figure(1 / decision.seconds, "per second", decision.turns, TARGETS["decision"]),
        "playouts": Figure(1 / playout.seconds, "per second", playout.turns),
        "state": Figure(numbers, "numbers", 0.0),
    }
    saved = [save(g.s) for g in positions]
    acts: dict[str, Callable[[], int]] = {
        "clone": over(lambda g: clone(g.s)),
        "save": over(lambda g: save(g.s)),
        "load": lambda: len([game.load(data) for data in saved]),
        "ask": over(_ask_anew),
        "view": over(lambda g: sight.view_bytes(g, 0, odds=False)),
        "view with odds": over(lambda g: sight.view_bytes(g, 0)),
        "world": over(lambda g: sight.world(g, 0)),
    }
    acts |= at_a_table(game, setup)
    for name, act in acts.items():
        cost = measure(act, repetitions)
        target = TARGETS[name] * thousands if name in TARGETS else 0.0
        figures[name] = Figure(cost.seconds * 1e6, "microseconds", cost.turns, target)
    return figures


def at_a_table(game: Game[Any, Any], setup: Setup) -> dict[str, Callable[[], int]]:
    """What an answer costs at a table, its chance and its lines of the log included; what a journal costs for each
    entry when it is played through again; and a reply to who answered: a view with odds, and the lines that are new."""
    began = Table(game, setup, seed_key("bench/table"))
    table = began.fork()
    seated = Seated(game, "random", setup.seats, "bench/table")
    given: list[tuple[Seat, Option]] = []
    replies: list[tuple[Table, Seat, int]] = []
    while not table.over and len(given) < ANSWERS:
        seat = seated.seat(table.g)
        given.append((seat, seated.answer(table.g, seat)))
        heard = table.hearing.counts[seat]
        table.answer(*given[-1])
        if len(given) % 5 == 0:
            replies.append((table.fork(), seat, heard))

    def answer() -> int:
        played = began.fork()
        for seat, option in given:
            played.answer(seat, option)
        return len(given)

    def replay() -> int:
        played, dealer = began.fork(), ReplayDealer()
        played.dealer.source = dealer
        for place in range(len(table.journal)):
            apply_entry(played, dealer, table.journal, place)
        return len(table.journal)

    def reply() -> int:
        for then, seat, heard in replies:
            msgspec.json.encode((then.view(seat), then.said(seat, heard)))
        return len(replies)

    return {"answer": answer, "replay": replay, "reply": reply}


def decision_cost(game: Game[Any, Any], repetitions: int) -> Timed:
    """What a decision costs in random play, with the answers that the kernel gives by itself."""
    setup = game.checked(Setup())
    return measure(lambda: _play(game, setup, Dealer()), repetitions)


def sample(game: Game[Any, Any], setup: Setup) -> list[G[Any, Any]]:
    """Positions from all through a few games of random play."""
    passed: list[G[Any, Any]] = []
    for number in range(3):
        g = game.start(setup, dice_key(seed_key(f"bench/{number}"), []))
        players = Seated(game, "random", setup.seats, f"bench/{number}")
        while not g.over and len(passed) < 3_000:
            passed.append(g.clone())
            seat = players.seat(g)
            g.take(seat, players.answer(g, seat))
    return random.Random(0).sample(passed, min(POSITIONS, len(passed)))


def _play(game: Game[Any, Any], setup: Setup, dealer: Dealer, least: int = 1_000) -> int:
    """Whole games of random play, until there were enough decisions."""
    decisions, number = 0, 0
    while decisions < least:
        g = game.start(setup, dice_key(seed_key(f"bench/{number}"), []), dealer)
        decisions += play_out(g, Seated(game, "random", setup.seats, f"bench/{number}"))
        number += 1
    return decisions


def _playouts(positions: list[G[Any, Any]], count: int = 8) -> int:
    """Random play to the end from a copy of each of some positions, as a searching player does it."""
    for number, g in enumerate(positions[:count]):
        play_out(g.clone(FastDealer(number)), Seated(g.game, "random", g.s.seats, number))
    return len(positions[:count])


def _ask_anew(g: G[Any, Any]) -> None:
    g.asked = None
    assert g.ask is not None


def count_numbers(value: Any) -> int:
    """How many numbers (or texts) a state holds, in all its lists and frames."""
    if isinstance(value, Struct):
        return sum(count_numbers(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, (list, tuple, set, frozenset, bytearray)):
        return sum(map(count_numbers, value))
    if isinstance(value, dict):
        return sum(map(count_numbers, value.values()))
    return 1
