"""The position of Kandahar as it is kept: what it has beyond that of the series."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import field

from sandtable.games.raids import position as series
from sandtable.kernel.state import HIDDEN, PUBLIC, Since
from sandtable.kernel.switches import Switchable


class Options(series.Options, frozen=True):
    """The rules that a table may choose."""

    old_stock: Annotated[bool, Switchable("Old weapons may be bought", "old-stock.buy")] = False
    misadventure: Annotated[bool, Switchable("Missions may go wrong", "misadventure.roll")] = False
    indirect_fire: Annotated[bool, Switchable("A radio calls on weapons in camp", "special.indirect-fire")] = False
    first_aid: Annotated[bool, Switchable("A med kit heals a team once", "special.first-aid")] = False
    booby_trap: Annotated[bool, Switchable("Booby traps may be laid", "special.booby-trap")] = False
    leaders_count: Annotated[bool, Switchable("Lost leaders count against the score", "victory.leaders")] = False
    enter_enemy_hexes: Annotated[
        bool, Switchable("Teams may enter a hex with an enemy", "move.enemy-hex"), Since(3)
    ] = False
    trap_takes_arrivals: Annotated[
        bool,
        Switchable("A booby trap takes an enemy who is placed on it, too", "special.booby-trap", now="off"),
        Since(3),
    ] = True


class KandaharState(series.RaidState, kw_only=True):
    told_last: ClassVar = ("withheld", "attempted", "placing", "leaders_lost", "extra")
    """They stood in one struct with those of the series: positions were told in that order."""

    options: Annotated[Options, PUBLIC] = field(default_factory=Options)
    withheld: Annotated[list[int], HIDDEN] = field(default_factory=list)
    """Enemies set aside unseen as track markers (3.6)."""
    attempted: Annotated[bool, PUBLIC] = False
    """Whether this turn's try at the mission has been made (17.0)."""
    extra: Annotated[list[int], PUBLIC] = field(default_factory=list)
    """For each token of the old stock the price rolled on top of the printed one, or -1 (16.0)."""
