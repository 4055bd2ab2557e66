"""What must be true of a position at every question, in the middle of a Battle too, whatever interrupted what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from sandtable.games.bct.frames import Battle, Phase, Purchase, Spend
from sandtable.games.bct.pieces import COALITION, SIDES, Kit, SideId, UnitId
from sandtable.games.bct.rules.memory import identity, within_reach
from sandtable.games.bct.setup.staging import STAGED, the_force
from sandtable.games.bct.sight.names import SIDE_TITLES, space_title
from sandtable.games.bct.state import (
    ALL_SEATS,
    BOXED,
    NONE,
    POOL,
    RESERVES,
    Theatre,
    assets_on,
    available,
    covert_capable,
    free_nets,
    is_covert,
    is_down,
    place,
)

OFF_BOARD = (RESERVES, STAGED)


def sound(kit: Kit, s: Theatre) -> list[str]:
    """What is wrong, in sentences; where counters or boxes are, no more is looked at that hangs on them."""
    faults = list(counters(kit, s)) or list(boxes(kit, s))
    return faults or [fault for look in LOOKS for fault in look(kit, s)]


def called(kit: Kit, s: Theatre, token: UnitId) -> str:
    """A counter for a sentence: what it is, and its number."""
    return f"{kit.kinds[s.kind[token]].name} (counter {token})"


# ---- counters ---------------------------------------------------------------------------------------


def counters(kit: Kit, s: Theatre) -> Iterator[str]:
    """Each counter is of its size and in a place where its side can have it."""
    for token in range(kit.tokens):
        side, row, at = kit.side[token], kit.kinds[s.kind[token]], s.at[token]
        if (row.size == "hq", row.size == "base") != (kit.is_hq[token], kit.is_base[token]) or row.side != _side(side):
            yield f"counter {token} has become a {row.name}, which has another size or side"
        if not (0 <= at < kit.spaces or at in (RESERVES, BOXED, STAGED)):
            yield f"{called(kit, s, token)} is in no place that there is: {at}"
        elif at in (kit.ready[1 - side], kit.reinforcements[1 - side]):
            yield f"{called(kit, s, token)} is in the hostile Sanctuary"
        elif at == STAGED and s.turn:
            yield f"{called(kit, s, token)} waits to be set up, and the game has begun"
        elif kit.is_base[token] and at == kit.ready[side]:
            yield f"{called(kit, s, token)} is in {space_title(kit, at)}, and Bases are Built on the Map"
        elif row.tier == 1 and at in (kit.ready[side], kit.reinforcements[side]) and not _listed(kit, s, token):
            yield f"{called(kit, s, token)} is in {space_title(kit, at)}, and such Units go to Reserves"
    for side in SIDES:
        fronts = sorted(s.front[t] for t in kit.hqs_of[side])
        if fronts != [f for f, owner in enumerate(kit.front_side) if owner == side]:
            yield f"the boxes of the {SIDE_TITLES[side]} HQs are {fronts}, and each has its own"
        home = Counter(kit.home[t] for t in kit.units_of[side])
        if Counter(s.kind[t] for t in kit.units_of[side]) != home:
            yield f"the {SIDE_TITLES[side]} has other counters than in its box"


def _side(side: SideId) -> str:
    return SIDE_TITLES[side].lower()


def _listed(kit: Kit, s: Theatre, token: UnitId) -> bool:
    """Whether the scenario itself has this type in a Sanctuary."""
    units = the_force(kit, s.scenario, kit.side[token]).units
    return any(kit.kind_ids[s.kind[token]] in row for where, row in units.items() if where.endswith(("ready", "ments")))


def boxes(kit: Kit, s: Theatre) -> Iterator[str]:
    """Who is in a box is a mobile Tactical Unit, nowhere else, and its HQ is on the board and shows the same face."""
    turning = any(isinstance(frame, Phase) and frame.step == "faces" for frame in s.stack[-1:])
    for token in range(kit.tokens):
        front, name = s.box[token], called(kit, s, token)
        if (s.at[token] == BOXED) != (front != NONE):
            yield f"{name} is in a box and elsewhere, or in no box and nowhere"
            continue
        if front == NONE:
            continue
        row = kit.kinds[s.kind[token]]
        if row.size != "tactical" or row.immobile or kit.front_side[front] != kit.side[token]:
            yield f"{name} is in the box of {kit.front_names[front]}, where it cannot be"
            continue
        hq = s.front.index(front)
        if s.at[hq] < 0:
            yield f"{name} is in the box of {kit.front_names[front]}, which is not on the board"
        elif is_covert(s, token) != is_covert(s, hq) and not turning:
            yield f"{name} and its HQ {kit.front_names[front]} do not show the same face"


def faces(kit: Kit, s: Theatre) -> Iterator[str]:
    """Covert and Suppressed is who is in play; what lies face up is known to all, the own to its side always."""
    for token in range(kit.tokens):
        side, at, name = kit.side[token], s.at[token], called(kit, s, token)
        covert, back = is_covert(s, token), kit.reinforcements[side]
        if covert and (place(s, kit, token) in (*OFF_BOARD, back) or not covert_capable(s, kit, token)):
            yield f"{name} is Covert, and cannot be where it is or as what it is"
        if is_down(s, token) and at in (*OFF_BOARD, back):
            yield f"{name} is Suppressed, and it is not in play"
        if not s.known[token] >> side & 1:
            yield f"{name} is not known to its own side"
        if not covert and at != STAGED and s.known[token] != ALL_SEATS:
            yield f"{name} lies face up, and not all know it"


def memories(kit: Kit, s: Theatre) -> Iterator[str]:
    """What is remembered of Covert counters is true of one of them."""
    for token in range(kit.tokens):
        if s.moved >> token & 1 and (not is_covert(s, token) or kit.kinds[s.kind[token]].immobile):
            yield f"{called(kit, s, token)} was seen to move, and it lies open or cannot move"
    for asset, token in enumerate(s.on):
        side = kit.asset_side[asset]
        hidden = s.under and token >= 0 and s.open[asset] != ALL_SEATS
        if hidden and not within_reach(s, kit, side, s.under[asset]) >> token & 1:
            yield f"{kit.asset_rows[asset].name} ({asset}) is remembered elsewhere than under {called(kit, s, token)}"
    for side in SIDES:
        for recall in s.recalls[side]:
            tokens = [t for t, _ in recall.where]
            if min(tokens) < 0:
                continue
            if any(not is_covert(s, t) or s.known[t] == ALL_SEATS or kit.is_hq[t] != recall.hq for t in tokens):
                yield f"a counter of the {SIDE_TITLES[side]} is remembered among such as lie open: {tokens}"
            elif not any(recall.what >> identity(s, kit, t) & 1 for t in tokens):
                yield f"a counter of the {SIDE_TITLES[side]} is remembered among {tokens}, and it is none of them"


# ---- markers ----------------------------------------------------------------------------------------


def assets(kit: Kit, s: Theatre) -> Iterator[str]:
    """An Asset is on a Unit of its side that is in play and has room, or beside the board; hidden under Covert ones."""
    for asset, token in enumerate(s.on):
        name, side = kit.asset_rows[asset].name, kit.asset_side[asset]
        if token in (POOL, RESERVES):
            if s.open[asset] != ALL_SEATS:
                yield f"{name} ({asset}) lies in the Pool or in Reserves, and not all see it"
        elif not 0 <= token < kit.tokens or kit.side[token] != side or s.at[token] in OFF_BOARD:
            yield f"{name} ({asset}) lies on no Unit of its side that is in play"
        elif s.open[asset] != (1 << side if is_covert(s, token) else ALL_SEATS):
            yield f"{name} ({asset}) on {called(kit, s, token)} is known to the wrong sides"
    for token in range(kit.tokens):
        load, local = len(assets_on(s, kit, token)), kit.kinds[s.kind[token]].tier == 1
        if not kit.is_hq[token] and load > (0 if local and kit.side[token] == COALITION else kit.n.assets_per_unit):
            yield f"{called(kit, s, token)} carries {load} Assets, and that is too many"


def nets(kit: Kit, s: Theatre) -> Iterator[str]:
    for district, name in enumerate(kit.district_ids):
        if s.nets[district] + s.nets[kit.size + district] > kit.net_limit[district]:
            yield f"there are more SWET/Nets in {name} than it holds"
    if free_nets(s, kit) < 0 or any(not 0 <= down <= laid for laid, down in zip(s.nets, s.nets_down, strict=True)):
        yield "there are more SWET/Nets than markers, or more Suppressed ones than there are"


# ---- cards and tracks -------------------------------------------------------------------------------


def cards(kit: Kit, s: Theatre) -> Iterator[str]:
    """Each card is in one place, once; what was shown of a hand is in it, what it was shown to lack is not."""
    for side in SIDES:
        title, hand = SIDE_TITLES[side], s.hand[side]
        if min(*hand, *s.discards[side], *available(s, kit, side)) < 0:
            yield f"more Joint Ops Cards of the {title} are in hand and discards than in its deck"
        if any(shown > held for shown, held in zip(s.glimpsed[side], hand, strict=True)):
            yield f"cards of the {title} were shown that it does not hold"
        if any(held and s.lacking[side] >> number & 1 for number, held in enumerate(hand)):
            yield f"the {title} holds a card of which it has shown that it holds none"
        piles = [*s.objectives[side], *s.objective_decks[side], *s.objective_discards[side]]
        if sorted(piles) != sorted(kit.objectives_of[side]):
            yield f"an Objective Card of the {title} is in two places, or in none"
        force = the_force(kit, s.scenario, side)
        if s.turn and len(s.objectives[side]) != len(force.select) + force.draw:
            yield f"the {title} holds {len(s.objectives[side])} Objective Cards"
        if not set(s.seen[side]) <= set(s.objectives[side]):
            yield f"an Objective Card of the {title} was seen that is not in its hand"
        mine = any(isinstance(frame, Phase) and frame.side == side for frame in s.stack)
        if s.revealed[side] != NONE and (s.revealed[side] not in s.objectives[side] or not mine):
            yield f"the {title} has an Objective open that it does not hold, or out of its phase"
    if sorted([*s.chaos_deck, *s.chaos_discards]) != list(range(len(kit.chaos))):
        yield "a Chaos Card is in two places, or in none"


def tracks(kit: Kit, s: Theatre) -> Iterator[str]:
    """Points and C2 are never below zero; the C2 Marker goes with the HQs in play; turns add up."""
    if min(*s.vp, *s.chips, *s.c2) < 0:
        yield "a marker on the Record Track is below zero"
    if not s.turn:
        return
    for side in SIDES:
        force = the_force(kit, s.scenario, side)
        began = sum(
            number
            for where, row in force.units.items()
            for name, number in row.items()
            if where != "reinforcements" and kit.kinds[kit.kind_of_id[name]].size == "hq"
        )
        fielded = sum(s.at[hq] not in (*OFF_BOARD, kit.reinforcements[side]) for hq in kit.hqs_of[side])
        if force.c2 >= began and s.c2[side] != force.c2 - began + fielded:
            yield f"the C2 Marker of the {SIDE_TITLES[side]} is at {s.c2[side]}, with {fielded} HQs in play"
    if s.outcome is None and s.turn + s.turns_left != kit.scenarios[s.scenario].turns + 1:
        yield f"turn {s.turn} with {s.turns_left} left is not a turn of this scenario"


# ---- under way --------------------------------------------------------------------------------------


def under_way(kit: Kit, s: Theatre) -> Iterator[str]:
    """Who fights is Active and in the District of the Battle, or has been Destroyed; nothing is spent twice."""
    for frame in s.stack:
        if isinstance(frame, Spend) and min(frame.successes, frame.reveals) < 0:
            yield "more Successes are spent than were rolled"
        if isinstance(frame, Purchase) and frame.left < 0:
            yield "more Assets are bought than were paid for"
        if isinstance(frame, Battle):
            yield from battle(kit, s, frame)


def battle(kit: Kit, s: Theatre, f: Battle) -> Iterator[str]:
    if kit.side[f.attacker] == kit.side[f.target]:
        yield "a side fights itself"
    for token in f.engaged:
        gone = s.at[token] in (RESERVES, kit.reinforcements[kit.side[token]])
        if not gone and (place(s, kit, token) != f.space or is_covert(s, token)):
            yield f"{called(kit, s, token)} fights Covert, or where it is not"
    for token in range(kit.tokens):
        if f.exposed >> token & 1:
            if place(s, kit, token) != f.space or is_covert(s, token):
                yield f"{called(kit, s, token)} can be hit in a Battle in which it is not"
            elif f.fresh >> token & 1 and not is_down(s, token):
                yield f"{called(kit, s, token)} was Suppressed in this Battle, and is not"


LOOKS: tuple[Callable[[Kit, Theatre], Iterator[str]], ...] = (
    faces,
    memories,
    assets,
    nets,
    cards,
    tracks,
    under_way,
)
