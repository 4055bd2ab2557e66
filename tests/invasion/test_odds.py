"""Odds are exact: held against every throw and every world there is."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from sandtable.boards.paths import bits, mask_of
from sandtable.games.invasion import GAME
from sandtable.games.invasion.frames import Battle, Campaign, Interdiction, Operation, Operations, Year
from sandtable.games.invasion.odds import of_battle, of_interdiction, of_operation
from sandtable.games.invasion.odds.chances import mean, passes, superior, volley
from sandtable.games.invasion.odds.exchange import outlook
from sandtable.games.invasion.odds.worlds import Deal, all_within, deals, expected
from sandtable.games.invasion.rules import lots
from sandtable.games.invasion.setup import blank
from sandtable.games.invasion.state import (
    ALL_SEATS,
    AVAILABLE,
    COMMUNIST,
    NOWHERE,
    RECRUIT_BIN,
    RESISTANCE,
    WG,
    War,
    counters_in,
    is_reduced,
    units_in,
)
from sandtable.kernel.chance import ScriptedDealer
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Option
from sandtable.kernel.state import Frame, clone
from tests.invasion.every import worlds
from tests.raids.every import chance_that, every_outcome

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
APART = NARROW | 1 << KIT.spectacular
"""Overlaps with the wide ones, and is not one of them."""


@pytest.mark.parametrize(
    "order",
    [
        [(NARROW, True), (WIDE, True)],
        [(NARROW, False), (NARROW, True), (WIDE, True)],
        [(NARROW, False), (NARROW, False), (WIDE, True), (WIDE, False), (WIDE, True)],
        [(1 << JIHADI, False), (APART, False), (APART, True), (WIDE, True), (WIDE, False)],
        [(1 << JIHADI, True), (1 << BASE, False), (APART, True), (WIDE, True)],
    ],
)
def test_worlds_are_counted_as_if_each_were_dealt(order: list[tuple[int, bool]]) -> None:
    left = [0] * len(KIT.types)
    left[MILITIA], left[GUERRILLA], left[JIHADI], left[BASE], left[KIT.spectacular] = 2, 1, 2, 1, 1
    worlds: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for types, _ in order:
        before, worlds = worlds, {}
        for dealt, chance in before.items():
            may = {t: left[t] - dealt.count(t) for t in bits(types) if left[t] > dealt.count(t)}
            for t, n in may.items():
                worlds[*dealt, t] = chance * Fraction(n, sum(may.values()))
    assert sum(worlds.values()) == 1
    lots: dict[int, list[int]] = {}
    for types, here in order:
        lots.setdefault(types, [0, 0])[not here] += 1
    look = Deal(left, [(types, here, there) for types, (here, there) in lots.items()], 0, 1 << KIT.spectacular)
    seen = [([t for t, (_, here) in zip(dealt, order, strict=True) if here], p) for dealt, p in worlds.items()]
    for least in range(0, 4):
        marked = mask_of(t for t in KIT.resistance if KIT.fires[t][0] >= least)
        within = sum(p for kinds, p in seen if all(marked >> t & 1 for t in kinds))
        assert all_within(look, marked) == pytest.approx(float(within))
        mean_of_marked = sum(p * sum(marked >> t & 1 for t in kinds) for kinds, p in seen)
        assert expected(look, marked) == pytest.approx(float(mean_of_marked))


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


def unit(row: str, number: int = 0) -> int:
    return KIT.units_of[KIT.type_of[row]][number]


# ---- battles that lie open --------------------------------------------------------------------------


def preferred(g: WG, option: Option) -> tuple[int, ...]:
    """As the odds take choices: what scores nothing first, then the weakest fire; the enemy's where they hurt."""
    if option[0] == "lose":
        kind, worn = KIT.kind[int(option[1])], is_reduced(g.s, int(option[1]))
        scores = KIT.worn[kind] if KIT.steps[kind] > 1 and not worn else KIT.lost[kind]
        return int(scores[0] < 0), KIT.fires[kind][worn]
    if option[0] == "kill":
        kind = g.s.identity[int(option[1])]
        return KIT.lost[kind][1], -KIT.fires[kind][0]
    return ()


