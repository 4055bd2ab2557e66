"""How an Operation that is being planned gets to where it goes: by road or by air (15.0, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Operation
from sandtable.games.invasion.pieces import Kit
from sandtable.games.invasion.rules.movement import Ground
from sandtable.games.invasion.rules.operations import truce
from sandtable.games.invasion.state import War
from sandtable.kernel.options import Group
from sandtable.kernel.view import LineClass

AIR: LineClass = "air"


def ways(s: War, kit: Kit, group: Group) -> Mapping[str | int, LineClass]:
    """Who of those that can be sent goes by air, and which targets are reached by air only: all else is by road."""
    if group.verb not in ("send", "target"):
        return {}
    frame = s.stack[-1]
    plan = frame if isinstance(frame, Operation) else Operation()
    ground = Ground(s, kit, truce(kit, plan.markers))
    if group.verb == "send":
        return {unit: AIR for unit in group.last or () if ground.flies(unit)}
    sent = list(bits(plan.sent))
    by_road, by_air = 0, 0
    for unit in sent or (unit for unit in kit.ground if ground.can_move(unit)):
        if ground.flies(unit):
            by_air |= ground.targets(unit)
        else:
            by_road |= ground.targets(unit)
    return {space: AIR for space in group.last or () if (by_air & ~by_road) >> space & 1}
