"""How the words of a case are put into a position of BCT Command and read from one: pieces, cards, figures.

Each word reads its value with the forms of the kernel, so that what has another form, or names something that is not
there, is told in a sentence. Whether a position is one that a game can come to is looked at when it is whole
(`case_checks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import INSURGENT, J2, J9, SIDE_NAMES, SIDES, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.rules.fire import firing_dice
from sandtable.games.bct.rules.ground import combat_dice, control, halts, moves, value
from sandtable.games.bct.rules.memory import hide, lay_on
from sandtable.games.bct.setup.staging import STAGED
from sandtable.games.bct.sight import names
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    BOXED,
    DEEDS,
    POOL,
    RESERVES,
    Theatre,
    place,
    take_off,
)
from sandtable.kernel.cases import Noun, forms
from sandtable.kernel.cases.nouns import each_once, frame_of
from sandtable.kernel.state import clone

# ---- reading words ----------------------------------------------------------------------------------


def unit(g: BG, name: Any) -> int:
    return names.lookup(g.kit, g.s, "token", forms.name(name))


def units(g: BG, value: Any) -> list[int]:
    """A list of Units, none of them twice."""
    return each_once(value, lambda name: unit(g, name), lambda _, a, b: f"{a!r} and {b!r} are the same Unit")


def card(g: BG, name: Any) -> int:
    return names.lookup(g.kit, g.s, "card", forms.name(name))


def count(value: Any) -> int:
    return forms.number(value, least=0)


def side_of(name: Any) -> int:
    """A side by its name; `Coalition` is the coalition."""
    return SIDE_NAMES.index(forms.word(forms.name(name).lower(), SIDE_NAMES, "a side"))


def each_side(value: Any) -> Iterator[tuple[str, int, Any]]:
    """The sides that a value names, with their numbers and what it says of them."""
    if not isinstance(value, Mapping):
        raise ValueError(f"it is written by side, {{coalition: ..., insurgent: ...}}, not {value!r}")
    for name, inner in value.items():
        yield name, side_of(name), inner


def unit_id(g: BG, token: UnitId) -> str:
    """The name of a token in cases: of its type, numbered, or the HQ's own."""
    kit = g.kit
    if kit.is_hq[token]:
        return kit.front_ids[g.s.front[token]]
    alike = [t for t in range(kit.tokens) if kit.home[t] == kit.home[token]]
    return f"{kit.kind_ids[kit.home[token]]}-{alike.index(token) + 1}"


def space_id(kit: Kit, space: SpaceId) -> str:
    return kit.district_ids[space] if space < kit.size else names.SANCTUARY_IDS[space - kit.size]


# ---- pieces -----------------------------------------------------------------------------------------


BESIDE = {RESERVES: "reserves", STAGED: "waiting"}


def spaces(g: BG) -> list[str]:
    return [*g.kit.district_ids, *names.SANCTUARY_IDS]


def own_space(kit: Kit, side: SideId, said: str) -> str:
    """`ready` and `reinforcements` as the sections of a side's own Sanctuary, other spaces by the id of their title."""
    own = {"ready": kit.ready[side], "reinforcements": kit.reinforcements[side]}
    if said in own:
        return space_id(kit, own[said])
    titles = {names.space_title(kit, space): space for space in range(kit.spaces)}
    return space_id(kit, titles[said]) if said in titles else said


def put_place(g: BG, value: Any) -> None:
    """`maruf`, `cave`, `ready`, `reserves`, or the HQ in whose box it is. Placed Units lie open."""
    placed = forms.mapping(value)
    for token, (name, said) in zip(units(g, list(placed)), placed.items(), strict=True):
        meant = own_space(g.kit, g.kit.side[token], forms.name(said))
        where = forms.word(meant, [*spaces(g), "reserves", *g.kit.front_ids], f"a place for {name}")
        g.s.known[token] = ALL_SEATS
        if where in g.kit.front_ids:
            g.s.at[token], g.s.box[token] = BOXED, g.kit.front_ids.index(where)
        else:
            g.s.at[token] = RESERVES if where == "reserves" else spaces(g).index(where)


def get_place(g: BG, value: Any) -> dict[str, str]:
    asked = forms.mapping(value)
    found = {}
    for token, (name, said) in zip(units(g, list(asked)), asked.items(), strict=True):
        where = g.s.at[token]
        boxed = g.kit.front_ids[g.s.box[token]] if where == BOXED else ""
        found[name] = _in_words_of(g, token, said, boxed or BESIDE.get(where) or space_id(g.kit, where))
    return found


def _in_words_of(g: BG, token: UnitId, said: Any, where: str) -> str:
    """The place of a Unit as the case calls it, if it means that one."""
    return said if isinstance(said, str) and own_space(g.kit, g.kit.side[token], said) == where else where


