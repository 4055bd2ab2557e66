"""The rule-of-thumb player: the shortest way to the fort, fighting through what waits there."""

from collections.abc import Callable

from sandtable.kernel.options import Option, Seat
from sandtable.lab.starter.state import CG


def plain(seed: int) -> Callable[[CG, Seat], Option]:
    def answer(g: CG, seat: Seat) -> Option:
        assert g.ask is not None
        options = list(g.ask.options(seat))
        if ("fight",) in options:
            return ("fight",)
        distance = g.kit.map.distance[g.kit.fort]
        return min((option for option in options if option[0] == "ride"), key=lambda option: distance[int(option[1])])

    return answer
