"""Nothing is ever lost: quit, end of input, a kill in mid-game, and the same command goes on."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec

from sandtable.kernel.chain import short_head
from sandtable.kernel.game import open_game
from sandtable.kernel.records import decode, encode, export, record_of, with_head
from sandtable.kernel.table import Amended, quick_table
from tests.kernel.records.test_lasting import in_play, red_may_not_go_first
from tests.terminal.helpers import Terminal


def test_quit_and_go_on(terminal: Terminal) -> None:
    first = terminal("play patrols --new --seed 3", "3", "scout hill", "quit")
    assert "Saved. `sandtable play patrols` continues this game of Patrols." in first.out
    ran = terminal("play patrols", "halt", "rifleman hill", "halt")
    assert "An unfinished game of Patrols waits" in ran.out
    assert "Patrols, after 2 answers." in ran.out
    assert "0202 Hill: R Red scout 1 (map case)" in ran.out
    assert "Order fulfilled" in ran.out
    assert len(terminal.records()) == 1


def test_end_of_input_saves(terminal: Terminal) -> None:
    ran = terminal("play patrols --new --seed 3", "3")
    assert ran.code == 0
    assert ran.out.endswith("Saved. `sandtable play patrols` continues this game of Patrols.\n")
    assert len(decode(terminal.records()[0].read_bytes()).journal) == 1


def test_interrupt_saves(terminal: Terminal) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    terminal.monkeypatch.setattr("builtins.input", interrupt)
    ran = terminal("play patrols --new --seed 3")
    assert (ran.code, ran.err) == (0, "")
    assert "Saved." in ran.out


def test_new_sets_the_old_game_aside(terminal: Terminal) -> None:
    terminal("play patrols --new --seed 3", "3")
    (old,) = terminal.records()
    ran = terminal("play patrols --new", "1")
    aside = old.parent / "set-aside" / old.name
    assert aside.is_file() and not old.exists()
    assert str(aside) in ran.out.replace("\n", "")
    assert "Patrols, after 1 answers." in terminal(f"play --resume {aside}").out


def test_wrong_word_does_not_set_the_old_game_aside(terminal: Terminal) -> None:
    terminal("play patrols --new --seed 3", "3")
    assert terminal("play patrols --new --player Red=zorro").code == 2
    assert len(terminal.records()) == 1


def test_finished_game_is_not_continued(terminal: Terminal) -> None:
    terminal("play patrols --new --seed 3", *["1"] * 9)
    ran = terminal("play patrols")
    assert "unfinished" not in ran.out
    assert "Choose an order." in ran.out


def test_seats_are_remembered(terminal: Terminal) -> None:
    terminal("play patrols --new --seed 4 --seats 2 --player Red=random", "hunt", "quit")
    ran = terminal("play patrols", "units")
    assert "Blue scout 3" in ran.out and "Red scout" not in ran.out


def test_copy_goes_on_elsewhere(terminal: Terminal) -> None:
    file = terminal.home / "copy.json"
    terminal("play patrols --new --seed 3", "3", f"save {file}", "scout hill", "quit")
    ran = terminal(f"play patrols --resume {file}", "units")
    assert "Patrols, after 1 answers." in ran.out
    assert len(terminal.records()) == 2, "the copy's game has a record of its own"


def test_copy_writes_over_records_only(terminal: Terminal) -> None:
    letter, copy = terminal.home / "letter", terminal.home / "copy"
    letter.write_text("Dear aunt")
    ran = terminal(
        "play patrols --new --seed 3", f"save {letter}", f"save {terminal.home}", f"save {copy}", "3", f"save {copy}"
    )
    assert letter.read_text() == "Dear aunt"
    assert "letter is there already and is not a record; choose another name." in ran.flat
    assert ran.out.count("A copy is saved in") == 2
    assert len(decode(copy.read_bytes()).journal) == 1


def test_record_of_another_game_is_refused(terminal: Terminal) -> None:
    terminal("play patrols --new --seed 3", "3")
    ran = terminal(f"play kandahar --resume {terminal.records()[0]}")
    assert ran.code == 2
    assert "is a game of patrols, not of kandahar." in ran.err


def test_kill_loses_nothing(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "80", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "sandtable", "play", "patrols"]
    with subprocess.Popen(
        [*command, "--seed", "3"], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as playing:
        assert playing.stdin is not None and playing.stdout is not None
        playing.stdin.write("3\nscout hill\n")
        playing.stdin.flush()
        for line in playing.stdout:
            if "0202 Hill: R Red scout 1" in line:
                break
        playing.send_signal(signal.SIGKILL)
    assert playing.returncode == -signal.SIGKILL
    again = subprocess.run(
        command, env=env, input="halt\nrifleman hill\nhalt\n", capture_output=True, text=True, check=True
    )
    assert "Patrols, after 2 answers." in again.stdout
    assert "Order fulfilled" in again.stdout
    assert again.stderr == ""


def test_a_save_goes_on_where_a_rule_was_put_right(terminal: Terminal, tmp_path: Path) -> None:
    table = in_play()
    file = tmp_path / "game.json"
    file.write_bytes(encode(record_of(table)))
    red_may_not_go_first(terminal.monkeypatch)
    ran = terminal(f"play --resume {file} --hotseat", "quit")
    assert "A rule was put right since you played this: entry" in ran.flat and "Red said “go first”" in ran.flat
    (kept,) = terminal.records()
    assert isinstance(decode(kept.read_bytes()).journal[-1], Amended)
    assert terminal(f"verify {kept}").code == 0


def test_verify_takes_heads(terminal: Terminal, tmp_path: Path) -> None:
    table = in_play()
    file = tmp_path / "game.json"
    file.write_bytes(encode(record_of(table)))
    head = short_head(table.heads[0]).replace(" ", "-")
    ran = terminal(f"verify {file} --head {head}")
    assert ran.code == 0 and f"Head {head}: passed through after entry" in ran.flat
    ran = terminal(f"verify {file} --head {head} --head 0000-0000-0000-0000")
    assert ran.code == 1 and "the head 0000-0000-0000-0000 does not occur" in ran.flat
    assert "No head noted during play was given" in terminal(f"verify {file}").flat


def test_a_position_that_the_rules_of_today_would_not_leave_goes_on_and_says_so(
    terminal: Terminal, tmp_path: Path
) -> None:
    shared = export(quick_table(open_game("patrols"), 3))
    position = msgspec.json.decode(bytes(shared.position))
    position["trodden"] = 0
    file = tmp_path / "kept.json"
    unsound = msgspec.structs.replace(shared, position=msgspec.Raw(json.dumps(position).encode()))
    file.write_bytes(encode(with_head(unsound)))
    ran = terminal(f"play --resume {file}", "quit")
    assert ran.code == 0
    assert "is against the rules of today: Man 1 stands where nobody has trodden." in ran.flat
