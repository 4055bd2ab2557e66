"""Numbers and their nouns agree in everything a player reads: prompts, options, odds, warnings, lines of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sandtable.kernel import sight
from sandtable.kernel.game import games, open_game
from sandtable.lab.conformance.walks import Effort, Walk, setups

MANY = (
    "points|pieces|missions|cards|Cards|dice|Successes|hexes|turns|Units|enemies|hits|teams|squads|Districts|Assets|"
    "parts|Reveals|counters|leaders|bases|camps|Chips|Objectives"
)
WRONG = re.compile(rf"(?<![\d.,+-])1 ({MANY})\b|\b(?!1\b)\d+ (die|point|Success|hex|Unit|District|mission)\b(?! [A-Z])")
EFFORT = Effort(longest=1_200, samples=12)


def read(name: str) -> Iterator[str]:
    """What is read over some games at random, each text once."""
    game = open_game(name)
    for number, setup in enumerate(setups(game)):
        walk = Walk(game, game.checked(setup), f"sentences {number}", EFFORT)
        for event in walk.heard:
            yield from {event.public, *event.private.values()}
        for _, g in walk.sampled():
            for seat in range(game.seats(g.s)):
                ask = sight.view(g, seat).ask
                if ask is None:
                    continue
                yield ask.prompt
                for group in ask.groups:
                    yield group.text
                    for choice in group.choices:
                        yield choice.text
                        yield choice.warning
                        yield choice.odds.text if choice.odds is not None else ""


@pytest.mark.parametrize("name", games())
def test_numbers_and_nouns_agree(name: str) -> None:
    several = "|".join(open_game(name).plurals) or "(?!)"
    verbs = re.compile(rf"\b({several})( \([^)]*\))? (is|has|goes|dies|attacks|joins|turns|takes|fires|runs)\b")
    wrong = {text for text in read(name) if WRONG.search(text) or verbs.search(text)}
    assert not wrong, "\n".join(sorted(wrong)[:20])


def test_what_is_wrong_is_found() -> None:
    assert all(WRONG.search(text) for text in ("Fire 1 dice", "1 Successes.", "It brings 1 points.", "2 Success left"))
    assert not any(WRONG.search(text) for text in ("11 points", "1.1 points", "1 die", "3 dice", "21 hexes"))
