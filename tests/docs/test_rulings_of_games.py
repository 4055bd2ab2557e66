"""docs/rulings-GAME.md names every word in which a case of the game can be written, and no other.

What the words are is asked of the game: its Referee, its verbs, its options, its own cases. A page of a new game has
tables with the same titles over their first columns (`at`, `noun`, `verb`, `compound`, `roll`, `draw`, `shuffle`,
`option`) and is held to them without a line here.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.cases import Noun
from sandtable.kernel.flow import FlowError
from sandtable.kernel.game import Game, Setup, games, open_game
from tests.docs.pages import ROOT, code
from tests.docs.vocabulary import answers, cases, cases_of, chance, examples, rows


def page(name: str) -> Path:
    return ROOT / "docs" / f"rulings-{name}.md"


@pytest.fixture(scope="module", params=[name for name in games() if page(name).is_file()])
def game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return open_game(request.param)


@pytest.fixture
def told(game: Game[Any, Any]) -> Path:
    return page(game.meta.id)


@pytest.fixture
def shown(game: Game[Any, Any], told: Path) -> list[dict[str, Any]]:
    """The cases on the page."""
    return cases(told, game.meta.id)


def words(told: Path, kind: str) -> list[str]:
    return [word for row in rows(told, kind) for word in code(row[0])]


# ---- where a case begins --------------------------------------------------------------------------


def test_entry_points(game: Game[Any, Any], told: Path) -> None:
    assert Counter(words(told, "at")) == Counter(list(game.referee.entries))


def test_every_entry_point_has_an_example(game: Game[Any, Any], shown: list[dict[str, Any]]) -> None:
    """Of those that each side has, for one side at least."""
    entries = game.referee.entries
    sides = tuple(f"{title.lower()}-" for title in game.meta.seats)

    def either(entry: str) -> str:
        bare = next((entry.removeprefix(side) for side in sides if entry.startswith(side)), entry)
        return entry if bare in entries else bare

    assert {either(case["given"]["at"]) for case in shown} == {either(entry) for entry in entries}


# ---- nouns ----------------------------------------------------------------------------------------


def test_nouns(game: Game[Any, Any], told: Path) -> None:
    known = {name: (noun.put is not None, noun.get is not None) for name, noun in game.referee.nouns.items()}
    assert {code(row[0])[0]: (row[1] == "yes", row[2] == "yes") for row in rows(told, "noun")} == known


def test_the_examples_of_nouns_can_be_read(game: Game[Any, Any], told: Path) -> None:
    """Each can be given to a position or asked of one, as a case would do it; and each noun both, if it can be both."""
    for name, cell in {code(row[0])[0]: row[3] for row in rows(told, "noun")}.items():
        noun, used = game.referee.nouns[name], set[str]()
        values = examples(cell, name)
        assert values, f"{name} has no example"
        for value in values:
            does = uses(game, noun, value)
            assert does, f"{name}: {value} can neither be given nor compared"
            used |= does
        assert used == {use for use, does in (("given", noun.put), ("compared", noun.get)) if does is not None}, name


def uses(game: Game[Any, Any], noun: Noun, value: Any) -> set[str]:
    """What a value of a noun is good for, at any entry point."""
    found: set[str] = set()
    for enter, _ in game.referee.entries.values():
        for use, does in (("given", noun.put), ("compared", noun.get)):
            g = game.resume(game.referee.blank(game, game.checked(Setup())))
            try:
                enter(g)
                if does is not None:
                    does(g, value)
                    found.add(use)
            except (ValueError, LookupError, TypeError, AttributeError, FlowError):
                continue
    return found


# ---- answers --------------------------------------------------------------------------------------


def test_verbs(game: Game[Any, Any], told: Path) -> None:
    listed = rows(told, "verb")
    values = {code(row[0])[0]: 0 if row[1] == "none" else row[1].count(",") + 1 for row in listed}
    assert values == {name: len(verb.domains) for name, verb in game.verbs.items()}
    assert len(values) == len(listed), "a verb is told twice"


def test_the_examples_of_verbs_name_things_that_exist(game: Game[Any, Any], told: Path) -> None:
    g = game.resume(game.referee.blank(game, game.checked(Setup())))
    for row in rows(told, "verb"):
        verb = code(row[0])[0]
        if verb in game.referee.instead:  # is told under another word
            continue
        (said,) = examples(row[2], verb)
        values = said if isinstance(said, list) else [said] if said else []
        for domain, value in zip(game.verbs[verb].domains, values, strict=True):
            game.lookup(g.s, domain, value)


def test_compounds(game: Game[Any, Any], told: Path, shown: list[dict[str, Any]]) -> None:
    assert words(told, "compound") == list(game.referee.compounds)
    assert set(game.referee.compounds) <= answers(shown), "each has an example that runs"


# ---- chance ---------------------------------------------------------------------------------------


def test_chance(game: Game[Any, Any], told: Path) -> None:
    """The cases of a game script all chance that its rules ask for: what is not scripted fails a case."""
    scripted = chance(cases_of(game.meta.id))
    listed = {kind: set(words(told, kind)) for kind in scripted}
    assert listed == scripted
    assert listed["draw"] | listed["shuffle"] == set(game.referee.draws)


# ---- scenarios and options ------------------------------------------------------------------------


def test_options(game: Game[Any, Any], told: Path) -> None:
    listed = {code(row[0])[0]: (row[1].partition(":")[0], row[2]) for row in rows(told, "option")}
    assert listed == {
        name: (game.ledger.number(choice.rule), choice.default) for name, choice in game.meta.options.items()
    }


def test_scenarios(game: Game[Any, Any], told: Path) -> None:
    text = told.read_text(encoding="utf-8")
    said = text[text.index("Scenarios are") :].partition(". ")[0]
    assert code(said) == list(game.meta.scenarios)
