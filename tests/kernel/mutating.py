"""Records altered in every way that comes to mind: bytes, values, types, nesting, chance, positions, content."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import msgspec

from sandtable.kernel.content import ContentError, pack, unpack
from sandtable.kernel.game import open_game
from sandtable.kernel.records import Record, RecordError, encode, with_head

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63 - 1,
    2**64 - 1,
    10**30,
    0.5,
    1e308,
    "",
    "\0",
    "x" * 3000,
    "ß\u2028\U0001f0a1",
    [],
    {},
    [[]],
    {"": None},
    {"frame": "turn", "step": "first"},
    "0" * 64,
    "ff" * 32,
)


def deep(levels: int) -> Any:
    value: Any = 0
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    found = [at] if at else []
    if isinstance(value, dict):
        found += [path for name, inner in value.items() for path in paths(inner, (*at, name))]
    elif isinstance(value, list):
        found += [path for place, inner in enumerate(value) for path in paths(inner, (*at, place))]
    return found


def altered(value: Any, rng: random.Random) -> Any:
    """Plain data with one thing in it changed, gone, doubled or exchanged for another."""
    value = copy.deepcopy(value)
    places = paths(value)
    if not places:
        return rng.choice(ODD)
    *way, last = rng.choice(places)
    holder = value
    for step in way:
        holder = holder[step]
    match rng.randrange(6):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, list):
            holder.insert(last, copy.deepcopy(rng.choice(holder)))
        case 2:
            holder[last] = deep(rng.choice((5, 60, 100)))
        case 3 if isinstance(holder[last], int) and not isinstance(holder[last], bool):
            holder[last] += rng.choice((-1000, -7, -1, 1, 3, 100_000))
        case 4:
            other = value
            for step in rng.choice(places):
                other = other[step]
            holder[last] = copy.deepcopy(other)
        case _:
            holder[last] = rng.choice(ODD)
    return value


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A record altered once or more, often by somebody who then makes chain and digest anew."""
    if rng.random() < 0.15:
        place, length = rng.randrange(len(data)), rng.choice((0, 1, 1, 1, 30))
        put_in = rng.choice((b"", rng.randbytes(1), rng.randbytes(2), b"[" * 5000, b"\0", b"1" * 400))
        return data[:place] + put_in + data[place + length :]
    fields = json.loads(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        part = rng.choice(("all", "all", "opening", "journal", "position", "pack", "options", "checkpoints"))
        if part == "all" or not fields.get(part):
            fields = altered(fields, rng)
            if not isinstance(fields, dict):
                break
        elif part == "pack":
            _alter_content(fields, rng)
        else:
            fields[part] = altered(fields[part], rng)
    return written(fields, rng)


def _alter_content(fields: dict[str, Any], rng: random.Random) -> None:
    """Other content, and the digest that goes with it where it can be read."""
    try:
        content = altered(msgspec.json.decode(unpack(fields["pack"])), rng)
        kept = json.dumps(content).encode()
        if re.search(rb"[0-9]{5}", kept):
            return  # a hundred thousand pieces take a while, and are no fault
        fields["pack"] = pack(kept)
        fields["content"] = open_game(fields["game"], fields["overlays"], kept).content.digest
    except (ContentError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return


def written(fields: Any, rng: random.Random) -> bytes:
    """Plain data as a record, if it can be one, else as mere JSON."""
    try:
        record = msgspec.convert({name: value for name, value in fields.items() if name != "position"}, Record)
        record.position = msgspec.Raw(msgspec.json.encode(fields.get("position")))
    except (msgspec.ValidationError, ValueError, TypeError, RecursionError):
        return json.dumps(fields).encode()
    if rng.random() < 0.8:
        try:
            with_head(record)
        except (RecordError, ValueError, OverflowError):
            record.head = ""
    return encode(record)
