"""Worlds that a seat cannot tell from the true one (26.0), and what is conserved.

Only what face-down counters are is hidden; they are dealt anew from all that is unseen, each as its lot allows. The bin
holds what does not lie on the map, so nothing else has to be dealt.
"""

from __future__ import annotations

import random

from sandtable.games.invasion.pieces import Kit
from sandtable.games.invasion.rules.lots import dealt
from sandtable.games.invasion.state import NOWHERE, War
from sandtable.kernel.options import Seat
from sandtable.kernel.state import clone


def determinise(kit: Kit, s: War, seat: Seat, key: bytes) -> War:
    world = clone(s)
    world.key = key
    for slot, kind in dealt(world, kit, random.Random(key)).items():
        world.identity[slot] = kind
    return world


def census(kit: Kit, s: War) -> dict[str, int]:
    """Counters of each type that are in the game: on the map or in the bin, never more than there are."""
    lying = [0] * len(kit.types)
    for slot, lies in enumerate(s.lies):
        if lies != NOWHERE:
            lying[s.identity[slot]] += 1
    counted = {
        "units": len(s.at),
        "markers": len(s.marker_at),
        "agents": len(s.agent_at),
        "counters beyond the mix": sum(max(0, n - kit.count[kind]) for kind, n in enumerate(lying)),
        "counters not in the game": sum(n for kind, n in enumerate(lying) if not s.enlisted >> kind & 1 and s.enlisted),
    }
    return counted
