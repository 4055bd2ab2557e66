"""1.2: what a side may and may not do in its set-up, question by question."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.setup.defaults import bearer
from sandtable.games.bct.setup.staging import STAGED, deployments, staged, stationed
from sandtable.games.bct.state import ALL_SEATS, BG, BOXED, POOL, RESERVES, hq_of_front, is_covert, members
from sandtable.kernel.options import Option, Seat
from tests.bct.deploying import (
    Picker,
    all_in,
    asset,
    at_assets,
    at_boxes,
    at_random,
    begin,
    by_default,
    deploy,
    kinds,
    listed,
    out,
    refusal,
    set_up,
    space,
    waiting,
    where,
    with_one_plan,
)

# ---- Units ------------------------------------------------------------------------------------------


def test_the_coalition_sets_up_first() -> None:
    g = begin("surge")
    assert g.ask is not None and g.ask.seats() == [COALITION]
    refused = g.why_not(INSURGENT, ("deploy", waiting(g, "militia"), 0))
    assert refused is not None
    set_up(g, by_default, "units", INSURGENT)
    assert g.ask.seats() == [INSURGENT]


def test_units_start_where_the_scenario_says() -> None:
    g = begin("intervention")
    assert refusal(g, "deploy", waiting(g, "mechanized"), space(g, "dand")) == "setup.where"
    assert refusal(g, "deploy", waiting(g, "ana-1"), g.kit.reinforcements[COALITION]) == "setup.where"
    assert refusal(g, "deploy", waiting(g, "ana-1"), g.kit.ready[INSURGENT]) == "setup.where"
    deploy(g, "ana-1", "dand")
    deploy(g, "mechanized", "ready")
    assert refusal(g, "deploy", out(g, "mechanized"), space(g, "kandahar")) == "setup.units"


def test_a_refused_place_is_told_with_the_right_ones() -> None:
    g = begin("intervention")
    told = {}
    for kind, name in (("mechanized", "dand"), ("ana-1", "ready")):
        side = INSURGENT if name == "ready" else COALITION
        refused = g.why_not(COALITION, ("deploy", waiting(g, kind), space(g, name, side)))
        assert refused is not None
        told[kind] = refused.text
    assert told["mechanized"].endswith("starts in Kandahar or the Airbase.")
    assert told["ana-1"].endswith("starts in any District or the Airbase.")


def test_only_own_units_that_wait_are_set_up() -> None:
    g = begin("intervention")
    reserve = next(t for t in g.kit.units_of[COALITION] if g.s.at[t] == RESERVES)
    assert refusal(g, "deploy", reserve, space(g, "kandahar")) == "setup.units"
    assert refusal(g, "deploy", waiting(g, "militia"), space(g, "kandahar")) == "setup.units"
    assert refusal(g, "done") == "setup.units"
    second = [t for t in g.kit.units_of[COALITION] if g.s.at[t] == STAGED and "ana-1" in kinds(g, [t])][1]
    assert refusal(g, "deploy", second, space(g, "kandahar")) == "setup.units"


def test_only_what_has_a_covert_side_starts_covert() -> None:
    g = begin("intervention")
    assert refusal(g, "deploy-covert", waiting(g, "ana-1"), space(g, "dand")) == "setup.face"
    team = deploy(g, "special-forces", "dand", covert=True)
    assert is_covert(g.s, team) and g.s.known[team] == 1 << COALITION
    set_up(g, by_default, "units", INSURGENT)
    militia = deploy(g, "militia", "dand")
    assert not is_covert(g.s, militia) and g.s.known[militia] == ALL_SEATS


def test_units_may_start_with_a_fob_once_it_stands() -> None:
    g = begin("terrorist-hunt")
    assert refusal(g, "deploy", waiting(g, "stryker"), space(g, "zhari")) == "setup.where"
    deploy(g, "fob", "zhari")
    deploy(g, "stryker", "zhari")
    deploy(g, "stryker", "kandahar")
    assert refusal(g, "deploy", waiting(g, "anp"), space(g, "ready")) == "setup.where"


def test_a_type_listed_twice_fills_the_first_place_first() -> None:
    units = {"kandahar": {"anp": 1}, "map": {"anp": 1}, "reinforcements": {"anp": 1}}
    g = begin("jihad", overlay={"forces": {"jihad-coalition": {"units": units}}})
    assert refusal(g, "deploy", waiting(g, "anp"), space(g, "dand")) == "setup.where"
    deploy(g, "anp", "kandahar")
    deploy(g, "anp", "dand")
    assert g.s.stack[-1].step != "units"


# ---- SWET/Nets --------------------------------------------------------------------------------------


def test_nets_fill_the_places_in_order_within_the_limits() -> None:
    g = set_up(begin("surge"), at_random(0), "nets")
    assert refusal(g, "net", space(g, "dand")) == "setup.nets"
    g.apply(COALITION, [("net", space(g, "kandahar"))])
    g.apply(COALITION, [("net", space(g, "shorabak"))])
    assert refusal(g, "net", space(g, "shorabak")) == "net.limit"
    assert refusal(g, "net", g.kit.ready[COALITION]) == "setup.nets"
    assert refusal(g, "done") == "setup.nets"
    g.apply(COALITION, [("net", space(g, "dand")), ("net", space(g, "dand"))])
    assert g.s.stack[-1].step == "boxes"


def test_the_limit_counts_the_nets_of_both_sides() -> None:
    g = set_up(begin("surge"), at_random(0), "nets")
    g.apply(COALITION, [("net", space(g, "kandahar")), ("net", space(g, "zhari")), ("net", space(g, "zhari"))])
    g.apply(COALITION, [("net", space(g, "kandahar"))])
    set_up(g, at_random(0), "nets", INSURGENT)
    assert refusal(g, "net", space(g, "zhari")) == "net.limit"
    g.apply(INSURGENT, [("net", space(g, "kandahar"))])
    assert refusal(g, "net", space(g, "kandahar")) == "net.limit"


# ---- boxes ------------------------------------------------------------------------------------------


def test_units_join_an_hq_in_their_space_up_to_the_c2_level() -> None:
    g = at_boxes("intervention", "kandahar")
    front = g.s.front[out(g, "coalition-hq")]
    for kind in ("mechanized", "air-cavalry", "special-forces"):
        g.apply(COALITION, [("join", out(g, kind), front)])
    assert g.s.at[out(g, "mechanized")] == BOXED
    assert refusal(g, "join", out(g, "ana-1"), front) == "c2.units"
    assert refusal(g, "join", out(g, "mechanized"), front) == "setup.associate"
    g.apply(COALITION, [("join", out(g, "ana-1"), g.s.front[out(g, "coalition-hq", 1)])])
    assert refusal(g, "join", out(g, "ana-1", 2), g.s.front[out(g, "coalition-hq", 1)]) == "setup.associate"


def test_who_never_joins_an_hq() -> None:
    g = at_boxes("jihad", "kandahar")
    front = g.s.front[out(g, "coalition-hq")]
    for kind in ("lashkar", "fob", "coalition-hq"):
        assert refusal(g, "join", out(g, kind), front) == "hq.who-joins"
    assert refusal(g, "join", out(g, "anp"), g.kit.front_side.index(INSURGENT)) == "setup.associate"
    late = next(t for t in g.kit.hqs_of[COALITION] if g.s.at[t] == g.kit.reinforcements[COALITION])
    assert refusal(g, "join", out(g, "anp"), g.s.front[late]) == "setup.hq-alone"
    beside = next(t for t in g.kit.units_of[COALITION] if g.s.at[t] == g.s.at[late] and "stryker" in kinds(g, [t]))
    assert refusal(g, "join", beside, g.s.front[late]) == "setup.hq-alone"


def test_hq_and_units_share_one_face_and_one_space() -> None:
    g = set_up(begin("intervention"), by_default, "units", INSURGENT)
    deploy(g, "insurgent-hq", "ready", covert=True)
    deploy(g, "guerrillas", "ready")
    deploy(g, "supply-column", "ready", covert=True)
    all_in(g, "dand")
    set_up(g, at_random(0), "boxes", INSURGENT)
    front = next(g.s.front[t] for t in g.kit.hqs_of[INSURGENT] if is_covert(g.s, t))
    placed = stationed(g.s, g.kit, INSURGENT)
    ready = next(t for t in placed if "guerrillas" in kinds(g, [t]) and where(g, t) == "ready")
    assert refusal(g, "join", ready, front) == "covert.match"
    assert refusal(g, "join", out(g, "infantry"), front) == "setup.associate"
    g.apply(INSURGENT, [("join", out(g, "supply-column"), front)])


def test_the_question_of_boxes_is_put_even_if_nobody_can_join() -> None:
    """Or the opponent would learn something about the types of Covert counters."""
    g = set_up(begin("jihad"), by_default, "units", INSURGENT)
    all_in(g, "dand", covert=True)
    set_up(g, at_random(0), "boxes", INSURGENT)
    assert g.ask is not None
    assert list(g.ask.options(INSURGENT)) == [("done",)]


# ---- Assets -----------------------------------------------------------------------------------------


def test_assets_go_to_units_that_were_set_up() -> None:
    g = at_assets("surge")
    late = next(t for t in g.kit.units_of[COALITION] if g.s.at[t] == g.kit.reinforcements[COALITION])
    assert refusal(g, "equip", asset(g, "ucas"), late) == "setup.assets"
    assert refusal(g, "equip", asset(g, "ucas"), waiting(g, "militia")) == "setup.assets"
    assert refusal(g, "equip", asset(g, "heavy-weapons"), out(g, "anp")) == "setup.assets"
    assert refusal(g, "equip", asset(g, "ucas"), out(g, "lashkar")) == "asset.lashkar"
    assert refusal(g, "equip", asset(g, "ucas"), out(g, "anp", 1)) == "setup.assets"
    g.apply(COALITION, [("equip", asset(g, "ucas"), out(g, "anp")), ("equip", asset(g, "ucas"), out(g, "anp"))])
    assert refusal(g, "equip", asset(g, "artillery"), out(g, "anp")) == "asset.limit"
    hq = out(g, "coalition-hq")
    g.apply(COALITION, [("equip", asset(g, "artillery"), hq)] * 2 + [("equip", asset(g, "engineers"), hq)])
    assert g.s.stack[-1].step == "pool"


def test_a_unit_in_a_box_may_have_assets() -> None:
    g = at_boxes("surge", "kandahar")
    g.apply(COALITION, [("join", out(g, "prt"), g.s.front[out(g, "coalition-hq")]), ("done",)])
    g.apply(COALITION, [("equip", asset(g, "civil-affairs-team"), out(g, "prt"))])
    assert out(g, "prt") in g.s.on


def test_as_many_assets_of_a_kind_as_there_are() -> None:
    g = at_assets("surge")
    hq = out(g, "coalition-hq")
    g.apply(COALITION, [("equip", asset(g, "aid-agency"), hq)])
    assert refusal(g, "equip", asset(g, "aid-agency"), hq) == "setup.assets"
    assert refusal(g, "done") == "setup.assets"


@pytest.mark.parametrize(("scenario", "most"), [("intervention", 0), ("terrorist-hunt", 1), ("surge", 2)])
def test_air_assets_on_units_are_limited(scenario: str, most: int) -> None:
    g = at_assets(scenario)
    hq = out(g, "coalition-hq")
    g.apply(COALITION, [("equip", asset(g, "close-air-support"), hq)] * most or [("default",)])
    if most:
        assert refusal(g, "equip", asset(g, "attack-helicopters"), hq) == "setup.air"
    else:
        assert not any(row.air for a, row in enumerate(g.kit.asset_rows) if g.s.on[a] >= 0)


@pytest.mark.parametrize(("scenario", "most"), [("intervention", 0), ("terrorist-hunt", 1), ("jihad", 2), ("surge", 4)])
def test_air_assets_in_the_pool_are_limited(scenario: str, most: int) -> None:
    g = set_up(begin(scenario), by_default_but_pool(), "pool")
    air = [asset(g, "close-air-support"), asset(g, "close-air-support"), asset(g, "attack-helicopters")]
    air = [*air, asset(g, "attack-helicopters")]
    g.apply(COALITION, [("stock", kind) for kind in air[:most]] or [("stock", asset(g, "ucas"))])
    if most < 4:
        assert refusal(g, "stock", air[most]) == "setup.air"
    assert refusal(g, "done") == "setup.pool"


def by_default_but_pool() -> Picker:
    """Plays the Coalition's set-up up to the Pool and gives out no Air Asset."""
    rest = at_random(0)

    def pick(g: BG, seat: Seat) -> Option:
        assert g.ask is not None
        equips = [o for o in g.ask.options(seat) if o[0] == "equip" and g.kit.asset_ids[int(o[1])] == "engineers"]
        equips += [o for o in g.ask.options(seat) if o[0] == "equip" and g.kit.asset_ids[int(o[1])] == "artillery"]
        return equips[0] if equips else rest(g, seat)

    return pick


