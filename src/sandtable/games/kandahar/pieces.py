"""The kit of Kandahar: that of the series, with the northeast edge and the stock of the older game."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.kandahar.rows import Gear, Scenario, Sheet
from sandtable.games.raids import rows as series
from sandtable.games.raids.pieces import Deployment, Kit, Piece, PieceId
from sandtable.kernel.content import Content

OLD = "old-stock"


class KandaharKit(Kit):
    gear_tables: ClassVar[tuple[str, ...]] = ("gear", OLD)

    def __init__(self, content: Content) -> None:
        super().__init__(content)
        self.tours = content.table("scenarios", Scenario)
        self.old_stock = [t for t in self.gear if self.pieces[t].table == OLD]
        [map], [sheet] = self.fields, content.table("map", Sheet).values()
        edge = [map.grid.at(label) for label in sheet.northeast_edge]
        self.from_edge = [min((map.grid.distance[h][e] for e in edge), default=99) for h in range(map.grid.size)]

    def gear_piece(self, id: str, row: str, table: str, gear: series.Gear) -> Piece:
        piece = super().gear_piece(id, row, table, gear)
        if isinstance(gear, Gear):
            piece.stray, piece.indirect = gear.air_support or gear.stray, gear.indirect
        return piece

    def deployment(self, scenario: str, number: int) -> Deployment:
        tour = self.tours[scenario]
        return Deployment(tour.camp, tour.camp2, tour.people, tour.gear)

    def stands_for(self, token: PieceId) -> str:
        """The row that a piece counts as where a mission asks for gear (16.0)."""
        piece = self.pieces[token]
        if piece.table != OLD:
            return piece.row
        return self.content.table(OLD, Gear)[piece.row].stands_for or piece.row  # rule: old-stock.stands-in
