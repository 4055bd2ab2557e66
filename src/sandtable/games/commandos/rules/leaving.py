"""4.0: how a map ends, leaving one early, ending the whole game, and what that costs."""

from __future__ import annotations

from typing import NoReturn

from sandtable.games.commandos.rules import maps, scoring
from sandtable.games.commandos.state import own
from sandtable.games.raids.frames import Turn
from sandtable.games.raids.rules import missions
from sandtable.games.raids.rules.victory import finish, missions_over, score_of
from sandtable.games.raids.state import RG


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
        many = "{0} missions that were never drawn count" if left > 1 else "1 mission that was never drawn counts"
        g.tell(key, f"{many} as forfeited.", left, weight="blow")


# ---- what it costs --------------------------------------------------------------------------------


def price(g: RG) -> int:
    """How many missions count as forfeited if the map is given up now."""
    return maps.missing(g.s, g.kit) if begun(g) else 0


def score_after(g: RG, forfeits: int) -> int:
    """The score once so many are forfeited, that on the map among them: squads that fell in it no longer count."""
    return score_of(g) - forfeits + (scoring.fallen_in_this(g.s) if forfeits else 0)


def told_price(g: RG, forfeits: int) -> str:
    """What giving up costs, in words."""
    if not forfeits:
        return f"nothing is forfeited by it: the score stays {score_of(g)}"
    many = f"{forfeits} missions count as forfeited" if forfeits > 1 else "1 mission counts as forfeited"
    return f"{many}: the score goes from {score_of(g)} to {score_after(g, forfeits)}"
