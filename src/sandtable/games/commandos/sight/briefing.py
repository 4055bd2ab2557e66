"""The page before a map: how the last one went, who and what goes on, who is replaced, what stays behind, and what
waits on the new one. It stands while a map is set up and its first gear is bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.games.commandos.rules import maps, scoring
from sandtable.games.commandos.state import state_of
from sandtable.games.raids.counters import counter_name
from sandtable.games.raids.frames import Placement, SetUp
from sandtable.games.raids.pieces import Kit, PieceId
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.rows import Mobility
from sandtable.games.raids.rules.victory import assessment, score
from sandtable.games.raids.state import DONE, FORFEITED, LOST, REPLACED, WAITING, RaidState
from sandtable.kernel.view import Fact, Party, Ref, Scene

STEPS = {"camp": "Base", "second-camp": "Second base", "people": "People", "post": "Who starts where"}
FIRST_GEAR = "First mission and gear"


def briefing(kit: Kit, s: RaidState, policy: Policy) -> Scene | None:
    """While a map is being set up, up to its first purchases."""
    step = at_step(s)
    if step is None:
        return None
    place, many = maps.place(s, kit), len(maps.order(s, kit))
    count = f", map {place + 1} of {many}" if many > 1 else ""
    parties = [ahead(kit, s), going(kit, s)]
    if place:
        parties.insert(0, behind(kit, s, policy, maps.order(s, kit)[place - 1]))
    return Scene(f"{maps.title(kit, s.map)}{count}", [*STEPS.values(), FIRST_GEAR], step, parties=parties)


def at_step(s: RaidState) -> int | None:
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, SetUp):
        return list(STEPS).index(frame.step) if frame.step in STEPS else None
    return len(STEPS) if isinstance(frame, Placement) and s.turn == 1 else None


def behind(kit: Kit, s: RaidState, policy: Policy, map: int) -> Party:
    """The tally of the map before."""
    net = score(s, kit, policy)
    lines = [
        Fact("accomplished", listed(kit, maps.missions_at(s, kit, map, DONE), maps.accomplished_on(s, kit, map))),
        Fact("forfeited", listed(kit, maps.missions_at(s, kit, map, FORFEITED), maps.forfeited_on(s, kit, map))),
        Fact("squads lost", str(scoring.counted_on(s, kit, map))),
        Fact("brought", f"{scoring.net_on(s, kit, map):+d}; in all {net}: {assessment(kit, net)}"),
    ]
    return Party("mission", f"{maps.title(kit, map)} is over", lines=lines)


def listed(kit: Kit, tokens: Iterable[PieceId], count: int) -> str:
    """How many, and their names; some forfeited ones were never drawn."""
    names = [counter_name(kit, t) for t in tokens]
    names += [f"{count - len(names)} never drawn"] if count > len(names) else []
    return f"{count}: {', '.join(names)}" if names else "none"


def ahead(kit: Kit, s: RaidState) -> Party:
    """What waits on the map: the country, its missions, the enemy."""
    field, limit = kit.fields[s.map], kit.scenarios[s.scenario].missions
    kinds = Counter(kit.pieces[t].mobility for t in field.enemies)
    enemy = ", ".join(f"{kinds[kind]} {name}" for kind, name in ABOUT.items() if kinds[kind])
    lines = [Fact("country", field.sheet.briefing)] if field.sheet.briefing else []
    lines += [
        Fact("missions", f"{limit}, drawn from {len(field.missions)}"),
        Fact("enemy", f"{len(field.enemies)} units: {enemy}"),
    ]
    return Party("enemy", f"{maps.title(kit, s.map)} ahead", lines=lines)


ABOUT: dict[Mobility, str] = {"foot": "on foot", "vehicle": "vehicles", "boat": "boats"}


def going(kit: Kit, s: RaidState) -> Party:
    """Who and what is there for this map, who has taken over from whom, who is lost, what was left behind."""
    ours = [t for t in (*kit.people, *kit.gear) if s.at[t] >= 0 or s.at[t] == WAITING]
    people, gear = [t for t in ours if t in kit.people], [t for t in ours if t in kit.gear]
    later = maps.place(s, kit) > 0
    told = {
        "people": named(kit, people),
        "replaced": ", ".join(taken_over(kit, s, people)),
        "lost so far": named(kit, [t for t in kit.people if s.at[t] == LOST and not never_came(kit, s, t)]),
        "gear": named(kit, gear),
        "left behind": named(kit, state_of(s).left_behind),
        "purchase points": str(s.pp),
    }
    there = [Ref(t) for t in people if s.at[t] >= 0]
    return Party(
        "friend", "Going on" if later else "Your people", there, [Fact(n, text) for n, text in told.items() if text]
    )


def taken_over(kit: Kit, s: RaidState, people: Iterable[PieceId]) -> list[str]:
    """Who has come for whom on this map, if it has brought people of a higher grade."""
    begun = maps.maps_begun(s, kit)
    if len({maps.grade_on(s, kit, map) for map in begun[-2:]}) < 2:
        return []
    pairs = [(kit.by_id[kit.pieces[t].after], t) for t in people if kit.pieces[t].after]
    return [f"{counter_name(kit, old)} by {counter_name(kit, heir)}" for old, heir in pairs if s.at[old] == REPLACED]


def never_came(kit: Kit, s: RaidState, person: PieceId) -> bool:
    """An heir of a squad that was lost before it could come."""
    return person in kit.teams and state_of(s).fell_in[person] < 0


def named(kit: Kit, tokens: Iterable[PieceId]) -> str:
    return ", ".join(counter_name(kit, t) for t in tokens)
