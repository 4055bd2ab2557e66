"""Moves on copies: what is whole, what chance cuts, what a position is called."""

from __future__ import annotations

import copy

import msgspec
import pytest

from sandtable.kernel.chance import Dealer
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Refused
from sandtable.kernel.records import encode, record_of, replay
from sandtable.kernel.table import Answered, Table, quick_table
from sandtable.players import make_player
from sandtable.server.tables.moves import answered, ask_name, undo_levels, undone
from sandtable.server.tables.past import Past


def patrols(seed: int = 1, take_backs: bool = False) -> Table:
    return quick_table(open_game("patrols"), seed, Setup(seats=2), take_backs)


def ready_to_step(seed: int) -> Table:
    table = patrols(seed)
    for seat, option in ((0, ("order", 0)), (1, ("order", 1)), (0, ("go",))):
        table = answered(table, seat, [option])[0]
    return table


def picture(table: Table) -> object:
    """Everything in a table that could change."""
    kept = {name: copy.copy(value) for name, value in vars(table).items() if name not in ("g", "game", "dealer")}
    return msgspec.json.encode(table.g.s), kept


def test_a_copy_shares_nothing_that_changes() -> None:
    table = ready_to_step(1)
    before = picture(table)
    for seat in (0, 1):
        for option in [("step", 0, 1), ("halt",), ("hand", 1), ("go",)]:
            new = table.fork()
            try:
                new.answer(seat, option)
            except Refused:
                continue
            assert picture(new) != before
            assert picture(table) == before


def test_every_game_plays_the_same_on_copies_as_in_place() -> None:
    for name in ("patrols", "kandahar"):
        game = open_game(name)
        player = make_player(game, "random", 5)
        straight, copied = quick_table(game, 5), quick_table(game, 5)
        for _ in range(40):
            ask = straight.g.ask
            if ask is None:
                break
            seat = ask.seats()[0]
            option = player(straight.g, seat)
            straight.answer(seat, option)
            copied = answered(copied, seat, [option])[0]
        assert encode(record_of(copied)) == encode(record_of(straight))
        assert copied.revisions == straight.revisions


# ---- no looking at the dice for nothing -----------------------------------------------------------


def mined() -> Table:
    """Red beside the mine: a step onto it rolls a die."""
    for seed in range(200):
        table = ready_to_step(seed)
        if ("step", 0, table.g.s.mine) in list(table.g.ask.options(0) if table.g.ask else []):
            return table
    raise AssertionError("no seed lays the mine beside Red")


def test_parts_before_a_die_stand_though_a_later_part_is_refused() -> None:
    table = mined()
    step = ("step", 0, table.g.s.mine)
    new, taken = answered(table, 0, [step, ("step", 0, 99)])
    assert taken == 1
    assert [entry.options for entry in new.journal[-1:]] == [[step]]  # type: ignore[attr-defined]
    assert new.g.s.drawn > table.g.s.drawn


def test_parts_before_a_reveal_stand_too() -> None:
    for seed in range(50):
        table = ready_to_step(seed)
        safe = [o for o in table.g.ask.options(0) if o[0] == "step" and o[2] != table.g.s.mine]  # type: ignore[union-attr]
        if safe:
            new, taken = answered(table, 0, [safe[0], ("step", 0, 99)])
            assert taken == 1 and new.g.s.shown > table.g.s.shown
            return
    raise AssertionError("no seed leaves a safe hex beside Red")


def test_without_chance_the_parts_are_whole_or_not_at_all() -> None:
    table = ready_to_step(1)
    before = picture(table)
    with pytest.raises(Refused, match="neighbouring"):
        answered(table, 0, [("hand", 1), ("step", 0, 6)])
    assert picture(table) == before
    new, taken = answered(table, 0, [("hand", 1), ("halt",)])
    assert taken == 2 and len(new.journal) == len(table.journal) + 1


def test_the_record_of_cut_parts_replays() -> None:
    table = mined()
    new, _ = answered(table, 0, [("step", 0, table.g.s.mine), ("step", 0, 99)])
    again = replay(record_of(new))
    assert again.g.s == new.g.s and again.revisions == new.revisions


# ---- what a position is called --------------------------------------------------------------------


def test_each_own_deed_changes_the_name_and_nothing_unseen_does() -> None:
    table = patrols()
    names = {seat: ask_name(table, seat) for seat in (-1, 0, 1)}
    table = answered(table, 0, [("order", 0)])[0]
    assert ask_name(table, 0) != names[0]
    watching = ask_name(table, -1)
    handed = answered(table, 1, [("hand", 3)])[0]
    assert ask_name(handed, 1) != ask_name(table, 1)
    back = undone(handed, 1, "answer", [])
    assert ask_name(back, 1) not in (ask_name(handed, 1), ask_name(table, 1)), "there and back is not where one was"
    assert ask_name(table, -1) == watching


