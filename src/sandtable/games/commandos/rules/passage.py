"""3.0 to 3.4: from one map to the next: who and what goes on, who is replaced, what stays behind."""

from __future__ import annotations

from sandtable.games.commandos.rules import maps
from sandtable.games.commandos.state import own
from sandtable.games.raids.frames import Tour
from sandtable.games.raids.pieces import Kit, PieceId
from sandtable.games.raids.rules.setup import fill_cups
from sandtable.games.raids.state import (
    AWAY,
    BOX,
    LOST,
    REPLACED,
    RG,
    WAITING,
    RaidState,
    is_team,
    piece,
)


def next_map(g: RG, f: Tour) -> None:
    """Everything of the old map ends with it; people, gear, points and the bought base go on to the next."""
    s = g.s
    old, new = s.map, maps.order(s, g.kit)[maps.place(s, g.kit) + 1]
    g.tell(
        "campaign.map-ends",
        "{0} is over: {1} accomplished, {2} forfeited.",
        maps.title(g.kit, old),
        maps.accomplished_on(s, g.kit, old),
        maps.forfeited_on(s, g.kit, old),
        weight="phase",
    )
    carry_gear(g)
    carry_bases(g)
    carry_people(g, maps.grade_on(s, g.kit, new))
    s.map = new  # rule: campaign.no-return
    clear_away(g)
    fill_cups(s, g.kit)  # rule: campaign.pools campaign.enemies setup.whole-pool
    g.tell("campaign.order", "The next map is {0}.", maps.title(g.kit, new), weight="part")
    f.step = "set-up"  # rule: campaign.forfeit-all


def clear_away(g: RG) -> None:
    """Nothing of the old map follows but points."""
    s = own(g)
    s.turn = s.missions_drawn = 0
    s.placing = True
    s.mission = -1
    s.hunters = []
    s.event, s.events = [0] * len(s.event), 0
    s.marker = [-1] * len(s.marker)  # rule: campaign.healed casualty.stays
    s.moved = s.fired = s.suppressed = s.afloat = 0  # rule: campaign.fresh-start


def carry_gear(g: RG) -> None:
    """What is with people or in a base goes along; what lies alone, in a lone transport too, goes back to the box."""
    s = own(g)
    s.left_behind = left_behind(g)
    for t in s.left_behind:
        s.at[t] = BOX  # rule: purchase.no-refund
        g.tell("campaign.gear", "{0:token} is left behind.", t)
    for t in g.kit.gear:
        if s.at[t] >= 0:
            s.at[t] = WAITING  # rule: campaign.gear


def left_behind(g: RG) -> list[PieceId]:
    """Gear on the map that is neither with people nor in a base."""
    at = g.s.at
    held = {at[t] for t in (*g.kit.people, *g.kit.camps)}
    return [t for t in g.kit.gear if at[t] >= 0 and at[t] not in held]


def carry_bases(g: RG) -> None:
    """The free one comes back in any case, the bought one if it stood; a lost one is for sale again."""
    s = g.s
    for t in g.kit.camps:
        stands = s.at[t] >= 0 or s.at[t] == WAITING
        s.at[t] = WAITING if piece(g, t).priced and stands else BOX  # rule: campaign.bases campaign.bought-base


def carry_people(g: RG, grade: str) -> None:
    """Those of the next grade take over from the free ones; all others go on as they are."""
    s = g.s
    for t in g.kit.people:
        p = piece(g, t)
        if p.grade == grade and p.after and s.at[t] == AWAY:
            take_over(g, t, g.kit.by_id[p.after])
    for t in g.kit.people:
        if s.at[t] >= 0:
            s.at[t] = WAITING  # rule: campaign.retained campaign.leaders-retained


def take_over(g: RG, heir: PieceId, old: PieceId) -> None:
    """Leaders come in any case; the heirs of a lost squad were lost with it."""
    s = g.s
    s.at[heir] = WAITING
    if s.at[old] == LOST:
        g.tell("campaign.leaders-replaced", "{0:token} comes for one who was lost.", heir)
        return
    s.at[old] = REPLACED
    key = TAKING_OVER[piece(g, heir).grade] if is_team(g, heir) else "campaign.leaders-replaced"
    g.tell(key, "{0:token} takes over from {1:token}.", heir, old)


TAKING_OVER = {"E": "campaign.experienced", "V": "campaign.veterans"}


def at_the_beginning(s: RaidState, kit: Kit) -> None:
    """Where the free people are when a map is the first: those of its grade wait, lower grades have been replaced,
    higher ones are to come."""
    rank = maps.GRADES.index(maps.grade_on(s, kit, s.map))
    for t in kit.people:
        if not kit.pieces[t].priced:
            theirs = maps.GRADES.index(kit.pieces[t].grade)
            s.at[t] = WAITING if theirs == rank else REPLACED if theirs < rank else AWAY
