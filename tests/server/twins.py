"""Twins: two tables of one game that differ in something hidden from a seat, and that the seat cannot tell apart.

They are found by play: a game is played; then one outcome of chance or one answer of another seat is changed, and the
same answers are given again for as long as all that the kernel shows to the seat stays the same. What is shown beside
that (addresses, errors, files, pasts) must be the same too; the tests look for that through the server.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sandtable.kernel import sight
from sandtable.kernel.chance import Chance, ChanceError, Dealer, ReplayDealer, seed_key
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Refused, Seat
from sandtable.kernel.records import Record, RecordError, record_of, replay
from sandtable.kernel.state import digest
from sandtable.kernel.table import Answered, Table
from sandtable.players import derived_seed, make_player

ANSWERS = 40
PLACES = 8
"""At how many places of a game something is changed."""
CHANGES = 4
"""How many changes of one thing are tried that the rules allow; and how many other answers, where one must differ."""
HIGHEST = 64
"""The highest number of a face or piece that is tried in place of another."""

Said = tuple[Seat, list[Option]]


class Twins(NamedTuple):
    """Two records from which play goes on, and what is then said at each table."""

    what: str
    one: Record
    other: Record
    answers: list[tuple[Said, Said]]


def played(game: Game[Any, Any], seed: str) -> list[Table]:
    """A game as it stood before each answer, and after the last."""
    table = Table(game, Setup(seats=len(game.meta.seats)), seed_key(seed))
    player = make_player(game, "random", derived_seed(seed))
    tables = [table.fork()]
    for number in range(ANSWERS):
        ask = table.g.ask
        if ask is None:
            break
        seat = ask.seats()[number % len(ask.seats())]
        table.answer(seat, player(sight.world(table.g, seat), seat))
        tables.append(table.fork())
    return tables


def twins(game: Game[Any, Any], seat: Seat, seed: str, least: int) -> Iterator[Twins]:
    """Twins that this seat cannot tell apart for at least so many answers, one for each thing in which they differ."""
    tables = [table for table in played(game, seed) if not table.over]  # at the end all may be known
    shown = [gets(table, seat) for table in tables]
    rng = random.Random(seed)
    later = range(1, len(tables) - least)
    for place in [0, *sorted(rng.sample(later, min(PLACES, len(later))))]:
        here, found = tables[place], set[str]()
        for what, other in _changed(tables, place, seat, rng):
            if what in found or digest(other.g.s) == digest(here.g.s) or gets(other, seat) != shown[place]:
                continue
            begin = record_of(other)
            answers = _walk(tables[place:], shown[place:], other, seat)
            if len(answers) >= least:
                found.add(what)
                yield Twins(f"{what} before answer {place + 1}", record_of(here), begin, answers)


def _changed(tables: Sequence[Table], place: int, seat: Seat, rng: random.Random) -> Iterator[tuple[str, Table]]:
    """The table at a place with the last thing that happened changed: an outcome of chance, or another's answer."""
    if place == 0:
        for what, opening in _other_chance(tables[0].opening, rng):
            record = record_of(tables[0])
            record.opening = opening
            try:
                yield what, replay(record)
            except RecordError:
                continue
        return
    last = tables[place].journal[-1]
    assert isinstance(last, Answered)
    for what, outcomes in _other_chance(last.chance, rng):
        if table := _said(tables[place - 1], last.seat, last.options, outcomes):
            yield what, table
    ask = tables[place - 1].g.ask
    if last.seat != seat and not last.chance and ask is not None:
        options = list(ask.options(last.seat))
        for option in rng.sample(options, min(len(options), CHANGES)):
            if table := _said(tables[place - 1], last.seat, [option], []):
                yield f"the answer of seat {last.seat}", table


def _said(table: Table, seat: Seat, options: Sequence[Option], outcomes: list[Chance]) -> Table | None:
    """The table after this answer with this chance, if the rules allow both."""
    new, dealer = table.fork(), ReplayDealer()
    dealer.feed(outcomes)
    new.dealer.source = dealer
    try:
        new.answer(seat, *options)
    except (Refused, ChanceError):
        return None
    new.dealer.source = Dealer()
    return new if not dealer.outcomes else None


def _other_chance(chance: Sequence[Chance], rng: random.Random) -> Iterator[tuple[str, list[Chance]]]:
    for number, (purpose, value) in enumerate(chance):
        for other in _others(value, rng):
            yield f"the {purpose}", [*chance[:number], (purpose, other), *chance[number + 1 :]]


def _others(value: Any, rng: random.Random) -> Iterator[Any]:
    if isinstance(value, int):
        yield from (other for other in rng.sample(range(HIGHEST), HIGHEST) if other != value)
    elif isinstance(value, list) and len(value) > 1:
        for _ in range(CHANGES):
            one, two = rng.sample(range(len(value)), 2)
            other = list(value)
            other[one], other[two] = other[two], other[one]
            yield other


def _walk(tables: Sequence[Table], shown: Sequence[Any], other: Table, seat: Seat) -> list[tuple[Said, Said]]:
    """The same play at both tables for as long as the seat cannot tell them apart and they differ."""
    answers: list[tuple[Said, Said]] = []
    for table, wanted in zip(tables[1:], shown[1:], strict=True):
        last = table.journal[-1]
        assert isinstance(last, Answered)
        said = (last.seat, list(last.options))
        found = _said_alike(other, said, seat, wanted)
        if found is None or digest(found[1].g.s) == digest(table.g.s):
            break
        meant, other = found
        answers.append((said, meant))
    return answers


def _said_alike(table: Table, said: Said, seat: Seat, wanted: Any) -> tuple[Said, Table] | None:
    """What leads to the same sight there, and the table then: the same answer, or (of another seat) any."""
    answering, same = said
    ask = table.g.ask
    options = [same]
    if answering != seat and ask is not None:
        options += [[option] for option in list(ask.options(answering))[:CHANGES]]
    for parts in options:
        new = table.fork()
        try:
            new.answer(answering, *parts)
        except Refused:
            continue
        if not new.over and gets(new, seat) == wanted:
            return (answering, parts), new
    return None


def gets(table: Table, seat: Seat) -> Any:
    """What the kernel gives to a seat."""
    return sight.view_bytes(table.g, seat), table.said(seat), table.revisions[seat], table.can_undo(seat)
