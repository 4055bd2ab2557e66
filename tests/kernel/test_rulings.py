"""Rulings: a case that holds passes, and one that does not says exactly what differed."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.cases import CaseError, Verdict, plain, read_cases, run_case, seeing
from sandtable.kernel.cases.forms import Read, in_words, seat_of
from sandtable.kernel.view import Card, Hand, View

MINE: dict[str, Any] = {
    "id": "mine",
    "rule": "4.1",
    "given": {"at": "red-phase", "mine": "Reeds"},
    "when": [{"step": ["1", "Reeds"], "roll": {"mine": "3"}}],
    "then": {"place": {"1": "", "0": "West Beach"}, "result": "none"},
    "because": "three is low enough",
}


def case(**parts: Any) -> dict[str, Any]:
    """The case of the mine with some of it said otherwise; a part that is None is left out."""
    made = {**copy.deepcopy(MINE), **parts}
    return {name: part for name, part in made.items() if part is not None}


def run(**parts: Any) -> Verdict:
    return run_case(case(**parts), "patrols")


def fails(*words: str, **parts: Any) -> Verdict:
    verdict = run(**parts)
    assert not verdict.passed
    for word in words:
        assert word in verdict.text, verdict.text
    return verdict


def test_a_case_that_holds_passes_and_tells_what_fired() -> None:
    verdict = run()
    assert verdict == Verdict("mine", "4.1", "patrols", True, fired=["contact.mine", "move.step", "turn.first"])


# ---- then -----------------------------------------------------------------------------------------


def test_a_wrong_expectation_says_what_was_expected_and_what_came() -> None:
    verdict = fails('place: expected {1: Reeds}, got {1: ""}', then={"place": {"1": "Reeds"}})
    assert (verdict.expected, verdict.got) == ({"place": {"1": "Reeds"}}, {"place": {"1": ""}})


def test_a_wrong_result_is_told() -> None:
    fails("result: expected Night falls, got none", then={"result": "Night falls"})


def test_what_is_expected_on_the_way_is_compared_there() -> None:
    steps = [{"step": ["0", "Reeds"], "expect": {"place": {"0": "Hill"}}}]
    fails(
        "step 1: place: expected {0: Hill}, got {0: Reeds}",
        given={"at": "red-phase", "mine": "Quarry"},
        when=steps,
    )


def test_a_noun_that_cannot_be_compared_lists_those_that_can() -> None:
    fails("'weather' cannot be compared; this game has turn, place, mine", then={"weather": "fine"})


@pytest.mark.parametrize(
    ("sees", "words"),
    [
        ({"1": {"shows": ["You choose"]}}, "seat 1 does not see 'You choose'"),
        ({"0": {"hides": ["You choose"]}}, "seat 0 sees 'You choose'"),
        ({"Red": {"hides": ["You choose"]}}, "seat Red sees 'You choose'"),
        ({"blue": {"shows": ["You choose"]}}, "seat blue does not see 'You choose'"),
        ({"spectator": {"shows": ["You choose"]}}, "seat spectator does not see 'You choose'"),
        ({"green": {"hides": ["x"]}}, "'green' is not a seat; there are 0 (red), 1 (blue), spectator"),
        ({"2": {"hides": ["x"]}}, "'2' is not a seat"),
        ({"0": {"shwos": ["x"]}}, "sees 0 has no word 'shwos'; it has hides, piles, shows"),
        ({"0": ["x"]}, "sees 0 is a mapping, not ['x']"),
        ({"0": {"hides": "x"}}, "hides is a list, not 'x': write [x]"),
        ({"0": {"hides": [["x"]]}}, "an entry of hides is one name, not ['x']"),
        ({"0": {"shows": [""]}}, "shows has an empty entry, which is seen everywhere"),
    ],
)
def test_what_a_seat_sees_is_compared(sees: dict[str, Any], words: str) -> None:
    start = {"at": "start", "seats": "2", "draw": {"mine-hex": "Reeds"}}
    parts: dict[str, Any] = {"rule": "1.2", "given": start, "when": [{"order": "2"}]}
    assert run(**parts, then={"sees": {"0": {"shows": ["You choose"]}, "1": {"hides": ["You choose"]}}}).passed
    fails(words, **parts, then={"sees": sees})


# ---- given ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ({"at": "lunch"}, "given at: 'lunch' is not an entry point; there are start, turn, red-phase"),
        ({}, "given at: '' is not an entry point"),
        ({"at": "red-phase", "weather": "fine"}, "given has no word 'weather'; it has"),
        ({"at": "red-phase", "case": ["0", "2"]}, "'case' can be compared but not given"),
        ({"at": "red-phase", "mine": "Atlantis"}, "given mine: "),
        ({"at": "red-phase", "place": {"9": "Hill"}}, "given place: the value has a form that this word does not take"),
        ({"at": "red-phase", "place": {"one": "Hill"}}, "given place: 'one' is not a number"),
        ({"at": "red-phase", "place": ["0", "Hill"]}, "given place: a mapping is wanted, not ['0', 'Hill']"),
        ({"at": ["red-phase"]}, "at is one name, not ['red-phase']"),
        ({"at": "red-phase", "scenario": ["island"]}, "scenario is one name, not ['island']"),
        ({"at": "red-phase", "seats": "two"}, "seats: 'two' is not a number"),
        ({"at": "red-phase", "seats": "-1"}, "seats: -1 is too low: the least is 0"),
        ({"at": "red-phase", "options": ["fog"]}, "options is a mapping, not ['fog']"),
        ({"at": "red-phase", "content": ["men"]}, "content is a mapping, not ['men']"),
        ({"at": "start", "shuffle": {"mine-hex": "Reeds"}}, "shuffle mine-hex is a list, not 'Reeds': write [Reeds]"),
        ({"at": "start", "draw": {"mine-hex": [["Reeds"]]}}, "space is one name, not ['Reeds']"),
        ({"at": "red-phase", "scenario": "moon"}, "has no scenario 'moon'"),
        ({"at": "red-phase", "seats": "5"}, "seats 1 to 2, not 5"),
        ({"at": "red-phase", "options": {"fog": "on"}}, "has no option 'fog'"),
        ({"at": "red-phase", "content": {"men": {"scout": {"reach": "far"}}}}, "found 'far', expected a whole number"),
        ({"at": "start"}, "chance is asked for 'mine-hex'"),
        ({"at": "start", "draw": {"mine-hex": "Atlantis"}}, "'Atlantis' is not a space"),
        ({"at": "start", "draw": {"mine-hex": "Hill"}}, "which is not in the pool"),
        ({"at": "start", "draw": {"cup": "Hill"}}, "'cup' is not a draw of this game; it has mine-hex"),
        ({"at": "red-phase", "roll": {"mine": "3"}}, "chance was scripted and never asked for: {mine: [3]}"),
    ],
)
def test_a_position_that_cannot_be_given_is_told(given_: dict[str, Any], words: str) -> None:
    fails(words, given=given_, when=[], then={})


def test_content_of_a_case_holds_for_it_alone() -> None:
    quick = {"at": "red-phase", "mine": "Point", "content": {"men": {"rifleman": {"reach": "2"}}}}
    steps = [{"step": ["1", "Reeds"]}, {"step": ["1", "Hill"]}]
    assert run(rule="3.2", given=quick, when=steps, then={"place": {"1": "Hill"}}).passed
    assert not run(rule="3.2", given={"at": "red-phase", "mine": "Point"}, when=steps, then={}).passed


# ---- when -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (
            {"step": ["1", "Reeds"]},
            "step 1: chance is asked for 'mine' (a die with 6 sides), and the script does not say",
        ),
        ({"step": ["1", "Reeds"], "roll": {"mine": ["3", "4"]}}, "never asked for: {mine: [4]}"),
        ({"step": ["1", "Reeds"], "roll": {"mine": "7"}}, "the script gives 7 for 'mine', a die with faces 1 to 6"),
        ({"step": ["1", "Reeds"], "roll": {"mine": "low"}}, "roll mine: 'low' is not a number"),
        ({"step": ["1", "Hill"], "roll": {"mine": "3"}}, "never asked for"),
        (
            {"step": ["1", "Quarry"]},
            "step 1: step [Red man 2, Quarry] is refused under 3.1 (move.step): A step goes to a",
        ),
        (
            {"step": ["2", "Quarry"]},
            "step 1: step [Blue man 3, Quarry] is refused under 3.1 (move.step): Step with one of your own",
        ),
        ({"step": ["1"]}, "step takes 2 values (token, space); here are 1"),
        ({"order": ["1", "2"]}, "order takes 1 value (order); here are 2"),
        ({"halt": "now"}, 'halt takes no value (write ""); here are 1'),
        ({"halt": "", "seat": "green"}, "'green' is not a seat; there are 0 (red)"),
        ({"halt": "", "seat": "spectator"}, "'spectator' is not a seat"),
        ({"halt": "", "rule": "3.1"}, "'rule' stands beside 'refuse' and says why; this step refuses nothing"),
        ({"halt": "", "text": "no"}, "'text' stands beside 'refuse'"),
        ({"roll": ["3"]}, "roll is a mapping, not ['3']"),
        ({"step": [["1"], "Reeds"]}, "token is one name, not ['1']"),
        ({"step": ["1", "Atlantis"]}, "'Atlantis' is not a space"),
        ({"dance": ""}, "'dance' is not a verb of this game; it has fall-back, fire, go"),
        ({"halt": "", "step": ["1", "Reeds"]}, "a step has one verb, not halt and step"),
        ({"halt": "", "seat": "1"}, "step 1: "),
        ({"move": {"man": "1", "path": ["Atlantis"]}}, "move: "),
        ({"move": {"man": "1"}}, "move: 'path' is missing, or is not a word here"),
        ({"move": ["1", "Reeds"]}, "move: a mapping is wanted"),
        ({"move": {"man": "1", "path": []}}, "move {man: 1, path: []} answers nothing"),
        ({"move": {"man": "1", "path": ["Reeds"], "pace": "fast"}}, "move has no word 'pace'; it has man, path"),
    ],
)
def test_a_step_that_cannot_be_taken_is_told(step: dict[str, Any], words: str) -> None:
    fails(words, when=[step], then={})


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"refuse": {"step": ["1", "Hill"]}}, "step [1, Hill] should be refused and is allowed"),
        ({"refuse": {"step": ["1", "Quarry"]}, "rule": "3.2"}, "it should be refused under 3.2 (move.reach, "),
        (
            {"refuse": {"step": ["1", "Quarry"]}, "rule": "3.1", "text": "Not on Sundays"},
            "it should be refused with the words 'Not on Sundays'; step [Red man 2, Quarry] is refused under 3.1",
        ),
        ({"refuse": {"step": ["1", "Quarry"], "halt": ""}}, "refuse names one verb"),
        ({"refuse": {"step": ["1", "Quarry"]}, "rule": "9.9"}, "'9.9' is not a number or key of the ledger"),
        ({"refuse": {"step": ["1", "Quarry"]}, "rule": "move"}, "'move' is not a number or key of the ledger"),
        ({"refuse": {"step": ["1", "Quarry"]}, "rule": ["3.1"]}, "rule is one name, not ['3.1']"),
        ({"refuse": {"step": ["1", "Quarry"]}, "rule": "3.1", "text": ["A step"]}, "text is one name, not ['A step']"),
        ({"offers": {"move": [{"man": "1", "path": []}]}}, "move {man: 1, path: []} answers nothing"),
        ({"offers": {"step": [["1", "Quarry"]]}}, "step [Red man 2, Quarry] is not offered"),
        ({"lacks": {"step": [["1", "Reeds"]]}}, "step [Red man 2, Reeds] is offered"),
        ({"lacks": {"halt": ""}}, "halt is offered"),
    ],
)
def test_what_must_be_refused_or_offered_is_compared(step: dict[str, Any], words: str) -> None:
    fails(words, when=[step], then={})


def test_a_refusal_that_comes_as_foreseen_passes_and_changes_nothing() -> None:
    refuse = {"refuse": {"step": ["1", "Quarry"]}, "rule": "3.1", "text": "neighbouring"}
    by_key = {"refuse": {"move": {"man": "1", "path": ["Reeds", "Hill"]}}, "rule": "move.reach"}
    unmined = {"at": "red-phase", "mine": "Point"}
    verdict = run(given=unmined, when=[refuse, by_key], then={"place": {"1": "West Beach"}})
    assert verdict.passed and {"move.step", "move.reach"} <= set(verdict.fired)


def test_offers_and_lacks_that_hold_pass() -> None:
    step = {"offers": {"step": [["1", "Reeds"], ["0", "Hill"]]}, "lacks": {"step": [["1", "Quarry"]]}}
    assert run(when=[step], then={}).passed


def test_a_compound_verb_is_taken_in_its_parts() -> None:
    move = {"move": {"man": "0", "path": ["Reeds", "Hill"]}}
    assert run(given={"at": "red-phase", "mine": "Point"}, when=[move], then={"place": {"0": "Hill"}}).passed


def test_a_refusal_names_its_rule() -> None:
    verdict = fails(
        "step 1: a refuse names its rule: write rule: move.step, for step [Red man 2, Quarry] is refused under 3.1 (",
        when=[{"refuse": {"step": ["1", "Quarry"]}}],
    )
    assert verdict.got["rule"] == "move.step" and verdict.step == 1


@pytest.mark.parametrize("step", [{"refuse": {"fire": ""}}, {"refuse": {"hand": "3"}}, {"refuse": {"order": "1"}}])
def test_a_question_that_is_not_put_refuses_nothing(step: dict[str, Any]) -> None:
    """It is refused under the rule of the question that stands, which says nothing about this answer."""
    fails(
        "is not put here; Red is asked now under 3.1 (move.step, 'Steps'): Step with one man, or halt. (halt, step)",
        "write lacks: {",
        when=[{**step, "rule": "move.step"}],
    )


def test_another_seat_is_asked() -> None:
    given_ = {"at": "turn", "seats": "2", "mine": "Point"}
    steps: list[dict[str, Any]] = [
        {"go": "", "seat": "1"},
        {"refuse": {"step": ["0", "Hill"]}, "seat": "0", "rule": "move.step"},
    ]
    fails(
        "step 2: the question that step [Red man 1, Hill] answers is not put here; Blue is asked now",
        given=given_,
        when=steps,
    )
    wanted = {**steps[1], "text": "It is not your answer"}
    assert run(rule="2.1", given=given_, when=[steps[0], wanted], then={}).passed


def test_the_game_is_over_for_every_question() -> None:
    ended = [{"step": ["1", "Hill"]}, {"halt": ""}, {"refuse": {"halt": ""}, "rule": "3.1"}]
    given_ = {"at": "red-phase", "mine": "Point", "place": {"0": "Hill"}, "order": ["2", "1"]}
    fails("step 3: the question that halt answers is not put here; the game is over", given=given_, when=ended)


def test_a_refusal_names_the_part_that_is_refused() -> None:
    given_ = {"at": "red-phase", "mine": "Point"}
    refuse = {"refuse": {"move": {"man": "1", "path": ["Reeds", "Hill"]}}, "rule": "move.reach"}
    for part in ("Hill", {"step": ["1", "Hill"]}):
        assert run(given=given_, when=[{**refuse, "part": part}], then={}).passed
    found = "step [Red rifleman 2, Hill] is refused under 3.2 (move.reach): He has no step left."
    for part, words in (("Reeds", "Reeds"), ({"step": ["1", "Reeds"]}, "step [1, Reeds]")):
        verdict = run(given=given_, when=[{**refuse, "part": part}], then={})
        assert verdict.wanted == f"refused at {words}" and "is refused under 3.2 (move.reach)" in verdict.found, found
        assert verdict.got["part"].endswith("Hill]")
    fails("'part' stands beside 'refuse'", when=[{"halt": "", "part": "Hill"}])


def test_an_answer_that_would_roll_is_refused_without_dice_and_told_if_it_is_not() -> None:
    fails(
        "step 1: step [1, Reeds] should be refused and is allowed; step [Red man 2, Reeds] goes on to chance",
        when=[{"refuse": {"step": ["1", "Reeds"]}, "rule": "3.1"}],
    )


def test_both_sentences_are_told() -> None:
    step = {"refuse": {"step": ["1", "Quarry"]}, "rule": "3.2", "text": "far"}
    verdict = run(when=[step], then={})
    assert verdict.expected == {"rule": "3.2", "text": "far"} and verdict.step == 1
    assert verdict.got["number"] == "3.1" and verdict.got["text"] == "A step goes to a neighbouring hex."
    assert verdict.wanted == "refused under 3.2 (move.reach, 'Reach')"
    assert verdict.found.endswith("is refused under 3.1 (move.step): A step goes to a neighbouring hex.")
    wrong = run(then={"turn": "4"})
    assert (wrong.step, wrong.wanted, wrong.found) == ("then", "turn is 4", "turn is 1")
    assert run(given={"at": "lunch"}).step == "given"


def test_chance_is_told_by_names() -> None:
    left = run(given={"at": "red-phase", "draw": {"mine-hex": "Reeds"}}, when=[], then={})
    assert left.text == "chance was scripted and never asked for: {mine-hex: [Reeds]}"
    assert left.got == {"mine-hex": ["Reeds"]}
    fails(
        "the script draws Hill for 'mine-hex', which is not in the pool",
        given={"at": "start", "draw": {"mine-hex": "Hill"}},
    )
    fails("write draw: {mine-hex: ...} in given", given={"at": "start"})
    fails("write roll: {mine: ...} beside the answer", when=[{"step": ["1", "Reeds"]}])


# ---- views that are equal -------------------------------------------------------------------------

TURN: dict[str, Any] = {"at": "turn", "turn": "1", "seats": "2", "mine": "Point", "order": ["2", "1"]}


def same(as_: Any, *seats: str) -> dict[str, Any]:
    return {"same-view": {"seats": list(seats), "as": as_}}


def test_views_that_do_not_differ_pass() -> None:
    go = {"go": "", "seat": "0", "expect": same("before", "blue", "spectator")}
    assert run(rule="2.1", given=TURN, when=[go], then=same("start", "red", "blue")).passed
    assert run(rule="2.1", given=TURN, when=[go], then=same({"order": ["0", "1"], "mine": "Quarry"}, "blue")).passed


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (same("start", "blue"), "blue sees another position than at the start: space of Red man 1 of tokens: "),
        (same({"order": ["0", "1"]}, "red"), "red can tell the two positions apart at the first question: "),
        (same({"turn": "2"}, "spectator"), "spectator can tell the two positions apart at the first question: "),
        (
            same({"mine": "Hill"}, "blue"),
            "same-view as {mine: Hill}: step 2: chance is asked for 'mine'",
        ),
        (same({"mine": "Atlantis"}, "blue"), "same-view as {mine: Atlantis}: given mine: "),
        (same("before", "blue"), "same-view as before stands in the expect of a step; in then write as: start"),
        (same("yesterday", "blue"), "same-view as yesterday: write as: before, as: start, or as: with nouns of given"),
        (same("start"), "same-view names its seats"),
        (same("start", "green"), "'green' is not a seat"),
        ({"same-view": {"seats": ["blue"], "like": "start"}}, "same-view has no word 'like'; it has as, seats"),
    ],
)
def test_views_that_differ_are_told(then: dict[str, Any], words: str) -> None:
    steps = [{"go": "", "seat": "0"}, {"step": ["0", "Hill"], "roll": {}}]
    fails(words, rule="2.1", given=TURN, when=steps, then=then)


def test_another_position_is_compared_at_the_end() -> None:
    step = {"go": "", "seat": "0", "expect": same({"turn": "2"}, "blue")}
    fails("step 1: same-view as another position is compared over the whole case", given=TURN, when=[step])
    moved = [{"go": "", "seat": "0"}, {"step": ["0", "Hill"], "expect": same("before", "blue")}]
    fails("step 2: blue sees another position than before this step: ", given=TURN, when=moved)


def test_piles_are_seen_by_name() -> None:
    fails("seat 0 sees no pile 'deck'; there are hand", then={"sees": {"0": {"piles": {"deck": "1"}}}})
    assert run(then={"sees": {"0": {"piles": {"hand": "0"}}}}).passed
    fails("seat 0 sees hand with 0, not 2", then={"sees": {"0": {"piles": {"hand": "2"}}}})


def test_each_of_several_hands_is_a_pile_by_its_owner() -> None:
    cards = [Card(1, "Flank"), Card(2, "Rush")]
    view = View("path", 0, hands=[Hand("Ana", 2, 0, cards), Hand("Ben", 5, 1)])
    piles = {"hand": ["Rush", "Flank"], "hand-of-ana": "2", "hand-of-ben": "5"}
    seeing.check_piles("0", view, piles)
    with pytest.raises(CaseError, match="seat 0 sees hand-of-ben with 5, not 4"):
        seeing.check_piles("0", view, {"hand-of-ben": "4"})


# ---- words ----------------------------------------------------------------------------------------


def test_unknown_words_of_a_case_are_errors() -> None:
    fails("a case has no word 'wehn'; it has because, game, given", wehn=[])


def test_a_case_names_a_rule_of_the_ledger() -> None:
    fails("a case names its rule", rule=None)
    fails("'99.9' is not a number or key of the ledger", rule="99.9")
    fails("'mine' is not a number or key of the ledger", rule="mine")
    assert run(rule="contact.mine").passed


def test_an_unknown_game_is_told() -> None:
    verdict = run_case(case(game="chess"), "patrols")
    assert not verdict.passed and verdict.game == "chess" and "There is no game 'chess'" in verdict.text


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"given": "red-phase"}, "given is a mapping, not 'red-phase'"),
        ({"when": {"halt": ""}}, "when is a list, not {'halt': ''}"),
        ({"when": ["halt"]}, "a step is a mapping, not 'halt'"),
        ({"then": ["none"]}, "then is a mapping, not ['none']"),
    ],
)
def test_parts_of_the_wrong_shape_are_told(parts: dict[str, Any], words: str) -> None:
    fails(words, **parts)


def test_a_seat_answers_by_its_title() -> None:
    first = {"at": "turn", "seats": "2", "mine": "Point"}
    parts: dict[str, Any] = {"rule": "2.1", "given": first, "then": {"place": {"2": "Quarry"}}}
    assert run(**parts, when=[{"go": "", "seat": "Blue"}, {"step": ["2", "Quarry"], "seat": "blue"}]).passed
    assert seat_of("team-one", ["Team One"]) == 0 and seat_of("-1", [], watching=True) == -1


def test_rules_that_fail_are_told_with_the_error() -> None:
    def opening(*_: Any) -> Any:
        raise AssertionError("a bug")

    verdict = run_case(case(), "patrols", opening)
    assert verdict.text == (
        "the rules cannot go on from here (AssertionError('a bug')): can a game come to this position?"
    )


def test_words_within_words_that_nobody_reads_are_told() -> None:
    read = Read({"path": ["1"], "drop": {"1": ["a"], "2": ["b"]}})
    assert [read["drop"].get(label, []) for label in read["path"]] == [["a"]]
    with pytest.raises(CaseError, match="move drop has no word '2'; it has 1"):
        read.all_read("move")
    assert list(read["drop"].values()) == [["a"], ["b"]]
    read.all_read("move")
    by_keys, by_items, by_turn = Read({"a": "1"}), Read({"a": "1"}), Read({"a": "1"})
    assert [*by_keys.keys(), *map(str, by_items.items()), *by_turn] == ["a", "('a', '1')", "a"]
    for whole in (by_keys, by_items, by_turn):
        whole.all_read("move")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("stack"), "'stack' is missing, or is not a word here"),
        (TypeError("string indices must be integers, not 'str'"), "a mapping is wanted, not a list or a name"),
        (ValueError("invalid literal for int() with base 10: 'x'"), "'x' is not a number"),
        (ValueError("tuple.index(x): x not in tuple"), "the value has a form that this word does not take, or names"),
        (ValueError("Hills are high."), "Hills are high."),
        (IndexError("list index out of range"), "the value has a form that this word does not take, or names"),
    ],
)
def test_what_a_referee_stumbles_over_is_a_sentence(error: Exception, words: str) -> None:
    assert in_words(error).startswith(words)


junk = st.sampled_from(["", "x", "-1", "99", [], ["x"], {}, {"x": "y"}, {"x": ["y"]}, [["x"]]])


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a case."""
    if path:
        yield path
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, inner in entries:
        yield from places(inner, (*path, key))


