"""The words that cases of BCT Command are written in: entry points, nouns, compound verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.bct.frames import Battle, Campaign, ChaosEvent, Closing, Deploy, Fire, Phase, Spend, Turn
from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDE_NAMES, SIDES, Kit, SideId
from sandtable.games.bct.referee.cards import (
    by_side,
    cards,
    get_available,
    get_chaos,
    get_revealed,
    objective,
    put_chaos,
    put_objective_deck,
    put_objective_discards,
    put_objectives,
    put_revealed,
    put_seen,
    put_spent_chaos,
    put_whole_objective_deck,
)
from sandtable.games.bct.referee.checks import possible
from sandtable.games.bct.referee.words import (
    card,
    each_side,
    figures,
    get_asset_counts,
    get_assets,
    get_battle,
    get_control,
    get_counters,
    get_dice,
    get_place,
    get_route,
    get_where,
    nets,
    own_space,
    put_assets,
    put_battle,
    put_covert,
    put_place,
    put_remembered,
    put_suppressed,
    side_of,
    space_id,
    tallies,
    unit,
    unit_id,
    units,
    units_where,
)
from sandtable.games.bct.rules.ground import has_loc
from sandtable.games.bct.rules.objectives import worth
from sandtable.games.bct.setup import blank, call_up
from sandtable.games.bct.setup.staging import STAGED, the_force
from sandtable.games.bct.sight import names
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    Theatre,
    c2_level,
    free_nets,
    is_covert,
    is_down,
)
from sandtable.kernel.cases import CaseError, Noun, Referee, forms
from sandtable.kernel.cases.nouns import asked, asks, enter, figure, frame_of, result, winner
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import SPECTATOR, Option, Seat
from sandtable.kernel.state import Frame

# ---- entry points -----------------------------------------------------------------------------------


def at(turn_step: str, *frames: Frame) -> Callable[[BG], None]:
    """Puts the sequence of play somewhere; `turn_step` is the deed of the turn that comes after it."""

    def in_play(g: BG) -> None:
        g.s.turn = g.s.turn or 1

    return enter(Campaign(step="each-turn"), Turn(step=turn_step), *frames, first=in_play)


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


def at_deployment(side: SideId) -> Callable[[BG], None]:
    def called_up(g: BG) -> None:
        begin(g)
        for each in SIDES:
            call_up(g, each)

    return enter(Campaign(step="choose-hands"), Deploy(step="units", side=side), first=called_up)


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

    def fighting(g: BG) -> None:
        battle = frame_of(g, Battle)
        if battle is None:
            raise CaseError("say who fights: battle: {attacker: ..., target: ...}")
        battle.step = step
        at("play-chaos", Phase(step="operations", side=g.kit.side[battle.attacker]), battle)(g)

    return fighting


ENTRIES: dict[str, tuple[Callable[[BG], None], str]] = {
    "set-up": (at_set_up, "the beginning: counters and decks are shuffled, the Coalition sets up"),
    "coalition-set-up": (at_deployment(COALITION), "the Coalition sets up; counters and decks are not shuffled"),
    "insurgent-set-up": (at_deployment(INSURGENT), "the Insurgent sets up, whatever the Coalition has done"),
    "hands": (enter(Campaign(step="choose-hands"), first=begin), "both sides have set up and Select their first hands"),
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

SIDE, UNIT, OBJECTIVE = ("side",), ("token",), ("objective",)

NOUNS = {
    "turn": figure("turn", least=0),
    "turns-left": figure("turns_left", least=0),
    "first": Noun(
        lambda g, value: setattr(g.s, "first", side_of(value)),
        lambda g, value: SIDE_NAMES[g.s.first],
        "First Player",
        names=SIDE,
    ),
    "vp": figures("vp"),
    "chips": figures("chips", least=0),
    "c2": figures("c2", "the box of the C2 Marker"),
    "appealed": figures("appealed", least=0),
    "planned": figures("planned", least=0),
    "swayed": figures("swayed", "what Chaos did to C2"),
    "c2-level": Noun(None, lambda g, value: {name: c2_level(g.s, side) for name, side, _ in each_side(value)}),
    "place": Noun(
        put_place, get_place, "a space, reserves, or the HQ in whose box a Unit is", names=("token", "space")
    ),
    "where": Noun(None, get_where, "the space of a Unit, in a box that of its HQ", names=("space",)),
    "route": Noun(None, get_route, "how far a Unit gets on a route, District by District", names=("token", "space")),
    "counters": Noun(None, get_counters, "all counters of a side in a place, by type", names=("kind",)),
    "covert": Noun(put_covert, units_where(is_covert), "all Covert Units", loose=True, names=UNIT),
    "remembered": Noun(
        put_remembered,
        units_where(lambda s, t: is_covert(s, t) and s.known[t] == ALL_SEATS),
        "Covert Units whose type the opponent remembers",
        loose=True,
        names=UNIT,
    ),
    "suppressed": Noun(put_suppressed, units_where(is_down), "all Suppressed Units", loose=True, names=UNIT),
    "assets": Noun(put_assets, get_assets, "a Unit, pool or reserves", names=UNIT),
    "asset-counts": Noun(None, get_asset_counts, "of a side on units, in the pool, in reserves"),
    "nets": nets("nets"),
    "nets-in-pool": Noun(None, lambda g, value: free_nets(g.s, g.kit)),
    "suppressed-nets": nets("nets_down"),
    "hand": cards("hand", "Joint Ops Cards held"),
    "shown": cards("glimpsed", "cards of a hand that the opponent has been shown"),
    "discards": cards("discards", "Joint Ops discards"),
    "available": Noun(None, get_available, "the Available Piles"),
    "objectives": Noun(put_objectives, by_side("objectives"), "Objective hands", loose=True, names=OBJECTIVE),
    "seen-objectives": Noun(put_seen, by_side("seen"), "those the opponent has seen", loose=True, names=OBJECTIVE),
    "revealed": Noun(put_revealed, get_revealed, "the open Objective Cards", names=OBJECTIVE),
    "objective-deck": Noun(put_objective_deck, None, "top cards, the first drawn first"),
    "whole-objective-deck": Noun(put_whole_objective_deck, None, "the whole deck; the rest is discarded"),
    "objective-discards": Noun(put_objective_discards, by_side("objective_discards"), loose=True, names=OBJECTIVE),
    "chaos-card": Noun(put_chaos, get_chaos, "drawn next; drawn last", names=("chaos",)),
    "chaos-discards": Noun(
        put_spent_chaos,
        lambda g, value: [g.kit.chaos_ids[card] for card in g.s.chaos_discards],
        "given: all Chaos Cards that there are, the deck is empty",
        loose=True,
        names=("chaos",),
    ),
    "deeds": tallies("phase_deeds"),
    "turn-deeds": tallies("turn_deeds"),
    "control": Noun(None, get_control, "by district: a side or none", names=SIDE),
    "loc": Noun(None, lambda g, value: {name: has_loc(g.s, g.kit, unit(g, name)) for name in forms.mapping(value)}),
    "dice": Noun(None, get_dice, "of a Unit: j-2, combat, j-9 as they stand"),
    "worth": Noun(
        None,
        lambda g, value: {
            name: worth(g.s, g.kit, _owner(g, name), objective(g, name)) for name in forms.mapping(value)
        },
        "what an Objective would score now",
    ),
    "successes": Noun(None, lambda g, value: getattr(frame_of(g, Spend), "successes", "none")),
    "hits": Noun(None, lambda g, value: getattr(frame_of(g, Fire), "hits", "none")),
    "battle": Noun(
        put_battle,
        get_battle,
        "given who fights; compared: none, district, {first, advantage, engaged, dice}",
        names=("token", "space", "side"),
    ),
    "asks": asks(),
    "asked": asked("the side that is asked", names=SIDE),
    "result": result(),
    "winner": winner("the side that won, or none", names=SIDE),
}


def _owner(g: BG, name: str) -> int:
    return SIDE_NAMES.index(g.kit.objectives[objective(g, name)].side)


# ---- compound verbs ---------------------------------------------------------------------------------


def flips(g: BG, seat: Seat, value: Any) -> list[Option]:
    """Turns over several Units and is done: {flips: [guerrillas-1, front-2]}."""
    return [*(("flip", token) for token in units(g, value)), ("done",)]


def acts(g: BG, seat: Seat, value: Any) -> list[Option]:
    """A J-2 or J-9 Card rolled with a Unit, as `roll` scripts dice: {acts: [j-9, prt-1], roll: {j-9: [5, 1]}}."""
    said = forms.sequence(value)
    if len(said) != 2:
        raise ValueError(f"it takes a card and a Unit, as in acts: [j-9, prt-1], not {value!r}")
    return [("roll", card(g, said[0]), unit(g, said[1]))]


def selects(g: BG, seat: Seat, value: Any) -> list[Option]:
    """A whole hand: {selects: [j-1, j-3]}."""
    return [("select", card(g, name)) for name in forms.sequence(value)]


def suffers(g: BG, seat: Seat, value: Any) -> list[Option]:
    """Hits one after the other: {suffers: [front-1, guerrillas-1]}; a Unit may take several."""
    return [("suffer", unit(g, name)) for name in forms.sequence(value)]


def transfer(g: BG, seat: Seat, value: Any) -> list[Option]:
    """From one box into another of the same space, in a Reorganization: {transfer: [anp-1, tf-3]}."""
    said = forms.sequence(value)
    if len(said) != 2:
        raise ValueError(f"it takes a Unit and the HQ that it joins, as in transfer: [anp-1, tf-3], not {value!r}")
    token = unit(g, said[0])
    return [("detach", token), ("join", token, names.lookup(g.kit, g.s, "front", forms.name(said[1])))]


def brings(g: BG, seat: Seat, value: Any) -> list[Option]:
    """All that a J-6 Card brings, and no more: {brings: [anp-2, anp-3]}."""
    return [*(("bring", token) for token in units(g, value)), ("done",)]


def call(g: BG, domain: str, value: int) -> str:
    """What cases call a member of a domain."""
    kit = g.kit
    match domain:
        case "token":
            return unit_id(g, value)
        case "asset":
            alike = [asset for asset, kind in enumerate(kit.asset_kind) if kind == kit.asset_kind[value]]
            return f"{kit.asset_ids[kit.asset_kind[value]]}-{alike.index(value) + 1}"
        case "space":
            return space_id(kit, value)
        case "card":
            return f"j-{value}"
        case "side":
            return SIDE_NAMES[value]
    ids = {
        "front": kit.front_ids,
        "kind": kit.kind_ids,
        "asset-kind": kit.asset_ids,
        "objective": kit.objective_ids,
        "chaos": kit.chaos_ids,
        **names.SHORT_WORDS,
    }
    return ids[domain][value] if domain in ids else str(value)


def own(g: BG, seat: Seat, domain: str, said: str) -> str:
    """`ready` and `reinforcements` are those of the side that answers, be it Attacker or Defender."""
    return own_space(g.kit, seat, said) if domain == "space" and seat != SPECTATOR else said


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
    compounds={
        "acts": acts,
        "flips": flips,
        "selects": selects,
        "brings": brings,
        "suffers": suffers,
        "transfer": transfer,
    },
    draws={
        "lost-objective": "objective",
        "chaos-deck": "chaos",
        "coalition-objectives": "objective",
        "insurgent-objectives": "objective",
        "mix-counters": "token",
        "mix-assets": "asset",
        "order-insurgent": "token",
        "mix-coalition-tactical": "token",
        "mix-insurgent-tactical": "token",
        "mix-insurgent-hq": "token",
        "deployment-coalition": "plan",
        "deployment-insurgent": "plan",
        "hand-coalition": "plan",
        "hand-insurgent": "plan",
        "deal-spaces": "space",
        "deal-order": "token",
        "deal-box": "token",
        "deal-assets": "token",
    },
    check=possible,
    titles={
        "token": "a Unit",
        "asset": "an Asset",
        "asset-kind": "a type of Asset",
        "kind": "a type of Unit",
        "front": "an HQ",
        "space": "a space",
        "card": "a card",
        "objective": "an Objective Card",
        "plan": "a deployment",
        "chaos": "a Chaos Card",
        "side": "a side",
        "number": "a number",
        **names.SHORT_TITLES,
    },
    instead={"roll": "to play a card with dice write acts: [j-9, prt-1]"},
    call=call,
    own=own,
    whole=lambda g: STAGED not in g.s.at,
)
