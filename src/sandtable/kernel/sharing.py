"""Work that questions about a position share: kept with what it depends on, and thrown away when that changes.

Who holds what, and how far supply reaches, is asked again and again while nothing of it changes: by the ask, the view,
the odds, a player who weighs ten options. A rule that is asked so names what it reads of the position:

    @shared("at", "covert")
    def control(s: Theatre, kit: Kit) -> int: ...

Its last result, for each set of further arguments, then holds as long as those fields are equal to what they were, in
whichever copy of the position. So nobody has to say that something has changed, and nobody can forget to. What depends
on the kit and its arguments alone is a table that fills as it is looked up, and is marked `tabled`. What is alike in
many kits, since it depends on some of their content, is `lasting`.

What is shared lies in the kit (`kit.shared`), and is nobody's to alter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from sandtable.kernel.state import State, reader

S = TypeVar("S", bound=State)
P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A")

Shared = dict[tuple[Any, ...], Any]
MOST = 10_000
"""A table that has grown beyond so many entries begins anew."""


class Kit(Protocol):
    """A game's kit, if its rules share work: it has the place for it."""

    shared: Shared


K = TypeVar("K", bound=Kit)


def shared(
    *fields: str,
) -> Callable[[Callable[Concatenate[S, K, P], R]], Callable[Concatenate[S, K, P], R]]:
    """Marks a function of position, kit and plain arguments that reads these fields of the position and no others.

    The fields hold numbers, text, flat lists of them, or what is frozen.
    """
    read = reader(fields)

    def marked(work: Callable[..., Any]) -> Callable[..., Any]:
        def look(s: Any, kit: Any, *about: Any) -> Any:
            now = read(s)
            known = kit.shared.get((work, *about))
            if known is not None and known[0] == now:
                return known[1]
            found = work(s, kit, *about)
            as_it_is = tuple([value.copy() if isinstance(value, list) else value for value in now])
            kit.shared[(work, *about)] = (as_it_is, found)
            return found

        kept = wraps(work)(look)
        kept.__dict__["reads"] = fields
        return kept

    return marked


def tabled(work: Callable[Concatenate[K, P], R]) -> Callable[Concatenate[K, P], R]:
    """Marks a function that depends on the kit and plain arguments alone: each case of it is worked out once."""
    work_out: Callable[..., Any] = work
    which = (work,)

    def look(kit: Any, *about: Any) -> Any:
        table = kit.shared.get(which)
        found = None if table is None else table.get(about)
        if found is None:
            if table is None or len(table) > MOST:
                table = kit.shared[which] = {}
            found = table[about] = work_out(kit, *about)
        return found

    kept: Callable[Concatenate[K, P], R] = cast(Any, wraps(work_out)(look))
    return kept


_forgetting: list[Callable[[], None]] = []


def lasting(most: int) -> Callable[[Callable[[A], R]], Callable[[A], R]]:
    """Marks a function of one plain argument alone, whose last results are kept for all kits; so it makes nothing that
    a kit goes on to fill."""

    def marked(work: Callable[[A], R]) -> Callable[[A], R]:
        kept: Any = lru_cache(maxsize=most)(cast(Any, work))
        _forgetting.append(kept.cache_clear)
        return cast(Callable[[A], R], kept)

    return marked


def forget_lasting() -> None:
    """Throws away what is kept for all kits, for who wants to see one made."""
    for forgetting in _forgetting:
        forgetting()


def forget(kit: object) -> None:
    """Throws away all that is shared, for who wants to see the work itself."""
    getattr(kit, "shared", {}).clear()
