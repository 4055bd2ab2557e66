"""The cases of the game hold, the sample mission of the book among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.warfighter.game import Warfighter
from sandtable.kernel.cases import read_cases, run_case
from sandtable.kernel.game import Game
from sandtable.lab.citations import citations

FOLDER = Path(str(files("sandtable.games.warfighter") / "rulings"))
CASES = [case for file in sorted(FOLDER.glob("*.yaml")) for case in read_cases(file)]


@cache
def bare() -> Game[Any, Any]:
    return Warfighter()


def opened(name: str = "", packs: Sequence[Any] = ()) -> Game[Any, Any]:
    """The game by its class, so that its cases run before it is on the shelf."""
    return Warfighter(packs) if packs else bare()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases_hold(case: dict[str, Any]) -> None:
    verdict = run_case(case, "warfighter", opened)
    assert verdict.passed, verdict.text


def test_no_two_cases_have_one_name() -> None:
    names = [case["id"] for case in CASES]
    assert len(set(names)) == len(names)


def test_every_rule_of_the_ledger_is_cited() -> None:
    lines = citations(bare())
    assert [key for key, cited in lines.items() if not cited and bare().ledger[key].status == "rule"] == []


def test_every_key_in_the_code_is_in_the_ledger() -> None:
    home = Path(str(files("sandtable.games.warfighter")))
    cited = re.compile(r"# rule: ((?:[a-z-]+\.[a-z-]+ ?)+)")
    for file in home.rglob("*.py"):
        for found in cited.findall(file.read_text(encoding="utf-8")):
            assert [key for key in found.split() if key not in bare().ledger] == [], file.name


def test_every_rule_of_the_ledger_has_a_case() -> None:
    """A case names it, or its code speaks while a case is run."""
    ledger = bare().ledger
    met = {key for case in CASES for key in ledger.find(case["rule"])}
    for case in CASES:
        met |= set(run_case(case, "warfighter", opened).fired)
    assert [key for key in ledger.rules if key not in met] == []
