"""docs/rulings.md tells the form of a case and the words of Patrols, all of them: it cannot go stale."""

from __future__ import annotations

from sandtable.kernel.cases import CASE_WORDS, GIVEN_WORDS, STEP_WORDS
from sandtable.kernel.game import open_game
from tests.docs.pages import ROOT, code, table
from tests.docs.vocabulary import words

PAGE = ROOT / "docs" / "rulings.md"


def test_the_form_of_a_case_is_told_whole() -> None:
    assert set(words(PAGE, "## The form of a case")) == CASE_WORDS


def test_the_words_of_given_and_of_steps_are_told_whole() -> None:
    text = PAGE.read_text(encoding="utf-8")
    given = text[text.index("| word of `given`") : text.index("A step is an answer")]
    steps = text[text.index("| word of a step") : text.index("With `offers` and `lacks`")]
    for word in GIVEN_WORDS:
        assert f"`{word}`" in given, word
    for word in STEP_WORDS:
        assert f"| `{word}` |" in steps, word


def test_the_words_of_patrols() -> None:
    patrols = open_game("patrols")
    referee = patrols.referee
    told: dict[str, set[str]] = {}
    for row in table(PAGE, "## The words of Patrols"):
        for kind in row[1].split(" for ")[0].split():
            told.setdefault(kind.rstrip("s"), set()).update(code(row[0]))
    assert told["noun"] == set(referee.nouns)
    assert told["verb"] == set(patrols.verbs)
    assert told["compound"] == set(referee.compounds)
    assert told["draw"] == set(referee.draws)
    assert told["point"] == set(referee.entries)