def playing(s: War, frame: Frame) -> WG:
    g = INVASION.resume(clone(s), heard=[])
    g.patient = True
    g.s.stack.append(frame)
    return g


def fight(g: WG) -> None:
    """The battle, played to its end."""
    g.heard = []
    g.start()
    while not g.over and any(isinstance(frame, Battle) for frame in g.s.stack):
        g.take(0, min(g.options(0), key=lambda option: preferred(g, option)))


def said(g: WG, key: str, end: str) -> bool:
    return any(event.key == key and event.public.endswith(end) for event in g.heard or ())


def has_superiority(g: WG) -> bool:
    return said(g, "combat.superiority", "The Communists have superiority.")


AIR, SUPERIORITY = ("air",), ("communist-superiority", "resistance-superiority")
FIRE = "communist-fire", "resistance-fire"


BATTLES = [
    ({"mech-division": "khost"}, {"heavy-weapons": "khost"}),
    ({"infantry-division": "khost"}, {"militia": "khost", "resistance-base": "khost"}),
    ({"dra-militia": "khost", "commando-brigade": "khost"}, {"guerrilla": "khost", "jihadi": "khost"}),
]


@pytest.mark.parametrize(("units", "counters"), BATTLES)
def test_fire_over_all_its_dice(units: dict[str, str], counters: dict[str, str]) -> None:
    """Every throw of both fires, whoever has superiority, is played by the rules."""
    s = position(units, counters, up=True)
    khost = KIT.space_of["khost"]
    told = outlook(s, KIT, Battle(space=khost))
    steps = sum(KIT.steps[KIT.kind[each]] for each in units_in(s, KIT, khost))
    found = dict.fromkeys(("ours", "theirs", "loses", "gains"), Fraction(0))
    for side, likely in ((COMMUNIST, told.superiority), (RESISTANCE, 1 - told.superiority)):
        begun = playing(s, Battle("first-fire", space=khost, superior=side))
        for chance, g in every_outcome(begun, fight, *FIRE):
            left = sum(KIT.steps[KIT.kind[each]] - is_reduced(g.s, each) for each in units_in(g.s, KIT, khost))
            found["ours"] += likely * chance * (steps - left)
            found["theirs"] += likely * chance * sum(lies < 0 for lies in g.s.lies[: len(counters)])
            found["loses"] += likely * chance * (g.s.morale[COMMUNIST] < 8)
            found["gains"] += likely * chance * (g.s.morale[RESISTANCE] < 8)
    for name, chance in found.items():
        assert getattr(told, name) == chance, name


@pytest.mark.parametrize("counters", [("heavy-weapons",), ("guerrilla", "resistance-base"), ("jihadi", "cia")])
@pytest.mark.parametrize("flying", [(), ("soviet-airstrike",), ("soviet-airstrike", "helicopter")])
def test_an_air_strike_and_superiority_over_all_their_dice(counters: tuple[str, ...], flying: tuple[str, ...]) -> None:
    s = position({"mech-division": "khost"} | dict.fromkeys(flying, "kabul"), dict.fromkeys(counters, "khost"), up=True)
    wings = mask_of(unit(row) for row in flying)
    for wing in bits(wings):
        s.at[wing] = AVAILABLE
    battle = Battle("strike", space=KIT.space_of["khost"], flying=wings)
    found = of_battle(s, KIT, battle, 0)
    assert found is not None
    begun = playing(s, battle)
    true = {
        "superiority": chance_that(begun, fight, has_superiority, *AIR, *SUPERIORITY),
        "air hit": chance_that(begun, fight, lambda g: hits(g) > 0, *AIR),
        "shot down": chance_that(begun, fight, lambda g: said(g, "air.shot-down", "shot down."), *AIR),
    }
    told = true if flying else {"superiority": true["superiority"]}
    assert found.chances == pytest.approx({name: float(chance) for name, chance in told.items()})


