"""Screens of 100 x 40: shops with prices, short numbers, what is played out beside the board; all on one screen."""

from __future__ import annotations

import re

import pytest

from tests.terminal.helpers import Terminal


@pytest.fixture
def screen(terminal: Terminal) -> Terminal:
    terminal.monkeypatch.setenv("COLUMNS", "100")
    terminal.monkeypatch.setattr("sandtable.terminal.draw.screen.PIPE_HEIGHT", 40)
    return terminal


def test_a_shop_has_prices_and_no_long_numbers(screen: Terminal) -> None:
    shop = screen("play kandahar --seed 3", "default").out.partition("Buy gear and people")[2]
    assert re.search(r" 2 +buy the usual gear", shop), "the default is among the first"
    assert "M249 [3]" in shop and "hire A-Team 2 into Base Camp 2317 [20]" in shop
    assert max(int(found) for found in re.findall(r"(?m)(?:^.{16} *|  )(\d+) [a-zA-Z]", shop)) < 100
    assert "832 ways: type one, such as 0101; `options camp` lists them" in shop


def test_the_first_screen_of_bct_fits(screen: Terminal) -> None:
    first = screen("play bct --scenario intervention --seed 3 --hotseat").out
    shown = first[first.index("BCT Command · Coalition sets up") :].partition("Coalition > ")
    rows = "".join(shown[:2]).splitlines()
    assert len(rows) <= 40 and all(len(row) <= 100 for row in rows)
    assert any("1 VP for each Lashkar" in row for row in rows), "cards are read"
    assert any(re.search(r" 1 set up the rest as suggested", row) for row in rows)


def test_a_briefing_is_told(screen: Terminal) -> None:
    told = screen("play commandos --seed 3").flat
    assert "Norway, map 1 of 4 step 1 of 5: Base" in told
    assert "Your people: people A-Squad, B-Squad, Commander, Officer" in told
