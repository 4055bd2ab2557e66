"""A game of the raid series that is nothing but what the series shares: two small maps and no policy of its own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from sandtable.boards.hexes import Edge
from sandtable.games.raids.game import RaidCampaign, verbs_of
from sandtable.games.raids.misfits import misfits
from sandtable.games.raids.plain import plain
from sandtable.games.raids.policies import Policy, Words
from sandtable.games.raids.position import Options, RaidState
from sandtable.games.raids.procedures import sequence
from sandtable.games.raids.referee import referee
from sandtable.games.raids.rows import tables_of
from sandtable.kernel.content import Content, Rows, load
from sandtable.kernel.game import Meta
from sandtable.kernel.switches import switches

CONTENT = Path(__file__).parent / "content"
TABLES = tables_of(lambda tables: misfits(tables, "a building"), {})


class IslandPolicy(Policy):
    words = Words(
        team="squad",
        teams="squads",
        camp="base",
        camps="bases",
        home="base",
        closed_to_camps="a building",
        example="a-squad, bren, bren-2",
    )

    def off_map(self) -> Edge:
        return Edge.REFLECT


class Islands(RaidCampaign):
    package = "sandtable.games.kandahar"  # for its ledger: the series cites no key that this one lacks
    state = RaidState
    options = Options
    tables = TABLES
    policy = IslandPolicy()
    procedures = sequence()
    verbs = verbs_of(IslandPolicy.words, {})
    referee = referee({}, {})
    players: ClassVar = {"plain": plain({})}
    meta = Meta(
        id="islands",
        title="Islands",
        about="Two small maps.",
        designer="",
        publisher="",
        rights="",
        seats=("Commander",),
        least_seats=1,
        minutes=5,
        scenarios={"both": "Both maps.", "south": "The south alone."},
        options=switches(Options),
    )


def content(*packs: Any) -> Content:
    return load(CONTENT, TABLES, list(packs))


@lru_cache(maxsize=1)
def islands() -> Islands:
    return Islands(kept=content().kept)


__all__ = ["Islands", "Rows", "content", "islands"]
