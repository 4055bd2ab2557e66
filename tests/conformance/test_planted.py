"""Bugs planted in the example game: the conformance suite must catch each one and name what is wrong.

So no check of the suite is one that cannot fail.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.kernel.game import Setup
from sandtable.lab.conformance import WALK_CHECKS, Finding, conform
from sandtable.lab.conformance.walks import Effort
from tests.conformance.planted.asks import ASKS
from tests.conformance.planted.drawing import DRAWING
from tests.conformance.planted.leaks import LEAKS, remarks
from tests.conformance.planted.odds import ODDS
from tests.conformance.planted.planting import Plant, Planted, install, with_procedures, with_step
from tests.conformance.planted.play import PLAY, signal_twice
from tests.conformance.planted.probes import PROBES, whispers
from tests.conformance.planted.shared import SHARED, shuffles
from tests.conformance.planted.truths import TRUTHS, honest_weather

QUICK = Effort(games=3, longest=2_000, interruptions=400, samples=10, truths=40, starts=200, decisions=2_500)
MANY = Effort(games=0, starts=0, decisions=0)
"""Nothing but many true games."""


def caught(
    plant: Plant, patch: pytest.MonkeyPatch, *seats: int, effort: Effort = QUICK, only: Sequence[str] = ()
) -> list[Finding]:
    install(patch, plant(patch))
    setups = [Setup(seats=count) for count in seats]
    return [finding for setup in setups for finding in conform("patrols", setup=setup, effort=effort, only=only)]


def name(planted: Planted) -> str:
    return f"{planted[0].__name__.replace('_', ' ')} ({planted[1]})"


@pytest.mark.parametrize("planted", PLAY + ASKS + LEAKS + DRAWING + PROBES + SHARED + ODDS, ids=name)
def test_the_suite_catches_it_and_says_what_it_is(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, check, words = planted
    findings = caught(plant, monkeypatch, 1, 2, only=[check, "known stays"])
    named = [finding.text for finding in findings if finding.check == check]
    assert any(words in text for text in named), "\n".join(map(str, findings)) or "nothing found"


@pytest.mark.parametrize("leak", TRUTHS)
def test_many_true_games_give_it_away(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, words = TRUTHS[leak]
    findings = caught(plant, monkeypatch, 2, effort=MANY)
    assert {finding.check for finding in findings} == {"true games"}
    assert any(words in finding.text for finding in findings), "\n".join(map(str, findings)) or "nothing found"


def test_without_a_bug_nothing_is_found() -> None:
    assert conform("patrols", effort=QUICK) == []


def test_a_whisper_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caught(whispers, monkeypatch, 2) == []


def test_what_another_has_mixed_unseen_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caught(shuffles, monkeypatch, 2) == []


def test_a_deck_that_is_shuffled_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caught(honest_weather, monkeypatch, 1, 2) == []
    assert caught(honest_weather, monkeypatch, 1, 2, effort=MANY) == []


def test_only_an_interrupting_walk_finds_what_two_interruptions_of_one_procedure_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {finding.check for finding in caught(signal_twice, monkeypatch, 1, 2)} == {"interrupted"}


def test_a_private_remark_alone_is_no_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """What leaks in the planted revision is the counting, not the remark."""
    assert caught(lambda _: with_procedures(with_step("play", "order", take=remarks)), monkeypatch, 2) == []


def test_every_check_has_caught_something() -> None:
    shown = {check for _, check, _ in [*PLAY, *ASKS, *LEAKS, *DRAWING, *PROBES, *SHARED, *ODDS]}
    shown |= {"true games"} if TRUTHS else set()
    by_setup = {"declared", "known stays", "hidden varies", "entry points", "fair chance", "from cases", "true games"}
    by_setup |= {"players", "looks", "odds"}
    assert shown == WALK_CHECKS.keys() | by_setup
