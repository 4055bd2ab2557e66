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
from typing import Any, NamedTuple

from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import Game, Setup, games, open_game
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.records import encode, record_of
from sandtable.kernel.table import Table, quick_table
from sandtable.kernel.view import Outcome
from sandtable.lab.plans import ends
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
    end: str = ""
    """Whose overlay is laid over the content, if it has one."""


def rules(one: Wanted) -> Game[Any, Any]:
    """Those of the game, with what its end lays over the content."""
    overlay = ends(one.game)[one.end].overlay if one.end else {}
    return open_game(one.game, [overlay] if overlay else [])


def wanted(game: str, name: str, seed: int) -> Wanted:
    end = ends(game)[name]
    setup = end.setups[seed % len(end.setups)]
    players = end.players[seed // len(end.setups) % len(end.players)]
    seats = setup.seats or open_game(game).meta.least_seats
    return Wanted(game, setup.scenario, seats, players, seed, name if end.overlay else "")


def played(one: Wanted) -> tuple[Answers, Outcome | None]:
    """A seeded game by named players: the answers and how it ended."""
    opened = rules(one)
    setup = opened.checked(Setup(one.scenario, seats=one.seats))
    g = opened.start(setup, dice_key(seed_key(f"golden {one.seed}"), []))
    seated = Seated(opened, one.players, g.s.seats, one.seed)
    answers: Answers = []
    while not g.over and len(answers) < MOST_ANSWERS:
        seat = seated.seat(g)
        answers.append((seat, seated.answer(g, seat)))
        g.take(*answers[-1])
    return answers, g.s.outcome


def table_of(one: Wanted) -> Table:
    return quick_table(rules(one), f"golden {one.seed}", Setup(one.scenario, seats=one.seats))


def recorded(one: Wanted, answers: Answers) -> Table:
    """The same game through the table's own door, with an answer taken back and given again now and then."""
    table = table_of(one)
    for number, (seat, option) in enumerate(answers):
        table.answer(seat, option)
        if number % UNDO_EVERY == 0 and "answer" in table.can_undo(seat):
            table.undo(seat)
            table.answer(seat, option)
    return table


def giving_up(one: Wanted, answers: Answers, option: Option) -> Answers:
    """The first half of a game, and then up to where somebody can give it up, and does."""
    g = table_of(one).g
    for number, (seat, answer) in enumerate(answers):
        if number > len(answers) // 2 and g.offers(seat, option):
            return [*answers[:number], (seat, option)]
        g.take(seat, answer)
    raise SystemExit(f"nobody could {option[0]} in seed {one.seed}")


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


def first_that_ends(arena: Arena, game: str, name: str) -> tuple[Table, str]:
    """The first game that ends so, and what it was."""
    end = ends(game)[name]
    seeds = iter(range(SEEDS))
    for size in chain((1, 2, 4), repeat(BATCH)):
        batch = [wanted(game, name, seed) for seed in islice(seeds, size)]
        if not batch:
            break
        for one, answers, outcome in arena.played(batch):
            if end.gives_up:
                answers = giving_up(one, answers, end.gives_up)
            elif outcome is None or outcome.rule != end.rule or end.label not in ("", outcome.label):
                continue
            return recorded(one, answers), f"seed {one.seed}, {one.players}"
    raise SystemExit(f"no game of {game} ended by {end.rule} {end.label}")


def main() -> None:
    with ProcessPoolExecutor() as pool:
        write(Arena(pool))


def write(arena: Arena) -> None:
    for game in sys.argv[1:] or games():
        for name, end in ends(game).items():
            table, what = first_that_ends(arena, game, name)
            outcome = table.g.s.outcome
            assert outcome is not None and outcome.rule == end.rule
            file = FOLDER / f"{game}-{name}.json"
            file.write_bytes(encode(record_of(table)))
            size = file.stat().st_size // 1024
            print(f"{file.name}: {what}, {table.answers} answers, {outcome.label}, {size} KB")


if __name__ == "__main__":
    main()
