"""24: what a Hostile card may do to its target, and how likely somebody is hurt as things stand: exactly."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.warfighter.pieces import HostileId, Kit, Slot
from sandtable.games.warfighter.rules.strikes import can_attack, line_of
from sandtable.games.warfighter.state import Sortie, cover_of, hostiles, soldiers_at
from sandtable.kernel.odds import CERTAIN, NEVER, share_of_faces

D6, D10 = 6, 10


def of_attack(s: Sortie, kit: Kit, hostile: HostileId, slot: Slot) -> dict[str, Fraction]:
    """The chances of its dice for one Soldier, before anybody reacts. Again follows a Wound alone, so that it makes
    nobody more likely to be hurt; how many Wounds are to be expected it does change, as long as the Soldier stands."""
    through = share_of_faces(D6, lambda face: face >= cover_of(s, kit, slot))
    hit, wounds, again = NEVER, NEVER, NEVER
    for die in range(1, D10 + 1):
        line = line_of(s, kit, hostile, die)
        if not line.everybody and s.target[hostile] != slot:
            continue
        share = Fraction(1, D10)
        if line.kill or line.wounds:
            hit += share
            wounds += share * line.wounds
            again += share * line.again
    aimed = CERTAIN if s.target[hostile] == slot else hit
    wounded = hit * through
    return {
        "Wound": wounded,
        "Suppress": hit * (1 - through) + (aimed - hit) * through,
        "Again": again * through,
        "Wounds": wounds * through / (1 - again * through),
    }


def of_soldier(s: Sortie, kit: Kit, slot: Slot) -> Fraction:
    """How likely he is wounded if all Hostile cards that can attack now do so, and nothing else comes."""
    spared = CERTAIN
    for hostile in hostiles(s):
        if can_attack(s, kit, hostile) and (s.target[hostile] == slot or slot in soldiers_at(s, s.at[hostile])):
            spared *= 1 - of_attack(s, kit, hostile, slot)["Wound"]
    return 1 - spared
