"""Words of cases about the campaign: the map in play, tallies by map, who waits, is to come, was replaced or fell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.commandos.rules import maps
from sandtable.games.commandos.rules.scoring import heir_of
from sandtable.games.commandos.state import own
from sandtable.games.raids.frames import Placement, Tour
from sandtable.games.raids.pieces import Kit
from sandtable.games.raids.referee import blank as series_blank
from sandtable.games.raids.referee import own as own_word
from sandtable.games.raids.referee.words import PIECE, map_named, put_one, token, tokens
from sandtable.games.raids.rules.setup import fill_cups
from sandtable.games.raids.state import (
    AWAY,
    BOX,
    DONE,
    FORFEITED,
    LOST,
    REPLACED,
    RG,
    WAITING,
    RaidState,
    field,
    piece,
)
from sandtable.kernel.cases import CaseError, Noun, forms
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Refusal, Refused, Seat

# ---- entry points ---------------------------------------------------------------------------------


def blank(game: Game[RaidState, Kit], setup: Setup) -> RaidState:
    """Nobody is there of whom a case does not speak."""
    s = series_blank(game, setup)
    s.at = [BOX if where == WAITING else where for where in s.at]
    return s


def at_set_up(g: RG) -> None:
    """Those wait who are named; in the first place, and where nobody is, the free people of the map's grade."""
    s = g.s
    s.turn, s.placing = 0, True
    free = [t for t in g.kit.people if not piece(g, t).priced and s.at[t] == BOX]
    if maps.first_map(s, g.kit) or not any(s.at[t] == WAITING for t in g.kit.people):
        for t in free:
            s.at[t] = WAITING
    s.stack = [Tour(step="set-up")]


def at_the_passage(g: RG) -> None:
    if maps.last_map(g.s, g.kit):
        raise CaseError(f"given at: no map comes after {field(g).id} in the scenario {g.s.scenario}")
    g.s.stack = [Tour(step="next-map")]


ENTRIES = {
    "set-up": (at_set_up, "the set-up of the map: the base is placed"),
    "between-maps": (at_the_passage, "the passage from the map that is named to the next"),
}

# ---- the map --------------------------------------------------------------------------------------


def put_map(g: RG, value: Any) -> None:
    """This map is in play: its missions and enemies lie in the cups."""
    number = map_named(g.kit, value)
    if number not in maps.order(g.s, g.kit):
        there = ", ".join(g.kit.fields[map].id for map in maps.order(g.s, g.kit))
        raise ValueError(f"the scenario {g.s.scenario} is not played on {forms.name(value)}; it is played on {there}")
    g.s.map = number
    fill_cups(g.s, g.kit)


def named_on_this_map(g: RG, seat: Seat, domain: str, said: str) -> str:
    """A hex of another map is no answer, whatever is asked: the rules refuse it."""
    if domain == "space" and said not in labels(g, g.s.map):
        for other in g.kit.fields:
            if said in labels(g, other.number):
                key = "camp.move" if isinstance(g.s.stack[-1], Placement) else "campaign.order"
                raise Refused(Refusal(key, f"{said} is a hex of {maps.title(g.kit, other.number)}."))
    return own_word(g, seat, domain, said)


def labels(g: RG, map: int) -> set[str]:
    grid = g.kit.fields[map].grid
    return {grid.label(h) for h in range(grid.size)}


# ---- missions settled -----------------------------------------------------------------------------


def settled(where: int, word: str) -> Noun:
    """A list is of the map in play; by map it is a list or a number."""

    def put(g: RG, value: Any) -> None:
        by_map = value if isinstance(value, Mapping) else {g.kit.fields[g.s.map].id: value}
        for name, said in by_map.items():
            map_named(g.kit, name)
            if isinstance(said, list):
                for t in tokens(g, said):
                    put_one(g, t, word)
                    own(g).drawn_missions.append(t)

    def get(g: RG, asked: Any) -> Any:
        if isinstance(asked, Mapping):
            return {name: on_map(g, map_named(g.kit, name), said) for name, said in asked.items()}
        return on_map(g, g.s.map, asked)

    def on_map(g: RG, map: int, said: Any) -> Any:
        if isinstance(said, list):
            return [piece(g, t).id for t in maps.missions_at(g.s, g.kit, map, where)]
        return (maps.accomplished_on if where == DONE else maps.forfeited_on)(g.s, g.kit, map)

    return Noun(put, get, f"missions {word}: a list, or by map a list or a number", loose=True, names=PIECE)


