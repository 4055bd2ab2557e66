"""The ledger of every game: code cites only rules that it has, and every rule is cited and exercised by a case."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor

import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel.game import games, open_game
from sandtable.kernel.ledger import Ledger
from sandtable.lab.citations import sources
from sandtable.lab.coverage import coverage, exercised, misquoted


@pytest.mark.parametrize("name", games())
def test_code_cites_no_rule_that_the_ledger_lacks(name: str) -> None:
    assert misquoted(open_game(name)) == []


@pytest.mark.parametrize("name", games())
def test_comments_and_docstrings_cite_in_one_form(name: str) -> None:
    """`# rule: key key: why` at the line, `(12.3)` behind a sentence; a module opens with its numbers."""
    known, wrong = open_game(name).ledger.rules.keys(), []
    for file, path in sources(games()[name].package).items():
        text = path.read_text(encoding="utf-8")
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            where = f"{file}:{token.start[0]}"
            if token.type == tokenize.COMMENT and not _well_cited(token.string, known):
                wrong.append(f"{where} {token.string}")
            elif token.type == tokenize.STRING and token.start[1] and re.match(r'"""\d+\.\d+', token.string):
                wrong.append(f"{where} {token.string[:40]}")
    assert wrong == []


def _well_cited(comment: str, known: Collection[str]) -> bool:
    """Every key is one of this book: what a family of games shares cites what all its books have."""
    cited = re.match(rf"# rule: ({KEY}(?: {KEY})*)(?:: .+)?$", comment)
    if cited is not None:
        return all(key in known for key in cited[1].split())
    return "rule:" not in comment and not re.match(rf"# (\d+\.\d+|{KEY})\b", comment)


KEY = r"[a-z0-9-]+\.[a-z0-9-]+"


@pytest.mark.parametrize("name", games())
def test_every_rule_is_cited_and_exercised(aside: ProcessPoolExecutor, name: str) -> None:
    ledger = open_game(name).ledger
    covered = aside.submit(coverage, name, games=0).result(timeout=400)["rules"]
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


def test_a_case_exercises_the_rule_it_names_and_no_other(aside: ProcessPoolExecutor) -> None:
    by_case = aside.submit(exercised_in_patrols).result(timeout=120)
    assert "wiped-out" in by_case["end.wiped"]  # by a line that ran: nothing that is told cites the rule
    assert "wiped-out" not in by_case["contact.fire"]  # which fired in it, but which it does not name


def exercised_in_patrols() -> dict[str, list[str]]:
    return exercised(Patrols())
