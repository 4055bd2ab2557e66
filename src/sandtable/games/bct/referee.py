"""The words that cases of BCT Command are written in: entry points, nouns, compound verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.bct import names
from sandtable.games.bct.frames import Battle, Campaign, ChaosEvent, Closing, Deploy, Fire, Phase, Spend, Turn
from sandtable.games.bct.ground import combat_dice, control, has_loc, value
from sandtable.games.bct.objectives import worth
from sandtable.games.bct.pieces import COALITION, INSURGENT, J2, J9, SIDE_NAMES, SIDES, Kit
from sandtable.games.bct.setup import blank, call_up
from sandtable.games.bct.staging import STAGED, the_force
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
    c2_level,
    free_nets,
    hide,
    is_covert,
    is_down,
    lay_on,
    place,
    take_off,
)
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.rulings import CaseError, Noun, Referee
from sandtable.kernel.state import Frame, clone

# ---- entry points -----------------------------------------------------------------------------------


def at(turn_step: str, *frames: Frame) -> Callable[[BG], None]:
    """Puts the sequence of play somewhere; `turn_step` is the deed of the turn that comes after it."""

    def enter(g: BG) -> None:
        g.s.turn = g.s.turn or 1
        g.s.stack = [Campaign(step="each-turn"), Turn(step=turn_step), *(clone(frame) for frame in frames)]

    return enter


def begin(g: BG) -> None:
    """The markers lie on the Record Track as the scenario says, and no turn has begun."""
    forces = [the_force(g.kit, g.s.scenario, side) for side in SIDES]
    g.s.turn, g.s.vp, g.s.c2 = 0, [force.vp for force in forces], [force.c2 for force in forces]


def at_set_up(g: BG) -> None:
    begin(g)
    g.s.objectives, g.s.seen = [[], []], [[], []]
    g.s.objective_decks = [g.kit.objectives_of[side][:] for side in SIDES]
    g.s.stack = [Campaign()]
    g.s.stack[0].step = g.game.procedures.first(g.s.stack[0])


def at_deployment(side: int) -> Callable[[BG], None]:
    def enter(g: BG) -> None:
        begin(g)
        for each in SIDES:
            call_up(g, each)
        g.s.stack = [Campaign(step="choose-hands"), Deploy(step="units", side=side)]

    return enter


def at_hands(g: BG) -> None:
    begin(g)
    g.s.stack = [Campaign(step="choose-hands")]


def phase_entries() -> dict[str, tuple[Callable[[BG], None], str]]:
    steps = {
        "c2": ("return-markers", "the C2 Modification Step begins"),
        "appeal": ("appeal", "an appeal is asked, the markers have gone"),
        "objective": ("objective", "an Objective Card is to be revealed"),
        "faces": ("faces", "Covert-capable Units are turned over"),
        "operations": ("operations", "Joint Ops Cards are played"),
        "scoring": ("score-objective", "the revealed Objective scores, then the hand is chosen"),
        "planning": ("gather-cards", "cards go back, the hand is chosen, boxes are trimmed"),
    }
    return {
        f"{SIDE_NAMES[side]}-{name}": (at("play-chaos", Phase(step=step, side=side)), f"{SIDE_NAMES[side]}: {about}")
        for side in SIDES
        for name, (step, about) in steps.items()
    }


def at_battle(step: str) -> Callable[[BG], None]:
    """Puts the sequence of play into the Battle that `given` describes."""

    def enter(g: BG) -> None:
        battle = frame_of(g, Battle)
        if battle is None:
            raise CaseError("say who fights: battle: {attacker: ..., target: ...}")
        battle.step = step
        at("play-chaos", Phase(step="operations", side=g.kit.side[battle.attacker]), battle)(g)

    return enter


ENTRIES: dict[str, tuple[Callable[[BG], None], str]] = {
    "set-up": (at_set_up, "the beginning: counters and decks are shuffled, the Coalition sets up"),
    "coalition-set-up": (at_deployment(COALITION), "the Coalition sets up; counters and decks are not shuffled"),
    "insurgent-set-up": (at_deployment(INSURGENT), "the Insurgent sets up, whatever the Coalition has done"),
    "hands": (at_hands, "both sides have set up and Select their first hands"),
    "turn-order": (at("first"), "who chooses the First Player?"),
    "phases": (at("play-phases"), "both phases, the first of them that of `first`"),
    **phase_entries(),
    "battle": (at_battle("attacker-scouts"), "an attack has been declared, J-2 Cards are committed"),
    "battle-advantage": (at_battle("settle-advantage"), "the J-2 Cards have been played"),
    "battle-cards": (at_battle("attacker-cards"), "who fires first is settled, nobody has Withdrawn"),
    "battle-fire": (at_battle("display"), "the modifier cards have been played"),
    "chaos": (at("close-turn", ChaosEvent(step="draw-chaos")), "the Chaos Phase"),
    "record-keeping": (at("", Closing(step="count-chips")), "the Record Keeping Phase"),
}

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


NOUNS = {
    "turn": figure("turn"),
    "turns-left": figure("turns_left"),
    "first": Noun(
        lambda g, value: setattr(g.s, "first", side_of(value)), lambda g, value: SIDE_NAMES[g.s.first], "First Player"
    ),
    "vp": figures("vp"),
    "chips": figures("chips"),
    "c2": figures("c2", "the box of the C2 Marker"),
    "appealed": figures("appealed"),
    "planned": figures("planned"),
    "swayed": figures("swayed", "what Chaos did to C2"),
    "c2-level": Noun(None, lambda g, value: {side: c2_level(g.s, side_of(side)) for side in value}),
    "place": Noun(put_place, get_place, "a space, reserves, or the HQ in whose box a Unit is"),
    "where": Noun(None, get_where, "the space of a Unit, in a box that of its HQ"),
    "counters": Noun(None, get_counters, "all counters of a side in a place, by type"),
    "covert": Noun(put_covert, units_where(is_covert), "all Covert Units", loose=True),
    "remembered": Noun(
        put_remembered,
        units_where(lambda s, t: is_covert(s, t) and s.known[t] == ALL_SEATS),
        "Covert Units whose type the opponent remembers",
        loose=True,
    ),
    "suppressed": Noun(put_suppressed, units_where(is_down), "all Suppressed Units", loose=True),
    "assets": Noun(put_assets, get_assets, "a Unit, pool or reserves"),
    "asset-counts": Noun(None, get_asset_counts, "of a side on units, in the pool, in reserves"),
    "nets": nets("nets"),
    "nets-in-pool": Noun(None, lambda g, value: free_nets(g.s, g.kit)),
    "suppressed-nets": nets("nets_down"),
    "hand": cards("hand", "Joint Ops Cards held"),
    "shown": cards("glimpsed", "cards of a hand that the opponent has been shown"),
    "discards": cards("discards", "Joint Ops discards"),
    "available": Noun(None, get_available, "the Available Piles"),
    "objectives": Noun(put_objectives, by_side("objectives"), "Objective hands", loose=True),
    "seen-objectives": Noun(put_seen, by_side("seen"), "those the opponent has seen", loose=True),
    "revealed": Noun(put_revealed, get_revealed, "the open Objective Cards"),
    "objective-deck": Noun(put_objective_deck, None, "top cards, the first drawn first"),
    "whole-objective-deck": Noun(put_whole_objective_deck, None, "the whole deck; the rest is discarded"),
    "objective-discards": Noun(put_objective_discards, by_side("objective_discards"), loose=True),
    "chaos-card": Noun(put_chaos, lambda g, value: g.kit.chaos_ids[g.s.chaos_discards[-1]], "drawn next; drawn last"),
    "chaos-discards": Noun(
        put_spent_chaos,
        lambda g, value: [g.kit.chaos_ids[card] for card in g.s.chaos_discards],
        "given: all Chaos Cards that there are, the deck is empty",
        loose=True,
    ),
    "deeds": tallies("phase_deeds"),
    "turn-deeds": tallies("turn_deeds"),
    "control": Noun(None, get_control, "by district: a side or none"),
    "loc": Noun(None, lambda g, value: {n: "yes" if has_loc(g.s, g.kit, unit(g, n)) else "no" for n in value}),
    "dice": Noun(None, get_dice, "of a Unit: j-2, combat, j-9 as they stand"),
    "worth": Noun(
        None,
        lambda g, value: {name: worth(g.s, g.kit, _owner(g, name), objective(g, name)) for name in value},
        "what an Objective would score now",
    ),
    "successes": Noun(None, lambda g, value: getattr(frame_of(g, Spend), "successes", "none")),
    "hits": Noun(None, lambda g, value: getattr(frame_of(g, Fire), "hits", "none")),
    "battle": Noun(put_battle, get_battle, "given who fights; compared: none, district, {first, advantage, engaged}"),
    "asks": Noun(None, lambda g, value: g.ask.key if g.ask is not None else "nothing", "the rule of the question"),
    "asked": Noun(None, get_asked, "the side that is asked"),
    "result": Noun(None, get_outcome),
    "winner": Noun(None, get_winner),
}


def _owner(g: BG, name: str) -> int:
    return SIDE_NAMES.index(g.kit.objectives[objective(g, name)].side)


# ---- compound verbs ---------------------------------------------------------------------------------


def flips(g: BG, seat: Seat, value: list[str]) -> list[Option]:
    """Turns over several Units and is done: {flips: [guer-1, front-2]}."""
    return [*(("flip", unit(g, name)) for name in value), ("done",)]


def acts(g: BG, seat: Seat, value: list[str]) -> list[Option]:
    """A J-2 or J-9 Card rolled with a Unit, as `roll` scripts dice: {acts: [j-9, prt-1], roll: {j-9: [5, 1]}}."""
    return [("roll", number(value[0]), unit(g, value[1]))]


def selects(g: BG, seat: Seat, value: list[str]) -> list[Option]:
    """A whole hand: {selects: [j-1, j-3]}."""
    return [("select", number(name)) for name in value]


def suffers(g: BG, seat: Seat, value: list[str]) -> list[Option]:
    """Hits one after the other: {suffers: [hq, guer-1]}."""
    return [("suffer", unit(g, name)) for name in value]


def board_of(game: Game[Theatre, Kit], setup: Setup) -> Theatre:
    """An empty board with three Objective Cards in each hand, so that every phase can be played."""
    s = blank(game.kit, setup)
    s.vp, s.c2 = [0, 0], [0, 0]
    for side in (COALITION, INSURGENT):
        deck = s.objective_decks[side]
        s.objectives[side], s.objective_decks[side] = (
            deck[: game.kit.n.objective_hand],
            deck[game.kit.n.objective_hand :],
        )
    return s


REFEREE: Referee[Theatre, Kit] = Referee(
    blank=board_of,
    entries=ENTRIES,
    nouns=NOUNS,
    compounds={"acts": acts, "flips": flips, "selects": selects, "suffers": suffers},
    draws={
        "lost-objective": "objective",
        "chaos-deck": "chaos",
        "coalition-objectives": "objective",
        "insurgent-objectives": "objective",
        "mix-counters": "token",
        "mix-insurgent-tactical": "token",
    },
)
