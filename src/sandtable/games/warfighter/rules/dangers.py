"""24: what a Hostile card may do to its target, and how likely somebody is hurt as things stand: exactly."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.warfighter.pieces import HostileId, Kit, Slot, ThreatId
from sandtable.games.warfighter.rules.strikes import can_attack, line_for
from sandtable.games.warfighter.state import Sortie, active, cover_of, hostiles, soldiers_at
from sandtable.kernel.odds import CERTAIN, NEVER, share_of_faces
from sandtable.kernel.sharing import tabled

D6, D10 = 6, 10


def of_attack(s: Sortie, kit: Kit, hostile: HostileId, slot: Slot) -> dict[str, Fraction]:
    """The chances of its dice for one Soldier, before anybody reacts. Again follows a Wound alone, so that it makes
    nobody more likely to be hurt; how many Wounds are to be expected it does change, as long as the Soldier stands."""
    left, cover = active(s, kit, hostile), cover_of(s, kit, slot)
    return of_dice(kit, s.hostile[hostile], left, cover, s.target[hostile] == slot)


@tabled
def of_dice(kit: Kit, threat: ThreatId, left: int, cover: int, aimed: bool) -> dict[str, Fraction]:
    """For a card with so many active Hostiles and a Soldier with such Cover, who is its target or only stands there."""
    through = share_of_faces(D6, lambda face: face >= cover)
    hit, wounds, again = NEVER, NEVER, NEVER
    for die in range(1, D10 + 1):
        line = line_for(kit, threat, left, die)
        if (line.everybody or aimed) and (line.kill or line.wounds):
            hit += Fraction(1, D10)
            wounds += Fraction(line.wounds, D10)
            again += Fraction(int(line.again), D10)
    meant = CERTAIN if aimed else hit
    return {
        "Wound": hit * through,
        "Suppress": hit * (1 - through) + (meant - hit) * through,
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
