"""Fields of a position taken apart: each number in it by its place, and who knows it.

The proof over true games (`truths`) holds single values of the truth against those of dealt worlds. This says which
values there are, and what anybody can see beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from sandtable.kernel.chance import Dealer
from sandtable.kernel.flow import G
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.state import Knowledge, State, knowledge

known_to = lru_cache(maxsize=None)(knowledge)

Path = tuple[int, ...]
"""Where a value lies in a field: () for the field itself, (3,) for its entry 3, (1, 3) for entry 3 of its list 1."""
NO_SECRETS = frozenset({"stack", "key"})
"""The key of the dice is dealt anew in each world, and the frames of the stack are looked at one by one."""


def holders(s: State) -> Iterator[tuple[str, Struct]]:
    """The state and each frame of its stack, by name."""
    yield type(s).__name__, s
    for frame in s.stack:
        yield type(frame).__name__, frame


def fields(s: State) -> Iterator[tuple[str, Struct, str, Knowledge]]:
    """Every field of the state and its frames: its full name, what holds it, its name there, and who knows it."""
    seen = set()
    for title, holder in holders(s):
        for name, known in known_to(type(holder)).items():
            full = f"{title}.{name}"
            if name not in NO_SECRETS and full not in seen:  # of frames of one kind the outermost
                seen.add(full)
                yield full, holder, name, known


def values(value: Any, sort: bool = False) -> dict[Path, Any]:
    """Each value of a field by its place; `sort` where the order within a list means nothing to anybody."""
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if not isinstance(value, list | tuple):
        return {(): value} if isinstance(value, int | str | float | None) else {}
    if not any(isinstance(inner, list | tuple | dict) for inner in value):
        return {(place,): one for place, one in enumerate(sorted(value, key=str) if sort else value)}
    found: dict[Path, Any] = {}
    for place, inner in enumerate(value):
        found.update({(place, *path): one for path, one in values(inner, sort).items()})
    return found


def knowers(holder: Struct, known: Knowledge, path: Path, seats: int) -> set[Seat]:
    """The seats that know one value of a field."""
    if known.kind == "public":
        return set(range(seats))
    if known.kind == "hidden" or not path:
        return set()
    if known.kind == "own":
        return {path[0]}
    mask = getattr(holder, known.mask)[path[0]]
    return {seat for seat in range(seats) if mask >> seat & 1}


def knows(viewer: Seat, who: set[Seat], seats: int) -> bool:
    """Whether a viewer is among those who know; a spectator knows what everybody knows."""
    return len(who) == seats if viewer == SPECTATOR else viewer in who


class Drawing(Dealer):
    """Deals as usual and notes which lists are drawn from blindly: their order means nothing."""

    def __init__(self) -> None:
        self.pools: set[str] = set()

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        for full, holder, name, _ in fields(s):
            if getattr(holder, name) is pool:
                self.pools.add(full)
        return super().draw(s, pool, purpose)


def beside(s: State, length: int) -> dict[str, list[Any]]:
    """Public lists with an entry for each of so many things: where they are, which side they are on."""
    found = {}
    for full, holder, name, known in fields(s):
        value = getattr(holder, name)
        if known.kind != "public" or not isinstance(value, list) or len(value) != length:
            continue
        if not any(isinstance(entry, list | dict) for entry in value):
            found[full] = value[:]
    return found


def rows(s: State, length: int) -> dict[str, list[int]]:
    """Public lists that put some of so many things in an order: each at most once."""
    found = {}
    for full, holder, name, known in fields(s):
        value = getattr(holder, name)
        if known.kind != "public" or not isinstance(value, list) or not 1 < len(value) <= length:
            continue
        if all(type(entry) is int and 0 <= entry < length for entry in value) and len(set(value)) == len(value):
            found[full] = value[:]
    return found


def public(g: G[Any, Any]) -> dict[str, Any]:
    """Every public number of a position, and whom it asks."""
    found: dict[str, Any] = {}
    for full, holder, name, known in fields(g.s):
        if known.kind == "public":
            for path, value in values(getattr(holder, name)).items():
                found[spelt(full, path)] = value
    ask = g.ask
    if ask is not None:
        found["who is asked"] = tuple(ask.awaited())
        found["the kind of ask"] = "/".join(f"{type(frame).__name__}.{frame.step}" for frame in g.s.stack)
    return found


def spelt(full: str, path: Path) -> str:
    return full + "".join(f"[{place}]" for place in path)
