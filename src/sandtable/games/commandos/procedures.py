"""The sequence of play of Commandos: Europe: that of the series, map after map."""

from __future__ import annotations

from sandtable.games.commandos.rules import leaving, maps, passage, setup
from sandtable.games.raids.frames import Tour
from sandtable.games.raids.procedures import each_turn, sequence
from sandtable.games.raids.rules import setup as series
from sandtable.games.raids.state import RG
from sandtable.kernel.flow import deed, procedure, question
from sandtable.kernel.options import Seat


def map_in_play(g: RG, f: Tour, seat: Seat) -> str:
    """Norway (1 of 4)."""
    name, many = maps.title(g.kit, g.s.map), len(maps.order(g.s, g.kit))
    return f"{name} ({maps.place(g.s, g.kit) + 1} of {many})" if many > 1 else name


PROCEDURES = sequence(
    procedure("tour", Tour, deed(series.set_up), deed(each_turn), deed(passage.next_map), crumb=map_in_play),
    steps={
        ("set-up", "starting-points"): deed(setup.starting_points),
        ("set-up", "post"): question("post", setup.ask_post, setup.take_post, setup.refuse_post),
        ("turn", "success-phase"): deed(leaving.success_phase),
    },
)
