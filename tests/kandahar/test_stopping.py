"""4.0, 5.0: the player may end the game at any time, also between the blow that hurts his last team and the next."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.chance import ScriptedDealer
from sandtable.kernel.flow import G

GIVEN = {
    "at": "friendly-combat",
    "options": {"attack-reinforces-detected": "off"},
    "hexes": {"all": "clear"},
    "content": {"terrain": {"clear": {"penalty": "0"}}, "pieces": {"a-team": {"fire": "5"}, "ied": {"fire": "5"}}},
    "place": {"base-camp": "0101", "a-team": "1010", "ied": "1011", "raid": "1536"},
    "detected": ["a-team"],
}


def at_a_table(given: dict[str, Any], edition: int = 2) -> tuple[G[Any, Any], ScriptedDealer]:
    """A position as people meet it: play goes on by itself wherever nobody is asked."""
    trial = Trial(Verdict("stop", "4.0", "kandahar", True))
    trial._given(given, "kandahar")
    trial.g.patient = False
    trial.g.s.edition = edition
    return trial.g, trial.dealer


def attacks(g: G[Any, Any], dealer: ScriptedDealer, ours: list[int], theirs: list[int], markers: list[str]) -> None:
    """The team attacks; dice and markers are those of this battle and of all that follow by themselves."""
    dealer.feed("attack", ours)
    dealer.feed("defence", theirs)
    dealer.feed("casualty", [g.game.lookup(g.s, "piece", marker) for marker in markers])
    dealer.feed("gear-loss", [1])
    where, enemy = g.game.lookup(g.s, "space", "1010"), g.game.lookup(g.s, "piece", "ied")
    g.apply(0, [("attack", where, enemy)])
    while g.ask is not None and g.ask.offers(0, ("fight",)):
        g.apply(0, [("fight",)])


def test_who_has_lost_his_last_battle_but_one_is_asked_before_the_next() -> None:
    g, dealer = at_a_table(GIVEN)
    attacks(g, dealer, [1], [6], ["gunner-down"])
    assert not g.over and g.ask is not None and "last team" in g.ask.prompt
    g.apply(0, [("stop",)])
    assert g.s.outcome is not None and g.s.outcome.rule == "victory.stop-early"


def test_and_may_let_it_come() -> None:
    g, dealer = at_a_table(GIVEN)
    attacks(g, dealer, [1, 6], [6, 1], ["gunner-down", "cries"])
    assert not g.over
    g.apply(0, [("rest",)])
    assert g.s.outcome is not None and g.s.outcome.rule != "victory.stop-early"


def test_tables_of_the_first_edition_go_on_as_they_began() -> None:
    g, dealer = at_a_table(GIVEN, edition=1)
    attacks(g, dealer, [1, 6], [6, 1], ["gunner-down", "cries"])
    assert g.over
