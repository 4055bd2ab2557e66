"""How the words of a case are put into a position and read from one: units, counters, markers, figures.

Each word reads its value with the forms of the kernel, so that what has another form, or names something that is not
there, is told in a sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import NONE, Battle, Interdiction
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, SpaceId, UnitId
from sandtable.games.invasion.rules import lots
from sandtable.games.invasion.rules.counters import in_bin
from sandtable.games.invasion.rules.losses import may_lose, no_choice
from sandtable.games.invasion.rules.morale import control_points
from sandtable.games.invasion.rules.movement import Ground
from sandtable.games.invasion.rules.support import communist_support, resistance_support
from sandtable.games.invasion.rules.victory import conditions
from sandtable.games.invasion.sight import names
from sandtable.games.invasion.state import (
    ALL_SEATS,
    ASIDE,
    AVAILABLE,
    CAMPAIGN_BIN,
    GONE,
    HAND,
    IN_BIN,
    IN_PLAY,
    NOWHERE,
    PICKED,
    POOL,
    RECRUIT_BIN,
    USED,
    WAITING,
    WG,
    War,
    counters_in,
    occupied,
    resisted,
)
from sandtable.kernel.cases import Noun, forms
from sandtable.kernel.cases.nouns import each_once, frame_of
from sandtable.kernel.options import Option

SIDES = ("communist", "resistance")
UP = " up"
"""Behind the type of a counter: it lies face up."""

# ---- reading words ----------------------------------------------------------------------------------


def named(g: WG, domain: str, name: Any) -> int:
    return names.lookup(g.kit, g.s, domain, forms.name(name))


def unit(g: WG, name: Any) -> UnitId:
    return named(g, "token", name)


def units(g: WG, value: Any) -> list[UnitId]:
    """A list of units, none of them twice."""
    return each_once(value, lambda name: unit(g, name), lambda _, a, b: f"{a!r} and {b!r} are the same unit")


def space(g: WG, name: Any) -> SpaceId:
    return named(g, "space", name)


def spaces(g: WG, value: Any) -> int:
    """A list of spaces, as bits."""
    return sum(1 << where for where in {space(g, name) for name in forms.sequence(value)})


def side_of(name: Any) -> int:
    return SIDES.index(forms.word(forms.name(name).lower(), SIDES, "a side"))


def each_side(value: Any) -> Iterator[tuple[str, int, Any]]:
    """The sides that a value names, with their numbers and what it says of them."""
    if not isinstance(value, Mapping):
        raise ValueError(f"it is written by side, {{communist: ..., resistance: ...}}, not {value!r}")
    for name, inner in value.items():
        yield name, side_of(name), inner


def whether(true: bool) -> str:
    return "yes" if true else "no"


# ---- morale -----------------------------------------------------------------------------------------


def put_morale(g: WG, value: Any) -> None:
    for _, side, said in each_side(value):
        g.s.morale[side] = forms.number(said, least=1)


def get_morale(g: WG, value: Any) -> dict[str, int]:
    return {name: g.s.morale[side] for name, side, _ in each_side(value)}


def get_points(g: WG, value: Any) -> dict[str, int]:
    points = control_points(g.s, g.kit)
    return {name: points[side] for name, side, _ in each_side(value)}


# ---- Communist units --------------------------------------------------------------------------------

BOXES = {"pool": POOL, "available": AVAILABLE, "used": USED}


def put_place(g: WG, value: Any) -> None:
    """Where units are: a space, or `pool`, `available`, `used`."""
    placed = forms.mapping(value)
    for number, said in zip(units(g, list(placed)), placed.values(), strict=True):
        where = forms.name(said)
        air = g.kit.is_air[g.kit.kind[number]]
        if where in BOXES and (where == "pool" or air):
            g.s.at[number] = BOXES[where]
        elif air:
            raise ValueError("an air unit is in the pool, available or used")
        else:
            g.s.at[number] = space(g, where)


def get_place(g: WG, value: Any) -> dict[str, str]:
    asked = forms.mapping(value)
    found = {}
    for name, number in zip(asked, units(g, list(asked)), strict=True):
        at = g.s.at[number]
        found[name] = g.kit.space_ids[at] if at >= 0 else {where: box for box, where in BOXES.items()}[at]
    return found


def put_units(g: WG, value: Any) -> None:
    """The units of a space by type: {kabul: {mech-division: 2}}; the next ones of the pool are taken."""
    for where, forces in forms.mapping(value).items():
        for row, number in forms.mapping(forces).items():
            kind = named(g, "type", row)
            free = [each for each in g.kit.units_of[kind] if g.s.at[each] == POOL]
            if forms.number(number, row, least=0) > len(free):
                raise ValueError(f"there are {len(free)} {row} left in the pool")
            for each in free[: int(number)]:
                put_place(g, {names.unit_id(g.kit, each): where})


def get_units(g: WG, value: Any) -> dict[str, dict[str, int]]:
    """All Communist units in a space or box, by type."""
    found = {}
    for where in forms.mapping(value):
        at = BOXES[where] if where in BOXES else space(g, where)
        lying = Counter(g.kit.type_ids[g.kit.kind[number]] for number, here in enumerate(g.s.at) if here == at)
        found[where] = dict(lying)
    return found


def mask_of_units(field: str, about: str) -> Noun:
    def put(g: WG, value: Any) -> None:
        setattr(g.s, field, sum(1 << number for number in units(g, value)))

    def get(g: WG, value: Any) -> list[str]:
        forms.sequence(value)
        return [names.unit_id(g.kit, number) for number in bits(getattr(g.s, field))]

    return Noun(put, get, about, loose=True, names=("token",))


# ---- Resistance counters ----------------------------------------------------------------------------


def put_resistance(g: WG, value: Any) -> None:
    """The counters of a space by type, face down or `up`: {kabul: [guerrilla, militia up]}; the types join the game."""
    s, kit = g.s, g.kit
    for where, said in forms.mapping(value).items():
        for text in forms.sequence(said, where):
            name = forms.name(text)
            kind = resistance_type(g, name.removesuffix(UP))
            if sum(s.lies[n] != NOWHERE and s.identity[n] == kind for n in range(kit.slots)) >= kit.count[kind]:
                raise ValueError(f"there are {kit.count[kind]} counters of {kit.type_ids[kind]}, and no more")
            slot = s.lies.index(NOWHERE)
            s.lies[slot], s.identity[slot] = space(g, where), kind
            s.known[slot] = ALL_SEATS if name.endswith(UP) else 0
            s.enlisted |= 1 << kind
            lots.drawn_into(s, kit, slot, s.enlisted)


def resistance_type(g: WG, name: str) -> int:
    kind = named(g, "type", name)
    if kind not in g.kit.resistance:
        raise ValueError(f"{name!r} is not a type of Resistance counter")
    return kind


def get_resistance(g: WG, value: Any) -> dict[str, list[str]]:
    found = {}
    for where in forms.mapping(value):
        slots = counters_in(g.s, space(g, where))
        found[where] = [g.kit.type_ids[g.s.identity[n]] + (UP if g.s.known[n] else "") for n in slots]
    return found


def put_enlisted(g: WG, value: Any) -> None:
    """Which types are in the game, by name or by contingent; what does not lie on the map is in the bin."""
    kit, found = g.kit, 0
    for text in forms.sequence(value):
        name = forms.name(text)
        if name == "mujahedin":
            found |= kit.first_of_all & ~(1 << kit.spectacular)
        elif name in kit.contingent:
            found |= kit.contingent[name]
            for agent in kit.theirs:
                if kit.agents[agent].contingent == name:
                    g.s.agent_at[agent] = RECRUIT_BIN
        else:
            found |= 1 << resistance_type(g, name)
    g.s.enlisted = found


def get_enlisted(g: WG, value: Any) -> list[str]:
    forms.sequence(value)
    return [g.kit.type_ids[kind] for kind in bits(g.s.enlisted)]


def get_bin(g: WG, value: Any) -> dict[str, int]:
    """How many of these are in the Recruit bin; `all` counts everything in it."""
    lying = Counter(in_bin(g.s, g.kit))
    found = {}
    for name in forms.mapping(value):
        if name == "all":
            found[name] = sum(lying.values())
        elif name in g.kit.agent_ids:
            found[name] = lying[len(g.kit.types) + g.kit.agent_ids.index(name)]
        else:
            found[name] = lying[resistance_type(g, name)]
    return found


# ---- markers ----------------------------------------------------------------------------------------

MARKER_PLACES = {"hand": HAND, "play": IN_PLAY, "bin": IN_BIN, "waiting": WAITING, "out": GONE}
AGENT_PLACES = {
    "hand": HAND,
    "pool": POOL,
    "aside": ASIDE,
    "recruit-bin": RECRUIT_BIN,
    "campaign-bin": CAMPAIGN_BIN,
    "waiting": PICKED,
}


def put_markers(g: WG, value: Any) -> None:
    for name, said in forms.mapping(value).items():
        g.s.marker_at[named(g, "card", name)] = MARKER_PLACES[forms.word(said, MARKER_PLACES, "a place of markers")]


def get_markers(g: WG, value: Any) -> dict[str, str]:
    places = {at: name for name, at in MARKER_PLACES.items()}
    return {name: places[g.s.marker_at[named(g, "card", name)]] for name in forms.mapping(value)}


def put_agents(g: WG, value: Any) -> None:
    for name, said in forms.mapping(value).items():
        where = forms.name(said)
        g.s.agent_at[named(g, "agent", name)] = AGENT_PLACES[where] if where in AGENT_PLACES else space(g, where)


def get_agents(g: WG, value: Any) -> dict[str, str]:
    places = {at: name for name, at in AGENT_PLACES.items()}
    found = {}
    for name in forms.mapping(value):
        at = g.s.agent_at[named(g, "agent", name)]
        found[name] = g.kit.space_ids[at] if at >= 0 else places.get(at, "waiting")
    return found


def put_played(g: WG, value: Any) -> None:
    g.s.played = sum(1 << named(g, "card", name) for name in forms.sequence(value))


def get_played(g: WG, value: Any) -> list[str]:
    forms.sequence(value)
    return [names.marker_id(g.kit, marker) for marker in bits(g.s.played)]


def mask_of_spaces(field: str, about: str) -> Noun:
    def put(g: WG, value: Any) -> None:
        setattr(g.s, field, spaces(g, value))

    def get(g: WG, value: Any) -> list[str]:
        forms.sequence(value)
        return [g.kit.space_ids[where] for where in bits(getattr(g.s, field))]

    return Noun(put, get, about, loose=True, names=("space",))


# ---- read only --------------------------------------------------------------------------------------


def get_control(g: WG, value: Any) -> dict[str, str]:
    return {name: control_of(g.s, g.kit, space(g, name)) for name in forms.mapping(value)}


def control_of(s: War, kit: Kit, where: SpaceId) -> str:
    ours, theirs = occupied(s, kit) >> where & 1, resisted(s) >> where & 1
    if kit.ussr >> where & 1:
        return "communist"
    if kit.abroad >> where & 1:
        return "disputed" if ours else "resistance" if s.active >> where & 1 else "neutral"
    return "disputed" if ours and theirs else "communist" if ours else "resistance" if theirs else "nobody"


def get_support(g: WG, value: Any) -> dict[str, dict[str, str]]:
    """Whether a side has support in a space: {kabul: {communist: yes}}."""
    masks = (communist_support(g.s, g.kit), resistance_support(g.s, g.kit))
    return {
        name: {side: whether(bool(masks[number] >> space(g, name) & 1)) for side, number, _ in each_side(said)}
        for name, said in forms.mapping(value).items()
    }


def get_reach(g: WG, value: Any) -> dict[str, list[str]]:
    """The spaces in which a unit may end an Operation."""
    ground = Ground(g.s, g.kit, truce=False)
    found = {}
    for name in forms.mapping(value):
        number = unit(g, name)
        can = ground.targets(number) if ground.can_move(number) else 0
        found[name] = [g.kit.space_ids[where] for where in bits(can)]
    return found


def get_conditions(g: WG, value: Any) -> dict[str, str]:
    """Whether a condition of the scenario is met now."""
    standing = conditions(g.s, g.kit)
    return {forms.word(name, standing, "a condition of this scenario"): whether(standing[name].met) for name in value}


def told(count: Callable[[Any, str], int]) -> Callable[[WG, Any], dict[str, int]]:
    """Counts events since the case began, by what the value names."""

    def get(g: WG, value: Any) -> dict[str, int]:
        return {name: sum(count(event, name) for event in g.heard or []) for name in forms.mapping(value)}

    return get


# ---- a battle ---------------------------------------------------------------------------------------


def put_battle(g: WG, value: Any) -> None:
    """Who fights where: {space: kabul, attacker: communist}; and what is settled already."""
    said = forms.mapping(value)
    forms.known_words(
        said, ("space", "attacker", "bonus", "terror", "spectacular", "flying", "superior", "hits"), "battle"
    )
    fought = Battle(space=space(g, said["space"]), attacker=side_of(said.get("attacker", "communist")))
    fought.bonus = forms.number(said.get("bonus", 0), "bonus")
    fought.terror = forms.yes(said.get("terror", "no"), "terror")
    fought.spectacular = forms.yes(said.get("spectacular", "no"), "spectacular")
    fought.flying = sum(1 << number for number in units(g, said.get("flying", [])))
    fought.superior = side_of(said["superior"]) if "superior" in said else NONE
    fought.hits = forms.number(said.get("hits", 0), "hits", least=0)
    g.s.stack.append(fought)


def get_battle(g: WG, value: Any) -> Any:
    """`none`, the space, or the figures asked for: {totals: {communist: 8}, superior: communist, hits: 2}."""
    fought = frame_of(g, Battle)
    if fought is None:
        return "none"
    if not isinstance(value, Mapping):
        return g.kit.space_ids[fought.space]
    found: dict[str, Any] = {}
    for name, said in value.items():
        match forms.word(name, ("space", "attacker", "totals", "superior", "hits", "terror"), "a figure of a battle"):
            case "space":
                found[name] = g.kit.space_ids[fought.space]
            case "attacker":
                found[name] = SIDES[fought.attacker]
            case "totals":
                found[name] = {side: fought.totals[number] for side, number, _ in each_side(said)}
            case "superior":
                found[name] = "nobody" if fought.superior == NONE else SIDES[fought.superior]
            case "hits":
                found[name] = fought.hits
            case _:
                found[name] = whether(fought.terror)
    return found


def hit_counter(g: WG, name: str) -> int:
    """The slot of a counter that takes a hit; one of its type that took it by itself just now will do."""
    taken = [int(option[1]) for option in g.autos if option[0] == "kill"]
    try:
        slot = named(g, "counter", name)
    except ValueError:
        slot = NOWHERE
    if slot != NOWHERE and (not taken or g.offers(0, ("kill", slot))):
        return slot
    kind = name.rstrip("0123456789").rstrip("-")
    alike = [other for other in taken if g.kit.type_ids[g.s.identity[other]] == kind]
    return alike[0] if alike else named(g, "counter", name)


def hits(g: WG, verb: str, named: list[int]) -> list[Option]:
    """The answers that hits on these want: one that leaves no choice is taken by itself, but may be written down."""
    fought = frame_of(g, Battle) or frame_of(g, Interdiction)
    if fought is None or g.ask is None or not g.ask.key.startswith("combat.losses"):
        return [(verb, who) for who in named]
    s, victim = deepcopy(g.s), COMMUNIST if verb == "lose" else RESISTANCE
    space = fought.space if isinstance(fought, Battle) else fought.target
    left, chosen = fought.hits, g.ask.key == "combat.losses-chosen"
    answers: list[Option] = []
    for who in named:
        if (verb, who) in g.autos and not g.offers(0, (verb, who)):
            answers.append((verb, who))  # taken by itself before
            continue
        candidates = may_lose(s, g.kit, space, victim, chosen)
        forced = bool(candidates) and left > 0 and no_choice(s, g.kit, space, victim, candidates, left)
        if not forced:
            answers.append((verb, who))
        taken = candidates[0] if forced else who
        if victim == RESISTANCE:
            s.lies[taken] = NOWHERE
        elif g.kit.steps[g.kit.kind[taken]] > 1 and not s.reduced >> taken & 1:
            s.reduced |= 1 << taken
        else:
            s.at[taken] = POOL
        left -= 1
    return answers
