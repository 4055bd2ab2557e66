"""Cards as a seat sees them: hands, piles and discards, and what waits in Pool and Reserves (2.2, 3.5)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from sandtable.games.bct.frames import ChooseHand
from sandtable.games.bct.pieces import SIDE_NAMES, SIDES, AssetId, Kit, SideId, chaos_text
from sandtable.games.bct.sight.names import SIDE_TITLES, asset_kind_name, card_name
from sandtable.games.bct.state import POOL, RESERVES, Theatre, available, c2_level, hand_size
from sandtable.kernel.content import wording
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Card, Deck

OBJECTIVE_CARDS = 10
"""Cards are numbered through: Joint Ops by their own numbers, then Objectives, Chaos Cards, and heaps of counters."""


def asset_id(kit: Kit, asset: AssetId) -> int:
    """Pieces are numbered through, too: Units, Assets, SWET/Nets."""
    return kit.tokens + asset


# ---- one card ---------------------------------------------------------------------------------------


def joint_ops(kit: Kit, side: SideId, counts: list[int]) -> list[Card]:
    """One card for each number held, with how many there are of it."""
    found = []
    for number in sorted(kit.joint_ops[side]):
        if counts[number]:
            title = times(card_name(kit, side, number), counts[number])
            found.append(
                Card(number, title, joint_ops_text(kit, side, number), kind="Joint Ops", side=SIDE_NAMES[side])
            )
    return found


@lru_cache(maxsize=256)
def joint_ops_text(kit: Kit, side: SideId, number: int) -> str:
    card = kit.joint_ops[side][number]
    return wording(card.text, card.actions)


def times(title: str, count: int) -> str:
    return f"{title} x{count}" if count > 1 else title


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
    return Card(OBJECTIVE_CARDS + number, card.title, text, kind=kind, side=card.side)


def chaos(kit: Kit, number: int) -> Card:
    text = chaos_text(kit, number)
    return Card(OBJECTIVE_CARDS + len(kit.objectives) + number, kit.chaos[number].title, text, kind="Chaos")


# ---- piles ------------------------------------------------------------------------------------------


def decks(kit: Kit, s: Theatre, seat: Seat) -> list[Deck]:
    found: list[Deck] = []
    for side in SIDES:
        title = SIDE_TITLES[side]
        found += _own(kit, s, side) if side == seat else _foreign(kit, s, side)
        found.append(Deck(f"{title} discards", sum(s.discards[side]), joint_ops(kit, side, s.discards[side])))
        gone = s.objective_discards[side]
        found.append(Deck(f"{title} Objective discards", len(gone), [objective(kit, s, o) for o in gone]))
        found.append(Deck(f"{title} Objective deck", len(s.objective_decks[side])))
        found += _stores(kit, s, side)
    found.append(Deck("Chaos deck", len(s.chaos_deck)))
    found.append(Deck("Chaos discards", len(s.chaos_discards), [chaos(kit, c) for c in s.chaos_discards]))
    return found


def _own(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    pile = available(s, kit, side)
    return [Deck("your Available Pile", sum(pile), joint_ops(kit, side, pile))]


def _foreign(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    """How many cards the other side holds, and those of them that were shown. A hand being chosen counts as full."""
    choosing = any(isinstance(frame, ChooseHand) and frame.side == side for frame in s.stack)
    held = c2_level(s, side) if choosing else hand_size(s, side)  # rule: cards.secret
    seen = [o for o in s.objectives[side] if o in s.seen[side]]
    title = SIDE_TITLES[side]
    return [
        Deck(f"{title} hand", held, joint_ops(kit, side, s.glimpsed[side])),  # rule: cards.secret
        Deck(f"{title} Objectives", len(s.objectives[side]), [objective(kit, s, o) for o in sorted(seen)]),
    ]


def _stores(kit: Kit, s: Theatre, side: SideId) -> list[Deck]:
    """Reserves and Pool, which lie open to all, by type."""
    title, look = SIDE_TITLES[side], SIDE_NAMES[side]
    first = OBJECTIVE_CARDS + len(kit.objectives) + len(kit.chaos)
    waiting = Counter(s.kind[t] for t in kit.units_of[side] if s.at[t] == RESERVES)
    hqs = ", ".join(sorted(kit.front_names[s.front[t]] for t in kit.hqs_of[side] if s.at[t] == RESERVES))
    heaps = [
        Card(first + kind, times(row.name, waiting[kind]), hqs if row.size == "hq" else "", side=look)
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
            Card(first, times(asset_kind_name(kit, kind), len(some)), side=look, token=first)
            for kind, some in lying.items()
            for first in (asset_id(kit, some[0]),)
        ]
        found.append(Deck(f"{title} {name}", sum(map(len, lying.values())), heaps))
    return found
