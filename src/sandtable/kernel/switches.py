"""Options of the rules: one struct per game, which says once what a table may choose.

A field of the struct is an option, and the struct is a part of the state, so that rules read it as it is called:

    class Rules(Struct, frozen=True):
        first_aid: Annotated[bool, Switchable("A med kit heals a team once", "special.first-aid")] = False
        loc_anew: Annotated[bool, Switchable("Lines are judged anew", "return.loc", now="on"), Since(3)] = False

`switches` makes `Meta.options` of it, and `chosen` the struct of one table from its setup. A field's default is how
games were played before there was the option: a position that was saved without it, and its digest, mean that. Where
new tables play otherwise, `now` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from sandtable.kernel.options import RuleKey
from sandtable.kernel.state import fields_as_told

T = TypeVar("T", bound=Struct)
OFF_ON = ("off", "on")


class Switch(Struct, frozen=True):
    """An option of the rules that is chosen when the table is made."""

    title: str
    values: tuple[str, ...] = OFF_ON
    default: str = "off"
    rule: RuleKey = ""
    before: str = ""
    """The value with which games were played before there was this option, where that is not the default."""


class Switchable(Struct, frozen=True):
    """Says of a field that it is an option: what it is called, and which rule of the ledger it changes."""

    title: str
    rule: RuleKey
    now: str = ""
    """What new tables play, where that is not the field's default."""


def switches(kind: type[Struct]) -> dict[str, Switch]:
    """The options that a struct declares, by name: `loc_anew` is the option `loc-anew`."""
    declared = {}
    hints = get_type_hints(kind, include_extras=True)
    for given in fields_as_told(kind):
        marks = [mark for mark in get_args(hints[given.name])[1:] if isinstance(mark, Switchable)]
        if len(marks) != 1 or given.required:
            raise TypeError(
                f"{kind.__name__}.{given.name} is no option: write Annotated[bool, Switchable(title, rule)] = False"
            )
        [mark] = marks
        before = _in_words(given.default)
        now = mark.now or before
        declared[_option(given.name)] = Switch(
            mark.title, tuple(_values(hints[given.name])), now, mark.rule, before if before != now else ""
        )
    return declared


def chosen(kind: type[T], options: Mapping[str, str]) -> T:
    """The struct of a table that was made with these options; what they do not say is as it was before."""
    fields = _fields(kind)
    return kind(**{name: fields[name][options[_option(name)]] for name in fields if _option(name) in options})


@cache
def _fields(kind: type[Struct]) -> dict[str, dict[str, Any]]:
    """What each option of a struct may be."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _values(hints[name]) for name in kind.__struct_fields__}


def _option(field: str) -> str:
    return field.replace("_", "-")


def _values(hint: Any) -> dict[str, Any]:
    """What an option may be, in the words of a setup, and what each word is in the struct."""
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if bare is bool:
        return dict(zip(OFF_ON, (False, True), strict=True))
    if get_origin(bare) is Literal:
        return {_in_words(value): value for value in get_args(bare)}
    raise TypeError(f"an option is a bool or a Literal, not {bare}")


def _in_words(value: Any) -> str:
    return OFF_ON[value] if isinstance(value, bool) else str(value)
