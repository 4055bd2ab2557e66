"""docs/rulings-kandahar.md names every word in which a case of Kandahar can be written, and no other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sandtable.games.raids.pieces import TABLES
from sandtable.kernel.cases import Noun
from sandtable.kernel.game import Game, Setup, open_game
from tests.docs.pages import ROOT, SOURCE, code, table
from tests.docs.vocabulary import answers, cases, examples, outside, words

PAGE = ROOT / "docs" / "rulings-kandahar.md"
CASES = cases(PAGE, "kandahar")


@pytest.fixture(scope="module")
def kandahar() -> Game[Any, Any]:
    return open_game("kandahar")


def test_entry_points(kandahar: Game[Any, Any]) -> None:
    assert words(PAGE, "## Entry points") == list(kandahar.referee.entries)


def test_every_entry_point_has_an_example(kandahar: Game[Any, Any]) -> None:
    assert {case["given"]["at"] for case in CASES} == set(kandahar.referee.entries)


def test_nouns(kandahar: Game[Any, Any]) -> None:
    told = {code(row[0])[0]: (row[1] == "yes", row[2] == "yes") for row in table(PAGE, "## Nouns")}
    known = {name: (noun.put is not None, noun.get is not None) for name, noun in kandahar.referee.nouns.items()}
    assert told == known


def test_the_examples_of_nouns_can_be_read(kandahar: Game[Any, Any]) -> None:
    """Each example is given to a position, or asked of one, as a case would do it."""
    rows = {code(row[0])[0]: row[3] for row in table(PAGE, "## Nouns")}
    for name, cell in rows.items():
        shown = examples(cell, name)
        assert shown, f"{name} has no example"
        for value in shown:
            _use(kandahar, kandahar.referee.nouns[name], value)


def _use(game: Game[Any, Any], noun: Noun, value: Any) -> None:
    g = game.resume(game.referee.blank(game, game.checked(Setup())))
    game.referee.entries["friendly-movement"][0](g)
    if noun.put is not None and not (isinstance(value, dict) and any(text.isdigit() for text in _texts(value))):
        noun.put(g, value)
    if noun.get is not None:
        noun.get(g, value)


def _texts(value: dict[str, Any]) -> list[str]:
    """The values of a cup that are numbers can be compared but not given."""
    return [text for name, text in value.items() if name in ("missions", "enemies") and isinstance(text, str)]


def test_verbs(kandahar: Game[Any, Any]) -> None:
    told = {
        code(row[0])[0]: 0 if row[1] == "none" else row[1].count(",") + 1
        for row in table(PAGE, "## Answers in one word")
    }
    assert told == {name: len(verb.domains) for name, verb in kandahar.verbs.items()}


def test_the_examples_of_verbs_name_things_that_exist(kandahar: Game[Any, Any]) -> None:
    g = kandahar.resume(kandahar.referee.blank(kandahar, kandahar.checked(Setup())))
    for row in table(PAGE, "## Answers in one word"):
        verb = code(row[0])[0]
        (said,) = examples(row[2], verb)
        values = said if isinstance(said, list) else [said] if said else []
        for domain, value in zip(kandahar.verbs[verb].domains, values, strict=True):
            kandahar.lookup(g.s, domain, value)


def test_compounds(kandahar: Game[Any, Any]) -> None:
    assert words(PAGE, "## Answers with several parts") == list(kandahar.referee.compounds)


def test_every_compound_has_an_example_that_runs(kandahar: Game[Any, Any]) -> None:
    assert set(kandahar.referee.compounds) <= answers(CASES)


def test_chance(kandahar: Game[Any, Any]) -> None:
    draws = set(kandahar.referee.draws)
    assert set(words(PAGE, "## Chance")) == purposes("roll")
    text = PAGE.read_text(encoding="utf-8")
    assert draws == purposes("draw")
    for draw in draws:
        assert f"\n| `{draw}` | the " in text, draw
    assert not purposes("shuffle")


def purposes(method: str) -> set[str]:
    """What the rules of the raid series ask chance for: `g.roll(D10, "noise", ...)`."""
    return {
        purpose for file in (SOURCE / "games" / "raids").rglob("*.py") for purpose in _asked(file.read_text(), method)
    }


def _asked(source: str, method: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
            purpose = node.args[1] if len(node.args) == 3 else None
            if isinstance(purpose, ast.Constant) and isinstance(purpose.value, str):
                yield purpose.value


def test_pieces(kandahar: Game[Any, Any]) -> None:
    """All rows, in the order in which lists of pieces are compared."""
    told = {code(row[0])[0]: code(row[1]) for row in table(PAGE, "## Pieces")}
    known: dict[str, list[str]] = {}
    for piece in kandahar.kit.pieces:
        rows = known.setdefault(piece.table, [])
        if piece.row not in rows:
            rows.append(piece.row)
    assert told == known
    assert list(told) == list(known)


def test_terrains(kandahar: Game[Any, Any]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    told = text[text.index("Terrains are") : text.index("makes the ground")].replace("\n", " ").split(". ")[0]
    assert code(told.partition("`hexes:")[0]) == list(kandahar.kit.terrain)


def test_the_neighbours_on_the_page_are_right(kandahar: Game[Any, Any]) -> None:
    grid, text = kandahar.kit.grid, PAGE.read_text(encoding="utf-8").replace("\n", " ")
    for label in ("1107", "1207"):
        assert ", ".join(grid.label(h) for h in grid.step[grid.at(label)]) in text


def test_fields_of_content() -> None:
    """Every field on the page exists, and every field that a new row must have is on the page."""
    told = {code(row[0])[0]: code(outside(row[1])) for row in table(PAGE, "## Content")}
    assert set(told) == set(TABLES.types)
    told["old-stock"] += told["gear"]  # "as gear"
    for name, kind in TABLES.types.items():
        fields = {field.name: field.required for field in msgspec.structs.fields(kind)}
        assert set(told[name]) <= set(fields), name
        if name not in ("scenarios", "map"):
            assert {field for field, required in fields.items() if required} <= set(told[name]), name


def test_options_and_scenarios(kandahar: Game[Any, Any]) -> None:
    rows = table(PAGE, "## Scenarios and options")
    assert {code(row[0])[0]: row[2] for row in rows} == {
        name: choice.default for name, choice in kandahar.meta.options.items()
    }
    text = PAGE.read_text(encoding="utf-8")
    told = text[text.index("Scenarios are") : text.index("Options are `on`")]
    assert code(told) == list(kandahar.meta.scenarios)
