"""Writes the golden records anew: for each game and each way it can end, the first seeded game that ends so.

Run it only after a change of rules or content that is meant: `python tools/golden.py [GAME ...]`. Seeds are tried in
order, setups and players in turn, so the same rules always give the same records.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NamedTuple

from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import Setup, games, open_game
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.records import encode, record_of
from sandtable.kernel.table import Table, quick_table
from sandtable.kernel.view import Outcome
from sandtable.lab.plans import End, ends
from sandtable.players import Seated

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
MOST_ANSWERS = 4000
SEEDS = 1000
UNDO_EVERY = 17
BATCH = 12

Answers = list[tuple[Seat, Option]]


class Wanted(NamedTuple):
    """A game to be played: what, by whom, with which dice."""

    game: str
    scenario: str
    seats: int
    players: str
    seed: int


def wanted(game: str, end: End, seed: int) -> Wanted:
    setup = end.setups[seed % len(end.setups)]
    players = end.players[seed // len(end.setups) % len(end.players)]
    return Wanted(game, setup.scenario, setup.seats or open_game(game).meta.least_seats, players, seed)


def played(one: Wanted) -> tuple[Answers, Outcome | None]:
    """A seeded game by named players: the answers and how it ended."""
    game, scenario, seats, players, seed = one
    opened = open_game(game)
    g = opened.start(opened.checked(Setup(scenario, seats=seats)), dice_key(seed_key(f"golden {seed}"), []))
    seated = Seated(opened, players, g.s.seats, seed)
    answers: Answers = []
    while not g.over and len(answers) < MOST_ANSWERS:
        seat = seated.seat(g)
        answers.append((seat, seated.answer(g, seat)))
        g.take(*answers[-1])
    return answers, g.s.outcome


def recorded(game: str, setup: Setup, seed: int, answers: Answers) -> Table:
    """The same game through the table's own door, with an answer taken back and given again now and then."""
    table = quick_table(open_game(game), f"golden {seed}", setup)
    for number, (seat, option) in enumerate(answers):
        table.answer(seat, option)
        if number % UNDO_EVERY == 0 and "answer" in table.can_undo(seat):
            table.undo(seat)
            table.answer(seat, option)
    return table


def giving_up(game: str, setup: Setup, seed: int, answers: Answers, option: Option) -> Answers:
    """The first half of a game, and then up to where somebody can give it up, and does."""
    g = quick_table(open_game(game), f"golden {seed}", setup).g
    for number, (seat, answer) in enumerate(answers):
        if number > len(answers) // 2 and g.offers(seat, option):
            return [*answers[:number], (seat, option)]
        g.take(seat, answer)
    raise SystemExit(f"nobody could {option[0]} in seed {seed}")


class Arena:
    """Plays games on all cores, a batch ahead; what was played once is known."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self.known: dict[Wanted, tuple[Answers, Outcome | None]] = {}

    def played(self, batch: list[Wanted]) -> Iterator[tuple[Wanted, Answers, Outcome | None]]:
        new = [one for one in batch if one not in self.known]
        self.known.update(zip(new, self.pool.map(played, new), strict=True))
        for one in batch:
            yield one, *self.known[one]


def first_that_ends(arena: Arena, game: str, end: End) -> tuple[Table, str]:
    """The first game that ends so, and what it was."""
    seeds = iter(range(SEEDS))
    for size in chain((1, 2, 4), repeat(BATCH)):
        batch = [wanted(game, end, seed) for seed in islice(seeds, size)]
        if not batch:
            break
        for one, answers, outcome in arena.played(batch):
            setup = Setup(one.scenario, seats=one.seats)
            if end.gives_up:
                answers = giving_up(game, setup, one.seed, answers, end.gives_up)
            elif outcome is None or outcome.rule != end.rule or end.label not in ("", outcome.label):
                continue
            return recorded(game, setup, one.seed, answers), f"seed {one.seed}, {one.players}"
    raise SystemExit(f"no game of {game} ended by {end.rule} {end.label}")


def main() -> None:
    with ProcessPoolExecutor() as pool:
        write(Arena(pool))


def write(arena: Arena) -> None:
    for game in sys.argv[1:] or games():
        for name, end in ends(game).items():
            table, what = first_that_ends(arena, game, end)
            outcome = table.g.s.outcome
            assert outcome is not None and outcome.rule == end.rule
            file = FOLDER / f"{game}-{name}.json"
            file.write_bytes(encode(record_of(table)))
            size = file.stat().st_size // 1024
            print(f"{file.name}: {what}, {table.answers} answers, {outcome.label}, {size} KB")


if __name__ == "__main__":
    main()