def hits(g: WG) -> int:
    return sum(event.counts.get("hits", 0) for event in g.heard or () if event.key == "air.attack")


# ---- Operations against the unseen ------------------------------------------------------------------


def few_left(s: War, left: dict[str, int]) -> None:
    """All counters but these lie face up in a far province."""
    down = {s.identity[slot] for slot, lies in enumerate(s.lies) if lies >= 0}
    assert down <= {KIT.type_of[row] for row in left}
    kinds = [t for t in KIT.resistance for _ in range(KIT.count[t] - left.get(KIT.type_ids[t], 0))]
    for kind in kinds:
        slot = s.lies.index(NOWHERE)
        s.lies[slot], s.identity[slot], s.known[slot] = KIT.space_of["wakhan-corridor"], kind, ALL_SEATS
        lots.drawn_into(s, KIT, slot, 1 << kind)


def go(g: WG) -> None:
    """Paid, moved, answered by a Reaction, as far as the battle."""
    g.heard = []
    g.take(0, ("go",))


def unanswered(g: WG) -> WG:
    """The same if the Reaction fails."""
    dealer = ScriptedDealer()
    dealer.feed("reaction", [6, 6])
    g = g.clone(dealer)
    go(g)
    return g


def true_chances(s: War, order: list[tuple[int, int]], plan: Operation) -> dict[str, float]:
    """What comes of an Operation over all worlds, all draws and all throws; a Reaction is made to pass by two ones."""
    found = dict.fromkeys(("reaction", "combat", "superiority"), Fraction(0))
    passed = passes(s.morale[RESISTANCE])
    met: dict[tuple[int, ...], Fraction] = {}
    for likely, world in worlds(s, KIT, order):
        begun = playing(world, plan)
        answered = [(passed * chance, g) for chance, g in every_outcome(begun, go, "counter", "subversion")]
        for chance, g in [*answered, (1 - passed, unanswered(begun))]:
            found["reaction"] += likely * chance * said(g, "reaction.check", "passed.")
            if not g.over and isinstance(g.s.stack[-1], Battle):
                found["combat"] += likely * chance
                kinds = tuple(sorted(g.s.identity[slot] for slot in counters_in(g.s, plan.target)))
                if kinds not in met:
                    met[kinds] = chance_that(g, fight, has_superiority, *SUPERIORITY)
                found["superiority"] += likely * chance * met[kinds]
    return {name: float(chance) for name, chance in found.items()}


SPECTACULAR = 1 << KIT.spectacular


@pytest.mark.parametrize("morale", [(8, 3), (4, 2)])
@pytest.mark.parametrize(
    "down",
    [
        {},
        {"khost": [NARROW]},
        {"khost": [NARROW | SPECTACULAR], "kandahar": [WIDE]},
        {"kandahar": [NARROW, WIDE | SPECTACULAR]},
    ],
)
def test_an_operation_over_all_worlds_and_all_that_a_reaction_draws(
    down: dict[str, list[int]], morale: tuple[int, int]
) -> None:
    """With a Subversion marker in the bin that may end the game, and the Terror Spectacular, which fills no place."""
    s = position({"sof-brigade": "kabul"}, {}, up=False)
    order = []
    for place, types in down.items():
        for allowed in types:
            slot = s.lies.index(NOWHERE)
            s.lies[slot], s.identity[slot] = KIT.space_of[place], next(iter(bits(allowed)))
            lots.drawn_into(s, KIT, slot, allowed)
            order.append((slot, allowed))
    left = {"militia": 2, "guerrilla": 1, "jihadi": 1, "resistance-base": 1, "terror-spectacular": 1}
    few_left(s, left)
    s.enlisted = mask_of(KIT.resistance)
    s.agent_at[KIT.agent_named("isi-subversion")] = RECRUIT_BIN
    s.morale = list(morale)
    order.sort(key=lambda entry: (entry[1].bit_count(), entry[1]))
    plan = Operation("plan", target=KIT.space_of["khost"], sent=1 << unit("sof-brigade"))
    told = of_operation(s, KIT, plan).chances
    assert told == pytest.approx(true_chances(s, order, plan))


