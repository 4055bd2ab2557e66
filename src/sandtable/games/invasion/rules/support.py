"""22.0: lines of support from bases and Staging Areas."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.pieces import Kit, SpaceId
from sandtable.games.invasion.state import War, occupied, resisted


def lines(kit: Kit, source: SpaceId, length: int, enemies: int, ends: int, closed: int) -> int:
    """The spaces that one source supports: lines go on through a space unless it `ends` them."""
    if enemies >> source & 1:
        return 1 << source  # rule: support.siege
    return kit.spread(source, length, ends, closed)  # rule: support.length support.stops


def communist_sources(s: War, kit: Kit) -> list[tuple[SpaceId, int]]:
    """Areas of the USSR and base units, with their support values (22.2, 22.7)."""
    found = [(area, kit.support[area]) for area in bits(kit.ussr)]  # rule: support.areas border.permanent
    for unit, space in enumerate(s.at):
        if space >= 0 and kit.is_base[kit.kind[unit]]:
            found.append((space, kit.types[kit.kind[unit]].support))
    return found


def resistance_sources(s: War, kit: Kit) -> list[tuple[SpaceId, int]]:
    """Active areas that are not silenced, and base counters that lie face up (22.3, 22.7)."""
    found = [(area, kit.support[area]) for area in bits(s.active & ~s.silenced)]  # rule: support.areas
    for slot, space in enumerate(s.lies):
        if space >= 0 and s.known[slot] and kit.is_base[s.identity[slot]]:  # rule: base.resistance
            found.append((space, kit.types[s.identity[slot]].support))
    return found


def communist_support(s: War, kit: Kit) -> int:
    """The spaces in Communist support."""
    enemies = resisted(s)
    ends = enemies | kit.deserts | kit.abroad  # rule: support.borders
    closed = kit.abroad & ~s.active  # rule: area.closed
    found = 0
    for source, length in communist_sources(s, kit):
        found |= lines(kit, source, length, enemies, ends, closed)
    return found


def resistance_support(s: War, kit: Kit) -> int:
    """The spaces in Resistance support. With Communists inside an area supports only that (24.3)."""
    enemies = occupied(s, kit)  # rule: border.cut
    ends = enemies | kit.deserts
    closed = kit.ussr | (kit.abroad & ~s.active)  # rule: support.borders area.closed
    found = 0
    for source, length in resistance_sources(s, kit):
        found |= lines(kit, source, length, enemies, ends, closed)
    return found
