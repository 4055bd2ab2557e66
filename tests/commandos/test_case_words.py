"""Words of cases about the campaign that cannot be: each is told in a sentence that names what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.cases import run_case

HOME = {"a-squad": "0530", "base": "0530"}
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no such map": (
        {"at": "friendly-movement", "map": "sicily", "place": HOME},
        "there is no map 'sicily'; there are norway, north-africa, normandy, continent",
    ),
    "a map of another scenario": (
        {"at": "friendly-movement", "scenario": "norway", "map": "continent"},
        "the scenario norway is not played on continent; it is played on norway",
    ),
    "a hex of another map": (
        {"at": "friendly-movement", "map": "normandy", "place": HOME},
        "Hex 0530 is on the map Norway, and Normandy is in play, whose hexes run from 2101 to 3926",
    ),
    "more missions than a map has": (
        {"at": "friendly-movement", "place": HOME, "accomplished": {"continent": 10}},
        "continent has 9 missions that could be, not 10",
    ),
    "tallies of no map": (
        {"at": "friendly-movement", "place": HOME, "forfeited": {"sicily": 2}},
        "there is no map 'sicily'",
    ),
    "no map after the last": (
        {"at": "between-maps", "map": "continent", "place": {"a-squad-v": "0505", "base": "0505"}},
        "no map comes after continent in the scenario campaign",
    ),
    "a squad that fell nowhere": (
        {"at": "friendly-movement", "place": HOME, "lost-in": {"b-squad": "war"}},
        "'war' is not a piece",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_case_that_cannot_be_is_told_why(wrong: str) -> None:
    given, told = WRONG[wrong]
    verdict = run_case({"id": wrong, "rule": "campaign.order", "given": given}, "commandos")
    assert not verdict.passed
    assert told in verdict.text
    assert "cannot go on from here" not in verdict.text


def test_a_hex_of_another_map_is_refused_as_an_answer() -> None:
    """Under the rule of the moment: set-up keeps to its map, and a base does not move to another."""
    place = {"a-squad-v": "0505", "base": "0505", "hide-drop": "0225"}
    for at, verb, rule in (("set-up", "camp", "campaign.order"), ("purchase", "move-camp", "camp.move")):
        given = {"at": at, "map": "continent", **({"place": place} if at == "purchase" else {})}
        step = {"refuse": {verb: ["base", "0530"]}, "rule": rule, "text": "0530 is a hex of Norway"}
        verdict = run_case({"id": at, "rule": rule, "given": given, "when": [step]}, "commandos")
        assert verdict.passed, verdict.text
