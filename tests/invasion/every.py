"""Every world that a player of Invasion Afghanistan cannot tell from the true one, dealt one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sandtable.games.invasion.pieces import Kit
from sandtable.games.invasion.state import War
from sandtable.kernel.state import clone


def worlds(s: War, kit: Kit, lots: Sequence[tuple[int, int]]) -> Iterator[tuple[Fraction, War]]:
    """Every world: each slot is given each type that its lot allows and that is left, in this order."""
    up = Counter(s.identity[slot] for slot, lies in enumerate(s.lies) if lies >= 0 and s.known[slot])
    left = {t: kit.count[t] - up[t] for t in kit.resistance if s.enlisted >> t & 1}

    def deal(chance: Fraction, world: War, still: Sequence[tuple[int, int]]) -> Iterator[tuple[Fraction, War]]:
        if not still:
            yield chance, world
            return
        (slot, types), *rest = still
        may = {t: n for t, n in left.items() if types >> t & 1 and n}
        for t, n in may.items():
            dealt = clone(world)
            dealt.identity[slot] = t
            left[t] -= 1
            yield from deal(chance * Fraction(n, sum(may.values())), dealt, rest)
            left[t] += 1

    yield from deal(Fraction(1), s, lots)