@pytest.mark.parametrize(("take_backs", "deeds"), [(False, [1, 2]), (True, [2, 2])])
def test_deeds_count_answers_and_undos_of_the_seat(take_backs: bool, deeds: list[int]) -> None:
    table = patrols(take_backs=take_backs)
    table = answered(table, 0, [("order", 0)])[0]
    table = answered(table, 1, [("hand", 3)])[0]
    table = undone(table, 1, "answer", [])
    assert [table.deeds[seat] for seat in (0, 1)] == deeds


# ---- going back -----------------------------------------------------------------------------------


def test_take_backs_cross_dice_and_computers() -> None:
    table = patrols(take_backs=True)
    start = table.g.s
    table = answered(table, 0, [("order", 0)])[0]
    table = answered(table, 1, [("order", 1)])[0]
    assert undo_levels(table, 0, computers=[1]) == ["answer", "action", "phase", "turn"]
    back = undone(table, 0, "answer", computers=[1])
    assert back.g.s == start
    with pytest.raises(Refused, match="nothing to take back"):
        undone(patrols(take_backs=True), 0, "turn", computers=[1])


def test_without_take_backs_another_seats_answer_stays() -> None:
    table = patrols()
    table = answered(table, 0, [("order", 0)])[0]
    table = answered(table, 1, [("order", 1)])[0]
    assert undo_levels(table, 0, computers=[1]) == []
    with pytest.raises(Refused):
        undone(table, 0, "answer", computers=[1])
    assert undo_levels(table, -1, computers=[1]) == []


def test_the_end_is_not_taken_back_once_its_secrets_are_out() -> None:
    """Else one could end a game, read the whole record, and go on playing with what it tells."""
    for seed in range(200):
        table = patrols(seed)
        player = make_player(table.game, "random", seed)
        drawn = (0, 0)
        while not table.over:
            ask = table.g.ask
            assert ask is not None
            drawn = (table.g.s.drawn, table.g.s.shown)
            table = answered(table, ask.seats()[0], [player(table.g, ask.seats()[0])])[0]
        last = table.journal[-1]
        assert isinstance(last, Answered)
        if drawn == (table.g.s.drawn, table.g.s.shown):
            assert undo_levels(table, last.seat, []) == []
            with pytest.raises(Refused, match="over"):
                undone(table, last.seat, "answer", [])
            return
    raise AssertionError("no game ended without a die")


# ---- the past -------------------------------------------------------------------------------------


def test_a_reel_shows_each_moment_as_it_was() -> None:
    table = patrols(3)
    player = make_player(table.game, "random", 3)
    past = Past(record_of(table))
    lived = {seat: [(table.view(seat, odds=False), table.said(seat))] for seat in (-1, 0, 1)}
    for number in range(60):
        if table.over:
            break
        ask = table.g.ask
        assert ask is not None
        seat = ask.seats()[0]
        levels = undo_levels(table, seat, [])
        before = dict(table.revisions)
        if number % 5 == 4 and levels:
            table = undone(table, seat, levels[0], [])
        else:
            table = answered(table, seat, [player(table.g, seat)])[0]
        for each, moments in lived.items():
            if table.revisions[each] != before[each]:
                moments.append((table.view(each, odds=False), table.said(each)))
        if number % 7 == 0:
            past.run_on(table.journal)
    past.run_on(table.journal)
    assert len(table.journal) > 10
    for seat, moments in lived.items():
        assert len(moments) == table.revisions[seat] == len(past.marks[seat])
        shown = [past.moment(seat, n) for n in range(len(moments))]
        assert [(then.view, then.lines) for then in shown] == moments
        for then, (_, lines) in zip(shown[1:], moments, strict=False):
            assert then.lines[: then.told] == lines[: then.told] and then.heard == len(then.lines)


def test_a_replayed_table_has_the_same_revisions_and_names() -> None:
    table = ready_to_step(4)
    table = answered(table, 0, [("hand", 1)])[0]
    table = undone(table, 0, "answer", [])
    again = replay(record_of(table))
    assert again.revisions == table.revisions
    assert [ask_name(again, seat) for seat in (-1, 0, 1)] == [ask_name(table, seat) for seat in (-1, 0, 1)]
    assert isinstance(again.dealer.source, Dealer)