def test_who_has_fewer_assets_takes_all() -> None:
    forces = {"jihad-insurgent": {"initial_assets": 99, "pool_assets": 5}}
    g = set_up(begin("jihad", overlay={"forces": forces}), by_default)
    assert all(g.s.on[a] >= 0 for a in g.kit.assets_of[INSURGENT])


def test_where_nobody_can_carry_no_asset_is_asked_for() -> None:
    forces = {"jihad-coalition": {"units": {"map": {"lashkar": 2}}, "nets": {}}}
    g = begin("jihad", overlay={"forces": forces})
    deploy(g, "lashkar", "dand")
    deploy(g, "lashkar", "dand")
    assert g.s.stack[-1].step == "pool"


# ---- the rest by default ----------------------------------------------------------------------------


def test_what_was_done_by_hand_counts_against_the_default() -> None:
    g = with_one_plan("surge")
    deploy(g, "lashkar", "ghorak")
    deploy(g, "anp", "dand")
    g.apply(COALITION, [("default",)])
    for kind, placed in (("lashkar", "ghorak"), ("anp", "dand")):
        wanted = g.kit.deployments["surge-coalition"].units[kind][:]
        left = len(wanted) - 1
        if placed in wanted:
            wanted.remove(placed)
        assert sorted(where(g, out(g, kind, n)) for n in range(left + 1)) == sorted([placed, *wanted[:left]])
    assert not staged(g.s, g.kit, COALITION)


