"""Where one rule interrupts another: Sudden Death in the middle of things, empty bins, borders, bases, helicopters."""

from sandtable.games.invasion import GAME
from sandtable.games.invasion.frames import (
    Admin,
    Battle,
    Campaign,
    Draws,
    Operation,
    Operations,
    PolWar,
    Recruit,
    Uprising,
    Year,
)
from sandtable.games.invasion.rules import lots
from sandtable.games.invasion.rules.counters import in_bin
from sandtable.games.invasion.rules.morale import BOTH, COLLAPSED, DEFEATED
from sandtable.games.invasion.rules.movement import in_range
from sandtable.games.invasion.rules.support import communist_support, resistance_support
from sandtable.games.invasion.setup import blank
from sandtable.games.invasion.state import (
    ALL_SEATS,
    AVAILABLE,
    CAMPAIGN_BIN,
    GONE,
    HAND,
    IN_BIN,
    IN_PLAY,
    POOL,
    RECRUIT_BIN,
    USED,
    WG,
    War,
)
from sandtable.kernel.chance import ScriptedDealer
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Option
from sandtable.kernel.state import Frame, clone

INVASION = GAME()
KIT = INVASION.kit
YEAR = [Campaign("each-year"), Year("operations")]
"""Whatever is tried, the next question is put in the Operations Phase."""


def unit(row: str, number: int = 0) -> int:
    return KIT.units_of[KIT.type_of[row]][number]


def marker(row: str) -> int:
    return KIT.markers_of(row)[0]


def war(*frames: Frame, options: dict[str, str] | None = None, **places: str) -> War:
    """A position of 1985 with one unit of a kind in each place, at these frames."""
    s = blank(KIT, INVASION.checked(Setup("1984-2", options or {})))
    s.year, s.morale, s.enlisted = 1985, [8, 8], KIT.first_of_all
    for row, place in places.items():
        s.at[unit(row.replace("_", "-"))] = KIT.space_of[place.replace("_", "-")]
    s.stack = [*map(clone, YEAR), *frames]
    return s


def counter(s: War, row: str, place: str, up: bool = False) -> int:
    slot = s.lies.index(-1)
    s.lies[slot], s.identity[slot], s.known[slot] = KIT.space_of[place], KIT.type_of[row], ALL_SEATS * up
    lots.drawn_into(s, KIT, slot, lots.bin_may_hold(s, KIT) | 1 << KIT.type_of[row])
    return slot


def play(s: War, *answers: Option, **chance: list[int]) -> WG:
    """Gives these answers, with these dice and draws by purpose."""
    dealer = ScriptedDealer()
    for purpose, values in chance.items():
        dealer.feed(purpose.replace("_", "-"), values)
    g = INVASION.resume(s, dealer)
    g.patient = True
    g.start()
    for answer in answers:
        g.answer(0, answer)
    assert INVASION.sound(g.s) == []
    return g


def label(g: WG) -> str:
    return g.s.outcome.label if g.s.outcome is not None else ""


# ---- Sudden Death -----------------------------------------------------------------------------------


def test_a_payment_that_leaves_one_loses_before_anybody_moves() -> None:
    s = war(Operations("operations"), mech_division="kabul")
    s.morale = [2, 8]
    g = play(s, ("target", KIT.space_of["bagram"]), ("send", unit("mech-division")), ("go",))
    assert label(g) == DEFEATED and g.s.at[unit("mech-division")] == KIT.capital


def test_a_purchase_is_charged_where_it_passes_a_whole_point() -> None:
    s = war(Recruit("recruit"), soviet_base="kabul")
    s.morale = [2, 8]
    kabul = KIT.capital
    g = play(s, ("buy", unit("soviet-security"), kabul))
    assert g.s.morale[0] == 2, "half a point is not charged yet"
    g.answer(0, ("buy", unit("infantry-division"), kabul))
    assert label(g) == DEFEATED and g.s.at[unit("infantry-division")] == POOL


