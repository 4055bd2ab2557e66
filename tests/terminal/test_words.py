"""What a typed line means: numbers, words, parts, commands, and things that are not offered."""

import pytest

from sandtable.kernel.game import open_game
from sandtable.kernel.table import Table, quick_table
from sandtable.terminal import guess, parse
from sandtable.terminal.asides import Standpoint
from sandtable.terminal.menu import Menu, split
from sandtable.terminal.parse import Command, NotUnderstood


@pytest.fixture
def table() -> Table:
    """Patrols, Red to step."""
    table = quick_table(open_game("patrols"), 3)
    table.answer(0, ("order", 2))
    return table


@pytest.fixture
def here(table: Table) -> Standpoint:
    return Standpoint(table, 0)


def meant(menu: Menu, text: str) -> list[str]:
    return [item.text for item in parse.find(menu, text)]


def test_split() -> None:
    assert split("Hand it to A-Team, 1107.") == ["hand", "it", "to", "a", "team", "1107"]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("1", ["halt"]),
        (" 1 ", ["halt"]),
        ("halt", ["halt"]),
        ("HALT", ["halt"]),
        ("ha", ["halt", "hand the map case to Red rifleman 2"]),
        ("scout hill", ["Red scout 1 to Hill"]),
        ("step the scout to the hill", ["Red scout 1 to Hill"]),
        ("sc hi", ["Red scout 1 to Hill"]),
        ("scout 0202", ["Red scout 1 to Hill"]),
        ("hill", ["Red scout 1 to Hill", "Red rifleman 2 to Hill"]),
        ("hand", ["hand the map case to Red rifleman 2"]),
        ("02", []),
        ("01", []),
        ("to", ["Red scout 1 to Point"]),
        ("orchard", []),
        ("-1", []),
        ("", []),
        ("!?", []),
    ],
)
def test_find(here: Standpoint, text: str, texts: list[str]) -> None:
    assert meant(here.menu, text)[: len(texts) or None] == texts


def test_number_beats_name(here: Standpoint) -> None:
    """The men bear numbers too, but 2 means the second option."""
    assert parse.one(here.menu, "2").number == 2


def test_one_of_many_is_asked_back(here: Standpoint) -> None:
    with pytest.raises(
        NotUnderstood, match=r"'hill' can mean \d Red scout 1 to Hill, \d Red rifleman 2 to Hill. Which one?"
    ):
        parse.one(here.menu, "hill")


@pytest.mark.parametrize(
    ("line", "shape", "parts"),
    [
        ("3", "path", ["3"]),
        ("3 5", "path", ["3", "5"]),
        ("3 5", "pick", ["3", "5"]),
        ("3, 5", "many", ["3", "5"]),
        ("scout hill", "path", ["scout hill"]),
        ("scout hill then quarry", "path", ["scout hill", "quarry"]),
        ("scout hill; quarry,", "path", ["scout hill", "quarry"]),
        ("point reeds", "path", ["point", "reeds"]),
        ("point reeds", "pick", ["point reeds"]),
        ("3 99", "path", ["3 99"]),
    ],
)
def test_parts(here: Standpoint, line: str, shape: str, parts: list[str]) -> None:
    assert parse.parts(line, here.menu, shape) == parts


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("help", Command("help")),
        ("?", Command("help")),
        ("QUIT", Command("quit")),
        ("why scout  hill", Command("why", "scout  hill")),
        ("/undo turn", Command("undo", "turn")),
        ("halt", None),
        ("1", None),
    ],
)
def test_command(here: Standpoint, line: str, command: Command | None) -> None:
    assert parse.command(line, here.menu) == command


def test_option_of_the_same_words_comes_first(here: Standpoint) -> None:
    here.menu.items[0].choice.text = "wait"
    assert parse.command("wait", here.menu) is None
    assert parse.command("/wait", here.menu) == Command("wait")


def test_guess_what_is_not_offered(here: Standpoint) -> None:
    assert guess.options(here.names(), here.menu, "scout orchard") == [("step", 0, 5)]
    assert guess.options(here.names(), here.menu, "blue hill") == [("step", 2, 3), ("step", 3, 3)]
    assert guess.options(here.names(), here.menu, "fall back") == [("fall-back",)]
    assert guess.options(here.names(), here.menu, "xyzzy") == []
    assert guess.options(here.names(), here.menu, "scout xyzzy") == []


def test_guess_fills_in_who_may_act(here: Standpoint) -> None:
    """Who only names a space speaks of those who may step now."""
    assert guess.options(here.names(), here.menu, "orchard") == [("step", 0, 5), ("step", 1, 5)]


def test_guess_names_no_secret(here: Standpoint) -> None:
    """Blue's scout is not known to Red, so the word means only Red's."""
    in_play = {token.ref for token in here.view.tokens}
    assert [thing.name for thing in guess.things(here.names(), "scout", in_play)] == ["Red scout 1"]
    assert guess.things(here.names(), "blue scout", in_play) == []
