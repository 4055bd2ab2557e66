"""What nobody else may notice: over real play by the two proofs of hidden information, and at a table, answer by
answer, by log, view and revision.

The seeded sample here takes seconds; `make soak` runs thousands of positions (`python -m tests.conformance.soak bct`).
"""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDES
from sandtable.games.bct.state import ALL_SEATS, RESERVES
from sandtable.kernel import sight
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import SPECTATOR, Option, Seat
from sandtable.kernel.table import Table, quick_table
from sandtable.players import Seated
from tests.bct.deploying import SCENARIOS
from tests.bct.positions import position, table_at, unit
from tests.conformance.proofs import Proof

# ---- both proofs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_seat_can_tell_worlds_apart(scenario: str) -> None:
    proof = Proof(open_game("bct"), positions=24, keys=6)
    for number, player in enumerate(("random", "plain", "random")):
        proof.play(scenario, player, number)
    assert not proof.faults, "\n".join(proof.faults)
    assert not proof.never_varied(), proof.never_varied()
    assert proof.positions >= 40


# ---- the log ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_log_never_names_what_its_reader_does_not_know(scenario: str) -> None:
    """The name of an HQ, or of a type of which the reader knows no counter and sees none in Reserves, is never said."""
    table = quick_table(open_game("bct"), "log faces", Setup(scenario))
    players, lines = Seated(table.game, "random", 2, "log faces"), 0
    for _ in range(150):
        if table.over:
            break
        unknown, told = [_unknown(table, seat) for seat in SIDES], len(table.log)
        seat = players.seat(table.g)
        table.answer(seat, players.answer(table.g, seat))
        for reader in SIDES:
            never = unknown[reader] & _unknown(table, reader)
            for line in table.said(reader, told):
                lines += 1
                assert not [name for name in never if name in line.text], line.text
    assert lines > 200


def _unknown(table: Table, reader: Seat) -> set[str]:
    """Names of hostile counters that this seat could only have by a leak."""
    kit, s = table.g.kit, table.g.s
    hostile = kit.units_of[1 - reader]
    known = {s.kind[t] for t in hostile if s.known[t] >> reader & 1 or s.at[t] == RESERVES}
    names = {kit.kinds[s.kind[t]].name for t in hostile if s.kind[t] not in known and not kit.is_hq[t]}
    boxed = {s.box[t] for t in hostile}
    fronts = {s.front[t] for t in kit.hqs_of[1 - reader] if not s.known[t] >> reader & 1} - boxed
    return names | {kit.front_names[front] for front in fronts}


# ---- secret answers at a table ----------------------------------------------------------------------

AMBUSH: dict[str, Any] = {
    "at": "battle",
    "content": {"units": {"light-infantry": {"combat": 3}, "guerrillas": {"combat": 2}}},
    "hand": {"coalition": {"j-2": 2, "j-4": 1, "j-6": 1}, "insurgent": {"j-2": 2, "j-4": 1, "j-6": 1}},
    "place": {
        **{"fob-1": "dand", "light-infantry-1": "dand", "light-infantry-2": "dand"},
        **{"guerrillas-1": "dand", "guerrillas-2": "dand", "training-camp-1": "dand"},
    },
    "battle": {"attacker": "light-infantry-1", "target": "guerrillas-1"},
}
CACHE: dict[str, Any] = {
    "at": "coalition-operations",
    "place": {"guerrillas-1": "maruf", "guerrillas-2": "maruf", "anp-1": "dand", "anp-2": "daman"},
    "covert": ["guerrillas-1", "guerrillas-2"],
    "assets": {"informants-1": "guerrillas-1"},
    "hand": {"coalition": {"j-1": 2, "j-3": 2}, "insurgent": {"j-3": 1}},
}


def gets(table: Table, seat: Seat, since: int) -> tuple[bytes, list[str], int, list[str]]:
    """All that reaches a seat: its view to the byte, its log, its revision, what it may take back."""
    said = [line.text for line in table.said(seat, since)]
    return sight.view_bytes(table.g, seat), said, table.revisions[seat], list(table.can_undo(seat))


def after(
    given: dict[str, Any], answers: list[tuple[Seat, Option]], seat: Seat
) -> tuple[bytes, list[str], int, list[str]]:
    table = table_at(position(**given))
    for answering, option in answers:
        table.answer(answering, option)
    return gets(table, seat, 0)


@pytest.mark.parametrize("seat", (INSURGENT, SPECTATOR))
@pytest.mark.parametrize(
    ("at", "verb", "choices"), (("battle", "commit", (0, 1, 2)), ("battle-cards", "seal", (0, 1, 2, 3)))
)
def test_what_an_attacker_commits_reaches_nobody(seat: Seat, at: str, verb: str, choices: tuple[int, ...]) -> None:
    """4.2: cards are committed face down and revealed together."""
    given = {**AMBUSH, "at": at}
    ways = [after(given, [(COALITION, (verb, choice))], seat) for choice in choices]
    assert all(way == ways[0] for way in ways)


def test_what_was_committed_cannot_be_taken_back_once_both_are_shown() -> None:
    """Even where nobody committed anything: the Defender would know it the second time. Nor while he chooses in secret:
    an undo that works until he has chosen would tell when he has."""
    for at, verb in (("battle", "commit"), ("battle-cards", "seal")):
        table = table_at(position(**{**AMBUSH, "at": at}))
        table.answer(COALITION, (verb, 0))
        assert table.can_undo(COALITION) == []
        table.answer(INSURGENT, (verb, 0))
        assert table.can_undo(INSURGENT) == [] == table.can_undo(COALITION)