def test_the_last_fraction_is_charged_at_the_end() -> None:
    s = war(Recruit("recruit"), soviet_base="kabul")
    g = play(s, ("buy", unit("dra-security"), KIT.capital), ("buy", unit("dra-militia"), KIT.capital))
    assert g.s.morale[0] == 8
    g.answer(0, ("done",))
    assert g.s.morale[0] == 7


def test_a_subversion_marker_in_a_batch_ends_the_game_at_once() -> None:
    s = war(Uprising("uprise"))
    s.morale = [2, 8]
    s.enlisted |= KIT.contingent["cia"]
    cia = KIT.agent_named("cia-subversion")
    s.agent_at[cia] = RECRUIT_BIN
    g = play(s, counter=[KIT.type_of["militia"], len(KIT.types) + cia], subversion=[1])
    assert label(g) == DEFEATED, "an odd success takes a point before the rest is drawn or placed"


def test_cold_war_can_defeat_both() -> None:
    s = war(Draws("draw", side=0, left=1))
    s.morale = [2, 2]
    g = play(s, ("turn-up",), communist_marker=[marker("cold-war")], marker_die=[5])
    assert label(g) == BOTH
    assert g.s.outcome is not None and g.s.outcome.losers == [0]


def test_a_reaction_that_ends_the_game_leaves_no_battle() -> None:
    s = war(Operations("operations"), mech_division="kabul")
    counter(s, "militia", "bagram")
    s.morale = [3, 8]
    s.enlisted |= KIT.contingent["cia"]
    cia = KIT.agent_named("cia-subversion")
    s.agent_at[cia] = RECRUIT_BIN
    batch = [len(KIT.types) + cia, *[KIT.type_of["militia"]] * 3]
    orders = ("target", KIT.space_of["bagram"]), ("send", unit("mech-division")), ("go",)
    g = play(s, *orders, reaction=[1, 1], counter=batch, subversion=[1])
    assert label(g) == DEFEATED


def test_a_battle_won_is_the_end_of_the_resistance() -> None:
    s = war(Battle("superiority", space=KIT.capital), mech_division="kabul")
    counter(s, "resistance-base", "kabul", up=True)
    s.morale = [5, 2]
    g = play(s, communist_superiority=[6], resistance_superiority=[1], communist_fire=[1])
    assert label(g) == COLLAPSED and g.s.morale == [6, 1]


# ---- draws ------------------------------------------------------------------------------------------


def test_from_an_empty_bin_nothing_is_drawn() -> None:
    s = war(Uprising("uprise"))
    s.enlisted = 1 << KIT.type_of["massud"]
    counter(s, "massud", "khost")
    g = play(s)
    assert in_bin(g.s, KIT) == [] and sum(lies >= 0 for lies in g.s.lies) == 1


def test_a_drawn_subversion_marker_changes_bins_after_the_batch() -> None:
    s = war(Uprising("uprise"))
    s.morale = [8, 3]
    s.enlisted |= KIT.contingent["cia"]
    cia = KIT.agent_named("cia-subversion")
    s.agent_at[cia] = RECRUIT_BIN
    batch = [len(KIT.types) + cia, KIT.type_of["guerrilla"]]
    g = play(s, counter=batch, subversion=[6], placement=[5, 3])
    assert g.s.agent_at[cia] == CAMPAIGN_BIN
    assert g.s.lies.count(KIT.space_of["salang-tunnel"]) == 1, "first die 5, second 3"


def test_a_returned_marker_cannot_be_drawn_again_in_the_same_sub_phase() -> None:
    s = war(Draws("draw", side=1, left=2))
    first, second = marker("resistance-unifies"), marker("prc-support")
    s.marker_at = [IN_BIN if m in (first, second) else GONE for m in range(len(s.marker_at))]
    turns = [("turn-up",)] * 3  # two draws, and the end of the sub-phase
    g = play(s, *turns, resistance_marker=[first, second], counter=[KIT.type_of["militia"]] * 2, placement=[1, 1, 1, 2])
    assert g.s.marker_at[first] == IN_BIN and g.s.morale[1] == 10


