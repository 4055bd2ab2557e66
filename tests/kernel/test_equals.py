"""Choices between equals of the game system, left to the table: journalled like any answer, and only as far as said."""

from __future__ import annotations

import pytest

from sandtable.kernel import records
from sandtable.kernel.chance import seed_key
from sandtable.kernel.equals import Scope
from sandtable.kernel.game import open_game
from sandtable.kernel.table import Answered, Table
from sandtable.players import Seated


def play(table: Table, until: int, scope: Scope | None = None) -> list[str]:
    """Plays at random up to so many answers of the person; says which choices between equals were put to him."""
    seated, asked = Seated(table.game, "random", 1, 5), []
    given = 0
    while not table.over and given < until:
        ask = table.g.ask
        assert ask is not None
        if ask.equal:
            asked.append(f"{table.g.s.begun[:2]} {ask.equal}")
            if scope is not None:
                table.leave_equals(0, scope)
        table.answer(0, seated.answer(table.g, 0))
        given += 1
    return asked


def hunted(take_backs: bool = True) -> Table:
    """A game in which enemies often have two ways that are equally good."""
    return Table(open_game("kandahar"), host_key=seed_key("equals 3"), take_backs=take_backs)


def until_equal(take_backs: bool = True) -> Table:
    """One in which such a choice stands."""
    table = hunted(take_backs)
    seated = Seated(table.game, "random", 1, 5)
    while table.g.ask is not None and not table.g.ask.equal:
        table.answer(0, seated.answer(table.g, 0))
    return table


def test_unless_it_is_wished_everything_is_asked() -> None:
    assert len(play(hunted(), 1500)) > 3


@pytest.mark.parametrize("scope", ["unit", "phase", "always"])
def test_what_is_left_to_the_table_is_asked_no_more(scope: Scope) -> None:
    table = hunted()
    asked = play(table, 1500, scope)
    if scope == "always":
        assert len(asked) == 1
    elif scope == "phase":
        phases = [one.partition("]")[0] for one in asked]
        assert len(set(phases)) == len(phases)
    else:
        assert len(set(asked)) == len(asked)


def test_the_answers_of_the_table_stand_in_the_journal_and_replay() -> None:
    table = hunted()
    play(table, 1500, "always")
    verbs = [entry.options[0][0] for entry in table.journal if isinstance(entry, Answered)]
    assert verbs.count("enters") + verbs.count("toward") > 3
    assert records.replay(records.record_of(table)).g.s == table.g.s


def test_an_undo_brings_the_question_back() -> None:
    table = hunted()
    play(table, 1500, "always")
    while not (table.g.ask is not None and table.g.ask.equal):
        table.undo(0)
    assert table.g.ask.equal and table.can_undo(0)
