"""4.0: how a map ends, leaving one early, ending the whole game, and what that costs."""

from __future__ import annotations

from typing import NoReturn

from sandtable.games.commandos.rules import maps, scoring
from sandtable.games.commandos.rules.passage import left_behind
from sandtable.games.commandos.state import own
from sandtable.games.raids.frames import Turn
from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.rules import missions
from sandtable.games.raids.rules.victory import assessment, finish, missions_over, score_of
from sandtable.games.raids.state import RG, piece
from sandtable.kernel.sharing import tabled
from sandtable.kernel.words import how_many, plural


def success_phase(g: RG, f: Turn) -> None:
    """After the sixth mission of a map the next one begins; after that of the last, the game is over."""
    if not missions_over(g):  # rule: turn.success-phase campaign.six turn.no-limit
        return
    if maps.last_map(g.s, g.kit):
        finish(g, "victory.last-mission")
    go_on(g)  # rule: campaign.map-ends


def go_on(g: RG) -> None:
    """Whatever runs on this map is over: the campaign goes on with the next."""
    tour = g.s.stack[0]
    del g.s.stack[1:]
    tour.step = "next-map"


# ---- at any time ----------------------------------------------------------------------------------


def begun(g: RG) -> bool:
    """Whether a mission has been drawn on this map: one that was never begun costs nothing."""
    return g.s.turn > 0


def can_leave(g: RG) -> bool:
    """Only where another map follows."""
    return begun(g) and not maps.last_map(g.s, g.kit)


def can_stop(g: RG) -> bool:
    """Once the campaign has begun, also while a later map is being set up."""
    return begun(g) or not maps.first_map(g.s, g.kit)


def leave_map(g: RG) -> None:
    give_up(g, "campaign.leave-map")
    go_on(g)


def stop(g: RG) -> NoReturn:
    give_up(g, "victory.stop-early")
    finish(g, "victory.stop-early")


def give_up(g: RG, key: str) -> None:
    """What is missing to six counts as forfeited; on a map that was never begun nothing does."""
    if not begun(g):
        return
    if g.s.mission >= 0:
        missions.forfeit(g)
    left = maps.not_drawn(g.s, g.kit)
    own(g).given_up[g.s.map] += left
    if left:
        never = f"{plural(left, 'was', 'were')} never drawn {plural(left, 'counts', 'count')} as forfeited"
        g.tell(key, f"{{0}} that {never}.", how_many(left, "mission"), weight="blow")


# ---- what it costs --------------------------------------------------------------------------------


def price(g: RG) -> int:
    """How many missions count as forfeited if the map is given up now."""
    return maps.missing(g.s, g.kit) if begun(g) else 0


def score_after(g: RG, forfeits: int, now: int | None = None) -> int:
    """The score once so many are forfeited, that on the map among them: squads that fell in it no longer count."""
    now = score_of(g) if now is None else now
    return now - forfeits + (scoring.fallen_in_this(g.s) if forfeits else 0)


def told_price(g: RG, forfeits: int) -> str:
    """What giving up costs, in words: as the victory table reads it."""
    now, reads = score_of(g), scoring.on_table
    after = score_after(g, forfeits, now)
    return price_in_words(g.kit, forfeits, reads(g.s, g.kit, now), reads(g.s, g.kit, after))


@tabled
def price_in_words(kit: Kit, forfeits: int, now: int, after: int) -> str:
    if not forfeits:
        return f"nothing is forfeited by it: the score stays {as_read(kit, now)}"
    many = f"{how_many(forfeits, 'mission')} {plural(forfeits, 'counts', 'count')} as forfeited"
    return f"{many}: the score goes from {as_read(kit, now)} to {as_read(kit, after)}"


def as_read(kit: Kit, net: int) -> str:
    """12 (Adequate Performance)."""
    return f"{net} ({assessment(kit, net)})"


def with_gear(g: RG, told: str) -> str:
    """What leaving the map costs: missions, as they are told, and gear that goes along with nobody."""
    behind = left_behind(g)
    if not behind:
        return told
    return f"{told}; left behind {plural(len(behind), 'is', 'are')} {', '.join(piece(g, t).name for t in behind)}"
