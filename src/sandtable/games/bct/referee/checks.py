"""Positions of a case that no game can come to: what a slip of the pen puts on the board is told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import SIDES, UnitId
from sandtable.games.bct.referee.words import space_id, unit_id, units
from sandtable.games.bct.sight.names import SIDE_TITLES
from sandtable.games.bct.state import (
    BG,
    BOXED,
    POOL,
    RESERVES,
    available,
    covert_capable,
    free_nets,
    hq_of_front,
    is_covert,
    is_down,
    place,
)
from sandtable.kernel.cases.nouns import frame_of


def possible(g: BG, given: Mapping[str, Any]) -> None:
    """ValueError with the first thing that cannot be."""
    for look in (places, faces, assets, nets, hands, objectives, battle):
        for fault in look(g):
            raise ValueError(fault)
    if "battle" in given and not str(given.get("at", "")).startswith("battle"):
        raise ValueError("a battle is given, so the case begins at battle, battle-advantage, battle-cards, battle-fire")
    for token in units(g, given.get("remembered", [])):
        if not is_covert(g.s, token):
            raise ValueError(f"{unit_id(g, token)} is not Covert, so there is nothing to remember: name it in covert")


def places(g: BG) -> Iterator[str]:
    s, kit = g.s, g.kit
    for token in range(kit.tokens):
        at, foe = s.at[token], 1 - kit.side[token]
        if at in (kit.ready[foe], kit.reinforcements[foe]):
            yield f"{unit_id(g, token)} is in the Sanctuary of the other side: {space_id(kit, at)}"
        if at == BOXED:
            yield from box(g, token, s.box[token])


def box(g: BG, token: UnitId, front: int) -> Iterator[str]:
    s, kit = g.s, g.kit
    name, hq = unit_id(g, token), kit.front_ids[front]
    if kit.is_hq[token] or kit.is_base[token]:
        yield f"{name} is in the box of {hq}, and only Tactical Units go into boxes"
    if kit.front_side[front] != kit.side[token]:
        yield f"{name} is in the box of {hq}, an HQ of the other side"
    if s.at[hq_of_front(s, kit, front)] < 0:
        yield f"{name} is in the box of {hq}, which lies nowhere: place {hq}, too"


def faces(g: BG) -> Iterator[str]:
    s, kit = g.s, g.kit
    for token in range(kit.tokens):
        if is_covert(s, token) and not covert_capable(s, kit, token):
            yield f"{unit_id(g, token)} is Covert, and that type of Unit has no Covert side"
        for turned, said in ((is_covert(s, token), "Covert"), (is_down(s, token), "Suppressed")):
            if turned and s.at[token] == RESERVES:
                yield f"{unit_id(g, token)} is {said}, and it lies in Reserves: place it"


def assets(g: BG) -> Iterator[str]:
    s, kit = g.s, g.kit
    for asset, token in enumerate(s.on):
        if token in (POOL, RESERVES):
            continue
        title, name = kit.asset_rows[asset].name, unit_id(g, token)
        if kit.asset_side[asset] != kit.side[token]:
            yield f"{title} are an Asset of the other side than {name}"
        if place(s, kit, token) == RESERVES:
            yield f"{title} lie on {name}, which is in Reserves: place it"


def nets(g: BG) -> Iterator[str]:
    s, kit = g.s, g.kit
    for district, name in enumerate(kit.district_ids):
        laid, most = s.nets[district] + s.nets[kit.size + district], kit.net_limit[district]
        if laid > most:
            yield f"{name} has {laid} SWET/Nets, and the limit for both sides together is {most}"
        for side in SIDES:
            here, down = s.nets[side * kit.size + district], s.nets_down[side * kit.size + district]
            if down > here:
                yield f"{down} SWET/Nets of the {SIDE_TITLES[side]} in {name} are Suppressed, and {here} are there"
    if free_nets(s, kit) < 0:
        yield f"there are {sum(s.nets)} SWET/Nets on the Map, and {kit.n.net_markers} markers"


def hands(g: BG) -> Iterator[str]:
    s, kit = g.s, g.kit
    for side in SIDES:
        for number, left in enumerate(available(s, kit, side)):
            copies, title = kit.copies[side][number], SIDE_TITLES[side]
            if left < 0:
                yield f"{copies - left} cards J-{number} are in hand and discards of the {title}; its deck has {copies}"
            shown, held = s.glimpsed[side][number], s.hand[side][number]
            if shown > held:
                yield f"{shown} cards J-{number} of the {title} were shown, and its hand has {held}"


def objectives(g: BG) -> Iterator[str]:
    s, kit = g.s, g.kit
    for side in SIDES:
        title, held = SIDE_TITLES[side], s.objectives[side]
        for card in s.seen[side]:
            if card not in held:
                yield f"{kit.objective_ids[card]} was seen, and it is not in the Objective hand of the {title}"
        for pile, called in ((s.objective_decks[side], "deck"), (s.objective_discards[side], "discards")):
            for card in pile:
                if card in held:
                    yield f"{kit.objective_ids[card]} is in the {called} and in the Objective hand of the {title}"


def battle(g: BG) -> Iterator[str]:
    fight: Battle | None = frame_of(g, Battle)
    if fight is None:
        return
    attacker, target = unit_id(g, fight.attacker), unit_id(g, fight.target)
    if g.kit.side[fight.attacker] == g.kit.side[fight.target]:
        yield f"{attacker} and {target} are on the same side, and fight each other"
    for token in fight.engaged:
        name, at = unit_id(g, token), g.s.at[token]
        if at == BOXED:
            yield f"{name} is in the box of {g.kit.front_ids[g.s.box[token]]}, and fights through its HQ: name that"
        elif not 0 <= at < g.kit.size:
            yield f"{name} fights, and it is not on the Map"
        elif at != fight.space:
            yield f"{attacker} and {name} fight, and they are not in the same District"
