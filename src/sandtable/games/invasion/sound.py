"""What must be true after every answer, whichever rule interrupted which."""

from __future__ import annotations

from sandtable.games.invasion.frames import Admin, Battle, Draws, Operation, Operations, PolWar, Recruit
from sandtable.games.invasion.pieces import Kit
from sandtable.games.invasion.rules.lots import FREE, matched
from sandtable.games.invasion.state import (
    AVAILABLE,
    COMMUNIST,
    DRAWN,
    HAND,
    IN_PLAY,
    NOWHERE,
    PICKED,
    POOL,
    RECRUIT_BIN,
    RESISTANCE,
    RETURNING,
    USED,
    WAITING,
    War,
    units_in,
)


def sound(kit: Kit, s: War) -> list[str]:
    return [*_morale(kit, s), *_units(kit, s), *_counters(kit, s), *_lots(kit, s), *_markers(kit, s), *_frames(kit, s)]


def _morale(kit: Kit, s: War) -> list[str]:
    found = [f"morale {index} is above {kit.n.highest}" for index in s.morale if index > kit.n.highest]
    if s.outcome is None and min(s.morale) <= kit.n.lowest:
        found.append(f"play goes on at morale {s.morale[COMMUNIST]} to {s.morale[RESISTANCE]}")
    return found


def _units(kit: Kit, s: War) -> list[str]:
    found = []
    for unit, at in enumerate(s.at):
        kind = kit.kind[unit]
        name = kit.type_ids[kind]
        if kit.is_air[kind] and at not in (POOL, AVAILABLE, USED):
            found.append(f"an air unit ({name}) is at {at}")
        if not kit.is_air[kind] and at < POOL:
            found.append(f"a ground unit ({name}) is at {at}")
        if at >= 0 and kit.ussr >> at & 1 and not kit.is_soviet[kind]:
            found.append(f"{name} is in the USSR")
        if at >= 0 and kit.abroad >> at & 1:
            if not kit.types[kind].special:
                found.append(f"{name} is abroad")
            if not s.active >> at & 1:
                found.append(f"{name} is in a neutral area")
        if s.reduced >> unit & 1 and (kit.steps[kind] == 1 or at < 0):
            found.append(f"{name} is reduced, and has one step or is not on the map")
    return found


def _counters(kit: Kit, s: War) -> list[str]:
    found = []
    lying = [0] * len(kit.types)
    for slot, lies in enumerate(s.lies):
        if lies == NOWHERE:
            if s.known[slot]:
                found.append(f"slot {slot} is empty and face up")
            continue
        kind = s.identity[slot]
        lying[kind] += 1
        if lies == DRAWN and s.outcome is None:
            found.append(f"the counter in slot {slot} is drawn and was not placed")
        if lies >= 0 and kit.ussr >> lies & 1:
            found.append(f"a Resistance counter is in {kit.space_ids[lies]}")
        if lies >= 0 and kit.abroad >> lies & 1 and not s.active >> lies & 1:
            found.append(f"a Resistance counter is in neutral {kit.space_ids[lies]}")
    for kind, number in enumerate(lying):
        if number > (kit.count[kind] if s.enlisted >> kind & 1 else 0):
            found.append(f"{number} counters of {kit.type_ids[kind]} lie on the map")
    return found


def _lots(kit: Kit, s: War) -> list[str]:
    """Every lot lies somewhere, and what each counter is, it can be."""
    lying = sum(1 << slot for slot, lies in enumerate(s.lies) if lies != NOWHERE)
    lying |= sum(1 << (kit.slots + ghost) for ghost, kind in enumerate(s.ghosts) if kind != FREE)
    found = []
    for types, slots in zip(s.lot_types, s.lot_slots, strict=True):
        if not types or not slots or slots & ~lying:
            found.append(f"a lot of {types:b} lies in {slots:b}")
    if len(s.lot_types) != lying.bit_count():
        found.append(f"there are {len(s.lot_types)} lots for {lying.bit_count()} counters and ghosts")
    if not found and matched(s, kit, truth=True) is None:
        found.append("a counter is what it cannot be")
    return found


def _markers(kit: Kit, s: War) -> list[str]:
    found = []
    for marker, at in enumerate(s.marker_at):
        kind = kit.marker_kinds[kit.marker[marker]]
        if at == HAND and (kind.side == "resistance" or kind.when == "immediate"):
            found.append(f"{kind.title} is held")
        if at == IN_PLAY and kind.after not in ("year-end", "stays"):
            found.append(f"{kind.title} is in play")
        if at == WAITING and s.outcome is None and not any(isinstance(frame, Draws) for frame in s.stack):
            found.append(f"{kind.title} waits, and nobody draws")
    for agent in kit.theirs:
        at = s.agent_at[agent]
        if at in (RETURNING, PICKED) and s.outcome is None and not any(isinstance(frame, Draws) for frame in s.stack):
            found.append(f"{kit.agent_ids[agent]} has not returned")
        if at == RECRUIT_BIN and not s.enlisted & kit.contingent.get(kit.agents[agent].contingent, 0):
            found.append(f"{kit.agent_ids[agent]} is in the bin before its contingent")
    for agent in kit.ours:
        at = s.agent_at[agent]
        if at >= 0 and not s.silenced >> at & 1:
            found.append(f"{kit.agent_ids[agent]} lies in an area that is not silenced")
    if s.silenced & ~s.active or s.uncounted & ~s.active:
        found.append("a neutral area is silenced")
    return found


def _frames(kit: Kit, s: War) -> list[str]:
    found = []
    for frame in s.stack:
        if isinstance(frame, Battle) and frame.hits and not (units_in(s, kit, frame.space) or frame.space in s.lies):
            found.append("hits are taken where nobody is")
        if isinstance(frame, Recruit) and frame.charged != frame.sixths // 6 and s.outcome is None:
            found.append("the running sum of purchases is not charged as it should be")
    phases = [frame for frame in s.stack if isinstance(frame, (Operations, PolWar, Recruit, Admin, Draws))]
    if len(phases) > 1:
        found.append("two phases run at once")
    if sum(isinstance(frame, (Battle, Operation)) for frame in s.stack) > 2:
        found.append("an Operation runs inside another")
    return found