def get_where(g: BG, value: Any) -> dict[str, str]:
    """The space of a Unit, that of its HQ if it is in a box; `reserves` and `waiting` as in `place`."""
    asked = forms.mapping(value)
    found = {}
    for token, (name, said) in zip(units(g, list(asked)), asked.items(), strict=True):
        at = place(g.s, g.kit, token)
        found[name] = _in_words_of(g, token, said, BESIDE.get(at) or space_id(g.kit, at))
    return found


def get_counters(g: BG, value: Any) -> dict[str, dict[str, dict[str, int]]]:
    """All counters of a side in a place, by type: {coalition: {airbase: {anp: 2}}}; `waiting` are yet to be set up."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for name, side, said in each_side(value):
        asked = {own_space(g.kit, side, where): where for where in forms.mapping(said)}
        places = [forms.word(where, [*spaces(g), *BESIDE.values()], "a place") for where in asked]
        for kind in (kind for kinds in said.values() for kind in forms.mapping(kinds)):
            names.lookup(g.kit, g.s, "kind", kind)
        found[name] = {asked[where]: {} for where in places}
        for token in g.kit.units_of[side]:
            at = place(g.s, g.kit, token)
            where = BESIDE.get(at) or space_id(g.kit, at)
            if where in places:
                here, kind = found[name][asked[where]], g.kit.kind_ids[g.s.kind[token]]
                here[kind] = here.get(kind, 0) + 1
    return found


def get_asset_counts(g: BG, value: Any) -> dict[str, dict[str, int]]:
    """How many Assets of a side lie on Units, in the Pool, in Reserves."""
    found = {}
    for name, side, said in each_side(value):
        wanted = [
            forms.word(where, ("units", "pool", "reserves"), "a place of Assets") for where in forms.mapping(said)
        ]
        lying = [{POOL: "pool", RESERVES: "reserves"}.get(g.s.on[a], "units") for a in g.kit.assets_of[side]]
        found[name] = {where: lying.count(where) for where in wanted}
    return found


def put_covert(g: BG, value: Any) -> None:
    for token in units(g, value):
        g.s.known[token] = 1 << g.kit.side[token]
        hide(g, token)


def put_remembered(g: BG, value: Any) -> None:
    for token in units(g, value):
        g.s.known[token] = ALL_SEATS


def units_where(test: Callable[[Theatre, int], bool]) -> Callable[[BG, Any], list[str]]:
    def get(g: BG, value: Any) -> list[str]:
        units(g, value)
        return [unit_id(g, t) for t in range(g.kit.tokens) if g.s.at[t] != RESERVES and test(g.s, t)]

    return get


def put_suppressed(g: BG, value: Any) -> None:
    for token in units(g, value):
        g.s.down |= 1 << token


def put_assets(g: BG, value: Any) -> None:
    for name, where in forms.mapping(value).items():
        asset = names.lookup(g.kit, g.s, "asset", name)
        if where in ("pool", "reserves"):
            take_off(g, asset, POOL if where == "pool" else RESERVES)
        else:
            lay_on(g, asset, unit(g, where))


def get_assets(g: BG, value: Any) -> dict[str, str]:
    found = {}
    for name in forms.mapping(value):
        where = g.s.on[names.lookup(g.kit, g.s, "asset", name)]
        found[name] = {POOL: "pool", RESERVES: "reserves"}.get(where) or unit_id(g, where)
    return found


def nets(field: str) -> Noun:
    def put(g: BG, value: Any) -> None:
        for _, side, districts in each_side(value):
            for name, said in forms.mapping(districts).items():
                getattr(g.s, field)[side * g.kit.size + district(g, name)] = count(said)

    def get(g: BG, value: Any) -> dict[str, dict[str, int]]:
        laid = getattr(g.s, field)
        return {
            name: {where: laid[side * g.kit.size + district(g, where)] for where in forms.mapping(districts)}
            for name, side, districts in each_side(value)
        }

    return Noun(put, get, "by side and district")


def district(g: BG, name: str) -> int:
    titles = [row.name for row in g.kit.districts]
    said = g.kit.district_ids[titles.index(name)] if name in titles else name
    return g.kit.district_ids.index(forms.word(said, g.kit.district_ids, "a District"))


# ---- figures ----------------------------------------------------------------------------------------


def figures(field: str, about: str = "", least: int | None = None) -> Noun:
    """One number for each side: {coalition: 3}."""

    def put(g: BG, value: Any) -> None:
        for _, side, said in each_side(value):
            getattr(g.s, field)[side] = forms.number(said, least=least)

    return Noun(put, lambda g, value: {name: getattr(g.s, field)[side] for name, side, _ in each_side(value)}, about)


def get_control(g: BG, value: Any) -> dict[str, str]:
    held = control(g.s, g.kit)
    found = {}
    for name in forms.mapping(value):
        where = district(g, name)
        found[name] = next((SIDE_NAMES[side] for side in SIDES if held[side] >> where & 1), "none")
    return found


def get_dice(g: BG, value_: Any) -> dict[str, dict[str, int]]:
    found = {}
    for name, wanted in forms.mapping(value_).items():
        token = unit(g, name)
        all_dice = {
            "j-2": value(g.s, g.kit, token, J2),
            "combat": combat_dice(g.s, g.kit, token),
            "j-9": value(g.s, g.kit, token, J9),
        }
        found[name] = {which: all_dice[forms.word(which, all_dice, "a Value")] for which in forms.mapping(wanted)}
    return found


def get_route(g: BG, value: Any) -> list[dict[str, Any]]:
    """How far Units get on routes, District by District: [{unit: anp-1, path: [dand, kandahar], ends: dand}]."""
    found = []
    for row in forms.sequence(value):
        said = forms.mapping(row, "a route")
        forms.known_words(said, ("unit", "path", "ends"), "a route")
        for needed in ("unit", "path", "ends"):
            if needed not in said:
                raise ValueError(f"it does not say {needed}: write {{unit: anp-1, path: [dand, kandahar], ends: dand}}")
        token = unit(g, said["unit"])
        end = route_end(g, token, [own_space(g.kit, g.kit.side[token], name) for name in forms.sequence(said["path"])])
        found.append({**said, "ends": _in_words_of(g, token, said["ends"], end)})
    return found


def route_end(g: BG, token: UnitId, path: list[str]) -> str:
    """The last space of a route that a Unit comes to, one District at a time by the rules of movement."""
    s, kit = clone(g.s), g.kit
    for count, name in enumerate(path):
        space = names.lookup(kit, s, "space", name)
        halted = count and 0 <= s.at[token] < kit.size and halts(s, kit, kit.side[token]) >> s.at[token] & 1
        if halted or space not in moves(s, kit, kit.side[token], 1).get(token, ()):
            break
        s.at[token] = space
    return space_id(kit, s.at[token]) if s.at[token] >= 0 else BESIDE.get(s.at[token], "nowhere")


def tallies(field: str) -> Noun:
    def place_of(side: SideId, deed: str) -> int:
        return side * len(DEEDS) + DEEDS.index(forms.word(deed, DEEDS, "a deed"))

    def put(g: BG, value: Any) -> None:
        for _, side, said in each_side(value):
            for deed, times in forms.mapping(said).items():
                getattr(g.s, field)[place_of(side, deed)] = count(times)

    def get(g: BG, value: Any) -> dict[str, dict[str, int]]:
        done = getattr(g.s, field)
        return {
            name: {deed: done[place_of(side, deed)] for deed in forms.mapping(said)}
            for name, side, said in each_side(value)
        }

    return Noun(put, get, "what a side did, counted")


def put_battle(g: BG, value: Any) -> None:
    """{attacker, target}, and as it is needed {first: side, advantage: {side: points}, joined: [units]}.

    Several attackers are a list: the first attacked, the others joined it with a J-6 Card.
    """
    said = forms.mapping(value)
    forms.known_words(said, ("attacker", "target", "first", "advantage", "joined"), "a battle that is given")
    for role in ("attacker", "target"):
        if role not in said:
            raise ValueError(f"it does not say the {role}: write {{attacker: anp-1, target: guerrillas-1}}")
    attackers = said["attacker"] if isinstance(said["attacker"], list) else [said["attacker"]]
    if not attackers:
        raise ValueError("it names no attacker: write {attacker: anp-1, target: guerrillas-1}")
    joined = [*attackers[1:], *forms.sequence(said.get("joined", []))]
    engaged = units(g, [attackers[0], said["target"], *joined])
    battle = Battle(attacker=engaged[0], target=engaged[1], space=g.s.at[engaged[0]], engaged=engaged)
    battle.first = side_of(said.get("first", SIDE_NAMES[INSURGENT]))
    for _, side, points in each_side(said.get("advantage", {})):
        battle.advantage[side] = count(points)
    g.s.stack = [battle]


def get_battle(g: BG, value: Any) -> Any:
    """`none`, or what the case asks of it."""
    if isinstance(value, Mapping):
        forms.known_words(value, ("district", "first", "advantage", "engaged", "dice"), "a battle that is compared")
    else:
        if value != "none":
            district(g, forms.name(value))
    battle = frame_of(g, Battle)
    if battle is None:
        return "none"
    facts = {
        "district": g.kit.district_ids[battle.space],
        "first": SIDE_NAMES[battle.first],
        "advantage": {SIDE_NAMES[side]: battle.advantage[side] for side in SIDES},
        "engaged": [unit_id(g, t) for t in battle.engaged],
        "dice": {SIDE_NAMES[side]: firing_dice(g.s, g.kit, battle, side) for side in SIDES},
    }
    if not isinstance(value, Mapping):
        return facts["district"]
    return {name: _named_sides(value[name], facts[name]) for name in value}


def _named_sides(said: Any, fact: Any) -> Any:
    """Of what each side has, only what the case asks for."""
    if not isinstance(fact, dict):
        return fact
    return {name: fact[SIDE_NAMES[side]] for name, side, _ in each_side(said)}
