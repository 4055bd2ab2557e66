"""Computer players at a table: each sees the world as its seat may think it is, never the truth."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping

from sandtable.kernel import sight
from sandtable.kernel.options import Seat
from sandtable.kernel.table import Table
from sandtable.players import RANDOM, derived_seed, make_player
from sandtable.server.tables.deadlines import TooLong
from sandtable.server.tables.moves import answered

log = logging.getLogger("sandtable.server")


class Computers:
    """The computer players of one table, by seat."""

    def __init__(self, table: Table, names: Mapping[Seat, str]) -> None:
        seed = table.host_key.hex()
        self.names = dict(names)
        self._answer = {seat: make_player(table.game, name, derived_seed(seed, seat)) for seat, name in names.items()}
        self._spare = make_player(table.game, RANDOM, derived_seed(seed, "spare"))

    def next(self, table: Table, yielded: Collection[Seat]) -> Seat | None:
        """Whose turn it is, if it is a computer's. Persons who are asked too come first, unless they yield."""
        asked = asked_seats(table)
        mine = [seat for seat in asked if seat in self.names]
        persons = [seat for seat in asked if seat not in self.names and seat not in yielded]
        return mine[0] if mine and not persons else None

    def play(self, table: Table, seat: Seat) -> Table:
        """The table after this computer's answer. A player that fails is helped out by a random one."""
        try:
            return answered(table, seat, [self._answer[seat](sight.world(table.g, seat), seat)])[0]
        except (Exception, TooLong):
            log.exception("The player %r of seat %d failed; any legal answer is taken instead.", self.names[seat], seat)
            return answered(table, seat, [self._spare(sight.world(table.g, seat), seat)])[0]


def asked_seats(table: Table) -> list[Seat]:
    ask = table.g.ask
    return ask.seats() if ask is not None else []
