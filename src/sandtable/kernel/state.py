"""States and frames: flat typed structs that clone in microseconds and save losslessly.

A game declares one State subclass and one Frame subclass per procedure. Fields hold numbers, text,
flat lists or other immutable values; each declares who knows it:

    class Patrol(State):
        at: Annotated[list[int], PUBLIC]
        mines: Annotated[list[int], HIDDEN]
        orders: Annotated[list[int], OWN]            # entry i belongs to seat i
        kind: Annotated[list[int], Masked("known")]  # entry i is known to the seats in known[i]
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, field

from sandtable.kernel.typed import converted, decoded
from sandtable.kernel.view import Outcome

Level = Literal["turn", "phase", "action"]
LEVELS: tuple[Level, ...] = ("turn", "phase", "action")
ACTION = LEVELS.index("action")


class Knowledge(NamedTuple):
    """Who knows a field: everybody, nobody, each seat its own entry, or the seats in a mask beside it."""

    kind: Literal["public", "hidden", "own", "masked"]
    mask: str = ""


PUBLIC = Knowledge("public")
HIDDEN = Knowledge("hidden")
OWN = Knowledge("own")


def Masked(mask: str) -> Knowledge:
    """Entry i is known to the seats whose bit is set in entry i of the field `mask`."""
    return Knowledge("masked", mask)


class Since(NamedTuple):
    """Says of a field with which version of records it was added: `Annotated[int, PUBLIC, Since(3)] = 0`.

    Its default is what was true of every position before there was such a field, so that older digests still hold.
    """

    version: int


class Frame(Struct, tag_field="frame"):
    """One entry of the call stack: where a procedure stands, and its typed locals."""

    step: Annotated[str, PUBLIC] = ""


class State(Struct, kw_only=True):
    """The whole position. Games add their own fields; these belong to the kernel."""

    stack: Annotated[list[Frame], PUBLIC] = field(default_factory=list)
    seats: Annotated[int, PUBLIC] = 1
    """How many seats this table has: fixed when it is made."""
    key: Annotated[bytes, HIDDEN] = b""
    drawn: Annotated[int, PUBLIC] = 0
    """How many times chance was asked; the dealer hashes key and count into the next outcome."""
    shown: Annotated[int, PUBLIC] = 0
    """How many reveals there were: undo does not cross one."""
    begun: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0] * len(LEVELS))
    """How many turns, phases and actions have begun: the undo marks."""
    returned: Annotated[int, PUBLIC] = 0
    """What the last procedure left with."""
    edition: Annotated[int, PUBLIC, Since(3)] = 1
    """With which edition of its game this table began: see `Game.edition`."""
    outcome: Annotated[Outcome | None, PUBLIC] = None


S = TypeVar("S", bound=State)
T = TypeVar("T", bound=Struct)


def knowledge(kind: type[Struct]) -> dict[str, Knowledge]:
    """Who knows each field of a state or frame type. A field that does not say is an error."""
    told = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name not in kind.__struct_fields__:
            continue
        marks = [mark for mark in get_args(hint)[1:] if isinstance(mark, Knowledge)] if _annotated(hint) else []
        if len(marks) != 1:
            raise TypeError(f"{kind.__name__}.{name} does not say who knows it: use Annotated[..., PUBLIC] or the like")
        told[name] = marks[0]
    return told


def _annotated(hint: Any) -> bool:
    return get_origin(hint) is Annotated


# ---- copies ---------------------------------------------------------------------------------------

_cloners: dict[type, Callable[[Any], Any]] = {}


def clone(value: T) -> T:
    """An independent copy. The copying code is generated once per type from its field types."""
    cloner = _cloners.get(type(value))
    if cloner is None:
        cloner = _cloners[type(value)] = _cloner(type(value))
    copy: T = cloner(value)
    return copy


def _cloner(kind: type[Struct]) -> Callable[[Any], Any]:
    shallow: Callable[[Any], Any] = cast(Any, kind).__copy__
    deeper = []
    for name, hint in get_type_hints(kind).items():
        if name in kind.__struct_fields__:
            copied = _copy_code(hint, f"old.{name}", f"{kind.__name__}.{name}")
            if copied:
                deeper.append(f"    new.{name} = {copied}")
    if not deeper:
        return shallow
    scope: dict[str, Any] = {"clone": clone, "shallow": shallow}
    exec("\n".join(["def cloner(old):", "    new = shallow(old)", *deeper, "    return new"]), scope)
    return cast(Callable[[Any], Any], scope["cloner"])


_IMMUTABLE = (int, str, bytes, bool, float, NoneType)


def _copy_code(hint: Any, expression: str, where: str) -> str:
    """Python code that copies a value of this type; empty where sharing is safe."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _copy_code(args[0], expression, where)
    if hint in _IMMUTABLE or origin in (tuple, frozenset, Literal) or hint is Outcome:
        return ""
    if origin in (Union, UnionType) and all(not _copy_code(arg, "x", where) for arg in args):
        return ""
    if hint is bytearray:
        return f"{expression}.copy()"
    if isinstance(hint, type) and issubclass(hint, Frame):
        return f"clone({expression})"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return "" if hint.__struct_config__.frozen else f"clone({expression})"
    if origin is list:
        inner = _copy_code(args[0], "x", where)
        return f"[{inner} for x in {expression}]" if inner else f"{expression}.copy()"
    if origin in (dict, set):
        inner = _copy_code(args[-1], "x", where)
        if not inner:
            return f"{expression}.copy()"
        if origin is dict:
            return f"{{k: {inner} for k, x in {expression}.items()}}"
    raise TypeError(f"{where} is of type {hint}, which the kernel cannot copy: use numbers, text and flat lists")


