"""What does not go together in the content of a raid game: maps with gaps, empty cups, hexes off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sandtable.boards.hexes import DIRECTIONS, HexGrid
from sandtable.boards.paths import IMPASSABLE
from sandtable.games.raids.field import Field, grid_of
from sandtable.games.raids.pieces import Deployment, Figure, Level, Sheet, Terrain, ids_of
from sandtable.games.raids.rows import TAGS
from sandtable.kernel.content import Misfit, Rows

MOST = 999
"""No printed value is larger."""

Fields = Mapping[str, Field]


def misfits(tables: Rows, closed: str, gear: Sequence[str] = ("gear",)) -> Iterator[Misfit]:
    """What is wrong with the content of any game of the series; `closed` is the ground that bars camps (a village), and
    `gear` are its tables of gear."""
    found = [*_terrain(tables["terrain"])]
    for name, sheet in tables["map"].items():
        found += _sheet(name, sheet, tables["terrain"])
    yield from found
    if not found:  # the rest needs maps
        fields = fields_of(tables)
        yield from _figures(tables, gear)
        yield from _counters(tables, gear)
        yield from _of_a_map(tables, fields)
        yield from _missions(tables, fields)
        yield from _victory(tables["victory"], _total(tables["missions"]) + len(tables["people"]))
        for name, scenario in tables["scenarios"].items():
            for map in scenario.maps:
                if scenario.maps.count(map) > 1:
                    yield Misfit("scenarios", name, "maps", f"{map!r} again", "each map once")
                    break
            for map, start in scenario.defaults.items():
                if map in fields:
                    yield from deployment(name, start, tables, fields[map], closed, ("defaults", map))


def fields_of(tables: Rows) -> Fields:
    """The maps of a content in which no map is wrong."""
    return {
        name: Field(number, name, sheet, tables["terrain"])
        for number, (name, sheet) in enumerate(tables["map"].items())
    }


def _total(rows: Mapping[str, Any]) -> int:
    return sum(row.count for row in rows.values())


# ---- the map --------------------------------------------------------------------------------------


def _terrain(terrain: Mapping[str, Terrain]) -> Iterator[Misfit]:
    first: dict[str, str] = {}
    for name, row in terrain.items():
        if row.letter in first:
            taken = f"a letter of its own; {first[row.letter]!r} has it"
            yield Misfit("terrain", name, "letter", repr(row.letter), taken)
        first.setdefault(row.letter, name)
        for place, tag in enumerate(row.tags):
            if tag not in TAGS:
                yield Misfit("terrain", name, "tags", repr(tag), f"one of {', '.join(TAGS)}", path=(place,))


def _sheet(name: str, sheet: Sheet, terrain: Mapping[str, Terrain]) -> Iterator[Misfit]:
    """One letter a hex, and nothing said of hexes that the map does not have."""
    letters = {row.letter for row in terrain.values()}
    if len(sheet.terrain) != sheet.rows:
        yield Misfit("map", name, "terrain", f"{len(sheet.terrain)} lines", f"{sheet.rows}, one for each row of hexes")
    for number, line in enumerate(sheet.terrain):
        if len(line) != sheet.columns:
            each = f"{sheet.columns}, one for each column"
            yield Misfit("map", name, "terrain", f"{len(line)} letters", each, path=(number,))
        for letter in sorted(set(line) - letters):
            known = f"letters of the terrain table: {' '.join(sorted(letters))}"
            yield Misfit("map", name, "terrain", repr(letter), known, path=(number,))
    try:
        grid = grid_of(sheet)
    except ValueError:
        fits = "the printed number of the north-western hex, four digits, so that the last hex is no more than 9999"
        yield Misfit("map", name, "first", repr(sheet.first), fits)
        return
    for field in ("also", "names", "changed"):
        for label in getattr(sheet, field):
            if label != "all" or field != "changed":
                yield from on_the_map(grid, label, "map", name, field, label)
    for field in ("trails", "rivers"):
        for number, hexes in enumerate(getattr(sheet, field)):
            yield from _line(grid, hexes, name, field, number)
    for kind, lines in sheet.lines.items():
        for number, hexes in enumerate(lines):
            yield from _line(grid, hexes, name, "lines", kind, number)
    for kind, texts in sheet.sides.items():
        for number, text in enumerate(texts):
            yield from _side(grid, text, name, kind, number)
    called: dict[str, str] = {}
    for label, text in sheet.names.items():
        if text in called:
            yield Misfit(
                "map", name, "names", f"{text!r} again", f"each place once; {called[text]} has it", path=(label,)
            )
        called.setdefault(text, label)


def _line(grid: HexGrid, line: Sequence[str], name: str, field: str, *path: str | int) -> Iterator[Misfit]:
    off = [
        misfit
        for place, label in enumerate(line)
        for misfit in on_the_map(grid, label, "map", name, field, *path, place)
    ]
    yield from off
    for place, (a, b) in enumerate(pairwise(line if not off else ()), 1):
        if grid.at(b) not in grid.neighbours[grid.at(a)]:
            yield Misfit("map", name, field, f"{b!r} after {a!r}", "a hex next to the one before", "", (*path, place))


def _side(grid: HexGrid, text: str, name: str, kind: str, number: int) -> Iterator[Misfit]:
    """A hex and the neighbours (or, at the edge of the map, the directions) that lie across its sides."""
    first, *across = text.split() or [""]
    off = [
        misfit
        for label in (first, *(word for word in across if word not in DIRECTIONS))
        for misfit in on_the_map(grid, label, "map", name, "sides", kind, number)
    ]
    yield from off
    if not off and not across:
        yield Misfit("map", name, "sides", repr(text), "a hex and what lies across its sides", path=(kind, number))
    for label in across if not off else ():
        if label not in DIRECTIONS and grid.at(label) not in grid.neighbours[grid.at(first)]:
            yield Misfit("map", name, "sides", f"{label!r} beside {first!r}", "hexes that touch", "", (kind, number))


def on_the_map(grid: HexGrid, label: str, table: str, row: str, field: str, *path: str | int) -> Iterator[Misfit]:
    try:
        grid.at(label)
    except ValueError:
        first, last = grid.label(0), grid.label(grid.size - 1)
        yield Misfit(table, row, field, repr(label), f"a hex of the map, {first} to {last}", path=path)


# ---- counters -------------------------------------------------------------------------------------


def _figures(tables: Rows, gear: Sequence[str]) -> Iterator[Misfit]:
    for table in ("people", *gear):
        for name, row in tables[table].items():
            for field in ("fire", "move"):
                figure: Figure = getattr(row, field)
                if abs(figure.value) > MOST:
                    yield Misfit(table, name, field, repr(str(figure)), f"a printed value of at most {MOST}")


def _counters(tables: Rows, gear: Sequence[str]) -> Iterator[Misfit]:
    """Each counter has a name of its own, and there is somebody to command and somebody to fight."""
    seen: dict[str, str] = {}
    for table in ("people", "camps", *gear, "missions", "enemies", "casualties"):
        for name, row in tables[table].items():
            for id in ids_of(name, getattr(row, "count", 1)):
                if id in seen:
                    told = "counters with names of their own"
                    yield Misfit(table, name, "count", f"a second counter {id!r}", told, f"the first is in {seen[id]}")
                seen.setdefault(id, table)
    for table in ("missions", "enemies", "casualties"):
        if not _total(tables[table]):
            yield Misfit(table, next(iter(tables[table])), "count", "a cup without counters", "at least one in all")
    if not any(row.kind == "team" and not row.cost for row in tables["people"].values()):
        yield Misfit("people", next(iter(tables["people"])), "cost", "no team that is free", "one to begin with")
    if all(row.cost for row in tables["camps"].values()):
        yield Misfit("camps", next(iter(tables["camps"])), "cost", "no camp that is free", "one to begin with")


def _of_a_map(tables: Rows, fields: Fields) -> Iterator[Misfit]:
    """Where there are several maps, every mission and every enemy belongs to one, and each map has some."""
    if len(fields) < 2:
        return
    for table in ("missions", "enemies"):
        for name, row in tables[table].items():
            if not row.map:
                yield Misfit(table, name, "map", "no map", f"the one it belongs to: {', '.join(fields)}")
        for map in fields:
            if not sum(row.count for row in tables[table].values() if row.map == map):
                first = next(iter(tables[table]))
                yield Misfit(table, first, "map", f"a cup without counters on {map}", "at least one on every map")


def _missions(tables: Rows, fields: Fields) -> Iterator[Misfit]:
    for name, mission in tables["missions"].items():
        map = fields.get(mission.map or next(iter(fields)))
        for place, label in enumerate(mission.hexes):
            off = [*on_the_map(map.grid, label, "missions", name, "hexes", place)] if map is not None else []
            yield from off
            if map is not None and not off and not enterable(map, map.grid.at(label)):
                yield Misfit("missions", name, "hexes", repr(label), "a hex that somebody can enter", path=(place,))
        for number, needs in enumerate(mission.needs):
            for place, gear in enumerate(needs):
                if not tables["gear"][gear].count:
                    yield Misfit("missions", name, "needs", repr(gear), "gear that has a counter", path=(number, place))


def enterable(map: Field, h: int) -> bool:
    """Whether people can get into a hex, on foot or by craft."""
    return min(map.foot.cost[h], map.way("craft").cost[h]) < IMPASSABLE


def _victory(levels: Mapping[str, Level], most: int) -> Iterator[Misfit]:
    """Every score has a line of the victory table."""
    for net in range(-most, most + 1):
        if not any(
            (row.least is None or net >= row.least) and (row.most is None or net <= row.most) for row in levels.values()
        ):
            yield Misfit("victory", next(iter(levels)), "least", f"no line for a score of {net}", "one for every score")
            return


def deployment(
    name: str, start: Deployment, tables: Rows, map: Field, closed: str, path: tuple[str | int, ...] = ()
) -> Iterator[Misfit]:
    """A default deployment: camps where they may stand, gear and people that there are."""

    def wrong(field: str, found: str, wanted: str, *at: str | int) -> Misfit:
        if path:
            return Misfit("scenarios", name, str(path[0]), found, wanted, path=(*path[1:], field, *at))
        return Misfit("scenarios", name, field, found, wanted, path=at)

    for field in ("camp", "camp2"):
        label = getattr(start, field)
        if label:
            try:
                site = map.grid.at(label) in map.camp_sites
            except ValueError:
                first, last = map.grid.label(0), map.grid.label(map.grid.size - 1)
                yield wrong(field, repr(label), f"a hex of the map, {first} to {last}")
            else:
                if not site:
                    yield wrong(field, repr(label), f"a hex that is not in or next to {closed}")
    for place, gear in enumerate(start.gear):
        if start.gear[: place + 1].count(gear) > tables["gear"][gear].count:
            yield wrong(
                "gear", f"one {gear} more", f"{tables['gear'][gear].count} at most, as there are counters", place
            )
    for place, person in enumerate(start.people):
        if not tables["people"][person].cost or person in start.people[:place]:
            told = "people who are to be paid, each once; the others come by themselves"
            yield wrong("people", repr(person), told, place)
