"""The committed page of balance: it says what `make balance` demands, and some of its games are played again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.lab.simulate import Batch, play_batch

PAGE = Path(__file__).parents[2] / "docs" / "balance" / "bct.md"
SCENARIOS = list(open_game("bct").meta.scenarios)
LEVELS = ("Decisive", "Campaign", "Marginal", "Draw")
AGAIN = {"intervention": (0, 1), "terrorist-hunt": (2,), "surge": (3,), "jihad": (4,)}
"""The games that are played again."""
PLAYED = 3
"""The edition with which the page was played."""


def table(title: str) -> dict[str, list[str]]:
    """The rows of a table of the page by their first cell."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(f"## {title}\n")
    rows = [line.strip("| ").split(" | ") for line in after.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return {first: cells for first, *cells in rows[2:]}


def percentage(cell: str) -> float:
    found = re.match(r"([\d.]+)%", cell)
    return float(found[1]) if found else 0.0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_side_wins_at_least_a_third_of_the_games_when_plain_plays_itself(scenario: str) -> None:
    """Of all games: those that are drawn nobody has won."""
    won, drawn, lost, share, *_ = table("Plain against plain")[scenario]
    games = int(won) + int(drawn) + int(lost)
    assert games == 300
    assert percentage(share) == pytest.approx((int(won) + int(drawn) / 2) / games * 100, abs=0.06)
    assert min(int(won), int(lost)) >= 0.33 * games


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_level_of_victory_comes_up(scenario: str) -> None:
    rows = table("Levels of victory, plain against plain")
    column = SCENARIOS.index(scenario)
    shares = {
        title: sum(percentage(cells[column]) for name, cells in rows.items() if name.startswith(title))
        for title in LEVELS
    }
    assert min(shares.values()) > 0
    assert sum(shares.values()) == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plain_play_beats_chance_from_both_sides(scenario: str) -> None:
    coalition, insurgent, _ = table("Plain against chance")[scenario]
    assert percentage(coalition) >= 85
    assert percentage(insurgent) >= 85


@pytest.mark.parametrize(("scenario", "number"), [(name, number) for name in AGAIN for number in AGAIN[name]])
def test_a_game_of_the_page_goes_the_same_way_again(scenario: str, number: int) -> None:
    """If it does not, rules, values or the player have changed: `tools/balance.py bct` writes the page anew."""
    found = re.search(r"from seed (\d+)", PAGE.read_text(encoding="utf-8").replace("\n", " "))
    assert found is not None
    setup = open_game("bct").checked(Setup(scenario, edition=PLAYED))
    (played,) = play_batch(Batch("bct", "plain", int(found[1]), number, number + 1, setup, ()))
    told = f"{played.scores[0]} to {played.scores[1]} in {played.decisions}"
    assert told == table("The first games, plain against plain")[str(number)][SCENARIOS.index(scenario)]
