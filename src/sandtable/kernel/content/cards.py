"""Cards as text: a wording that people read, and under it the effect in a small typed vocabulary.

    dust-storm:
      title: Dust Storm
      text: Each side discards {most} J-3 if it holds one.
      effects: [{do: discard, card: 3, most: 1}]

A game declares its vocabulary as a union of tagged structs. What the vocabulary cannot say is an error of the pack,
with file and line, never a comment. Numbers stand in the wording as {name of the field}: they are read from the
effect, so that a designer who changes one changes both, and a wording that speaks of a number the effect lacks is
refused.
Where several effects have a field of that name, the tag says which is meant: {look.price}; of effects inside an effect
the field that holds them says it: {passed.morale}. {c2:+} shows the sign.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct


def figures(effects: Iterable[Any]) -> dict[str, int | str]:
    """Every plain number and word of a card's effects by `field` and by `tag.field`; of two alike, the first."""
    found: dict[str, int | str] = {}
    for effect in effects:
        for name, value in _fields(effect):
            found.setdefault(name, value)
    return found


def _fields(effect: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(effect, Struct):
        return
    tag = effect.__struct_config__.tag
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        if isinstance(value, (int, str)) and not isinstance(value, bool):
            yield name, value
            if tag is not None:
                yield f"{tag}.{name}", value
            continue
        for entry in value if isinstance(value, (list, tuple)) else [value]:
            for inner, found in _fields(entry):
                yield inner, found
                if "." not in inner:
                    yield f"{name}.{inner}", found


def wording(text: str, effects: Iterable[Any]) -> str:
    """The text of a card with the numbers of its effects filled in; ValueError names a field that they do not have."""
    known = figures(effects)
    filled = []
    for literal, name, form, _ in string.Formatter().parse(text):
        filled.append(literal)
        if name is not None:
            if name not in known:
                told = ", ".join(field for field in known if "." not in field) or "none"
                lack = f"the wording speaks of {{{name}}}, and its effects have no such number"
                raise ValueError(f"{lack}; they have {told}")
            filled.append(format(known[name], form or ""))
    return "".join(filled)
