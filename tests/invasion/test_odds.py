"""Odds are exact: held against every throw and every world there is."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from sandtable.games.invasion import GAME
from sandtable.games.invasion.frames import Battle, Campaign, Operation, Operations, Year
from sandtable.games.invasion.odds import of_operation
from sandtable.games.invasion.odds.chances import mean, passes, superior, volley
from sandtable.games.invasion.odds.exchange import outlook
from sandtable.games.invasion.odds.worlds import Deal, all_within, expected
from sandtable.games.invasion.rules import lots
from sandtable.games.invasion.setup import blank
from sandtable.games.invasion.state import ALL_SEATS, War
from sandtable.kernel.chance import ScriptedDealer
from sandtable.kernel.game import Setup
from sandtable.kernel.state import clone

FACES = range(1, 7)
INVASION = GAME()
KIT = INVASION.kit


def test_checks_and_superiority_over_all_throws() -> None:
    for morale in range(1, 13):
        assert passes(morale) == Fraction(sum(a + b <= morale for a, b in product(FACES, FACES)), 36)
    assert superior(0, 0) == Fraction(21, 36) and superior(0, 1) == Fraction(15, 36)
    assert superior(3, 1) == Fraction(sum(a + 3 > b for a, b in product(FACES, FACES)), 36)


def test_a_volley_over_all_throws() -> None:
    factors = (4, 1, 3)
    thrown = [sum(die <= f for die, f in zip(dice, factors, strict=True)) for dice in product(FACES, repeat=3)]
    assert volley(factors) == tuple(Fraction(thrown.count(n), 216) for n in range(4))
    assert mean(volley(factors)) == Fraction(4 + 1 + 3, 6)


MILITIA, GUERRILLA, JIHADI, BASE = (KIT.type_of[row] for row in ("militia", "guerrilla", "jihadi", "resistance-base"))
NARROW = 1 << MILITIA | 1 << GUERRILLA
WIDE = NARROW | 1 << JIHADI | 1 << BASE


def unseen(militia: int, guerrilla: int, jihadi: int, base: int) -> list[int]:
    left = [0] * len(KIT.types)
    left[MILITIA], left[GUERRILLA], left[JIHADI], left[BASE] = militia, guerrilla, jihadi, base
    return left


@pytest.mark.parametrize(
    "order",
    [
        [(NARROW, True), (WIDE, True)],
        [(NARROW, False), (NARROW, True), (WIDE, True)],
        [(NARROW, False), (NARROW, False), (WIDE, True), (WIDE, False), (WIDE, True)],
    ],
)
def test_worlds_are_counted_as_if_each_were_dealt(order: list[tuple[int, bool]]) -> None:
    left = unseen(2, 1, 2, 1)
    counters = [t for t, n in enumerate(left) for _ in range(n)]
    worlds = [
        deal
        for deal in permutations(range(len(counters)), len(order))
        if all(types >> counters[c] & 1 for c, (types, _) in zip(deal, order, strict=True))
    ]
    here = [[counters[c] for c, (_, looked) in zip(deal, order, strict=True) if looked] for deal in worlds]
    look = Deal(left, order)
    for most in range(1, 5):
        meant = Fraction(sum(all(KIT.guerrilla[t][0] <= most for t in kinds) for kinds in here), len(worlds))
        assert all_within(look, lambda t, most=most: KIT.guerrilla[t][0] <= most) == meant  # type: ignore[misc]
    fires = Fraction(sum(KIT.fires[t][0] for kinds in here for t in kinds), len(worlds))
    assert expected(look, KIT, lambda t: KIT.fires[t][0]) == fires


def position(units: dict[str, str], counters: dict[str, str], up: bool) -> War:
    """Units and counters in places, one of each, in the Operations Phase of 1985."""
    s = blank(KIT, INVASION.checked(Setup("1984-1")))
    s.year, s.morale = 1985, [8, 8]
    s.enlisted = KIT.first_of_all
    for row, place in units.items():
        s.at[KIT.units_of[KIT.type_of[row]][0]] = KIT.space_of[place]
    for slot, (row, place) in enumerate(counters.items()):
        s.lies[slot], s.identity[slot], s.known[slot] = KIT.space_of[place], KIT.type_of[row], ALL_SEATS * up
        lots.drawn_into(s, KIT, slot, KIT.first_of_all & ~(1 << KIT.spectacular))
    s.stack = [Campaign("each-year"), Year("dra-morale"), Operations("operations")]
    return s


def test_a_battle_over_all_its_dice() -> None:
    """A mech division against heavy weapons in Khost: every throw of superiority and fire is played by the rules."""
    s = position({"mech-division": "khost"}, {"heavy-weapons": "khost"}, up=True)
    khost = KIT.space_of["khost"]
    told = outlook(s, KIT, Battle(space=khost))
    won = ours = theirs = yours_fall = theirs_fall = 0
    for a, b, fire, reply in product(FACES, repeat=4):
        dealer = ScriptedDealer()
        dealer.feed("communist-superiority", [a])
        dealer.feed("resistance-superiority", [b])
        dealer.feed("communist-fire", [fire])
        dealer.feed("resistance-fire", [reply])
        world = clone(s)
        world.stack.append(Battle("superiority", space=khost))
        g = INVASION.resume(world, dealer)
        g.start()
        won += a >= b + 1  # a town is the Communists' in a tie; heavy weapons have a factor of one, the division none
        ours += g.s.reduced != 0
        theirs += g.s.lies[0] < 0
        yours_fall += g.s.morale[0] < 8
        theirs_fall += g.s.morale[1] < 8
    whole = len(FACES) ** 4
    expected_chances = {"superiority": won, "ours": ours, "theirs": theirs, "loses": yours_fall, "gains": theirs_fall}
    for name, count in expected_chances.items():
        assert getattr(told, name) == Fraction(count, whole), name


def test_an_operation_against_a_face_down_counter_is_told_over_all_worlds() -> None:
    """The odds of superiority are the mean of those in every type that the counter may be; the truth plays no part."""
    told = []
    for row in ("militia", "jihadi"):
        s = position({"commando-brigade": "kabul"}, {row: "khost"}, up=False)
        s.at[KIT.units_of[KIT.type_of["sof-brigade"]][0]] = KIT.space_of["kabul"]
        sof = KIT.units_of[KIT.type_of["sof-brigade"]][0]
        s.morale = [8, 12]
        found = of_operation(s, KIT, Operation(target=KIT.space_of["khost"], sent=1 << sof))
        assert found.chances["reaction"] == 1.0
        told.append(found)
    assert told[0] == told[1]


def test_no_reaction_is_told_as_what_is_there() -> None:
    """At Resistance morale 2 one throw in 36 passes: else one face-down counter of all Mujahedin fights alone."""
    s = position({"sof-brigade": "kabul"}, {"militia": "khost"}, up=False)
    s.morale = [8, 2]
    sof = KIT.units_of[KIT.type_of["sof-brigade"]][0]
    found = of_operation(s, KIT, Operation(target=KIT.space_of["khost"], sent=1 << sof))
    left = [t for t in KIT.resistance if s.lot_types[0] >> t & 1]
    weight = {t: KIT.count[t] for t in left}
    alone = sum(
        Fraction(weight[t], sum(weight.values())) * superior(3 - KIT.guerrilla[t][0] - KIT.is_base[t], 0) for t in left
    )
    assert found.chances["reaction"] == pytest.approx(1 / 36)
    assert abs(found.chances["superiority"] - float(alone)) < 1 / 36
