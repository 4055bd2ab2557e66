"""What a seat can add up from what it knows: who is told, which Assets it sees, Values as far as they are known."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.bct.pieces import EMPTY, Dice, Kit, UnitId
from sandtable.games.bct.state import ALL_SEATS, Theatre, is_down, members
from sandtable.kernel.options import Seat


def told(seat: Seat, mask: int) -> bool:
    """Whether a seat is among those who know; a spectator knows what both sides know."""
    return bool(mask >> seat & 1) if seat >= 0 else mask == ALL_SEATS


def members_seen(kit: Kit, s: Theatre, seat: Seat, hq: UnitId) -> list[int]:
    """The Units in the box of an HQ, as far as this seat knows whose box it is."""
    return members(s, kit, hq) if told(seat, s.known[hq]) else []


def laid_on(s: Theatre, seat: Seat) -> dict[int, list[int]]:
    """By Unit, the Assets that this seat knows to lie on it."""
    found: dict[int, list[int]] = {}
    for asset, token in enumerate(s.on):
        if token >= 0 and told(seat, s.open[asset]):
            found.setdefault(token, []).append(asset)
    return found


def values_known(kit: Kit, s: Theatre, seat: Seat, token: UnitId, laid: Mapping[int, list[int]]) -> Dice:
    """The three Values with all Assets that this seat knows of, EMPTY where the box on the counter is empty.

    An HQ has the sum of its Operational Units, of those of them that this seat knows.
    """
    dice: Dice = kit.values[s.kind[token]]
    if kit.is_hq[token]:
        inside = [t for t in members_seen(kit, s, seat, token) if told(seat, s.known[t]) and not is_down(s, t)]
        dice = (0, 0, 0)
        for member in inside:
            dice = added(dice, values_known(kit, s, seat, member, laid))
    for asset in laid.get(token, ()):
        dice = added(dice, kit.asset_values[asset])
    return dice


def added(dice: Dice, more: Dice) -> Dice:
    """What others add to each Value; nothing adds to an empty box."""
    j2, combat, j9 = [n if n == EMPTY else n + max(0, plus) for n, plus in zip(dice, more, strict=True)]
    return j2, combat, j9
