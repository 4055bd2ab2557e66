"""Texts with names in them: filled in as before, and each name found once for a whole view."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import sight
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, open_game
from sandtable.kernel.options import SPECTATOR
from sandtable.kernel.words import Words, parts
from sandtable.players import Seated


def played(name: str, decisions: int) -> G[Any, Any]:
    """A game of random play, so many decisions on."""
    game = open_game(name)
    g = game.start(key=dice_key(seed_key(name), []))
    players = Seated(game, "random", g.s.seats, name)
    for _ in range(decisions):
        seat = players.seat(g)
        g.take(seat, players.answer(g, seat))
    return g


def test_a_template_tells_its_arguments_and_their_domains() -> None:
    assert parts("{0:token} goes to {1:space}.") == (("", 0, "token"), (" goes to ", 1, "space"), (".", -1, ""))
    assert parts("{0} of {{two}}") == (("", 0, ""), (" of {", -1, ""), ("two}", -1, ""))


def test_what_is_said_of_several() -> None:
    words = Words((bct := open_game("bct")), bct.start(key=seed_key("several")).s, SPECTATOR)
    assert words.fill("{0} goes to {1}; {1} is there.", ["Preachers (Pool)", "Front 5"]) == (
        "Preachers (Pool) go to Front 5; Front 5 is there."
    )
    assert words.fill("{0} is lost as {1} rolls.", ["Guerrillas", "Guerrillas 2"]) == (
        "Guerrillas are lost as Guerrillas 2 rolls."
    )
    named = {row.name for row in (*bct.kit.kinds, *bct.kit.asset_rows)}
    assert bct.plurals <= named


def test_only_a_number_of_a_domain_is_named() -> None:
    g = played("patrols", 3)
    words = Words(g.game, g.s, SPECTATOR)
    assert words.fill("{0:space}, {0}, {1:space}", [2, "there"]) == f"{g.kit.names[2]}, 2, there"


@pytest.mark.parametrize(("name", "decisions"), [("patrols", 4), ("kandahar", 40), ("bct", 40), ("invasion", 12)])
def test_a_view_asks_for_each_name_once(name: str, decisions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    g = played(name, decisions)
    assert g.ask is not None
    seat = g.ask.groups[0].seat
    asked: list[tuple[str, int]] = []
    whole = type(g.game).name

    def counting(self: Game[Any, Any], s: Any, seat: int, domain: str, value: int) -> str:
        asked.append((domain, value))
        return whole(self, s, seat, domain, value)

    monkeypatch.setattr(type(g.game), "name", counting)
    seen = sight.asked(g, g.ask, seat, odds=False)
    said = [choice for group in seen.groups for choice in group.choices]
    assert len(said) > 1 and len(asked) == len(set(asked))
    titled = {(group.verb, group.title) for group in g.ask.groups if group.title}
    plain = [choice for choice in said if (choice.option[0], choice.text) not in titled]
    assert all(choice.text == g.game.say(g.s, seat, choice.option) for choice in plain)


@pytest.mark.parametrize("name", ["kandahar", "bct"])
def test_a_game_that_says_where_pieces_are_seen_says_what_its_view_shows(name: str) -> None:
    for decisions in range(0, 120, 15):
        g = played(name, decisions)
        there = [token for token, space in enumerate(g.s.at) if space >= 0]
        for seat in range(SPECTATOR, g.s.seats):
            assert g.game.spaces_seen(g.s, seat, there) == Game.spaces_seen(g.game, g.s, seat, there)
