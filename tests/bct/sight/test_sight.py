"""2.4, 2.5, 3.5: what each seat sees of counters, boxes, Assets, hands and piles, and what it calls them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.sight.names import candidates
from sandtable.games.bct.sight.province import box_space
from sandtable.games.bct.state import BG
from sandtable.kernel import sight
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.view import Ref
from tests.bct.positions import counter, pile, position, seen_by, unit

OTHERS = (COALITION, SPECTATOR)
HIDEOUT: dict[str, Any] = {
    "at": "coalition-operations",
    "place": {
        "front-1": "maruf",
        "front-2": "zhari",
        "guerrillas-1": "front-1",
        "guerrillas-2": "maruf",
        "guerrillas-3": "maruf",
        "supply-column-1": "maruf",
        "anp-1": "zhari",
    },
    "covert": ["front-1", "front-2", "guerrillas-1", "guerrillas-2", "supply-column-1"],
    "assets": {"informants-1": "guerrillas-2", "informants-2": "guerrillas-3", "artillery-1": "pool"},
}


@pytest.fixture
def hideout() -> BG:
    """Insurgents in Maruf and Zhari, most of them face down."""
    return position(**HIDEOUT)


def facts(g: BG, seat: Seat, domain: str, value: int) -> dict[str, str]:
    return {fact.name: fact.text for fact in g.game.inspect(g.s, seat, domain, value).facts}


# ---- counters ---------------------------------------------------------------------------------------


def test_the_owner_sees_what_lies_face_down(hideout: BG) -> None:
    own = counter(hideout, INSURGENT, "guerrillas-2")
    assert (own.name, own.face_down, own.badges) == ("Guerrillas", False, ["covert"])
    assert own.symbol and own.values


@pytest.mark.parametrize("seat", OTHERS)
def test_others_see_a_back_its_size_and_its_place(hideout: BG, seat: Seat) -> None:
    for name, title in (("guerrillas-2", "Covert Unit"), ("supply-column-1", "Covert Unit"), ("front-1", "Covert HQ")):
        back = counter(hideout, seat, name)
        assert (back.name, back.face_down, back.space) == (title, True, hideout.kit.graph.at("maruf"))
        assert not back.symbol and not back.values and back.letter == "?"
    lying = [counter(hideout, seat, name) for name in ("guerrillas-2", "supply-column-1")]
    assert len({msgspec.json.encode(msgspec.structs.replace(token, id=0)) for token in lying}) == 1


@pytest.mark.parametrize("seat", (COALITION, INSURGENT, SPECTATOR))
def test_all_see_an_active_counter(hideout: BG, seat: Seat) -> None:
    shown = counter(hideout, seat, "guerrillas-3")
    assert (shown.name, shown.face_down) == ("Guerrillas", False)


@pytest.mark.parametrize("seat", OTHERS)
def test_what_was_seen_is_remembered_until_counters_are_mixed(seat: Seat) -> None:
    """A counter turned over before their eyes is known by its type; what goes under it from now on is not."""
    g = position(**{**HIDEOUT, "at": "insurgent-faces"})
    g.apply(INSURGENT, [("flip", unit(g, "guerrillas-3"))])
    known = counter(g, seat, "guerrillas-3")
    assert (known.name, known.face_down, known.badges) == ("Guerrillas", False, ["covert"])
    informants = Ref(g.game.lookup(g.s, "asset", "informants-2"), "asset")
    assert informants not in {token.ref for token in seen_by(g, seat).tokens}
    g.apply(INSURGENT, [("done",)])  # and without a card in hand the phase is over
    heap = [t for t in g.kit.units_of[INSURGENT] if g.s.at[t] == g.kit.graph.at("maruf") and not g.kit.is_hq[t]]
    backs = [token for token in seen_by(g, seat).tokens if token.ref in map(Ref, heap)]
    assert len(backs) == 3 and all(token.face_down for token in backs)


@pytest.mark.parametrize("seat", OTHERS)
def test_nobody_else_knows_whose_box_it_is(hideout: BG, seat: Seat) -> None:
    """A Unit in a box lies in the box; under which Covert HQ that box goes, its owner alone knows."""
    boxed = counter(hideout, seat, "guerrillas-1")
    assert boxed.space == box_space(hideout.kit, hideout.kit.front_ids.index("front-1"))
    one, two = unit(hideout, "front-1"), unit(hideout, "front-2")
    before = sight.view_bytes(hideout, seat)
    front = hideout.s.front
    front[one], front[two] = front[two], front[one]
    assert sight.view_bytes(hideout, seat) == before
    assert "in its box" not in facts(hideout, seat, "token", one)


def test_the_owner_sees_whose_box_it_is(hideout: BG) -> None:
    hq = unit(hideout, "front-1")
    assert counter(hideout, INSURGENT, "front-1").name == hideout.kit.front_names[hideout.s.front[hq]]
    assert facts(hideout, INSURGENT, "token", hq)["in its box"].startswith("Guerrillas")


# ---- Assets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", OTHERS)
def test_what_lies_under_a_covert_unit_is_the_owners(hideout: BG, seat: Seat) -> None:
    first, second = (hideout.game.lookup(hideout.s, "asset", f"informants-{n}") for n in (1, 2))
    shown = {token.ref: token.on for token in seen_by(hideout, seat).tokens if token.on is not None}
    assert shown == {Ref(second, "asset"): Ref(unit(hideout, "guerrillas-3"))}
    assert facts(hideout, seat, "asset", first)["place"] == "under a Covert Unit"
    assert hideout.game.name(hideout.s, seat, "asset", first) == "Informants (under a Covert Unit)"
    mine = {token.ref for token in seen_by(hideout, INSURGENT).tokens if token.on is not None}
    assert mine == {Ref(first, "asset"), Ref(second, "asset")}


@pytest.mark.parametrize("name", ("Coalition Reserves", "Insurgent Reserves", "Coalition Pool", "Insurgent Pool"))
def test_pools_and_reserves_lie_open(hideout: BG, name: str) -> None:
    piles = [pile(hideout, seat, name) for seat in (COALITION, INSURGENT, SPECTATOR)]
    assert piles[0] == piles[1] == piles[2]
    assert sum(card.count for card in piles[0].cards) == piles[0].count


# ---- cards ------------------------------------------------------------------------------------------


def test_hands_are_counted_and_what_was_shown_is_seen() -> None:
    g = position(
        at="insurgent-operations",
        hand={"coalition": {"j-3": 2, "j-4": 1}, "insurgent": {"j-1": 1}},
        shown={"coalition": {"j-4": 1}},
        objectives={"coalition": ["presence", "attrition", "ring-road"]},
        **{"seen-objectives": {"coalition": ["attrition"]}},
    )
    own = seen_by(g, COALITION).hand
    assert [(card.ref, card.count, card.seat) for card in own[:2]] == [
        (Ref(3, "card"), 2, COALITION),
        (Ref(4, "card"), 1, COALITION),
    ]
    assert {card.title for card in own[2:]} == {"Presence", "Attrition", "Ring Road"}
    assert {card.domain for card in own[2:]} == {"objective"}
    for seat in (INSURGENT, SPECTATOR):
        hand, aims = pile(g, seat, "Coalition hand"), pile(g, seat, "Coalition Objectives")
        assert (hand.count, [card.id for card in hand.cards]) == (3, [4])
        assert (aims.count, [card.title for card in aims.cards]) == (3, ["Attrition"])
    assert not seen_by(g, SPECTATOR).hand and not seen_by(g, SPECTATOR).checks
    assert len(seen_by(g, INSURGENT).checks) == 3


@pytest.mark.parametrize("seat", (COALITION, INSURGENT, SPECTATOR))
def test_decks_are_counted_and_no_more(hideout: BG, seat: Seat) -> None:
    for name in ("Coalition Objective deck", "Insurgent Objective deck", "Chaos deck"):
        deck = pile(hideout, seat, name)
        assert deck.count and not deck.cards


# ---- words ------------------------------------------------------------------------------------------


def test_like_counters_are_numbered_where_they_lie(hideout: BG) -> None:
    """Each seat counts among those that it cannot tell apart, so that a number tells nothing."""
    names = ("guerrillas-2", "guerrillas-3", "supply-column-1", "front-1", "guerrillas-1")

    def called(seat: Seat) -> list[str]:
        return [hideout.game.name(hideout.s, seat, "token", unit(hideout, name)) for name in names]

    box = hideout.kit.front_names[hideout.kit.front_ids.index("front-1")]
    assert called(INSURGENT) == [
        "Guerrillas 1 (Maruf)",
        "Guerrillas 2 (Maruf)",
        "Supply Column (Maruf)",
        f"{box} (Maruf)",
        f"Guerrillas ({box})",
    ]
    backs = sorted([called(COALITION)[0], called(COALITION)[2]])
    assert backs == ["Covert Unit 1 (Maruf)", "Covert Unit 2 (Maruf)"]
    assert called(COALITION)[1] == "Guerrillas (Maruf)"
    assert called(COALITION)[3:] == ["Covert HQ (Maruf)", f"Covert Unit ({box})"]
    assert called(SPECTATOR) == called(COALITION)


@pytest.mark.parametrize("seat", OTHERS)
def test_the_inspector_tells_of_a_back_what_all_see(hideout: BG, seat: Seat) -> None:
    assert facts(hideout, seat, "token", unit(hideout, "supply-column-1")) == {
        "side": "Insurgent",
        "place": "Maruf",
        "state": "Covert",
    }
    own = hideout.game.inspect(hideout.s, INSURGENT, "token", unit(hideout, "supply-column-1"))
    assert any(fact.name == "type" and fact.source for fact in own.facts)


def test_lines_of_communication_are_their_owners_business(hideout: BG) -> None:
    """They may hang on a Covert source of supply: the opponent is told of his own only, an onlooker of none."""
    maruf = hideout.kit.graph.at("maruf")
    assert facts(hideout, INSURGENT, "space", maruf)["Line of Communication"] == "yes"
    assert facts(hideout, COALITION, "space", maruf)["Line of Communication"] == "no"
    assert "Line of Communication" not in facts(hideout, SPECTATOR, "space", maruf)


def test_the_board_has_districts_sanctuaries_and_boxes(hideout: BG) -> None:
    (board,) = hideout.game.boards().values()
    kit = hideout.kit
    assert board.kind == "area"
    assert [space.id for space in board.spaces] == list(range(19 + 4 + 12))
    assert [space.name for space in board.spaces[:19]] == [row.name for row in kit.districts]
    assert [space.name for space in board.spaces[23:]] == kit.front_names
    assert all(len(space.outline) > 2 for space in board.spaces)
    assert {link.kind for link in board.links} == {"road"}
    places = {token.space for token in seen_by(hideout, COALITION).tokens if token.on is None}
    assert places <= {space.id for space in board.spaces}


# ---- looking up -------------------------------------------------------------------------------------


DOMAINS = ("token", "asset", "space", "front", "kind", "asset-kind", "objective", "chaos", "side", "card")


def test_every_name_of_the_tables_is_found(hideout: BG) -> None:
    kit, game, s = hideout.kit, hideout.game, hideout.s
    assert [game.lookup(s, "kind", name) for name in kit.kind_ids] == list(range(len(kit.kinds)))
    assert [game.lookup(s, "objective", row.title) for row in kit.objectives] == list(range(len(kit.objectives)))
    assert [game.lookup(s, "space", name) for name in kit.district_ids] == list(range(kit.size))
    assert {game.lookup(s, "token", name) for name in kit.front_ids} == {t for side in (0, 1) for t in kit.hqs_of[side]}
    assert game.lookup(s, "card", "J-9") == 9


@pytest.mark.parametrize("domain", (*DOMAINS, "number", "modifiers"))
def test_what_is_not_there_is_said_in_a_sentence(hideout: BG, domain: str) -> None:
    with pytest.raises(ValueError, match=r"'the moon' is not an? "):
        hideout.game.lookup(hideout.s, domain, "the moon")
    for seat in (COALITION, INSURGENT, SPECTATOR):
        assert all(hideout.game.name(hideout.s, seat, domain, n) for n in candidates(hideout.kit, domain))


def test_a_number_beyond_the_counters_is_refused(hideout: BG) -> None:
    with pytest.raises(ValueError, match="numbered from 1"):
        hideout.game.lookup(hideout.s, "token", "guerrillas-99")
