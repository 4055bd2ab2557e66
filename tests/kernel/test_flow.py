"""Flow: steps in order, the three jumps, one door for answers, and mistakes of the rules told as such."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable.kernel.flow import (
    NEXT,
    STAY,
    Event,
    FlowError,
    Next,
    Procedures,
    Step,
    deed,
    machine,
    procedure,
    question,
)
from sandtable.kernel.game import games
from sandtable.kernel.options import Ask, Group, Option, Refusal, Refused, Seat
from sandtable.kernel.state import save
from sandtable.kernel.view import Outcome
from sandtable.lab.citations import sources
from tests.kernel.toys import DG, Inner, Outer, Toy, begin


def mark(number: int, name: str = "") -> Step:
    """A deed that leaves a mark."""
    return deed(lambda g, f: g.s.marks.append(number), name or f"mark-{number}")


def pick(*numbers: int, name: str = "pick", seats: tuple[Seat, ...] = (0,), **more: Any) -> Step:
    """A question for a number, which leaves it as a mark; answered once, play goes on."""
    asked = Ask("Pick a number.", "toy.rule", [Group(seat, "pick", (), list(numbers)) for seat in seats], **more)
    return question(name, lambda g, f: asked, take_pick)


def take_pick(g: DG, f: Any, seat: Seat, option: Option) -> Next:
    g.s.marks.append(int(option[1]))
    return NEXT


def end(g: DG, f: Any) -> None:
    g.end(Outcome("End", [len(g.s.marks)], 0, "toy.rule"))


def take_end(g: DG, f: Any, seat: Seat, option: Option) -> Next:
    end(g, f)
    return NEXT


def outer(*steps: Step, **more: Any) -> Procedures:
    return Procedures(procedure("outer", Outer, *steps, **more))


def nested(first: list[Step], inside: list[Step], **more: Any) -> Procedures:
    return Procedures(procedure("outer", Outer, *first), procedure("inner", Inner, *inside, **more))


call_inner = deed(lambda g, f: g.call(Inner()), "call")


# ---- steps and jumps ------------------------------------------------------------------------------


def test_deeds_run_in_order_up_to_the_first_question() -> None:
    g = begin(Toy(outer(mark(1), mark(2), pick(7, 8), mark(3), pick(5, 6, name="again"))))
    assert g.s.marks == [1, 2]
    assert g.ask is not None and list(g.ask.options(0)) == [("pick", 7), ("pick", 8)]
    g.take(0, ("pick", 8))
    assert g.s.marks == [1, 2, 8, 3] and g.s.stack[-1].step == "again"


def test_a_deed_or_an_answer_that_stays_comes_back_to_its_step() -> None:
    def twice(g: DG, f: Outer) -> Next:
        f.note += 1
        g.s.marks.append(f.note)
        return STAY if f.note < 2 else NEXT

    def take(g: DG, f: Outer, seat: Seat, option: Option) -> Next:
        g.s.marks.append(int(option[1]))
        return STAY if option[1] == 7 else NEXT

    asked = Ask("Again?", "toy.rule", [Group(0, "pick", (), [7, 8])])
    g = begin(Toy(outer(deed(twice), question("again", lambda g, f: asked, take), deed(end))))
    assert g.s.marks == [1, 2]
    g.take(0, ("pick", 7))
    g.take(0, ("pick", 7))
    assert not g.over
    g.take(0, ("pick", 8))
    assert g.s.marks == [1, 2, 7, 7, 8] and g.over


def test_a_called_procedure_runs_before_its_caller_goes_on() -> None:
    inside = [mark(10), deed(lambda g, f: g.leave(42), "leave"), mark(11)]
    after = deed(lambda g, f: g.s.marks.append(g.s.returned), "after")
    g = begin(Toy(nested([mark(1), call_inner, after, pick(7, 8)], inside)))
    assert g.s.marks == [1, 10, 42]


def test_a_procedure_that_runs_out_of_steps_leaves_with_nothing() -> None:
    after = deed(lambda g, f: g.s.marks.append(g.s.returned), "after")
    g = begin(Toy(nested([call_inner, after, pick(7, 8)], [mark(10)])))
    assert g.s.marks == [10, 0]


def test_end_stops_the_game_where_it_stands() -> None:
    inside = [deed(end), mark(99)]
    g = begin(Toy(nested([call_inner, mark(98), pick(7, 8)], inside)))
    assert g.over and g.ask is None and g.s.marks == []
    assert g.s.outcome == Outcome("End", [0], 0, "toy.rule")
    refusal = g.why_not(0, ("pick", 7))
    assert refusal is not None and refusal.key == "kernel.over"
    assert g.standing(0) == []


def test_end_inside_an_answer_stops_the_game_too() -> None:
    asked = Ask("End?", "toy.rule", [Group(0, "pick", (), [7, 8])])
    g = begin(Toy(outer(question("end", lambda g, f: asked, take_end))))
    g.apply(0, [("pick", 7)])
    assert g.over and g.ask is None


def test_levels_count_what_has_begun() -> None:
    g = begin(Toy(nested([call_inner, pick(7, 8), call_inner_again, pick(7, 8, name="b")], [mark(1)], level="phase")))
    assert g.s.begun == [0, 1, 0]
    g.take(0, ("pick", 7))
    assert g.s.begun == [0, 2, 0]


call_inner_again = deed(lambda g, f: g.call(Inner()), "call-again")


def test_the_breadcrumb_names_the_procedures_from_outside_in() -> None:
    made = Procedures(
        procedure("outer", Outer, call_inner, title="The day"),
        procedure("inner", Inner, pick(7, 8), crumb=lambda g, f, seat: f"hour {f.note} for {seat}"),
    )
    assert begin(Toy(made)).crumbs(1) == ["The day", "hour 0 for 1"]


# ---- mistakes of the rules ------------------------------------------------------------------------


def asks(*groups: Group) -> Step:
    return question("ask", lambda g, f: Ask("Well?", "toy.rule", list(groups)), take_pick)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([deed(lambda g, f: setattr(f, "step", "nowhere"), "jump")], "procedure 'outer' has no step 'nowhere'"),
        ([mark(1)], "the last procedure left without ending the game"),
        ([asks()], "the ask 'Well\\?' .toy.rule. offers nothing"),
        ([deed(lambda g, f: STAY, "turn")], "the rules run without end"),
        ([deed(lambda g, f: g.call(Inner()), "call")], "no procedure runs a frame of type Inner"),
        ([deed(lambda g, f: g.draw([], "cup", "toy.rule"), "draw")], "a draw for 'cup' .toy.rule. from an empty pool"),
    ],
)
def test_a_mistake_of_the_rules_is_told_as_one(steps: list[Step], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ENDLESS", 100)
    with pytest.raises(FlowError, match=words):
        begin(Toy(outer(*steps)))


def test_rules_that_answer_themselves_for_ever_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ENDLESS", 100)
    asked = Ask("Pass.", "toy.rule", [Group(0, "pass")])
    with pytest.raises(FlowError, match="the rules answer themselves without end"):
        begin(Toy(outer(question("pass", lambda g, f: asked, lambda *_: STAY))))


def test_a_position_that_stands_at_a_deed_or_nowhere_asks_nothing() -> None:
    game = Toy(outer(mark(1), pick(7, 8)))
    for name in ("mark-1", "gone"):
        g = begin(game)
        g.s.stack[-1].step, g.asked = name, None
        with pytest.raises(FlowError, match=f"stands at '{name}', which asks nothing"):
            _ = g.ask


def test_a_procedure_without_steps_is_not_accepted() -> None:
    with pytest.raises(FlowError, match="procedure 'outer' has no steps"):
        procedure("outer", Outer)


def test_procedures_with_mixed_up_names_are_not_accepted() -> None:
    with pytest.raises(FlowError, match="two steps of one name"):
        outer(mark(1), mark(1))
    with pytest.raises(FlowError, match="two procedures share a frame type or a tag"):
        Procedures(procedure("a", Outer, mark(1)), procedure("b", Outer, mark(1)))


# ---- the door -------------------------------------------------------------------------------------


def test_an_answer_of_several_parts_is_taken_whole_or_not_at_all() -> None:
    heard: list[Event] = []
    tells = deed(lambda g, f: g.tell("toy.rule", "Once."), "tell")
    g = begin(Toy(outer(pick(7, 8), tells, pick(5, 6, name="second"), pick(1, 2, name="third"))), heard=heard)
    before = save(g.s)
    with pytest.raises(Refused) as refused:
        g.apply(0, [("pick", 7), ("pick", 99)])
    assert refused.value.refusal == Refusal("toy.rule", "Not now. You are asked: Pick a number.")
    assert save(g.s) == before and heard == [] and g.offers(0, ("pick", 7))
    g.apply(0, [("pick", 7), ("pick", 6)])
    assert g.s.marks == [7, 6] and [event.public for event in heard] == ["Once."]


def test_an_exception_in_the_rules_leaves_the_game_as_it_was() -> None:
    def take(g: DG, f: Outer, seat: Seat, option: Option) -> Next:
        g.s.marks.append(1)
        raise ZeroDivisionError

    asked = Ask("Well?", "toy.rule", [Group(0, "pick", (), [7, 8])])
    g = begin(Toy(outer(question("ask", lambda g, f: asked, take))))
    before = save(g.s)
    with pytest.raises(ZeroDivisionError):
        g.apply(0, [("pick", 7)])
    assert save(g.s) == before and g.ask == asked


@pytest.mark.parametrize(
    ("seat", "option", "key"),
    [
        (0, ("pick", 9), "toy.rule"),
        (0, ("pass",), "toy.rule"),
        (0, ("ring",), "toy.rule"),
        (1, ("pick", 7), "toy.rule"),
        (2, ("pick", 7), "kernel.word"),
        (-1, ("pick", 7), "kernel.word"),
        (-1, ("ring",), "kernel.word"),
        (0, ("pick",), "kernel.word"),
        (0, ("pick", 7, 7), "kernel.word"),
        (0, ("pick", "7"), "kernel.word"),
        (0, ("pick", 100), "kernel.word"),
        (0, ("pick", -1), "kernel.word"),
        (0, ("nonsense",), "kernel.word"),
        (0, (), "kernel.word"),
    ],
)
def test_what_is_not_offered_is_refused_with_a_rule_and_a_sentence(seat: Seat, option: Option, key: str) -> None:
    g = begin(Toy(outer(pick(7, 8))), seats=2)
    before = save(g.s)
    assert not g.offers(seat, option)
    refusal = g.why_not(seat, option)
    assert refusal is not None and refusal.key == key and refusal.text.endswith(".")
    with pytest.raises(Refused) as refused:
        g.apply(seat, [option])
    assert refused.value.refusal == refusal and str(refused.value) == refusal.text
    assert save(g.s) == before


def test_an_answer_without_parts_is_no_answer() -> None:
    with pytest.raises(Refused, match="at least one part"):
        begin(Toy(outer(pick(7, 8)))).apply(0, [])


def test_a_question_says_itself_why_not() -> None:
    asked = Ask("Well?", "toy.rule", [Group(0, "pick", (), [7, 8])])
    step = question("ask", lambda g, f: asked, take_pick, lambda g, f, seat, o: Refusal("toy.rule", f"Not {o[1]}."))
    assert begin(Toy(outer(step))).why_not(0, ("pick", 9)) == Refusal("toy.rule", "Not 9.")


def test_of_several_seats_the_first_to_answer_acts() -> None:
    g = begin(Toy(outer(pick(7, 8, seats=(0, 1)), pick(5, 6, name="next"))), seats=2)
    assert g.ask is not None and g.ask.seats() == [0, 1]
    g.apply(1, [("pick", 8)])
    assert g.s.marks == [8] and not g.offers(1, ("pick", 5))


# ---- answers that leave no choice -----------------------------------------------------------------


def test_a_sole_answer_is_given_by_itself_and_noted() -> None:
    g = begin(Toy(outer(pick(7, 8), pick(5, name="sole"), pick(1, 2, name="last"))))
    g.take(0, ("pick", 7))
    assert g.s.marks == [7, 5] and g.autos == [("pick", 5)]


def test_a_secret_answer_is_never_given_by_itself() -> None:
    g = begin(Toy(outer(pick(5, secret=True), pick(1, 2, name="last"))))
    assert g.s.marks == [] and g.ask is not None and list(g.ask.options(0)) == [("pick", 5)]


def test_a_patient_game_stops_where_a_phase_ends() -> None:
    game = Toy(outer(pick(7, 8), pick(5, name="sole", ends=True), pick(1, 2, name="last")))
    hasty, patient = begin(game), begin(game)
    patient.patient = True
    for g in (hasty, patient):
        g.take(0, ("pick", 7))
    assert hasty.s.marks == [7, 5] and patient.s.marks == [7]


def test_an_idle_procedure_is_passed_over_and_a_patient_game_stops_in_it() -> None:
    idle = deed(lambda g, f: g.call(Inner(), idle=True), "idle")
    game = Toy(nested([pick(7, 8), idle, pick(1, 2, name="last")], [pick(5, name="sole", ends=True)]))
    hasty, patient = begin(game), begin(game)
    patient.patient = True
    for g in (hasty, patient):
        g.take(0, ("pick", 7))
    assert hasty.offers(0, ("pick", 1)) and patient.offers(0, ("pick", 5))


@pytest.mark.parametrize("name", games())
def test_no_rule_asks_whether_a_ruling_looks_on(name: str) -> None:
    told = {file: path.read_text(encoding="utf-8") for file, path in sources(games()[name].package).items()}
    assert [file for file, text in told.items() if re.search(r"\.patient\b", text)] == []


# ---- standing options -----------------------------------------------------------------------------


def test_a_standing_option_is_taken_beside_the_ask_which_is_put_again() -> None:
    g = begin(Toy(outer(pick(7, 8)), bell=lambda g, seat: -1 - seat not in g.s.marks), seats=2)
    assert g.offers(1, ("ring",)) and g.standing(1) == [Group(1, "ring")]
    g.apply(1, [("ring",)])
    assert g.s.marks == [-2]
    assert g.ask is not None and list(g.ask.options(0)) == [("pick", 7), ("pick", 8)]
    assert g.why_not(1, ("ring",)) == Refusal("toy.rule", "There is no bell now.")
    assert g.offers(0, ("ring",))


def test_a_standing_option_may_begin_a_procedure_of_its_own() -> None:
    class Bell(Toy):
        def take_standing(self, g: DG, seat: Seat, option: Option) -> None:
            g.call(Inner())

    g = begin(Bell(nested([pick(7, 8), deed(end)], [pick(1, 2)]), bell=lambda g, seat: len(g.s.stack) == 1))
    g.apply(0, [("ring",)])
    g.apply(0, [("pick", 2)])
    assert g.s.marks == [2] and g.offers(0, ("pick", 7)) and not g.over


def test_nobody_without_a_seat_has_standing_options() -> None:
    g = begin(Toy(outer(pick(7, 8)), bell=lambda g, seat: True), seats=2)
    assert g.standing(-1) == [] and g.standing(2) == []


def test_a_closed_procedure_offers_no_standing_options() -> None:
    game = Toy(nested([pick(7, 8), call_inner], [pick(5, 6)], closed=True), bell=lambda g, seat: True)
    g = begin(game)
    assert g.offers(0, ("ring",))
    g.take(0, ("pick", 7))
    assert g.standing(0) == [] and not g.offers(0, ("ring",))


# ---- telling --------------------------------------------------------------------------------------


def test_each_seat_hears_the_names_that_it_may_know() -> None:
    class Names(Toy):
        def name(self, s: Any, seat: Seat, domain: str, value: int) -> str:
            return f"spy {value}" if seat == 1 else "somebody"

    heard: list[Event] = []
    tells = deed(lambda g, f: g.tell("toy.rule", "{0:man} waits.", 5), "tell")
    begin(Names(outer(tells, pick(7, 8))), seats=2, heard=heard)
    [event] = heard
    assert [event.said(seat).text for seat in (-1, 0, 1)] == ["somebody waits.", "somebody waits.", "spy 5 waits."]


def test_a_private_line_is_heard_by_its_seat_alone() -> None:
    heard: list[Event] = []
    tells = deed(lambda g, f: g.tell("toy.rule", "", private={0: "Psst."}), "tell")
    begin(Toy(outer(tells, pick(7, 8))), seats=2, heard=heard)
    assert [heard[0].said(seat).text for seat in (-1, 0, 1)] == ["", "Psst.", ""]


def test_a_die_is_told_with_its_face() -> None:
    heard: list[Event] = []
    g = begin(
        Toy(outer(deed(lambda g, f: g.s.marks.append(g.roll(6, "big-noise", "toy.rule")), "roll"), pick(7, 8))),
        heard=heard,
    )
    assert heard[0].dice == g.s.marks and heard[0].public == f"big noise: {g.s.marks[0]} on a d6"


def test_a_clone_plays_on_alone_and_unheard() -> None:
    heard: list[Event] = []
    tells = deed(lambda g, f: g.tell("toy.rule", "Once."), "tell")
    g = begin(Toy(outer(pick(7, 8), tells, pick(5, 6, name="next"))), heard=heard)
    copy = g.clone()
    copy.take(0, ("pick", 7))
    assert (g.s.marks, copy.s.marks, heard) == ([], [7], []) and g.offers(0, ("pick", 8))
