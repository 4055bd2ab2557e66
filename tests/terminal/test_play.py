"""A person at the terminal: whole games, words and numbers, every command, bad input."""

import random
import re
from pathlib import Path

import pytest

from sandtable.kernel.game import games
from sandtable.kernel.records import decode, verify
from tests.terminal.helpers import Terminal

NEW = "play patrols --new --seed 3"


def test_whole_game_by_numbers(terminal: Terminal) -> None:
    ran = terminal(NEW, *["1"] * 9)
    assert ran.code == 0
    assert "Night falls [5.3]" in ran.out
    assert "Score: 0" in ran.out
    assert "Verified: every die follows from the key committed before play" in ran.out
    (file,) = terminal.records()
    assert str(file) in ran.out.replace("\n", "")
    assert verify(file.read_bytes()).good


def test_whole_game_by_words(terminal: Terminal) -> None:
    ran = terminal(NEW, "hold the hill", "scout hill", "halt", "rifleman hill", "halt")
    assert "Order fulfilled [5.1]  Red wins." in ran.out
    assert "Score: 1" in ran.out


def test_screen_tells_where_the_game_stands(terminal: Terminal) -> None:
    screen = terminal(NEW, "3").screens()[1]
    assert "Patrols · turn ───" in screen
    assert "You choose to hold the hill with both. [1.2]" in screen
    assert "/^0202 4,7" in screen, "the numbers of the answers stand in the hex they name"
    assert "R2" in screen and "B2" in screen, "pieces by letter and number"
    assert "turn 1 of 8 · order hold the hill with both" in screen
    assert "0102 West Beach: R Red scout 1 (map case), R Red rifleman 2" in screen
    assert "Step with one man, or halt. [3.1]" in screen
    assert "it may be mined, lost to the mine 12 %" in screen, "warning and odds stand beside the risk"
    assert "hand the map case to Red rifleman 2  at any time" in screen
    assert all(len(line) <= 80 for line in screen.splitlines())


def test_parts_of_one_answer_in_one_line(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "scout hill then east beach", "log")
    assert (
        "Red scout 1 goes to Hill. [3.1]\nRed scout 1 shows himself. [3.2]\nRed scout 1 goes to East Beach." in ran.out
    )
    record = decode(terminal.records()[0].read_bytes())
    assert len(record.journal) == 2, "the order, and one answer of two parts"


def test_all_parts_or_none(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "rifleman hill then orchard", "units")
    assert "Not Red rifleman 2 to Orchard: He has no step left. [3.2]" in ran.out
    assert "0102 West Beach: R Red scout 1 (map case), R Red rifleman 2" in ran.screens()[-2], "he has not moved"
    assert len(decode(terminal.records()[0].read_bytes()).journal) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", ""),
        ("frobnicate", "'frobnicate' is not an option here: type a number from 1 to 8"),
        ("99", "'99' is not an option here"),
        ("0", "'0' is not an option here"),
        ("-1", "'-1' is not an option here"),
        ("²", "'²' is not an option here"),
        ("hill", "can mean 4 Red scout 1 to Hill, 7 Red rifleman 2 to Hill. Which one?"),
        ("1.5", "is not an option here"),
        ("scout orchard", "Not Red scout 1 to Orchard: A step goes to a neighbouring hex. [3.1]"),
        ("/frob", "There is no command 'frob'; `help` lists them."),
        ("why", "Why what?"),
        ("why xyzzy", "I do not know what 'xyzzy' would be."),
        ("inspect", "Inspect what?"),
        ("inspect xyzzy", "There is no space or piece 'xyzzy' here."),
        ("undo everything", "`undo` takes back an answer, action, phase or turn, not 'everything'."),
        ("back", "This is the game itself"),
        ("wait", "Nobody else is asked"),
        ("log xyz", "`log` takes a number of lines, not 'xyz'."),
        ("rules xyzzy", "No rule has the number, key or word 'xyzzy'."),
        ("options xyzzy", "No option begins with 'xyzzy'; there are halt, hand, step."),
        ("save /nowhere/at/all/\0", "That did not work"),
        ("\x1b[A\x07", "is not an option here"),
        ("[bold]", "is not an option here"),
        ("☠" * 2000, "is not an option here"),
        ("9 " * 500, "is not an option here"),
    ],
)
def test_bad_input_gets_a_sentence_and_loses_nothing(terminal: Terminal, line: str, told: str) -> None:
    ran = terminal(NEW, "3", line, "halt", "quit")
    assert ran.code == 0
    assert told in ran.flat
    assert "Traceback" not in ran.out + ran.err
    assert "turn 2 of 8" in ran.out, "the game goes on with the next line"


