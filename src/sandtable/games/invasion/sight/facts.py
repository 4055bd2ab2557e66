"""The inspector: everything that anybody may know of one thing, with where each value comes from."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, SideId, SpaceId, TypeId, in_points
from sandtable.games.invasion.rows import Area, Road, Zone
from sandtable.games.invasion.rules import support
from sandtable.games.invasion.rules.hand import event_key
from sandtable.games.invasion.rules.polwar import strength_of
from sandtable.games.invasion.sight.counters import could_be, figures
from sandtable.games.invasion.sight.names import name
from sandtable.games.invasion.sight.piles import AFTER, WHEN
from sandtable.games.invasion.state import (
    AVAILABLE,
    CAMPAIGN_BIN,
    HAND,
    IN_BIN,
    IN_PLAY,
    POOL,
    RECRUIT_BIN,
    USED,
    WAITING,
    War,
    occupied,
    resisted,
    stacks,
)
from sandtable.kernel.content import wording
from sandtable.kernel.options import Seat
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Fact, Facts

PLACES = {POOL: "in the pool", AVAILABLE: "Air Available", USED: "Air Used"}


def inspect(kit: Kit, s: War, seat: Seat, domain: str, value: int) -> Facts:
    title = name(kit, s, seat, domain, value)
    match domain:
        case "space":
            return Facts(title, space_facts(kit, s, value))
        case "token":
            return Facts(title, unit_facts(kit, s, value))
        case "counter":
            return Facts(title, counter_facts(kit, s, value))
        case "type" if value < len(kit.types):
            return Facts(title, list(type_facts(kit, value)))
        case "card":
            return Facts(title, marker_facts(kit, s, value))
        case "agent":
            return Facts(title, agent_facts(kit, s, value))
    return Facts(title)


# ---- spaces -----------------------------------------------------------------------------------------


def space_facts(kit: Kit, s: War, space: SpaceId) -> list[Fact]:
    facts = [*printed(kit, space), Fact("control", control_of(kit, s, space))]
    if s.silenced >> space & 1:
        facts.append(Fact("support", "none this year: subverted"))
    if s.uncounted >> space & 1:
        facts.append(Fact("control points", "do not count at the next Control Check"))
    mobile = stacks(s, kit)[space]
    if space < kit.zone_count and mobile:
        facts.append(Fact("mobile units", f"{mobile} of {kit.n.stacking}"))
    facts += support_facts(kit, s, space, COMMUNIST)
    facts += support_facts(kit, s, space, RESISTANCE)
    return [*facts, *routes(kit, space)]


@tabled
def printed(kit: Kit, space: SpaceId) -> list[Fact]:
    row_id = kit.space_ids[space]
    ground = kit.terrain[kit.terrain_of[space]]
    zones = kit.content.table("zones", Zone)
    table = "zones" if row_id in zones else "areas"

    def fact(title: str, text: str, field: str) -> Fact:
        return Fact(title, text, str(kit.content.source(table, row_id, field)))

    facts = []
    if table == "zones":
        zone = zones[row_id]
        facts += [fact("ground", ground.name, "kind"), fact("random placement", zone.cell, "cell")]
    else:
        area = kit.content.table("areas", Area)[row_id]
        facts += [fact("ground", ground.name, "country"), fact("printed base", f"supports {area.support}", "support")]
    facts.append(fact("control points", str(kit.cpv[space]), "cpv"))
    if kit.airfields >> space & 1:
        facts.append(fact("airfield", "yes", "airfield"))
    if table == "zones" and zones[row_id].resource:
        facts.append(fact("resource", zones[row_id].resource, "resource"))
    tie = "Communists" if kit.tie[space] == COMMUNIST else "Resistance"
    source = str(kit.content.source("terrain", kit.terrain_of[space], "tie"))
    return [*facts, Fact("ties in superiority", tie, source)]


def control_of(kit: Kit, s: War, space: SpaceId) -> str:
    """Who controls a space, and who counts its points."""
    ours, theirs = occupied(s, kit) >> space & 1, resisted(s) >> space & 1
    if kit.ussr >> space & 1:
        return "Communist"
    if kit.abroad >> space & 1:
        if not s.active >> space & 1:
            return "neutral: nobody enters it"
        return "Resistance, disputed: it counts for nobody" if ours else "Resistance"
    if ours and theirs:
        return "disputed: it counts for nobody"
    if ours:
        return "Communist"
    return "Resistance" if theirs else "nobody's: it counts for the Resistance"


@tabled
def routes(kit: Kit, space: SpaceId) -> list[Fact]:
    row_id = kit.space_ids[space]
    found = []
    for route, road in kit.content.table("routes", Road).items():
        if row_id in (road.a, road.b):
            other = kit.space_of[road.b if road.a == row_id else road.a]
            source = str(kit.content.source("routes", route, "a"))
            found.append(Fact(f"to {kit.space_names[other]}", road.course, source))
    return found


# ---- support ----------------------------------------------------------------------------------------


def support_facts(kit: Kit, s: War, space: SpaceId, side: SideId) -> Iterator[Fact]:
    """From where a side has support in a space, or what cuts it off; told where the side is or could be."""
    title = "Communist support" if side == COMMUNIST else "Resistance support"
    if side == COMMUNIST:
        sources = support.communist_sources(s, kit)
        enemies = resisted(s)
        ends = enemies | kit.deserts | kit.abroad
        closed = kit.abroad & ~s.active
    else:
        sources = support.resistance_sources(s, kit)
        enemies = occupied(s, kit)
        ends = enemies | kit.deserts
        closed = kit.ussr | (kit.abroad & ~s.active)
    reaching = [
        source for source, length in sources if support.lines(kit, source, length, enemies, ends, closed) >> space & 1
    ]
    if reaching:
        told = ", ".join(dict.fromkeys("here" if at == space else kit.space_names[at] for at in reaching))
        yield Fact(title, f"from {told}" if told != "here" else "from here")
    elif sources:
        yield Fact(title, cut_off(kit, space, sources, enemies, closed))
    else:
        yield Fact(title, "none: it has no source")


def cut_off(kit: Kit, space: SpaceId, sources: list[tuple[SpaceId, int]], enemies: int, closed: int) -> str:
    """What keeps the nearest source from supporting a space."""
    allowed = ((1 << kit.size) - 1) & ~closed
    ways = [(way, length) for at, length in sources if (way := kit.graph.shortest(at, space, allowed | 1 << space))]
    if not ways:
        return "none: no line leads there"
    way, length = min(ways, key=lambda found: len(found[0]) - found[1])
    source = kit.space_names[way[0]]
    if enemies >> way[0] & 1:
        return f"none: {source} is besieged"
    for step in way[1:-1]:
        if enemies >> step & 1:
            return f"none: the line from {source} is cut in {kit.space_names[step]}"
        if (kit.deserts | kit.abroad) >> step & 1:
            return f"none: the line from {source} ends in {kit.space_names[step]}"
    return f"none: {source} supports {length}, and it is {len(way) - 1} away"


# ---- counters ---------------------------------------------------------------------------------------


def unit_facts(kit: Kit, s: War, unit: int) -> list[Fact]:
    at = s.at[unit]
    facts = [Fact("place", kit.space_names[at] if at >= 0 else PLACES[at])]
    if s.reduced >> unit & 1:
        facts.append(Fact("state", "reduced"))
    if s.barred >> unit & 1:
        facts.append(Fact("state", "demobilized this year"))
    return facts + list(type_facts(kit, kit.kind[unit]))


def counter_facts(kit: Kit, s: War, slot: int) -> list[Fact]:
    lies = s.lies[slot]
    facts = [Fact("place", kit.space_names[lies] if lies >= 0 else "not on the map")]
    if lies < 0:
        return facts
    if s.known[slot]:
        return facts + list(type_facts(kit, s.identity[slot]))
    return [*facts, Fact("face down", f"one of {', '.join(could_be(kit, s, slot))}")]


@tabled
def type_facts(kit: Kit, kind: TypeId) -> tuple[Fact, ...]:
    """A type of counter as it is printed: the same in all positions."""
    row, row_id = kit.types[kind], kit.type_ids[kind]

    def fact(title: str, text: str, field: str) -> Fact:
        return Fact(title, text, str(kit.content.source("units", row_id, field)))

    fields = {"firepower": "fire", "guerrilla factor": "guerrilla", "movement": "move", "support": "support"}
    facts = [fact("type", row.name, "name"), fact("in the mix", str(row.count), "count")]
    facts += [fact(value.name, value.text, fields[value.name]) for value in figures(kit, kind)]
    if row.reduced_fire is not None:
        facts.append(fact("reduced", f"{row.reduced_fire} ({row.reduced_guerrilla})", "reduced_fire"))
    if row.special:
        facts.append(fact("special operations", "may enter Pakistan and Iran", "special"))
    if row.ada:
        facts.append(fact("air defence", "shoots down air units that roll a six", "ada"))
    if kit.price[kind]:
        priced = str(kit.content.source("recruits", row_id, "price"))
        facts.append(Fact("price", f"{in_points(kit.price[kind])} MP", priced))
        facts.append(Fact("from", str(kit.from_year[kind]), str(kit.content.source("recruits", row_id, "year"))))
    return tuple(facts)


# ---- markers ----------------------------------------------------------------------------------------

MARKER_PLACES = {HAND: "in your hand", IN_BIN: "in its bin", IN_PLAY: "in play", WAITING: "drawn, and on its way back"}
AGENT_PLACES = {
    HAND: "in your hand",
    POOL: "in the pool",
    RECRUIT_BIN: "in the Resistance recruit bin",
    CAMPAIGN_BIN: "in the Resistance marker bin",
}


def marker_facts(kit: Kit, s: War, number: int) -> list[Fact]:
    kind, row_id = kit.marker_kinds[kit.marker[number]], kit.marker_ids[kit.marker[number]]

    def fact(title: str, text: str, field: str) -> Fact:
        return Fact(title, text, str(kit.content.source("markers", row_id, field)))

    return [
        Fact("place", MARKER_PLACES.get(s.marker_at[number], "out of the game")),
        fact("played", WHEN[kind.when], "when"),
        fact("effect", wording(kind.text, kind.effects), "effects"),
        fact("afterwards", AFTER[kind.after], "after"),
        Fact("rule", event_key(kit, number)),
    ]


def agent_facts(kit: Kit, s: War, number: int) -> list[Fact]:
    row = kit.agents[number]
    at = s.agent_at[number]
    place = kit.space_names[at] if at >= 0 else AGENT_PLACES.get(at, "not yet in the war")
    source = str(kit.content.source("subversion", kit.agent_ids[number], "strength"))
    facts = [Fact("place", place), Fact("strength", str(row.strength), source)]
    if row.side == "communist" and strength_of(s, kit, number) != row.strength:
        facts.append(Fact("strength now", str(strength_of(s, kit, number))))
    return facts
