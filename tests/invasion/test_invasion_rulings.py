"""The cases of the game hold, and its words say what is wrong with a case that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.invasion.game import Invasion
from sandtable.kernel.cases import read_cases, run_case
from sandtable.kernel.game import Game

FOLDER = Path(str(files("sandtable.games.invasion") / "rulings"))
CASES = [case for file in sorted(FOLDER.rglob("*.yaml")) for case in read_cases(file)]


@cache
def bare() -> Game[Any, Any]:
    return Invasion()


def opened(name: str = "", packs: Sequence[Any] = ()) -> Game[Any, Any]:
    """The game by its class, so that its cases run before it is on the shelf."""
    return Invasion(packs) if packs else bare()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases_hold(case: dict[str, Any]) -> None:
    verdict = run_case(case, "invasion", opened)
    assert verdict.passed, verdict.text


def test_every_kind_of_marker_has_a_case() -> None:
    kit = bare().kit
    told = {word for case in CASES for word in str(case).replace("'", " ").split()}
    named = {marker.family or row for row, marker in zip(kit.marker_ids, kit.marker_kinds, strict=True)}
    families = {"faction": "faction-jamiat"}
    assert {row for row in named if families.get(row, row) not in {word.strip(",:[]{}") for word in told}} == set()


WRONG = {
    "who": ({"at": "operations", "place": {"mech-divison-1": "kabul"}}, "mech-divison-1"),
    "where": ({"at": "operations", "place": {"mech-division-1": "kabool"}}, "kabool"),
    "air on the ground": ({"at": "operations", "place": {"helicopter-1": "kabul"}}, "an air unit is in the pool"),
    "too many": ({"at": "operations", "resistance": {"kabul": ["massud", "massud"]}}, "1 counters of massud"),
    "ours as theirs": ({"at": "operations", "resistance": {"kabul": ["mech-division"]}}, "not a type of Resistance"),
    "morale": ({"at": "operations", "morale": {"soviet": 3}}, "soviet"),
    "no battle": ({"at": "battle"}, "say who fights"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_what_cannot_be_is_told(mistake: str) -> None:
    given, said = WRONG[mistake]
    verdict = run_case({"id": "x", "rule": "op.cost", "given": given, "then": {}}, "invasion", opened)
    assert not verdict.passed and said in verdict.text
