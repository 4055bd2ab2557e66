"""What only Kandahar's own chapters risk."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.kandahar.rules.misadventure import succeeds
from sandtable.games.kandahar.state import chosen, own
from sandtable.games.raids.odds import Teller
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.rules.weapons import attack_value
from sandtable.games.raids.state import RG
from sandtable.kernel.chance import D6
from sandtable.kernel.odds import CERTAIN, percent, share_of_faces
from sandtable.kernel.options import Option
from sandtable.kernel.view import Odds


def misadventure_chance(total: int) -> Fraction:
    """A die times ten below the attack value of the hex (17.0)."""
    return share_of_faces(D6, lambda face: succeeds(face, total))


def mission_chance(g: RG, h: HexId) -> Fraction | None:
    """How likely those in a hex accomplish the mission there; None if it was tried already in this turn."""
    if not chosen(g).misadventure:
        return CERTAIN
    return None if own(g).attempted else misadventure_chance(attack_value(g, h))


def of_attempt(g: RG, option: Option) -> Odds | None:
    if g.s.mission < 0:
        return None
    chance = misadventure_chance(attack_value(g, g.s.at[g.s.mission]))
    return Odds(f"accomplished {percent(chance)}", {"accomplished": float(chance)})


TELLERS: dict[str, Teller] = {"attempt": of_attempt}
