"""Writes the golden records anew: for each game and each way it can end, the first seeded game that ends so.

Run it only after a change of rules or content that is meant: `python tools/golden.py [GAME]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import encode, record_of
from sandtable.kernel.table import Table, quick_table
from sandtable.players import make_player
from tests.golden.ends import ENDS

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
PLAYERS = ("plain", "random")
MOST_ANSWERS = 4000


def played(game: str, setup: Setup, player: str, seed: int) -> Table:
    """One seeded game, answered through the table's own door, with an undo now and then."""
    table = quick_table(open_game(game), f"golden {seed}", setup)
    players = [make_player(table.game, player, seed * 10 + seat) for seat in range(table.seats())]
    while not table.over and table.answers < MOST_ANSWERS:
        ask = table.g.ask
        assert ask is not None
        seat = ask.seats()[table.answers % len(ask.seats())]
        table.answer(seat, players[seat](table.g, seat))
        if table.answers % 17 == 0 and not table.over and "answer" in table.can_undo(seat):
            table.undo(seat)
            table.answer(seat, players[seat](table.g, seat))
    return table


def main() -> None:
    for game, ends in ENDS.items():
        if len(sys.argv) > 1 and game not in sys.argv[1:]:
            continue
        for end, setup in ends.items():
            for seed in range(400):
                table = played(game, setup, PLAYERS[seed % 2], seed)
                outcome = table.g.s.outcome
                if outcome is not None and outcome.rule == end:
                    file = FOLDER / f"{game}-{end.split('.')[-1]}.json"
                    file.write_bytes(encode(record_of(table)))
                    print(f"{file.name}: seed {seed}, {PLAYERS[seed % 2]}, {table.answers} answers, {outcome.label}")
                    break
            else:
                raise SystemExit(f"no game of {game} ended by {end}")


if __name__ == "__main__":
    main()
