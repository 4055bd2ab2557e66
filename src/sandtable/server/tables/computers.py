"""Computer players at a table: each sees the world as its seat may think it is, never the truth."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping

from sandtable.kernel.options import Seat
from sandtable.kernel.table import Table
from sandtable.players import Budget, Seats, Sits
from sandtable.server.tables.deadlines import TooLong
from sandtable.server.tables.moves import answered

log = logging.getLogger("sandtable.server")

BUDGET = Budget(seconds=5.0)
"""How long a player may think over an answer; one that cannot keep to it is broken off much later."""


class Computers:
    """Who answers for the seats of one table: computer players by name, persons, or nobody yet."""

    def __init__(self, table: Table, sitting: Mapping[Seat, str | Sits]) -> None:
        self.seats = Seats(table.game, dict(sitting), table.host_key.hex(), BUDGET)

    @property
    def names(self) -> dict[Seat, str]:
        """The computer players by seat."""
        return self.seats.names

    def next(self, table: Table, yielded: Collection[Seat]) -> Seat | None:
        """Whose turn it is, if it is a computer's. Persons who are asked too come first, unless they yield."""
        return self.seats.turn(table.g, yielded)

    def play(self, table: Table, seat: Seat) -> Table:
        """The table after this computer's answer. A player that fails is helped out by a random one."""
        try:
            return answered(table, seat, [self.seats.answer(table.g, seat)])[0]
        except (Exception, TooLong):
            log.exception("The player %r of seat %d failed; any legal answer is taken instead.", self.names[seat], seat)
            return answered(table, seat, [self.seats.any_answer(table.g, seat)])[0]


def asked_seats(table: Table) -> list[Seat]:
    ask = table.g.ask
    return ask.awaited() if ask is not None else []
