"""What one asks of a position in the game's own words."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.cards import Effect
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, MarkerId, SpaceId, TypeId, UnitId
from sandtable.games.invasion.position import (
    ALL_SEATS,
    ASIDE,
    AVAILABLE,
    CAMPAIGN_BIN,
    DRAWN,
    GONE,
    HAND,
    IN_BIN,
    IN_PLAY,
    NOWHERE,
    PICKED,
    POOL,
    RECRUIT_BIN,
    RETURNING,
    USED,
    WAITING,
    Rules,
    War,
)
from sandtable.kernel.flow import G

__all__ = [
    "ALL_SEATS",
    "ASIDE",
    "AVAILABLE",
    "CAMPAIGN_BIN",
    "COMMUNIST",
    "DRAWN",
    "GONE",
    "HAND",
    "IN_BIN",
    "IN_PLAY",
    "NOWHERE",
    "PICKED",
    "POOL",
    "RECRUIT_BIN",
    "RESISTANCE",
    "RETURNING",
    "USED",
    "WAITING",
    "Rules",
    "War",
]
"""What the position holds and is asked for here, too."""

WG = G[War, Kit]
PLAYER = 0
"""The one seat."""


# ---- Communist units --------------------------------------------------------------------------------


def units_in(s: War, kit: Kit, space: SpaceId) -> list[UnitId]:
    """The Communist ground units in a space, bases among them."""
    at = s.at
    found = []
    here = -1
    for _ in range(at.count(space)):
        here = at.index(space, here + 1)
        found.append(here)
    return found


def occupied(s: War, kit: Kit) -> int:
    """The spaces with Communist ground units. Air units lie in boxes, so they hold and block nothing."""
    mask = 0
    for space in s.at:  # rule: air.no-control
        if space >= 0:
            mask |= 1 << space
    return mask


def spaces_of(s: War, kit: Kit, kinds: list[bool]) -> int:
    """The spaces with a unit of one of these types."""
    mask = 0
    for unit, space in enumerate(s.at):
        if space >= 0 and kinds[kit.kind[unit]]:
            mask |= 1 << space
    return mask


def is_reduced(s: War, unit: UnitId) -> bool:
    return bool(s.reduced >> unit & 1)


def fire_of(s: War, kit: Kit, unit: UnitId) -> int:
    return kit.fires[kit.kind[unit]][s.reduced >> unit & 1]


def guerrilla_of(s: War, kit: Kit, unit: UnitId) -> int:
    return kit.guerrilla[kit.kind[unit]][s.reduced >> unit & 1]


def stacks(s: War, kit: Kit) -> list[int]:
    """How many units in each space count for stacking."""
    found = [0] * kit.size
    mobile = kit.mobile
    for unit, space in enumerate(s.at):
        if space >= 0 and mobile >> unit & 1:
            found[space] += 1
    return found


def room_in(s: War, kit: Kit, space: SpaceId) -> int:
    """How many mobile units more may end there."""
    if space >= kit.zone_count:
        return len(s.at)  # rule: stack.areas
    return max(0, kit.n.stacking - stacks(s, kit)[space])  # rule: stack.communist


def full(s: War, kit: Kit) -> int:
    """The zones in which no mobile unit more may be placed."""
    return sum(1 << space for space, stack in enumerate(stacks(s, kit)[: kit.zone_count]) if stack >= kit.n.stacking)


def pool_of(s: War, kit: Kit, kind: TypeId) -> list[UnitId]:
    """Units of a type that can be recruited: counters are the limit, and who was demobilized waits for a year."""
    return [unit for unit in kit.units_of[kind] if s.at[unit] == POOL and not s.barred >> unit & 1]


# ---- Resistance counters ----------------------------------------------------------------------------


def counters_in(s: War, space: SpaceId) -> list[int]:
    """The slots of the Resistance counters in a space, face up or down."""
    return [slot for slot, lies in enumerate(s.lies) if lies == space]


def resisted(s: War) -> int:
    """The spaces with Resistance counters."""
    mask = 0
    for space in s.lies:
        if space >= 0:
            mask |= 1 << space
    return mask


def is_up(s: War, slot: int) -> bool:
    return bool(s.known[slot])


def is_down(s: War, slot: int) -> bool:
    return s.lies[slot] != NOWHERE and not s.known[slot]


def fighters_in(s: War, kit: Kit, space: SpaceId) -> list[int]:
    """The slots in a space without a Terror Spectacular: that is never fired with or hit."""
    return [slot for slot in counters_in(s, space) if s.identity[slot] != kit.spectacular]


# ---- control ----------------------------------------------------------------------------------------


def held(s: War, kit: Kit) -> int:
    """The zones under Communist control."""
    return occupied(s, kit) & ~resisted(s) & kit.zones  # rule: morale.control-communist morale.control-disputed


def lost_zones(s: War, kit: Kit) -> int:
    """The zones whose control points the Resistance counts: those with nobody in them among them."""
    return kit.zones & ~occupied(s, kit)  # rule: morale.control-resistance


def airfields(s: War, kit: Kit) -> int:
    """Printed ones, and the spaces of engineers."""
    return kit.airfields | spaces_of(s, kit, kit.is_engineer)  # rule: special.engineer-airfield


def own_airfields(s: War, kit: Kit) -> int:
    """Airfields under Communist control, those of the USSR among them."""
    return airfields(s, kit) & (held(s, kit) | kit.ussr)


# ---- markers ----------------------------------------------------------------------------------------


def markers_at(s: War, place: int) -> list[MarkerId]:
    return [marker for marker, at in enumerate(s.marker_at) if at == place]


def in_force(s: War, kit: Kit) -> Iterator[Effect]:
    """What lasts: the effects of the markers that lie in play."""
    for marker, effects in kit.lasting:
        if s.marker_at[marker] == IN_PLAY:
            yield from effects


def standing_still(s: War, kit: Kit) -> int:
    """Units that can be neither mobilized nor moved this year."""
    frozen = 0
    for effect in in_force(s, kit):
        if isinstance(effect, cards.Standstill):
            frozen |= kit.of_nation[effect.nation]  # rule: event.purge
    return frozen


def shot_down_always(s: War, kit: Kit) -> bool:
    return any(isinstance(effect, cards.Flak) for effect in in_force(s, kit))  # rule: event.cia


def agents_in_hand(s: War, kit: Kit) -> list[int]:
    return [agent for agent in kit.ours if s.agent_at[agent] == HAND]


def spaces(mask: int) -> list[SpaceId]:
    return list(bits(mask))