@pytest.mark.parametrize("seat", (COALITION, SPECTATOR))
def test_a_hand_is_chosen_unseen(seat: Seat) -> None:
    """3.5: card by card nothing changes for the others, and in the end they hear how many there are."""
    table = table_at(position(at="insurgent-planning", c2={"insurgent": 3}))
    before = gets(table, seat, 0)
    table.answer(INSURGENT, ("select", 1))
    table.answer(INSURGENT, ("select", 3))
    assert gets(table, seat, 0) == before
    ways = []
    for last in (2, 9):
        again = table_at(position(at="insurgent-planning", c2={"insurgent": 3}))
        for number in (1, 3, last):
            again.answer(INSURGENT, ("select", number))
        ways.append(gets(again, seat, 0))
    assert ways[0] == ways[1]
    assert ways[0][1][0] == "Insurgent holds 3 Joint Ops Cards."


def test_a_hand_stands_as_soon_as_the_opponent_chooses_his() -> None:
    """1.2: an undo that works until he has taken his first card would tell when he has. What is offered is given."""
    table = quick_table(open_game("bct"), 1, Setup("surge", seats=2))
    while table.g.ask is not None and table.g.ask.key != "setup.hand":
        table.answer(table.g.ask.seats()[0], ("default",))
    table.answer(COALITION, ("select", 1))
    table.undo(COALITION)
    table.answer(COALITION, ("usual",))
    assert table.g.ask is not None and table.g.ask.seats() == [INSURGENT]
    assert table.can_undo(COALITION) == []
    table.answer(INSURGENT, ("select", 3))
    assert table.can_undo(COALITION) == []
    table.undo(INSURGENT)
    assert table.g.s.hand[INSURGENT][3] == 0


@pytest.mark.parametrize("seat", (COALITION, SPECTATOR))
def test_what_changes_hands_between_covert_units_reaches_nobody(seat: Seat) -> None:
    """2.5: even while the opponent is asked, his view stays to the byte, and his revision does."""
    table = table_at(position(**CACHE))
    before = gets(table, seat, 0)
    informants = table.game.lookup(table.g.s, "asset", "informants-1")
    table.answer(INSURGENT, ("hand", informants, unit(table.g, "guerrillas-2")))
    assert gets(table, seat, 0) == before
    assert [line.text for line in table.said(INSURGENT)] == [
        "Informants go from Guerrillas 1 (Maruf) to Guerrillas 2 (Maruf)."
    ]
    assert table.g.s.open[informants] != ALL_SEATS


def test_what_passes_unseen_does_not_take_the_opponents_undo_away() -> None:
    """Or he would know that something passed. If he does go back, what the other did stands all the same."""
    table = table_at(position(**CACHE))
    assert table.g.ask is not None
    table.answer(COALITION, next(o for o in table.g.ask.options(COALITION) if o[0] == "move"))
    before, informants = gets(table, COALITION, 0), table.game.lookup(table.g.s, "asset", "informants-1")
    assert before[3]
    table.answer(INSURGENT, ("hand", informants, unit(table.g, "guerrillas-2")))
    assert gets(table, COALITION, 0) == before
    table.undo(COALITION)
    assert table.g.s.on[informants] == unit(table.g, "guerrillas-2")


def test_an_asset_exchanged_again_thanks_to_a_card_does_not_stop_the_card_from_being_taken_back() -> None:
    """2.5: a card frees Assets to change hands anew. Were its undo refused, its player would know that one did."""
    table = table_at(position(**CACHE))
    informants = table.game.lookup(table.g.s, "asset", "informants-1")
    first, second = (unit(table.g, f"guerrillas-{number}") for number in (1, 2))
    for bearer in (second, first):
        table.answer(INSURGENT, ("hand", informants, bearer))
    assert not table.g.offers(INSURGENT, ("hand", informants, second)), "twice is enough"
    quiet = table.fork()
    assert table.g.ask is not None
    card = next(o for o in table.g.ask.options(COALITION) if o[0] == "move")
    for each in (quiet, table):
        each.answer(COALITION, card)
    table.answer(INSURGENT, ("hand", informants, second))
    for each in (quiet, table):
        each.undo(COALITION)
    assert gets(table, COALITION, 0) == gets(quiet, COALITION, 0)
    assert table.g.s.on[informants] == second and len(table.said(INSURGENT)) == 3
    assert not table.g.standing(INSURGENT) or not table.g.offers(INSURGENT, ("hand", informants, first))


def test_a_covert_unit_that_moves_shows_its_back_and_its_way() -> None:
    table = table_at(position(**{**CACHE, "at": "insurgent-operations"}))
    token, to = unit(table.g, "guerrillas-1"), table.g.kit.graph.at("arghistan")
    table.answer(INSURGENT, ("move", 3, token, to))
    for seat in (COALITION, SPECTATOR):
        said = " ".join(line.text for line in table.said(seat))
        assert "Covert Unit" in said and "Arghistan" in said and "Guerrillas" not in said
    assert "Guerrillas" in " ".join(line.text for line in table.said(INSURGENT))