def test_the_default_gives_way_to_a_fob_elsewhere() -> None:
    g = begin("terrorist-hunt")
    deploy(g, "fob", "zhari")
    g.apply(COALITION, [("default",)])
    assert where(g, out(g, "air-cavalry")) == "kandahar"
    assert sum(a >= 0 for a in g.s.on) == 6


def test_the_default_gives_way_to_full_districts() -> None:
    g = set_up(begin("surge"), at_random(0), "nets")
    row = g.kit.deployments["surge-insurgent"].nets
    rural = next(d for d in row if g.kit.districts[g.kit.graph.at(d)].kind == "rural")
    g.apply(COALITION, [("net", space(g, "kandahar")), *[("net", space(g, rural))] * 2, ("net", space(g, "nesh"))])
    set_up(g, by_default)
    assert g.s.nets[g.kit.size + space(g, rural)] == 0
    assert sum(g.s.nets[g.kit.size :]) == 8


@pytest.mark.parametrize("step", ["nets", "assets", "pool"])
def test_the_default_completes_from_any_step(step: str) -> None:
    """And leaves alone what was settled by hand before it."""
    g = set_up(begin("surge"), at_random(7), step)
    at, box, nets, on = g.s.at[:], g.s.box[:], g.s.nets[:], g.s.on[:]
    g.apply(COALITION, [("default",)])
    assert g.ask is not None and g.ask.seats() == [INSURGENT]
    if step == "nets":
        assert [x for x, boxed in zip(g.s.at, g.s.box, strict=True) if boxed < 0] == [
            x for x, boxed in zip(at, g.s.box, strict=True) if boxed < 0
        ]
    else:
        assert (g.s.at, g.s.box, g.s.nets) == (at, box, nets)
    if step == "pool":
        assert all(now == then for now, then in zip(g.s.on, on, strict=True) if then >= 0)
    assert sum(g.s.on[a] >= 0 for a in g.kit.assets_of[COALITION]) == 5


