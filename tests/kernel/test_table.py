"""Tables: a journal of all that happens, undo up to the last die or reveal, branches, logs and revisions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.flow import Next, Procedures, Step, deed, procedure, question
from sandtable.kernel.game import Setup
from sandtable.kernel.options import SPECTATOR, Ask, Group, Option, Refusal, Refused, Seat
from sandtable.kernel.records import RecordError, record_of, replay
from sandtable.kernel.state import save
from sandtable.kernel.table import Answered, Table, Undone, quick_table
from sandtable.kernel.view import Outcome
from tests.kernel.toys import DG, Inner, Outer, Toy


def ask_number(g: DG, f: Any) -> Ask:
    return Ask("Pick a number.", "toy.rule", [Group(seat, "pick", (), range(10)) for seat in range(g.s.seats)])


def take_number(g: DG, f: Any, seat: Seat, option: Option) -> Next:
    """1 rolls a die, 2 reveals something, 3 whispers, 4 speaks, 5 leaves; the others only leave their mark."""
    number = int(option[1])
    if number == 1:
        g.roll(6, "die", "toy.rule")
    elif number == 2:
        g.reveal()
    elif number == 3:
        g.tell("toy.rule", "", private={0: "Psst."})
        return True
    elif number == 4:
        g.tell("toy.rule", "Hear, hear.")
        return True
    g.s.marks.append(number)
    return number != 5


ASK = question("number", ask_number, take_number)


def phases() -> Procedures:
    return Procedures(procedure("outer", Outer, deed(call_phase)), procedure("inner", Inner, ASK, level="phase"))


def call_phase(g: DG, f: Outer) -> Next:
    g.call(Inner())
    return True


def sit(seats: int = 1, take_backs: bool = False, steps: Step = ASK) -> Table:
    game = Toy(phases()) if steps is ASK else Toy(Procedures(procedure("outer", Outer, steps)))
    return Table(game, Setup(seats=seats), seed_key("toy"), take_backs=take_backs)


def answers(table: Table, *numbers: int, seat: Seat = 0) -> Table:
    for number in numbers:
        table.answer(seat, ("pick", number))
    return table


def marks(table: Table) -> list[int]:
    found: list[int] = table.g.s.marks
    return found


# ---- the journal ----------------------------------------------------------------------------------


def test_the_journal_holds_answers_with_their_chance_and_undos() -> None:
    table = answers(sit(), 6, 1, 7)
    table.undo(0)
    first, second, third, undone = table.journal
    assert first == Answered(0, [("pick", 6)], noticed=[SPECTATOR, 0])
    assert isinstance(second, Answered) and [purpose for purpose, _ in second.chance] == ["die"]
    assert third == Answered(0, [("pick", 7)], noticed=[SPECTATOR, 0])
    assert undone == Undone(2, 0, noticed=[SPECTATOR, 0])


def test_a_refused_answer_leaves_no_trace() -> None:
    table = answers(sit(), 6)
    before, revisions = save(table.g.s), dict(table.revisions)
    for options in ([("pick", 99)], [("pick", 7), ("pick", 99)], [("nonsense",)]):
        with pytest.raises(Refused):
            table.answer(0, *options)
    assert save(table.g.s) == before and len(table.journal) == 1 and table.revisions == revisions
    table.answer(0, ("pick", 1))
    assert len(table.journal[1].chance) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("cutting", [1, 2], ids=["a die", "a reveal"])
def test_what_chance_told_cannot_be_had_for_nothing(cutting: int) -> None:
    """An answer whose last part is sure to be refused is no way to look at the die and then do something else."""
    table = answers(sit(), 6)
    cut = table.answer(0, ("pick", 7), ("pick", cutting), ("pick", 99))
    assert cut is not None and cut.parts == 2
    assert cut.text.startswith(
        "The first 2 parts stand, for a die fell or something was shown; the rest was not done. "
    )
    assert marks(table) == [6, 7, cutting] and table.can_undo(0) == []
    last = table.journal[-1]
    assert isinstance(last, Answered) and last.options == [("pick", 7), ("pick", cutting)]
    assert len(last.chance) == (cutting == 1) == table.g.s.drawn


def test_what_follows_the_last_die_is_whole_or_not_at_all() -> None:
    table = sit()
    cut = table.answer(0, ("pick", 1), ("pick", 4), ("pick", 1), ("pick", 4), ("pick", 8), ("pick", 99), ("pick", 9))
    assert cut is not None and cut.parts == 3
    assert marks(table) == [1, 1] and [said.text for said in table.said(0)].count("Hear, hear.") == 1
    assert table.answer(0, ("pick", 1), ("pick", 8)) is None
    assert marks(table) == [1, 1, 1, 8]


def test_rules_that_fail_leave_no_trace_even_after_a_die() -> None:
    def fails(g: DG, f: Any, seat: Seat, option: Option) -> Next:
        if option[1] == 9:
            raise IndexError("a mistake in the rules")
        return take_number(g, f, seat, option)

    table = sit(steps=question("number", ask_number, fails))
    before = save(table.g.s)
    with pytest.raises(IndexError):
        table.answer(0, ("pick", 1), ("pick", 9))
    assert save(table.g.s) == before and table.journal == [] and table.log == [] and table.dealer.outcomes == []


def test_a_cut_answer_replays_and_one_with_parts_too_many_does_not() -> None:
    table = quick_table(Patrols(), 5, Setup(seats=2))
    table.answer(0, ("order", 0))
    table.answer(1, ("order", 1))
    table.answer(0, ("go",))
    assert table.g.ask is not None
    step = next(option for option in table.g.ask.options(0) if option[0] == "step")
    cut = table.answer(0, step, ("nonsense",))
    assert cut is not None and cut.parts == 1
    record = record_of(table)
    assert replay(record).g.s == table.g.s
    last = record.journal[-1]
    assert isinstance(last, Answered)
    record.journal[-1] = Answered(0, [step, ("nonsense",)], last.chance)
    with pytest.raises(RecordError, match="entry 4 of the journal does not replay"):
        replay(record)


def test_checkpoints_are_taken_now_and_then() -> None:
    table = answers(sit(), *[6] * 120)
    assert [point.entries for point in table.checkpoints] == [50, 100]


# ---- undo -----------------------------------------------------------------------------------------


def test_undo_goes_back_answer_by_answer() -> None:
    table = answers(sit(), 6, 7, 8)
    table.undo(0)
    assert marks(table) == [6, 7]
    table.undo(0)
    table.undo(0)
    assert marks(table) == [] and table.can_undo(0) == []
    with pytest.raises(Refused, match="There is no answer to take back"):
        table.undo(0)


@pytest.mark.parametrize("cutting", [1, 2], ids=["a die", "a reveal"])
def test_undo_does_not_cross(cutting: int) -> None:
    table = answers(sit(), 6, cutting, 7)
    table.undo(0)
    assert marks(table) == [6, cutting] and table.can_undo(0) == []


def test_undo_does_not_cross_the_answer_of_another_seat() -> None:
    table = answers(answers(sit(2), 6), 7, seat=1)
    assert table.can_undo(0) == []
    table.undo(1)
    assert marks(table) == [6] and table.can_undo(1) == table.can_undo(0) == []


def test_undo_by_level_goes_back_to_where_the_level_began() -> None:
    table = answers(sit(), 6, 7, 5, 8, 9)
    assert table.can_undo(0) == ["answer", "action", "phase", "turn"]
    table.undo(0, "phase")
    assert marks(table) == [6, 7, 5]
    table.undo(0, "phase")
    assert marks(table) == []


def test_take_backs_cross_everything_and_the_journal_says_so() -> None:
    table = answers(sit(take_backs=True), 6, 1, 2, 7)
    for _ in range(4):
        table.undo(0)
    assert marks(table) == [] and table.g.s.drawn == 0
    assert [type(entry) for entry in table.journal] == [Answered] * 4 + [Undone] * 4


def test_the_same_die_falls_again_after_a_take_back() -> None:
    table = answers(sit(take_backs=True), 1)
    table.undo(0)
    answers(table, 1)
    first, _, second = table.journal
    assert first == second


def take_or_end(g: DG, f: Any, seat: Seat, option: Option) -> Next:
    if option[1] == 9:
        g.end(Outcome("End", [0], 0, "toy.rule"))
    return take_number(g, f, seat, option)


ENDING = question("number", ask_number, take_or_end)


def test_the_end_stays_unless_take_backs_were_agreed() -> None:
    """At the end all that was hidden may be known; whoever could go back would play on with it."""
    table = answers(sit(steps=ENDING), 6, 7, 9)
    assert table.over and table.can_undo(0) == []
    with pytest.raises(Refused, match="The game is over"):
        table.undo(0)
    agreed = answers(sit(take_backs=True, steps=ENDING), 6, 7, 9)
    agreed.undo(0)
    assert not agreed.over and marks(agreed) == [6, 7]


def test_undo_takes_back_the_log() -> None:
    table = answers(sit(), 4, 4)
    table.undo(0)
    assert [said.text for said in table.said(0)] == ["Hear, hear."]


# ---- branches -------------------------------------------------------------------------------------


def test_what_if_never_touches_the_table() -> None:
    table = answers(sit(), 6, 7)
    before, journal = save(table.g.s), list(table.journal)
    branch = table.what_if(0)
    answers(branch, 1, 2, 8, 9)
    branch.undo(0)
    assert (save(table.g.s), table.journal, marks(table)) == (before, journal, [6, 7])
    assert branch.scratch and not table.scratch and table.log == []


def test_what_if_deals_its_own_dice_and_numbers_of_branches_differ() -> None:
    table = quick_table(Patrols(), 5, Setup(seats=2))
    keys = {table.what_if(seat, number).g.s.key for seat in (0, 1) for number in range(3)}
    assert len(keys) == 6 and table.g.s.key not in keys


# ---- what seats get -------------------------------------------------------------------------------


def test_each_seat_hears_its_own_log() -> None:
    table = answers(sit(2), 3, 4)
    assert [[said.text for said in table.said(seat)] for seat in (SPECTATOR, 0, 1)] == [
        ["Hear, hear."], ["Psst.", "Hear, hear."], ["Hear, hear."],
    ]  # fmt: skip
    assert [said.text for said in table.said(0, since=1)] == ["Hear, hear."]


def test_revisions_rise_for_those_who_can_see_or_hear_it() -> None:
    table = sit(2)
    start = dict(table.revisions)
    answers(table, 3)
    assert rise(table, start) == {SPECTATOR: 0, 0: 1, 1: 0}
    answers(table, 4)
    assert rise(table, start) == {SPECTATOR: 1, 0: 2, 1: 1}
    answers(table, 6)
    assert rise(table, start) == {SPECTATOR: 2, 0: 3, 1: 2}


def test_a_long_log_changes_nothing_about_revisions() -> None:
    """However long the log, a whisper raises no other revision, and a line that was said before raises all."""
    table = answers(sit(2), *[4] * 60)
    start = dict(table.revisions)
    answers(table, 3, 3, 3)
    assert rise(table, start) == {SPECTATOR: 0, 0: 3, 1: 0}
    answers(table, 4)
    assert rise(table, start) == {SPECTATOR: 1, 0: 4, 1: 1}


def test_an_undone_whisper_raises_the_revision_of_its_hearer_alone() -> None:
    table = answers(sit(2), 3)
    start = dict(table.revisions)
    table.undo(0)
    assert rise(table, start) == {SPECTATOR: 0, 0: 1, 1: 0}


def rise(table: Table, start: dict[Seat, int]) -> dict[Seat, int]:
    return {seat: revision - start[seat] for seat, revision in table.revisions.items()}


def test_why_not_is_worked_out_in_a_world_of_the_seat() -> None:
    """What speaks against an answer must not come from what the seat cannot know."""

    class Wary(Toy):
        def determinise(self, s: Any, seat: Seat, key: bytes) -> Any:
            world = super().determinise(s, seat, key)
            world.hidden = 0
            return world

    def refuse(g: DG, f: Any, seat: Seat, option: Option) -> Refusal:
        return Refusal("toy.rule", f"The secret is {g.s.hidden}.")

    step = question("number", ask_number, take_number, refuse)
    table = Table(Wary(Procedures(procedure("outer", Outer, step))), Setup(), seed_key(1))
    table.g.s.hidden = 77
    refusal = table.why_not(0, ("pick", 50))
    assert refusal is not None and refusal.text == "The secret is 0."
    with pytest.raises(Refused, match="The secret is 0"):
        table.answer(0, ("pick", 50))


def test_who_is_not_asked_learns_only_whom_the_table_waits_for() -> None:
    table = quick_table(Patrols(), 1, Setup(seats=2))
    for seat in (1, SPECTATOR):
        asked = table.view(seat).ask
        assert asked is not None and asked.prompt == "Waiting for Red." and asked.rule == ""
        assert all(choices.standing for choices in asked.groups)
    asked = table.view(0).ask
    assert asked is not None and asked.prompt == "Choose an order." and asked.number == "1.2"


def test_a_spectators_view_has_no_options() -> None:
    table = answers(sit(2), 6)
    assert sight.view(table.g, SPECTATOR).ask.groups == []  # type: ignore[union-attr]


def test_what_a_copy_deals_is_not_kept_by_the_table() -> None:
    """A player may try an answer on a copy before he gives another."""
    table = answers(sit(), 6)
    table.g.clone().take(0, ("pick", 1))
    answers(table, 7)
    assert table.journal[-1] == Answered(0, [("pick", 7)], noticed=[SPECTATOR, 0])
