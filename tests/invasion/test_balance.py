"""The committed page of balance: it says what `make balance` demands, and some of its games are played again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.lab.plans import Wins, forecast
from sandtable.lab.simulate import Batch, play_batch

PAGE = Path(__file__).parents[2] / "docs" / "balance" / "invasion.md"
PLAN = cast(Wins, forecast("invasion"))
AGAIN = {"1979-1": (0, 1), "1979-2": (2,), "1979-3": (3,), "1984-1": (4,), "1984-2": (5,)}
"""The games that are played again."""
PLAYED = 1
"""The edition with which the page was played."""


def table(title: str) -> list[list[str]]:
    """The rows of a table of the page."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(f"## {title}\n")
    lines = [line for line in after.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def percentage(cell: str) -> float:
    found = re.match(r"([\d.]+)%", cell)
    return float(found[1]) if found else 0.0


@pytest.mark.parametrize("scenario", PLAN.scenarios)
def test_plain_play_wins_some_of_every_scenario_and_chance_hardly_any(scenario: str) -> None:
    won = {player: cells for name, player, *cells in table("Wins") if name == scenario}
    for games, ended, *_ in won.values():
        assert int(games) == int(ended) == PLAN.games
    assert 15 <= percentage(won["plain"][2]) <= 50
    assert percentage(won["random"][2]) < 5


@pytest.mark.parametrize("column", range(len(PLAN.scenarios)), ids=PLAN.scenarios)
def test_what_is_won_is_won_by_conditions_or_sudden_death(column: int) -> None:
    ends = {name: percentage(cells[column]) for name, *cells in table("How games of plain play end")}
    assert sum(ends.values()) == pytest.approx(100, abs=0.5)
    _, _, _, _, won, *_ = table("Wins")[2 * column]
    assert ends["Conditions met"] + ends["Resistance collapses"] == pytest.approx(percentage(won), abs=0.11)


def test_every_condition_of_every_scenario_is_counted() -> None:
    told = {name: cells for name, *cells in table("Conditions met by plain play")}
    rows = open_game("invasion").kit
    for column, scenario in enumerate(PLAN.scenarios):
        for condition in rows.scenarios[scenario].conditions:
            assert told[rows.conditions[condition].title][column] != "not asked"


@pytest.mark.parametrize(("scenario", "number"), [(name, number) for name in AGAIN for number in AGAIN[name]])
def test_a_game_of_the_page_goes_the_same_way_again(scenario: str, number: int) -> None:
    """If it does not, rules, values or the player have changed: `tools/balance.py invasion` writes the page anew."""
    setup = open_game("invasion").checked(Setup(scenario, edition=PLAYED))
    (played,) = play_batch(Batch("invasion", "plain", PLAN.seed, number, number + 1, setup, ()))
    told = f"{played.label} ({played.scores[0]}) in {played.decisions}"
    assert told == table("The first games of plain play")[number][1 + PLAN.scenarios.index(scenario)]
