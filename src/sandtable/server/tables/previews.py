"""Parts that a player gathers before answering: what they would lead to, without an answer being given.

They are tried in worlds dealt for the seat, never in the true one, so nothing hidden can be read off them. A part that
rolls, that reveals, that leads on to another question than those of its gesture, or whose effect depends on what the
seat does not know is not gathered: it is answered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.kernel import sight
from sandtable.kernel.flow import G
from sandtable.kernel.noticing import Positions, Seen
from sandtable.kernel.options import Ask, Option, Refusal, Seat
from sandtable.kernel.state import clone
from sandtable.kernel.table import Table
from sandtable.server import wire
from sandtable.server.trouble import number_of

WORLDS = 3
"""Effects that are alike in so many dealt worlds are taken to depend on nothing hidden."""


def preview(table: Table, seat: Seat, options: Sequence[Option]) -> wire.Preview:
    """How many of these parts can be gathered, what stands then, and why the next one is not legal."""
    first = _world(table.g, seat, 0)
    dealt, asked = clone(first.s), table.g.ask
    taken, refusal = 0, first.why_not(seat, options[0])
    while refusal is None and taken < len(options) and _gathers(first, asked, seat, options[taken]):
        taken += 1
        refusal = first.why_not(seat, options[taken]) if taken < len(options) else None
    alike, seen = True, Seen(first)
    for number in range(1, WORLDS if taken else 0):  # what cannot be gathered in one world is not gathered
        world = _world(table.g, seat, number)
        if msgspec.structs.replace(world.s, key=dealt.key) == dealt:
            continue  # the same world once more
        gathered = next((n for n in range(taken) if not _gathers(world, asked, seat, options[n])), taken)
        if gathered < taken:
            taken, refusal = gathered, None
        elif taken == len(options):
            alike = alike and Positions(seen, Seen(world)).look_alike(seat)
    if taken == len(options) and not alike:
        return wire.Preview(taken - 1)
    if refusal is not None:
        return wire.Preview(taken, why=_why(table, refusal))
    return wire.Preview(taken, sight.view(first, seat) if taken == len(options) else None)


def _world(g: G[Any, Any], seat: Seat, number: int) -> G[Any, Any]:
    key = hashlib.blake2b(sight.world_key(g.s, seat) + b"gather %d" % number, digest_size=32).digest()
    return g.game.resume(g.game.determinise(g.s, seat, key))


def _gathers(world: G[Any, Any], asked: Ask | None, seat: Seat, option: Option) -> bool:
    """Takes a part in this world; whether the same question then stands, with no die and nothing revealed between."""
    if asked is None or option[0] in world.game.standing_verbs or not world.offers(seat, option):
        return False
    before = (world.s.drawn, world.s.shown)
    world.take(seat, option)
    after = world.ask
    same = after is not None and _gesture(after) == _gesture(asked) and seat in after.seats()
    return same and (world.s.drawn, world.s.shown) == before


def _gesture(ask: Ask) -> tuple[str, str]:
    """What questions have alike whose answers are parts of one."""
    return ask.gesture or ask.key, ask.shape


def _why(table: Table, refusal: Refusal) -> wire.WhyNot:
    return wire.WhyNot(rule=refusal.key, number=number_of(table.game, refusal.key), text=refusal.text)