FULL: dict[str, Any] = case(
    given={
        "at": "start", "scenario": "island", "options": {}, "seats": "2", "content": {"men": {"scout": {"reach": "2"}}},
        "draw": {"mine-hex": "Reeds"}, "place": {"0": "Quarry"}, "turn": "1",
    },
    when=[
        {"order": "1", "seat": "0", "expect": {"order": ["1", "1"]}}, {"order": ["1"]}, {"go": "", "seat": "0"},
        {"refuse": {"step": ["1", "Quarry"]}, "rule": "3.1", "text": "A step"},
        {"offers": {"halt": ""}, "lacks": {"fire": ""}},
        {"move": {"man": "0", "path": ["East Beach"]}},
        {"fire": "", "roll": {"attack": "4", "defence": ["4"]}},
    ],
    then={"result": "none", "sees": {"1": {"shows": ["Red scout"], "hides": ["xyzzy"]}}},
)  # fmt: skip


def test_the_full_case_holds() -> None:
    assert run_case(FULL, "patrols").passed, run_case(FULL, "patrols").text


@given(st.sampled_from(sorted(places(FULL), key=str)), junk)
@settings(max_examples=400, deadline=None)
def test_whatever_is_wrong_with_a_case_ends_in_the_verdict(path: tuple[Any, ...], value: Any) -> None:
    broken = copy.deepcopy(FULL)
    holder: Any = broken
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    verdict = run_case(broken, "patrols")
    assert verdict.passed or verdict.text
    assert not re.search(r"Error\(|invalid literal|\.index\(x\)|object has no attribute", verdict.text), verdict.text


def test_a_file_of_cases_is_a_list_of_mappings(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("- {id: a, rule: 4.10, roll: {mine: 3}}\n- {id: b}\n", encoding="utf-8")
    assert read_cases(file) == [{"id": "a", "rule": "4.10", "roll": {"mine": "3"}}, {"id": "b"}]
    for text in ("id: a", "- just words", "- {", ""):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(CaseError, match=r"cases\.yaml: "):
            read_cases(file)


def test_a_word_that_stands_twice_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("- {id: a, rule: 4.1}\n- id: b\n  then: {turn: 1, mine: Reeds, turn: 2}\n", encoding="utf-8")
    with pytest.raises(CaseError, match=r"cases\.yaml:3:32: 'turn' stands twice"):
        read_cases(file)
    file.write_text("- &one {id: a}\n- *one\n", encoding="utf-8")
    assert read_cases(file) == [{"id": "a"}, {"id": "a"}]


def test_values_are_compared_as_cases_write_them() -> None:
    assert plain({1: True, "b": [2, None], "c": {3}}) == {"1": "yes", "b": ["2", ""], "c": ["3"]}
