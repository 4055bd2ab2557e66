"""What does not go together in the content of BCT Command: a map in pieces, forces without counters, short decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from sandtable.games.bct.pieces import SIDE_NAMES, Deployment, District, Force, Unit
from sandtable.kernel.content import Misfit, Rows


def misfits(tables: Rows) -> Iterator[Misfit]:
    yield from _districts(tables["districts"])
    yield from _roads(tables)
    yield from _units(tables)
    yield from _decks(tables)
    yield from _named_once("assets", "name", tables["assets"])
    if min(level.least for level in tables["levels"].values()) > 0:
        lowest = min(tables["levels"], key=lambda name: int(tables["levels"][name].least))
        yield Misfit("levels", lowest, "least", "no level for a lead of 0", "one that begins at 0")
    for name, force in tables["forces"].items():
        yield from _force(name, force, tables)
    for name, deployment in tables["deployments"].items():
        yield from _deployment(name, deployment, tables)


def _side(row: str) -> str:
    """The side whose force or deployment this is: the id of the row is scenario-side, or scenario-side-2 and so on."""
    name, _, number = row.rpartition("-")
    return (name if number.isdecimal() else row).rpartition("-")[2]


# ---- the Map --------------------------------------------------------------------------------------


def _named_once(table: str, field: str, rows: Mapping[str, Any]) -> Iterator[Misfit]:
    first: dict[str, str] = {}
    for name, row in rows.items():
        text = getattr(row, field)
        if text in first:
            yield Misfit(table, name, field, f"{text!r} again", f"a name of its own; {first[text]!r} has it")
        first.setdefault(text, name)


def _districts(districts: Mapping[str, District]) -> Iterator[Misfit]:
    """Borders run both ways, and every District can be reached."""
    yield from _named_once("districts", "name", districts)
    reached, front = {"kandahar"}, ["kandahar"]
    for name, row in districts.items():
        for place, other in enumerate(row.adjacent):
            if other == name or other in row.adjacent[:place]:
                yield Misfit("districts", name, "adjacent", repr(other), "each neighbour once", path=(place,))
            elif name not in districts[other].adjacent:
                hint = f"{other!r} does not name {name!r} among its own"
                yield Misfit("districts", name, "adjacent", repr(other), "a border both ways", hint, (place,))
    while front:
        new = {other for name in front for other in districts[name].adjacent} - reached
        reached, front = reached | new, sorted(new)
    for name in districts:
        if name not in reached:
            yield Misfit("districts", name, "adjacent", "a District apart", "a way to it from Kandahar")
    if not any(row.border for row in districts.values()):
        yield Misfit("districts", "kandahar", "border", "no District at the border", "one at least, next to the Cave")


def _roads(tables: Rows) -> Iterator[Misfit]:
    for name, road in tables["roads"].items():
        for place, (a, b) in enumerate(pairwise(road.districts), 1):
            if b not in tables["districts"][a].adjacent:
                told = "a District next to the one before"
                yield Misfit("roads", name, "districts", f"{b!r} after {a!r}", told, path=(place,))


# ---- counters and cards ---------------------------------------------------------------------------


def _units(tables: Rows) -> Iterator[Misfit]:
    units: Mapping[str, Unit] = tables["units"]
    for side in SIDE_NAMES:
        own = {name: row for name, row in units.items() if row.side == side}
        at = next(iter(own or units))
        hqs = sum(row.count for row in own.values() if row.size == "hq")
        fronts = sum(row.side == side for row in tables["headquarters"].values())
        if hqs != fronts:
            leader = next((name for name, row in own.items() if row.size == "hq"), at)
            yield Misfit("units", leader, "count", f"{hqs} {side} HQs", f"{fronts}, as headquarters have names")
        local = [name for name, row in own.items() if row.tier == 1]
        if len(local) != 1:
            found = f"{len(local)} types of tier 1 of the {side} side"
            yield Misfit("units", local[-1] if local else at, "tier", found, "one, which it recruits")
    for name, row in units.items():
        for place, other in enumerate(row.upgrades):
            if units[other].side != row.side or units[other].size != row.size or other == name:
                told = "another type of the same side and size"
                yield Misfit("units", name, "upgrades", repr(other), told, path=(place,))


def _decks(tables: Rows) -> Iterator[Misfit]:
    first: dict[tuple[str, int], str] = {}
    for name, card in tables["joint-ops"].items():
        if (card.side, card.number) in first:
            found = f"a second J-{card.number} of the {card.side} side"
            yield Misfit(
                "joint-ops", name, "number", found, "each number once", f"{first[card.side, card.number]!r} has it"
            )
        first.setdefault((card.side, card.number), name)
    for side in SIDE_NAMES:
        if not sum(card.copies for card in tables["joint-ops"].values() if card.side == side):
            found = f"no Joint Ops Cards of the {side} side"
            yield Misfit("joint-ops", next(iter(tables["joint-ops"])), "copies", found, "some to choose from")
    for name, objective in tables["objectives"].items():
        for place, score in enumerate(objective.scores):
            if score.count is not None and not score.per and not score.least:
                found = "a count without a measure"
                yield Misfit("objectives", name, "scores", found, "`per` or `least` of at least 1", path=(place,))
    if not sum(card.copies for card in tables["chaos"].values()):
        yield Misfit("chaos", next(iter(tables["chaos"])), "copies", "a deck without cards", "one Chaos Card at least")


# ---- scenarios ------------------------------------------------------------------------------------


def _force(name: str, force: Force, tables: Rows) -> Iterator[Misfit]:
    """What a scenario gives a side, there must be."""
    side = _side(name)
    taken: Counter[str] = Counter()
    for where, units in force.units.items():
        for unit, number in units.items():
            row, taken[unit] = tables["units"][unit], taken[unit] + number
            if row.side != side:
                yield Misfit("forces", name, "units", repr(unit), f"a Unit of the {side} side", path=(where, unit))
            elif taken[unit] > row.count:
                found, told = f"{taken[unit]} {unit} in all", f"{row.count} at most, as there are counters"
                yield Misfit("forces", name, "units", found, told, path=(where, unit), odd=True)
    deck = [card for card, row in tables["objectives"].items() if row.side == side]
    for place, card in enumerate(force.select):
        if card not in deck or card in force.select[:place]:
            yield Misfit("forces", name, "select", repr(card), f"each a card of the {side} side, once", path=(place,))
    if len(force.select) + force.draw > len(deck):
        found = f"{len(force.select)} cards Selected and {force.draw} drawn"
        yield Misfit("forces", name, "draw", found, f"{len(deck)} at most, as the deck has cards")
    nets = sum(force.nets.values())
    if nets > tables["numbers"]["book"].net_markers:
        most = tables["numbers"]["book"].net_markers
        yield Misfit("forces", name, "nets", f"{nets} SWET/Nets", f"{most} at most, as there are markers", odd=True)


def _deployment(name: str, deployment: Deployment, tables: Rows) -> Iterator[Misfit]:
    """The default names what the side has."""
    side = _side(name)
    for unit in deployment.units:
        if tables["units"][unit].side != side:
            yield Misfit("deployments", name, "units", repr(unit), f"a Unit of the {side} side", path=(unit,))
    for place, (asset, _) in enumerate(deployment.equip):
        if tables["assets"][asset].side != side:
            told = f"an Asset of the {side} side"
            yield Misfit("deployments", name, "equip", repr(asset), told, path=(place, 0))
    for place, asset in enumerate(deployment.pool):
        if tables["assets"][asset].side != side:
            yield Misfit("deployments", name, "pool", repr(asset), f"an Asset of the {side} side", path=(place,))
