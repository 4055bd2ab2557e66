"""What a case says and what is found, in one form, so that they can be compared by their meaning and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

Meaning = Callable[[str], str]
"""What a name means: two names of one thing mean the same."""


def plain(value: Any) -> Any:
    """Values as the case writes them: text, lists and mappings of text; numbers and yes/no as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inner) for inner in (sorted(value) if isinstance(value, (set, frozenset)) else value)]
    return "" if value is None else str(value)


def loosely(value: Any) -> Any:
    """The same with every list in one order, for nouns whose lists are sets."""
    if isinstance(value, dict):
        return {key: loosely(inner) for key, inner in value.items()}
    return sorted(map(str, map(loosely, value))) if isinstance(value, list) else value


def meant(value: Any, meaning: Meaning) -> Any:
    """A plain value with every name in it, keys too, replaced by what it means."""
    if isinstance(value, dict):
        return {meaning(key): meant(inner, meaning) for key, inner in value.items()}
    if isinstance(value, list):
        return [meant(inner, meaning) for inner in value]
    return meaning(value)


def alike(want: Any, got: Any, meaning: Meaning, loose: bool) -> bool:
    """Whether two plain values say the same, whatever names they use."""
    one, other = meant(want, meaning), meant(got, meaning)
    return bool(loosely(one) == loosely(other) if loose else one == other)


def written(value: Any) -> str:
    """A value on one line, as a case writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(plain(value)) or '""'


# ---- views ------------------------------------------------------------------------------------------


def first_difference(one: Any, other: Any, path: Sequence[str] = ()) -> str:
    """Where two views differ first, and what stands there in each; nothing if they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            if told := first_difference(one.get(key), other.get(key), [*path, str(key)]):
                return told
        return ""
    if isinstance(one, list) and isinstance(other, list):
        for place, (left, right) in enumerate(zip(one, other, strict=False), 1):
            if told := first_difference(left, right, [*path, f"{_title(left) or place}"]):
                return told
        if len(one) == len(other):
            return ""
        one, other = f"{len(one)} entries", f"{len(other)} entries"
    return "" if one == other else f"{' of '.join(reversed(path))}: {_shown(one)} and {_shown(other)}"


def _title(entry: Any) -> str:
    return str(entry.get("title") or entry.get("name") or "") if isinstance(entry, dict) else ""


def _shown(value: Any) -> str:
    return "nothing" if value is None else written(value)


SEQUENCE = {"ask", "crumbs", "public"}
"""The parts of a view that go on with the sequence of play, whatever lies on the table."""


def seen_data(view: bytes, *, question: bool) -> Any:
    """A view as plain data, with or without the question that stands and the place in the sequence of play."""
    data = msgspec.json.decode(view)
    return data if question else {part: inner for part, inner in data.items() if part not in SEQUENCE}
