"""3: what is set up on a map, and with how many points the campaign begins."""

from __future__ import annotations

from sandtable.games.commandos.rules import maps
from sandtable.games.raids.frames import SetUp
from sandtable.games.raids.pieces import PieceId
from sandtable.games.raids.rules import setup
from sandtable.games.raids.state import RG, WAITING, is_team, piece


def starting_points(g: RG, f: SetUp) -> None:
    """Twenty for the whole campaign: nothing is added on a later map."""
    if maps.first_map(g.s, g.kit):  # rule: purchase.saved
        setup.starting_points(g, f)


def to_post(g: RG) -> list[PieceId]:
    """Who and what waits: squads, then leaders, free ones before bought ones, then gear brought along."""
    at = g.s.at
    people = sorted(
        (t for t in g.kit.people if at[t] == WAITING), key=lambda t: (not is_team(g, t), piece(g, t).priced)
    )  # rule: setup.people-in-camp setup.free-teams setup.free-leaders
    return people + [t for t in g.kit.gear if at[t] == WAITING]  # rule: campaign.gear-in-bases