def take_out(g: RG, given: Mapping[str, Any]) -> list[int]:
    """Missions of which a case says only how many are settled: any of their map that it does not draw itself."""
    drawn = forms.mapping(given.get("draw", {}), "draw").get("mission", [])
    kept = {token(g, name) for name in (drawn if isinstance(drawn, list) else [drawn])}
    taken: list[int] = []
    for word in ("accomplished", "forfeited"):
        said = given.get(word, {})
        for name, count in said.items() if isinstance(said, Mapping) else ():
            if isinstance(count, list):
                continue
            wanted, map = forms.number(count, f"{word} on {name}", least=0), g.kit.fields[map_named(g.kit, name)]
            left = [t for t in map.missions if g.s.at[t] not in (DONE, FORFEITED) and g.s.at[t] < 0 and t not in kept]
            if wanted > len(left):
                raise ValueError(f"{word}: {name} has {len(left)} missions that could be, not {wanted}")
            for t in left[len(left) - wanted :]:
                put_one(g, t, word)
                taken.append(t)
    return taken


# ---- people ---------------------------------------------------------------------------------------


def put_lost_in(g: RG, value: Any) -> None:
    for squad, mission in forms.mapping(value).items():
        own(g).fell_in[token(g, squad)] = token(g, mission)


def get_lost_in(g: RG, asked: Any) -> dict[str, str]:
    fell_in = {name: own(g).fell_in[token(g, name)] for name in forms.mapping(asked)}
    return {name: piece(g, t).id if t >= 0 else "none" for name, t in fell_in.items()}


# ---- the position when it is whole ----------------------------------------------------------------


def check(g: RG, given: Mapping[str, Any]) -> None:
    """What a case does not name follows from what it does: the grades of people, the order of missions, heirs."""
    s = own(g)
    named = set(tokens(g, list(forms.mapping(given.get("place", {}), "place"))))
    by_grade(g, named)
    early = take_out(g, given)
    drawn = [*s.drawn_missions, *early, s.mission]
    early += [t for t in g.kit.mission_tokens if s.at[t] in (DONE, FORFEITED) and t not in drawn]
    s.drawn_missions = [*early, *s.drawn_missions, *([s.mission] if s.mission >= 0 else [])]
    s.drawn_missions.sort(key=lambda t: maps.order(s, g.kit).index(g.kit.map_of[piece(g, t).map]))
    if "drawn" not in given:
        s.missions_drawn = sum(g.kit.map_of[piece(g, t).map] == s.map for t in s.drawn_missions)
    s.leaders_lost = sum(s.at[t] == LOST for t in g.kit.leaders)
    the_lost(g, named)


def by_grade(g: RG, named: set[int]) -> None:
    """Free people of whom a case does not speak: of lower grades replaced, of higher ones to come, else not there."""
    rank = maps.GRADES.index(maps.grade_on(g.s, g.kit, g.s.map))
    for t in g.kit.people:
        p = piece(g, t)
        if t not in named and not p.priced:
            theirs = maps.GRADES.index(p.grade)
            g.s.at[t] = BOX if theirs == rank else REPLACED if theirs < rank else AWAY


def the_lost(g: RG, named: set[int]) -> None:
    """A squad given as lost fell in the mission drawn last, unless its forerunner did; its heirs are lost with it."""
    s = own(g)
    for t in g.kit.teams:
        if s.at[t] != LOST:
            continue
        old = g.kit.by_id.get(piece(g, t).after, -1)
        if s.fell_in[t] < 0 and s.drawn_missions and (old < 0 or s.at[old] != LOST):
            s.fell_in[t] = s.drawn_missions[-1]
        heir = heir_of(g.kit, t)
        while heir >= 0:
            if heir not in named and s.at[heir] in (AWAY, BOX):
                s.at[heir] = LOST
            heir = heir_of(g.kit, heir)


BEFORE = {"map": Noun(put_map, lambda g, asked: field(g).id, "the map in play")}
NOUNS = {
    "accomplished": settled(DONE, "accomplished"),
    "forfeited": settled(FORFEITED, "forfeited"),
    "lost-in": Noun(put_lost_in, get_lost_in, "squad: the mission in which it fell", names=PIECE),
}
