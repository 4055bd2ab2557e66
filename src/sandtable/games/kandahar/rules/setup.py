"""3.6 and 6.3: enemies withheld, and what a forward camp brings."""

from __future__ import annotations

from sandtable.games.kandahar.state import kit_of, own
from sandtable.games.raids.state import RG, camps
from sandtable.kernel.words import how_many


def withhold_enemies(g: RG) -> None:
    """Two enemies mark the tracks unseen and never appear (3.6)."""
    for _ in range(kit_of(g.kit).tours[g.s.scenario].withheld_enemies):
        own(g).withheld.append(g.draw(g.s.enemy_cup, "withheld", "setup.withheld-enemies"))


def forward_bonus(g: RG) -> None:
    """Ten points for each camp set up among the four hexes nearest the northeast edge (6.3)."""
    kit = kit_of(g.kit)
    scenario = kit.tours[g.s.scenario]
    for camp in camps(g):
        if kit.from_edge[g.s.at[camp]] < scenario.forward_reach:
            g.s.pp += scenario.forward_bonus  # rule: camp.move-no-bonus: it is given at set-up alone
            g.tell("purchase.forward-bonus", "A forward camp brings {0}.", how_many(scenario.forward_bonus, "point"))
