"""The map of Invasion Afghanistan at 1440 x 900: whole, every name to be read, Kabul's counters side by side."""

from __future__ import annotations

from itertools import combinations
from math import dist

from playwright.sync_api import Page

from sandtable.games.invasion.game import Invasion
from sandtable.kernel import sight
from sandtable.kernel.chance import FastDealer
from sandtable.kernel.game import Setup
from sandtable.kernel.view import Board, View
from tests.browser.conftest import NewPage
from tests.browser.showing import show
from tests.browser.test_maps import boxes, shared


def in_1984() -> tuple[Board, View]:
    """The set-up of 1984 with all its counters, as the first question stands after it."""
    game = Invasion()
    g = game.start(Setup("1984-1"), dealer=FastDealer(3))
    while ("suggested",) in g.options():
        g.take(0, ("suggested",))
    g.take(0, g.options()[0])
    return next(iter(game.boards().values())), sight.view(g, 0)


def test_the_whole_map_can_be_read(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = in_1984()
    show(page, board, view)
    page.wait_for_timeout(300)
    frame = boxes(page, ".board")[0]
    names = boxes(page, ".names .place, .boxname")
    assert len(names) >= len(board.spaces)
    for left, right, top, foot in names:
        assert frame[0] <= left and right <= frame[1] and frame[2] <= top and foot <= frame[3]
        assert foot - top >= 8, "letters of eight pixels"
    counters = boxes(page, ".token .counter")
    assert len(counters) > 40
    hidden = [name for name in names for counter in counters if min(shared(name, counter)) > 3]
    assert hidden == []


def test_the_counters_of_kabul_lie_side_by_side(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = in_1984()
    kabul = next(space.id for space in board.spaces if space.name == "Kabul")
    assert sum(token.space == kabul for token in view.tokens) >= 6
    show(page, board, view)
    page.wait_for_timeout(300)
    own = [f".token[data-token='{token.domain} {token.id}'] .counter" for token in view.tokens if token.space == kabul]
    lying = boxes(page, ", ".join(own))
    assert len(lying) >= 6
    assert all(min(shared(one, other)) < 2 for one, other in combinations(lying, 2))


def test_clicks_between_neighbours_mean_the_nearer(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = in_1984()
    show(page, board, view)
    page.wait_for_timeout(300)
    for a, b in (("Kabul", "Bagram"), ("Gardez", "Ghazni"), ("Tora Bora", "Jalalabad")):
        assert hit_between(page, board, a, b) == [a, b]


def hit_between(page: Page, board: Board, a: str, b: str) -> list[str]:
    """Whom one means a little to either side of the middle between two places."""
    places = {space.name: space for space in board.spaces}
    one, other = places[a], places[b]
    assert dist((one.x, one.y), (other.x, other.y)) < 175
    found = page.evaluate(
        """([one, other]) => {
            const at = (id) => {
                const box = document.querySelector(`.hits [data-id="${id}"]`).getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2];
            };
            const [a, b] = [at(one), at(other)];
            return [0.4, 0.64].map((share) => {
                const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
                const there = document.elementsFromPoint(x, y);
                const hit = there.find((one) => one.closest('.hits') && one.matches('[data-id], [data-round]'));
                return hit ? Number(hit.dataset.id ?? hit.dataset.round) : -1;
            });
        }""",
        [one.id, other.id],
    )
    names = {space.id: space.name for space in board.spaces}
    return [names.get(space, "nobody") for space in found]
