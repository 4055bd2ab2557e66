"""What everybody calls spaces, units, counters and markers."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.invasion.pieces import NATIONS, Kit
from sandtable.games.invasion.state import NOWHERE, War
from sandtable.kernel.options import SPECTATOR, Seat

DRAWN = ("space", "token", "counter", "card", "agent")
"""The domains of options whose members are in the view."""


def name(kit: Kit, s: War, seat: Seat, domain: str, value: int) -> str:
    if domain == "space":
        return kit.space_names[value]
    if domain == "token":
        return unit_name(kit, value)
    if domain == "counter":
        return counter_name(kit, value, s.identity[value] if s.known[value] else -1)
    if domain == "card":
        return card_name(kit, value)
    if domain == "agent":
        return kit.agents[value].name
    if domain == "nation":
        return NATION_NAMES[value]
    if domain == "type":
        return kit.types[value].name if value < len(kit.types) else kit.agents[value - len(kit.types)].name
    if domain == "campaign":
        return card_name(kit, value) if value < len(kit.marker) else kit.agents[value - len(kit.marker)].name
    return str(value)


NATION_NAMES = ("Soviet", "DRA")


def unit_name(kit: Kit, unit: int) -> str:
    """Units of a type are numbered, if there are several."""
    kind = kit.kind[unit]
    alike = kit.units_of[kind]
    return kit.types[kind].name + (f" {unit - alike.start + 1}" if len(alike) > 1 else "")


def counter_name(kit: Kit, slot: int, kind: int) -> str:
    """Face down, without a kind, a counter is nothing but a counter."""
    what = kit.types[kind].name if kind >= 0 else "Counter"
    return f"{what} {slot + 1}"


def card_name(kit: Kit, marker: int) -> str:
    kind = kit.marker[marker]
    alike = [other for other, each in enumerate(kit.marker) if each == kind]
    return kit.marker_kinds[kind].title + (f" {alike.index(marker) + 1}" if len(alike) > 1 else "")


def candidates(kit: Kit, domain: str) -> Sequence[int]:
    sizes = {
        "space": kit.size,
        "token": len(kit.kind),
        "counter": kit.slots,
        "card": len(kit.marker),
        "agent": len(kit.agents),
        "nation": len(NATIONS),
        "type": len(kit.types) + len(kit.agents),
        "campaign": len(kit.marker) + len(kit.agents),
    }
    return range(sizes[domain])


# ---- by id ------------------------------------------------------------------------------------------


def unit_id(kit: Kit, unit: int) -> str:
    """A unit as cases call it: its type, numbered if there are several."""
    kind = kit.kind[unit]
    alike = kit.units_of[kind]
    return kit.type_ids[kind] + (f"-{unit - alike.start + 1}" if len(alike) > 1 else "")


def marker_id(kit: Kit, marker: int) -> str:
    """A marker as cases call it; the second of two alike is numbered."""
    kind = kit.marker[marker]
    place = marker - kit.marker.index(kind)
    return kit.marker_ids[kind] + (f"-{place + 1}" if place else "")


def counter_id(kit: Kit, s: War, slot: int) -> str:
    """A counter that lies face up by its type and its place among those alike; another is only a counter."""
    if not s.known[slot] or s.lies[slot] < 0:
        return f"counter-{slot + 1}"
    kind = s.identity[slot]
    alike = [other for other in range(slot + 1) if s.known[other] and s.lies[other] >= 0 and s.identity[other] == kind]
    return f"{kit.type_ids[kind]}-{len(alike)}"


def called(kit: Kit, s: War, domain: str, value: int) -> str:
    """What cases call a member of a domain."""
    match domain:
        case "space":
            return kit.space_ids[value]
        case "token":
            return unit_id(kit, value)
        case "counter":
            return counter_id(kit, s, value)
        case "card":
            return marker_id(kit, value)
        case "agent":
            return kit.agent_ids[value]
        case "nation":
            return NATIONS[value]
        case "type":
            return kit.type_ids[value] if value < len(kit.types) else kit.agent_ids[value - len(kit.types)]
        case "campaign":
            return marker_id(kit, value) if value < len(kit.marker) else kit.agent_ids[value - len(kit.marker)]
    return str(value)


def lookup(kit: Kit, s: War, domain: str, text: str) -> int:
    """What a person means by an id, a name or a number. What a face-down counter is helps nobody to find it."""
    word = text.strip().lower()
    for value in candidates(kit, domain):
        if domain == "counter" and s.lies[value] == NOWHERE and word != f"counter-{value + 1}":
            continue
        if word in (called(kit, s, domain, value), name(kit, s, SPECTATOR, domain, value).lower()):
            return value
    if domain == "token" and word in kit.type_ids and kit.units_of[kit.type_ids.index(word)]:
        return kit.units_of[kit.type_ids.index(word)][0]
    if word.isdigit() and int(word) in candidates(kit, domain):
        return int(word)
    raise ValueError(f"{text!r} is not {TITLES.get(domain, domain)}")


TITLES = {
    "space": "a space",
    "token": "a unit",
    "counter": "a Resistance counter on the map",
    "card": "a marker",
    "agent": "a Subversion marker",
    "type": "a type of counter",
    "campaign": "a marker",
    "nation": "a nation",
}


# ---- rolls ------------------------------------------------------------------------------------------

ROLLS = {
    "dra-check": "DRA Morale Check",
    "counteroffensive": "Resistance Morale Check: Counteroffensive",
    "reaction": "Resistance Morale Check: Reaction",
    "air": "air strike",
}


def roll_title(purpose: str) -> str:
    """What dice are for, in words."""
    return ROLLS.get(purpose) or purpose.replace("-", " ")
