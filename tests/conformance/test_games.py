"""The conformance suite and the rulings, on every game installed, in every scenario, with every number of seats."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.kernel.cases import game_cases, run_case
from sandtable.kernel.game import Setup, games, open_game
from sandtable.lab.conformance import conform
from sandtable.lab.conformance.walks import named, setups

WAYS = [(name, setup) for name in games() for setup in setups(open_game(name))]
CASES = [(name, case) for name in games() for case in game_cases(open_game(name))]


@pytest.mark.parametrize(
    ("name", "setup"), WAYS, ids=[f"{name}, {named(open_game(name), setup)}" for name, setup in WAYS]
)
def test_the_game_conforms(name: str, setup: Setup) -> None:
    assert not (findings := conform(name, setup=setup)), "\n".join(map(str, findings))


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}/{case.get('id')}" for name, case in CASES])
def test_the_ruling_holds(name: str, case: dict[str, Any]) -> None:
    verdict = run_case(case, name)
    assert verdict.passed, verdict.text


@pytest.mark.parametrize("name", games())
def test_every_ruling_has_a_name_of_its_own(name: str) -> None:
    ids = Counter(case.get("id") for case in game_cases(open_game(name)))
    assert ids and None not in ids and ids.most_common(1)[0][1] == 1, ids.most_common(3)