# ---- saves ----------------------------------------------------------------------------------------


_ENCODER = msgspec.json.Encoder(order="deterministic")  # sets and mappings have no order of their own


def save(state: State) -> bytes:
    """The state as JSON with named fields: lossless, readable, and the same bytes for equal states."""
    return _ENCODER.encode(state)


def save_public(state: State) -> bytes:
    """All that is public of a state and its frames; nothing that anybody does not know makes a difference."""
    return _ENCODER.encode([_public(holder) for holder in (state, *state.stack)])


def _public(holder: Struct) -> list[Any]:
    kind = type(holder)
    return [kind.__struct_config__.tag, *_public_fields(kind)(holder)]


@cache
def _public_fields(kind: type[Struct]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads them: of a state without its frames, which are told one by one, and without the count of chance: that
    goes on when others shuffle unseen, so no seat ever gets it (`sight.taken_away`)."""
    apart = {"stack", "drawn"} if issubclass(kind, State) else set()
    return reader([name for name, known in knowledge(kind).items() if known == PUBLIC and name not in apart])


def reader(fields: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads these fields of a struct, all at once."""
    if len(fields) > 1:
        return cast(Callable[[Any], tuple[Any, ...]], attrgetter(*fields))
    return lambda holder: tuple([getattr(holder, name) for name in fields])


def load(data: bytes, kind: type[S], frames: dict[str, type[Frame]]) -> S:
    """A state from the bytes of `save`."""
    fields = decoded(data, dict[str, Any])
    stack = fields.pop("stack")
    state = converted(fields, kind)
    state.stack = [converted(frame, frames[frame["frame"]]) for frame in stack]
    return state


def digest(state: State) -> str:
    """Covers all but the key of the dice, so that the checkpoints of a record hold before the key is revealed, too.

    A field that is as its type makes it counts for nothing: a digest lasts when types gain fields.
    """
    return _hash(_told(state, lambda kind, name: False))


def digest_of_version_2(state: State) -> str:
    """The digest as records up to version 2 have it: of every field that there was then."""
    return _hash(_told(state, lambda kind, name: name not in added(kind)))


def is_digest(told: str, state: State) -> bool:
    """Whether a checkpoint, of whatever version, is of this position."""
    return told == digest(state) or told == digest_of_version_2(state)


def _hash(told: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()


Always = Callable[[type[Struct], str], bool]
"""Whether a field is told though it is as its type makes it."""


def _told(value: Any, always: Always) -> Any:
    """A value as plain data, without the fields that are as their types make them."""
    if isinstance(value, State):
        value = msgspec.structs.replace(value, key=b"")
    if isinstance(value, Struct):
        return told_fields(value, always, _told)
    if isinstance(value, list | tuple) and any(isinstance(entry, Struct) for entry in value):
        return [_told(entry, always) for entry in value]
    return msgspec.to_builtins(value, order="deterministic")


def told_fields(value: Struct, always: Always, told: Callable[[Any, Always], Any]) -> dict[str, Any]:
    """The fields of a struct as plain data, without those that are as its type makes them; states and the rows of a
    content are told alike, so that the digests of both last when types gain fields. A field is told by the name under
    which it is saved: `field(name="used_air")` keeps that where the code calls it otherwise."""
    kind, config = type(value), value.__struct_config__
    found: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field is not None else {}
    for given in fields_as_told(kind):
        inner = getattr(value, given.name)
        default = given.default if given.default_factory is msgspec.NODEFAULT else given.default_factory()
        if inner != default or (always(kind, given.name) and not config.omit_defaults):
            found[given.encode_name] = told(inner, always)
    return found


@cache  # each time it would read the annotations again
def fields_as_told(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a type in the order in which they are told, which is part of a digest.

    That is the order of the type, its bases first. A type that was taken apart later, so that some of its fields now
    stand in a base before others that were told first, names in `told_last` those that come at the end, in their old
    order: digests that were made before still hold.
    """
    given = msgspec.structs.fields(kind)
    last: tuple[str, ...] = getattr(kind, "told_last", ())
    by_name = {one.name: one for one in given}
    if unknown := [name for name in last if name not in by_name]:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]!r} to be told last")
    return (*(one for one in given if one.name not in last), *(by_name[name] for name in last))


@cache
def added(kind: type[Struct]) -> frozenset[str]:
    """The fields of a type that version 2 of the records did not know."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name, hint in hints.items()
        if _annotated(hint) and any(isinstance(mark, Since) for mark in get_args(hint)[1:])
    )