def test_the_default_counts_nets_laid_by_hand() -> None:
    g = set_up(with_one_plan("surge"), listed, "nets")
    g.apply(COALITION, [("net", space(g, "kandahar")), ("net", space(g, "daman")), ("default",)])
    laid = [g.kit.district_ids[d] for d in range(g.kit.size) for _ in range(g.s.nets[d])]
    assert laid == sorted(g.kit.deployments["surge-coalition"].nets)


def test_the_default_counts_who_is_in_a_box() -> None:
    """It has two Units in the box of a Covert HQ, and five lie beside it; one of them has joined by hand."""
    g = at_boxes("terrorist-hunt", "ready", INSURGENT, covert=True)
    front = g.s.front[out(g, "insurgent-hq")]
    g.apply(INSURGENT, [("join", out(g, "guerrillas"), front), ("default",)])
    assert len(members(g.s, g.kit, hq_of_front(g.s, g.kit, front))) == 2


def test_the_default_counts_assets_given_out_by_hand() -> None:
    g = set_up(with_one_plan("surge"), listed, "assets")
    name, text = g.kit.deployments["surge-coalition"].equip[0]
    given = ("equip", asset(g, name), bearer(g.s, g.kit, COALITION, deployments(g.kit, "surge", COALITION)[0], text))
    g.apply(COALITION, [given, ("default",)])
    carried = Counter(g.kit.asset_ids[g.kit.asset_kind[a]] for a, on in enumerate(g.s.on) if on >= 0)
    assert carried == Counter(name for name, _ in g.kit.deployments["surge-coalition"].equip)


def test_the_default_counts_the_pool_stocked_by_hand() -> None:
    g = set_up(with_one_plan("surge"), by_default_but_pool(), "pool")
    g.apply(COALITION, [("stock", asset(g, "information-operations")), ("default",)])
    pool = Counter(g.kit.asset_ids[g.kit.asset_kind[a]] for a, on in enumerate(g.s.on) if on == POOL)
    wanted = Counter(g.kit.deployments["surge-coalition"].pool)
    assert pool["information-operations"] == wanted["information-operations"] == 1
