"""Texts with names in them: "{0:token} moves to {1:space}", read once, and filled in by what a seat calls things."""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.kernel.options import Group, Option, Seat
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

NOTHING = -1
"""In place of an argument, where the text ends without one."""


Part = tuple[str, int, str]
"""What stands there, then which argument, and of which domain that is."""


@lru_cache(maxsize=4096)
def parts(text: str) -> tuple[Part, ...]:
    """A text as it is filled."""
    return tuple(
        (literal, NOTHING if index is None else int(index), domain or "")
        for literal, index, domain, _ in string.Formatter().parse(text)
    )


@lru_cache(maxsize=4096)
def spaces_in(text: str) -> tuple[int, ...]:
    """Which arguments of a text are spaces."""
    return tuple(index for _, index, domain in parts(text) if domain == "space" and index != NOTHING)


def how_many(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 District, 3 Districts; `many` where an s does not do. All plurals are made here."""
    return f"{number} {plural(number, one, many)}"


def plural(number: int, one: str, many: str = "") -> str:
    """The noun or verb that goes with a number: 1 die, 2 dice."""
    return one if number == 1 else many or one + "s"


class Words:
    """What one seat calls things as a position stands, each name found once: a view says the same ones many times."""

    def __init__(self, game: Game[Any, Any], s: State, seat: Seat) -> None:
        self.game = game
        self.s = s
        self.seat = seat
        self._names: dict[tuple[str, int], str] = {}

    def name(self, domain: str, value: int) -> str:
        found = self._names.get((domain, value))
        if found is None:
            found = self._names[domain, value] = self.game.name(self.s, self.seat, domain, value)
        return found

    def fill(self, text: str, args: Sequence[int | str]) -> str:
        """Fills a template: {0:token} is what this seat calls token args[0]."""
        return self._joined(parts(text), args)

    def _joined(self, text: Sequence[Part], args: Sequence[int | str]) -> str:
        filled = []
        names = self._names
        for literal, index, domain in text:
            filled.append(literal)
            if index != NOTHING:
                value = args[index]
                if domain and isinstance(value, int):
                    filled.append(names.get((domain, value)) or self.name(domain, value))
                else:
                    filled.append(str(value))
        return "".join(filled)

    def say(self, option: Option) -> str:
        """An option in words."""
        return self.fill(self.game.phrase(self.s, option), option[1:])

    def say_each(self, group: Group) -> list[str]:
        """The options of a group in words: as they differ in their last argument alone, the rest is filled in once."""
        if group.last is None or len(group.last) < 3:
            return [self.say(option) for option in group]
        found, template, before, after = [], "", "", ""
        domain: str | None = None
        for option in group:
            text = self.game.phrase(self.s, option)
            if text != template:
                template = text
                before, domain, after = self._around(text, group.head)
            if domain is None:
                found.append(self.fill(text, option[1:]))
            else:
                found.append(before + self.name(domain, int(option[-1])) + after)
        return found

    def _around(self, text: str, head: Sequence[int]) -> tuple[str, str | None, str]:
        """What stands before the name of the last argument and after it, and the domain of that; None for it where it
        is not named, or not once."""
        filled = parts(text)
        named = [place for place, (_, index, _) in enumerate(filled) if index == len(head)]
        if len(named) != 1 or not filled[named[0]][2]:
            return "", None, ""
        [place] = named
        literal, _, domain = filled[place]
        return self._joined(filled[:place], head) + literal, domain, self._joined(filled[place + 1 :], head)
