"""Reading a single word by its declared type: numbers, yes and no, text, choices, and types that parse themselves.

The author's text decides nothing: `0303` is a hex where the field is text and 303 where it is a number.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import Meta, inspect

from sandtable.kernel.content.pages import Leaf, Page, Text, any_of, described, did_you_mean

UNREAD: Final[Any] = object()
"""What a reader returns for a value that it has reported as a problem."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


class Reader(ABC):
    """Reads text as one type. `shapes` are the kinds of text that can hold such a value."""

    expected: str
    shapes: tuple[type[Text], ...]

    @abstractmethod
    def read(self, text: Text, page: Page, where: str) -> Any:
        """The value, or UNREAD after a report to the page."""

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        """The names of rows in the text, each with where it stands; read or not, they are looked up later."""
        return iter(())

    def refuse(self, text: Text, page: Page, where: str, hint: str = "") -> Any:
        page.report(text, described(text), self.expected, where, hint)
        return UNREAD


class Word(Reader):
    """A scalar; `parse` raises ValueError with a hint, or with nothing where `expected` says it all."""

    shapes = (Leaf,)

    def __init__(self, expected: str, parse: Callable[[str], Any]) -> None:
        self.expected = expected
        self.parse = parse

    def read(self, text: Text, page: Page, where: str) -> Any:
        hint = ""
        if isinstance(text, Leaf) and text.text is not None:
            try:
                return self.parse(text.text)
            except ValueError as error:
                hint = str(error)
        return self.refuse(text, page, where, hint)


class Maybe(Reader):
    """A value or nothing: an empty cell or `~` is nothing, even where the type is text."""

    def __init__(self, inner: Reader) -> None:
        self.inner = inner
        self.expected = f"{inner.expected} or nothing"
        self.shapes = (*inner.shapes, Leaf)

    def read(self, text: Text, page: Page, where: str) -> Any:
        if isinstance(text, Leaf) and text.text in (None, "", "~"):
            return None
        return self.inner.read(text, page, where)

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        if not isinstance(text, Leaf) or text.text not in (None, "", "~"):
            yield from self.inner.mentions(text, where)


# ---- names of rows --------------------------------------------------------------------------------


def names(*tables: str, also: tuple[str, ...] = (), first: bool = False) -> Meta:
    """Says at a field that its text is the id of a row, so that a pack which names none is refused:

        stands_for: Annotated[str, names("gear")]

    `also` are words that are no rows; with `first` only the first word of the text is the name.
    """
    return Meta(extra={Reference.KEY: (tables, also, first)})


class Mention(NamedTuple):
    """A name of a row where it is written."""

    leaf: Leaf
    name: str
    where: str
    reference: Reference


class Reference(Reader):
    """Text that names a row of one of several tables; whether there is one is known when all packs are merged."""

    KEY: Final = "sandtable rows"

    def __init__(self, inner: Reader, tables: tuple[str, ...], also: tuple[str, ...], first: bool) -> None:
        self.inner, self.shapes = inner, inner.shapes
        self.tables, self.also, self.first = tables, also, first
        words = [f"'{word}'" for word in also if word]
        self.expected = any_of([f"a row of {any_of(f'{table!r}' for table in tables)}", *words])

    def read(self, text: Text, page: Page, where: str) -> Any:
        return self.inner.read(text, page, where)

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        if isinstance(text, Leaf):
            name = (text.text or "").partition(" ")[0] if self.first else text.text or ""
            if name not in self.also:
                yield Mention(text, name, where, self)


# ---- words ----------------------------------------------------------------------------------------


def word_reader(info: inspect.Type) -> Reader:
    match info:
        case inspect.IntType():
            return Word(f"a whole number{_bounds(info)}", lambda text: _within(info, _whole(text)))
        case inspect.FloatType():
            return Word(f"a number{_bounds(info)}", lambda text: _within(info, _number(text)))
        case inspect.BoolType():
            return Word("yes or no", _yes_or_no)
        case inspect.StrType():
            return _text(info)
        case inspect.EnumType():
            return _custom(info.cls) if parse_method(info.cls) else _one_of({str(m.value): m for m in info.cls})
        case inspect.LiteralType():
            choices = _one_of({str(value): value for value in info.values if value is not None})
            return Maybe(choices) if None in info.values else choices
        case inspect.CustomType():
            return _custom(info.cls)
    raise TypeError(f"content cannot be read as {info!r}")


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text)


def _number(text: str) -> float:
    value = float(text) if _NUMBER.fullmatch(text) else math.inf
    if not math.isfinite(value):
        raise ValueError
    return value + 0.0  # minus zero becomes zero: equal values have one digest


def _yes_or_no(text: str) -> bool:
    if text.lower() not in _YES_NO:
        raise ValueError
    return _YES_NO[text.lower()]


def _text(info: inspect.StrType) -> Word:
    if info.pattern is None and info.min_length is None and info.max_length is None:
        return Word("text", str)
    expected = "text"
    if info.min_length is not None or info.max_length is not None:
        expected += f" of {span(info.min_length, info.max_length)} letters"
    if info.pattern is not None:
        expected += f" in the form {info.pattern}"

    def parse(text: str) -> str:
        long_enough = (info.min_length or 0) <= len(text) <= (math.inf if info.max_length is None else info.max_length)
        if not long_enough or (info.pattern is not None and not re.search(info.pattern, text)):
            raise ValueError
        return text

    return Word(expected, parse)


def _one_of(choices: dict[str, Any]) -> Word:
    def choose(text: str) -> Any:
        word = str(int(text)) if _WHOLE.fullmatch(text) and text not in choices else text
        if word not in choices:
            raise ValueError(did_you_mean(text, choices))
        return choices[word]

    return Word(any_of(f"'{choice}'" for choice in choices), choose)


def _custom(cls: type) -> Word:
    parse = parse_method(cls)
    if parse is None:
        raise TypeError(f"content cannot be read as {cls.__name__}: give it a classmethod parse(text)")
    if not any("__str__" in vars(base) or "__repr__" in vars(base) for base in cls.__mro__[:-1]):
        raise TypeError(f"{cls.__name__} needs a __str__ that gives back the text it is parsed from")
    return Word(f"a {cls.__name__}", parse)


def parse_method(cls: type) -> Callable[[str], Any] | None:
    parse = getattr(cls, "parse", None)
    return parse if callable(parse) else None


def _within(info: inspect.IntType | inspect.FloatType, value: Any) -> Any:
    wrong = (
        (info.ge is not None and value < info.ge)
        or (info.gt is not None and value <= info.gt)
        or (info.le is not None and value > info.le)
        or (info.lt is not None and value >= info.lt)
        or (info.multiple_of is not None and value % info.multiple_of)
    )
    if wrong:
        raise ValueError
    return value


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    limits = [
        ("at least", info.ge),
        ("more than", info.gt),
        ("at most", info.le),
        ("less than", info.lt),
        ("a multiple of", info.multiple_of),
    ]
    told = [f"{words} {limit}" for words, limit in limits if limit is not None]
    return f", {' and '.join(told)}" if told else ""


def span(least: int | None, most: int | None) -> str:
    if least is None or most is None:
        return f"at least {least}" if most is None else f"at most {most}"
    return str(least) if least == most else f"{least} to {most}"
