"""Kandahar: Special Forces in Afghanistan (Decision Games, 2016), designed by Eric R. Harvey."""

from sandtable.boards.hexes import Edge
from sandtable.games.raids.game import RaidGame
from sandtable.games.raids.misfits import misfits
from sandtable.games.raids.pieces import TABLES
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.state import Options
from sandtable.kernel.chance import D6
from sandtable.kernel.game import Meta
from sandtable.kernel.switches import switches


class Kandahar(RaidGame):
    package = __name__
    tables = TABLES.holding({"scenarios": ("full", "short")}, misfits)
    policy = Policy(automatic_detects=True, distance_die=D6, off_map=Edge.WRAP)
    meta = Meta(
        id="kandahar",
        title="Kandahar: Special Forces in Afghanistan",
        about="You command a few Special Forces teams: draw a mission, choose your gear, get in, get out unheard.",
        designer="Eric R. Harvey",
        publisher="Decision Games",
        rights=(
            "An unofficial adaptation in our own words. Rules and numbers follow the published rulebook; "
            "the map, the counters' values that it does not give, and all art are ours."
        ),
        seats=("Commander",),
        least_seats=1,
        minutes=60,
        scenarios={
            "full": "The full tour: thirty missions, or until you stop.",
            "short": "Six missions: an evening's tour.",
        },
        options=switches(Options),
    )


GAME = Kandahar
