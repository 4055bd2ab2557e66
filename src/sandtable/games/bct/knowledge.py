"""What a seat can add up from what it knows: who is told, which Assets it sees, Values as far as they are known."""

from __future__ import annotations

from sandtable.games.bct.pieces import EMPTY, Kit
from sandtable.games.bct.state import ALL_SEATS, Theatre, is_down, members
from sandtable.kernel.options import Seat


def told(seat: Seat, mask: int) -> bool:
    """Whether a seat is among those who know; a spectator knows what both sides know."""
    return bool(mask >> seat & 1) if seat >= 0 else mask == ALL_SEATS


def assets_seen(kit: Kit, s: Theatre, seat: Seat, token: int) -> list[int]:
    """The Assets that this seat knows to lie on a Unit."""
    return [a for a in kit.assets_of[kit.side[token]] if s.on[a] == token and told(seat, s.open[a])]


def members_seen(kit: Kit, s: Theatre, seat: Seat, hq: int) -> list[int]:
    """The Units in the box of an HQ, as far as this seat knows whose box it is."""
    return members(s, kit, hq) if told(seat, s.known[hq]) else []


def value_known(kit: Kit, s: Theatre, seat: Seat, token: int, which: int) -> int:
    """A Value with all Assets that this seat knows of, or EMPTY where the box on the counter is empty.

    An HQ has the sum of its Operational Units, of those of them that this seat knows.
    """
    printed = kit.values[s.kind[token]][which]
    if kit.is_hq[token]:
        inside = [t for t in members_seen(kit, s, seat, token) if told(seat, s.known[t]) and not is_down(s, t)]
        printed = sum(max(0, value_known(kit, s, seat, t, which)) for t in inside)
    elif printed == EMPTY:
        return EMPTY
    return printed + sum(max(0, kit.asset_values[a][which]) for a in assets_seen(kit, s, seat, token))
