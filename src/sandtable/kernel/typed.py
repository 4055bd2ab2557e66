"""Typed values from plain data, in as many threads as there are.

How a type is read msgspec works out when it is first wanted, and the type lies there half known meanwhile: a second
thread that reads one then takes the whole process down. So each type is made known by one thread before any reads it.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_known: set[Any] = set()
_one_at_a_time = threading.Lock()


@overload
def decoded(data: bytes | str, kind: type[T]) -> T: ...
@overload
def decoded(data: bytes | str, kind: Any) -> Any: ...
def decoded(data: bytes | str, kind: Any) -> Any:
    """A value of this type from JSON; msgspec.DecodeError if it is none."""
    _make_known(kind)
    return msgspec.json.decode(data, type=kind)


def converted(plain: Any, kind: type[T], strict: bool = True) -> T:
    """A value of this type from numbers, text, lists and dicts; msgspec.ValidationError if it is none."""
    _make_known(kind)
    return msgspec.convert(plain, kind, strict=strict)


def _make_known(kind: Any) -> None:
    """Types share the types of their fields, so it is one after the other for all of them."""
    if kind not in _known:
        with _one_at_a_time:
            msgspec.json.Decoder(kind)
        _known.add(kind)
