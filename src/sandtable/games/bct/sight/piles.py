"""Cards as a seat sees them: hands, piles and discards, and what waits in Pool and Reserves (2.2, 3.5)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from sandtable.games.bct.frames import ChooseHand
from sandtable.games.bct.pieces import SIDE_NAMES, SIDES, Kit, SideId, chaos_text
from sandtable.games.bct.sight.names import DISCARDS, HANDS, SIDE_TITLES, card_name
from sandtable.games.bct.sight.printed import LOOK_OF_COLOUR, SHAPES, figures
from sandtable.games.bct.state import POOL, RESERVES, Theatre, available, c2_level, hand_size
from sandtable.kernel.content import wording
from sandtable.kernel.options import Seat
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Card, Deck

# ---- one card ---------------------------------------------------------------------------------------


def joint_ops(kit: Kit, side: SideId, counts: list[int], domain: str) -> list[Card]:
    """One card for each number that lies there, with how many there are of it; the domain says where it lies."""
    return pile(kit, side, tuple(counts), domain)


@tabled
def pile(kit: Kit, side: SideId, counts: tuple[int, ...], domain: str) -> list[Card]:
    lying = [number for number in sorted(kit.joint_ops[side]) if counts[number]]
    return [joint_ops_card(kit, side, number, counts[number], domain) for number in lying]


def joint_ops_card(kit: Kit, side: SideId, number: int, count: int, domain: str) -> Card:
    card = kit.joint_ops[side][number]
    seen = Card(number, card_name(kit, side, number), wording(card.text, card.actions), kind="Joint Ops")
    seen.side, seen.seat, seen.count, seen.domain = SIDE_NAMES[side], side, count, domain
    return seen


@tabled
def objective_text(kit: Kit, number: int, balanced: bool) -> str:
    """The wording, with the points of the balance variant where it is played."""
    card = kit.objectives[number]
    scores = [replace(score, vp=card.balanced) if balanced and card.balanced else score for score in card.scores]
    return wording(card.text, [*scores, *card.extras])


def objective(kit: Kit, s: Theatre, number: int) -> Card:
    return objective_card(kit, number, s.rules.balanced, number in s.revealed)


@tabled
def objective_card(kit: Kit, number: int, balanced: bool, revealed: bool) -> Card:
    card = kit.objectives[number]
    text = objective_text(kit, number, balanced)
    kind = "Objective, revealed" if revealed else "Objective"
    seat = SIDE_NAMES.index(card.side)
    return Card(number, card.title, text, kind=kind, side=card.side, domain="objective", seat=seat)


@tabled
def chaos(kit: Kit, number: int) -> Card:
    return Card(number, kit.chaos[number].title, chaos_text(kit, number), kind="Chaos", domain="chaos")


def type_card(kit: Kit, side: SideId, kind: int) -> Card:
    """The counters of one type of Unit that wait in Reserves."""
    row = kit.kinds[kind]
    seen = Card(kind, row.name, side=LOOK_OF_COLOUR[row.colour], domain="kind", seat=side, symbol=row.symbol)
    seen.shape, seen.letter, seen.values = SHAPES[row.size], row.letter, figures(kit.values[kind])
    true = {"Airmobile": row.airmobile, "may be Covert": row.covert, "supply": row.supply, "never moves": row.immobile}
    seen.use = sentence([name for name, holds in true.items() if holds])
    return seen


def asset_card(kit: Kit, side: SideId, kind: int) -> Card:
    """The markers of one kind of Asset that lie together."""
    first = kit.asset_kind.index(kind)
    row = kit.asset_rows[first]
    seen = Card(first, row.name, side=row.side, domain="asset", seat=side, symbol=row.symbol)
    seen.shape, seen.letter, seen.values = "round", row.letter, figures(kit.asset_values[first])
    adds = " and ".join(f"{value.text} to {value.name}" for value in seen.values)
    also = {"an Air Asset": row.air, "may fire at Air Assets": row.flak, "may run out when it fires": row.expends}
    seen.use = sentence([*([f"adds {adds}"] if adds else []), *(name for name, holds in also.items() if holds)])
    return seen


def sentence(parts: list[str]) -> str:
    said = ", ".join(parts)
    return f"{said[0].upper()}{said[1:]}." if said else ""


# ---- piles ------------------------------------------------------------------------------------------


def decks(kit: Kit, s: Theatre, seat: Seat) -> list[Deck]:
    found: list[Deck] = []
    for side in SIDES:
        title = SIDE_TITLES[side]
        found += _own(kit, s, side) if side == seat else _foreign(kit, s, side)
        spent = s.discards[side]
        found.append(Deck(f"{title} discards", sum(spent), joint_ops(kit, side, spent, DISCARDS[side])))
        gone = s.objective_discards[side]
        found.append(Deck(f"{title} Objective discards", len(gone), [objective(kit, s, o) for o in gone]))
        found.append(Deck(f"{title} Objective deck", len(s.objective_decks[side])))
        found += stores(s, kit, side)
    found.append(Deck("Chaos deck", len(s.chaos_deck)))
    found.append(Deck("Chaos discards", len(s.chaos_discards), [chaos(kit, c) for c in s.chaos_discards]))
    return found


def _own(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    left = available(s, kit, side)
    return [Deck("your Available Pile", sum(left), joint_ops(kit, side, left, "pile-card"))]


def _foreign(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    """How many cards the other side holds, and those of them that were shown. A hand being chosen counts as full."""
    choosing = any(isinstance(frame, ChooseHand) and frame.side == side for frame in s.stack)
    held = c2_level(s, side) if choosing else hand_size(s, side)  # rule: cards.secret
    seen = [o for o in s.objectives[side] if o in s.seen[side]]
    title = SIDE_TITLES[side]
    return [
        Deck(f"{title} hand", held, joint_ops(kit, side, s.glimpsed[side], HANDS[side])),  # rule: cards.secret
        Deck(f"{title} Objectives", len(s.objectives[side]), [objective(kit, s, o) for o in sorted(seen)]),
    ]


def stores(s: Theatre, kit: Kit, side: SideId) -> list[Deck]:
    """Reserves and Pool, which lie open to all, by type."""
    at, on = s.at, s.on
    resting = [t for t in kit.units_of[side] if at[t] == RESERVES]
    kinds = tuple([s.kind[t] for t in resting])
    fronts = tuple([s.front[t] for t in resting if kit.is_hq[t]])
    assets = [tuple([a for a in kit.assets_of[side] if on[a] == where]) for where in (POOL, RESERVES)]
    return heaps(kit, side, kinds, fronts, *assets)


@tabled
def heaps(
    kit: Kit, side: SideId, kinds: tuple[int, ...], fronts: tuple[int, ...], pool: tuple[int, ...], out: tuple[int, ...]
) -> list[Deck]:
    title = SIDE_TITLES[side]
    waiting = Counter(kinds)
    hqs = ", ".join(sorted(kit.front_names[front] for front in fronts))
    units = [
        replace(type_card(kit, side, kind), text=hqs if row.size == "hq" else "", count=waiting[kind])
        for kind, row in enumerate(kit.kinds)
        if waiting[kind]
    ]
    found = [Deck(f"{title} Reserves", len(kinds), units)]
    for assets, name in ((pool, "Pool"), (out, "Assets out of play")):
        lying: dict[int, list[int]] = {}
        for asset in assets:
            lying.setdefault(kit.asset_kind[asset], []).append(asset)
        markers = [replace(asset_card(kit, side, kind), id=some[0], count=len(some)) for kind, some in lying.items()]
        found.append(Deck(f"{title} {name}", len(assets), markers))
    return found
