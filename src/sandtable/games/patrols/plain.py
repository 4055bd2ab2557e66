"""The rule-of-thumb player: keeps moving towards what its order wants, and fires when ambushed."""

import random
from collections.abc import Callable

from sandtable.games.patrols.pieces import Hex
from sandtable.games.patrols.state import CARRY, HOLD, MEN, PG, enemy, is_here
from sandtable.kernel.options import Option, Seat


def plain(seed: int) -> Callable[[PG, Seat], Option]:
    """Keeps moving towards what its order wants; fires when ambushed."""
    rng = random.Random(seed)

    def answer(g: PG, seat: Seat) -> Option:
        options = list(g.ask.options(seat)) if g.ask is not None else []
        others = [option for option in options if option[0] in ("halt", "fire", "go", "order")]
        return rng.choice(steps_ahead(g, seat, options) or others)

    return answer


def steps_ahead(g: PG, seat: Seat, options: list[Option]) -> list[Option]:
    """The steps that lead nearest to what the order wants; who is there already stays."""
    carrying = g.s.orders[seat] == CARRY
    goals = goals_of(g, seat)
    nearest: dict[Option, int] = {
        option: min(g.kit.grid.distance[int(option[2])][goal] for goal in goals)
        for option in options
        if option[0] == "step" and not (carrying and option[1] != g.s.case[seat])
    }
    best = min(nearest.values(), default=0)
    arrived = g.kit.hill if g.s.orders[seat] == HOLD else None
    return [step for step, way in nearest.items() if way == best and g.s.at[int(step[1])] != arrived]


def goals_of(g: PG, seat: Seat) -> list[Hex]:
    if g.s.orders[seat] == CARRY:
        return [g.kit.beaches[enemy(seat)]]
    if g.s.orders[seat] == HOLD:
        return [g.kit.hill]
    return [g.s.at[foe] for foe in MEN[enemy(seat)] if is_here(g.s, foe)]