def test_more_parts_than_the_game_has_answers_end_it_and_say_so(terminal: Terminal) -> None:
    """What ends the game was seen by everybody, so it stands, whatever follows it."""
    ran = terminal(NEW, "3", "1 " * 500)
    assert ran.code == 0
    assert "The first 8 parts stand" in ran.flat and "The game is over." in ran.flat
    assert "Night falls [5.3]" in ran.out
    assert verify(terminal.records()[0].read_bytes()).good


def test_one_question_takes_one_answer(terminal: Terminal) -> None:
    ran = terminal(NEW, "1 2")
    assert "This question takes one answer; give one number." in ran.out


def test_why_an_option_is_risky(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "why scout point")
    assert "You may: 2 Red scout 1 to Point [3.1]" in ran.out
    assert "odds: lost to the mine 12 %" in ran.out
    assert "lost: 12.5%" in ran.out


def test_why_not(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "why step blue hill", "why hand scout")
    assert "Step with one of your own men, the same one all through. [3.1]" in ran.flat
    assert "Not hand the map case to Red scout 1" in ran.out


def test_inspect(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "inspect hill", "inspect rifleman", "inspect 0303")
    assert "  ground: hill" in ran.out
    assert "  options: 4 Red scout 1 to Hill, 7 Red rifleman 2 to Hill" in ran.out
    assert "Red rifleman 2\n  side: Red\n  place: 0102 West Beach" in ran.out
    assert "pieces: B Blue man 3 (map case), B Blue man 4" in ran.out


def test_asides_change_nothing(terminal: Terminal) -> None:
    asides = (
        "help",
        "look",
        "map",
        "status",
        "units",
        "log 5",
        "rules",
        "rules 4",
        "rules contact.mine",
        "options",
        "save",
    )
    ran = terminal(NEW, "3", *asides)
    assert ran.code == 0
    assert "what can be typed" in ran.out
    assert "turn 1 of 8  ██" in ran.out
    assert "Who first enters the mined hex falls on 1 to 3 of a d6." in ran.out
    assert "Saved after every answer in" in ran.out
    assert len(decode(terminal.records()[0].read_bytes()).journal) == 1


def test_undo_is_kept_in_the_record(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "undo", "1", "halt")
    assert "Taken back. The record keeps what was undone." in ran.out
    assert "order carry the map case to the far beach" in ran.out
    report = verify(terminal.records()[0].read_bytes())
    assert (report.good, report.take_backs) == (True, 1)


def test_undo_stops_at_what_was_shown(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "scout point", "undo")
    assert "There is no answer to take back" in ran.flat


def test_take_backs_go_past_players(terminal: Terminal) -> None:
    ran = terminal(f"{NEW} --seats 2 --take-backs", "3", "go", "halt", "undo", "units", "quit")
    assert ran.out.count("Taken back.") == 1
    record = decode(terminal.records()[0].read_bytes())
    assert record.take_backs
    assert verify(terminal.records()[0].read_bytes()).good


def test_what_if_and_back(terminal: Terminal) -> None:
    ran = terminal(NEW, "3", "whatif", "scout hill", "halt", "rifleman hill", "halt", "back", "units")
    assert "\nwhat-if > scout hill" in ran.out
    assert "Patrols · what-if · turn" in ran.out
    assert "The what-if has ended: `back` returns to the game" in ran.flat
    assert "0102 West Beach: R Red scout 1 (map case), R Red rifleman 2" in ran.screens()[-2], "nothing has happened"
    assert len(decode(terminal.records()[0].read_bytes()).journal) == 1


def test_what_if_can_be_saved_and_played_on(terminal: Terminal) -> None:
    file = terminal.home / "branch.json"
    terminal(NEW, "3", "whatif", "scout hill", f"save {file}", "quit")
    ran = terminal(f"play --resume {file}", "halt", "rifleman hill", "halt")
    assert "0202 Hill: R Red scout 1 (map case)" in ran.out
    assert "Order fulfilled" in ran.out
    assert "Verified" in ran.out


def test_player_answers_the_other_seat(terminal: Terminal) -> None:
    ran = terminal("play patrols --new --seed 4 --seats 2", "hunt", "wait", "halt", "quit")
    assert "Whoever speaks first goes first. [2.1]" in ran.out
    assert "Blue scout" not in ran.out.split("Step with one man")[0], "the other side's men are not shown"
    record = decode(terminal.records()[0].read_bytes())
    assert {entry.seat for entry in record.journal if hasattr(entry, "seat")} == {0, 1}


