"""Missions: objectives drawn, accomplished, forfeited."""

from __future__ import annotations

from sandtable.games.raids.frames import Placement
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.detection import detect
from sandtable.games.raids.rules.victory import missions_over
from sandtable.games.raids.state import (
    DONE,
    FORFEITED,
    RG,
    camp_at,
    gear_at,
    piece,
    team_at,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.words import how_many


def draw_mission(g: RG, f: Placement) -> None:
    """One counter from the cup, one die for its hex."""
    s = g.s
    if missions_over(g):
        g.leave()
        return
    s.mission = g.draw(s.mission_cup, "mission", "mission.draw")
    s.missions_drawn += 1
    policy(g).mission_drawn(g)
    g.reveal()
    face = g.roll(D6, "mission-hex", "mission.place")
    h = g.kit.mission_hexes[s.mission][(face - 1) // 2]
    s.at[s.mission] = h
    g.tell("mission.place", "Mission: {0:token} in {1:space}.", s.mission, h, main=True)


def mission_comes_to_us(g: RG, f: Placement) -> None:
    """A mission that lands on a team or a camp is accomplished; in some books the teams there are detected."""
    s = g.s
    if s.mission < 0:
        return
    h = s.at[s.mission]
    if not (team_at(g, h) or camp_at(g, h)):
        return
    accomplish(g, "mission.automatic")
    key = policy(g).automatic_detects
    if key and team_at(g, h) and not camp_at(g, h):
        g.tell(key, "Everyone in {0:space} is detected.", h)
        detect(g, h, key)


def accomplish(g: RG, key: str) -> None:
    """Off the map at once, and its points are paid."""
    s = g.s
    award = piece(g, s.mission).cost
    told = "{0:token} is accomplished and brings {1}."
    g.tell(key, told, s.mission, how_many(award, "point"), weight="gain", at=s.at[s.mission], main=True)
    s.at[s.mission] = DONE  # rule: mission.removed
    s.mission = -1
    s.pp += award
    g.tell("purchase.award", "You have {0}.", how_many(s.pp, "purchase point"))


def ready_for_mission(g: RG) -> bool:
    """A team stands in the hex with every piece that one alternative asks for."""
    s = g.s
    if s.mission < 0 or not team_at(g, s.at[s.mission]):  # rule: mission.leaders-alone
        return False
    here = {g.kit.stands_for(t) for t in gear_at(g, s.at[s.mission])}  # rule: mission.presence
    alternatives = g.kit.missions[piece(g, s.mission).row].needs
    return any(here.issuperset(needs) for needs in alternatives)  # rule: mission.requirements


def try_mission(g: RG, h: HexId) -> None:
    """After a halt in a hex: the mission there is accomplished, unless a book wants more than that."""
    s = g.s
    if s.mission < 0 or s.at[s.mission] != h or not ready_for_mission(g):
        return
    if not policy(g).try_mission(g):
        accomplish(g, "mission.accomplish")


def can_forfeit(g: RG) -> bool:
    """At any time of a turn once its placement phase is over."""
    return g.s.mission >= 0 and not g.s.placing


def forfeit(g: RG) -> None:
    s = g.s
    g.tell("mission.forfeit", "{0:token} is forfeited.", s.mission, weight="blow", at=s.at[s.mission])
    s.at[s.mission] = FORFEITED  # rule: mission.forfeit-cost
    s.mission = -1  # rule: mission.forfeit-turn
