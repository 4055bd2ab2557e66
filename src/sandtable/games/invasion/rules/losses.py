"""19.2 to 19.7, 20.8 to 20.11, 8.3: dice, hits, who takes them, and what they do to morale."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Battle, Interdiction
from sandtable.games.invasion.pieces import COMMUNIST, DRA_SIDE, RESISTANCE, SIDES, Kit, SideId, Slot, TypeId, UnitId
from sandtable.games.invasion.rules.counters import go_back
from sandtable.games.invasion.rules.morale import shift, to_pool
from sandtable.games.invasion.state import (
    PLAYER,
    POOL,
    USED,
    WG,
    War,
    fighters_in,
    fire_of,
    is_reduced,
    shot_down_always,
    units_in,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.options import Group
from sandtable.kernel.story import Loss

UP, DOWN, WORN, DEAR = 0, 1, 4, 8
"""`scored` of a battle: for either side what eliminations add and take, then the same of reductions, then whether an
elimination of a Communist unit scored."""


# ---- what losses do to morale -----------------------------------------------------------------------


def _score(f: Battle | Interdiction, change: tuple[int, int], first: int) -> None:
    for side, points in enumerate(change):
        if points > 0:
            f.scored[first + 2 * side + UP] += points
        else:
            f.scored[first + 2 * side + DOWN] -= points


def changes(kit: Kit, scored: list[int]) -> tuple[int, int]:
    """What a battle adds to either index: at most one up and one down for each, and of these the difference."""
    counted = scored[:4]
    if not scored[DEAR]:  # rule: morale.reduction
        counted = [lost + worn for lost, worn in zip(counted, scored[WORN:DEAR], strict=True)]
    up_c, down_c, up_r, down_r = (min(points, kit.n.battle_gain) for points in counted)  # rule: morale.losses
    return up_c - down_c, up_r - down_r  # rule: morale.net


def battle_morale(g: WG, f: Battle | Interdiction, superior: int, key: str) -> None:
    """The side with superiority takes its changes first; if nobody has it, both come at once (19.1-5)."""
    communist, resistance = changes(g.kit, f.scored)
    if superior == COMMUNIST:
        shift(g, key, communist=communist)
        shift(g, key, resistance=resistance)
    elif superior == RESISTANCE:
        shift(g, key, resistance=resistance)
        shift(g, key, communist=communist)
    else:
        shift(g, key, communist, resistance)


# ---- hits -------------------------------------------------------------------------------------------


def hit_unit(g: WG, f: Battle, unit: UnitId) -> None:
    """A Communist unit takes a hit: it is reduced, or eliminated (19.7)."""
    s, kit = g.s, g.kit
    kind = kit.kind[unit]
    if kit.steps[kind] > 1 and not is_reduced(s, unit):
        s.reduced |= 1 << unit  # rule: combat.steps
        _score(f, kit.worn[kind], WORN)
        g.tell("combat.steps", "{0:token} is reduced.", unit, weight="blow")
        return
    _score(f, kit.lost[kind], 0)
    f.scored[DEAR] |= any(kit.lost[kind])
    g.tell("combat.hit", "{0:token} is eliminated.", unit, weight="blow", at=s.at[unit], lost=lost_unit(kit, unit))
    to_pool(g, unit)


def hit_counter(g: WG, f: Battle | Interdiction, slot: Slot) -> None:
    """A Resistance counter takes a hit: it goes back to the bin."""
    _score(f, g.kit.lost[g.s.identity[slot]], 0)
    lost = [Loss("{0:counter}", SIDES[RESISTANCE])]
    text = "{0:counter} is eliminated."
    g.tell("resistance.replacements", text, slot, weight="gain", at=g.s.lies[slot], lost=lost)
    go_back(g, slot)


def lost_unit(kit: Kit, unit: UnitId) -> list[Loss]:
    return [Loss("{0:token}", DRA_SIDE if kit.is_dra[kit.kind[unit]] else SIDES[COMMUNIST])]


def may_lose(s: War, kit: Kit, space: int, victim: SideId, chosen: bool) -> list[int]:
    """Who may take the next hit: Communists by choice; counters by choice, or those of the lowest factor."""
    if victim == COMMUNIST:
        return units_in(s, kit, space)  # rule: combat.losses-communist
    slots = fighters_in(s, kit, space)
    if chosen or not slots:
        return slots  # rule: combat.losses-chosen
    factors = [kit.guerrilla[s.identity[slot]][0] for slot in slots]
    lowest = min(factors)
    return [slot for slot, factor in zip(slots, factors, strict=True) if factor == lowest]  # rule: combat.losses-factor


def _alike(s: War, kit: Kit, victim: SideId, candidates: list[int]) -> bool:
    """Whether it makes no difference who is hit."""
    if victim == COMMUNIST:
        return len({(kit.kind[unit], is_reduced(s, unit)) for unit in candidates}) == 1
    return len({s.identity[slot] for slot in candidates}) == 1


def _steps(s: War, kit: Kit, victim: SideId, space: int) -> int:
    """So many hits are the end of a side in a space."""
    if victim == RESISTANCE:
        return len(fighters_in(s, kit, space))
    units = units_in(s, kit, space)
    return sum(kit.steps[kit.kind[unit]] - (s.reduced >> unit & 1) for unit in units)


def no_choice(s: War, kit: Kit, space: int, victim: SideId, candidates: list[int], hits: int) -> bool:
    """Whether the next of so many hits leaves nothing to choose."""
    return len(candidates) == 1 or hits >= _steps(s, kit, victim, space) or _alike(s, kit, victim, candidates)


def settle(g: WG, f: Battle | Interdiction, space: int, victim: SideId, chosen: bool) -> None:
    """Hits beyond what is there are lost."""
    if f.hits and not may_lose(g.s, g.kit, space, victim, chosen):
        f.hits = 0  # rule: combat.overkill


def take_hit(g: WG, f: Battle | Interdiction, victim: SideId, who: int) -> None:
    f.hits -= 1
    if victim == RESISTANCE:
        hit_counter(g, f, who)
    else:
        assert isinstance(f, Battle)
        hit_unit(g, f, who)


def loss_groups(s: War, kit: Kit, f: Battle | Interdiction, space: int, victim: SideId, chosen: bool) -> list[Group]:
    if not f.hits:
        return [Group(PLAYER, "go-on")]
    candidates = may_lose(s, kit, space, victim, chosen)
    if no_choice(s, kit, space, victim, candidates, f.hits):
        candidates = candidates[:1]  # so it is answered by itself
    return [Group(PLAYER, "lose" if victim == COMMUNIST else "kill", (), candidates)]


# ---- fire -------------------------------------------------------------------------------------------


def ground_fire(g: WG, space: int, side: SideId) -> int:
    """One die for each unit of a side, all of them before any hit is taken (19.2)."""
    s, kit = g.s, g.kit
    if side == COMMUNIST:
        units = units_in(s, kit, space)  # rule: combat.all combat.combined
        hits = sum(g.roll(D6, "communist-fire", "combat.dice") <= fire_of(s, kit, unit) for unit in units)
    else:
        kinds: list[TypeId] = [s.identity[slot] for slot in fighters_in(s, kit, space)]
        hits = sum(g.roll(D6, "resistance-fire", "combat.dice") <= kit.fires[kind][0] for kind in kinds)
    who = "The Communists fire" if side == COMMUNIST else "The Resistance fires"
    text = "{0}: {1} hit." if hits == 1 else "{0}: {1} hits."
    g.tell("combat.fire", text, who, str(hits), counts={"hits": hits})
    return hits


def air_strike(g: WG, f: Battle | Interdiction, space: int) -> None:
    """All air dice of one strike fall together; who is shot down is judged by what was there before (20.8, 20.10)."""
    s, kit = g.s, g.kit
    dangerous = shot_down_always(s, kit) or any(kit.types[s.identity[slot]].ada for slot in fighters_in(s, kit, space))
    for unit in bits(f.flying):
        kind = kit.kind[unit]
        die = g.roll(D6, "air", "air.attack")
        if die <= fire_of(s, kit, unit):
            f.hits += 1
        if die == kit.shot_down and dangerous:
            s.at[unit] = POOL  # rule: air.shot-down
            _score(f, kit.lost[kind], 0)
            f.scored[DEAR] |= any(kit.lost[kind])
            g.tell("air.shot-down", "{0:token} is shot down.", unit, weight="blow", at=space, lost=lost_unit(kit, unit))
        else:
            s.at[unit] = USED  # rule: air.return
    text = "The air strike scores {0} hit." if f.hits == 1 else "The air strike scores {0} hits."
    g.tell("air.attack", text, str(f.hits), counts={"hits": f.hits})