def test_an_operation_against_a_face_down_counter_is_told_over_all_worlds() -> None:
    """The odds of superiority are the mean of those in every type that the counter may be; the truth plays no part."""
    told = []
    for row in ("militia", "jihadi"):
        s = position({"commando-brigade": "kabul"}, {row: "khost"}, up=False)
        s.at[unit("sof-brigade")] = KIT.space_of["kabul"]
        sof = unit("sof-brigade")
        s.morale = [8, 12]
        found = of_operation(s, KIT, Operation(target=KIT.space_of["khost"], sent=1 << sof))
        assert found.chances["reaction"] == 1.0
        told.append(found)
    assert told[0] == told[1]


def test_no_reaction_is_told_as_what_is_there() -> None:
    """At Resistance morale 2 one throw in 36 passes: else one face-down counter of all Mujahedin fights alone."""
    s = position({"sof-brigade": "kabul"}, {"militia": "khost"}, up=False)
    s.morale = [8, 2]
    sof = unit("sof-brigade")
    found = of_operation(s, KIT, Operation(target=KIT.space_of["khost"], sent=1 << sof))
    left = [t for t in KIT.resistance if s.lot_types[0] >> t & 1]
    weight = {t: KIT.count[t] for t in left}
    alone = sum(
        Fraction(weight[t], sum(weight.values())) * superior(3 - KIT.guerrilla[t][0] - KIT.is_base[t], 0) for t in left
    )
    assert found.chances["reaction"] == pytest.approx(1 / 36)
    assert abs(found.chances["superiority"] - float(alone)) < 1 / 36


def test_lots_that_were_mixed_are_counted_in_every_order() -> None:
    """A narrow and a wide lot were mixed; one of the two counters has come to Khost since, and a third is a ghost."""
    s = position({}, {"militia": "khost", "jihadi": "kandahar"}, up=False)
    khost, ghost = KIT.space_of["khost"], 1 << KIT.slots
    s.lot_types, s.lot_slots, s.ghosts = [NARROW, WIDE, WIDE], [3 | ghost] * 3, [lots.ANY]
    found = deals(s, KIT, khost)
    orders = [tuple(kinds) for kinds in permutations([NARROW, WIDE, WIDE])]
    for types in (NARROW, 1 << GUERRILLA, 1 << JIHADI | 1 << BASE):
        true = Fraction(0)
        for here, there, _ in orders:
            order = sorted([(0, here), (1, there)], key=lambda entry: (entry[1].bit_count(), entry[1]))
            fits = [p for p, world in worlds(s, KIT, order) if types >> world.identity[0] & 1]
            true += sum(fits, Fraction(0)) / len(orders)
        assert sum(chance * all_within(look, types) for chance, look in found) == pytest.approx(float(true))


@pytest.mark.parametrize("types", [NARROW, WIDE, 1 << KIT.type_of["heavy-weapons"]])
def test_interdiction_over_all_worlds_and_throws(types: int) -> None:
    s = position({}, {"militia": "khost"}, up=False)
    s.lot_types = [types]
    for row in ("soviet-airstrike", "helicopter"):
        s.at[unit(row)] = AVAILABLE
    wings = 1 << unit("soviet-airstrike") | 1 << unit("helicopter")
    plan = Interdiction("plan", target=KIT.space_of["khost"], flying=wings)
    true = dict.fromkeys(("air hit", "shot down"), Fraction(0))
    for likely, world in worlds(s, KIT, [(0, types)]):
        for chance, g in every_outcome(playing(world, plan), go, *AIR):
            true["air hit"] += likely * chance * (hits(g) > 0)
            true["shot down"] += likely * chance * said(g, "air.shot-down", "shot down.")
    assert of_interdiction(s, KIT, plan).chances == pytest.approx({name: float(p) for name, p in true.items()})
