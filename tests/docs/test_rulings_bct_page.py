"""docs/rulings-bct.md tells the board, the counters and the questions of BCT Command; its words are held with all."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from sandtable.games.bct import cards
from sandtable.games.bct.pieces import SIDE_NAMES, SIDES, TABLES, Where
from sandtable.games.bct.sight.names import PLAIN_WORDS, SANCTUARY_IDS, SHORT_WORDS
from sandtable.games.bct.state import DEEDS
from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.game import Game, Setup, open_game
from tests.docs.pages import LINK, ROOT, SOURCE, code, prose, table
from tests.docs.vocabulary import answers, cases, cases_of, chance, nouns, outside, rows, words

PAGE = ROOT / "docs" / "rulings-bct.md"
CASES = cases(PAGE, "bct")
ANSWERS = (
    "### In the set-up",
    "### In the phases",
    "### Joint Ops Cards",
    "### What Successes buy",
    "### In a Battle",
    "### Chaos and records",
    "### At any time",
)


@pytest.fixture(scope="module")
def bct() -> Game[Any, Any]:
    return open_game("bct")


def sentence(words_in_it: str) -> str:
    """The sentence of the page, outside its tables, in which some words stand, on one line."""
    text = re.sub(r"(?m)^[|#].*$|\n\n", ".", prose(PAGE)).replace("\n", " ")
    found = re.search(rf"[^.:;]*{re.escape(words_in_it)}[^.:;]*", text)
    assert found is not None, f"the page does not say {words_in_it!r}"
    return found[0]


def test_numbers_of_rules(bct: Game[Any, Any]) -> None:
    rules = prose(PAGE).partition("\n## Rules\n")[2].partition("\n## ")[0]
    numbers = {rule.number for rule in bct.ledger.rules.values()}
    listed = {text for text in code(rules) if re.fullmatch(r"[\d.]+-\d", text)}
    assert listed and listed <= numbers
    assert "asset.limit" in bct.ledger.rules and bct.ledger.number("asset.limit") == "2.5"


# ---- where a case begins --------------------------------------------------------------------------


def test_what_is_said_of_the_blank_position(bct: Game[Any, Any]) -> None:
    s = bct.referee.blank(bct, bct.checked(Setup()))
    assert (s.scenario, s.first, s.vp, s.chips, s.c2) == ("intervention", 0, [0, 0], [0, 0], [0, 0])
    assert set(s.at) == set(s.on) == {-1}
    assert not any(map(sum, s.hand)) and not any(s.nets)
    kit = bct.kit
    assert s.objectives == [kit.objectives_of[side][:3] for side in SIDES]
    assert kit.chaos_ids[s.chaos_deck[-1]] in sentence("which does nothing")


# ---- nouns ----------------------------------------------------------------------------------------


def test_every_noun_has_an_example_that_runs(bct: Game[Any, Any]) -> None:
    assert set(bct.referee.nouns) - nouns(CASES) == set()


def test_deeds() -> None:
    assert tuple(words(PAGE, "### Deeds")) == DEEDS == get_args(cards.Deed)


# ---- answers --------------------------------------------------------------------------------------


def verbs(heading: str) -> list[str]:
    return [code(row[0])[0] for row in table(PAGE, heading)]


def test_the_verbs_of_any_time(bct: Game[Any, Any]) -> None:
    assert set(verbs("### At any time")) == {name for name, verb in bct.verbs.items() if verb.standing}


def test_every_answer_has_an_example_that_runs(bct: Game[Any, Any]) -> None:
    assert ({*bct.verbs, *bct.referee.compounds}) - answers(CASES) == set()


def test_values_of_a_few_words(bct: Game[Any, Any]) -> None:
    told = [code(row[1]) for row in rows(PAGE, "value")]
    known = [
        [
            text
            for number, pair in enumerate(zip(SHORT_WORDS[name], titles, strict=True))
            for text in (str(number), *pair)
        ]
        for name, titles in PLAIN_WORDS.items()
    ]
    assert sorted(told) == sorted(known)


# ---- questions ------------------------------------------------------------------------------------


def asked_in_code() -> set[str]:
    """The keys of all questions: `Ask(prompt, key, ...)`, and what the functions return that choose between two."""
    found: set[str] = set()
    for file in (SOURCE / "games" / "bct").rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        choosers = {name for call in _asks(tree) if (name := _called(call.args[1]))}
        found |= {key for call in _asks(tree) if (key := _key(call.args[1]))}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in choosers:
                found |= {key for part in ast.walk(node) if (key := _key(part))}
    return found


def _asks(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
            yield node


def _called(node: ast.expr) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _key(node: ast.AST) -> str:
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) and re.fullmatch(r"[a-z0-9]+\.[a-z-]+", value) else ""


def test_questions() -> None:
    assert Counter(words(PAGE, "## The questions")) == Counter(asked_in_code())


class Listener(Trial):
    """Notes which verbs each question offers."""

    def __init__(self, offered: dict[str, set[str]]) -> None:
        super().__init__(Verdict("", "", "bct", True))
        self.offered = offered

    def _hear(self) -> None:
        super()._hear()
        if self.g.ask is not None:
            self.offered.setdefault(self.g.ask.key, set()).update(group.verb for group in self.g.ask.groups)


def test_the_answers_to_each_question() -> None:
    """What the questions of the examples really offer is told, and nothing else."""
    told: dict[str, set[str]] = {}
    for row in table(PAGE, "## The questions"):
        linked = {verb for heading in ANSWERS if f"(#{_anchor(heading)})" in row[2] for verb in verbs(heading)}
        for key in code(row[0]):
            told[key] = {*code(row[2]), *linked}
    offered: dict[str, set[str]] = {}
    for case in CASES:
        Listener(offered).run(case, "bct")
    for key, found in offered.items():
        assert found - {"done"} <= told[key], key


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")


# ---- chance ---------------------------------------------------------------------------------------


def test_all_chance_has_an_example_that_runs() -> None:
    assert chance(CASES) == chance(cases_of("bct"))


# ---- names ----------------------------------------------------------------------------------------


def test_districts(bct: Game[Any, Any]) -> None:
    kit = bct.kit
    told = [[code(row[0])[0], row[1], row[2], code(row[3]), code(row[4])] for row in table(PAGE, "## Spaces")]
    assert told == [
        [
            name,
            kit.districts[d].kind,
            "yes" if kit.districts[d].border else "no",
            [road for road, districts in kit.roads.items() if d in districts],
            [kit.district_ids[near] for near in kit.near[d]],
        ]
        for d, name in enumerate(kit.district_ids)
    ]
    for road, districts in kit.roads.items():
        assert f"`{road}` runs " + ", ".join(f"`{kit.district_ids[d]}`" for d in districts) in prose(PAGE).replace(
            "\n", " "
        )
    assert set(SANCTUARY_IDS) <= set(code(prose(PAGE)))


def test_units(bct: Game[Any, Any]) -> None:
    kit = bct.kit
    rows = {(row[0], row[1].split()[0]): row for row in table(PAGE, "## Units")}
    for side in SIDE_NAMES:
        for what, size in (("Tactical", "tactical"), ("Bases", "base")):
            told = re.findall(r"`([^`]+)` (\d+)", rows[side, what][2])
            assert told == [(n, str(r.count)) for n, r in _types(bct) if (r.side, r.size) == (side, size)]
        told = re.findall(r"`([^`]+)` (\d+)", rows[side, "HQs"][1])
        assert told == [(n, str(r.count)) for n, r in _types(bct) if (r.side, r.size) == (side, "hq")]
        own = [n for n, owner in zip(kit.front_ids, kit.front_side, strict=True) if SIDE_NAMES[owner] == side]
        assert code(rows[side, "HQs"][2]) == own


def _types(bct: Game[Any, Any]) -> list[tuple[str, Any]]:
    return list(zip(bct.kit.kind_ids, bct.kit.kinds, strict=True))


def test_what_units_can_do(bct: Game[Any, Any]) -> None:
    assert set(code(sentence("have a Covert side"))) == {name for name, row in _types(bct) if row.covert}
    assert set(code(sentence("never move"))) == {name for name, row in _types(bct) if row.immobile}
    assert set(code(sentence("A Line of Communication leads to"))) == {name for name, row in _types(bct) if row.supply}
    ladder = {name for name, row in _types(bct) if row.upgrades} | {up for _, row in _types(bct) for up in row.upgrades}
    assert set(code(sentence("Upgrades lead from"))) == ladder


def test_assets(bct: Game[Any, Any]) -> None:
    rows = {name: bct.kit.asset_rows[bct.kit.asset_kind.index(n)] for n, name in enumerate(bct.kit.asset_ids)}
    told = {row[0]: code(row[1]) for row in table(PAGE, "## Assets")}
    assert told == {side: [name for name, row in rows.items() if row.side == side] for side in SIDE_NAMES}
    assert set(code(sentence("are Air Assets").split(" are Air")[0])) == {name for name, row in rows.items() if row.air}
    assert set(code(sentence("run out of ammunition").split("at them,")[1])) == {
        n for n, r in rows.items() if r.expends
    }


def test_cards(bct: Game[Any, Any]) -> None:
    kit = bct.kit
    told = {row[0]: code(row[1]) for row in table(PAGE, "## Cards")}
    for side in SIDES:
        assert told[SIDE_NAMES[side]] == [kit.objective_ids[card] for card in kit.objectives_of[side]]
        assert code(sentence("Joint Ops Cards are")) == [f"j-{number}" for number in kit.joint_ops[side]]
    assert told["chaos"] == kit.chaos_ids


# ---- content --------------------------------------------------------------------------------------


def fields_told(cell: str) -> tuple[set[str], set[str]]:
    """The fields of a row that are needed, and those in brackets that are not."""
    bare = outside(cell).partition(": ")[0].partition("], ")[0]
    optional = set(code("".join(re.findall(r"\[([^\]]*)(?:\]|$)", bare))))
    return set(code(bare)) - optional, optional


def fields_of(kind: Any) -> tuple[set[str], set[str]]:
    found = {field.name: field.required for field in msgspec.structs.fields(kind)}
    return {name for name, needed in found.items() if needed}, {name for name, needed in found.items() if not needed}


def test_fields_of_content() -> None:
    told = {code(row[0])[0]: row[2] for row in table(PAGE, "## Content")}
    assert list(told) == list(TABLES.types)
    for name, kind in TABLES.types.items():
        assert fields_told(told[name]) == fields_of(kind), name


def test_the_words_of_cards() -> None:
    told = {code(row[0])[0]: fields_told(row[2]) for row in table(PAGE, "## The words of cards")}
    tagged = [*get_args(cards.Action), *get_args(cards.Price), *get_args(cards.Count), *get_args(cards.Effect)]
    known = {f"{kind.__struct_config__.tag_field}: {kind.__struct_config__.tag}": kind for kind in tagged}
    assert told == {
        name: fields_of(kind) for name, kind in {**known, "scores": cards.Score, "extras": cards.Extra}.items()
    }
    assert code(sentence("`sorts` are"))[1:] == list(get_args(cards.Sort))
    assert code(sentence("of a Chaos Card is `"))[1:] == list(get_args(cards.Scope))
    assert tuple(code(sentence("the places are")))[-9:] == get_args(Where)


def test_links_of_the_contents_lead_to_every_chapter() -> None:
    chapters = {_anchor(head) for head in re.findall(r"(?m)^(## .+)$", prose(PAGE))}
    linked = {target.removeprefix("#") for target in LINK.findall(prose(PAGE).partition("\n## ")[0])}
    assert chapters <= linked
