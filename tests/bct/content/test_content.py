"""The content pack: what the rulebook counts is there, cards say what they do, and each default set-up is legal.

The map has a file of its own, test_map.py.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from sandtable.games.bct.cards import Chaos, JointOps, Objective
from sandtable.games.bct.pieces import TABLES, Asset, Deployment, District, Force, Headquarters, Level, Numbers, Unit
from sandtable.games.bct.pieces import Scenario as ScenarioRow
from sandtable.kernel.content import Content, check, load, wording

FOLDER = files("sandtable.games.bct") / "content"
FORCES = [
    f"{scenario}-{side}"
    for scenario in ("intervention", "terrorist-hunt", "surge", "jihad")
    for side in ("coalition", "insurgent")
]


@cache
def content() -> Content:
    return load(FOLDER, TABLES)


def units() -> dict[str, Unit]:
    return content().table("units", Unit)


def assets() -> dict[str, Asset]:
    return content().table("assets", Asset)


def forces() -> dict[str, Force]:
    return content().table("forces", Force)


def test_the_pack_has_no_problems() -> None:
    assert check(FOLDER, TABLES) == []


# ---- counters ---------------------------------------------------------------------------------------


def test_there_are_102_counters_six_hqs_a_side_and_a_name_for_each() -> None:
    assert sum(row.count for row in units().values()) == 102
    names = Counter(row.side for row in content().table("headquarters", Headquarters).values())
    assert names == {"coalition": 6, "insurgent": 6}
    for side in ("coalition", "insurgent"):
        assert sum(row.count for row in units().values() if row.side == side and row.size == "hq") == 6


def test_the_counters_are_the_most_that_a_scenario_lists() -> None:
    most: Counter[str] = Counter()
    for force in forces().values():
        listed: Counter[str] = Counter()
        for part in force.units.values():
            listed.update(part)
        most |= listed
    spare = {name: row.count - most[name] for name, row in units().items() if row.count != most[name]}
    assert spare == {"ana-2": 1}


def test_what_the_book_says_of_types() -> None:
    def having(flag: str) -> set[str]:
        return {name for name, row in units().items() if getattr(row, flag)}

    assert having("airmobile") == {"air-assault", "airborne-logistics", "air-cavalry", "special-forces"}  # 3.4
    assert having("immobile") == {"fob", "training-camp", "lashkar", "militia"}  # 3.4
    assert having("supply") == {"fob", "training-camp", "logistics-support", "airborne-logistics", "supply-column"}
    assert "insurgent-hq" in having("covert")  # 2.4
    assert {name for name, row in units().items() if row.tier == 1} == {"lashkar", "militia"}
    for row in units().values():
        boxes = (row.j2, row.combat, row.j9)
        assert all(box is None for box in boxes) if row.size == "hq" else any(boxes)
        assert row.size != "base" or None not in boxes  # 2.4: Bases have all three
        assert (row.colour == "red") == (row.side == "insurgent")


def test_an_upgrade_is_one_tier_up_on_the_same_side_and_not_worse_in_all() -> None:
    def worth(row: Unit) -> int:
        return sum(value or 0 for value in (row.j2, row.combat, row.j9))

    for row in units().values():
        assert bool(row.upgrades) == (row.tier in (1, 2))
        for better in (units()[name] for name in row.upgrades):
            assert (better.side, better.tier) == (row.side, row.tier + 1)
            assert worth(better) >= worth(row)


def test_assets_suffice_for_every_set_up() -> None:
    for name, force in forces().items():
        stock = [row for row in assets().values() if name.endswith(row.side)]
        ground = sum(row.count for row in stock if not row.air)
        limits = (force.initial_air, force.pool_air)
        air = sum(row.count for row in stock if row.air)
        allowed_air = air if None in limits else min(air, sum(limit or 0 for limit in limits))
        assert force.initial_assets + force.pool_assets <= ground + allowed_air


def test_what_the_book_says_of_assets() -> None:
    assert not assets()["ucas"].air  # 2.5
    fighting = {name for name, row in assets().items() if row.side == "insurgent" and row.combat}
    assert fighting == {"suicide-bombers", "heavy-weapons"}  # 4.2
    assert {name for name, row in assets().items() if row.expends} == fighting
    assert {name for name, row in assets().items() if row.flak} == {"heavy-weapons"}


def test_symbols_and_letters_tell_counters_apart() -> None:
    rows: list[Unit | Asset] = [*units().values(), *assets().values()]
    assert len({row.letter for row in rows}) == len(rows)
    for row in rows:
        identity = {"coalition": "34", "insurgent": "6"}[row.side]
        assert re.fullmatch(rf"100[{identity}]\d{{16}}", row.symbol), row.name


# ---- cards ------------------------------------------------------------------------------------------

Card = JointOps | Objective | Chaos


def effects(card: Card) -> list[Any]:
    if isinstance(card, JointOps):
        return list(card.actions)
    return [*card.scores, *card.extras] if isinstance(card, Objective) else list(card.effects)


def cards() -> dict[str, Card]:
    return {
        **content().table("joint-ops", JointOps),
        **content().table("objectives", Objective),
        **content().table("chaos", Chaos),
    }


def test_the_decks_have_98_cards() -> None:
    ops = content().table("joint-ops", JointOps)
    for side in ("coalition", "insurgent"):
        deck = [card for card in ops.values() if card.side == side]
        assert sorted(card.number for card in deck) == list(range(1, 10))
        assert sum(card.copies for card in deck) == 25
    assert Counter(card.side for card in content().table("objectives", Objective).values()) == {
        "coalition": 14,
        "insurgent": 14,
    }
    assert sum(card.copies for card in content().table("chaos", Chaos).values()) == 20
    assert all(name == f"{card.side}-j-{card.number}" for name, card in ops.items())


def test_four_coalition_operations_cards_by_the_book() -> None:
    assert content().table("joint-ops", JointOps)["coalition-j-3"].copies == 4
    assert content().source("joint-ops", "coalition-j-3", "copies").kind == "rulebook"


def test_sides_differ_where_the_book_says_so() -> None:
    ops = content().table("joint-ops", JointOps)
    deeds = {name: {action["do"] for action in msgspec.to_builtins(card.actions)} for name, card in ops.items()}
    assert "train" in deeds["insurgent-j-7"] and "train" not in deeds["coalition-j-7"]
    assert msgspec.to_builtins(ops["coalition-j-1"].actions[0]) == {"do": "draft", "hq": True}
    assert msgspec.to_builtins(ops["insurgent-j-1"].actions[0]) == {"do": "draft", "hq": False}


def numbers_in(data: Any, field: str = "") -> list[int]:
    """Every number that an effect has; none of those that say nothing: zero, and `for each one`, `at least one`."""
    if isinstance(data, dict):
        return [number for key, value in data.items() for number in numbers_in(value, key)]
    if isinstance(data, list):
        return [number for value in data for number in numbers_in(value, field)]
    if isinstance(data, bool) or not isinstance(data, int):
        return []
    silent = data == 0 or (data == 1 and field in ("per", "least")) or field == "card"
    return [] if silent else [data]


@pytest.mark.parametrize("name", list(cards()))
def test_a_wording_has_the_numbers_of_its_effect_and_no_others(name: str) -> None:
    card = cards()[name]
    plain = msgspec.to_builtins(effects(card))
    told = wording(card.text, effects(card)).replace("Highway 1", "the highway")
    named = {int(number) for number in re.findall(r"J-(\d)", told)}
    discarded = {effect["card"] for effect in plain if "card" in effect}
    assert named == discarded or (isinstance(card, JointOps) and named <= {card.number})
    figures = re.findall(r"(?<![\w-])[+-]?\d+", re.sub(r"J-\d", "", told))
    assert sorted(map(int, figures)) == sorted(numbers_in(plain))
    assert not re.search(r"\b(two|three|four|five|six|seven|eight|nine|ten)\b", told)
    assert told[-1] == "." and "{" not in told


def test_a_changed_number_changes_the_wording() -> None:
    prices = [{"buy": "reveal", "price": "1", "units": "2"}, {"buy": "look", "price": "3"}]
    roll = {"do": "roll", "value": "j2", "prices": [*prices, {"buy": "advantage", "price": "4", "points": "5"}]}
    friction = {"effects": [{"do": "command", "c2": "-2"}]}
    overlay = {"joint-ops": {"coalition-j-2": {"actions": [roll]}}, "chaos": {"staff-friction": friction}}
    other = load(FOLDER, TABLES, [overlay])
    j2 = other.table("joint-ops", JointOps)["coalition-j-2"]
    told = wording(j2.text, j2.actions)
    assert "For 1 Success, turn up as many as 2" in told
    assert "For 4 Successes, gain 5 Tactical" in told and "For 3 Successes, if a hostile HQ" in told
    staff = other.table("chaos", Chaos)["staff-friction"]
    assert "changes by -2" in wording(staff.text, staff.effects)


def test_a_wording_that_speaks_of_what_the_effect_lacks_is_refused() -> None:
    def problem(text: str) -> str:
        (found,) = check(FOLDER, TABLES, [{"chaos": {"dust-storm": {"text": text}}}])
        return str(found)

    assert "{nets}" in problem("Loses {nets} SWET/Net.") and "card, most" in problem("Loses {nets} SWET/Net.")
    assert "{points.most}" in problem("Discards {points.most}.")
    assert check(FOLDER, TABLES, [{"chaos": {"dust-storm": {"text": "Discards {discard.most} J-{card}."}}}]) == []


def test_objectives_speak_of_places_and_roads_that_exist() -> None:
    words = {"urban", "rural", "wilderness", "border", "road", "highway-1", "highway-4"}
    places = words | set(content().table("districts", District))

    def among(data: Any) -> set[str]:
        if isinstance(data, dict):
            return set(data.get("among", [])).union(*(among(value) for value in data.values()))
        return set().union(*(among(value) for value in data)) if isinstance(data, list) else set()

    named = among(msgspec.to_builtins([effects(card) for card in cards().values()]))
    assert {"kandahar", "highway-1", "border", "road", "wilderness"} <= named <= places


def test_the_balance_variant_pays_two_for_a_net_taken_away() -> None:
    changed = {name: row for name, row in content().table("objectives", Objective).items() if row.balanced}
    assert set(changed) == {"counter-insurgency", "fight-corruption"}
    for name, row in changed.items():
        assert row.balanced == 2 and row.scores[0].vp == 1
        assert content().source("objectives", name, "balanced").kind == "rulebook"


# ---- scenarios --------------------------------------------------------------------------------------


def test_the_numbers_of_the_book_carry_their_sections() -> None:
    told = {field: content().source("numbers", "book", field) for field in Numbers.__struct_fields__}
    assert {field for field, source in told.items() if source.kind != "rulebook"} == {"net_markers"}
    for value in content().sources():
        if value.source.kind == "rulebook":
            assert re.match(r"[1-5]\.[0-5]|scenarios? [1-4]|glossary|play aid", value.source.detail), value


def test_levels_of_victory() -> None:
    levels = content().table("levels", Level)
    assert [(row.title, row.least) for row in levels.values()] == [
        ("Draw", 0),
        ("Marginal", 5),
        ("Campaign", 9),
        ("Decisive", 13),
    ]


def test_scenarios_are_as_long_as_the_book_says() -> None:
    turns = {name: row.turns for name, row in content().table("scenarios", ScenarioRow).items()}
    assert turns == {"intervention": 10, "terrorist-hunt": 15, "surge": 20, "jihad": 15}


# VP, C2, Units in play and in Reinforcements, SWET/Nets, Assets on Units and in the Pool, counted in the book.
BOOK = {
    "intervention-coalition": (0, 3, 16, 9, 0, 4, 12),
    "intervention-insurgent": (0, 4, 19, 8, 6, 4, 10),
    "terrorist-hunt-coalition": (3, 2, 17, 12, 2, 6, 15),
    "terrorist-hunt-insurgent": (4, 3, 18, 8, 4, 6, 8),
    "surge-coalition": (0, 2, 18, 30, 4, 5, 15),
    "surge-insurgent": (12, 5, 25, 11, 8, 6, 10),
    "jihad-coalition": (6, 2, 21, 12, 6, 4, 16),
    "jihad-insurgent": (6, 6, 27, 14, 6, 6, 3),
}


@pytest.mark.parametrize("name", FORCES)
def test_a_force_adds_up_as_in_the_book(name: str) -> None:
    force = forces()[name]
    later = sum(force.units["reinforcements"].values())
    now = sum(sum(part.values()) for part in force.units.values()) - later
    nets = sum(force.nets.values())
    assert (force.vp, force.c2, now, later, nets, force.initial_assets, force.pool_assets) == BOOK[name]
    assert len(force.select) + force.draw == content().table("numbers", Numbers)["book"].objective_hand
    hq = name.rsplit("-", 1)[1] + "-hq"
    hqs = sum(part.get(hq, 0) for where, part in force.units.items() if where != "reinforcements")
    assert force.c2 == hqs
    objectives = content().table("objectives", Objective)
    assert all(name.endswith(objectives[objective].side) for objective in force.select)


# ---- default set-ups: checked by themselves, without the set-up code of the game --------------------


def allowed_places(where: str, fobs: list[str]) -> set[str]:
    districts = content().table("districts", District)
    near_city = {"kandahar", *districts["kandahar"].adjacent}
    return {
        "kandahar": {"kandahar"},
        "kandahar-or-ready": {"kandahar", "ready"},
        "map": set(districts),
        "map-or-ready": {*districts, "ready"},
        "kandahar-or-fob-district": {"kandahar", *fobs},
        "kandahar-or-adjacent": near_city,
        "cave-adjacent": {name for name, row in districts.items() if row.border},
        "ready": {"ready"},
    }[where]


def check_places(force: Force, deployment: Deployment) -> None:
    wanted: dict[str, tuple[str, int]] = {}
    for where, part in force.units.items():
        for kind, count in part.items() if where != "reinforcements" else ():
            assert kind not in wanted, "a type with two rules for its places needs a better check"
            wanted[kind] = (where, count)
    assert set(deployment.units) == set(wanted)
    for kind, (rule, count) in wanted.items():
        places = [place.removesuffix(" covert") for place in deployment.units[kind]]
        assert len(places) == count
        assert set(places) <= allowed_places(rule, deployment.units.get("fob", [])), kind
        assert units()[kind].covert or places == deployment.units[kind], f"{kind} cannot be Covert"


def check_boxes(force: Force, deployment: Deployment) -> None:
    hqs = next(places for kind, places in deployment.units.items() if units()[kind].size == "hq")
    assert len(deployment.boxes) == len(hqs)
    left = {kind: Counter(places) for kind, places in deployment.units.items()}
    for spot, box in zip(hqs, deployment.boxes, strict=True):
        assert len(box) <= force.c2
        for kind in box:
            assert units()[kind].size == "tactical" and not units()[kind].immobile
            assert left[kind][spot], f"no {kind} is left that lies with its HQ ({spot})"  # place and face
            left[kind][spot] -= 1


def check_assets(force: Force, deployment: Deployment, side: str) -> None:
    given = [name for name, _ in deployment.equip]
    for names, count, most in (
        (given, force.initial_assets, force.initial_air),
        (deployment.pool, force.pool_assets, force.pool_air),
    ):
        assert len(names) == count
        assert most is None or sum(assets()[name].air for name in names) <= most
    for name, used in Counter([*given, *deployment.pool]).items():
        assert assets()[name].side == side and used <= assets()[name].count
    load_on: Counter[tuple[str, int]] = Counter()
    for _, bearer in deployment.equip:
        kind, _, number = bearer.partition(" ")
        kind = f"{side}-hq" if kind == "hq" else kind
        assert kind != "lashkar" and 1 <= int(number or 1) <= len(deployment.units[kind])
        load_on[kind, int(number or 1)] += 1
    assert all(count <= 2 for (kind, _), count in load_on.items() if units()[kind].size != "hq")


@pytest.mark.parametrize("name", FORCES)
def test_a_default_set_up_is_complete_and_legal(name: str) -> None:
    force, deployment = forces()[name], content().table("deployments", Deployment)[name]
    check_places(force, deployment)
    check_boxes(force, deployment)
    check_assets(force, deployment, name.rsplit("-", 1)[1])
    assert len(deployment.nets) == sum(force.nets.values())
    assert deployment.nets.count("kandahar") >= force.nets.get("kandahar", 0)
    deck = [card for card in content().table("joint-ops", JointOps).values() if name.endswith(card.side)]
    copies = {card.number: card.copies for card in deck}
    assert len(deployment.hand) == force.c2
    assert all(count <= copies[number] for number, count in Counter(deployment.hand).items())


@pytest.mark.parametrize("scenario", ["intervention", "terrorist-hunt", "surge", "jihad"])
def test_the_default_nets_of_both_sides_fit_on_the_map(scenario: str) -> None:
    districts, book = content().table("districts", District), content().table("numbers", Numbers)["book"]
    limit = {"urban": book.nets_urban, "rural": book.nets_rural, "wilderness": book.nets_wilderness}
    rows = content().table("deployments", Deployment)
    laid = Counter([*rows[f"{scenario}-coalition"].nets, *rows[f"{scenario}-insurgent"].nets])
    assert all(count <= limit[districts[name].kind] for name, count in laid.items())
    assert laid.total() <= book.net_markers
