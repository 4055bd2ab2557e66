"""Combat with counters that lie face down or are still to be drawn, over all worlds that look alike to the player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import chain, combinations
from operator import or_

from msgspec import Struct

from sandtable.boards.paths import mask_of
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Battle
from sandtable.games.invasion.odds.chances import superior
from sandtable.games.invasion.odds.worlds import Arrivals, Deal, all_within, deals, expected
from sandtable.games.invasion.pieces import Kit, SpaceId
from sandtable.games.invasion.rules.battle import communist_modifiers, marker_modifiers
from sandtable.games.invasion.rules.support import resistance_support
from sandtable.games.invasion.state import War, counters_in, in_force, is_down

Bonus = tuple[int, int]
"""What the Resistance adds if a counter of these types is there."""


class Prospect(Struct):
    """What an Operation leads to."""

    combat: float = 0.0
    superiority: float = 0.0
    """That there is combat and the Communists have superiority in it."""
    fire: float = 0.0
    """The firepower of all counters that are met, on average."""


def against_unseen(s: War, kit: Kit, f: Battle, arrivals: Arrivals) -> Prospect:
    found = Prospect()
    for likely, look in deals(s, kit, f.space):
        nobody = 0.0 if counters_in(s, f.space) else all_within(look, 0, arrivals)
        going_on = all_within(look, -1, arrivals)
        found.combat += likely * (going_on - nobody)
        found.superiority += likely * _superiority(s, kit, f, look, arrivals)
        found.fire += likely * sum(kit.fires[kind][0] for kind in shown(s, kit, f.space)) * going_on
        for least in range(1, 1 + max(kit.fires[t][0] for t in kit.resistance)):
            strong = mask_of(t for t in kit.resistance if kit.fires[t][0] >= least)
            found.fire += likely * expected(look, strong, arrivals)
    return found


def shown(s: War, kit: Kit, space: SpaceId) -> list[int]:
    """The types of the counters that lie face up in a space and would fight."""
    kinds = [s.identity[slot] for slot in counters_in(s, space) if not is_down(s, slot)]
    return [kind for kind in kinds if kind != kit.spectacular]


def meets(s: War, kit: Kit, space: SpaceId, types: int) -> float:
    """The chance that any counter in a space is of these types."""
    if any(types >> kind & 1 for kind in shown(s, kit, space)):
        return 1.0
    return 1 - sum(likely * all_within(look, ~types) for likely, look in deals(s, kit, space))


def _superiority(s: War, kit: Kit, f: Battle, look: Deal, arrivals: Arrivals) -> float:
    """By the highest guerrilla factor, and by who is there of those that bring the Resistance a bonus."""
    ours = sum(value for _, value in communist_modifiers(s, kit, f))
    there = {kit.type_ids[kind] for kind in shown(s, kit, f.space)}
    theirs = sum(value for _, value in marker_modifiers(s, kit, "resistance", there))
    theirs += kit.n.area_bonus if (kit.abroad & ~s.silenced) >> f.space & 1 else 0
    bonuses = [
        (mask_of(kit.type_of[row] for row in effect.units), effect.bonus)
        for effect in in_force(s, kit)
        if isinstance(effect, cards.Superiority) and effect.side == "resistance"
        if effect.units and not there & set(effect.units)
    ]
    bases = mask_of(t for t in kit.resistance if kit.is_base[t])
    if resistance_support(s, kit) >> f.space & 1 or any(bases >> kind & 1 for kind in shown(s, kit, f.space)):
        theirs += kit.n.support_bonus
    else:
        bonuses.append((bases, kit.n.support_bonus))
    known = max((kit.guerrilla[kind][0] for kind in shown(s, kit, f.space)), default=0)
    higher = sorted({kit.guerrilla[t][0] for t in kit.resistance if look.left[t] and kit.guerrilla[t][0] > known})
    found = 0.0
    within = cache(lambda types: all_within(look, types, arrivals))
    for met in _subsets(bonuses):
        lead = ours - theirs - sum(bonus for _, bonus in met)
        absent = [types for types, _ in set(bonuses) - set(met)]
        before = 0.0
        for factor in (known, *higher):
            weak = mask_of(t for t in kit.resistance if kit.guerrilla[t][0] <= factor)
            upto = sum(
                (-1) ** len(gone) * within(weak & ~union([*absent, *(types for types, _ in gone)]))
                for gone in _subsets(met)
            )
            if factor:  # else nobody is there who fights
                found += (upto - before) * superior(lead - factor, kit.tie[f.space])
            before = upto
    return found


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _subsets(bonuses: Sequence[Bonus]) -> Iterable[tuple[Bonus, ...]]:
    return chain.from_iterable(combinations(bonuses, n) for n in range(len(bonuses) + 1))
