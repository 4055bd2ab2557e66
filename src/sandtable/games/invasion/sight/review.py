"""What a year has changed, told when the next begins (7.1)."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Draws, Enlist, Recruit
from sandtable.games.invasion.pieces import Kit
from sandtable.games.invasion.rules.year import FIGURES
from sandtable.games.invasion.sight.counters import RESISTANCE as THEIR_SIDE
from sandtable.games.invasion.sight.counters import SOVIET as OUR_SIDE
from sandtable.games.invasion.state import War
from sandtable.kernel.view import Fact, Party, Scene

EARLY = (Draws, Recruit, Enlist)
"""The phases of a year in which the last one is still spoken of."""


def review(kit: Kit, s: War) -> Scene | None:
    """The year that is over: both indexes, the ground won and lost, and who stands on the map, before and after."""
    frame = s.stack[-1]
    if len(s.began) < 2 * FIGURES or not isinstance(frame, EARLY) or (isinstance(frame, Recruit) and frame.sixths):
        return None
    before, after = s.began[:FIGURES], s.began[FIGURES:]
    years = range(kit.scenarios[s.scenario].first, kit.scenarios[s.scenario].last + 1)
    ours = [_change("morale", before[0], after[0]), _change("units on the map", before[3], after[3])]
    ours.append(_change("spaces held", before[2].bit_count(), after[2].bit_count()))
    ours += _ground(kit, "won", after[2] & ~before[2]) + _ground(kit, "lost", before[2] & ~after[2])
    theirs = [_change("morale", before[1], after[1]), _change("counters on the map", before[4], after[4])]
    parties = [Party(OUR_SIDE, "Communists", [], ours), Party(THEIR_SIDE, "Resistance", [], theirs)]
    last = s.year - 1
    return Scene(f"What {last} has changed", [str(year) for year in years], years.index(last), -1, parties)


def _change(name: str, before: int, after: int) -> Fact:
    return Fact(name, f"{before} → {after}" if before != after else f"{after}, as before")


def _ground(kit: Kit, name: str, spaces: int) -> list[Fact]:
    return [Fact(name, ", ".join(kit.space_names[space] for space in bits(spaces)))] if spaces else []
