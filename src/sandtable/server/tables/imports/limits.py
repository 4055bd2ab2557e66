"""What a record from anywhere may hold, looked at before anything is built from it.

The digest has been compared already. Here everything is only counted and measured: no content is laid on, no position
loaded, no answer given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel.content import Content, ContentError, UnfitPack, unpack
from sandtable.kernel.content import load as load_content
from sandtable.kernel.game import Game, games
from sandtable.kernel.records import Record, RecordError
from sandtable.kernel.table import Answered

KEY = re.compile(r"([0-9a-f]{2}){0,64}")
DIGEST = re.compile(r"[0-9a-f]{64}")

SEATS = 64
WORDS = 100
"""Options of the rules, salts and the like."""
LETTERS = 200
"""Of a name, a salt or a word."""
ENTRIES = 20_000
"""Answers and take-backs of a journal: ten times the longest game anybody has played here."""
PARTS = 200
"""Of one answer."""
NUMBERS = 16
"""Of one part of an answer."""
OUTCOMES = 2_000
"""Of chance, in the opening or at one answer."""
OVERLAYS = 8
VALUES = 20_000
"""Values of all overlays together, or of a position."""
DEEPEST = 40
POSITION = 300_000
"""Bytes of a position, or of the content packed."""
LARGEST = 1_000_000
"""Of a number in a position; but games keep sets of pieces as the bits of one, which is then as long as a list is."""
NUMBER = 200
"""No number of an overlaid table is larger, unless the game's own table has a quarter of it in the same column."""
SUM = 20_000
"""All numbers of the content together: they say how many pieces, spaces and cards are made."""


def check(record: Record) -> None:
    """RecordError, if a record holds more than any game needs."""
    _most(record.seats, SEATS, "seats")
    _most(len(record.options), WORDS, "options")
    _most(len(record.salts), WORDS, "salts")
    for text in (record.game, record.scenario, record.written_by, *record.options, *record.options.values()):
        _short(text)
    for salt in record.salts:
        _short(salt)
    if not KEY.fullmatch(record.key):
        raise RecordError("its key is not written in hexadecimal digits, or is too long for one")
    if not DIGEST.fullmatch(record.commitment):
        raise RecordError("what it commits its dice to is not a digest")
    _check_journal(record)
    _check_overlays(record)
    _most(len(record.pack), POSITION, "letters in its content")
    _most(len(bytes(record.position)), POSITION, "bytes in its position")
    _check_position(msgspec.json.decode(bytes(record.position)))


def _check_journal(record: Record) -> None:
    _most(len(record.journal), ENTRIES, "entries in its journal")
    _most(len(record.checkpoints), len(record.journal) + 1, "checkpoints")
    _most(len(record.opening), OUTCOMES, "outcomes of chance before its first answer")
    for entry in record.journal:
        if isinstance(entry, Answered):
            _most(len(entry.options), PARTS, "parts in one answer")
            _most(len(entry.chance), OUTCOMES, "outcomes of chance at one answer")
            _most(max(map(len, entry.options), default=0), NUMBERS, "words in one part of an answer")


def _check_overlays(record: Record) -> None:
    _most(len(record.overlays), OVERLAYS, "overlays")
    for count, value in enumerate(_leaves(record.overlays), 1):
        _most(count, VALUES, "values in its overlays")
        if isinstance(value, str):
            _most(len(value), 10 * LETTERS, "letters in a value of its overlays")


def _check_position(position: Any) -> None:
    bits = 64 + 2 * _longest(position)
    for count, value in enumerate(_leaves(position), 1):
        _most(count, VALUES, "values in its position")
        if isinstance(value, int) and not -LARGEST <= value <= LARGEST and (value < 0 or value.bit_length() > bits):
            raise RecordError(f"its position holds {_shown(value)}, and no game counts so far")
        if isinstance(value, str):
            _most(len(value), 10 * LETTERS, "letters in a value of its position")


def _longest(value: Any) -> int:
    """The longest list in a position: no set of its things has more."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = len(value) if isinstance(value, list) else 0
    return max([own, *(len(each) for each in inner if isinstance(each, list))])


def _leaves(value: Any, depth: int = 0) -> Iterator[Any]:
    """Every plain value inside; an empty list counts, too."""
    if depth > DEEPEST:
        raise RecordError("it is nested too deeply")
    if isinstance(value, dict):
        yield None
        for name, inner in value.items():
            _short(name)
            yield from _leaves(inner, depth + 1)
    elif isinstance(value, list):
        yield None
        for inner in value:
            yield from _leaves(inner, depth + 1)
    else:
        yield value


def _short(text: str) -> None:
    _most(len(text), LETTERS, "letters in a name")


def _most(found: int, most: int, what: str) -> None:
    if found > most:
        raise RecordError(f"it has {found} {what}, and {most} are the most that are read here")


# ---- content --------------------------------------------------------------------------------------


def check_content(record: Record) -> None:
    """RecordError, if its content makes tables from which too much would be built. They are read, not built."""
    if record.game not in games() or not (record.overlays or record.pack):
        return
    kind = games()[record.game]
    home = files(kind.package) / "content"
    own = load_content(home, kind.tables)
    try:
        kept = unpack(record.pack) if record.pack else None
        if kept == own.kept and not record.overlays:
            return
        if kept is not None:
            for count, _value in enumerate(_leaves(msgspec.json.decode(kept)), 1):
                _most(count, 4 * VALUES, "values in its content")
        laid_on = load_content(home if kept is None else kept, kind.tables, record.overlays, played=True)
    except (UnfitPack, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(str(error)) from error
    except ContentError as error:
        raise RecordError(f"its content cannot be read: {str(error.problems[0])[:300]}") from error
    largest = {where: max(map(abs, found)) for where, found in _numbers(kind, own).items()}
    total = 0
    for where, found in _numbers(kind, laid_on).items():
        most = max(NUMBER, 4 * largest.get(where, 0))
        for number in found:
            if abs(number) > most:
                raise RecordError(
                    f"its overlays say {_shown(number)} for {where}; the most that is read here is {most}"
                )
            total += abs(number)
    _most(total, SUM, "as the sum of all numbers of its content")


def _numbers(kind: type[Game[Any, Any]], content: Content) -> dict[str, list[int]]:
    """Every number of the tables, by table and column."""
    found: dict[str, list[int]] = {}
    for name, row_type in kind.tables.types.items():
        for row in content.table(name, row_type).values():
            _collect(row, name, found)
    return found


def _collect(value: Any, where: str, found: dict[str, list[int]]) -> None:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        found.setdefault(where, []).append(value)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            _collect(getattr(value, name), f"{where}.{name}", found)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            _collect(inner, where, found)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _collect(key, where, found)
            _collect(inner, where, found)


def _shown(number: int) -> str:
    return str(number) if number.bit_length() < 64 else f"a number of {number.bit_length()} bits"
