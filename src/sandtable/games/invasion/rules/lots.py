"""What a face-down counter may be, as everybody at the table may work it out (13.3, 26.0).

Each counter that was drawn is a lot: which types the bin could hold when it was drawn, and in which slots it may lie
now. A lot of one slot is the common case. Counters that are mixed share their lots; where one of them goes back to the
bin, a ghost of it stays as long as it is not clear which lot it was. All of it is public: nothing here looks at what a
face-down counter is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from sandtable.boards.paths import bits
from sandtable.games.invasion.pieces import Kit, Slot, TypeId
from sandtable.games.invasion.state import NOWHERE, War

ANY, FREE = -1, -2
"""Of a ghost: its type was not seen; there is none."""
TRIES = 40


def face_up(s: War, kit: Kit) -> list[int]:
    """How many counters of each type lie face up."""
    found = [0] * len(kit.types)
    for slot, lies in enumerate(s.lies):
        if lies != NOWHERE and s.known[slot]:
            found[s.identity[slot]] += 1
    return found


def unseen(s: War, kit: Kit) -> list[int]:
    """How many counters of each type are in the bin or face down: what everybody can count."""
    up = face_up(s, kit)
    return [kit.count[t] - up[t] if s.enlisted >> t & 1 else 0 for t in range(len(kit.types))]


def bin_may_hold(s: War, kit: Kit) -> int:
    """The types that a counter drawn now may be."""
    left = unseen(s, kit)
    return sum(1 << t for t in kit.resistance if left[t] > 0)


def drawn_into(s: War, kit: Kit, slot: Slot, types: int) -> None:
    s.lot_types.append(types)
    s.lot_slots.append(1 << slot)


def turned_up(s: War, kit: Kit, slot: Slot) -> None:
    """A counter was turned up. If there is no second one of its type, no counter that lies elsewhere is it."""
    kind = s.identity[slot]
    if kit.count[kind] == 1:
        _not_elsewhere(s, kit, kind, 1 << slot)


def went_back(s: War, kit: Kit, slot: Slot, seen: bool) -> None:
    """A counter went back to the bin. Which of several lots it was may be unknown: then a ghost of it stays among them,
    with its type if that was seen."""
    bit = 1 << slot
    kind = s.identity[slot] if seen else ANY
    touched = [lot for lot, there in enumerate(s.lot_slots) if there & bit]
    if len(touched) > 1:
        ghost = _new_ghost(s, kind)
        for lot in touched:
            s.lot_slots[lot] = s.lot_slots[lot] & ~bit | 1 << (kit.slots + ghost)
        bit = 1 << (kit.slots + ghost)
        _simplify(s, kit)
    else:
        _drop(s, touched)
    if seen and kit.count[kind] == 1:
        _not_elsewhere(s, kit, kind, bit)


def shown_in_bin(s: War, kit: Kit, kind: TypeId) -> None:
    """Everybody has seen the only counter of a type drawn and put back: what lies on the map is not it."""
    if kit.count[kind] == 1:
        _not_elsewhere(s, kit, kind, 0)


def _not_elsewhere(s: War, kit: Kit, kind: TypeId, here: int) -> None:
    """Lots that cannot lie here, and of which none was once seen to be it, are not of this type."""
    bit = 1 << kind
    here |= sum(1 << (kit.slots + ghost) for ghost, was in enumerate(s.ghosts) if was == kind)
    s.lot_types = [
        types if there & here else types & ~bit or types for types, there in zip(s.lot_types, s.lot_slots, strict=True)
    ]


def mixed(s: War, kit: Kit, heap: list[Slot]) -> None:
    """These counters were mixed: a lot that may lie in one of them may lie in any."""
    slots = sum(1 << slot for slot in heap)
    for lot, there in enumerate(s.lot_slots):
        if there & slots:
            s.lot_slots[lot] = there | slots
    _simplify(s, kit)


def _new_ghost(s: War, kind: TypeId) -> int:
    if FREE in s.ghosts:
        ghost = s.ghosts.index(FREE)
        s.ghosts[ghost] = kind
        return ghost
    s.ghosts.append(kind)
    return len(s.ghosts) - 1


def _drop(s: War, lots: list[int]) -> None:
    s.lot_types = [types for lot, types in enumerate(s.lot_types) if lot not in lots]
    s.lot_slots = [there for lot, there in enumerate(s.lot_slots) if lot not in lots]


def _simplify(s: War, kit: Kit) -> None:
    """Lots that share slots and are all alike are told apart, one for each slot; those of which only ghosts are left
    tell nothing any more."""
    on_map = (1 << kit.slots) - 1
    spare: list[int] = []
    for slots, lots in _heaps(s):
        real = list(bits(slots & on_map))
        if real and len({s.lot_types[lot] for lot in lots}) > 1:
            continue
        for lot, slot in zip(lots, real, strict=False):
            s.lot_slots[lot] = 1 << slot
        spare += lots[len(real) :]
        for ghost in bits(slots >> kit.slots):
            s.ghosts[ghost] = FREE
    if spare:
        _drop(s, spare)
    while s.ghosts and s.ghosts[-1] == FREE:
        s.ghosts.pop()


def _heaps(s: War) -> list[tuple[int, list[int]]]:
    """Lots that hang together by the slots in which they may lie, where there are several."""
    heaps: list[tuple[int, list[int]]] = []
    for lot, there in enumerate(s.lot_slots):
        if there & (there - 1):
            apart, lots = [], [lot]
            for slots, others in heaps:
                if slots & there:
                    there |= slots
                    lots = others + lots
                else:
                    apart.append((slots, others))
            heaps = [*apart, (there, lots)]
    return heaps


# ---- dealing ----------------------------------------------------------------------------------------


def may_be(s: War, kit: Kit, slot: Slot) -> int:
    """The types that a face-down counter may be."""
    types = 0
    for lot, there in enumerate(s.lot_slots):
        if there >> slot & 1:
            types |= s.lot_types[lot]
    return types


def may_lie(s: War, kit: Kit, truth: bool = False) -> tuple[dict[Slot, int], list[dict[Slot, list[int]]]]:
    """The lots of counters and ghosts: where it is sure which lies where, and by heaps where several may.

    Whose type is known is of a lot that can be it; with `truth` all are.
    """
    sure = {there.bit_length() - 1: lot for lot, there in enumerate(s.lot_slots) if not there & (there - 1)}
    heaps = []
    hidden = bin_may_hold(s, kit)
    for slots, lots in _heaps(s):
        may = {}
        for slot in bits(slots):
            ghost = slot >= kit.slots
            kind = s.ghosts[slot - kit.slots] if ghost else s.identity[slot] if truth or s.known[slot] else ANY
            types = 1 << kind if kind != ANY else -1 if ghost else hidden
            may[slot] = [lot for lot in lots if s.lot_slots[lot] >> slot & 1 and s.lot_types[lot] & types]
        heaps.append(may)
    return sure, heaps


def matched(s: War, kit: Kit, rng: random.Random | None = None, truth: bool = False) -> dict[Slot, int] | None:
    """A lot for each counter on the map and each ghost, at random; None if there is no way."""
    sure, heaps = may_lie(s, kit, truth)
    if truth and any(not s.lot_types[lot] >> s.identity[slot] & 1 for slot, lot in sure.items()):
        return None
    chosen: dict[int, int] = {}
    for may in heaps:
        loose = list(may)
        if rng is not None:
            rng.shuffle(loose)
            for slot in loose:
                rng.shuffle(may[slot])
        if not all(_augmented(slot, may, chosen, set()) for slot in loose):
            return None
    return sure | {slot: lot for lot, slot in chosen.items()}


def _augmented(slot: int, may: Mapping[int, list[int]], chosen: dict[int, int], tried: set[int]) -> bool:
    """Finds a lot for a slot, moving others if it must."""
    for lot in may[slot]:
        if lot not in chosen:
            chosen[lot] = slot
            return True
    for lot in may[slot]:
        if lot not in tried:
            tried.add(lot)
            if _augmented(chosen[lot], may, chosen, tried):
                chosen[lot] = slot
                return True
    return False


def most_limited_first(types: Iterable[int]) -> list[int]:
    """The order in which lots are dealt."""
    return sorted(types, key=lambda each: (each.bit_count(), each))


def dealt(s: War, kit: Kit, rng: random.Random) -> dict[Slot, TypeId]:
    """What each face-down counter may well be: dealt from all that is unseen, the most limited lots first."""
    for _ in range(TRIES):
        found = _dealt(s, kit, rng)
        if found is not None:
            return found
    raise AssertionError("no world fits what everybody has seen")


def _dealt(s: War, kit: Kit, rng: random.Random) -> dict[Slot, TypeId] | None:
    lots = matched(s, kit, rng)
    if lots is None:
        return None
    left = unseen(s, kit)
    down = [(s.lot_types[lot], slot) for slot, lot in lots.items() if slot < kit.slots and not s.known[slot]]
    classes: dict[int, list[int]] = {}
    for types, slot in down:
        classes.setdefault(types, []).append(slot)
    found: dict[int, int] = {}
    for types in most_limited_first(classes):
        slots = classes[types]
        pool = [t for t in bits(types) for _ in range(left[t])]
        drawn = rng.sample(pool, min(len(slots), len(pool)))
        for slot, kind in zip(slots, drawn, strict=False):
            left[kind] -= 1
            found[slot] = kind
        for slot in slots[len(drawn) :]:
            if not _exchanged(s, slot, lots, left, found, set()):
                return None
    return found


def _exchanged(
    s: War, slot: int, lots: Mapping[int, int], left: list[int], found: dict[int, int], tried: set[int]
) -> bool:
    """Nothing is left that a slot can be: another slot gives up what it has, and takes something else."""
    types = s.lot_types[lots[slot]]
    for kind in bits(types & ~sum(1 << t for t in tried)):
        tried.add(kind)
        if left[kind] > 0:
            left[kind] -= 1
            found[slot] = kind
            return True
        for other in [each for each, has in found.items() if has == kind]:
            if _exchanged(s, other, lots, left, found, tried):
                found[slot] = kind
                return True
    return False
