"""2.5: Assets are exchanged at any time, also by who has just played his last card, before his operations end."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.flow import G

GIVEN = {
    "at": "coalition-operations",
    "place": {"anp-1": "dand", "anp-2": "kandahar"},
    "assets": {"artillery-1": "anp-1"},
    "hand": {"coalition": {"j-3": "1"}},
}


def played_out(edition: int) -> G[Any, Any]:
    """As people meet it: the last card is played, and play goes on by itself wherever nobody is asked."""
    trial = Trial(Verdict("last card", "asset.exchange", "bct", True))
    trial._given(GIVEN, "bct")
    g = trial.g
    g.patient, g.s.edition = False, edition
    card, unit, there = (g.game.lookup(g.s, domain, name) for domain, name in MOVE)
    g.apply(0, [("move", card, unit, there)])
    while g.ask is not None and g.ask.key == "battle.declare":
        g.apply(0, [("hold",)])
    return g


MOVE = (("card", "j-3"), ("token", "anp-1"), ("space", "kandahar"))


def test_who_has_no_card_left_is_asked_before_his_operations_end() -> None:
    g = played_out(edition=3)
    assert g.ask is not None and g.ask.key == "ops.play" and g.ask.single
    asset, unit = g.game.lookup(g.s, "asset", "artillery-1"), g.game.lookup(g.s, "token", "anp-2")
    assert g.offers(0, ("hand", asset, unit))


@pytest.mark.parametrize("edition", [1, 2])
def test_tables_of_earlier_editions_go_on_as_they_began(edition: int) -> None:
    g = played_out(edition)
    assert g.ask is not None and g.ask.key != "ops.play"
