"""What tests of odds in the raids family ask: pieces and hexes by name, what the player is shown, what was played."""

from __future__ import annotations

from sandtable.games.raids.frames import Escape
from sandtable.games.raids.state import RG, field
from sandtable.kernel import sight
from sandtable.kernel.options import Option
from sandtable.kernel.view import Choice
from tests.raids.every import Play


def token(g: RG, name: str) -> int:
    return g.kit.by_id[name]


def hex_of(g: RG, label: str) -> int:
    return field(g).grid.at(label)


def choices(g: RG, verb: str) -> list[Choice]:
    """What the player is shown, odds and all."""
    seen = sight.view(g, 0).ask
    assert seen is not None
    return [choice for group in seen.groups if group.verb == verb for choice in group.choices]


def answers(*options: Option) -> Play:
    def play(g: RG) -> None:
        for option in options:
            g.take(0, option)

    return play


def heard(g: RG) -> bool:
    return isinstance(g.s.stack[-1], Escape)
