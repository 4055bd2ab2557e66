"""What lies beside the map: each counter with its price, what it is good for, and what the mission needs of it."""

from __future__ import annotations

import pytest

from sandtable.games.raids.pieces import GEAR
from sandtable.games.raids.rules.purchase import default_goods
from sandtable.games.raids.state import RG
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.view import Card, Deck

GAMES = ("kandahar", "commandos")


def at_the_shop(game: str, **options: str) -> RG:
    g = open_game(game).start(Setup(options=options), seed_key("wares"))
    while g.ask is None or g.ask.key != "purchase.when":
        assert g.ask is not None
        offered = list(g.ask.options(0))
        g.apply(0, [next((option for option in offered if option[0] in ("default", "done")), offered[0])])
    return g


def shop(g: RG) -> Deck:
    return next(deck for deck in g.game.view(g.s, 0).decks if deck.name == "for sale")


def ware(g: RG, title: str) -> Card:
    return next(card for card in shop(g).cards if card.title == title)


@pytest.mark.parametrize("game", GAMES)
def test_every_counter_for_sale_says_what_it_costs_and_what_it_is_good_for(game: str) -> None:
    g = at_the_shop(game)
    for deck in g.game.view(g.s, 0).decks:
        for card in deck.cards:
            assert card.shape == "square" and card.use.endswith("."), card.title
            assert not card.cost or card.unit == ("point" if card.cost == "1" else "points")
    assert sum(card.count for card in shop(g).cards) == shop(g).count


@pytest.mark.parametrize("game", GAMES)
def test_what_is_too_dear_says_so_and_is_not_offered(game: str) -> None:
    g = at_the_shop(game)
    g.s.pp = 3
    assert g.ask is not None
    g.start()
    offered = {option[1] for option in g.ask.options(0) if option[0] == "buy"}
    for card in shop(g).cards:
        assert bool(card.barred) == (int(card.cost) > 3)
        assert card.barred in ("", f"Too dear: it costs {card.cost}, and you have 3.")
        assert (card.id in offered) == (not card.barred)


def test_the_mission_at_hand_says_what_it_needs_has_and_lacks() -> None:
    g = at_the_shop("kandahar")
    row = g.kit.missions[g.kit.pieces[g.s.mission].row]
    wanted = {g.kit.pieces[g.kit.by_id[name]].name for way in row.needs for name in way}
    assert {card.title for card in shop(g).cards if card.wanted} == wanted
    assert [check.done for check in shop(g).checks] == [not way for way in row.needs] and wanted
    assert all("lacking: " in check.now for check in shop(g).checks)
    for name in row.needs[0]:
        g.s.at[g.kit.by_id[name]] = 0
    met = shop(g).checks[0]
    assert met.done and met.now.startswith("on the map: ") and "lacking" not in met.now


def test_gear_that_only_missions_want_says_so_unless_a_rule_in_play_gives_it_a_use() -> None:
    plain, aid = at_the_shop("kandahar"), at_the_shop("kandahar", **{"first-aid": "on"})
    assert ware(plain, "Med Kit").use.startswith("Only if a mission asks for it: 6 of 30 do.")
    assert ware(aid, "Med Kit").use.startswith("Takes a casualties marker off a team, once.")
    assert ware(plain, "M249").use == "Adds 4 to a battle. 6 of 30 missions ask for it."


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_purchase_says_what_it_buys_before_it_buys(game: str) -> None:
    g = at_the_shop(game)
    goods, before = default_goods(g), g.s.pp
    assert g.ask is not None
    (title,) = (group.title for group in g.ask.groups if group.verb == "default")
    g.apply(0, [("default",)])
    paid = before - g.s.pp
    names = ", ".join(g.kit.pieces[t].name for t in goods)
    assert title == f"buy the usual gear for {paid} points: {names}"
    assert all(g.s.at[t] >= 0 and g.kit.pieces[t].kind == GEAR for t in goods)
