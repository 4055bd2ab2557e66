"""In battle: air units where they tell, losses where they cost nothing."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Battle, Counteroffensive, Interdiction
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, UnitId
from sandtable.games.invasion.plain.judgement import Worth, at_least, hits
from sandtable.games.invasion.plain.operations import ENOUGH, offers
from sandtable.games.invasion.state import WG, fighters_in, fire_of, guerrilla_of, is_reduced, units_in
from sandtable.kernel.options import Option


def no_terror(g: WG, f: Battle) -> Option:
    return ("attack",)


def bring_none(g: WG, f: Battle) -> Option:
    """A brigade flies in where the fight is close."""
    found = [option for option in offers(g) if option[0] == "reinforce"]
    if not found or len(fighters_in(g.s, g.kit, f.space)) < 2:
        return ("go-on",)
    return max(found, key=lambda option: guerrilla_of(g.s, g.kit, int(option[1])))


def commit_air(g: WG, f: Battle) -> Option:
    """Until the counters there are likely to be hit, together with the fire on the ground; a helicopter first."""
    s, kit = g.s, g.kit
    ready = [int(option[1]) for option in offers(g) if option[0] == "fly"]
    number = len(fighters_in(s, kit, f.space))
    dice = [fire_of(s, kit, unit) for unit in (*units_in(s, kit, f.space), *bits(f.flying))]
    if not ready or at_least(hits(tuple(sorted(dice))), number) >= ENOUGH:
        return ("fight",)
    helicopter = any(kit.is_helicopter[kit.kind[unit]] for unit in bits(f.flying))
    return ("fly", max(ready, key=lambda unit: _use(g, unit, helicopter)))


def _use(g: WG, unit: UnitId, helicopter: bool) -> float:
    return fire_of(g.s, g.kit, unit) + (2 if g.kit.is_helicopter[g.kit.kind[unit]] and not helicopter else 0)


def take_losses(g: WG, f: Battle) -> Option:
    """Ours where they cost no point, then the least; theirs where they cost most."""
    found = offers(g)
    if found[0][0] == "lose":
        return min(found, key=lambda option: _price(g, f, int(option[1])))
    if found[0][0] == "kill":
        return max(found, key=lambda option: _prize(g, f, int(option[1])))
    return ("go-on",)


def _price(g: WG, f: Battle, unit: UnitId) -> tuple[float, float]:
    """What a hit on this unit costs: points, then what it is good for."""
    s, kit = g.s, g.kit
    kind = kit.kind[unit]
    reduced = kit.steps[kind] > 1 and not is_reduced(s, unit)
    change = kit.worn[kind] if reduced else kit.lost[kind]
    points = change[RESISTANCE] - change[COMMUNIST]
    return points, fire_of(s, kit, unit) + guerrilla_of(s, kit, unit) - (3 if reduced else 0)


def _prize(g: WG, f: Battle | Interdiction, slot: int) -> tuple[int, int]:
    """What the loss of this counter brings: points, then what it could still do."""
    kind = g.s.identity[slot]
    lost = g.kit.lost[kind]
    return lost[COMMUNIST] - lost[RESISTANCE], g.kit.fires[kind][0] + g.kit.guerrilla[kind][0]


def next_battle(g: WG, f: Counteroffensive) -> Option:
    """First where most is at stake, while the air units last."""
    worth = Worth(g.s, g.kit)
    return max(offers(g), key=lambda option: worth.kept(int(option[1])) if len(option) > 1 else 0.0)
