"""What does not go together in the content of Kandahar, beyond what holds for the series."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.raids import misfits as series
from sandtable.games.raids.pieces import Deployment
from sandtable.kernel.content import Misfit, Rows

CLOSED_TO_CAMPS = "a village (3.1)"


def misfits(tables: Rows) -> Iterator[Misfit]:
    found = [*series.misfits(tables, CLOSED_TO_CAMPS, ("gear", "old-stock"))]
    yield from found
    if any(one.table in ("map", "terrain") for one in found):
        return
    (name, map), *others = series.fields_of(tables).items()
    for other, _ in others:
        yield Misfit("map", other, "columns", "a second map", "one map")
    for number, label in enumerate(tables["map"][name].northeast_edge):
        yield from series.on_the_map(map.grid, label, "map", name, "northeast_edge", number)
    enemies = sum(row.count for row in tables["enemies"].values())
    for name, scenario in tables["scenarios"].items():
        start = Deployment(scenario.camp, scenario.camp2, scenario.people, scenario.gear)
        yield from series.deployment(name, start, tables, map, CLOSED_TO_CAMPS)
        if scenario.withheld_enemies >= enemies:
            found_there = f"{scenario.withheld_enemies} withheld"
            fewer = f"fewer than the {enemies} enemies that there are"
            yield Misfit("scenarios", name, "withheld_enemies", found_there, fewer)