def test_no_marker_recruits_dra_while_the_purge_holds() -> None:
    s = war(Draws("draw", side=0, left=1), soviet_base="kabul")
    s.marker_at[marker("purge")] = IN_PLAY
    g = play(s, ("turn-up",), communist_marker=[marker("dra-army")])
    assert g.s.morale[0] == 9 and all(g.s.at[u] == POOL for u in KIT.units_of[KIT.type_of["commando-brigade"]])


def test_the_spectacular_drawn_in_reaction_goes_straight_back() -> None:
    s = war(Operations("operations"), mech_division="kabul")
    s.morale = [8, 3]
    batch = [KIT.spectacular, KIT.type_of["militia"]]
    orders = ("target", KIT.space_of["bagram"]), ("send", unit("mech-division")), ("go",)
    g = play(s, *orders, reaction=[1, 1], counter=batch)
    assert [KIT.type_ids[g.s.identity[n]] for n, lies in enumerate(g.s.lies) if lies >= 0] == ["militia"]
    assert KIT.spectacular in in_bin(g.s, KIT)


# ---- stacking, drops, bases -------------------------------------------------------------------------


def test_stacking_holds_where_units_are_dropped() -> None:
    s = war(Operations("operations"), mech_division="uzbek_ssr", soviet_engineer="uzbek_ssr")
    kunduz, baghlan = KIT.space_of["kunduz"], KIT.space_of["baghlan"]
    for number in range(6):
        s.at[unit("infantry-division", number)] = kunduz
    g = play(s, ("target", baghlan), ("send", unit("mech-division")))
    drop = ("drop", unit("soviet-engineer"), kunduz)
    refused = g.why_not(0, drop)
    assert refused is not None and refused.key == "stack.communist"
    g.s.at[unit("infantry-division", 5)] = POOL
    g.asked = None
    assert g.offers(0, drop)


def test_a_base_may_be_placed_into_a_disputed_space() -> None:
    s = war(Recruit("recruit"), soviet_engineer="khost")
    counter(s, "militia", "khost")
    g = play(s)
    assert g.offers(0, ("buy", unit("soviet-base"), KIT.space_of["khost"]))


def test_the_only_base_of_a_helicopter_may_be_an_engineer() -> None:
    khost, gardez = KIT.space_of["khost"], KIT.space_of["gardez"]
    s = war(Operations("operations"), soviet_engineer="shah_i_kot")
    s.at[unit("helicopter")] = AVAILABLE
    assert unit("helicopter") in in_range(s, KIT, khost)
    counter(s, "militia", "shah-i-kot")
    assert unit("helicopter") not in in_range(s, KIT, gardez), "an airfield must be controlled"


# ---- support and borders ----------------------------------------------------------------------------


def test_the_uzbek_line_ends_where_the_enemy_is() -> None:
    s = war()
    reached = communist_support(s, KIT)
    assert all(reached >> KIT.space_of[row] & 1 for row in ("kunduz", "baghlan", "salang-tunnel", "kabul"))
    counter(s, "militia", "salang-tunnel")
    reached = communist_support(s, KIT)
    assert reached >> KIT.space_of["salang-tunnel"] & 1 and not reached >> KIT.capital & 1


def test_a_silenced_area_supports_nobody_and_an_entered_one_only_inside() -> None:
    s = war()
    peshawar, kunar = KIT.space_of["peshawar"], KIT.space_of["kunar-valley"]
    assert not resistance_support(s, KIT) >> peshawar & 1, "neutral"
    s.active = KIT.abroad
    assert resistance_support(s, KIT) >> kunar & 1 and resistance_support(s, KIT) >> KIT.space_of["tora-bora"] & 1
    s.at[unit("sof-brigade")] = peshawar
    assert resistance_support(s, KIT) >> peshawar & 1 and not resistance_support(s, KIT) >> kunar & 1
    s.silenced = 1 << peshawar
    assert not resistance_support(s, KIT) >> peshawar & 1


