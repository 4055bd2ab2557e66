"""Lines of the log are deeds: which belong together, whose blow it is, what a battle adds up to, what is lost where."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.kernel.ending import losses, luck, ways_to_total
from sandtable.kernel.flow import Event, heard_by
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR
from sandtable.kernel.records import record_of, snapshots
from sandtable.kernel.story import HEADINGS, Deed, deeds
from sandtable.kernel.table import Table, quick_table
from sandtable.kernel.view import Said
from sandtable.players import make_player

PLAYERS = {"kandahar": "random"}
"""Plain play is not heard, and fights no battles."""
GAMES = {"patrols": 2, "kandahar": 1, "commandos": 1, "invasion": 1, "bct": 2}


def played(name: str, seed: int, answers: int) -> Table:
    """A game of plain play, so far."""
    game = open_game(name)
    table, player = (
        quick_table(game, seed, Setup(seats=GAMES[name])),
        make_player(game, PLAYERS.get(name, "plain"), seed),
    )
    for _ in range(answers):
        if table.over:
            break
        assert table.g.ask is not None
        seat = table.g.ask.seats()[0]
        table.answer(seat, player(table.g, seat))
    return table


@pytest.fixture(scope="module")
def told() -> dict[str, list[Table]]:
    """Some games of each: long enough for battles."""
    wanted = {"patrols": (8, 100), "kandahar": (3, 1200), "commandos": (2, 400), "invasion": (1, 300), "bct": (1, 700)}
    return {name: [played(name, seed, answers) for seed in range(count)] for name, (count, answers) in wanted.items()}


def story(tables: list[Table], seat: int) -> Iterator[Deed]:
    return (deed for table in tables for deed in deeds(table.said(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_every_contest_adds_up(told: dict[str, list[Table]], name: str) -> None:
    """What a card shows makes its total: dice as often as they count, and what is added to them."""
    found = 0
    for deed in story(told[name], 0):
        for line in deed.lines:
            for one in line.contest.sides if line.contest is not None else ():
                found += 1
                summed = sum(one.dice) * one.times + sum(term.value for term in one.terms)
                assert one.counts or one.total == summed or not one.dice, line
                assert all(1 <= face <= one.sides for face in one.dice)
    assert found, "a battle is fought in these games"


@pytest.mark.parametrize("name", ("patrols", "kandahar", "commandos"))
def test_a_battle_is_one_deed_with_its_dice(told: dict[str, list[Table]], name: str) -> None:
    for deed in story(told[name], 0):
        if deed.contest is None or len(deed.contest.sides) < 2:
            continue
        thrown = [face for line in deed.lines for face in line.dice]
        for side in deed.contest.sides:
            assert all(face in thrown for face in side.dice)
        totals = [side.total for side in deed.contest.sides]
        assert deed.contest.tie == (totals[0] == totals[1])
        assert deed.contest.winner == (-1 if deed.contest.tie else totals.index(max(totals)))


def test_the_outcome_of_a_battle_comes_first_and_a_tie_is_called_one(told: dict[str, list[Table]]) -> None:
    battles = [deed for deed in story(told["kandahar"], 0) if deed.contest is not None]
    assert battles
    for deed in battles:
        assert deed.head.weight in ("blow", "gain") and deed.head.places
        ours, theirs = (side.total for side in deed.contest.sides) if deed.contest else (0, 0)
        sums = f"a tie at {ours}" if ours == theirs else f"{ours} against {theirs}"
        assert any(sums in line.text for line in deed.lines)


def test_the_steps_of_one_march_are_one_deed(told: dict[str, list[Table]]) -> None:
    marches = [deed for deed in story(told["kandahar"], 0) if any(line.rule == "pursuit.route" for line in deed.lines)]
    assert any(deed.steps > 1 for deed in marches)
    for deed in marches:
        assert len({move.token for line in deed.lines for move in line.moves}) == 1, "one unit, one line"


@pytest.mark.parametrize("name", GAMES)
def test_headings_stand_above_their_lines(told: dict[str, list[Table]], name: str) -> None:
    for table in told[name]:
        turns = [line for line in table.said(0) if line.weight == "turn"]
        assert len(turns) == table.g.s.begun[0] - (0 if name != "patrols" else _waiting_for_first(table))
        assert not any(line.joined for line in table.said(0) if line.weight in HEADINGS)


def _waiting_for_first(table: Table) -> int:
    return int(bool(table.g.s.stack) and table.g.s.stack[-1].step == "first")


def test_the_chaos_phase_has_a_heading(told: dict[str, list[Table]]) -> None:
    lines = told["bct"][0].said(0)
    drawn = [n for n, line in enumerate(lines) if line.rule == "chaos.draw"]
    assert drawn and all((lines[n - 1].weight, lines[n - 1].text) == ("phase", "Chaos Phase.") for n in drawn)


def test_a_mission_is_a_chapter_and_a_map_a_part(told: dict[str, list[Table]]) -> None:
    weights = [line.weight for line in told["commandos"][0].said(0)]
    assert weights.index("part") < weights.index("chapter") < weights.index("turn") < weights.index("phase")


@pytest.mark.parametrize("name", ("patrols", "bct"))
def test_a_blow_to_one_side_is_a_gain_to_the_other(told: dict[str, list[Table]], name: str) -> None:
    felt = set()
    for table in told[name]:
        ours, theirs = ({line.rule: line for line in table.said(seat) if line.losses} for seat in (0, 1))
        for key in ours.keys() & theirs.keys():
            felt.add((ours[key].weight, theirs[key].weight))
    assert felt <= {("blow", "gain"), ("gain", "blow")} and felt


def test_what_others_hear_in_between_is_not_told_by_what_belongs_together() -> None:
    def event(text: str, joined: bool, only: int | None = None) -> Event:
        return Event("", "" if only is not None else text, {} if only is None else {only: text}, [], joined=joined)

    log = [event("a", False), event("b", True, only=1), event("c", True), event("d", False, only=1), event("e", True)]
    assert [(line.text, line.joined) for line in heard_by(log, 0)] == [("a", False), ("c", True), ("e", False)]
    assert [line.joined for line in heard_by(log, 1)] == [False, True, True, False, True]


@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_was_put_away_goes_on_with_its_deeds(name: str) -> None:
    """A battle may be interrupted by the end of the evening: what is told then belongs to what was told before."""
    game = open_game(name)
    table, player = played(name, 3, 150), make_player(game, "plain", 3)
    for _ in range(60):
        if table.over:
            return
        again = snapshots.resume(record_of(table), snapshots.snapshot_of(table))
        assert again is not None and table.g.ask is not None
        seat = table.g.ask.seats()[0]
        option = player(table.g, seat)
        for one in (table, again):
            one.answer(seat, option)
        assert again.said(SPECTATOR) == table.said(SPECTATOR)


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_lies_somewhere_in_its_table_of_results(name: str) -> None:
    table = played(name, 1, 5000) if name in ("patrols", "kandahar") else None
    if table is None:
        results = open_game(name).results(played(name, 1, 5).g.s)
        assert results is not None and not any(row.here for row in results.rows), "nothing is reached before the end"
        return
    assert table.over and table.g.s.outcome is not None
    results = table.game.results(table.g.s)
    assert results is not None
    assert [row.label for row in results.rows if row.here] == [table.g.s.outcome.label]


def test_no_assessment_before_anything_has_counted() -> None:
    (score,) = (one for one in played("kandahar", 1, 3).view(0).tracks if one.name == "score")
    assert (score.value, score.text) == (0, "")


def test_luck_is_the_dice_against_what_was_to_be_expected() -> None:
    lines = [Said("", "", [face], purpose="fire", sides=6) for face in (6, 6)]
    (fire,) = luck(lines)
    assert (fire.dice, fire.total, fire.expected) == (2, 12, 7.0)
    assert (round(fire.higher, 6), fire.lower) == (round(1 / 36, 6), 1.0)
    assert ways_to_total(2, 6) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    (many,) = luck(
        [Said("", "", [3], purpose="fire", sides=6)] * 41 + [Said("", "", [4], purpose="fire", sides=6)] * 41
    )
    assert many.total == many.expected and abs(many.higher + many.lower - 1) < 0.06


def test_losses_are_counted_by_side(told: dict[str, list[Table]]) -> None:
    """In Patrols who is gone has fallen, and nobody else."""
    for table in told["patrols"]:
        gone = [at for at in table.g.s.at if at < 0]
        assert sum(len(one.names) for one in losses(table.said(0))) == len(gone)
