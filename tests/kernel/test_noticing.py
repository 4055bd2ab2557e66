"""Who notices an answer is worked out without building views wherever it can be: it must come out as with views."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game, shelf
from sandtable.kernel.noticing import Positions
from sandtable.kernel.options import SPECTATOR, Refused, Seat
from sandtable.kernel.records import decode, encode, record_of, replay
from sandtable.kernel.table import Answered, Table, Undone
from sandtable.kernel.view import Said
from sandtable.players import Seated, derived_seed

ANSWERS = {"bct": 400, "kandahar": 500, "patrols": 400}
UNDO_EVERY = 7

Sights = dict[Seat, tuple[bytes, list[Said]]]


def in_full(table: Table) -> Sights:
    """What each seat sees and has heard, worked out in full."""
    return {
        seat: (sight.view_bytes(table.g, seat, odds=False), [e.said(seat) for e in table.log if e.said(seat).text])
        for seat in (SPECTATOR, *range(table.seats()))
    }


def played(name: str, player: str, take_backs: bool) -> tuple[list[Table], Counter[str]]:
    """Games of random or plain play with undos, in which everybody noticed exactly what a whole view would tell."""
    game, counted, tables, number = open_game(name), Counter[str](), list[Table](), 0
    while counted["answers"] < ANSWERS.get(name, 300):
        seed = f"noticing {player} {take_backs} {number}"
        rng, number = random.Random(seed), number + 1
        table = Table(game, Setup(seats=len(game.meta.seats)), seed_key(seed), take_backs=take_backs)
        seated = Seated(game, player, table.seats(), derived_seed(seed))
        before = in_full(table)
        while not table.over and counted["answers"] < ANSWERS.get(name, 300):
            revisions = dict(table.revisions)
            ask = table.g.ask
            assert ask is not None
            counted["secret"] += ask.secret
            undo = [(seat, level) for seat in range(table.seats()) for level in table.can_undo(seat)]
            if undo and rng.random() * UNDO_EVERY < 1:
                with suppress(Refused):  # where another seat's answer, unseen, rests on what would be gone
                    table.undo(*(undo[0] if rng.random() < 0.8 else rng.choice(undo)))
                    counted["undos"] += 1
            else:
                seat = seated.seat(table.g)
                table.answer(seat, seated.answer(sight.world(table.g, seat), seat))
                counted["answers"] += 1
            after = in_full(table)
            for viewer in before:
                rose, sees = table.revisions[viewer] - revisions[viewer], before[viewer] != after[viewer]
                assert rose == sees, f"{name} {seed}: entry {len(table.journal)}, seat {viewer}: {table.journal[-1]}"
                assert table.hearing.counts[viewer] == len(after[viewer][1])
                counted["unnoticed"] += not sees
            before = after
        tables.append(table)
    return tables, counted


@pytest.mark.parametrize("take_backs", [False, True])
@pytest.mark.parametrize("player", ["random", "plain"])
@pytest.mark.parametrize("name", sorted(shelf()[0]))
def test_seats_notice_what_whole_views_would_tell_and_a_replay_believes_it(
    name: str, player: str, take_backs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, counted = played(name, player, take_backs)
    assert counted["undos"] > 10 and (counted["unnoticed"] > 10 or name != "bct")  # elsewhere something public changes
    assert counted["secret"] or name not in ("bct", "patrols") or player == "random"
    with monkeypatch.context() as patched:
        patched.setattr(Positions, "look_alike", no_look)
        for table in tables:
            again = replay(decode(encode(record_of(table))))
            assert (again.revisions, again.heads) == (table.revisions, table.heads)
            assert again.can_undo(0) == table.can_undo(0)


def no_look(*_given: Any, **_named: Any) -> bool:
    raise AssertionError("a replay works out anew who noticed an answer")


def test_a_journal_that_does_not_say_who_noticed_is_replayed_as_before() -> None:
    """Entries of records up to version 3: who noticed is worked out, and the chain holds as it was written."""
    table = played("patrols", "random", False)[0][0]
    record = record_of(table)
    for entry in record.journal:
        assert isinstance(entry, Answered | Undone) and entry.noticed is not None
        entry.noticed = None
    again = replay(record)
    assert again.revisions == table.revisions
    assert [entry.noticed for entry in again.journal if isinstance(entry, Answered | Undone)] == [None] * len(
        again.journal
    )
    assert again.head != table.head, "who noticed is covered by the chain"