def test_person_takes_the_seat_that_is_left(terminal: Terminal) -> None:
    ran = terminal("play patrols --new --seed 4 --seats 2 --player Red=random", "hunt", "inspect blue scout")
    assert "Blue scout 3" in ran.out and "Red scout" not in ran.out


def test_hot_seat_passes_the_screen(terminal: Terminal) -> None:
    ran = terminal("play patrols --new --seed 4 --seats 2 --hotseat", "carry", "hold", "go", "quit")
    assert "Red > carry\nPass the screen to Blue.\n" in ran.out
    blue = ran.out.split("Pass the screen to Blue.")[1].split("Pass the screen to Red.")[0]
    assert "order carry" not in blue and "Red man 1" in blue and "Blue scout 3" in blue


def test_auto_shows_the_log_and_the_end(terminal: Terminal) -> None:
    ran = terminal("play patrols --auto plain --seed 7 --seats 2")
    again = terminal("play patrols --auto plain --seed 7 --seats 2")
    assert "goes to" in ran.out and "Verified" in ran.out
    assert [line for line in ran.out.splitlines() if "goes to" in line] == [
        line for line in again.out.splitlines() if "goes to" in line
    ]


def test_dice_show_their_faces(terminal: Terminal) -> None:
    ran = terminal("play patrols --auto plain --seed 7 --seats 2")
    thrown = re.findall(r": (.) = (\d)$", ran.out, re.MULTILINE)
    assert len(thrown) > 3
    for face, told in thrown:
        assert "⚀⚁⚂⚃⚄⚅".index(face) + 1 == int(told)


def test_wide_screen_puts_the_panel_beside_the_map(terminal: Terminal) -> None:
    terminal.monkeypatch.setenv("COLUMNS", "120")
    ran = terminal(NEW, "3")
    beside = next(line for line in ran.screens()[1].splitlines() if "turn 1 of 8" in line)
    assert beside.index("turn 1 of 8") > 40
    assert all(len(line) <= 120 for line in ran.out.splitlines())


WORDS = (
    *(
        "why",
        "inspect",
        "options",
        "rules",
        "undo",
        "undo turn",
        "whatif",
        "back",
        "wait",
        "units",
        "look",
        "map",
        "log",
    ),
    *(
        "1",
        "2",
        "3",
        "4",
        "7",
        "12",
        "999999",
        "halt",
        "default",
        "done",
        "all",
        "go",
        "hill",
        "scout",
        "team",
        "camp",
        "0202",
    ),
    *("then", ",", "-3", "", "[/bold]", "\0", "%s", "{0}", "née"),
)


@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize("seed", range(2))
def test_nonsense_never_breaks_a_game(terminal: Terminal, game: str, seed: int) -> None:
    rng = random.Random(seed)
    lines = [" ".join(rng.choices(WORDS, k=rng.choice((1, 1, 1, 2, 3)))) for _ in range(60)]
    ran = terminal(f"play {game} --new --seed {seed} --take-backs", *lines)
    assert (ran.code, ran.err) == (0, "")
    assert "fail" not in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines() if not line.startswith((">", "what-if >")))
    assert verify(terminal.records(game)[0].read_bytes()).good


def test_rules_that_fail_cost_nothing(terminal: Terminal) -> None:
    """A bug in a game is told in a sentence; the answer counts for nothing and play goes on."""

    def broken(*args: object) -> None:
        raise KeyError("a bug")

    terminal.monkeypatch.setattr("sandtable.kernel.table.Table.answer", broken)
    ran = terminal(NEW, "3", "quit")
    assert "The rules of this game fail on that answer: KeyError('a bug'). Nothing has changed." in ran.flat
    assert "Saved." in ran.out


def test_player_that_fails_is_replaced(terminal: Terminal) -> None:
    def broken(*args: object) -> None:
        raise KeyError("no idea")

    terminal.monkeypatch.setattr("sandtable.players.Seats.answer", broken)
    ran = terminal("play patrols --auto plain --seed 7")
    assert "The player of Red failed ('no idea'); any legal answer is taken instead." in ran.flat
    assert "Verified" in ran.out


def test_full_disk_does_not_end_the_game(terminal: Terminal) -> None:
    terminal(NEW, "quit")
    written: list[int] = []

    def full(file: Path, data: bytes) -> None:
        written.append(len(data))
        if len(written) > 2:
            raise OSError(28, "No space left on device")

    terminal.monkeypatch.setattr("sandtable.terminal.saves.write", full)
    ran = terminal(NEW, "3", "scout hill", "quit")
    assert ran.out.count("The game could not be saved: [Errno 28] No space left on device.") == 2
    assert "0202 Hill: R Red scout 1" in ran.out
