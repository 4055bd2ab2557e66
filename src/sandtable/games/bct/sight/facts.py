"""The inspector: everything that a seat may know of one thing, with where each value comes from."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.bct.cards import JointOps
from sandtable.games.bct.pieces import (
    COMBAT,
    EMPTY,
    J2,
    J9,
    SIDE_NAMES,
    SIDES,
    Asset,
    AssetId,
    Kit,
    SideId,
    SpaceId,
    Unit,
    UnitId,
    chaos_text,
)
from sandtable.games.bct.rules.ground import combat_dice, control, has_loc, supplied, value
from sandtable.games.bct.rules.objectives import worth
from sandtable.games.bct.sight.knowledge import laid_on, members_seen, told, values_known
from sandtable.games.bct.sight.names import (
    JOINT_OPS,
    SIDE_TITLES,
    VALUES,
    name,
    net_place,
    place_title,
    space_title,
    unit_name,
)
from sandtable.games.bct.sight.piles import objective_text
from sandtable.games.bct.state import (
    BOXED,
    POOL,
    RESERVES,
    Theatre,
    available,
    is_covert,
    is_down,
    nets_at,
    nets_down_at,
    on_map,
)
from sandtable.kernel.content import wording
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Fact, Facts

FIELDS = ("j2", "combat", "j9")


def inspect(kit: Kit, s: Theatre, seat: Seat, domain: str, value: int) -> Facts:
    title = name(kit, s, seat, domain, value)
    match domain:
        case "token":
            return Facts(title, unit_facts(kit, s, seat, value))
        case "kind":
            return Facts(title, list(kind_facts(kit, value)))
        case "asset":
            return Facts(title, asset_facts(kit, s, seat, value))
        case "asset-kind":
            return Facts(title, list(asset_kind_facts(kit, value)))
        case "space":
            return Facts(title, space_facts(kit, s, seat, value))
        case "front":
            return Facts(title, box_facts(kit, s, seat, value))
        case "net":
            side, district = net_place(kit, value)
            return Facts(title, net_facts(kit, s, side, district))
        case "objective":
            return Facts(title, objective_facts(kit, s, seat, value))
        case "chaos":
            source = str(kit.content.source("chaos", kit.chaos_ids[value], "text"))
            return Facts(title, [Fact("text", chaos_text(kit, value), source)])
    return Facts(title, card_facts(kit, s, seat, value)) if domain in JOINT_OPS else Facts(title)


# ---- counters ---------------------------------------------------------------------------------------


def unit_facts(kit: Kit, s: Theatre, seat: Seat, token: UnitId) -> list[Fact]:
    facts = [Fact("side", SIDE_TITLES[kit.side[token]]), Fact("place", place_title(kit, s, token))]
    if is_covert(s, token):
        facts.append(Fact("state", "Covert"))
    if is_down(s, token):
        facts.append(Fact("state", "Suppressed"))
    if not told(seat, s.known[token]):
        return facts
    facts += kind_facts(kit, s.kind[token])
    laid = laid_on(s, seat)
    facts += [Fact("Asset", kit.asset_rows[a].name) for a in laid.get(token, ())]
    if kit.is_hq[token]:
        facts += [Fact("in its box", unit_name(kit, s, seat, t)) for t in members_seen(kit, s, seat, token)]
    for title, known in zip(VALUES, values_known(kit, s, seat, token, laid), strict=True):
        if known != EMPTY:
            facts.append(Fact(f"{title} with all it has", str(known)))
    if kit.side[token] == seat and on_map(s, kit, token) and (s.at[token] != BOXED or s.rules.boxed_act):
        facts += dice_facts(kit, s, token)
    return facts


def dice_facts(kit: Kit, s: Theatre, token: UnitId) -> list[Fact]:
    """What an own Unit could roll now: its owner alone can tell, for supply may lie Covert."""
    reach = supplied(s, kit, kit.side[token])
    combat = 0 if is_covert(s, token) else combat_dice(s, kit, token, reach)
    now = (value(s, kit, token, J2, reach), combat, value(s, kit, token, J9, reach))
    facts = [Fact("Line of Communication", "yes" if has_loc(s, kit, token, reach) else "no")]
    facts += [
        Fact(f"{title} dice now", str(dice))
        for which, (title, dice) in enumerate(zip(VALUES, now, strict=True))
        if which != COMBAT or not (kit.is_base[token] or s.at[token] == BOXED)
    ]
    return facts


@lru_cache(maxsize=256)
def kind_facts(kit: Kit, kind: int) -> tuple[Fact, ...]:
    """A type of Unit as its counter has it: the same in all positions."""
    row, row_id = kit.kinds[kind], kit.kind_ids[kind]

    def fact(title: str, text: str, field: str) -> Fact:
        return Fact(title, text, str(kit.content.source("units", row_id, field)))

    facts = [fact("type", row.name, "name"), *_printed(kit, "units", row_id, row)]
    if row.tier:
        facts.append(fact("Tier", str(row.tier), "tier"))
    if row.upgrades:
        names = " or ".join(kit.kinds[kit.kind_of_id[name]].name for name in row.upgrades)
        facts.append(fact("is upgraded to", names, "upgrades"))
    for trait in ("immobile", "airmobile", "covert", "supply"):
        if getattr(row, trait):
            facts.append(fact("can be" if trait == "covert" else "is", TRAITS[trait], trait))
    return (*facts, fact("counters", str(row.count), "count"))


TRAITS = {
    "immobile": "immobile",
    "airmobile": "airmobile",
    "covert": "Covert",
    "supply": "a source of supply",
    "air": "an Air Asset",
    "flak": "able to fire at Air Assets",
    "expends": "short of ammunition",
}


def _printed(kit: Kit, table: str, row_id: str, row: Unit | Asset) -> list[Fact]:
    """The three boxes of a counter."""
    if isinstance(row, Unit) and row.size == "hq":
        return []
    return [
        Fact(title, "empty" if dice is None else str(dice), str(kit.content.source(table, row_id, field)))
        for title, field, dice in zip(VALUES, FIELDS, (row.j2, row.combat, row.j9), strict=True)
    ]


def asset_facts(kit: Kit, s: Theatre, seat: Seat, asset: AssetId) -> list[Fact]:
    facts = [Fact("side", SIDE_TITLES[kit.asset_side[asset]])]
    if not told(seat, s.open[asset]):
        facts.append(Fact("place", "under a Covert Unit"))
    elif s.on[asset] in (POOL, RESERVES):
        facts.append(Fact("place", "the Pool" if s.on[asset] == POOL else "out of play"))
    else:
        facts.append(Fact("place", f"on {unit_name(kit, s, seat, s.on[asset])}"))
    return [*facts, *asset_kind_facts(kit, kit.asset_kind[asset])]


@lru_cache(maxsize=256)
def asset_kind_facts(kit: Kit, kind: int) -> tuple[Fact, ...]:
    row_id = kit.asset_ids[kind]
    row = kit.asset_rows[kit.asset_kind.index(kind)]
    facts = _printed(kit, "assets", row_id, row)
    for trait, text in (
        ("air", "an Air Asset"),
        ("flak", "able to fire at Air Assets"),
        ("expends", "short of ammunition"),
    ):
        if getattr(row, trait):
            facts.append(Fact("is", text, str(kit.content.source("assets", row_id, trait))))
    return (*facts, Fact("markers", str(row.count), str(kit.content.source("assets", row_id, "count"))))


# ---- places -----------------------------------------------------------------------------------------


def space_facts(kit: Kit, s: Theatre, seat: Seat, space: SpaceId) -> list[Fact]:
    facts = district_facts(kit, s, seat, space) if space < kit.size else []
    lying = [token for token, at in enumerate(s.at) if at == space]
    return facts + [Fact(SIDE_TITLES[kit.side[t]], unit_name(kit, s, seat, t)) for t in lying]


def district_facts(kit: Kit, s: Theatre, seat: Seat, district: SpaceId) -> list[Fact]:
    row, row_id = kit.districts[district], kit.district_ids[district]
    held = [title for title, mine in zip(SIDE_TITLES, control(s, kit), strict=True) if mine >> district & 1]
    facts = [
        Fact("class", row.kind.capitalize(), str(kit.content.source("districts", row_id, "kind"))),
        Fact("Control", held[0] if held else "nobody"),
    ]
    if seat >= 0:
        facts.append(Fact("Line of Communication", "yes" if supplied(s, kit, seat) >> district & 1 else "no"))
    for side in SIDES:
        facts += net_facts(kit, s, side, district)
    return [*facts, *printed_facts(kit, district)]


def net_facts(kit: Kit, s: Theatre, side: SideId, district: SpaceId) -> list[Fact]:
    """The SWET/Nets of a side in a District, if it has any there."""
    laid, down = nets_at(s, kit, side, district), nets_down_at(s, kit, side, district)
    text = f"{laid}, {down} of them Suppressed" if down else str(laid)
    return [Fact(f"{SIDE_TITLES[side]} SWET/Nets", text)] if laid else []


def box_facts(kit: Kit, s: Theatre, seat: Seat, front: int) -> list[Fact]:
    """Who lies in the box of an HQ, as this seat knows them."""
    lying = [t for t in kit.units_of[kit.front_side[front]] if s.at[t] == BOXED and s.box[t] == front]
    return [Fact("in the box", unit_name(kit, s, seat, t)) for t in lying]


@lru_cache(maxsize=256)
def printed_facts(kit: Kit, district: SpaceId) -> tuple[Fact, ...]:
    """What the Map says of a District, whatever happens in it."""
    row, row_id = kit.districts[district], kit.district_ids[district]

    def fact(title: str, text: str, field: str) -> Fact:
        return Fact(title, text, str(kit.content.source("districts", row_id, field)))

    numbers = {"SWET/Nets, at most": f"nets_{row.kind}"}
    if row.kind != "wilderness":
        numbers |= {"cover in Battle": f"reduction_{row.kind}", "Collateral Damage, each": f"collateral_{row.kind}"}
    facts = [
        Fact(title, str(getattr(kit.n, field)), str(kit.content.source("numbers", "book", field)))
        for title, field in numbers.items()
    ]
    facts.append(fact("neighbours", ", ".join(space_title(kit, near) for near in kit.near[district]), "adjacent"))
    if row.border:
        facts.append(fact("border", "next to the Cave", "border"))
    for road_id, road in kit.road_rows.items():
        if row_id in road.districts:
            facts.append(Fact("road", road.name, str(kit.content.source("roads", road_id, "districts"))))
    return tuple(facts)


# ---- cards ------------------------------------------------------------------------------------------


def card_facts(kit: Kit, s: Theatre, seat: Seat, number: int) -> list[Fact]:
    """A Joint Ops Card of both sides; how many are held, its owner alone sees."""
    facts = []
    source = kit.content.source
    for row_id, card in kit.content.table("joint-ops", JointOps).items():
        if card.number != number:
            continue
        side = SIDE_NAMES.index(card.side)
        text = wording(card.text, card.actions)
        facts.append(Fact(f"{SIDE_TITLES[side]} text", text, str(source("joint-ops", row_id, "text"))))
        facts.append(Fact(f"{SIDE_TITLES[side]} copies", str(card.copies), str(source("joint-ops", row_id, "copies"))))
        facts.append(Fact(f"{SIDE_TITLES[side]} discards", str(s.discards[side][number])))
        if side == seat:
            facts.append(Fact("in your hand", str(s.hand[side][number])))
            facts.append(Fact("in your Available Pile", str(available(s, kit, side)[number])))
    return facts


def objective_facts(kit: Kit, s: Theatre, seat: Seat, number: int) -> list[Fact]:
    card = kit.objectives[number]
    side = SIDE_NAMES.index(card.side)
    source = str(kit.content.source("objectives", kit.objective_ids[number], "text"))
    facts = [Fact("side", SIDE_TITLES[side]), Fact("text", objective_text(kit, number, s.rules.balanced), source)]
    if s.revealed[side] == number:
        facts.append(Fact("state", "revealed"))
    elif number in s.objective_discards[side]:
        facts.append(Fact("state", "discarded"))
    if side == seat and number in s.objectives[side]:
        facts.append(Fact("would score now", f"{worth(s, kit, side, number)} VP"))
    return facts
