"""What is seen of the campaign: the map and its six missions, points, the score and its line of the table."""

from __future__ import annotations

from sandtable.games.commandos.rules import awareness, maps, scoring
from sandtable.games.commandos.rules.coast import on_the_sea_part
from sandtable.games.commandos.sight.briefing import briefing
from sandtable.games.commandos.sight.needs import needs
from sandtable.games.commandos.state import state_of
from sandtable.games.raids.pieces import Kit, PieceId
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.rules.victory import all_forfeited, score, standing
from sandtable.games.raids.sight import view as series
from sandtable.games.raids.state import AWAY, DONE, FORFEITED, WAITING, RaidState, accomplished
from sandtable.games.raids.wares import heap
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Check, Deck, Track, View


def view(kit: Kit, s: RaidState, policy: Policy, seat: Seat) -> View:
    seen = series(kit, s, policy, seat)
    seen.tracks = tracks(kit, s, policy)
    seen.checks = [*seen.checks, *needs(kit, s, policy), *six(kit, s)]
    seen.scene = briefing(kit, s, policy)
    seen.decks += beside(kit, s, policy)
    for token in seen.tokens:
        if on_the_sea_part(state_of(s), kit, token.id):
            token.badges.append("afloat")
    return seen


def beside(kit: Kit, s: RaidState, policy: Policy) -> list[Deck]:
    """What was brought along and is to be set up; who comes on a later map."""
    return [
        *heap(kit, s, policy, "to be set up", [t for t in kit.friends if s.at[t] == WAITING]),
        *heap(kit, s, policy, "to come", [t for t in kit.people if s.at[t] == AWAY]),
    ]


def tracks(kit: Kit, s: RaidState, policy: Policy) -> list[Track]:
    limit, many = kit.scenarios[s.scenario].missions, len(maps.order(s, kit))
    read = policy.on_table(s, kit, score(s, kit, policy))  # rule: campaign.single-map
    return [
        Track("map", maps.place(s, kit) + 1, 1, many, maps.title(kit, s.map)),
        Track("turn", s.turn),
        Track("purchase points", s.pp),
        Track("settled here", limit - unsettled(kit, s), 0, limit, here(kit, s)),
        Track("awareness", awareness.level(s, kit)),
        Track("accomplished", accomplished(s, kit)),
        Track("forfeited", all_forfeited(s, kit, policy)),
        Track(f"{policy.words.teams} lost", policy.teams_lost(s, kit)),
        Track("score", read, text=standing(s, kit, policy)),
        *(earlier(kit, s, map) for map in maps.maps_begun(s, kit)[:-1]),
    ]


def earlier(kit: Kit, s: RaidState, map: int) -> Track:
    """How a map went that lies behind: what it has brought, its missions, and the squads it has cost."""
    roll, fallen = " ".join(marks(kit, s, map)), scoring.counted_on(s, kit, map)
    lost = f", {fallen} {'squad' if fallen == 1 else 'squads'} lost" if fallen else ""
    return Track(maps.title(kit, map), scoring.net_on(s, kit, map), text=f"{roll}{lost}")


def unsettled(kit: Kit, s: RaidState) -> int:
    return maps.missing(s, kit) - state_of(s).given_up[s.map]


def marks(kit: Kit, s: RaidState, map: int) -> list[str]:
    """The missions of a map as they went, in the order in which they were drawn, and those that never were."""
    return [MARKS.get(s.at[t], "·") for t in drawn_on(kit, s, map)] + ["✗"] * state_of(s).given_up[map]


def here(kit: Kit, s: RaidState) -> str:
    """The six of this map: ✓ or ✗ for each that is settled, · for one to come."""
    to_come = maps.not_drawn(s, kit) - state_of(s).given_up[s.map]
    return " ".join([*marks(kit, s, s.map), *["·"] * to_come])


MARKS = {DONE: "✓", FORFEITED: "✗"}


def drawn_on(kit: Kit, s: RaidState, map: int) -> list[PieceId]:
    return [t for t in state_of(s).drawn_missions if kit.map_of[kit.pieces[t].map] == map]


def six(kit: Kit, s: RaidState) -> list[Check]:
    """A line for each mission drawn on this map and settled, and one for what is still to be drawn."""
    rows = []
    for number, t in enumerate(drawn_on(kit, s, s.map), 1):
        if s.at[t] in MARKS:
            done = s.at[t] == DONE
            rule = "mission.removed" if done else "mission.forfeit-cost"
            now = "accomplished" if done else "forfeited"
            rows.append(Check(f"{number}. {kit.pieces[t].name}: {now}", done, rule))
    left = maps.not_drawn(s, kit)
    if state_of(s).given_up[s.map]:
        rows.append(Check(f"{left} never drawn: forfeited", False, "campaign.leave-map"))
    elif left:
        rows.append(Check(f"{left} of {kit.scenarios[s.scenario].missions} to be drawn", False, "campaign.six"))
    return rows
