"""4.2, 2.5: what an answer brings to light cannot be taken back, even where nothing came to light."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.kernel.table import Table
from tests.bct.positions import position, table_at, unit

AMBUSH: dict[str, Any] = {
    "content": {"units": {"light-infantry": {"combat": 3}, "guerrillas": {"j2": 1, "combat": 2}}},
    "hand": {"coalition": {"j-2": 1, "j-6": 1}, "insurgent": {"j-2": 1}},
    "place": {
        **{"fob-1": "dand", "light-infantry-1": "dand", "light-infantry-2": "dand", "guerrillas-1": "dand"},
        **{"supply-column-1": "dand", "militia-1": "dand", "light-infantry-3": "dand"},
    },
    "covert": ["supply-column-1", "militia-1"],
    "battle": {"attacker": "light-infantry-1", "target": "guerrillas-1"},
}


def without_supply(given: dict[str, Any]) -> dict[str, Any]:
    """The same with a second Militia in the place of the Supply Column."""
    place = {name: where for name, where in given["place"].items() if name != "supply-column-1"}
    return {**given, "place": {**place, "militia-2": "dand"}, "covert": ["militia-1", "militia-2"]}


WAYS = pytest.mark.parametrize("given", (AMBUSH, without_supply(AMBUSH)), ids=("supplied", "not supplied"))


@WAYS
def test_the_dice_of_the_display_are_a_look_at_hidden_supply(given: dict[str, Any]) -> None:
    """Who brings others into the Battle by a J-6 does so before he sees what the other side fires with."""
    table = table_at(position(**{**given, "at": "battle-cards"}))
    table.answer(COALITION, ("seal", 2))
    table.answer(INSURGENT, ("seal", 0))
    table.answer(COALITION, ("bring", unit(table.g, "light-infantry-2")))
    assert table.can_undo(COALITION)
    table.answer(COALITION, ("done",))
    assert table.can_undo(COALITION) == []


@WAYS
def test_whether_anybody_can_use_a_j_2_card_is_a_look_at_hidden_supply(given: dict[str, Any]) -> None:
    """The Attacker's last Success is spent before it shows whether the Defender has a Unit for his card."""
    table = table_at(position(**{**given, "at": "battle"}))
    table.answer(COALITION, ("commit", 1))
    table.answer(INSURGENT, ("commit", 1))
    table.answer(COALITION, ("scout", unit(table.g, "light-infantry-1")))
    while table.g.ask is not None and ("done",) in table.g.ask.options(COALITION):
        table.answer(COALITION, ("done",))
    assert table.can_undo(COALITION) == []


@pytest.mark.parametrize("where", ("maruf", "zhari"))
def test_who_is_not_rallied_tells_where_an_hq_is_not(where: str) -> None:
    """Of two Covert HQs one has a Suppressed Unit in its box: a rally beside either tells which."""
    table: Table = table_at(
        position(
            at="insurgent-operations",
            place={
                **{"front-1": "maruf", "front-2": "zhari", "guerrillas-1": "front-1"},
                **{"guerrillas-2": "zhari", "guerrillas-3": "maruf"},
            },
            covert=["front-1", "front-2", "guerrillas-1"],
            suppressed=["guerrillas-1", "guerrillas-2", "guerrillas-3"],
            hand={"insurgent": {"j-1": 1, "j-3": 1}},
        )
    )
    table.answer(INSURGENT, ("rally", 1, table.g.kit.graph.at(where)))
    assert table.can_undo(INSURGENT) == []


def test_a_purchase_without_room_is_not_ended_for_its_owner() -> None:
    """That nobody has room may be due to what lies under Covert Units: so he says himself that he buys no more."""
    table = table_at(
        position(
            at="insurgent-operations",
            place={"guerrillas-1": "maruf"},
            covert=["guerrillas-1"],
            assets={"informants-1": "guerrillas-1", "informants-2": "pool", "preachers-1": "pool"},
            hand={"insurgent": {"j-8": 1, "j-3": 1}},
        )
    )
    kit, s = table.g.kit, table.g.s
    table.answer(INSURGENT, ("buy-assets", 8))
    preachers = table.game.lookup(s, "asset", "preachers-1")
    table.answer(INSURGENT, ("buy", preachers, unit(table.g, "guerrillas-1")))
    assert table.g.ask is not None
    assert list(table.g.ask.options(INSURGENT)) == [("done",)]
    assert kit.n.assets_per_unit == 2
