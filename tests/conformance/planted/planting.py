"""How the tests plant a bug: the example game with one thing changed, installed under its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel import game as kernel_game
from sandtable.kernel.flow import Procedure, Procedures, Step
from sandtable.kernel.game import games

Plant = Callable[[pytest.MonkeyPatch], type[Patrols]]
"""Makes the example game with a bug in it."""
Planted = tuple[Plant, str, str]
"""A bug, the check that must catch it, and words of what that says."""


def install(monkeypatch: pytest.MonkeyPatch, kind: type[Patrols]) -> None:
    """Makes `open_game("patrols")` open this kind of patrols, for records that are replayed, too."""
    monkeypatch.setitem(games(), "patrols", kind)
    monkeypatch.setattr(kernel_game, "_plain", lambda name: games()[name]())


def with_procedures(procedures: Procedures) -> type[Patrols]:
    class Changed(Patrols):
        pass

    Changed.procedures = procedures
    return Changed


def changed(name: str, change: Callable[[Procedure, list[Step]], list[Step]], **fields: Any) -> Procedures:
    """The procedures of patrols with the steps, or a field, of one of them changed."""
    made = []
    for old in Patrols.procedures.by_frame.values():
        steps = list(old.steps.values())
        values: dict[str, Any] = {"level": old.level, "closed": old.closed, "title": old.title, "crumb": old.crumb}
        if old.name == name:
            steps = change(old, steps)
            values |= fields
        made.append(Procedure(old.name, old.frame, steps, **values))
    return Procedures(*made)


def with_step(procedure: str, step: str, **fields: Any) -> Procedures:
    """The procedures of patrols with one step that asks, takes or refuses otherwise."""

    def change(_: Procedure, steps: list[Step]) -> list[Step]:
        names = ("name", "do", "ask", "take", "refuse")
        return [
            Step(**{name: fields.get(name, getattr(old, name)) for name in names}) if old.name == step else old
            for old in steps
        ]

    return changed(procedure, change)
