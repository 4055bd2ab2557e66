"""A small program as somebody writes it who uses Sandtable: `mypy --strict` must find nothing in it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sandtable


class Eager(sandtable.Player):
    """Tries every option in some worlds and takes the one with the best score."""

    def answer(self, world: sandtable.Play) -> sandtable.Option:
        options: list[sandtable.Option] = world.options(self.seat)
        worth: Counter[sandtable.Option] = Counter()
        for dealt in self.worlds(world, most=2):
            for option in options:
                tried = dealt.clone()
                tried.reseed(self.chance.getrandbits(32))
                tried.take(self.seat, option)
                sandtable.play_out(tried, sandtable.Seated(self.game, "random", tried.s.seats, self.seed))
                outcome: sandtable.Outcome | None = tried.s.outcome
                worth[option] += outcome.scores[self.seat] if outcome is not None else 0
        return max(options, key=lambda option: worth[option])


def last(world: sandtable.Play, seat: sandtable.Seat) -> sandtable.Option:
    return world.options(seat)[-1]


def main(rows: Path) -> str:
    game = sandtable.open_game("patrols")
    g = sandtable.new_game(game, seed=1, seats=2)
    while not g.over:
        try:
            g.answer(g.awaited, ("surrender",))
        except sandtable.Refused as refused:
            assert refused.refusal.text
        g.answer(g.awaited, g.options()[0])
    table: sandtable.Table = sandtable.new_table("patrols", seed=1)
    seen: sandtable.View = sandtable.view(table.g, 0)
    assert seen.ask is not None and seen.ask.prompt
    with ThreadPoolExecutor(1) as executor:
        told: sandtable.Simulation = sandtable.simulate(
            game, player=[Eager, last], seats=2, games=2, executor=executor, rows=rows
        )
    report: sandtable.Report = sandtable.verify(sandtable.encode(sandtable.record_of(table)))
    return f"{told.finished} of {told.games}, {report.good}"
