"""The terminal takes every argument of an option for the thing that it names: by domain and number, never by words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.games.bct.setup.staging import STAGED
from sandtable.games.bct.sight.names import JOINT_OPS, asset_kind_name, card_name, space_title, unit_title
from sandtable.games.bct.sight.province import box_space
from sandtable.games.bct.state import BOXED, NONE, POOL, available
from sandtable.kernel import sight
from sandtable.kernel.flow import G
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import CARD, SPACE, TOKEN, Board, Card, Ref, Space, Token, View
from sandtable.players import make_player
from sandtable.terminal import guess
from sandtable.terminal.asides import Standpoint
from sandtable.terminal.draw import board as drawing
from sandtable.terminal.draw import panels
from sandtable.terminal.draw.layout import Layout
from sandtable.terminal.menu import Item, Menu, make_menu

Thing = Token | Card | Space | None
Meant = Callable[[G[Any, Any], Seat, str, int, Thing], bool]
"""Whether a thing of the view is what an argument of an option means, by the position alone."""


def as_in_bct(g: G[Any, Any], seat: Seat, domain: str, value: int, thing: Thing) -> bool:
    s, kit = g.s, g.kit
    match thing:
        case Space() if domain == "front":
            return bool(thing.label == kit.front_names[value])
        case Space():
            return domain == SPACE and thing.name == space_title(kit, value)
        case Token() if domain == TOKEN:
            beside = {BOXED: box_space(kit, s.box[value]), STAGED: NONE}
            return thing.space == beside.get(s.at[value], s.at[value]) and thing.name == unit_title(kit, s, seat, value)
        case Token() if domain == "asset":
            return thing.name == kit.asset_rows[value].name and thing.on == Ref(s.on[value])
        case Card() if domain == "asset":
            alike = [a for a in kit.assets_of[seat] if kit.asset_kind[a] == kit.asset_kind[value] and s.on[a] == POOL]
            return thing.title == asset_kind_name(kit, kit.asset_kind[value]) and thing.count == len(alike)
        case Card() if domain in JOINT_OPS:
            held = s.hand[seat] if domain == "card" else available(s, kit, seat)
            return thing.title == card_name(kit, seat, value) and thing.count == held[value] and thing.seat == seat
        case Card():
            return domain == "objective" and thing.title == kit.objectives[value].title and value in s.objectives[seat]
    return domain in ("kind", "asset-kind", "number", "side", "cover", "modifiers", "which-hand", "which-net", "plan")


def as_in_raids(g: G[Any, Any], seat: Seat, domain: str, value: int, thing: Thing) -> bool:
    piece = g.kit.pieces[value] if domain != SPACE else None
    match thing:
        case Space():
            return domain == SPACE and thing.label == g.game.name(g.s, 0, SPACE, value)
        case Token():
            return piece is not None and thing.name == piece.name and thing.space == g.s.at[value] >= 0
        case Card():
            return piece is not None and piece.name in thing.title and g.s.at[value] < 0
    return False


def found(view: View, board: Board, thing: Ref | None) -> Thing:
    places = {space.thing: space for space in board.spaces}
    return None if thing is None else places.get(thing) or view.things().get(thing)


def menus(name: str, seeds: range, every: int) -> Iterator[tuple[G[Any, Any], Seat, View, Board, list[Item]]]:
    """What can be answered in whole games of random play."""
    for seed in seeds:
        game = open_game(name)
        g, player, asks = game.start(Setup(), key=bytes([seed]) * 32), make_player(game, "random", seed), 0
        board = next(iter(game.boards().values()))
        while g.ask is not None:
            seat, asks = g.ask.seats()[0], asks + 1
            if asks % every == 0:
                view = sight.view(g, seat, odds=False)
                yield g, seat, view, board, make_menu(g, seat, view.ask, board, view.tokens).items
            g.apply(seat, [player(g, seat)])


def taken_by_words(g: G[Any, Any], seat: Seat, view: View, domain: str, value: int) -> bool:
    """Whether a counter of another domain has the number of this argument, and a name that is part of its name."""
    others = [token for token in view.tokens if token.id == value and token.domain != g.game.drawn.get(domain, "")]
    return domain != SPACE and any(token.name in g.game.name(g.s, seat, domain, value) for token in others)


@pytest.mark.parametrize(
    ("name", "seeds", "every", "meant", "mistakable"),
    (("bct", range(3), 2, as_in_bct, True), ("kandahar", range(2), 5, as_in_raids, False)),
)
def test_every_argument_is_taken_for_what_it_names(
    name: str, seeds: range, every: int, meant: Meant, mistakable: bool
) -> None:
    """And in BCT there are such that would be taken for another counter by their words, as once 265 were."""
    wrong: list[str] = []
    arguments = by_words = 0
    for g, seat, view, board, items in menus(name, seeds, every):
        pieces, places = {token.ref for token in view.tokens}, {space.thing: space.id for space in board.spaces}
        known: dict[tuple[str, int], bool] = {}
        for item in items:
            domains = g.game.verbs[item.verb].domains
            assert item.tokens == [thing for thing in item.things if thing in pieces]
            assert item.spaces == [places[thing] for thing in item.things if thing in places]
            for domain, value, thing in zip(domains, map(int, item.option[1:]), item.things, strict=True):
                arguments += 1
                by_words += taken_by_words(g, seat, view, domain, value)
                if (domain, value) not in known:
                    known[domain, value] = meant(g, seat, domain, value, found(view, board, thing))
                if not known[domain, value]:
                    wrong.append(f"{item.option}: {domain} {value} is taken for {found(view, board, thing)}")
    assert arguments > 5_000
    assert not wrong, wrong[:5]
    assert (by_words > 0) is mistakable


def test_a_person_finds_pieces_of_every_domain() -> None:
    """A unit by its own name, not what it carries; what it carries by its name; and the box of a headquarters."""
    table = Table(open_game("bct"), Setup(), bytes(32))
    for seat in (0, 1):
        table.answer(seat, ("default",))
    here = Standpoint(table, 0)
    in_play = {token.ref for token in here.view.tokens}
    laid = next(token for token in here.view.tokens if token.domain == "asset")
    carrier = here.view.things()[laid.on or Ref(-1)]
    assert isinstance(carrier, Token)
    assert {thing.ref.domain for thing in guess.things(here.names(), carrier.name, in_play)} == {TOKEN}
    assert laid.ref in {thing.ref for thing in guess.things(here.names(), laid.name, in_play)}
    box = next(space for space in here.board.spaces if space.ref is not None) if here.board else None
    assert box is not None and box.ref in {thing.ref for thing in guess.things(here.names(), box.name, ())}


# ---- cards ----------------------------------------------------------------------------------------


def test_a_card_tells_how_many_whose_and_what_lies_on_it() -> None:
    rifle = Ref(3, CARD)
    view = View(
        "table",
        0,
        [Token(1, "Round", on=rifle), Token(3, "Scout", 0, letter="S")],
        hand=[Card(3, "Rifle", "Fires.", count=2, seat=0), Card(4, "Sling", on=rifle)],
        cards=[Card(9, "Map", seat=1), Card(10, "Orders", on=Ref(3))],
    )
    told = [line.plain for line in panels.status(view, open_game("patrols").ledger, ("Red", "Blue"))]
    assert told == ["In hand:", "Rifle x2 with Round, Sling  Fires.", "On the table:", "Map (Blue)"]
    assert "Rifle x2" in panels.hand_line(view).plain
    scene = Layout(Board("table", "", "cards", 1, 1, [Space(0, "slot", 0, 0)]), view, Menu([]))
    assert drawing.piece(scene, view.tokens[1]).plain == "S Scout (Orders)"
    assert scene.laid_on(rifle) == ["Round", "Sling"] and scene.called(rifle) == "Rifle x2"
