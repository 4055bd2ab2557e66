"""What is risked, in words and exact chances, before it is done: over all worlds that the player cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Battle, Interdiction, Operation
from sandtable.games.invasion.odds.chances import passes, superior, volley
from sandtable.games.invasion.odds.exchange import outlook
from sandtable.games.invasion.odds.worlds import Deal, all_within, deal, drawn, expected
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, SpaceId, TypeId
from sandtable.games.invasion.rules.battle import communist_modifiers, marker_modifiers
from sandtable.games.invasion.rules.dangers import due
from sandtable.games.invasion.rules.operations import arrivals, offensive_bonus, price, reacts, truce
from sandtable.games.invasion.rules.polwar import strength_of
from sandtable.games.invasion.rules.support import resistance_support
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
    f = clone(f)
    f.entered = all(at != f.target for at in s.at)
    crosses = bool(f.sent) and bool(kit.abroad >> f.target & 1)
    if crosses:
        world.morale[RESISTANCE] = min(kit.n.highest, world.morale[RESISTANCE] + kit.n.area_entered)
        lines.append(f"Resistance morale rises to {world.morale[RESISTANCE]}")
    if truce(kit, f.markers):
        return Odds("no Reaction and no combat", {"reaction": 0.0}, lines)
    reaction = Fraction(0)
    coming = {0: Fraction(1)}
    if reacts(world, kit, f):
        reaction, number = passes(world.morale[RESISTANCE]), arrivals(world, kit, f.target)
        lines.append(f"Reaction {percent(reaction)}: {number} counters")
        coming = {n: reaction * chance for n, chance in drawn(world, kit, number).items()}
        coming[0] = coming.get(0, Fraction(0)) + 1 - reaction
    chances["reaction"] = float(reaction)
    battle = Battle(space=f.target, bonus=offensive_bonus(kit, f.markers))
    fought, won, hits = Fraction(0), Fraction(0), Fraction(0)
    for more, chance in coming.items():
        if chance and (more or counters_in(world, f.target)):
            look = deal(world, kit, f.target, more)
            fought += chance
            won += chance * over_worlds(world, kit, battle, look)
            fires = sum(kit.fires[world.identity[slot]][0] for slot in shown(world, f.target))
            hits += chance * Fraction(fires + expected(look, kit, lambda t: kit.fires[t][0]), 6)
    if not fought:
        return Odds("no combat", chances | {"combat": 0.0, "superiority": 0.0}, lines)
    ours = Fraction(sum(fire_of(world, kit, unit) for unit in units_in(world, kit, f.target)), 6)
    chances |= {"combat": float(fought), "superiority": float(won)}
    text = f"combat {percent(fought)}, superiority {percent(won / fought)}"
    lines.append(f"at full strength you hit {average(ours)} times, they {average(hits / fought)}")
    return Odds(text, chances, lines)


def shown(s: War, space: SpaceId) -> list[int]:
    """Counters that lie face up in a space."""
    return [slot for slot in counters_in(s, space) if not is_down(s, slot)]


def over_worlds(s: War, kit: Kit, f: Battle, look: Deal) -> Fraction:
    """The chance of superiority over all worlds: by the highest factor, and by whether a base is among the counters."""
    ours = sum(value for _, value in communist_modifiers(s, kit, f))
    plain = sum(value for _, value in marker_modifiers(s, kit, "resistance", set()))
    if (kit.abroad & ~s.silenced) >> f.space & 1:
        plain += kit.n.area_bonus
    supported = bool(resistance_support(s, kit) >> f.space & 1)
    open_kinds = [s.identity[slot] for slot in shown(s, f.space)]
    known = max((kit.guerrilla[kind][0] for kind in open_kinds), default=0)
    supported = supported or any(kit.is_base[kind] for kind in open_kinds)
    factors = sorted({known, *(kit.guerrilla[t][0] for t in kit.resistance if look.left[t])})
    found, before, before_bare = Fraction(0), Fraction(0), Fraction(0)
    for factor in factors:
        if factor < known:
            continue
        upto = all_within(look, _factors(kit, factor, bases=True))
        bare = all_within(look, _factors(kit, factor, bases=False))
        exactly, exactly_bare = upto - before, bare - before_bare
        before, before_bare = upto, bare
        helped = exactly if supported else exactly - exactly_bare
        alone = exactly - helped
        tie = kit.tie[f.space]
        if helped:
            found += helped * superior(ours - factor - plain - kit.n.support_bonus, tie)
        if alone:
            found += alone * superior(ours - factor - plain, tie)
    return found


def _factors(kit: Kit, most: int, bases: bool) -> Callable[[TypeId], bool]:
    """Whether a type has no higher guerrilla factor; without bases, if those would add support."""
    return lambda t: kit.guerrilla[t][0] <= most and (bases or not kit.is_base[t])


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
    flying = bits(f.flying)
    hits = volley(tuple(fire_of(s, kit, unit) for unit in flying))
    none = hits[0]
    look = deal(s, kit, f.target)
    open_ada = any(kit.types[s.identity[slot]].ada for slot in shown(s, f.target))
    safe = Fraction(0) if shot_down_always(s, kit) or open_ada else all_within(look, lambda t: not kit.types[t].ada)
    lost = Fraction(len(flying), 6) * (1 - safe)
    average_hits = sum((n * chance for n, chance in enumerate(hits)), Fraction(0))
    text = f"hits {percent(1 - none)}, {average(average_hits)} on average"
    lines = [f"shot down {average(lost)} on average"] if lost else []
    sixes = 1 - Fraction(5, 6) ** len(flying)
    return Odds(text, {"air hit": float(1 - none), "shot down": float(sixes * (1 - safe))}, lines)
