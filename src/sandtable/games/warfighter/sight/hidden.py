"""Worlds that a seat cannot tell from the true one: hands that it does not see and the Action deck, dealt anew."""

from __future__ import annotations

from sandtable.games.warfighter.frames import CARDS, Attack, Effecting, Fill, HostileAttack, Lay, Payment, Play
from sandtable.games.warfighter.pieces import Kit
from sandtable.games.warfighter.state import OBJECTIVE_CARD, Sortie
from sandtable.kernel.chance import picked
from sandtable.kernel.options import Seat
from sandtable.kernel.state import clone

UNPAID = ("pay-discards", "lay-down", "lay")
"""Where a card stands that is played or laid while it is being paid for: it is still in its hand."""


def determinise(kit: Kit, s: Sortie, seat: Seat, key: bytes) -> Sortie:
    """What this seat does not know is dealt from one sorted pool: so the key alone decides, and not the truth."""
    world = clone(s)
    world.key = key
    deck_known = seat >= 0 and bool(s.deck_shown[0] >> seat & 1)
    unknown = [slot for slot in range(len(s.soldier)) if seat < 0 or not s.hand_shown[slot] >> seat & 1]
    fixed = promised(s)
    pool: list[int] = []
    for slot in unknown:
        pool += [*world.hand[slot], *world.saved[slot]]
    if not deck_known:
        pool += [card for card, copies in enumerate(world.deck[0]) for _ in range(copies)]
    pool.sort()
    total = sum(len(world.hand[slot]) + len(world.saved[slot]) for slot in unknown)
    kept = {slot: fixed.get(slot, []) for slot in unknown}
    for cards in kept.values():
        for card in cards:
            pool.remove(card)
    drawn = _dealt(key, pool, total - sum(len(cards) for cards in kept.values()))
    for slot in unknown:
        held = len(world.hand[slot]) - len(kept[slot])
        world.hand[slot] = sorted([*kept[slot], *drawn[:held]])
        del drawn[:held]
        saved = len(world.saved[slot])
        world.saved[slot] = sorted(drawn[:saved])
        del drawn[:saved]
    if not deck_known:
        world.deck[0] = [0] * len(kit.cards)
        for card in pool:
            world.deck[0][card] += 1
    return world


def _dealt(key: bytes, pool: list[int], count: int) -> list[int]:
    """Draws from the pool; `picked` serves some eighty draws."""
    found: list[int] = []
    part = 0
    while count > 0:
        some = min(count, 60)
        found += picked(key + bytes([part]), pool, some)
        count -= some
        part += 1
    return found


def promised(s: Sortie) -> dict[int, list[int]]:
    """Cards that were shown as they were promised, or played: the position says which, and they stay in their hands."""
    found: dict[int, list[int]] = {}
    for frame in s.stack:
        if isinstance(frame, Payment) and frame.what == CARDS:
            for slot, card in zip(frame.given[::2], frame.given[1::2], strict=True):
                found.setdefault(slot, []).append(card)
        elif isinstance(frame, HostileAttack) and frame.answer:
            found.setdefault(frame.answer[0], []).append(frame.answer[1])
        elif isinstance(frame, Attack) and frame.aiding:
            found.setdefault(frame.aiding[0], []).append(frame.aiding[1])
        elif isinstance(frame, (Play, Lay)) and frame.step in UNPAID:
            found.setdefault(frame.slot, []).append(frame.card)
    return found


def census(kit: Kit, s: Sortie) -> dict[str, int]:
    """How many kinds of card, and whose counters, are more or fewer than there should be."""
    counted = {"cards amiss": 0, "Hostile cards amiss": 0, "counters amiss": 0}
    if OBJECTIVE_CARD not in s.path:
        return counted
    limbo = [
        kit.card_of_effect.get(frame.effect, -1)
        for frame in s.stack
        if isinstance(frame, Effecting) and frame.item < 0 and frame.support < 0
    ]
    for card, copies in enumerate(kit.deck_of(kit.missions[s.mission].region)):
        held = sum([*s.hand[slot], *s.saved[slot]].count(card) for slot in range(len(s.soldier)))
        lying = s.deck[0][card] + s.discards[card] + s.path.count(card)
        lying += sum(kit.card_of_effect.get(marker.effect) == card for marker in s.markers)
        lying += sum(support.card == card for support in s.support)
        if any(kit.lies_down[number] for number in kit.of_card[card]):
            lying += limbo.count(card)
        counted["cards amiss"] += held + lying != copies
    for threat, copies in enumerate(kit.threats_of(s.foe)):
        out = sum(h == threat and at >= 0 for h, at in zip(s.hostile, s.at, strict=True))
        waiting = 0
        for frame in s.stack:
            if isinstance(frame, Fill):
                waiting += frame.events.count(threat) + (frame.event == threat)
        lying = [*s.top, *s.bottom, *s.staying].count(threat) + s.threats[threat] + s.spent[threat]
        counted["Hostile cards amiss"] += out + waiting + lying != copies
    if s.turn:
        for slot, left in enumerate(s.cup):
            there = kit.n.targeting if s.place[slot] >= 0 else 0
            counted["counters amiss"] += left + s.counter.count(slot) != there
    return counted
