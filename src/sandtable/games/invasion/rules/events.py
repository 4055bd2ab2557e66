"""15.9 and the charts of 12.0: what markers do to counters on the map."""

from __future__ import annotations

from sandtable.games.invasion.pieces import Kit, Slot, SpaceId
from sandtable.games.invasion.rules.counters import SLOTS, go_back, random_zone, turn_up
from sandtable.games.invasion.state import NOWHERE, WG, War, counters_in, guerrilla_of, occupied, units_in
from sandtable.kernel.chance import D6
from sandtable.kernel.view import Trace


def defect(g: WG, upto: int, key: str) -> None:
    """In one random zone a die falls for every counter, whatever it is (12.2-3)."""
    zone = random_zone(g)
    counters = counters_in(g.s, zone)
    g.tell(key, "Defections in {0:space}.", zone)
    leaving = [slot for slot in counters if g.roll(D6, "defection", key) <= upto]
    for slot in leaving:
        g.tell(key, "{0:counter} leaves the war.", slot, weight="gain")
        go_back(g, slot)


def disperse(g: WG, key: str) -> None:
    """All counters of one random zone go back to the bin, those that lie face down unseen."""
    zone = random_zone(g)
    counters = counters_in(g.s, zone)
    g.tell(key, "The Resistance in {0:space} breaks up.", zone, weight="gain" if counters else "")
    for slot in counters:
        go_back(g, slot)


def raid(g: WG, areas: list[SpaceId], key: str) -> bool:
    """A die chooses one of three areas; a second one above the guerrilla factors of all Soviets there succeeds."""
    area = areas[(g.roll(D6, "raid-area", key) - 1) // 2]
    guard = sum(guerrilla_of(g.s, g.kit, unit) for unit in units_in(g.s, g.kit, area))
    success = g.roll(D6, "raid", key) > guard  # rule: event.raid
    text = "A raid into {0:space}, guarded with {1}: it {2}."
    g.tell(key, text, area, str(guard), "succeeds" if success else "fails", weight="blow" if success else "gain")
    return success


# ---- Resistance Moves -------------------------------------------------------------------------------


def migrate(g: WG) -> None:
    """All counters are turned up; those that can reach Communists go to the nearest (15.9)."""
    s, kit = g.s, g.kit
    turn_up(g, [slot for slot, lies in enumerate(s.lies) if lies != NOWHERE], "event.moves")
    goals = occupied(s, kit)
    moving = [slot for slot, lies in enumerate(s.lies) if lies >= 0 and not goals >> lies & 1]
    for slot in moving:
        ways = shortest_ways(s, kit, slot, goals)
        if ways:
            chosen = g.draw(list(range(len(ways))), "path", "move.resistance-moves") if len(ways) > 1 else 0
            march(g, slot, ways[chosen])


def march(g: WG, slot: Slot, way: list[SpaceId]) -> None:
    g.s.lies[slot] = way[-1]
    trace = Trace(slot, way, domain=SLOTS)
    g.tell(
        "move.resistance-moves",
        "{0:counter} marches from {1:space} to {2:space}.",
        slot,
        way[0],
        way[-1],
        moves=[trace],
    )


def shortest_ways(s: War, kit: Kit, slot: Slot, goals: int) -> list[list[SpaceId]]:
    """All shortest ways of a counter to a nearest space with Communists, within its movement."""
    closed = kit.ussr | (kit.abroad & ~s.active)
    ways = [[s.lies[slot]]]
    seen = 1 << s.lies[slot]
    for _ in range(kit.types[s.identity[slot]].move):
        further = [
            [*way, space]
            for way in ways
            if len(way) == 1 or not kit.deserts >> way[-1] & 1  # rule: move.stop-desert
            for space in kit.neighbours[way[-1]]
            if not (seen | closed) >> space & 1
        ]
        reached = [way for way in further if goals >> way[-1] & 1]
        if reached:
            return reached
        for way in further:
            seen |= 1 << way[-1]
        ways = further
    return []
