"""1.2 and the scenarios: what both sides have when the first turn begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import chain
from typing import NamedTuple

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDE_NAMES, SIDES, Deployment
from sandtable.games.bct.setup.staging import deployments, stationed, the_deployment
from sandtable.games.bct.state import ALL_SEATS, BG, POOL, is_covert, members
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.table import Table
from tests.bct.deploying import (
    Picker,
    at_random,
    begin,
    by_default,
    deploy,
    kinds,
    out,
    refusal,
    set_up,
    where,
    with_one_plan,
)


class Book(NamedTuple):
    """One side of a scenario, as the book prints it."""

    vp: int
    c2: int
    objective: str
    initial: str
    reinforcements: str
    nets: int
    assets: tuple[int, int]
    air: tuple[int | None, int | None]
    """The most Air Assets on Units and in the Pool."""


TURNS = {"intervention": 10, "terrorist-hunt": 15, "surge": 20, "jihad": 15}
BOOK = {
    "intervention-coalition": Book(
        *(0, 3, "security-confidence"),
        "3 coalition-hq 2 air-assault 1 air-cavalry 2 light-infantry 3 logistics-support 1 mechanized 1 special-forces "
        "3 ana-1",
        "1 coalition-hq 4 fob 1 armored-cavalry 1 light-infantry 1 logistics-support 1 special-forces",
        *(0, (4, 12), (0, 0)),
    ),
    "intervention-insurgent": Book(
        *(0, 4, ""),
        "4 insurgent-hq 2 training-camp 6 militia 4 guerrillas 2 infantry 1 supply-column",
        "1 insurgent-hq 4 training-camp 2 guerrillas 1 supply-column",
        *(6, (4, 10), (None, None)),
    ),
    "terrorist-hunt-coalition": Book(
        *(3, 2, "counter-terrorism"),
        "2 coalition-hq 1 fob 2 special-forces 1 air-cavalry 1 air-assault 2 logistics-support 2 stryker 3 ana-1 3 anp",
        "2 coalition-hq 3 fob 1 air-assault 1 airborne-logistics 1 armored-cavalry 2 light-infantry "
        "1 logistics-support 1 special-forces",
        *(2, (6, 15), (1, 1)),
    ),
    "terrorist-hunt-insurgent": Book(
        *(4, 3, "support-al-qaeda"),
        "3 insurgent-hq 3 training-camp 3 militia 4 guerrillas 4 infantry 1 supply-column",
        "1 insurgent-hq 3 training-camp 2 guerrillas 2 supply-column",
        *(4, (6, 8), (None, None)),
    ),
    "surge-coalition": Book(
        *(0, 2, "counter-insurgency"),
        "1 fob 2 lashkar 2 coalition-hq 1 airborne-logistics 1 armored-cavalry 1 light-infantry 1 logistics-support "
        "1 prt 1 special-forces 3 ana-1 4 anp",
        "3 coalition-hq 3 fob 1 air-assault 1 air-cavalry 2 airborne-logistics 1 armored-cavalry 2 light-infantry "
        "3 logistics-support 2 mechanized 1 motorized-cavalry 3 prt 3 special-forces 3 stryker 2 ana-2",
        *(4, (5, 15), (2, None)),
    ),
    "surge-insurgent": Book(
        *(12, 5, ""),
        "5 insurgent-hq 1 training-camp 12 militia 6 guerrillas 1 supply-column",
        "1 insurgent-hq 5 training-camp 2 guerrillas 3 supply-column",
        *(8, (6, 10), (None, None)),
    ),
    "jihad-coalition": Book(
        *(6, 2, ""),
        "3 fob 6 lashkar 2 coalition-hq 2 light-infantry 1 logistics-support 1 mechanized 1 prt 3 ana-1 2 anp",
        "4 coalition-hq 1 fob 1 air-assault 1 airborne-logistics 1 armored-cavalry 1 logistics-support "
        "1 special-forces 2 stryker",
        *(6, (4, 16), (1, 2)),
    ),
    "jihad-insurgent": Book(
        *(6, 6, "jihad"),
        "6 insurgent-hq 6 militia 12 guerrillas 3 infantry",
        "6 training-camp 2 guerrillas 2 infantry 4 supply-column",
        *(6, (6, 3), (None, None)),
    ),
}
CAVE = {"maruf", "arghistan", "spin-boldak-north", "spin-boldak-south", "shorabak"}
ROUND_THE_CITY = {"kandahar", "arghandab", "daman", "dand", "panjwai"}
ONLY = {
    "intervention-coalition": {
        name: {"kandahar", "ready"}
        for name in ("coalition-hq", "air-assault", "air-cavalry", "light-infantry", "logistics-support", "mechanized")
    },
    "intervention-insurgent": {"insurgent-hq": {"ready"}, "training-camp": CAVE},
    "terrorist-hunt-coalition": {"coalition-hq": {"kandahar", "ready"}},
    "terrorist-hunt-insurgent": {"insurgent-hq": {"ready"}, "training-camp": CAVE},
    "surge-coalition": {"fob": {"kandahar"}},
    "surge-insurgent": {"insurgent-hq": {"ready"}, "training-camp": CAVE},
    "jihad-coalition": {"fob": ROUND_THE_CITY},
    "jihad-insurgent": {"insurgent-hq": {"ready"}},
}
"""Where types may start that may not start anywhere."""
ON_THE_MAP = {"militia", "lashkar", "fob", "training-camp"}


def counted(text: str) -> Counter[str]:
    words = text.split()
    return Counter({name: int(number) for number, name in zip(words[::2], words[1::2], strict=True)})


# ---- what the book says is there --------------------------------------------------------------------


@pytest.mark.parametrize("scenario", TURNS)
@pytest.mark.parametrize("pick", [by_default, at_random(1), at_random(2)], ids=["default", "random", "other"])
def test_both_sides_have_what_the_scenario_gives_them(scenario: str, pick: Picker) -> None:
    g = set_up(begin(scenario), pick)
    s, kit = g.s, g.kit
    assert s.turns_left + s.turn - 1 == TURNS[scenario]
    for side in SIDES:
        book = BOOK[f"{scenario}-{SIDE_NAMES[side]}"]
        assert (s.vp[side], s.c2[side]) == (book.vp, book.c2)
        assert kinds(g, stationed(s, kit, side)) == counted(book.initial)
        late = [t for t in kit.units_of[side] if s.at[t] == kit.reinforcements[side]]
        assert kinds(g, late) == counted(book.reinforcements)
        assert all(s.known[t] == ALL_SEATS and not is_covert(s, t) for t in late)
        assert not any(members(s, kit, hq) for hq in late if kit.is_hq[hq])
        assert sum(s.nets[side * kit.size : (side + 1) * kit.size]) == book.nets
        carried = [a for a in kit.assets_of[side] if s.on[a] >= 0]
        pool = [a for a in kit.assets_of[side] if s.on[a] == POOL]
        assert (len(carried), len(pool)) == book.assets
        for found, most in zip((carried, pool), book.air, strict=True):
            assert most is None or sum(kit.asset_rows[a].air for a in found) <= most
        assert sum(s.hand[side]) == book.c2


@pytest.mark.parametrize("scenario", TURNS)
@pytest.mark.parametrize("pick", [by_default, at_random(3), at_random(4)], ids=["default", "random", "other"])
def test_everything_lies_where_it_may(scenario: str, pick: Picker) -> None:
    g = set_up(begin(scenario, seed=5), pick)
    s, kit = g.s, g.kit
    for district in range(kit.size):
        laid = s.nets[district] + s.nets[kit.size + district]
        assert laid <= {"urban": 3, "rural": 2, "wilderness": 1}[kit.districts[district].kind]
    for side in SIDES:
        only = ONLY[f"{scenario}-{SIDE_NAMES[side]}"]
        for token in stationed(s, kit, side):
            kind = kit.kind_ids[s.kind[token]]
            assert where(g, token) in only.get(kind, {*kit.district_ids, "ready"})
            assert kind not in ON_THE_MAP or where(g, token) != "ready"
            assert not is_covert(s, token) or kit.kinds[s.kind[token]].covert
            load = sum(s.on[a] == token for a in kit.assets_of[side])
            assert load <= (0 if kind == "lashkar" else 99 if kit.is_hq[token] else 2)
        for hq in kit.hqs_of[side]:
            box = members(s, kit, hq)
            assert len(box) <= s.c2[side]
            assert all(is_covert(s, t) == is_covert(s, hq) for t in box)
            assert not kinds(g, box).keys() & (ON_THE_MAP | {"coalition-hq", "insurgent-hq"})
    if scenario == "surge":
        assert s.nets[kit.city] >= 1
    if scenario == "terrorist-hunt":
        bases = {"kandahar", where(g, out(g, "fob"))}
        for kind in ("air-cavalry", "air-assault", "logistics-support", "stryker", "ana-1", "anp"):
            assert where(g, out(g, kind)) in bases


@pytest.mark.parametrize("edition", (2, 3))
@pytest.mark.parametrize("scenario", TURNS)
def test_the_default_is_the_deployment_of_the_content(scenario: str, edition: int) -> None:
    """Until edition 2 to the letter; since then what lies face down lies there whatever it is."""
    g = set_up(open_game("bct").start(Setup(scenario, edition=edition), seed_key(0)), by_default)
    assert_laid_out(g, edition, [g.kit.deployments[f"{scenario}-{side}"] for side in SIDE_NAMES])
    for side in SIDES:
        row = g.kit.deployments[f"{scenario}-{SIDE_NAMES[side]}"]
        assert [g.s.hand[side][n] for n in range(10)] == [row.hand.count(n) for n in range(10)]


@pytest.mark.parametrize("scenario", TURNS)
def test_each_side_has_three_plans_and_each_is_laid_out_as_it_says(scenario: str) -> None:
    """So each of them is legal: a counter that may not lie there would lie elsewhere."""
    start = begin(scenario)
    plans = [deployments(start.kit, scenario, side) for side in SIDES]
    assert [len(some) for some in plans] == [3, 3]
    titles = [the_deployment(start.kit, plan).title for plan in chain(*plans)]
    assert all(titles) and len(set(titles)) == 6
    for chosen in zip(*plans, strict=True):
        g = start.clone()
        for side in SIDES:
            g.apply(side, [("lay-out", chosen[side])])
        assert_laid_out(g, 3, [the_deployment(g.kit, plan) for plan in chosen])


def test_which_plan_and_which_first_hand_a_side_takes_is_drawn() -> None:
    """Each as often as the others, and by one nothing is told of the other."""
    found: Counter[tuple[Hashable, Hashable]] = Counter()
    for seed in range(180):
        g = set_up(begin("terrorist-hunt", seed), by_default, "select", INSURGENT)
        fob = where(g, out(g, "fob")), where(g, out(g, "ana-1", 2))
        hand = tuple(n for n in range(10) if g.s.hand[COALITION][n])
        found[fob, hand] += 1
    assert len({plan for plan, _ in found}) == 3
    assert len(found) == 6, "two of the three plans have the same hand"
    assert min(found.values()) > 180 / 9 / 2


def test_a_plan_is_chosen_before_anything_else_is_set_up() -> None:
    g = begin("surge")
    own, other = (deployments(g.kit, "surge", side)[1] for side in SIDES)
    assert refusal(g, "lay-out", other) == "setup.default"
    deploy(g, "anp", "dand")
    assert refusal(g, "lay-out", own) == "setup.default"


def assert_laid_out(g: BG, edition: int, rows: Sequence[Deployment]) -> None:
    s, kit = g.s, g.kit
    for side, row in zip(SIDES, rows, strict=True):
        texts = [(kind, text) for kind, texts in row.units.items() for text in texts]
        placed = [
            (kit.kind_ids[s.kind[t]], where(g, t) + (" covert" if is_covert(s, t) else ""))
            for t in stationed(s, kit, side)
        ]
        assert Counter(kind for kind, _ in placed) == Counter(kind for kind, _ in texts)
        assert Counter(backs(placed, edition)) == Counter(backs(texts, edition))
        nets = [kit.district_ids[d] for d in range(kit.size) for _ in range(s.nets[side * kit.size + d])]
        assert sorted(nets) == sorted(row.nets)
        boxes = [
            sorted(backs([(k, "covert" * is_covert(s, hq)) for k in kinds(g, members(s, kit, hq)).elements()], edition))
            for hq in kit.hqs_of[side]
        ]
        hqs = row.units["coalition-hq" if side == COALITION else "insurgent-hq"]
        listed = [
            sorted(backs([(k, "covert" * text.endswith("covert")) for k in box], edition))
            for box, text in zip(row.boxes, hqs, strict=False)
        ]
        assert sorted(box for box in boxes if box) == sorted(box for box in listed if box)
        carried = Counter(kit.asset_ids[kit.asset_kind[a]] for a in kit.assets_of[side] if s.on[a] >= 0)
        assert carried == Counter(name for name, _ in row.equip)
        pool = Counter(kit.asset_ids[kit.asset_kind[a]] for a in kit.assets_of[side] if s.on[a] == POOL)
        assert pool == Counter(row.pool)


def backs(placed: list[tuple[str, str]], edition: int) -> list[tuple[str, str]]:
    """What everybody sees of counters, by what each is and where it lies; in edition 2 what they are as well."""
    return [("a back" if text.endswith("covert") and edition > 2 else kind, text) for kind, text in placed]


def test_the_assets_of_the_default_go_to_the_units_it_names() -> None:
    g = set_up(begin("terrorist-hunt"), by_default)
    s, kit = g.s, g.kit
    helicopters = next(a for a in kit.assets_of[COALITION] if s.on[a] >= 0 and kit.asset_rows[a].air)
    assert kit.is_hq[s.on[helicopters]]
    fob = out(g, "fob")
    assert [kit.asset_ids[kit.asset_kind[a]] for a in kit.assets_of[COALITION] if s.on[a] == fob] == ["artillery"]


# ---- cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", TURNS)
def test_objectives_are_selected_then_drawn_to_three(scenario: str) -> None:
    hands = set()
    for seed in range(6):
        g = begin(scenario, seed)
        for side in SIDES:
            named = BOOK[f"{scenario}-{SIDE_NAMES[side]}"].objective
            ids = [g.kit.objective_ids[card] for card in g.s.objectives[side]]
            assert len(ids) == 3
            assert [g.kit.objective_ids[card] for card in g.s.seen[side]] == ([named] if named else [])
            assert not named or named in ids
            assert sorted((*g.s.objectives[side], *g.s.objective_decks[side])) == g.kit.objectives_of[side]
            hands.add((side, *sorted(ids)))
    assert len(hands) > 8, "the decks are not shuffled"


def test_the_chaos_deck_is_shuffled_whole() -> None:
    decks = [begin("surge", seed).s.chaos_deck for seed in range(3)]
    assert all(sorted(deck) == list(range(20)) for deck in decks)
    assert decks[0] != decks[1] != decks[2] != sorted(decks[2])


def test_only_the_owner_hears_which_objectives_he_draws() -> None:
    table = Table(open_game("bct"), Setup("terrorist-hunt"), seed_key(3))
    kit, s = table.g.kit, table.g.s
    for side in SIDES:
        titles = {kit.objectives[card].title for card in s.objectives[side]}
        told = {title for title in titles for line in table.said(side) if title in line.text}
        heard = {title for title in titles for line in table.said(1 - side) if title in line.text}
        assert told == titles
        assert heard == {kit.objectives[card].title for card in s.seen[side]}


def test_a_hand_is_selected_card_by_card() -> None:
    g = set_up(begin("jihad"), by_default, "select", INSURGENT)
    assert g.s.hand[INSURGENT] == [0] * 10
    for _ in range(g.kit.copies[INSURGENT][2]):
        g.apply(INSURGENT, [("select", 2)])
    assert refusal(g, "select", 2) == "setup.hand"
    g.apply(INSURGENT, [("usual",)])
    assert sum(g.s.hand[INSURGENT]) == 6
    assert g.s.hand[INSURGENT][2] == g.kit.copies[INSURGENT][2]
    assert g.s.turn == 1


def test_the_usual_hand_counts_what_was_selected() -> None:
    g = set_up(with_one_plan("intervention"), by_default, "select")
    usual = g.kit.deployments["intervention-coalition"].hand
    g.apply(COALITION, [("select", usual[1]), ("usual",)])
    assert [n for n in range(10) for _ in range(g.s.hand[COALITION][n])] == sorted(usual)


def test_the_usual_hand_goes_on_with_the_commonest_cards() -> None:
    g = with_one_plan("intervention", {"deployments": {"intervention-coalition": {"hand": [1]}}})
    set_up(g, by_default, "select")
    g.apply(COALITION, [("usual",)])
    assert [n for n in range(10) for _ in range(g.s.hand[COALITION][n])] == [1, 2, 3]


def test_a_hand_is_no_larger_than_the_pile() -> None:
    packs = {name: {"copies": 0} for name in (f"coalition-j-{n}" for n in range(1, 10)) if name != "coalition-j-5"}
    g = begin("intervention", overlay={"joint-ops": packs})
    set_up(g, by_default, "select", INSURGENT)
    assert sum(g.s.hand[COALITION]) == g.s.hand[COALITION][5] == 1
