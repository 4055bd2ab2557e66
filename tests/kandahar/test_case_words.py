"""What cases of Kandahar say: names, ranges, counts and measures are read as they are meant, and slips are told."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.cases import Verdict, run_case

FIELD: dict[str, Any] = {
    "at": "friendly-movement",
    "hexes": {"all": "clear", "1108-1112": "village", "1110": "clear"},
    "content": {"terrain": {"village": {"cost": "2"}}, "pieces": {"a-team": {"move": "4"}}},
    "place": {"base-camp": "2001", "a-team": "1107", "m249-1": "1107", "b-team": "2205"},
}
FIGHT: dict[str, Any] = {
    "at": "friendly-combat",
    "hexes": {"all": "clear"},
    "options": {"attack-reinforces-detected": "off"},
    "content": {"pieces": {"a-team": {"fire": "5"}, "b-team": {"fire": "1"}, "militia": {"fire": "3"}}},
    "place": {"a-team": "1107", "b-team": "1109", "militia": "1108", "militia-2": "1208"},
    "detected": [["a-team"], ["b-team"]],
}


def run(given: dict[str, Any], *when: dict[str, Any], then: Any = "") -> Verdict:
    return run_case({"id": "x", "rule": "10.3", "given": given, "when": list(when), "then": then}, "kandahar")


def holds(given: dict[str, Any], *when: dict[str, Any], then: Any = "") -> None:
    verdict = run(given, *when, then=then)
    assert verdict.passed, verdict.text


def told(words: str, given: dict[str, Any], *when: dict[str, Any], then: Any = "") -> None:
    verdict = run(given, *when, then=then)
    assert not verdict.passed
    assert words in verdict.text, verdict.text


# ---- names ----------------------------------------------------------------------------------------


def test_the_first_of_its_kind_has_two_names() -> None:
    holds(FIELD, then={"hex": {"1107": ["a-team", "m249"]}, "place": {"m249": "1107", "m249-1": "1107"}})
    holds({**FIELD, "detected": ["a-team-1"]}, {"form": "1107"}, {"take": "a-team-1"}, then={"detected": ["a-team-1"]})
    worn = {**FIELD, "casualties": {"a-team": "two-hit-1"}}
    holds(worn, then={"casualties": {"a-team": "two-hit", "b-team": "none"}})
    holds(worn, then={"casualties": {"a-team": "two-hit-1"}})
    told(
        "casualties: expected {a-team: two-hit-2}, got {a-team: two-hit}",
        worn,
        then={"casualties": {"a-team": "two-hit-2"}},
    )


def test_pieces_go_by_what_is_printed_on_them() -> None:
    printed = {"A-Team": "1107", "Med Kit": "1107", "medkit-2": "1107", "M249 2": "1108", "Disarm I.E.D.": "0101"}
    found = {"a-team": "1107", "med-kit": "1107", "med-kit-2": "1107", "m249-2": "1108", "disarm-ied": "0101"}
    given = {**FIELD, "at": "Friendly Movement", "place": printed}
    holds(given, {"form": "1107"}, {"take": "A-Team"}, then={"place": found, "mission": "Disarm I.E.D."})


def test_slips_are_told_with_what_comes_near() -> None:
    told("e.g. a-team, m249, m249-2; did you mean base-camp?", {**FIELD, "place": {"camp": "1107"}})
    told("did you mean suppress?", FIELD, {"supress": ["m249", "militia"]})
    told("detected: a list is wanted, not 'none': write []", {**FIELD, "detected": "none"})
    told("'stack' is missing, or is not a word here (move: {stack, path,", FIELD, {"move": {"a-team": "1108"}})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"cup": {"enemies": ["militia", "militia"]}},
            "given cup: 'militia' and 'militia' are the same piece; its kind",
        ),
        ({"cup": {"enemies": ["raid"]}}, "given cup: the cup of enemies holds enemies alone"),
        ({"cup": {"foes": []}}, "given cup: 'foes' is not a cup; there are enemies, missions, casualties"),
        ({"place": {"m249": "1107", "m249-1": "1108"}}, "given place: 'm249' and 'm249-1' are the same piece"),
        ({"place": {"m249": "cup"}}, "given place: m249 goes into no cup"),
        ({"casualties": {"a-team": "cries", "b-team": "cries"}}, "given casualties: 'cries' and 'cries' are the same"),
        (
            {"counts": {"accomplished": "31"}},
            "given counts: accomplished: 31 missions cannot be settled, for the cup holds 30",
        ),
        ({"counts": {"accomplished": "-1"}}, "given counts: -1 is too low"),
        (
            {"counts": {"lost": "1"}},
            "given counts: 'lost' is not a count of missions; there are accomplished, forfeited",
        ),
        (
            {"counts": {"forfeited": "1"}, "forfeited": ["raid", "re-supply"]},
            "given counts: forfeited: 2 missions are named as forfeited, which is more than 1",
        ),
        (
            {"content": {"pieces": {"militia-2": {"fire": "1"}}}},
            "values to kinds, not to counters: write militia for militia-2",
        ),
    ],
)
def test_no_piece_is_lost_in_silence(given: dict[str, Any], words: str) -> None:
    told(words, {"at": "friendly-movement", **given})


def test_counts_have_the_named_missions_among_them() -> None:
    given = {"at": "friendly-movement", "accomplished": ["raid"], "counts": {"accomplished": "4", "forfeited": "1"}}
    holds(given, then={"counts": {"accomplished": "4", "forfeited": "1"}, "cup": {"missions": "25"}})


# ---- hexes ----------------------------------------------------------------------------------------


def test_ranges_of_hexes() -> None:
    holds(FIELD, then={"cost": {"1108-1109": "2", "1111..1112": "2", "1110": "1"}, "hex": {"0101-1106": []}})
    told("cost: expected {1108-1110: 2}, got {1108: 2, 1109: 2, 1110: 1}", FIELD, then={"cost": {"1108-1110": "2"}})
    holds(FIELD, {"lacks": {"form": ["1108-1112"]}, "offers": {"form": ["1107"]}})
    told("step 1: form 1107 is offered", FIELD, {"lacks": {"form": ["1105-1109"]}})
    told("There is no hex '1137'", FIELD, then={"cost": {"1130-1137": "1"}})
    move = {"move": {"stack": ["a-team"], "path": ["1108-1210"]}}
    told("step 1: move: '1108-1210' is a block of hexes: a range in a path runs along a column or a row", FIELD, move)


def test_a_route_is_refused_at_its_leg() -> None:
    route = {"refuse": {"move": {"stack": ["a-team"], "path": ["1108-1112"]}}, "rule": "10.3"}
    holds(FIELD, {**route, "part": "1110"}, {**route, "part": {"go": "1110"}})
    told(
        "step 1: it should be refused at 1111; go 1110 is refused under 10.3 (move.allowance)",
        FIELD,
        {**route, "part": "1111"},
    )


# ---- measures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noun", "row", "words"),
    [
        (
            "allowance",
            {"stack": ["a-team"], "boat": "yes", "is": "4"},
            "a row of allowance has no word 'boat'; it has afloat, is, stack",
        ),
        ("allowance", {"stack": ["a-team"], "afloat": "often", "is": "4"}, "'often' is not yes or no, as afloat is"),
        ("allowance", {"stack": ["a-team"]}, "a row does not say 'is': write {stack: ..., is: 3}"),
        (
            "portage",
            {"stack": ["a-team"], "afloat": "yes", "is": "4"},
            "a row of portage has no word 'afloat'; it has is, stack",
        ),
        ("portage", {"is": "4"}, "a row does not say 'stack'"),
        (
            "noise",
            {"hex": "1107", "stealth": "yes", "is": "1"},
            "a row of noise has no word 'stealth'; it has hex, is, stealthy",
        ),
        ("noise", {"stack": ["a-team"], "is": "1"}, "a row of noise has no word 'stack'"),
    ],
)
def test_unknown_words_in_a_row_are_told(noun: str, row: dict[str, Any], words: str) -> None:
    told(f"{noun}: {words}", FIELD, then={noun: [row]})


# ---- battles --------------------------------------------------------------------------------------


def test_totals_of_several_attackers() -> None:
    both = {
        "attacks": [{"by": ["a-team"], "at": "militia-1"}, {"by": "1109", "at": "militia-2"}],
        "roll": {"attack": ["4", "5"], "defence": ["4", "1"]},
    }
    holds(FIGHT, both, then={"totals": [{"ours": "45", "theirs": "43"}, {"ours": "51", "theirs": "13"}], "enemies": []})
    holds(FIGHT, both, then={"totals": {"ours": "51"}})
    holds(FIGHT, then={"totals": "none"})
    told("totals: expected {ours: 50}, got {ours: 51}", FIGHT, both, then={"totals": {"ours": "50"}})
    apart = {"attack": {"by": ["a-team", "b-team"], "at": "militia"}}
    told(
        "step 1: attack: attackers of one attack stand in one hex; those of several hexes attack one by one",
        FIGHT,
        apart,
    )
    told(
        "an attack has no word 'whom'; it has at, by, call, leave",
        FIGHT,
        {"attacks": [{"by": "a-team", "at": "militia", "whom": "x"}]},
    )


def test_messages_name_pieces_and_hexes() -> None:
    told(
        "attack [1107, militia-2] is refused under 13.0 (combat.friendly): That enemy is not adjacent.",
        FIGHT,
        {"attack": ["1107", "militia-2"]},
    )
    left = {"done": "", "draw": {"enemy": ["militia", "gun-truck"]}}
    told("never asked for: {enemy: [militia, gun-truck]}", {**FIGHT, "at": "friendly-movement"}, left)
