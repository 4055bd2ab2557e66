"""The pages of rulings list every sentence with which a game refuses an answer, and its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.cases import read_cases
from tests.docs import refusals
from tests.docs.pages import SOURCE


@pytest.mark.parametrize("game", refusals.PAGES)
def test_the_table_of_refusals_is_whole(game: str) -> None:
    page = refusals.PAGES[game]
    assert page.read_text(encoding="utf-8") == refusals.renewed(page, game), "python -m tests.docs.refresh renews it"


def test_cases_that_come_with_the_games_name_the_rule_of_every_refusal() -> None:
    for file in sorted(Path(SOURCE / "games").glob("*/rulings/**/*.yaml")):
        for case in read_cases(file):
            bare = [step for step in case.get("when", []) if "refuse" in step and "rule" not in step]
            assert not bare, f"{file.name}: {case['id']}"
