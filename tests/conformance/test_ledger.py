"""The ledger of every game: code cites only rules that it has, and every rule is cited and exercised by a case."""

from __future__ import annotations

import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel.game import games, open_game
from sandtable.kernel.ledger import Ledger
from sandtable.lab.coverage import coverage, exercised, misquoted


@pytest.mark.parametrize("name", games())
def test_code_cites_no_rule_that_the_ledger_lacks(name: str) -> None:
    assert misquoted(open_game(name)) == []


@pytest.mark.parametrize("name", games())
def test_every_rule_is_cited_and_exercised(name: str) -> None:
    ledger = open_game(name).ledger
    covered = coverage(name, games=0)["rules"]
    rules = [key for key in covered if ledger[key].status == "rule"]
    uncited = [key for key in rules if not covered[key]["cited"]]
    unexercised = [key for key in rules if not covered[key]["exercised"]]
    assert not uncited and not unexercised, f"not cited: {uncited}\nnot exercised by a case: {unexercised}"


def test_a_rule_taken_out_of_the_ledger_is_missed_where_it_is_cited() -> None:
    game = Patrols()
    game.ledger = Ledger({key: rule for key, rule in game.ledger.rules.items() if key != "contact.react"})
    [found] = misquoted(game)
    assert found.startswith("patrols/rules.py:")
    assert found.endswith("cites 'contact.react', which the ledger of patrols does not have")


def test_a_case_exercises_the_rule_it_names_and_no_other() -> None:
    by_case = exercised(Patrols())
    assert "wiped-out" in by_case["end.wiped"]  # by a line that ran: nothing that is told cites the rule
    assert "wiped-out" not in by_case["contact.fire"]  # which fired in it, but which it does not name
