"""What does not go together in the content of a raid game: maps with gaps, empty cups, hexes off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sandtable.boards.hexes import HexGrid
from sandtable.games.raids.pieces import Figure, Level, Scenario, Sheet, Terrain, ids_of
from sandtable.kernel.content import Misfit, Rows

COUNTED = ("gear", "old-stock", "missions", "enemies", "casualties")
MOST = 999
"""No printed value is larger."""


def misfits(tables: Rows) -> Iterator[Misfit]:
    found = [*_letters(tables["terrain"])]
    for name, sheet in tables["map"].items():
        found += _sheet(name, sheet, tables["terrain"])
    yield from found
    if not found:  # the rest needs a map
        sheet = next(iter(tables["map"].values()))
        grid = HexGrid(sheet.columns, sheet.rows, sheet.odd_up)
        yield from _figures(tables)
        yield from _counters(tables)
        yield from _missions(tables, grid)
        yield from _victory(tables["victory"], _total(tables["missions"]) + len(tables["people"]))
        for name, scenario in tables["scenarios"].items():
            yield from _scenario(name, scenario, tables, grid, _camp_sites(sheet, grid, tables["terrain"]))


def _total(rows: Mapping[str, Any]) -> int:
    return sum(row.count for row in rows.values())


# ---- the map --------------------------------------------------------------------------------------


def _letters(terrain: Mapping[str, Terrain]) -> Iterator[Misfit]:
    first: dict[str, str] = {}
    for name, row in terrain.items():
        if row.letter in first:
            taken = f"a letter of its own; {first[row.letter]!r} has it"
            yield Misfit("terrain", name, "letter", repr(row.letter), taken)
        first.setdefault(row.letter, name)


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
    grid = HexGrid(sheet.columns, sheet.rows, sheet.odd_up)
    for field in ("also", "names", "changed"):
        for label in getattr(sheet, field):
            if label != "all" or field != "changed":
                yield from _on_the_map(grid, label, "map", name, field, label)
    for number, label in enumerate(sheet.northeast_edge):
        yield from _on_the_map(grid, label, "map", name, "northeast_edge", number)
    for field in ("trails", "rivers"):
        for number, line in enumerate(getattr(sheet, field)):
            yield from _line(grid, line, name, field, number)
    called: dict[str, str] = {}
    for label, text in sheet.names.items():
        if text in called:
            yield Misfit(
                "map", name, "names", f"{text!r} again", f"each place once; {called[text]} has it", path=(label,)
            )
        called.setdefault(text, label)


def _line(grid: HexGrid, line: Sequence[str], name: str, field: str, number: int) -> Iterator[Misfit]:
    off = [
        misfit
        for place, label in enumerate(line)
        for misfit in _on_the_map(grid, label, "map", name, field, number, place)
    ]
    yield from off
    for place, (a, b) in enumerate(pairwise(line if not off else ()), 1):
        if grid.at(b) not in grid.neighbours[grid.at(a)]:
            yield Misfit("map", name, field, f"{b!r} after {a!r}", "a hex next to the one before", "", (number, place))


def _on_the_map(grid: HexGrid, label: str, table: str, row: str, field: str, *path: str | int) -> Iterator[Misfit]:
    try:
        grid.at(label)
    except ValueError:
        last = f"{grid.columns:02}{grid.rows:02}"
        yield Misfit(table, row, field, repr(label), f"a hex of the map, 0101 to {last}", path=path)


def _camp_sites(sheet: Sheet, grid: HexGrid, terrain: Mapping[str, Terrain]) -> set[int]:
    """Where a camp may stand: not in or next to ground that is barred to camps (3.1)."""
    letters = {row.letter: key for key, row in terrain.items()}
    barred = set()
    for h in range(grid.size):
        label = grid.label(h)
        main = letters[sheet.terrain[int(label[2:]) - 1][int(label[:2]) - 1]]
        ground = sheet.changed.get(label) or sheet.changed.get("all") or [main, *sheet.also.get(label, [])]
        if any("no-camp" in terrain[key].tags for key in ground):
            barred |= {h, *grid.neighbours[h]}
    return set(range(grid.size)) - barred


# ---- counters -------------------------------------------------------------------------------------


def _figures(tables: Rows) -> Iterator[Misfit]:
    for table in ("people", "gear", "old-stock"):
        for name, row in tables[table].items():
            for field in ("fire", "move"):
                figure: Figure = getattr(row, field)
                if abs(figure.value) > MOST:
                    yield Misfit(table, name, field, repr(str(figure)), f"a printed value of at most {MOST}")


def _counters(tables: Rows) -> Iterator[Misfit]:
    """Each counter has a name of its own, and there is somebody to command and somebody to fight."""
    seen: dict[str, str] = {}
    for table in ("people", "camps", *COUNTED):
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
        yield Misfit("people", next(iter(tables["people"])), "cost", "no team that is free", "one to begin with (3.2)")
    if all(row.cost for row in tables["camps"].values()):
        yield Misfit("camps", next(iter(tables["camps"])), "cost", "no camp that is free", "one to begin with (3.1)")


def _missions(tables: Rows, grid: HexGrid) -> Iterator[Misfit]:
    for name, mission in tables["missions"].items():
        for place, label in enumerate(mission.hexes):
            yield from _on_the_map(grid, label, "missions", name, "hexes", place)
        for number, needs in enumerate(mission.needs):
            for place, gear in enumerate(needs):
                if not tables["gear"][gear].count:
                    yield Misfit("missions", name, "needs", repr(gear), "gear that has a counter", path=(number, place))


def _victory(levels: Mapping[str, Level], most: int) -> Iterator[Misfit]:
    """Every score has a line of the victory table."""
    for net in range(-most, most + 1):
        if not any(
            (row.least is None or net >= row.least) and (row.most is None or net <= row.most) for row in levels.values()
        ):
            yield Misfit("victory", next(iter(levels)), "least", f"no line for a score of {net}", "one for every score")
            return


def _scenario(name: str, scenario: Scenario, tables: Rows, grid: HexGrid, sites: set[int]) -> Iterator[Misfit]:
    for field in ("camp", "camp2"):
        label = getattr(scenario, field)
        off = [*_on_the_map(grid, label, "scenarios", name, field)] if label else []
        yield from off
        if label and not off and grid.at(label) not in sites:
            yield Misfit("scenarios", name, field, repr(label), "a hex that is not in or next to a village (3.1)")
    enemies = _total(tables["enemies"])
    if scenario.withheld_enemies >= enemies:
        found = f"{scenario.withheld_enemies} withheld"
        yield Misfit("scenarios", name, "withheld_enemies", found, f"fewer than the {enemies} enemies that there are")
    for place, gear in enumerate(scenario.gear):
        if scenario.gear[: place + 1].count(gear) > tables["gear"][gear].count:
            told = f"{tables['gear'][gear].count} at most, as there are counters"
            yield Misfit("scenarios", name, "gear", f"one {gear} more", told, path=(place,))
    for place, person in enumerate(scenario.people):
        if not tables["people"][person].cost or person in scenario.people[:place]:
            told = "people who are to be paid, each once; the others come by themselves"
            yield Misfit("scenarios", name, "people", repr(person), told, path=(place,))
