"""Cards as a seat sees them: hands, piles and discards, and what waits in Pool and Reserves (2.2, 3.5)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from sandtable.games.bct.frames import ChooseHand
from sandtable.games.bct.pieces import SIDE_NAMES, SIDES, Kit, SideId, chaos_text
from sandtable.games.bct.sight.names import DISCARDS, HANDS, SIDE_TITLES, asset_kind_name, card_name
from sandtable.games.bct.state import POOL, RESERVES, Theatre, available, c2_level, hand_size
from sandtable.kernel.content import wording
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Card, Deck

# ---- one card ---------------------------------------------------------------------------------------


def joint_ops(kit: Kit, side: SideId, counts: list[int], domain: str) -> list[Card]:
    """One card for each number that lies there, with how many there are of it; the domain says where it lies."""
    found = []
    for number in sorted(kit.joint_ops[side]):
        if counts[number]:
            card = Card(number, card_name(kit, side, number), joint_ops_text(kit, side, number), kind="Joint Ops")
            card.side, card.seat, card.count, card.domain = SIDE_NAMES[side], side, counts[number], domain
            found.append(card)
    return found


@lru_cache(maxsize=256)
def joint_ops_text(kit: Kit, side: SideId, number: int) -> str:
    card = kit.joint_ops[side][number]
    return wording(card.text, card.actions)


@lru_cache(maxsize=256)
def objective_text(kit: Kit, number: int, balanced: bool) -> str:
    """The wording, with the points of the balance variant where it is played."""
    card = kit.objectives[number]
    scores = [replace(score, vp=card.balanced) if balanced and card.balanced else score for score in card.scores]
    return wording(card.text, [*scores, *card.extras])


def objective(kit: Kit, s: Theatre, number: int) -> Card:
    card = kit.objectives[number]
    text = objective_text(kit, number, s.rules.balanced)
    kind = "Objective, revealed" if number in s.revealed else "Objective"
    seat = SIDE_NAMES.index(card.side)
    return Card(number, card.title, text, kind=kind, side=card.side, domain="objective", seat=seat)


def chaos(kit: Kit, number: int) -> Card:
    return Card(number, kit.chaos[number].title, chaos_text(kit, number), kind="Chaos", domain="chaos")


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
        found += _stores(kit, s, side)
    found.append(Deck("Chaos deck", len(s.chaos_deck)))
    found.append(Deck("Chaos discards", len(s.chaos_discards), [chaos(kit, c) for c in s.chaos_discards]))
    return found


def _own(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    pile = available(s, kit, side)
    return [Deck("your Available Pile", sum(pile), joint_ops(kit, side, pile, "pile-card"))]


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


def _stores(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    """Reserves and Pool, which lie open to all, by type."""
    title, look = SIDE_TITLES[side], SIDE_NAMES[side]
    waiting = Counter(s.kind[t] for t in kit.units_of[side] if s.at[t] == RESERVES)
    hqs = ", ".join(sorted(kit.front_names[s.front[t]] for t in kit.hqs_of[side] if s.at[t] == RESERVES))
    heaps = [
        Card(kind, row.name, hqs if row.size == "hq" else "", side=look, domain="kind", seat=side, count=waiting[kind])
        for kind, row in enumerate(kit.kinds)
        if waiting[kind]
    ]
    found = [Deck(f"{title} Reserves", waiting.total(), heaps)]
    for where, name in ((POOL, "Pool"), (RESERVES, "Assets out of play")):
        lying: dict[int, list[int]] = {}
        for asset in kit.assets_of[side]:
            if s.on[asset] == where:
                lying.setdefault(kit.asset_kind[asset], []).append(asset)
        heaps = [
            Card(some[0], asset_kind_name(kit, kind), side=look, domain="asset", seat=side, count=len(some))
            for kind, some in lying.items()
        ]
        found.append(Deck(f"{title} {name}", sum(map(len, lying.values())), heaps))
    return found
