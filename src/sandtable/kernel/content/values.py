"""Reading text by its declared type: one reader for each type, made once, that reports every problem it meets.

msgspec describes the types; it does not read the values, because it stops at the first error, knows no
position, and takes neither `+4` for a whole number nor `yes` for true.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import inspect, structs

from sandtable.kernel.content.pages import Entries, Items, Leaf, Page, Text, any_of, did_you_mean, near, plain, quoted
from sandtable.kernel.content.words import (
    UNREAD,
    Maybe,
    Mention,
    Reader,
    Reference,
    Word,
    parse_method,
    span,
    word_reader,
)


class Either(Reader):
    """The first of several types that can read the text; plain text, which reads anything, comes last."""

    def __init__(self, members: list[Reader]) -> None:
        self.members = members
        self.expected = any_of(member.expected for member in members)
        self.shapes = tuple({shape for member in members for shape in member.shapes})
        records = [member for member in members if isinstance(member, StructReader) and member.tag_field]
        self.tag_field = records[0].tag_field if len(records) == len(members) else None
        self.tags = [record.tag for record in records]
        if self.tag_field:
            self.expected = f"a mapping with {self.tag_field}: {any_of(self.tags)}"

    def read(self, text: Text, page: Page, where: str) -> Any:
        fitting = [member for member in self.members if type(text) in member.shapes]
        if isinstance(text, Entries):
            fitting = [member for member in fitting if not isinstance(member, StructReader) or member.bears_tag(text)]
            if self.tag_field and not fitting:
                return self.refuse_tag(text, self.tag_field, page, where)
        if len(fitting) == 1:
            return fitting[0].read(text, page, where)
        for member in fitting:
            trial = page.aside()
            value = member.read(text, trial, where)
            if not trial.problems:
                return value
        return self.refuse(text, page, where)

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        fitting = [member for member in self.members if type(text) in member.shapes]
        if isinstance(text, Entries):
            fitting = [member for member in fitting if not isinstance(member, StructReader) or member.bears_tag(text)]
        for member in fitting[:1]:
            yield from member.mentions(text, where)

    def refuse_tag(self, text: Entries, tag_field: str, page: Page, where: str) -> Any:
        """None of the structs goes by the name that the text gives: so it is this name that is wrong."""
        tag, known = text.values.get(tag_field), any_of(f"'{name}'" for name in self.tags)
        if isinstance(tag, Leaf) and tag.text:
            hint = did_you_mean(tag.text, self.tags)
            page.report(tag, quoted(tag.text), known, f"{where}.{tag_field}", hint)
        else:
            page.report(text, f"no '{tag_field}'", known, f"{where}.{tag_field}")
        return UNREAD


class Listing(Reader):
    """A list of any length, made into a list, tuple or set."""

    shapes = (Items,)

    def __init__(self, item: Reader, make: Callable[[list[Any]], Any], least: int | None, most: int | None) -> None:
        self.item = item
        self.make = make
        self.least = least or 0
        self.most = math.inf if most is None else most
        self.expected = f"a list, each item {item.expected}"
        if least is not None or most is not None:
            self.expected += f", {span(least, most)} of them"

    def read(self, text: Text, page: Page, where: str) -> Any:
        if not isinstance(text, Items):
            return self.refuse(text, page, where)
        if not self.least <= len(text.items) <= self.most:
            page.report(text, f"a list of {len(text.items)}", self.expected, where)
            return UNREAD
        values = [self.item.read(item, page, f"{where}[{place}]") for place, item in enumerate(text.items, 1)]
        return UNREAD if any(value is UNREAD for value in values) else self.make(values)

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        for place, item in enumerate(text.items if isinstance(text, Items) else [], 1):
            yield from self.item.mentions(item, f"{where}[{place}]")


class Tuple(Reader):
    """A list of fixed length, each place with its own type."""

    shapes = (Items,)

    def __init__(self, places: list[Reader]) -> None:
        self.places = places
        self.expected = f"a list of {len(places)} ({'; '.join(place.expected for place in places)})"

    def read(self, text: Text, page: Page, where: str) -> Any:
        if not isinstance(text, Items):
            return self.refuse(text, page, where)
        if len(text.items) != len(self.places):
            page.report(text, f"a list of {len(text.items)}", self.expected, where)
            return UNREAD
        pairs = enumerate(zip(self.places, text.items, strict=True), 1)
        values = [reader.read(item, page, f"{where}[{place}]") for place, (reader, item) in pairs]
        return UNREAD if any(value is UNREAD for value in values) else tuple(values)

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        pairs = zip(self.places, text.items if isinstance(text, Items) else [], strict=False)
        for place, (reader, item) in enumerate(pairs, 1):
            yield from reader.mentions(item, f"{where}[{place}]")


class Dictionary(Reader):
    shapes = (Entries,)

    def __init__(self, key: Reader, value: Reader) -> None:
        self.key = key
        self.value = value
        self.expected = f"a mapping from {key.expected} to {value.expected}"

    def read(self, text: Text, page: Page, where: str) -> Any:
        if not isinstance(text, Entries):
            return self.refuse(text, page, where)
        result: dict[Any, Any] = {}
        sound = True
        for name, value_text in text.values.items():
            key = self.key.read(text.names[name], page, f"{where}.{name}")
            value = self.value.read(value_text, page, f"{where}.{name}")
            if key is not UNREAD and key in result:
                page.report(text.names[name], f"{quoted(name)} for the same key again", "each key once", where)
                sound = False
            sound = sound and key is not UNREAD and value is not UNREAD
            result[key] = value
        return result if sound else UNREAD

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        if isinstance(text, Entries):
            for name, value in text.values.items():
                yield from self.key.mentions(text.names[name], f"{where}.{name}")
                yield from self.value.mentions(value, f"{where}.{name}")


class Slot:
    """One field of a record, under the name that the data uses for it."""

    def __init__(self, field: inspect.Field, reader: Reader) -> None:
        self.attribute = field.name
        self.reader = reader
        self.required = field.required


class StructReader(Reader):
    """A struct written as a mapping of its fields; one whose class has `parse` may be a single word as well."""

    def __init__(self, info: inspect.StructType | inspect.DataclassType) -> None:
        self.make: Callable[..., Any] = info.cls
        self.parse = parse_method(info.cls)
        self.shapes = (Leaf, Entries) if self.parse else (Entries,)
        self.expected = f"a {info.cls.__name__}" if self.parse else f"the fields of a {info.cls.__name__}"
        self.slots: dict[str, Slot] = {}  # filled by the workshop: a record may contain itself
        self.tag_field = info.tag_field if isinstance(info, inspect.StructType) else None
        self.tag = str(info.tag) if isinstance(info, inspect.StructType) else ""

    def bears_tag(self, text: Entries) -> bool:
        """Whether the text says that it is this one of several struct types."""
        tag = text.values.get(self.tag_field) if self.tag_field else None
        return self.tag_field is None or (isinstance(tag, Leaf) and tag.text == self.tag)

    def read(self, text: Text, page: Page, where: str) -> Any:
        if isinstance(text, Leaf) and text.text is not None and self.parse is not None:
            return Word(self.expected, self.parse).read(text, page, where)
        if not isinstance(text, Entries):
            return self.refuse(text, page, where)
        if not self.bears_tag(text):
            page.report(text, f"no {self.tag_field}: {self.tag}", self.expected, where)
            return UNREAD
        values = self.read_fields(text, page, where)
        missing = self.missing(values)
        for name in missing:
            page.report(text, f"no '{name}'", self.slots[name].reader.expected, f"{where}.{name}")
        if missing or any(value is UNREAD for value in values.values()):
            return UNREAD
        return self.build(values, text, page, where)

    def mentions(self, text: Text, where: str) -> Iterator[Mention]:
        for name, value in text.values.items() if isinstance(text, Entries) else ():
            if name in self.slots:
                yield from self.slots[name].reader.mentions(value, f"{where}.{name}")

    def read_fields(self, text: Entries, page: Page, where: str) -> dict[str, Any]:
        """The fields given, some perhaps UNREAD. A misspelt field counts as given, so that it is reported only once."""
        values: dict[str, Any] = {}
        for name, value in text.values.items():
            slot = self.slots.get(name)
            if slot is not None:
                values[name] = slot.reader.read(value, page, f"{where}.{name}")
            elif name != self.tag_field:
                values[self.unknown(name, text.names[name], page, where, given=text.values)] = UNREAD
        return values

    def unknown(self, name: str, at: Text, page: Page, where: str, given: Iterable[str]) -> str:
        """Reports a field that does not exist; returns the field that was probably meant, or the name itself."""
        free = [known for known in self.slots if known not in set(given)]
        hint = did_you_mean(name, free) or did_you_mean(name, self.slots)
        fields = any_of(f"'{known}'" for known in self.slots) if self.slots else "no fields"
        page.report(at, f"the unknown field {quoted(name)}", fields, f"{where}.{name}", hint)
        return near(name, free) or name

    def missing(self, values: Iterable[str]) -> list[str]:
        given = set(values)
        return [name for name, slot in self.slots.items() if slot.required and name not in given]

    def build(self, values: dict[str, Any], at: Text, page: Page, where: str) -> Any:
        """The struct itself; its own check of how fields go together may still refuse."""
        try:
            return self.make(**{self.slots[name].attribute: value for name, value in values.items()})
        except ValueError as error:
            page.report(at, "values that do not go together", self.expected, where, str(error))
            return UNREAD


class Workshop:
    """Makes the readers of types; each struct type has one, so that types may refer to themselves.

    Without `ranges` they take any number, text or list of the type, as packs were read before their ranges were told.
    """

    def __init__(self, ranges: bool = True) -> None:
        self.records: dict[type, StructReader] = {}
        self.ranges = ranges

    def record(self, cls: type) -> StructReader:
        info = inspect.type_info(cls)
        if not isinstance(info, inspect.StructType):
            raise TypeError(f"a row type must be a msgspec Struct, and {cls!r} is not")
        return self._record(info)

    def _record(self, info: inspect.StructType | inspect.DataclassType) -> StructReader:
        if info.cls not in self.records:
            record = self.records[info.cls] = StructReader(info)
            record.slots.update({field.encode_name: Slot(field, self.reader(field.type)) for field in info.fields})
        return self.records[info.cls]

    def reader(self, info: inspect.Type) -> Reader:
        if not self.ranges:
            info = _without_range(info)
        match info:
            case inspect.StructType() | inspect.DataclassType():
                return self._record(info)
            case inspect.UnionType():
                return self._union(info)
            case inspect.Metadata():
                named = (info.extra or {}).get(Reference.KEY)
                return Reference(self.reader(info.type), *named) if named else self.reader(info.type)
            case inspect.ListType():
                return Listing(self.reader(info.item_type), list, info.min_length, info.max_length)
            case inspect.VarTupleType():
                return Listing(self.reader(info.item_type), tuple, info.min_length, info.max_length)
            case inspect.SetType():
                return Listing(self.reader(info.item_type), set, info.min_length, info.max_length)
            case inspect.FrozenSetType():
                return Listing(self.reader(info.item_type), frozenset, info.min_length, info.max_length)
            case inspect.TupleType():
                return Tuple([self.reader(item) for item in info.item_types])
            case inspect.DictType():
                return Dictionary(self.reader(info.key_type), self.reader(info.value_type))
            case inspect.AnyType():
                return Anything()
        return word_reader(info)

    def _union(self, info: inspect.UnionType) -> Reader:
        members = [member for member in info.types if not isinstance(member, inspect.NoneType)]
        members.sort(key=lambda member: isinstance(member, inspect.StrType))
        readers = [self.reader(member) for member in members]
        reader = readers[0] if len(readers) == 1 else Either(readers)
        return Maybe(reader) if len(members) < len(info.types) else reader


def _without_range(info: inspect.Type) -> inspect.Type:
    limits = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")
    held = {name: None for name in limits if getattr(info, name, None) is not None}
    return structs.replace(info, **held) if held else info


class Anything(Reader):
    """Free data, kept as text, lists and mappings."""

    expected = "anything"
    shapes = (Leaf, Items, Entries)

    def read(self, text: Text, page: Page, where: str) -> Any:
        return plain(text)
