"""The words of BCT's cases: nothing that is wrong passes in silence, and every fault is told in a sentence."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.bct.sight.names import PLAIN_WORDS, SHORT_WORDS
from sandtable.kernel.cases import Verdict, run_case
from sandtable.kernel.game import open_game

PRT: dict[str, Any] = {
    "at": "coalition-operations",
    "content": {"units": {"prt": {"j9": "2"}}},
    "place": {"prt-1": "dand", "logistics-support-1": "dand"},
    "hand": {"coalition": {"j-9": "1"}},
}
DUEL: dict[str, Any] = {
    "at": "battle-fire",
    "content": {
        "units": {"anp": {"combat": "2"}, "guerrillas": {"combat": "2"}},
        "districts": {"dand": {"kind": "rural"}},
    },
    "place": {"fob-1": "daman", "training-camp-1": "panjwai", "anp-1": "dand", "guerrillas-1": "dand"},
    "battle": {"attacker": "anp-1", "target": "guerrillas-1", "first": "coalition"},
}  # fmt: skip


def run(given_: dict[str, Any], *when: dict[str, Any], rule: str = "2.5", then: Any = "") -> Verdict:
    case = {"id": "x", "rule": rule, "given": given_, "when": list(when), "then": then}
    return run_case(copy.deepcopy(case), "bct")


def holds(given_: dict[str, Any], *when: dict[str, Any], then: Any = "") -> None:
    verdict = run(given_, *when, then=then)
    assert verdict.passed, verdict.text


def told(words: str, given_: dict[str, Any], *when: dict[str, Any], then: Any = "") -> None:
    verdict = run(given_, *when, then=then)
    assert not verdict.passed
    assert words in verdict.text


def blank(**words: Any) -> dict[str, Any]:
    return {"at": "coalition-operations", **words}


# ---- the right words --------------------------------------------------------------------------------


def test_a_unit_beside_the_board_is_somewhere() -> None:
    holds(blank(), then={"where": {"anp-1": "reserves"}})
    holds({"at": "coalition-set-up"}, then={"where": {"light-infantry-1": "waiting", "anp-1": "reserves"}})
    told("where: expected {anp-1: zhari}, got {anp-1: reserves}", blank(), then={"where": {"anp-1": "zhari"}})


def test_the_question_goes_by_its_key_and_by_the_numbers_of_the_book() -> None:
    number = open_game("bct").ledger.number("ops.play")
    for said in ("ops.play", number, number.partition("-")[0]):
        holds(blank(), then={"asks": said})
    told(f"asks: expected 1.2, got {number} (", blank(), then={"asks": "1.2"})
    told("asks: expected ops.paly, got 3.5-4 (ops.play)", blank(), then={"asks": "ops.paly"})


def test_no_objective_card_lies_open() -> None:
    holds(blank(revealed={"coalition": "none"}), then={"revealed": {"coalition": "none"}})
    holds(blank(revealed={"coalition": "presence"}), then={"revealed": {"coalition": "presence"}})


def test_an_open_objective_card_comes_into_an_empty_hand() -> None:
    one = blank(objectives={"coalition": []}, revealed={"coalition": "presence"})
    holds(one, then={"objectives": {"coalition": ["presence"]}, "seen-objectives": {"coalition": ["presence"]}})


def test_what_was_discarded_has_left_the_deck() -> None:
    discards = blank(
        at="record-keeping",
        vp={"coalition": "4"},
        objectives={"coalition": ["presence", "attrition", "ring-road"]},
        **{"objective-deck": {"coalition": ["village-watch", "afghan-lead"]}},
        **{"objective-discards": {"coalition": ["village-watch"]}},
    )
    holds(
        discards,
        {"exchange": "presence"},
        then={"objectives": {"coalition": ["attrition", "ring-road", "afghan-lead"]}},
    )


def test_no_chaos_card_has_been_drawn() -> None:
    holds(blank(), then={"chaos-card": "none"})


@pytest.mark.parametrize("domain", PLAIN_WORDS)
def test_values_of_a_few_words_go_by_number_short_word_and_title(domain: str) -> None:
    game = open_game("bct")
    s = game.start().s
    assert set(SHORT_WORDS) == set(PLAIN_WORDS)
    for value, (short, title) in enumerate(zip(SHORT_WORDS[domain], PLAIN_WORDS[domain], strict=True)):
        assert {game.lookup(s, domain, text) for text in (str(value), short, title)} == {value}
    with pytest.raises(ValueError, match=re.escape(f"there are {', '.join(SHORT_WORDS[domain])}")):
        game.lookup(s, domain, "moon")


def test_the_short_words_in_answers() -> None:
    cards = {**DUEL, "at": "battle-cards", "hand": {"coalition": {"j-4": "1"}}}
    seals = {"offers": {"seal": ["none", "j-4"]}, "lacks": {"seal": ["j-6", "j-4+j-6"]}}
    holds(cards, seals, {"seal": "j-4"}, {"seal": "none"}, then={"discards": {"coalition": {"j-4": "1"}}})
    covers = {"offers": {"cover": ["ground"]}, "lacks": {"cover": ["fob"]}}
    holds(DUEL, {"fire": "2", "roll": {"fire": ["5", "5"]}}, covers)
    woe = {"title": "Woe", "text": "x", "scope": "coalition", "effects": [{"do": "lose-nets", "nets": "1"}]}
    suppressed = {"suppressed-nets": {"coalition": {"dand": "1"}}, "chaos-card": "woe"}
    nets = blank(at="chaos", content={"chaos": {"woe": woe}}, nets={"coalition": {"dand": "2"}}, **suppressed)
    holds(nets, {"lose-net": ["dand", "suppressed"]}, then={"suppressed-nets": {"coalition": {"dand": "0"}}})


def test_seats_go_by_the_names_of_their_sides() -> None:
    sees = {"coalition": {"shows": ["Zebra"]}, "Insurgent": {"hides": ["Zebra"]}, "spectator": {"hides": ["Zebra"]}}
    zebra = blank(content={"joint-ops": {"coalition-j-3": {"title": "Zebra"}}}, hand={"coalition": {"j-3": "1"}})
    holds(zebra, then={"sees": sees})
    told("seat coalition sees 'Zebra'", zebra, then={"sees": {"coalition": {"hides": ["Zebra"]}}})
    told("seat insurgent does not see 'Zebra'", zebra, then={"sees": {"insurgent": {"shows": ["Zebra"]}}})
    last = blank(at="record-keeping", vp={"coalition": "1"})
    holds(last, {"resign": "", "seat": "insurgent"}, then={"winner": "coalition"})


# ---- wrong words in given ---------------------------------------------------------------------------

NO_SIDE = "'blue' is not a side; there are coalition, insurgent"
NO_UNIT = "'hq-1' is not a Unit: a type with a number (anp-1, guerrillas-2) or an HQ by its name (tf-kndr, front-1)"
BY_SIDE = "it is written by side, {coalition: ..., insurgent: ...}, not "
NO_CARD = "is not a Joint Ops Card: they are j-1 to j-9"
NO_DEED = "'slept' is not a deed; there are net-disassembled, net-assembled"
SIDED = [
    "vp", "chips", "c2", "appealed", "planned", "swayed", "nets", "suppressed-nets", "hand", "shown", "discards",
    "objectives", "seen-objectives", "revealed", "objective-discards", "deeds", "turn-deeds",
]  # fmt: skip


@pytest.mark.parametrize("noun", [*SIDED, "objective-deck", "whole-objective-deck"])
def test_a_side_that_is_none_is_told_where_it_is_given(noun: str) -> None:
    told(f"given {noun}: {NO_SIDE}", blank(**{noun: {"blue": "1"}}))
    told(f"given {noun}: {BY_SIDE}['coalition']", blank(**{noun: ["coalition"]}))


@pytest.mark.parametrize("noun", [*SIDED, "c2-level", "counters", "asset-counts", "available"])
def test_a_side_that_is_none_is_told_where_it_is_compared(noun: str) -> None:
    told(f"{noun}: {NO_SIDE}", blank(), then={noun: {"blue": "1"}})
    told(f"{noun}: {BY_SIDE}'3'", blank(), then={noun: "3"})


@pytest.mark.parametrize(
    ("noun", "value", "words"),
    [
        ("first", "blue", NO_SIDE),
        ("place", {"hq-1": "dand"}, NO_UNIT),
        ("place", ["anp-1", "dand"], "a mapping is wanted, not ['anp-1', 'dand']"),
        ("place", {"anp-1": "atlantis"}, "'atlantis' is not a place for anp-1; there are "),
        ("place", {"anp-1": "atlantis"}, "cave-reinforcements, reserves, tf-kndr"),
        ("place", {"anp-1": ["dand"]}, "one name is wanted, not ['dand']"),
        ("place", {"anp-1": "dand", "anp": "zhari"}, "'anp-1' and 'anp' are the same Unit"),
        ("place", {"anp-9": "dand"}, "'anp-9': there are 4 of anp, numbered from 1"),
        ("covert", "guerrillas-1", "a list is wanted, not 'guerrillas-1': write [guerrillas-1]"),
        ("suppressed", {"anp-1": "yes"}, "a list is wanted, not {'anp-1': 'yes'}"),
        ("remembered", ["hq-1"], NO_UNIT),
        ("assets", {"artillery": "hq-1"}, NO_UNIT),
        ("assets", {"cannon-1": "anp-1"}, "'cannon-1' is not an Asset: a type with a number (artillery-1)"),
        ("assets", "artillery-1", "a mapping is wanted, not 'artillery-1'"),
        ("nets", {"coalition": {"atlantis": "1"}}, "'atlantis' is not a District; there are arghandab, "),
        ("nets", {"coalition": ["dand"]}, "a mapping is wanted, not ['dand']"),
        ("nets", {"coalition": {"dand": "many"}}, "'many' is not a number"),
        ("nets", {"coalition": {"dand": "-1"}}, "-1 is too low: the least is 0"),
        ("hand", {"coalition": {"j-12": "1"}}, f"'j-12' {NO_CARD}"),
        ("hand", {"coalition": {"operations": "1"}}, f"'operations' {NO_CARD}"),
        ("hand", {"coalition": ["j-3"]}, "a mapping is wanted, not ['j-3']"),
        ("hand", {"coalition": {"j-3": "-1"}}, "-1 is too low"),
        ("objectives", {"coalition": ["victory"]}, "'victory' is not an Objective Card; there are security-confidence"),
        ("objectives", {"coalition": "presence"}, "a list is wanted, not 'presence': write [presence]"),
        ("objectives", {"coalition": ["presence", "presence"]}, "'presence' is there twice"),
        ("revealed", {"coalition": ["presence"]}, "one name is wanted, not ['presence']"),
        ("chaos-card", "rain", "'rain' is not a Chaos Card; there are press-exposure, "),
        ("chaos-card", {"rain": "1"}, "a list is wanted, not {'rain': '1'}"),
        ("chaos-discards", ["feud", "feud"], "'feud' is there more often than the deck has it"),
        ("deeds", {"coalition": {"slept": "1"}}, NO_DEED),
        ("turn-deeds", {"coalition": {"slept": "1"}}, NO_DEED),
        ("vp", {"coalition": "many"}, "'many' is not a number"),
        ("chips", {"coalition": "-1"}, "-1 is too low: the least is 0"),
        ("turn", "soon", "'soon' is not a number"),
        ("turns-left", ["1"], "['1'] is not a number"),
    ],
)
def test_a_value_that_cannot_be_given_is_told(noun: str, value: Any, words: str) -> None:
    told(f"given {noun}: ", blank(**{noun: value}))
    told(words, blank(**{noun: value}))


@pytest.mark.parametrize(
    ("battle", "words"),
    [
        ({"target": "guerrillas-1"}, "it does not say the attacker: write {attacker: anp-1, target: guerrillas-1}"),
        ({"attacker": "anp-1"}, "it does not say the target"),
        ({"frist": "coalition"}, "has no word 'frist'; it has advantage, attacker, first, joined, target"),
        ({"attacker": "anp-1", "target": "anp-1"}, "'anp-1' and 'anp-1' are the same Unit"),
        ({"attacker": "anp-1", "target": "guerrillas-1", "first": "blue"}, NO_SIDE),
        ({"attacker": "anp-1", "target": "guerrillas-1", "advantage": {"blue": "1"}}, NO_SIDE),
        ({"attacker": "anp-1", "target": "guerrillas-1", "advantage": "1"}, f"{BY_SIDE}'1'"),
        ({"attacker": "anp-1", "target": "guerrillas-1", "joined": "anp-2"}, "a list is wanted, not 'anp-2'"),
        (["anp-1", "guerrillas-1"], "a mapping is wanted, not ['anp-1', 'guerrillas-1']"),
    ],
)
def test_a_battle_that_cannot_be_given_is_told(battle: Any, words: str) -> None:
    holds(DUEL)
    told("given battle: ", {**DUEL, "battle": battle})
    told(words, {**DUEL, "battle": battle})


# ---- positions that no game can come to -------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"place": {"anp-1": "cave"}}, "anp-1 is in the Sanctuary of the other side: cave"),
        ({"place": {"guerrillas-1": "airbase-reinforcements"}}, "guerrillas-1 is in the Sanctuary of the other side"),
        ({"place": {"anp-1": "tf-3"}}, "anp-1 is in the box of tf-3, which lies nowhere: place tf-3, too"),
        ({"place": {"front-1": "dand", "anp-1": "front-1"}}, "anp-1 is in the box of front-1, an HQ of the other side"),
        ({"place": {"tf-2": "dand", "fob-1": "tf-2"}}, "fob-1 is in the box of tf-2, and only Tactical Units go"),
        ({"place": {"tf-2": "dand", "tf-3": "tf-2"}}, "tf-3 is in the box of tf-2, and only Tactical Units go"),
        (
            {"place": {"anp-1": "dand"}, "covert": ["anp-1"]},
            "anp-1 is Covert, and that type of Unit has no Covert side",
        ),
        ({"covert": ["guerrillas-1"]}, "guerrillas-1 is Covert, and it lies in Reserves: place it"),
        ({"suppressed": ["anp-1"]}, "anp-1 is Suppressed, and it lies in Reserves: place it"),
        (
            {"place": {"guerrillas-1": "dand"}, "remembered": ["guerrillas-1"]},
            "guerrillas-1 is not Covert, so there is",
        ),
        ({"place": {"anp-1": "dand"}, "assets": {"heavy-weapons-1": "anp-1"}}, "Asset of the other side than anp-1"),
        ({"assets": {"artillery-1": "anp-1"}}, "lie on anp-1, which is in Reserves: place it"),
        (
            {"nets": {"coalition": {"kandahar": "5"}, "insurgent": {"kandahar": "5"}}},
            "kandahar has 10 SWET/Nets, and the limit for both sides together is ",
        ),
        (
            {"nets": {"insurgent": {"dand": "1"}}, "suppressed-nets": {"insurgent": {"dand": "2"}}},
            "2 SWET/Nets of the Insurgent in dand are Suppressed, and 1 are there",
        ),
        (
            {"content": {"numbers": {"book": {"net_markers": "1"}}}, "nets": {"coalition": {"dand": "2"}}},
            "there are 2 SWET/Nets on the Map, and 1 markers",
        ),
        (
            {"hand": {"coalition": {"j-3": "50"}}, "discards": {"coalition": {"j-3": "1"}}},
            "51 cards J-3 are in hand and discards of the Coalition; its deck has ",
        ),
        ({"shown": {"insurgent": {"j-3": "1"}}}, "1 cards J-3 of the Insurgent were shown, and its hand has 0"),
        (
            {"objectives": {"coalition": ["tempo"]}},
            "'tempo' is an Objective Card of the other side, not of the coalition",
        ),
        ({"seen-objectives": {"coalition": ["tempo"]}}, "'tempo' is an Objective Card of the other side"),
        ({"revealed": {"coalition": "tempo"}}, "'tempo' is an Objective Card of the other side"),
        ({"objective-deck": {"coalition": ["tempo"]}}, "'tempo' is an Objective Card of the other side"),
        ({"whole-objective-deck": {"coalition": ["tempo"]}}, "'tempo' is an Objective Card of the other side"),
        ({"objective-discards": {"coalition": ["tempo"]}}, "'tempo' is an Objective Card of the other side"),
        (
            {"objectives": {"coalition": ["presence"]}, "seen-objectives": {"coalition": ["attrition"]}},
            "attrition was seen, and it is not in the Objective hand of the Coalition",
        ),
        (
            {"objectives": {"coalition": ["presence"]}, "objective-deck": {"coalition": ["presence"]}},
            "presence is in the deck and in the Objective hand of the Coalition",
        ),
        (
            {"objectives": {"coalition": ["presence"]}, "objective-discards": {"coalition": ["presence"]}},
            "presence is in the discards and in the Objective hand of the Coalition",
        ),
        (
            {"place": DUEL["place"], "battle": DUEL["battle"]},
            "a battle is given, so the case begins at battle, battle-advantage, battle-cards, battle-fire",
        ),
    ],
)
def test_a_position_that_no_game_comes_to_is_told(words: dict[str, Any], sentence: str) -> None:
    told(sentence, blank(**words))


@pytest.mark.parametrize(
    ("place", "battle", "sentence"),
    [
        ({"guerrillas-1": "zhari"}, {}, "anp-1 and guerrillas-1 fight, and they are not in the same District"),
        ({"anp-2": "zhari"}, {"joined": ["anp-2"]}, "anp-1 and anp-2 fight, and they are not in the same District"),
        ({"anp-2": "dand"}, {"target": "anp-2"}, "anp-1 and anp-2 are on the same side, and fight each other"),
        ({"guerrillas-1": "reserves"}, {}, "guerrillas-1 fights, and it is not on the Map"),
        ({"anp-1": "airbase"}, {}, "anp-1 fights, and it is not on the Map"),
        ({"tf-2": "dand", "anp-1": "tf-2"}, {}, "anp-1 is in the box of tf-2, and fights through its HQ: name that"),
    ],
)
def test_a_battle_that_no_game_comes_to_is_told(place: dict[str, str], battle: dict[str, Any], sentence: str) -> None:
    told(sentence, {**DUEL, "place": {**DUEL["place"], **place}, "battle": {**DUEL["battle"], **battle}})


# ---- wrong words in then ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noun", "value", "words"),
    [
        ("place", {"hq-1": "dand"}, NO_UNIT),
        ("where", ["anp-1"], "a mapping is wanted, not ['anp-1']"),
        ("covert", ["hq-1"], NO_UNIT),
        ("suppressed", "anp-1", "a list is wanted, not 'anp-1': write [anp-1]"),
        ("assets", {"cannon-1": "pool"}, "'cannon-1' is not an Asset"),
        ("hand", {"coalition": {"j-12": "1"}}, f"'j-12' {NO_CARD}"),
        ("available", {"coalition": {"j-0": "0"}}, f"'j-0' {NO_CARD}"),
        ("counters", {"coalition": {"airbse": {}}}, "'airbse' is not a place; there are "),
        ("counters", {"coalition": {"airbase": {"hq": "1"}}}, "'hq' is not a type of Unit; there are "),
        ("counters", {"coalition": {"airbase": "1"}}, "a mapping is wanted, not '1'"),
        (
            "asset-counts",
            {"coalition": {"pol": "0"}},
            "'pol' is not a place of Assets; there are units, pool, reserves",
        ),
        ("nets", {"coalition": {"atlantis": "0"}}, "'atlantis' is not a District"),
        ("objectives", {"coalition": ["tempo"]}, "'tempo' is an Objective Card of the other side"),
        ("revealed", {"coalition": "victory"}, "'victory' is not an Objective Card"),
        ("control", {"atlantis": "none"}, "'atlantis' is not a District"),
        ("control", "dand", "a mapping is wanted, not 'dand'"),
        ("loc", ["anp-1"], "a mapping is wanted, not ['anp-1']"),
        ("dice", {"prt-1": {"j2": "1"}}, "'j2' is not a Value; there are j-2, combat, j-9"),
        ("dice", {"prt-1": "1"}, "a mapping is wanted, not '1'"),
        ("worth", {"victory": "1"}, "'victory' is not an Objective Card"),
        ("deeds", {"coalition": {"slept": "0"}}, NO_DEED),
        ("battle", {"disrict": "dand"}, "has no word 'disrict'; it has advantage, dice, district, engaged, first"),
        ("battle", "nobody", "'nobody' is not a District; there are arghandab"),
        ("asks", ["ops.play"], "one name is wanted, not ['ops.play']"),
        ("sees", {"blue": {"hides": ["x"]}}, "'blue' is not a seat; there are 0 (coalition), 1 (insurgent), spectator"),
        ("sees", {"2": {"hides": ["x"]}}, "'2' is not a seat"),
        ("sees", {"coalition": {"hide": ["x"]}}, "sees coalition has no word 'hide'; it has hides, piles, shows"),
        ("sees", {"coalition": {"hides": "x"}}, "hides is a list, not 'x': write [x]"),
        ("sees", {"coalition": {"hides": [["x"]]}}, "an entry of hides is one name, not ['x']"),
        ("sees", {"coalition": {"shows": [""]}}, "shows has an empty entry, which is seen everywhere"),
        ("weather", "fine", "'weather' cannot be compared; this game has turn, turns-left, first"),
    ],
)
def test_a_value_that_cannot_be_compared_is_told(noun: str, value: Any, words: str) -> None:
    told(words, PRT, then={noun: value})
    told(f"step 1: {noun if noun not in ('sees', 'weather') else ''}", PRT, {"expect": {noun: value}})


# ---- names by their meaning -------------------------------------------------------------------------


def test_short_names_and_titles_are_compared_as_they_are_given() -> None:
    given_ = blank(
        place={"guerrillas": "Maruf", "special-forces": "dand", "tf-2": "dand", "anp": "tf-2"},
        covert=["guerrillas", "special-forces"],
        suppressed=["anp"],
        assets={"artillery": "tf-2", "engineers": "anp"},
        objectives={"Coalition": ["presence", "Ring Road", "attrition"]},
        revealed={"coalition": "Ring Road"},
        nets={"Insurgent": {"Dand": "1"}},
    )
    holds(
        given_,
        then={
            "place": {"guerrillas": "Maruf", "anp": "tf-2", "special-forces-1": "Dand"},
            "where": {"anp": "Dand"},
            "covert": ["special-forces", "guerrillas-1"],
            "suppressed": ["anp"],
            "assets": {"artillery": "tf-2", "engineers-1": "anp"},
            "objectives": {"coalition": ["Ring Road", "presence", "attrition"]},
            "revealed": {"Coalition": "Ring Road"},
            "asked": "Coalition",
            "first": "Coalition",
            "nets": {"insurgent": {"Dand": "1"}},
        },
    )
    told("suppressed: expected [anp-2], got [anp-1]", given_, then={"suppressed": ["anp-2"]})
    told("place: 'anp' and 'anp-1' are the same Unit", given_, then={"place": {"anp": "tf-2", "anp-1": "tf-2"}})


@pytest.mark.parametrize(
    ("attacker", "target", "at", "side", "sanctuary"),
    [("guerrillas", "anp", "daman", "coalition", "airbase"), ("anp", "guerrillas", "maruf", "insurgent", "cave")],
)
def test_ready_is_that_of_the_side_that_answers(attacker: str, target: str, at: str, side: str, sanctuary: str) -> None:
    given_ = {
        "at": "battle-advantage",
        "place": {attacker: at, target: at},
        "battle": {"attacker": attacker, "target": target, "advantage": {side: "1"}},
    }
    steps = {"offers": {"withdraw": "ready"}}, {"withdraw": "ready"}
    holds(given_, *steps, then={"place": {target: "ready"}, "where": {f"{target}-1": sanctuary}})
    holds(given_, *steps, then={"counters": {side: {"ready": {target: "1"}}}})


# ---- battles, routes, hands, views ------------------------------------------------------------------


def test_several_attackers_and_their_dice() -> None:
    several = {**DUEL, "place": {**DUEL["place"], "anp-2": "dand"}}
    several["battle"] = {**DUEL["battle"], "attacker": ["anp", "anp-2"]}
    holds(several, then={"battle": {"engaged": ["anp", "guerrillas", "anp-2"], "dice": {"coalition": "4"}}})
    told(
        "battle: expected {dice: {insurgent: 4}}, got {dice: {insurgent: 2}}",
        several,
        then={"battle": {"dice": {"insurgent": "4"}}},
    )
    several["battle"] = {**DUEL["battle"], "attacker": []}
    told("given battle: it names no attacker", several)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"unit": "anp", "path": ["kandahar", "arghandab"], "ends": "arghandab"}, "ends: kandahar}]"),
        ({"unit": "anp", "path": ["maruf"], "ends": "maruf"}, "ends: dand}]"),
        ({"unit": "anp", "path": ["maruf"]}, "route: it does not say ends"),
        ({"unit": "anp", "way": ["maruf"], "ends": "maruf"}, "a route has no word 'way'; it has ends, path, unit"),
        ({"unit": "anp", "path": ["atlantis"], "ends": "dand"}, "'atlantis' is not a District"),
    ],
)
def test_routes_are_walked_district_by_district(row: dict[str, Any], words: str) -> None:
    given_ = blank(place={"anp-1": "dand", "guerrillas-1": "kandahar"})
    holds(given_, then={"route": [{"unit": "anp", "path": ["Daman", "arghandab"], "ends": "Arghandab"}]})
    told(words, given_, then={"route": [row]})


def test_hands_are_counted_as_others_see_them() -> None:
    given_ = blank(hand={"coalition": {"j-3": "2"}, "insurgent": {"j-2": "1"}})
    holds(given_, then={"sees": {"insurgent": {"piles": {"coalition-hand": "2", "Coalition Objectives": []}}}})
    told(
        "seat insurgent sees coalition-hand with 2, not 3",
        given_,
        then={"sees": {"insurgent": {"piles": {"coalition-hand": "3"}}}},
    )
    other = {"hand": {"coalition": {"j-3": "1"}, "insurgent": {"j-2": "1"}}}
    seen = {"same-view": {"seats": ["insurgent"], "as": other}}
    told("insurgent can tell the two positions apart at the first question: ", given_, then=seen)
    same = {"hand": {"coalition": {"j-2": "2"}, "insurgent": {"j-2": "1"}}}
    holds(given_, then={"same-view": {"seats": ["insurgent"], "as": same}})


# ---- wrong answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"seat": "blue", "end-operations": ""}, "'blue' is not a seat; there are 0 (coalition), 1 (insurgent)"),
        ({"seat": "spectator", "end-operations": ""}, "'spectator' is not a seat"),
        ({"acts": ["j-9"]}, "acts: it takes a card and a Unit, as in acts: [j-9, prt-1], not ['j-9']"),
        ({"acts": "j-9"}, "acts: a list is wanted, not 'j-9'"),
        ({"acts": ["j-12", "prt-1"]}, f"acts: 'j-12' {NO_CARD}"),
        ({"roll": ["j-9", "prt-1"]}, "roll is a mapping, not ['j-9', 'prt-1']; to play a card with dice write acts: ["),
        ({"flips": "guerrillas-1"}, "flips: a list is wanted, not 'guerrillas-1': write [guerrillas-1]"),
        ({"flips": ["prt-1", "prt"]}, "flips: 'prt-1' and 'prt' are the same Unit"),
        ({"selects": "j-1"}, "selects: a list is wanted, not 'j-1': write [j-1]"),
        ({"suffers": "prt-1"}, "suffers: a list is wanted, not 'prt-1': write [prt-1]"),
        ({"move": ["j-3", "prt-1"]}, "move takes 3 values (a card, a Unit, a space); here are 2"),
        ({"appeal": ["1", "2"]}, "appeal takes 1 value (a number); here are 2"),
        ({"end-operations": "now"}, 'end-operations takes no value (write ""); here are 1'),
        ({"appeal": "many"}, "'many' is not a number"),
        ({"look": "hands"}, "'hands' is not a hand to look at; there are objectives, hand"),
        ({"subvert": "broken"}, "'broken' is not a sort of SWET/Net; there are operational, suppressed"),
        ({"seal": "j-5"}, "'j-5' is not a choice of modifier cards; there are none, j-4, j-6, j-4+j-6"),
        ({"cover": "trees"}, "'trees' is not a cover; there are fob, ground"),
        ({"flip": ["hq-1"]}, NO_UNIT),
        ({"reveal": [["prt-1"]]}, "a Unit is one name, not ['prt-1']"),
        ({"shuffle": {"mix-counters": "prt-1"}}, "shuffle mix-counters is a list, not 'prt-1': write [prt-1]"),
        ({"shuffle": {"mix-hands": ["prt-1"]}}, "'mix-hands' is not a draw of this game; it has lost-objective"),
    ],
)
def test_an_answer_that_cannot_be_read_is_told(step: dict[str, Any], words: str) -> None:
    told(f"step 1: {words}", PRT, step)


# ---- everything else --------------------------------------------------------------------------------

junk = st.sampled_from(["", "x", "-1", "99", "coalition", "dand", [], ["x"], {}, {"x": "y"}, {"x": ["y"]}, [["x"]]])

WHOLE: dict[str, Any] = {
    "id": "whole",
    "rule": "j9.spend",
    "given": {
        **PRT, "scenario": "surge", "options": {"balanced": "on"}, "seats": "2", "turn": "2", "first": "coalition",
        "vp": {"coalition": "1"}, "suppressed": ["anp-1"], "covert": ["guerrillas-1"], "remembered": ["guerrillas-1"],
        "place": {**PRT["place"], "anp-1": "zhari", "guerrillas-1": "maruf", "tf-2": "dand", "anp-2": "tf-2"},
        "assets": {"artillery-1": "tf-2"}, "nets": {"coalition": {"maruf": "1"}},
        "deeds": {"coalition": {"attacked": "1"}},
        "suppressed-nets": {"coalition": {"maruf": "1"}}, "shown": {"coalition": {"j-9": "1"}},
        "objectives": {"coalition": ["presence"]}, "revealed": {"coalition": "presence"}, "chaos-card": "feud",
        "objective-deck": {"coalition": ["attrition"]}, "objective-discards": {"coalition": ["ring-road"]},
    },
    "when": [
        {"acts": ["j-9", "prt-1"], "roll": {"j-9": ["6", "5"]}, "expect": {"successes": "3"}},
        {"assemble": "", "seat": "coalition"},
        {"refuse": {"assemble": ""}, "rule": "cards.price", "text": "Success"},
        {"offers": {"recruit": ""}, "lacks": {"subvert": ["operational", "1"]}},
        {"recruit": ""},
    ],
    "then": {
        "place": {"lashkar-1": "dand"}, "where": {"anp-2": "dand"}, "control": {"dand": "coalition"},
        "worth": {"presence": "0"},
        "dice": {"prt-1": {"j-9": "2"}}, "counters": {"coalition": {"zhari": {"anp": "1"}}}, "battle": "none",
        "available": {"coalition": {"j-9": "3"}}, "sees": {"insurgent": {"hides": ["xyzzy"], "shows": ["PRT"]}},
        "loc": {"prt-1": "yes"}, "asks": "ops.play", "suppressed": ["anp-1"], "c2-level": {"coalition": "1"},
    },
}  # fmt: skip


def paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a case."""
    if path:
        yield path
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, inner in entries:
        yield from paths(inner, (*path, key))


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    broken: Any = copy.deepcopy(WHOLE)
    holder = broken
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return dict(broken)


NO_SENTENCE = re.compile(r"Error\(|invalid literal|\.index\(x\)|object has no attribute|cannot go on|has a form that")


@given(st.sampled_from(sorted(paths(WHOLE), key=str)), junk)
@settings(max_examples=100, deadline=None)
def test_whatever_is_wrong_is_told_in_a_sentence(path: tuple[Any, ...], value: Any) -> None:
    verdict = run_case(changed(path, value), "bct")
    assert verdict.passed or verdict.text
    assert not NO_SENTENCE.search(verdict.text), (path, value, verdict.text)


def test_the_whole_case_holds() -> None:
    assert run_case(WHOLE, "bct").passed, run_case(WHOLE, "bct").text
