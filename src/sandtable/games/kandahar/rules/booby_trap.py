"""18.3: booby traps."""

from __future__ import annotations

from sandtable.games.kandahar.state import chosen
from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.rules.losses import eliminate, remove_enemy
from sandtable.games.raids.state import RG, gear_at


def springs(g: RG, h: HexId, enemy: PieceId, placed: bool) -> bool:
    """A booby trap left in a hex takes the first enemy that enters, and itself."""
    options = chosen(g)
    if not options.booby_trap or (placed and not options.trap_takes_arrivals):
        return False
    for token in gear_at(g, h):
        if g.kit.stands_for(token) == "booby-trap":
            g.tell("special.booby-trap", "A booby trap eliminates {0:token}.", enemy, weight="gain")
            remove_enemy(g, enemy)
            eliminate(g, token, "special.booby-trap-spent", for_good=True)
            return True
    return False
