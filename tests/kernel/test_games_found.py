"""Games are found by entry point; one that does not load leaves the others alone."""

import importlib.metadata
from collections.abc import Iterator

import pytest

from sandtable.kernel import game as found
from sandtable.kernel.game import Setup, SetupError, games, open_game


@pytest.fixture
def broken_neighbour(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    entries = list(importlib.metadata.entry_points(group=found.GROUP))
    entries.append(importlib.metadata.EntryPoint("wreck", "no.such.module:GAME", found.GROUP))
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries)
    found._installed.cache_clear()
    yield
    found._installed.cache_clear()


def test_the_games_of_the_house_are_there() -> None:
    assert {"patrols", "kandahar"} <= set(games())


@pytest.mark.usefixtures("broken_neighbour")
def test_a_broken_game_does_not_take_the_others_down() -> None:
    assert "patrols" in games()
    assert "wreck" not in games()
    with pytest.raises(SetupError, match="does not load: ModuleNotFoundError"):
        open_game("wreck")


def test_unknown_names_get_a_sentence() -> None:
    with pytest.raises(SetupError, match="There is no game 'chess'; installed are"):
        open_game("chess")
    with pytest.raises(SetupError, match="has no scenario 'moon'"):
        open_game("patrols").start(Setup("moon"))
    with pytest.raises(SetupError, match="seats 1 to 2, not 3"):
        open_game("patrols").start(Setup(seats=3))
    with pytest.raises(SetupError, match="has no option 'fog'"):
        open_game("kandahar").start(Setup(options={"fog": "on"}))
    with pytest.raises(SetupError, match="option misadventure is one of off, on, not 'maybe'"):
        open_game("kandahar").start(Setup(options={"misadventure": "maybe"}))
