"""What lies beside the map: the hand, the pool with its prices, bins with what may still be in them (11.0 to 13.0)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.invasion.frames import Deploy
from sandtable.games.invasion.pieces import COMMUNIST, Kit, MarkerId, SideId, TypeId, in_points
from sandtable.games.invasion.rules.lots import unseen
from sandtable.games.invasion.sight.counters import RESISTANCE, SHAPES, SOVIET, figures, side_of
from sandtable.games.invasion.sight.names import card_name
from sandtable.games.invasion.state import (
    CAMPAIGN_BIN,
    HAND,
    IN_BIN,
    IN_PLAY,
    NOWHERE,
    PICKED,
    POOL,
    RECRUIT_BIN,
    RETURNING,
    WAITING,
    War,
    markers_at,
    pool_of,
)
from sandtable.kernel.content import wording
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Card, Deck, Value

AFTER = {
    "return": "goes back to its bin",
    "year-end": "lies in play until the year ends",
    "stays": "stays in play for good",
    "discard": "leaves the game",
}
WHEN = {
    "immediate": "executed when it is drawn",
    "mobilization": "held for a Communist Mobilization",
    "polwar": "held for Political Warfare",
    "operations": "held for an Operation",
}

# ---- one marker -------------------------------------------------------------------------------------


@tabled
def marker(kit: Kit, number: MarkerId) -> Card:
    kind = kit.marker_kinds[kit.marker[number]]
    side = SOVIET if kind.side == "communist" else RESISTANCE
    told = f"{wording(kind.text, kind.effects)} It {AFTER[kind.after]}."
    return Card(number, card_name(kit, number), told, kind=WHEN[kind.when], side=side)


@tabled
def agent(kit: Kit, number: int, priced: bool) -> Card:
    row = kit.agents[number]
    told = f"Succeeds on a die up to {row.strength}, which then counts."
    seen = Card(number, row.name, told, kind="Subversion", domain="agent")
    seen.side = SOVIET if row.side == "communist" else RESISTANCE
    seen.values = [Value("strength", str(row.strength), "br")]
    if priced:
        seen.cost, seen.unit = in_points(kit.agent_price), "MP"
        seen.shape, seen.letter = "round", row.letter
    return seen


def hand(kit: Kit, s: War) -> list[Card]:
    """Markers and agents that the player holds."""
    held = [marker(kit, number) for number in markers_at(s, HAND)]
    return held + [agent(kit, number, False) for number in kit.ours if s.agent_at[number] == HAND]


# ---- piles ------------------------------------------------------------------------------------------


def decks(kit: Kit, s: War) -> list[Deck]:
    play = markers_at(s, IN_PLAY)
    found = [
        pool(kit, s),
        Deck("markers in play", len(play), [marker(kit, number) for number in play]),
        campaign_bin(kit, s, COMMUNIST),
        campaign_bin(kit, s, 1 - COMMUNIST),
        recruit_bin(kit, s),
    ]
    aside = tuple(kind for kind in kit.resistance if not s.enlisted >> kind & 1)
    if aside:
        found.append(Deck("not yet in the war", *counted(kit, aside, tuple(kit.count[kind] for kind in aside))))
    return found


def pool(kit: Kit, s: War) -> Deck:
    """Units that can be recruited, a card for each type; and Subversion markers. What is being set up lies apart."""
    waiting = {unit for frame in s.stack if isinstance(frame, Deploy) for unit in frame.left}
    cards, count = [], 0
    for kind, units in enumerate(kit.units_of):
        lying = [unit for unit in units if s.at[unit] == POOL and unit not in waiting]
        if lying:
            free = [unit for unit in pool_of(s, kit, kind) if unit not in waiting]
            cards.append(recruit(kit, kind, (free or lying)[0], len(lying), len(lying) - len(free)))
            count += len(lying)
    spare = [number for number in kit.ours if s.agent_at[number] == POOL]
    return Deck("pool", count + len(spare), [*cards, *(agent(kit, number, True) for number in spare)])


@tabled
def recruit(kit: Kit, kind: TypeId, unit: int, count: int, barred: int) -> Card:
    row = kit.types[kind]
    told = [f"From {kit.from_year[kind]}."] if kit.from_year[kind] > FIRST_YEAR else []
    if barred:
        told.append(f"{barred} demobilized this year, to be had from the next.")
    seen = Card(unit, row.name, " ".join(told), in_points(kit.price[kind]), domain="token", symbol=row.symbol)
    seen.kind, seen.side, seen.count, seen.values = "unit", side_of(kit, kind), count, figures(kit, kind)
    seen.shape, seen.letter, seen.unit = SHAPES.get(row.sort, "square"), row.letter, "MP"
    return seen


FIRST_YEAR = 1979


def campaign_bin(kit: Kit, s: War, side: SideId) -> Deck:
    """Everybody knows which markers are in a bin, for all others are to be seen."""
    inside = [n for n, at in enumerate(s.marker_at) if at in (IN_BIN, WAITING) and kit.side_of_marker(n) == side]
    cards = [marker(kit, number) for number in inside]
    if side != COMMUNIST:
        cards += [agent(kit, n, False) for n in kit.theirs if s.agent_at[n] in (CAMPAIGN_BIN, RETURNING, PICKED)]
    return Deck("Communist marker bin" if side == COMMUNIST else "Resistance marker bin", len(cards), cards)


def recruit_bin(kit: Kit, s: War) -> Deck:
    """How many counters are in it, and of each type how many may be: those that lie face down may be others of them."""
    left = unseen(s, kit)
    down = sum(lies != NOWHERE and not s.known[slot] for slot, lies in enumerate(s.lies))
    kinds = tuple(kind for kind in kit.resistance if left[kind] > 0)
    total, cards = counted(kit, kinds, tuple(left[kind] for kind in kinds), "in the bin or face down on the map")
    waiting = [agent(kit, number, False) for number in kit.theirs if s.agent_at[number] == RECRUIT_BIN]
    return Deck("Resistance recruit bin", total - down + len(waiting), [*cards, *waiting])


@tabled
def counted(kit: Kit, kinds: Iterable[TypeId], counts: tuple[int, ...], where: str = "") -> tuple[int, list[Card]]:
    """A card for each type, with how many there are."""
    cards = []
    for kind, number in zip(kinds, counts, strict=True):
        row = kit.types[kind]
        seen = Card(kind, row.name, where, domain="type", symbol=row.symbol, side=RESISTANCE, count=number)
        seen.values = figures(kit, kind)
        cards.append(seen)
    return sum(counts), cards
