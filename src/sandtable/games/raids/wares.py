"""What can be had beside the map: each counter with its price, what it is good for, what the mission needs of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sandtable.games.raids.counters import counter_name, values
from sandtable.games.raids.pieces import CAMP, GEAR, LEADER, TEAM, Kit, PieceId
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.state import BOX, Options, RaidState
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import TOKEN, Card, Check, Deck
from sandtable.kernel.words import plural

ONLY_ELSEWHERE = "Only if a mission asks for it; here none does."

# ---- piles ------------------------------------------------------------------------------------------


def for_sale(kit: Kit, s: RaidState, policy: Policy) -> Deck:
    """Gear not in play: counters of one kind are one card, under the name of the one that is bought next. What has a
    price of its own is a card of its own."""
    at = s.at
    where = tuple([at[t] if at[t] < 0 else 0 for t in kit.gear])
    kinds = by_kind(kit, policy, s.options, s.map, s.mission, s.pp, where)
    singly = [t for t in policy.wares(s, kit) if at[t] == BOX]
    cards = [*kinds.cards, *[on_offer(kit, s, policy, t, policy.price(s, kit, t)) for t in singly]]
    return Deck("for sale", kinds.count + len(singly), cards, kinds.checks)


@tabled
def by_kind(
    kit: Kit, policy: Policy, options: Options, map: int, mission: PieceId, pp: int, where: tuple[int, ...]
) -> Deck:
    """The gear that everybody can buy, as it stands beside the map and (0) on it: most answers change nothing of it."""
    lying = {t for t, place in zip(kit.gear, where, strict=True) if place == BOX}
    kinds = [[t for t in alike if t in lying] for alike in kit.wares]
    cards = [
        offer(kit, map, t, kit.pieces[t].cost, len(alike), policy.use(kit, options, t), policy.words.team, pp, mission)
        for alike in kinds
        for t in alike[:1]
    ]
    there = {kit.stands_for(t) for t, place in zip(kit.gear, where, strict=True) if place == 0}
    return Deck("", sum([len(alike) for alike in kinds]), cards, needs(kit, mission, there))


def aside(kit: Kit, s: RaidState, policy: Policy) -> list[Deck]:
    """Camps to be set up and people to be hired, each under a name of its own."""
    return [
        *heap(kit, s, policy, policy.words.camps, [t for t in kit.camps if s.at[t] == BOX]),
        *heap(kit, s, policy, "people for hire", [t for t in kit.people if s.at[t] == BOX]),
    ]


def heap(kit: Kit, s: RaidState, policy: Policy, name: str, those: Sequence[PieceId]) -> list[Deck]:
    """Counters beside the map, each by itself; nothing where there are none."""
    cards = [on_offer(kit, s, policy, t, policy.price(s, kit, t)) for t in those]
    return [Deck(name, len(cards), cards)] if cards else []


# ---- one counter ------------------------------------------------------------------------------------


def on_offer(kit: Kit, s: RaidState, policy: Policy, t: PieceId, price: int) -> Card:
    """A counter that lies beside the map: what it costs, and why it cannot be had now."""
    own, team = policy.use(kit, s.options, t), policy.words.team
    return offer(kit, s.map, t, price, 1, own, team, s.pp if s.at[t] == BOX else price, s.mission)


def offer(
    kit: Kit, map: int, t: PieceId, price: int, count: int, own: str, team: str, pp: int, mission: PieceId
) -> Card:
    """The same for somebody who has so many points."""
    card = ware(kit, map, t, price, count, own, team)
    changed = {}
    if price > pp:
        changed["barred"] = f"Too dear: it costs {price}, and you have {pp}."
    if kit.pieces[t].kind == GEAR and wanted(kit, mission, t):
        changed["wanted"] = "for this mission"
    return replace(card, **changed) if changed else card


@tabled
def ware(kit: Kit, map: int, t: PieceId, price: int, count: int, own: str, team: str) -> Card:
    piece = kit.pieces[t]
    return Card(
        t,
        piece.name if count > 1 else counter_name(kit, t),
        cost=str(price) if price or piece.priced else "",
        unit=("point" if price == 1 else "points") if price or piece.priced else "",
        symbol=piece.symbol,
        letter=piece.name[:1],
        values=values(kit, t),
        side="friend",
        domain=TOKEN,
        count=count,
        shape="square",
        use=" ".join(filter(None, (good_for(kit, t, team), own, asked_for(kit, map, t, bool(own))))),
    )


def good_for(kit: Kit, t: PieceId, team: str) -> str:
    """What a counter does by its figures alone, in a line."""
    piece = kit.pieces[t]
    if piece.kind == TEAM:
        return f"A further {team}: it moves, fights and carries six pieces of gear."
    if piece.kind == LEADER:
        return f"Goes with a {team} and adds {piece.fire} to its battles, {piece.move} to its movement."
    if piece.kind == CAMP:
        return f"Here gear and people arrive, and a {team} is safe from being heard."
    if piece.plus:
        way = "Goes by water" if piece.craft else "Transport"
        return f"{way}: +{piece.move} to the movement of one {team}{_room(piece.capacity)}."
    said = f"Adds {piece.fire} to a battle" if piece.fire > 0 else ""
    if said and piece.anti_tank:
        said += ", twice that when a vehicle attacks"
    if said and piece.stray:
        said += "; a stray hit may fall beside the enemy"
    if piece.noise < 0:
        quiet = f"makes its {team} {-piece.noise} quieter"
        said = f"{said}, {quiet}" if said else quiet.capitalize()
    return f"{said}." if said else ""


def _room(capacity: int) -> str:
    """What a transport has room for."""
    return f", room for {capacity}" if capacity else ""


@tabled
def asked_for(kit: Kit, map: int, t: PieceId, useful: bool) -> str:
    """How many missions of this map want it; what is good for nothing else is told so."""
    if kit.pieces[t].kind != GEAR:
        return ""
    missions = kit.fields[map].missions
    row = kit.stands_for(t)
    many = sum(any(row in one for one in kit.missions[kit.pieces[m].row].needs) for m in missions)
    some = f"{many} of {len(missions)}"
    if good_for(kit, t, "") or useful:
        return f"{some} missions {plural(many, 'asks', 'ask')} for it." if many else ""
    return f"Only if a mission asks for it: {some} {plural(many, 'does', 'do')}." if many else ONLY_ELSEWHERE


# ---- the mission at hand ----------------------------------------------------------------------------


def _alternatives(kit: Kit, mission: PieceId) -> list[list[str]]:
    return kit.missions[kit.pieces[mission].row].needs if mission >= 0 else []


def wanted(kit: Kit, mission: PieceId, t: PieceId) -> bool:
    """Whether the mission at hand asks for it, in one of its ways."""
    return any(kit.stands_for(t) in one for one in _alternatives(kit, mission))


def needs(kit: Kit, mission: PieceId, there: Collection[str]) -> list[Check]:
    """For each way to accomplish the mission: what it takes, and what of it is on the map already."""
    found = []
    for one in _alternatives(kit, mission):
        if not one:
            return [Check(f"{kit.pieces[mission].name} needs no gear", True, "mission.requirements")]
        names = {row: kit.pieces[kit.by_id[row]].name for row in one}
        lacking = [name for row, name in names.items() if row not in there]
        has = [name for row, name in names.items() if row in there]
        told = (("on the map", has), ("lacking", lacking))
        now = "; ".join(f"{word}: {' and '.join(some)}" for word, some in told if some)
        text = f"{kit.pieces[mission].name} needs {' and '.join(names.values())}"
        found.append(Check(text, not lacking, "mission.requirements", now=now))
    return found
