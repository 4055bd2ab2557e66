"""What does not go together in the content: a deck without its screen, a chart with a hole, a team nobody can pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sandtable.games.warfighter.cards import Loadout
from sandtable.games.warfighter.rows import Equipment, Event, Hostile, Location, Member, Mission, Soldier, Team, Weapon
from sandtable.kernel.content import Misfit, Rows


def misfits(tables: Rows) -> Iterator[Misfit]:
    yield from _titles(tables)
    yield from _charts(tables)
    yield from _regions(tables)
    for row, weapon in tables["weapons"].items():
        yield from _weapon(row, weapon, tables)
    for row, soldier in tables["soldiers"].items():
        yield from _soldier(row, soldier, tables)
    for row, skill in tables["skills"].items():
        if skill.needs and skill.needs not in tables["skills"]:
            yield Misfit("skills", row, "needs", repr(skill.needs), "the row of a skill")
    for row, hostile in tables["hostiles"].items():
        yield from _hostile(row, hostile, tables)
    for row, mission in tables["missions"].items():
        yield from _mission(row, mission, tables)
    for row, team in tables["teams"].items():
        yield from _team(row, team, tables)


def _named_once(table: str, field: str, titles: Iterable[tuple[str, str]]) -> Iterator[Misfit]:
    first: dict[str, str] = {}
    for row, text in titles:
        if text in first:
            yield Misfit(table, row, field, f"{text!r} again", "a name of its own", f"{first[text]!r} has it")
        first.setdefault(text, row)


def _titles(tables: Rows) -> Iterator[Misfit]:
    """No two cards of one name in one deck."""
    for table in ("missions", "objectives", "locations", "actions", "skills", "equipment"):
        yield from _named_once(table, "title", ((row, card.title) for row, card in tables[table].items()))
    for table in ("soldiers", "weapons"):
        yield from _named_once(table, "name", ((row, card.name) for row, card in tables[table].items()))
    for kind in tables["types"]:
        for table in ("hostiles", "events"):
            deck = ((row, card.title) for row, card in tables[table].items() if card.type == kind)
            yield from _named_once(table, "title", deck)


def _charts(tables: Rows) -> Iterator[Misfit]:
    bands = [band.least for band in tables["bands"].values()]
    rows = list(tables["bands"])
    if bands[:1] != [0]:
        yield Misfit("bands", rows[0], "least", str(bands[0]), "0, where the first band begins")
    for row, here, before in zip(rows[1:], bands[1:], bands, strict=False):
        if here <= before:
            yield Misfit("bands", row, "least", str(here), f"more than the band before, which begins at {before}")
    for row, chart in tables["charts"].items():
        if len(chart.values) != len(bands):
            yield Misfit("charts", row, "values", f"{len(chart.values)} values", f"one for each of {len(bands)} bands")


def _regions(tables: Rows) -> Iterator[Misfit]:
    """A region that is fought in has what a mission needs."""
    for row, mission in tables["missions"].items():
        region = mission.region
        for table, what in (("objectives", "an Objective"), ("types", "a deck of Hostiles")):
            if not any(card.region == region for card in tables[table].values()):
                yield Misfit("missions", row, "region", region, f"a region with {what}")
        cards: Iterable[Location] = tables["locations"].values()
        if sum(card.copies for card in cards if card.region == region) < mission.space - 2:
            yield Misfit("missions", row, "space", str(mission.space), f"no more spaces than {region} has Locations")
    for row, kind in tables["types"].items():
        hostiles: Iterable[Hostile] = tables["hostiles"].values()
        if not sum(card.copies for card in hostiles if card.type == row):
            yield Misfit("types", row, "name", kind.name, "a deck with a Hostile in it")


def _weapon(row: str, weapon: Weapon, tables: Rows) -> Iterator[Misfit]:
    if weapon.nation and weapon.nation not in tables["nations"]:
        yield Misfit("weapons", row, "nation", repr(weapon.nation), "the row of a nation, or nothing")
    for place, part in enumerate(weapon.parts):
        path = ("parts", place)
        if part.ammo and part.ammo not in tables["ammunition"]:
            yield Misfit("weapons", row, "parts", f"ammo {part.ammo!r}", "the row of a type", path=path)
        if bool(part.ammo) != bool(part.rounds):
            yield Misfit("weapons", row, "parts", f"{part.rounds} rounds", "ammunition with rounds, or none", path=path)
        if part.reload and not part.ammo:
            yield Misfit("weapons", row, "parts", f"reload {part.reload}", "ammunition to reload", path=path)


def _soldier(row: str, soldier: Soldier, tables: Rows) -> Iterator[Misfit]:
    if soldier.kind != "player" and soldier.loadout:
        yield Misfit("soldiers", row, "loadout", str(soldier.loadout), "none, but for a Player Soldier")
    for weapon in soldier.weapons:
        flag = tables["weapons"][weapon].nation
        if flag and flag != soldier.nation:
            yield Misfit("soldiers", row, "weapons", repr(weapon), f"a weapon of {soldier.nation!r} or without a flag")


def _hostile(row: str, hostile: Hostile, tables: Rows) -> Iterator[Misfit]:
    deck: dict[str, Hostile | Event] = {
        card.title: card
        for table in ("hostiles", "events")
        for card in tables[table].values()
        if card.type == hostile.type
    }
    for name in hostile.screened:
        if name != "all" and name not in deck:
            yield Misfit("hostiles", row, "screened", repr(name), f"the title of a card of {hostile.type!r}, or all")
    if hostile.chart is None:
        columns = 1
    else:
        printed = hostile.chart.columns
        columns, most = len(printed), max(column.most for column in printed)
        if most != hostile.reticles:
            yield Misfit(
                "hostiles", row, "chart", f"columns up to {most}", f"up to its {hostile.reticles} reticles", path=()
            )
    if len(hostile.entrance) not in (0, columns):
        yield Misfit("hostiles", row, "entrance", f"{len(hostile.entrance)} figures", f"one for each column: {columns}")


def _mission(row: str, mission: Mission, tables: Rows) -> Iterator[Misfit]:
    book = tables["numbers"]["book"]
    if mission.space > book.spaces:
        yield Misfit("missions", row, "space", str(mission.space), f"a space of the path, 3 to {book.spaces}")
    if mission.time > book.time:
        yield Misfit("missions", row, "time", str(mission.time), f"a space of the Time track, 1 to {book.time}")


# ---- suggested teams --------------------------------------------------------------------------------


def _team(row: str, team: Team, tables: Rows) -> Iterator[Misfit]:
    mission: Mission = tables["missions"][team.mission]
    if team.people > mission.people:
        yield Misfit("teams", row, "people", str(team.people), f"1 to {mission.people}, whom the mission suits")
    cost = 0
    players = set()
    for place, member in enumerate(team.members):
        path = ("members", place)
        soldier: Soldier = tables["soldiers"][member.soldier]
        if sum(other.soldier == member.soldier for other in team.members) > 1:
            yield Misfit("teams", row, "members", f"{member.soldier!r} twice", "each Soldier once", path=path)
        if member.seat >= team.people:
            yield Misfit("teams", row, "members", f"seat {member.seat}", f"0 to {team.people - 1}", path=path)
        if soldier.kind == "player":
            players.add(member.seat)
        elif member.weapons or member.skills or member.equipment or member.lots or member.rounds:
            yield Misfit("teams", row, "members", f"gear for {member.soldier!r}", "gear for Players only", path=path)
        cost += price(member, tables)
        load, room = weight(member, tables), room_of(member, mission, tables)
        if soldier.kind == "player" and load > room:
            yield Misfit("teams", row, "members", f"a load of {load}", f"a Loadout of {room}", path=path)
    if cost > mission.resources:
        yield Misfit("teams", row, "members", f"{cost} Resources", f"{mission.resources} at most")
    if idle := set(range(team.people)) - players:
        yield Misfit("teams", row, "members", f"no Player Soldier for seat {min(idle)}", "one for each seat")


def price(member: Member, tables: Rows) -> int:
    """What a member of a team costs, with all that is bought for him."""
    soldiers: Mapping[str, Soldier] = tables["soldiers"]
    lot: int = tables["numbers"]["book"].lot
    bought: list[int] = [tables["weapons"][name].cost for name in member.weapons]
    bought += [tables["skills"][name].cost for name in member.skills]
    bought += [tables["equipment"][name].cost for name in member.equipment]
    return soldiers[member.soldier].cost + sum(bought) + lot * (len(member.lots) + member.rounds)


def weight(member: Member, tables: Rows) -> int:
    gear: list[int] = [tables["weapons"][name].load for name in member.weapons]
    gear += [tables["equipment"][name].load for name in member.equipment]
    return sum(gear) + int(tables["numbers"]["book"].lot) * (len(member.lots) + member.rounds)


def room_of(member: Member, mission: Mission, tables: Rows) -> int:
    """His Loadout on this mission, with what he wears for it."""
    worn: list[Equipment] = [tables["equipment"][name] for name in member.equipment]
    plus = sum(effect.plus for gear in worn for effect in gear.effects if isinstance(effect, Loadout))
    soldier: Soldier = tables["soldiers"][member.soldier]
    return soldier.loadout + mission.loadout + plus
