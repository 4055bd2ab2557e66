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


_REGULAR = (
    *("act", "aim", "attack", "come", "die", "escape", "fire", "join"),
    *("lose", "move", "roll", "run", "start", "suffer", "take", "turn"),
)
_OF_SEVERAL = {"is": "are", "has": "have", "goes": "go"} | {f"{verb}s": verb for verb in _REGULAR}


@lru_cache(maxsize=4096)
def of_several(text: str) -> str:
    """What is said of one, said of several: " goes home" becomes " go home"."""
    blank, _, said = text.partition(" ")
    verb, space, rest = said.partition(" ")
    return f" {_OF_SEVERAL[verb]}{space}{rest}" if not blank and verb in _OF_SEVERAL else text


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

    def _joined(self, text: Sequence[Part], args: Sequence[int | str], several: bool = False) -> str:
        """These parts, filled in; `several` says whether what stands before them is many."""
        filled = []
        names, plurals = self._names, self.game.plurals
        for literal, index, domain in text:
            filled.append(of_several(literal) if several else literal)
            if index != NOTHING:
                value = args[index]
                if domain and isinstance(value, int):
                    name = names.get((domain, value)) or self.name(domain, value)
                else:
                    name = str(value)
                filled.append(name)
                several = bool(plurals) and self._many(name)
        return "".join(filled)

    def _many(self, name: str) -> bool:
        return name.partition(" (")[0] in self.game.plurals

    def say(self, option: Option) -> str:
        """An option in words."""
        return self.fill(self.game.phrase(self.s, option), option[1:])

    def say_each(self, group: Group) -> list[str]:
        """The options of a group in words: as they differ in their last argument alone, the rest is filled in once."""
        if group.last is None or len(group.last) < 3:
            return [self.say(option) for option in group]
        found, template, before = [], "", ""
        after: Sequence[Part] = ()
        domain: str | None = None
        for option in group:
            text = self.game.phrase(self.s, option)
            if text != template:
                template = text
                before, domain, after = self._around(text, group.head)
            if domain is None:
                found.append(self.fill(text, option[1:]))
            else:
                name = self.name(domain, int(option[-1]))
                found.append(before + name + self._joined(after, option[1:], self._many(name)))
        return found

    def _around(self, text: str, head: Sequence[int]) -> tuple[str, str | None, Sequence[Part]]:
        """What stands before the name of the last argument, the domain of that, and the parts after it; None for the
        domain where it is not named, or not once."""
        filled = parts(text)
        named = [place for place, (_, index, _) in enumerate(filled) if index == len(head)]
        if len(named) != 1 or not filled[named[0]][2]:
            return "", None, ()
        [place] = named
        literal, _, domain = filled[place]
        return self._joined([*filled[:place], (literal, NOTHING, "")], head), domain, filled[place + 1 :]