def test_entering_an_area_raises_morale_before_the_reaction() -> None:
    s = war(Operations("operations"), sof_brigade="kabul")
    s.active, s.morale = KIT.abroad, [8, 4]
    orders = ("target", KIT.space_of["peshawar"]), ("send", unit("sof-brigade")), ("go",)
    g = play(s, *orders, reaction=[2, 3], counter=[KIT.type_of["militia"]] * 3)
    assert g.s.morale[1] == 5, "five passes a check at five"
    assert g.s.lies.count(KIT.space_of["peshawar"]) == 3


def test_only_special_forces_cross_and_nobody_into_a_neutral_country() -> None:
    s = war(Operations("operations"), air_assault_brigade="kabul", sof_brigade="kabul")
    peshawar = KIT.space_of["peshawar"]
    g = play(s)
    refused = g.why_not(0, ("target", peshawar))
    assert refused is not None and refused.key == "area.closed"
    g.s.active = KIT.abroad
    g.asked = None
    g.answer(0, ("target", peshawar))
    refused = g.why_not(0, ("send", unit("air-assault-brigade")))
    assert refused is not None and refused.key == "area.who"


# ---- year and Admin ---------------------------------------------------------------------------------


def test_a_ceasefire_passes_the_enemy_and_brings_no_fight() -> None:
    s = war(Operations("operations"), mech_division="kabul")
    s.marker_at[marker("ceasefire")] = HAND
    counter(s, "militia", "salang-tunnel")
    counter(s, "militia", "baghlan")
    baghlan = KIT.space_of["baghlan"]
    g = play(s)
    assert not g.offers(0, ("target", baghlan))
    for part in (("with", marker("ceasefire")), ("target", baghlan), ("send", unit("mech-division")), ("go",)):
        g.answer(0, part)
    assert g.s.at[unit("mech-division")] == baghlan and g.s.morale == [7, 8]
    assert g.s.marker_at[marker("ceasefire")] == IN_BIN


def test_the_purge_is_due_before_anything_else_in_admin() -> None:
    s = war(Admin("find-due"), soviet_hq="kabul", dra_base="kabul")
    s.marker_at[marker("purge")] = IN_PLAY
    s.at[unit("helicopter")] = USED
    g = play(s)
    assert g.s.morale[0] == 10, "a DRA base counts for nobody"
    assert g.s.marker_at[marker("purge")] == IN_BIN and g.s.at[unit("helicopter")] == AVAILABLE


def test_an_area_hit_by_subversion_does_not_count_at_the_next_control_check() -> None:
    s = war(PolWar("polwar"))
    s.active = KIT.abroad
    kgb = KIT.agent_named("kgb")
    s.agent_at[kgb] = HAND
    peshawar = KIT.space_of["peshawar"]
    g = play(s, ("subvert", kgb, peshawar), subversion=[3])
    assert g.s.agent_at[kgb] == peshawar and g.s.silenced == g.s.uncounted == 1 << peshawar


def test_reconciliation_and_revolution_bar_each_other() -> None:
    s = war(PolWar("polwar"))
    first, second = marker("national-revolution"), marker("national-reconciliation")
    s.marker_at[first] = s.marker_at[second] = HAND
    g = play(s, ("play", first))
    assert g.s.morale[1] == 9 and not g.offers(0, ("play", second))


def test_an_attack_in_place_is_one_force_and_costs_one_point() -> None:
    s = war(Operations("operations"), mech_division="kabul")
    counter(s, "militia", "kabul")
    g = play(s, ("target", KIT.capital), ("go",), reaction=[6, 6])
    assert g.s.morale[0] == 7 and isinstance(g.s.stack[-1], Battle)
    assert isinstance(g.s.stack[-2], Operation)
