"""What does not go together in the content: a table with holes, a map in pieces, forces without counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from sandtable.games.invasion.cards import Enlist, Marker
from sandtable.games.invasion.rows import Choice, Forces, Recruits, Road, Setup, Unit, Zone
from sandtable.kernel.content import Misfit, Rows

COMMUNIST = ("soviet", "dra")


def misfits(tables: Rows) -> Iterator[Misfit]:
    yield from _cells(tables["zones"])
    yield from _spaces(tables)
    yield from _routes(tables)
    yield from _terrain(tables)
    yield from _counters(tables)
    yield from _markers(tables)
    yield from _charts(tables)
    for name, setup in tables["setups"].items():
        yield from _setup(name, setup, tables)
    for name, choice in tables["choices"].items():
        yield from _choice(name, choice, tables)
    yield from _scenarios(tables)


# ---- the map --------------------------------------------------------------------------------------


def _cells(zones: Mapping[str, Zone]) -> Iterator[Misfit]:
    """Each cell of the Random Location Placement Table names one Zone, and each Zone has one."""
    held: dict[str, str] = {}
    for name, zone in zones.items():
        if zone.cell in held:
            hint = f"{held[zone.cell]!r} has it"
            yield Misfit("zones", name, "cell", f"{zone.cell!r} again", "a cell of its own", hint)
        held.setdefault(zone.cell, name)
    empty = [f"{a}-{b}" for a in range(1, 7) for b in range(1, 7) if f"{a}-{b}" not in held]
    if empty:
        found = f"no Zone in {'cell' if len(empty) == 1 else 'cells'} {', '.join(empty)}"
        yield Misfit("zones", next(iter(zones)), "cell", found, "a Zone in each of the 36")


def _named_once(rows: Iterable[tuple[str, str, str]], field: str) -> Iterator[Misfit]:
    """Rows as table, id and name: no two of one name."""
    first: dict[str, str] = {}
    for table, row, text in rows:
        if text in first:
            yield Misfit(table, row, field, f"{text!r} again", "a name of its own", f"{first[text]!r} has it")
        first.setdefault(text, row)


def _spaces(tables: Rows) -> Iterator[Misfit]:
    zones, areas = tables["zones"], tables["areas"]
    yield from _named_once(((t, row, s.name) for t in ("zones", "areas") for row, s in tables[t].items()), "name")
    for row in areas:
        if row in zones:
            yield Misfit("areas", row, "name", f"{row!r} again", "an id of its own; a Zone has it")
    for country, least in (("ussr", 1), ("pakistan", 1), ("iran", 1)):
        if sum(area.country == country for area in areas.values()) < least:
            yield Misfit("areas", next(iter(areas)), "country", f"no area of {country}", "one at least")
    sheet = tables["sheet"]["map"]
    for table in ("zones", "areas"):
        for row, space in tables[table].items():
            for axis, most in (("x", sheet.width), ("y", sheet.height)):
                if not 0 <= getattr(space, axis) <= most:
                    yield Misfit(table, row, axis, f"{getattr(space, axis):g}", f"a place on the sheet, 0 to {most:g}")


def _routes(tables: Rows) -> Iterator[Misfit]:
    """Routes lead somewhere, none is there twice, and the map hangs together."""
    routes: Mapping[str, Road] = tables["routes"]
    near: dict[str, set[str]] = {row: set() for table in ("zones", "areas") for row in tables[table]}
    for row, road in routes.items():
        if road.a == road.b:
            yield Misfit("routes", row, "b", f"{road.b!r}", "another space than the one where it begins")
        elif road.b in near[road.a]:
            yield Misfit("routes", row, "b", f"a second route from {road.a!r} to {road.b!r}", "each route once")
        near[road.a].add(road.b)
        near[road.b].add(road.a)
    capital = tables["numbers"]["book"].capital
    reached, front = {capital}, {capital}
    while front:
        front = {other for space in front for other in near[space]} - reached
        reached |= front
    for table in ("zones", "areas"):
        for row in tables[table]:
            if row not in reached:
                yield Misfit(table, row, "name", "a space apart", f"a way to it from {capital!r} by routes")


def _terrain(tables: Rows) -> Iterator[Misfit]:
    for row in tables["drawing"]:
        if row in tables["terrain"]:
            yield Misfit("drawing", row, "name", f"{row!r} again", "an id that no terrain has")
    for table in ("routes", "rivers"):
        for row, drawn in tables[table].items():
            if not tables["drawing"][drawn.kind].line:
                yield Misfit(table, row, "kind", f"{drawn.kind!r}", "a drawing with a line")


# ---- counters, markers, charts --------------------------------------------------------------------


def _counters(tables: Rows) -> Iterator[Misfit]:
    units: Mapping[str, Unit] = tables["units"]
    recruits: Mapping[str, Recruits] = tables["recruits"]
    yield from _named_once(
        ((t, row, counter.name) for t in ("units", "subversion") for row, counter in tables[t].items()), "name"
    )
    yield from _named_once(
        ((t, row, counter.letter) for t in ("units", "subversion") for row, counter in tables[t].items()), "letter"
    )
    for row, unit in units.items():
        if (unit.reduced_fire is None) != (unit.reduced_guerrilla is None):
            yield Misfit("units", row, "reduced_fire", "half of a reduced side", "both factors of it, or neither")
        if unit.nation in COMMUNIST and row not in recruits:
            yield Misfit("units", row, "name", "no line of the Recruit Table", f"a row {row!r} of recruits")
        if (unit.sort == "contingent") != (unit.nation not in (*COMMUNIST, "mujahedin")):
            yield Misfit("units", row, "sort", f"{unit.sort!r} of {unit.nation}", "contingents of those who intervene")
    for row in recruits:
        if row != "subversion" and (row not in units or units[row].nation not in COMMUNIST):
            yield Misfit("recruits", row, "price", f"{row!r}", "a type of Communist unit, or `subversion`")
    for row, marker in tables["subversion"].items():
        if (marker.side == "resistance") != bool(marker.contingent):
            told = "a contingent with which it comes" if marker.side == "resistance" else "none, for a Communist one"
            yield Misfit("subversion", row, "contingent", repr(marker.contingent), told)


def _markers(tables: Rows) -> Iterator[Misfit]:
    markers: Mapping[str, Marker] = tables["markers"]
    yield from _named_once((("markers", row, marker.title) for row, marker in markers.items()), "title")
    for side in ("communist", "resistance"):
        if not sum(marker.count for marker in markers.values() if marker.side == side):
            yield Misfit("markers", next(iter(markers)), "count", f"no {side} markers", "one at least in each bin")
    nations = {unit.nation for unit in tables["units"].values()}
    for row, marker in markers.items():
        for place, effect in enumerate(marker.effects):
            if isinstance(effect, Enlist) and effect.contingent not in nations:
                found, told = f"{effect.contingent!r}", "a contingent that has units"
                yield Misfit("markers", row, "effects", found, told, path=(place, "contingent"))
        for place, other in enumerate(marker.bars):
            if row not in markers[other].bars:
                hint = f"{other!r} does not bar {row!r}"
                yield Misfit("markers", row, "bars", f"{other!r}", "two that bar each other", hint, (place,))


def _charts(tables: Rows) -> Iterator[Misfit]:
    lines = list(tables["control"].items())
    if lines[0][1].least:
        yield Misfit("control", lines[0][0], "least", f"{lines[0][1].least}", "0, for the first line")
    for (_, before), (row, line) in pairwise(lines):
        if line.least <= before.least:
            yield Misfit("control", row, "least", f"{line.least} after {before.least}", "lines in rising order")
    book = tables["numbers"]["book"]
    if book.lowest >= book.highest:
        yield Misfit("numbers", "book", "lowest", f"{book.lowest}", f"less than the highest, {book.highest}")


# ---- scenarios ------------------------------------------------------------------------------------


def _setup(name: str, setup: Setup, tables: Rows) -> Iterator[Misfit]:
    """No counter is asked for that is not in the mix, and everything is what its place holds."""
    units: Mapping[str, Unit] = tables["units"]
    taken: Counter[str] = Counter()

    def take(field: str, path: tuple[str | int, ...], forces: Forces, sides: tuple[str, ...]) -> Iterator[Misfit]:
        for unit, number in forces.items():
            taken[unit] += number
            if (units[unit].nation in COMMUNIST) != (sides == COMMUNIST):
                told = "a Communist unit" if sides == COMMUNIST else "a Resistance unit"
                yield Misfit("setups", name, field, f"{unit!r}", told, path=(*path, unit))
            elif taken[unit] > units[unit].count:
                found, told = f"{taken[unit]} {unit} in all", f"{units[unit].count} at most, as there are counters"
                yield Misfit("setups", name, field, found, told, path=(*path, unit), odd=True)

    for space, forces in setup.units.items():
        yield from take("units", (space,), forces, COMMUNIST)
    yield from take("air", (), setup.air, COMMUNIST)
    for unit in setup.air:
        if units[unit].sort not in ("airstrike", "helicopter"):
            yield Misfit("setups", name, "air", f"{unit!r}", "an air unit", path=(unit,))
    for place, choice in enumerate(setup.choices):
        if choice in setup.choices[:place]:
            yield Misfit("setups", name, "choices", f"{choice!r} again", "each choice once", path=(place,))
        for misfit in take("choices", (place,), tables["choices"][choice].units, COMMUNIST):
            yield misfit._replace(path=(place,))
    for space, forces in setup.placed.items():
        yield from take("placed", (space,), forces, ())
    drawable = sum(
        units[row].count - taken[row]
        for row in (setup.first_bin or units)
        if units[row].nation not in COMMUNIST and units[row].sort != "spectacular"
    )
    if setup.draws > drawable:
        yield Misfit("setups", name, "draws", f"{setup.draws} draws", f"{drawable} at most, as the bin has counters")
    if setup.to_capital > setup.draws:
        yield Misfit("setups", name, "to_capital", f"{setup.to_capital}", f"{setup.draws} at most, as are drawn")
    for marker, number in setup.markers.items():
        row: Marker = tables["markers"][marker]
        if row.side != "communist" or number > row.count:
            found, told = f"{number} {marker}", "Communist markers, as many as there are"
            yield Misfit("setups", name, "markers", found, told, path=(marker,))
    for place, marker in enumerate(setup.interventions):
        if tables["markers"][marker].side != "resistance" or tables["markers"][marker].after != "stays":
            told = "a Resistance marker that stays"
            yield Misfit("setups", name, "interventions", f"{marker!r}", told, path=(place,))
    agents = [row for row, marker in tables["subversion"].items() if marker.side == "communist"]
    if setup.subversion > len(agents):
        told = f"{len(agents)} at most, as there are markers"
        yield Misfit("setups", name, "subversion", f"{setup.subversion}", told)
    if len(setup.subversion_default) != setup.subversion or not set(setup.subversion_default) <= set(agents):
        found, told = f"{', '.join(setup.subversion_default) or 'none'}", f"{setup.subversion} Communist ones"
        yield Misfit("setups", name, "subversion_default", found, told)


def places(choice: Choice, tables: Rows) -> list[str]:
    """The spaces into which a choice may go, in the order of the map."""
    return [
        row
        for table in ("zones", "areas")
        for row, space in tables[table].items()
        if row in choice.where or (space.kind if table == "zones" else space.country) in choice.where
    ]


def _choice(name: str, choice: Choice, tables: Rows) -> Iterator[Misfit]:
    """The default places every unit where it may go."""
    allowed = places(choice, tables)
    for unit, number in choice.units.items():
        spots = choice.default.get(unit, [])
        if len(spots) != number:
            found, told = f"{len(spots)} places for {number} {unit}", "one for each"
            yield Misfit("choices", name, "default", found, told, path=(unit,) if unit in choice.default else ())
        for place, spot in enumerate(spots):
            if spot not in allowed:
                yield Misfit("choices", name, "default", f"{spot!r}", "a space of this choice", path=(unit, place))
            if choice.one_of_each and spot in spots[:place]:
                found, told = f"{spot!r} again", "no more than one of a type in a space"
                yield Misfit("choices", name, "default", found, told, path=(unit, place))
    for unit in choice.default:
        if unit not in choice.units:
            yield Misfit("choices", name, "default", f"{unit!r}", "a unit of this choice", path=(unit,))


def _scenarios(tables: Rows) -> Iterator[Misfit]:
    yield from _named_once((("scenarios", row, scenario.name) for row, scenario in tables["scenarios"].items()), "name")
    for name, scenario in tables["scenarios"].items():
        if scenario.last < scenario.first:
            yield Misfit("scenarios", name, "last", f"{scenario.last}", f"{scenario.first} or later")
        if scenario.needed > len(scenario.conditions):
            found, told = f"{scenario.needed} needed", f"{len(scenario.conditions)} at most, as there are conditions"
            yield Misfit("scenarios", name, "needed", found, told)
