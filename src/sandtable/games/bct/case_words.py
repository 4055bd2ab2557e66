"""How the words of a case are put into a position of BCT Command and read from one: pieces, cards, figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.bct import names
from sandtable.games.bct.frames import Battle
from sandtable.games.bct.ground import combat_dice, control, value
from sandtable.games.bct.pieces import INSURGENT, J2, J9, SIDE_NAMES, SIDES, Kit
from sandtable.games.bct.staging import STAGED
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    BOXED,
    DEEDS,
    NONE,
    POOL,
    RESERVES,
    Theatre,
    available,
    hide,
    lay_on,
    place,
    take_off,
)
from sandtable.kernel.rulings import Noun

# ---- reading words ----------------------------------------------------------------------------------


def unit(g: BG, name: str) -> int:
    return names.lookup(g.kit, g.s, "token", str(name))


def side_of(name: str) -> int:
    return SIDE_NAMES.index(str(name))


def unit_id(g: BG, token: int) -> str:
    """The name of a token in cases: of its type, numbered, or the HQ's own."""
    kit = g.kit
    if kit.is_hq[token]:
        return kit.front_ids[g.s.front[token]]
    alike = [t for t in range(kit.tokens) if kit.home[t] == kit.home[token]]
    return f"{kit.kind_ids[kit.home[token]]}-{alike.index(token) + 1}"


def space_id(kit: Kit, space: int) -> str:
    return kit.district_ids[space] if space < kit.size else names.SANCTUARY_IDS[space - kit.size]


def find_space(g: BG, text: str) -> int:
    ids = [*g.kit.district_ids, *names.SANCTUARY_IDS]
    if text not in ids:
        raise ValueError(f"{text!r} is not a space; there are {', '.join(ids)}")
    return ids.index(text)


# ---- pieces -----------------------------------------------------------------------------------------


BESIDE = {RESERVES: "reserves", STAGED: "waiting"}


def put_place(g: BG, value: Mapping[str, str]) -> None:
    """`maruf`, `cave`, `airbase-reinforcements`, `reserves`, or the HQ in whose box it is. Placed Units lie open."""
    for name, where in value.items():
        token = unit(g, name)
        g.s.known[token] = ALL_SEATS
        if where in g.kit.front_ids:
            g.s.at[token], g.s.box[token] = BOXED, g.kit.front_ids.index(where)
        else:
            g.s.at[token] = RESERVES if where == "reserves" else find_space(g, where)


