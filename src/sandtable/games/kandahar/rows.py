"""What the tables of Kandahar have beyond those of the series: the northeast edge, air support, old stock."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from sandtable.games.raids import rows as series
from sandtable.games.raids.rows import Count, GearRow, PersonRow, Price
from sandtable.kernel.content import names


class Sheet(series.Sheet):
    northeast_edge: list[str] = field(default_factory=list)


class Gear(series.Gear):
    indirect: bool = False
    air_support: bool = False
    stands_for: Annotated[str, names("gear", also=("",))] = ""


class Scenario(series.Scenario, kw_only=True):
    forward_bonus: Price
    forward_reach: Count
    withheld_enemies: Count
    camp: str
    camp2: str | None = None
    people: list[PersonRow] = field(default_factory=list)
    gear: list[GearRow] = field(default_factory=list)
