"""What would lose the game, or could: said before it is done (6.2, Q01).

Everything here is worked out from what the player sees: his own index, what he is about to pay, and what the markers in
play make due in Admin.
"""

from __future__ import annotations

from sandtable.games.invasion import cards
from sandtable.games.invasion.pieces import Kit, SpaceId
from sandtable.games.invasion.state import COMMUNIST, RESISTANCE, War, counters_in, in_force, units_in

LOSES = "it loses the game at once"
COULD_LOSE = "what is due in Admin could lose the game"


def garrison(s: War, kit: Kit, space: SpaceId) -> str:
    """Who stands in a space, as Purge asks: `soviet` alone, `others` among them, or nobody. DRA bases do not count."""
    units = [kit.kind[unit] for unit in units_in(s, kit, space)]
    dra = any(kit.is_dra[kind] and not kit.is_base[kind] for kind in units)
    if dra or counters_in(s, space):
        return "others"  # rule: event.purge
    return "soviet" if any(kit.is_soviet[kind] for kind in units) else ""


def worst(effects: list[cards.Effect], s: War, kit: Kit) -> int:
    """The most that these effects may take from Communist morale, as things stand."""
    total = 0
    for effect in effects:
        if isinstance(effect, cards.Morale):
            total += effect.communist
        elif isinstance(effect, cards.Check):
            total += min(worst(list(effect.passed), s, kit), worst(list(effect.failed), s, kit))
        elif isinstance(effect, cards.Roll):
            total += min(worst(list(effect.low), s, kit), worst(list(effect.high), s, kit))
        elif isinstance(effect, cards.Garrison):
            stands = garrison(s, kit, kit.space_of[effect.space])
            total += worst(list({"soviet": effect.soviet, "others": effect.others}.get(stands, [])), s, kit)
    return total


def due(s: War, kit: Kit) -> int:
    """The most that Admin may take from Communist morale this year, by markers in play."""
    effects = [effect for effect in in_force(s, kit) if isinstance(effect, cards.Admin)]
    return min(0, sum(worst(list(effect.effects), s, kit) for effect in effects))


def of_paying(s: War, kit: Kit, points: int, due_now: int | None = None) -> str:
    """The warning beside a payment; who asks often says what is due."""
    left = s.morale[COMMUNIST] - points
    if points and left <= kit.n.lowest:
        return LOSES
    if points and left + (due(s, kit) if due_now is None else due_now) <= kit.n.lowest:
        return COULD_LOSE
    return ""


def wins(s: War, kit: Kit, points: int) -> bool:
    """Whether so many points less are the end of the Resistance."""
    return s.morale[RESISTANCE] - points <= kit.n.lowest
