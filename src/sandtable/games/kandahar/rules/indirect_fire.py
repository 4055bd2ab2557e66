"""18.1: weapons in camp that a radio calls upon."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.kandahar.state import chosen
from sandtable.games.raids.frames import Battle
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.rules import combat
from sandtable.games.raids.rules.losses import eliminate
from sandtable.games.raids.state import RG, gear_at, piece
from sandtable.kernel.options import Option, Refusal, Seat


def callable_weapons(g: RG, h: HexId, called: Sequence[int]) -> list[int]:
    """With a radio in the hex, indirect weapons that lie in a camp elsewhere."""
    if not chosen(g).indirect_fire or not any(g.kit.stands_for(t) == "radio" for t in gear_at(g, h)):
        return []
    homes = {g.s.at[t] for t in g.kit.camps if g.s.at[t] >= 0}
    return [
        t
        for t in g.kit.gear
        if piece(g, t).indirect and g.s.at[t] in homes and g.s.at[t] != h and t not in called and not g.s.fired >> t & 1
    ]


def refuse_weapons(g: RG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "call":
        return Refusal("special.indirect-fire", "A radio calls on an artillery piece, mortar or missile in a camp.")
    return combat.refuse_weapons(g, f, seat, option)


def spend_called(g: RG, f: Battle) -> None:
    for token in f.called:
        eliminate(g, token, "special.indirect-spent", for_good=True)