def get_place(g: BG, value: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for name in value:
        token = unit(g, name)
        where = g.s.at[token]
        boxed = g.kit.front_ids[g.s.box[token]] if where == BOXED else ""
        found[name] = boxed or BESIDE.get(where) or space_id(g.kit, where)
    return found


def get_counters(g: BG, value: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, dict[str, int]]]:
    """All counters of a side in a place, by type: {coalition: {airbase: {anp: 2}}}; `waiting` are yet to be set up."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for side, places in value.items():
        found[side] = {where: {} for where in places}
        for token in g.kit.units_of[side_of(side)]:
            at = place(g.s, g.kit, token)
            where = BESIDE.get(at) or space_id(g.kit, at)
            if where in places:
                kind = g.kit.kind_ids[g.s.kind[token]]
                found[side][where][kind] = found[side][where].get(kind, 0) + 1
    return found


def get_asset_counts(g: BG, value: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
    """How many Assets of a side lie on Units, in the Pool, in Reserves."""
    found = {}
    for side, wanted in value.items():
        lying = [{POOL: "pool", RESERVES: "reserves"}.get(g.s.on[a], "units") for a in g.kit.assets_of[side_of(side)]]
        found[side] = {where: lying.count(where) for where in wanted}
    return found


def put_covert(g: BG, value: list[str]) -> None:
    for name in value:
        token = unit(g, name)
        g.s.known[token] = 1 << g.kit.side[token]
        hide(g, token)


def put_remembered(g: BG, value: list[str]) -> None:
    for name in value:
        g.s.known[unit(g, name)] = ALL_SEATS


def units_where(test: Callable[[Theatre, int], bool]) -> Callable[[BG, Any], list[str]]:
    def get(g: BG, value: Any) -> list[str]:
        return [unit_id(g, t) for t in range(g.kit.tokens) if g.s.at[t] != RESERVES and test(g.s, t)]

    return get


def put_suppressed(g: BG, value: list[str]) -> None:
    for name in value:
        g.s.down |= 1 << unit(g, name)


def put_assets(g: BG, value: Mapping[str, str]) -> None:
    for name, where in value.items():
        asset = names.lookup(g.kit, g.s, "asset", name)
        if where in ("pool", "reserves"):
            take_off(g, asset, POOL if where == "pool" else RESERVES)
        else:
            lay_on(g, asset, unit(g, where))


def get_assets(g: BG, value: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for name in value:
        where = g.s.on[names.lookup(g.kit, g.s, "asset", name)]
        found[name] = {POOL: "pool", RESERVES: "reserves"}.get(where) or unit_id(g, where)
    return found


def nets(field: str) -> Noun:
    def put(g: BG, value: Mapping[str, Mapping[str, str]]) -> None:
        for side, districts in value.items():
            for name, count in districts.items():
                getattr(g.s, field)[side_of(side) * g.kit.size + g.kit.graph.at(name)] = int(count)

    def get(g: BG, value: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
        counts = getattr(g.s, field)
        return {
            side: {name: counts[side_of(side) * g.kit.size + g.kit.graph.at(name)] for name in districts}
            for side, districts in value.items()
        }

    return Noun(put, get, "by side and district")


# ---- cards ------------------------------------------------------------------------------------------


def number(name: str) -> int:
    return int(str(name).removeprefix("j-"))


def cards(field: str, about: str) -> Noun:
    """Counts of Joint Ops Cards: {coalition: {j-3: 2}}; what is not named is none when given, not compared else."""

    def put(g: BG, value: Mapping[str, Mapping[str, str]]) -> None:
        for side, counts in value.items():
            piles = [0] * 10
            for name, count in counts.items():
                piles[number(name)] = int(count)
            getattr(g.s, field)[side_of(side)] = piles

    def get(g: BG, value: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
        return {
            side: {name: getattr(g.s, field)[side_of(side)][number(name)] for name in counts}
            for side, counts in value.items()
        }

    return Noun(put, get, about)


def get_available(g: BG, value: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
    piles = [available(g.s, g.kit, side) for side in SIDES]
    return {side: {name: piles[side_of(side)][number(name)] for name in counts} for side, counts in value.items()}


def objective(g: BG, name: str) -> int:
    return names.lookup(g.kit, g.s, "objective", name)


def put_objectives(g: BG, value: Mapping[str, list[str]]) -> None:
    for side, cards_named in value.items():
        which = side_of(side)
        held = [objective(g, name) for name in cards_named]
        g.s.objectives[which] = held
        g.s.objective_decks[which] = [o for o in g.kit.objectives_of[which] if o not in held]


def by_side(field: str) -> Callable[[BG, Any], dict[str, list[str]]]:
    def get(g: BG, value: Any) -> dict[str, list[str]]:
        piles = getattr(g.s, field)
        return {side: [g.kit.objective_ids[o] for o in piles[side_of(side)]] for side in value}

    return get


def put_seen(g: BG, value: Mapping[str, list[str]]) -> None:
    for side, named in value.items():
        g.s.seen[side_of(side)] = sorted(objective(g, name) for name in named)


def put_revealed(g: BG, value: Mapping[str, str]) -> None:
    """An open Objective Card; it is put into the hand if it is not there."""
    for side, name in value.items():
        which, card = side_of(side), objective(g, name)
        g.s.revealed[which] = card
        if card not in g.s.objectives[which]:
            g.s.objective_decks[which].append(g.s.objectives[which][0])
            g.s.objectives[which][0] = card
            g.s.objective_decks[which].remove(card)
        if card not in g.s.seen[which]:
            g.s.seen[which] = sorted([*g.s.seen[which], card])


def get_revealed(g: BG, value: Mapping[str, str]) -> dict[str, str]:
    cards_open = {side: g.s.revealed[side_of(side)] for side in value}
    return {side: g.kit.objective_ids[card] if card != NONE else "none" for side, card in cards_open.items()}


def put_objective_deck(g: BG, value: Mapping[str, list[str]]) -> None:
    """The top cards of a deck, the first drawn first."""
    for side, named in value.items():
        top = [objective(g, name) for name in named]
        deck = [card for card in g.s.objective_decks[side_of(side)] if card not in top]
        g.s.objective_decks[side_of(side)] = [*deck, *reversed(top)]


def put_whole_objective_deck(g: BG, value: Mapping[str, list[str]]) -> None:
    for side, named in value.items():
        which = side_of(side)
        deck = [objective(g, name) for name in named]
        g.s.objective_decks[which] = deck[::-1]
        held = {*deck, *g.s.objectives[which]}
        g.s.objective_discards[which] = [o for o in g.kit.objectives_of[which] if o not in held]


def put_objective_discards(g: BG, value: Mapping[str, list[str]]) -> None:
    for side, named in value.items():
        g.s.objective_discards[side_of(side)] = [objective(g, name) for name in named]


def put_chaos(g: BG, value: Any) -> None:
    top = [names.lookup(g.kit, g.s, "chaos", name) for name in ([value] if isinstance(value, str) else value)]
    g.s.chaos_deck = [*(card for card in g.s.chaos_deck if card not in top), *reversed(top)]


def put_spent_chaos(g: BG, value: list[str]) -> None:
    """The deck has run out, and these are all the cards that there are."""
    g.s.chaos_deck, g.s.chaos_discards = [], [names.lookup(g.kit, g.s, "chaos", name) for name in value]


# ---- figures ----------------------------------------------------------------------------------------


def figures(field: str, about: str = "") -> Noun:
    """One number for each side: {coalition: 3}."""

    def put(g: BG, value: Mapping[str, str]) -> None:
        for side, figure in value.items():
            getattr(g.s, field)[side_of(side)] = int(figure)

    return Noun(put, lambda g, value: {side: getattr(g.s, field)[side_of(side)] for side in value}, about)


def figure(field: str) -> Noun:
    return Noun(lambda g, value: setattr(g.s, field, int(value)), lambda g, value: getattr(g.s, field))


def get_control(g: BG, value: Mapping[str, str]) -> dict[str, str]:
    held = control(g.s, g.kit)
    found = {}
    for name in value:
        district = g.kit.graph.at(name)
        found[name] = next((SIDE_NAMES[side] for side in SIDES if held[side] >> district & 1), "none")
    return found


def get_dice(g: BG, value_: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
    found = {}
    for name, wanted in value_.items():
        token = unit(g, name)
        all_dice = {
            "j-2": value(g.s, g.kit, token, J2),
            "combat": combat_dice(g.s, g.kit, token),
            "j-9": value(g.s, g.kit, token, J9),
        }
        found[name] = {which: all_dice[which] for which in wanted}
    return found


def tallies(field: str) -> Noun:
    def put(g: BG, value: Mapping[str, Mapping[str, str]]) -> None:
        for side, counts in value.items():
            for deed, count in counts.items():
                getattr(g.s, field)[side_of(side) * len(DEEDS) + DEEDS.index(deed)] = int(count)

    def get(g: BG, value: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
        done = getattr(g.s, field)
        return {
            side: {deed: done[side_of(side) * len(DEEDS) + DEEDS.index(deed)] for deed in counts}
            for side, counts in value.items()
        }

    return Noun(put, get, "what a side did, counted")


def frame_of(g: BG, kind: type) -> Any:
    return next((frame for frame in reversed(g.s.stack) if isinstance(frame, kind)), None)


def put_battle(g: BG, value: Mapping[str, Any]) -> None:
    """{attacker, target}, and as it is needed {first: side, advantage: {side: points}, joined: [units]}."""
    attacker, target = unit(g, value["attacker"]), unit(g, value["target"])
    joined = [unit(g, name) for name in value.get("joined", [])]
    battle = Battle(attacker=attacker, target=target, space=g.s.at[attacker], engaged=[attacker, target, *joined])
    battle.first = side_of(value.get("first", SIDE_NAMES[INSURGENT]))
    for side, points in value.get("advantage", {}).items():
        battle.advantage[side_of(side)] = int(points)
    g.s.stack = [battle]


def get_battle(g: BG, value: Any) -> Any:
    """`none`, or what the case asks of it."""
    battle = frame_of(g, Battle)
    if battle is None:
        return "none"
    facts = {
        "district": g.kit.district_ids[battle.space],
        "first": SIDE_NAMES[battle.first],
        "advantage": {SIDE_NAMES[side]: battle.advantage[side] for side in SIDES},
        "engaged": [unit_id(g, t) for t in battle.engaged],
    }
    return {name: facts[name] for name in value} if isinstance(value, Mapping) else facts["district"]


def get_asked(g: BG, value: Any) -> str:
    ask = g.ask
    return "nobody" if ask is None else SIDE_NAMES[ask.seats()[0]]


def get_outcome(g: BG, value: Any) -> str:
    return g.s.outcome.label if g.s.outcome is not None else "none"


def get_winner(g: BG, value: Any) -> str:
    outcome = g.s.outcome
    return "none" if outcome is None or outcome.winner < 0 else SIDE_NAMES[outcome.winner]


def get_where(g: BG, value: Mapping[str, str]) -> dict[str, str]:
    """The space of a Unit, that of its HQ if it is in a box."""
    return {name: space_id(g.kit, place(g.s, g.kit, unit(g, name))) for name in value}
