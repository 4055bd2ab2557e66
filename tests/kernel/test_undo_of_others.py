"""An undo belongs to whoever asked for it: it touches nothing that others did unseen, and tells nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import sight
from sandtable.kernel.chance import ReplayDealer, seed_key
from sandtable.kernel.flow import Procedures, procedure, question
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Ask, Group, Option, Refused, Seat
from sandtable.kernel.records import apply_entry
from sandtable.kernel.state import save
from sandtable.kernel.table import FELL, Table, Undone
from sandtable.server.tables.moves import ask_name
from tests.kernel.toys import DG, Outer, Toy

RING = ("ring",)


def ask_number(g: DG, f: Any) -> Ask:
    return Ask("Pick a number.", "toy.rule", [Group(seat, "pick", (), range(10)) for seat in range(g.s.seats)])


def take_number(g: DG, f: Any, seat: Seat, option: Option) -> bool:
    """An even number is seen by all; an odd one is only counted among the hidden things."""
    number = int(option[1])
    if number % 2:
        g.s.hidden += 100 * number
    else:
        g.s.marks.append(number)
    return True


class Whispers(Toy):
    """Ringing is seen by nobody else: the ringer hears it, and the count of rings is hidden. `luck` rolls for it."""

    luck = False

    def take_standing(self, g: DG, seat: Seat, option: Option) -> None:
        g.s.hidden += g.dealer.roll(g.s, 6, "bell") if self.luck else 1
        g.tell("toy.rule", "", private={seat: "You ring."})


class Lucky(Whispers):
    luck = True


def sit(game: type[Whispers] = Whispers, **bell: Any) -> Table:
    step = question("number", ask_number, take_number)
    opened = game(Procedures(procedure("outer", Outer, step)), **({"bell": lambda g, seat: True} | bell))
    return Table(opened, Setup(seats=2), seed_key("undo"))


def gets(table: Table, seat: Seat) -> dict[str, Any]:
    """All that a seat can tell a table by."""
    return {
        "view": sight.view_bytes(table.g, seat),
        "log": [said.text for said in table.said(seat)],
        "undo": table.can_undo(seat),
        "ask": ask_name(table, seat),
        "revision": table.revisions[seat],
    }


@pytest.mark.parametrize("game", [Whispers, Lucky])
def test_an_unseen_answer_neither_shows_by_an_undo_nor_is_taken_back(game: type[Whispers]) -> None:
    quiet, rung = sit(game), sit(game)
    for table in (quiet, rung):
        table.answer(0, ("pick", 2))
        table.answer(0, ("pick", 4))
    rung.answer(1, RING)
    hidden = rung.g.s.hidden
    assert gets(rung, 0) == gets(quiet, 0) and hidden
    before = gets(rung, 1)
    for table in (quiet, rung):
        table.undo(0)
    assert gets(rung, 0) == gets(quiet, 0)
    assert rung.g.s.marks == [2] and rung.g.s.hidden == hidden
    assert gets(rung, 1)["log"] == before["log"], "the ringer has rung"
    for table in (quiet, rung):
        table.undo(0)
    assert gets(rung, 0) == gets(quiet, 0) and gets(rung, 0)["undo"] == []
    assert rung.g.s.marks == [] and rung.g.s.hidden == hidden


def test_the_first_of_two_unseen_answers_does_not_stop_the_undo_of_the_second() -> None:
    """What I did unseen after the other did something unseen can be taken back as if he had done nothing."""
    quiet, rung = sit(), sit()
    rung.answer(1, RING)
    for table in (quiet, rung):
        table.answer(0, RING)
    assert gets(rung, 0)["undo"] == gets(quiet, 0)["undo"] == ["answer", "action", "phase", "turn"]
    rung.undo(0)
    assert rung.g.s.hidden == 1
    rung.undo(1)
    assert rung.g.s.hidden == 0


def test_each_takes_back_his_own_in_any_order() -> None:
    table = sit()
    for seat in (0, 1, 0, 1):
        table.answer(seat, ("pick", 1 + 2 * seat))
    assert table.g.s.hidden == 800
    table.undo(0)
    table.undo(1)
    assert table.g.s.hidden == 400
    table.undo(0)
    assert table.g.s.hidden == 300 and table.can_undo(0) == []
    table.undo(1)
    assert table.g.s.hidden == 0 and table.answers == 0


def test_an_undo_that_does_not_concern_a_seat_does_not_raise_its_revision() -> None:
    table = sit()
    table.answer(0, ("pick", 1))
    table.answer(1, RING)
    revision = table.revisions[1]
    table.undo(0)
    assert table.revisions[1] == revision and table.g.s.hidden == 1


def rests_on_marks(g: DG, seat: Seat) -> bool:
    return seat == 1 and bool(g.s.marks)


def test_an_unseen_answer_that_rested_on_mine_falls_with_it_and_only_its_giver_hears() -> None:
    """Were my undo refused, I would know that the other had rung; so he is told that his ringing has fallen."""
    quiet, rung = sit(bell=rests_on_marks), sit(bell=rests_on_marks)
    for table in (quiet, rung):
        table.answer(0, ("pick", 2))
        table.answer(0, ("pick", 3))
    rung.answer(1, RING)
    for table in (quiet, rung):
        table.undo(0)
    assert gets(rung, 0) == gets(quiet, 0) and gets(rung, 1)["log"] == ["You ring."], "it rests on the first"
    revision = rung.revisions[1]
    for table in (quiet, rung):
        table.undo(0)
    assert gets(rung, 0) == gets(quiet, 0)
    assert rung.g.s.hidden == 0 and gets(rung, 1)["log"] == [FELL] and rung.revisions[1] > revision
    assert rung.can_undo(1) == [] and again(rung) == save(rung.g.s)


def test_an_unseen_answer_that_would_now_be_seen_falls() -> None:
    """What the other did unseen, thanks to what I had done, is not shown to me by my undo."""

    class Veiled(Whispers):
        def take_standing(self, g: DG, seat: Seat, option: Option) -> None:
            g.s.hidden += 1
            g.tell("toy.rule", "" if g.s.marks else "Somebody rings.", private={seat: "You ring."})

    quiet, rung = sit(Veiled), sit(Veiled)
    for table in (quiet, rung):
        table.answer(0, ("pick", 2))
    rung.answer(1, RING)
    for table in (quiet, rung):
        table.undo(0)
    assert gets(rung, 0) == gets(quiet, 0) and gets(rung, 1)["log"] == [FELL]
    assert again(rung) == save(rung.g.s)


def test_a_journal_does_not_let_fall_what_it_does_not_name() -> None:
    """A rule was put right since: then an answer of others that was given again is refused, not lost unsaid."""
    table = sit(bell=rests_on_marks)
    table.answer(0, ("pick", 2))
    table.answer(1, RING)
    entry = Undone(0, 0, noticed=[0])
    before, log = save(table.g.s), list(table.log)
    with pytest.raises(Refused):
        table.undo_again(entry)
    assert save(table.g.s) == before and table.log == log and len(table.journal) == 2


def again(table: Table) -> bytes:
    """Where the journal of a table leads when it is replayed."""
    dealer = ReplayDealer()
    other = Table(table.game, table.setup, seed_key("undo"), dealer=dealer)
    for place in range(len(table.journal)):
        apply_entry(other, dealer, table.journal, place)
    assert [gets(other, seat) for seat in (0, 1)] == [gets(table, seat) for seat in (0, 1)]
    return save(other.g.s)


@pytest.mark.parametrize("game", [Whispers, Lucky])
def test_the_journal_says_the_same_again(game: type[Whispers]) -> None:
    table = sit(game)
    for seat, option in ((0, ("pick", 1)), (1, RING), (0, ("pick", 2)), (1, RING)):
        table.answer(seat, option)
    table.undo(0)
    table.undo(0)
    assert [entry.seat for entry in table.journal if isinstance(entry, Undone)] == [0, 0]
    assert again(table) == save(table.g.s)


def test_an_undo_of_an_older_record_takes_back_everything_since() -> None:
    """Up to version 2 an undo said no seat and went back whole: such journals replay as they were played."""
    table = sit()
    table.answer(0, ("pick", 2))
    table.answer(1, RING)
    assert table.undo_again(Undone(0))
    assert table.g.s.hidden == 0 and table.g.s.marks == [] and table.answers == 0


def test_while_others_choose_in_secret_nothing_tells_whether_they_have() -> None:
    """An undo that works until they have answered would tell when they have; so would the rule of their question."""

    def ask_one(g: DG, f: Any) -> Ask:
        turn = g.s.hidden // 100
        keys = ("toy.rule", "toy.rule", "kernel.over")
        return Ask("Choose.", keys[turn], [Group(min(turn, 1), "pick", (), (1,))], secret=turn > 0, always=True)

    step = question("number", ask_one, take_number)
    tables = [Table(Whispers(Procedures(procedure("outer", Outer, step))), Setup(seats=2), seed_key(1)) for _ in "ab"]
    for table in tables:
        table.answer(0, ("pick", 1))
    tables[1].answer(1, ("pick", 1))
    first, second = (gets(table, 0) | {"why": table.why_not(0, ("pick", 1))} for table in tables)
    assert first == second and first["undo"] == []
