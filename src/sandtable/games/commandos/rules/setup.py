"""3: what is set up on a map, and with how many points the campaign begins."""

from __future__ import annotations

from sandtable.games.commandos.rules import maps
from sandtable.games.raids.frames import SetUp
from sandtable.games.raids.pieces import PieceId
from sandtable.games.raids.rules import setup
from sandtable.games.raids.state import PLAYER, RG, WAITING, camps, is_team, piece
from sandtable.kernel.flow import NEXT, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def starting_points(g: RG, f: SetUp) -> None:
    """Twenty for the whole campaign: nothing is added on a later map."""
    if maps.first_map(g.s, g.kit):  # rule: purchase.saved
        if len(maps.order(g.s, g.kit)) > 1:
            g.tell("campaign.order", "The first map is {0}.", maps.title(g.kit, g.s.map), weight="part")
        setup.starting_points(g, f)


def to_post(g: RG) -> list[PieceId]:
    """Who and what waits: squads, then leaders, free ones before bought ones, then gear brought along."""
    at = g.s.at
    people = sorted(
        (t for t in g.kit.people if at[t] == WAITING), key=lambda t: (not is_team(g, t), piece(g, t).priced)
    )  # rule: setup.people-in-camp setup.free-teams setup.free-leaders
    return people + [t for t in g.kit.gear if at[t] == WAITING]  # rule: campaign.gear-in-bases


def ask_post(g: RG, f: SetUp) -> Ask:
    """Who and what starts in which base, all at once; with one base there is nothing to say."""
    waiting, homes = to_post(g), camps(g)
    if len(homes) == 1 or len(waiting) == 1:
        return setup.ask_post(g, f)
    groups = [Group(PLAYER, "post", (t,), homes) for t in waiting]
    groups.append(Group(PLAYER, "post-all", (), homes))
    return Ask("Who and what starts in which base?", "setup.people-in-camp", groups, "assign", 1, len(waiting))


def take_post(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    if option[0] != "post-all":
        return setup.take_post(g, f, seat, option)
    for t in to_post(g):
        g.s.at[t] = g.s.at[int(option[1])]
    return NEXT


def refuse_post(g: RG, f: SetUp, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "post" and int(option[1]) not in to_post(g):
        return Refusal("setup.people-in-camp", f"The {piece(g, int(option[1])).name} does not wait to be set up.")
    if option[0] in ("post", "post-all"):
        return Refusal("setup.people-in-camp", "Everybody and everything starts in one of your bases.")
    return None
