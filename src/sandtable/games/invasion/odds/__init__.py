"""What is risked, in words and exact chances, before it is done: over all worlds that the player cannot tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sandtable.boards.paths import bits, mask_of
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Battle, Interdiction, Operation
from sandtable.games.invasion.odds.chances import mean, passes, volley
from sandtable.games.invasion.odds.exchange import outlook
from sandtable.games.invasion.odds.unseen import against_unseen, meets
from sandtable.games.invasion.odds.worlds import NOBODY, drawn
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit
from sandtable.games.invasion.rules.dangers import due
from sandtable.games.invasion.rules.operations import (
    arrivals,
    is_free,
    offensive_bonus,
    price,
    reacts,
    truce,
)
from sandtable.games.invasion.rules.polwar import strength_of
from sandtable.games.invasion.state import WG, War, counters_in, fire_of, is_down, shot_down_always, units_in
from sandtable.kernel.odds import average, percent
from sandtable.kernel.options import Option
from sandtable.kernel.state import clone
from sandtable.kernel.view import Odds


def odds(g: WG, option: Option) -> Odds | None:
    """The chances of an option that carries a risk; None for any other."""
    frame = g.s.stack[-1]
    if option[0] == "go" and isinstance(frame, Operation):
        return of_operation(g.s, g.kit, frame)
    if option[0] == "go" and isinstance(frame, Interdiction):
        return of_interdiction(g.s, g.kit, frame)
    if option[0] in ("fly", "fight") and isinstance(frame, Battle):
        more = 1 << int(option[1]) if option[0] == "fly" else 0
        return of_battle(g.s, g.kit, frame, more)
    if option[0] == "play":
        return of_playing(g.s, g.kit, int(option[1]))
    if option[0] == "agitate":
        return of_agitating(g.s, g.kit, int(option[1]))
    if option[0] == "subvert":
        return of_subverting(g.s, g.kit, int(option[1]))
    return None


# ---- Subversion -------------------------------------------------------------------------------------


def of_agitating(s: War, kit: Kit, agent: int) -> Odds:
    """A die up to the strength succeeds, and shifts morale by what it shows (23.2)."""
    strength = min(strength_of(s, kit, agent), kit.always_fails - 1)
    shift = Fraction(sum(range(1, strength + 1)), 6)
    chance = Fraction(strength, 6)
    text = f"succeeds {percent(chance)}, {average(shift)} points on average"
    return Odds(text, {"succeeds": float(chance)})


def of_subverting(s: War, kit: Kit, agent: int) -> Odds:
    strength = min(strength_of(s, kit, agent), kit.always_fails - 1)
    chance, back = Fraction(strength, 6), Fraction(7 - kit.always_fails, 6)
    text = f"silenced {percent(chance)}, blowback {percent(back)}"
    return Odds(text, {"silenced": float(chance), "blowback": float(back)})


# ---- a planned Operation ----------------------------------------------------------------------------


def moved(s: War, f: Operation) -> War:
    """The position when everybody has arrived."""
    world = clone(s)
    for unit in bits(f.sent):
        world.at[unit] = f.target
    for unit, space in zip(f.dropped[::2], f.dropped[1::2], strict=True):
        world.at[unit] = space
    return world


def of_operation(s: War, kit: Kit, f: Operation) -> Odds:
    """Cost, Reaction and who may come, superiority, and the hits of both sides (14.0)."""
    points = price(s, kit, f)
    left = s.morale[COMMUNIST] - points
    at_admin = due(s, kit)
    lines = [f"costs {points} MP and leaves {left}"]
    if at_admin:
        lines.append(f"Admin may take {-at_admin} more")
    chances: dict[str, float] = {}
    if left <= kit.n.lowest:
        return Odds("it loses the game", {"reaction": 0.0}, lines)
    world = moved(s, f)
    world.morale[COMMUNIST] = left
    f = clone(f)
    f.entered = all(at != f.target for at in s.at)
    crosses = bool(f.sent) and bool(kit.abroad >> f.target & 1)
    if crosses:
        world.morale[RESISTANCE] = min(kit.n.highest, world.morale[RESISTANCE] + kit.n.area_entered)
        lines.append(f"Resistance morale rises to {world.morale[RESISTANCE]}")
    if truce(kit, f.markers):
        return Odds("no Reaction and no combat", {"reaction": 0.0}, lines)
    reaction, come = Fraction(0), NOBODY
    if reacts(world, kit, f):
        reaction, number = passes(world.morale[RESISTANCE]), arrivals(world, kit, f.target)
        lines.append(f"Reaction {percent(reaction)}: {number} counters")
        apart, inside = drawn(world, kit, number)
        come = reacting(float(reaction), apart), reacting(float(reaction), inside)
    found = against_unseen(world, kit, Battle(space=f.target, bonus=offensive_bonus(kit, f.markers)), come)
    chances |= {"reaction": float(reaction), "combat": found.combat, "superiority": found.superiority}
    if not found.combat:
        return Odds("no combat", chances, lines)
    ours = Fraction(sum(fire_of(world, kit, unit) for unit in units_in(world, kit, f.target)), 6)
    text = f"combat {percent(found.combat)}, superiority {percent(found.superiority / found.combat)}"
    lines.append(f"at full strength you hit {average(ours)} times, they {average(found.fire / found.combat / 6)}")
    return Odds(text, chances, lines)


def reacting(chance: float, passed: Mapping[int, float]) -> dict[int, float]:
    """How many counters come, if that is how many a passed check brings."""
    found = {n: chance * likely for n, likely in passed.items()}
    found[0] = found.get(0, 0.0) + 1 - chance
    return found


# ---- a battle that lies open ------------------------------------------------------------------------


def of_battle(s: War, kit: Kit, f: Battle, more: int) -> Odds | None:
    """With the air units committed so far, and one more that is being thought of."""
    with_it = clone(f)
    with_it.flying |= more
    if any(is_down(s, slot) for slot in counters_in(s, f.space)) or not units_in(s, kit, f.space):
        return None
    if not counters_in(s, f.space):
        return None
    found = outlook(s, kit, with_it)
    chances = {"superiority": float(found.superiority)} | of_flying(s, kit, with_it.flying, found.shot_down > 0)
    text = f"superiority {percent(found.superiority)}"
    lines = [
        f"losses: you {average(found.ours)}, they {average(found.theirs)}",
        f"morale: yours falls {percent(found.loses)}, theirs falls {percent(found.gains)}",
    ]
    if found.shot_down:
        lines.append(f"shot down {average(found.shot_down)}")
    return Odds(text, chances, lines)


def of_flying(s: War, kit: Kit, flying: int, danger: bool) -> dict[str, float]:
    """The chances that any air unit hits, and that any is shot down."""
    units = bits(flying)
    if not units:
        return {}
    missed = volley(tuple(fire_of(s, kit, unit) for unit in units))[0]
    down = 1 - Fraction(5, 6) ** len(units) if danger else Fraction(0)
    return {"air hit": float(1 - missed), "shot down": float(down)}


def of_playing(s: War, kit: Kit, marker: int) -> Odds | None:
    """A marker that calls for a Morale Check of the Communists."""
    effects = [kit.effects[number] for number in kit.does[kit.marker[marker]]]
    if not any(isinstance(effect, cards.Check) and effect.side == "communist" for effect in effects):
        return None
    chance = passes(s.morale[COMMUNIST])
    return Odds(f"passes {percent(chance)}", {"passes": float(chance)})


def of_interdiction(s: War, kit: Kit, f: Interdiction) -> Odds:
    """Hits of all air units, and how many may be shot down (20.7)."""
    if s.morale[COMMUNIST] - (0 if is_free(kit, f.markers) else kit.n.interdiction) <= kit.n.lowest:
        return Odds("it loses the game", {"air hit": 0.0})
    flying = bits(f.flying)
    hits = volley(tuple(fire_of(s, kit, unit) for unit in flying))
    guns = mask_of(t for t in kit.resistance if kit.types[t].ada)
    danger = 1.0 if shot_down_always(s, kit) else meets(s, kit, f.target, guns)
    sixes = float(1 - Fraction(5, 6) ** len(flying))
    text = f"hits {percent(1 - hits[0])}, {average(mean(hits))} on average"
    lines = [f"shot down {average(len(flying) / 6 * danger)} on average"] if danger else []
    return Odds(text, {"air hit": float(1 - hits[0]), "shot down": sixes * danger}, lines)
