"""Fuzzing: what breaks becomes a file, and the file breaks it again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import GONE, PG, Island, Phase
from sandtable.kernel.flow import Next
from sandtable.kernel.options import Option, Refusal, Seat
from sandtable.lab.fuzz import Crash, fuzz, refuzz
from tests.conformance.planted.planting import install, with_procedures, with_step


def crash_on_the_hill(g: PG, f: Phase, seat: Seat, option: Option) -> Next:
    if option[0] == "step" and option[2] == g.kit.hill:
        raise ZeroDivisionError("uphill")
    return rules.take_step(g, f, seat, option)


def crash_when_refused(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
    return Refusal("move.step", f"Not {g.kit.names[99]}.")


def lose_a_man(g: PG, f: Phase, seat: Seat, option: Option) -> Next:
    if option[0] == "halt" and len(g.s.at) == 4:
        g.s.at.append(GONE)
    return rules.take_step(g, f, seat, option)


class Amnesia(Patrols):
    """Loads a position without what was handed over."""

    def load(self, data: bytes) -> Island:
        loaded = super().load(data)
        loaded.trodden = 0
        return loaded


class Shared(Patrols):
    """Deals worlds that share the truth's lists."""

    def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
        world = super().determinise(s, seat, key)
        world.at = s.at
        return world


class Crashing(Patrols):
    def new(self, setup: object) -> Island:
        raise ZeroDivisionError("no island")


Made = Callable[[], type[Patrols]]
PLANTED: list[tuple[Made, str, str]] = [
    (
        lambda: with_procedures(with_step("phase", "step", take=crash_on_the_hill)),
        "answer",
        "ZeroDivisionError: uphill",
    ),
    (
        lambda: with_procedures(with_step("phase", "step", refuse=crash_when_refused)),
        "try",
        "breaks the rules: IndexError",
    ),
    (lambda: with_procedures(with_step("phase", "step", take=lose_a_man)), "answer", "changes the census"),
    (lambda: Amnesia, "save", "a loaded position differs: trodden"),
    (lambda: Shared, "look", "changes the position: at"),
]


def test_the_example_game_does_not_break(tmp_path: Path) -> None:
    report = fuzz("patrols", games=60, seed=2, folder=tmp_path / "crashes")
    assert report.games == 60 and report.decisions > 500 and report.crashes == []
    assert not (tmp_path / "crashes").exists()


@pytest.mark.parametrize(("made", "kind", "words"), PLANTED, ids=[words for _, _, words in PLANTED])
def test_a_crash_is_a_file_that_breaks_the_game_again(
    made: Made, kind: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        install(patch, made())
        report = fuzz("patrols", games=12, seed=3, folder=tmp_path)
        crashes = [msgspec.json.decode(Path(file).read_bytes(), type=Crash) for file in report.crashes]
        found = [(file, crash) for file, crash in zip(report.crashes, crashes, strict=True) if words in crash.what]
        assert found, [crash.what for crash in crashes]
        file, crash = found[0]
        assert crash.game == "patrols" and crash.act is not None and crash.act.kind == kind and crash.trace
        assert refuzz(Path(file)) == crash.what
    assert refuzz(Path(file)) == ""  # mended: it does not happen any more


def test_a_game_that_does_not_even_start_is_a_crash_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Crashing)
    report = fuzz("patrols", games=1, folder=tmp_path)
    assert "no island" in refuzz(Path(report.crashes[0]))


def test_each_crash_has_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Crashing)
    report = fuzz("patrols", games=5, folder=tmp_path)
    assert len(set(report.crashes)) == 5 == len(list(tmp_path.iterdir()))


def test_fuzzing_stops_in_time(tmp_path: Path) -> None:
    assert fuzz("patrols", games=100_000, folder=tmp_path, seconds=0.2).games < 5_000


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    assert fuzz("patrols", games=6, seed=8, folder=tmp_path) == fuzz("patrols", games=6, seed=8, folder=tmp_path)
