"""The core set: 240 cards, the numbers that the book gives, teams that can be paid; and a bad pack is told."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.misfits import misfits, price, weight
from sandtable.games.warfighter.rows import (
    TABLES,
    Action,
    AttackChart,
    Equipment,
    Event,
    Hostile,
    Location,
    Mission,
    Skill,
    Soldier,
    Team,
    Weapon,
)
from sandtable.kernel.content import Content, ContentError, check, load

FOLDER = files("sandtable.games.warfighter") / "content"
HELD = TABLES.holding(misfits=misfits)


@cache
def content() -> Content:
    return load(FOLDER, HELD)


def test_the_pack_has_no_problems() -> None:
    assert check(FOLDER, HELD) == []


def test_the_core_set_has_240_cards() -> None:
    whole = content()
    action = sum(card.copies for card in whole.table("actions", Action).values())
    locations = whole.table("locations", Location).values()
    regions = [sum(card.copies for card in locations if card.region == name) for name in ("jungle", "middle-east")]
    hostiles, events = whole.table("hostiles", Hostile).values(), whole.table("events", Event).values()
    deck = [(card.type, card.copies) for card in hostiles] + [(card.type, card.copies) for card in events]
    decks = [sum(copies for kind, copies in deck if kind == name) for name in ("cartel", "insurgents", "military")]
    assert (action, regions, decks) == (56, [14, 14], [24, 24, 24])
    single = ("missions", "objectives", "soldiers", "weapons", "skills", "equipment")
    counts = [len(whole.table(name, TABLES.types[name])) for name in single]
    assert counts == [10, 10, 16, 20, 12, 16]
    assert action + sum(regions) + sum(decks) + sum(counts) == 240


def test_the_teams_of_the_book_cost_what_it_says() -> None:
    whole = content()
    soldiers, weapons = whole.table("soldiers", Soldier), whole.table("weapons", Weapon)
    skills, equipment = whole.table("skills", Skill), whole.table("equipment", Equipment)
    baker = soldiers["baker"].cost + weapons["m16a2-rifle"].cost + skills["close-combat"].cost
    assert baker + equipment["canteen"].cost + 3 * weapons["m67-grenade"].cost == 26
    assert 26 + soldiers["rowe"].cost + soldiers["saorrono"].cost == 41
    sample = soldiers["giacomelli"].cost + weapons["m203-carbine"].cost + equipment["acog-sight"].cost
    sample += 3 * weapons["m67-grenade"].cost + skills["marksman"].cost + equipment["molle"].cost
    assert sample + soldiers["corona"].cost == 37 == whole.table("missions", Mission)["covert"].resources


def test_the_numbers_of_the_sample_mission_are_on_the_cards() -> None:
    whole = content()
    hostiles = whole.table("hostiles", Hostile)
    assert [hostiles[name].value for name in ("hired-muscle", "thug", "rocket-team")] == [2, 0, 2]
    smugglers = hostiles["smugglers"].chart
    assert smugglers is not None
    (alone,) = [column for column in smugglers.columns if column.most == 1]
    assert [(line.upto, line.wounds) for line in alone.lines] == [(5, 0), (99, 1)]
    assert whole.table("missions", Mission)["covert"].space == 4
    assert whole.table("locations", Location)["wetlands"].actions == 1


def test_there_is_a_team_for_every_mission_and_number_of_people() -> None:
    whole = content()
    missions = whole.table("missions", Mission)
    wanted = {(row, people) for row, mission in missions.items() for people in range(1, mission.people + 1)}
    teams = whole.table("teams", Team).values()
    assert {(team.mission, team.people) for team in teams} == wanted
    tables = {name: whole.table(name, kind) for name, kind in TABLES.types.items()}
    for team in teams:
        spent = sum(price(member, tables) for member in team.members)
        assert missions[team.mission].resources - 2 <= spent <= missions[team.mission].resources
        assert all(weight(member, tables) >= 0 for member in team.members)


def test_every_word_of_the_vocabulary_stands_on_a_card_or_in_the_extra_pack() -> None:
    whole = load(FOLDER, HELD, [Path(__file__).with_name("extra")])
    told: set[type] = set()
    for name, kind in TABLES.types.items():
        for card in whole.table(name, kind).values():
            for effect in getattr(card, "effects", ()):
                told.add(type(effect))
                told |= {type(inner) for inner in getattr(effect, "effects", ())}
    vocabulary = set(cards.Plain.__args__) | {cards.OneOf}
    assert {kind.__name__ for kind in vocabulary - told} == set()


def test_a_chart_is_read_as_it_is_printed() -> None:
    chart = AttackChart.parse("3-4 | 4- miss | 5-8 1 again | 9+ 2 all destroy\n1-2 | 6- miss | 7+ kill")
    full, few = chart.columns
    assert (full.least, full.most, few.least, few.most) == (3, 4, 1, 2)
    assert [line.again for line in full.lines] == [False, True, False]
    assert full.lines[2].everybody and full.lines[2].destroy and few.lines[1].kill


WRONG = {
    "1 | 4- miss | 6+ 1": "follow each other",
    "1 | 4- miss | 5-9 1": "a last line",
    "2 | 4- miss | 5+ 1": "each once",
    "1 | 4- missed | 5+ 1": "not '4- missed'",
    "1": "columns such as",
    "1 | 4- miss | 5+ 1 twice": "not twice",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_chart_with_a_hole_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=WRONG[text]):
        AttackChart.parse(text)


BAD = {
    "hostiles: {rows: {rocket-team: {screened: [Tug]}}}": "'Tug', expected the title of a card of 'cartel'",
    "weapons: {rows: {m9-pistol: {nation: uk}}}": "'uk', expected the row of a nation",
    "charts: {rows: {light: {values: [1, 2]}}}": "2 values, expected one for each of 6 bands",
    "missions: {rows: {covert: {resources: 36}}}": "37 Resources, expected 36 at most",
    "soldiers: {rows: {giacomelli: {loadout: 3}}}": "expected a Loadout of 3",
    "hostiles: {rows: {smugglers: {reticles: 4}}}": "columns up to 3, expected up to its 4 reticles",
    "missions: {rows: {covert: {time: 30}}}": "'30', expected a space of the Time track",
    "skills: {rows: {operator-2: {needs: operater}}}": "'operater', expected the row of a skill",
}


@pytest.mark.parametrize("pack", BAD)
def test_what_does_not_go_together_is_told(pack: str, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(pack)
    with pytest.raises(ContentError) as told:
        load(FOLDER, HELD, [tmp_path])
    assert BAD[pack].replace("'30'", "30") in str(told.value)
