"""Area maps, cards and hidden things in the terminal: readable with a hundred answers and two people at one screen."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sandtable.terminal.draw.screen import Screen
from tests.terminal.helpers import Terminal

BEGIN = ("default", "default", "usual", "usual", "insurgent", "no")
HOTSEAT = "play bct --scenario jihad --hotseat --seed 3 --new"


@pytest.mark.parametrize("columns", ("80", "120"))
def test_tracks_of_two_sides_say_whose_they_are(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ran = terminal(HOTSEAT, *BEGIN, "quit")
    told = " ".join(ran.out.split("phase ──")[1].split())
    assert "Coalition 6" in told and "Insurgent 6" in told


def test_places_whose_names_begin_alike_are_told_apart(terminal: Terminal) -> None:
    ran = terminal(HOTSEAT, *BEGIN, "map", "quit")
    whole = ran.out.split("> map")[1]
    assert "Spin Boldak N" in whole and "Spin Boldak S" in whole


def test_what_is_allowed_at_any_time_does_not_bury_the_question(terminal: Terminal) -> None:
    """The Insurgent can hand Assets about in a hundred ways; they take three lines, and `options` lists them."""
    ran = terminal(HOTSEAT, *BEGIN, "options hand", "quit")
    asked, listed = ran.out.split("Reveal one Objective Card.")[1].split("> options hand")
    assert len(asked.strip().splitlines()) < 16 and "lists them" in asked
    assert listed.count("hand Suicide Bombers") > 20


def test_cards_in_hand_are_titles_on_the_screen_and_read_in_full_by_status(terminal: Terminal) -> None:
    ran = terminal(HOTSEAT, *BEGIN, "status", "quit")
    screen, status = ran.out.split("Reveal one Objective Card.")[1:][0].split("> status")
    assert "in hand J-1" in " ".join(ran.out.split())
    assert "In hand:" in status and "Reinforcements" in status
    assert "In hand:" not in screen


def test_a_curtain_falls_between_seats(terminal: Terminal) -> None:
    """What the next one sees begins after it: the opponent's hand and Covert Units are not in it."""
    ran = terminal(HOTSEAT, *BEGIN, "jihad", "done", "end", "usual", "quit")
    last = ran.out.rpartition("Pass the screen to Coalition.")[2]
    assert "Coalition phase" in last and "Guerrillas" not in last.split("Coalition >")[0]
    assert "Hold the Hills" not in last and "Ring Road" in last


def test_the_curtain_leaves_nothing_to_scroll_back_to() -> None:
    written = io.StringIO()
    screen = Screen(Console(file=written, force_terminal=True))
    screen.interactive = True
    screen.clear()
    assert "\x1b[2J" in written.getvalue() and "\x1b[3J" in written.getvalue()
