"""`import sandtable`: a face that loads nothing before it is used, typed to the end, whose games and states travel."""

from __future__ import annotations

import ast
import multiprocessing
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.games.patrols import Patrols
from sandtable.kernel.chance import Dealer, FastDealer
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, SetupError, games, open_game
from sandtable.kernel.state import save
from tests.docs.pages import ROOT
from tests.players import program
from tests.players.some import end_of, end_of_play, under_way

FACE = Path(sandtable.__file__)
SLOW = {"scout": {"reach": "0"}}


class Renamed(Patrols):
    """A game that is not installed."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process that begins with nothing."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_every_name_is_there_and_typed_as_what_it_is() -> None:
    assert all(getattr(sandtable, name) is not None for name in sandtable.__all__)
    assert set(sandtable.__all__) <= set(dir(sandtable))
    (typed,) = [node for node in ast.parse(FACE.read_text()).body if isinstance(node, ast.If)][:1]
    imported = {
        (str(line.module), alias.name)
        for line in typed.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }
    lazy = {(f"sandtable.{home}", name) for home, names in sandtable._HOMES.items() for name in names}
    assert imported == lazy
    assert sorted(name for _, name in lazy) == sorted(set(sandtable.__all__) - {"__version__"})


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="sandtable has no 'board_game'; it has "):
        sandtable.board_game  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_loads_nothing_else() -> None:
    """Not even by naming one thing does all come in: the server, the screen and processes stay out."""
    look = (
        "import sys, sandtable; first = {m for m in sys.modules if m.startswith(('sandtable.', 'msgspec'))};"
        "sandtable.open_game; later = set(sys.modules); print(len(first),"
        "[m for m in ('sandtable.lab', 'sandtable.server', 'rich', 'multiprocessing', 'distributed') if m in later])"
    )
    told = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert told.stdout == "0 []\n"


def mypy(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_a_program_of_somebody_elses_is_typed_to_the_end() -> None:
    checked = mypy(Path(program.__file__))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_and_what_is_wrong_in_one_is_found(tmp_path: Path) -> None:
    """Nothing of the face is of any type, so that nothing could be wrong with it."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import sandtable\nsandtable.new_game(5)\nsandtable.no_such\nsandtable.new_game('x').awaited.upper()\n",
        encoding="utf-8",
    )
    found = mypy(wrong).stdout
    assert [line.rpartition("[")[2] for line in found.splitlines() if ": error: " in line] == [
        "call-overload]", "attr-defined]", "attr-defined]",
    ], found  # fmt: skip


def test_and_it_runs(tmp_path: Path) -> None:
    assert program.main(tmp_path / "rows") == "2 of 2, True"
    assert len((tmp_path / "rows").read_bytes().splitlines()) == 2


# ---- games that travel ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(games()))
def test_a_game_and_a_state_travel_to_another_process(name: str, elsewhere: ProcessPoolExecutor) -> None:
    g = under_way(open_game(name), 12)
    here = end_of(g.game, g.game.load(save(g.s)))
    assert elsewhere.submit(end_of, g.game, g.s).result(60) == here
    assert elsewhere.submit(end_of_play, g).result(60) == here


@pytest.mark.parametrize("name", sorted(games()))
def test_a_pickled_state_is_the_same_state(name: str) -> None:
    g = under_way(open_game(name), 12)
    again = pickle.loads(pickle.dumps(g.s))
    assert (
        again == g.s and again is not g.s and save(again) == save(g.s) and type(again.stack[-1]) is type(g.s.stack[-1])
    )


def test_a_game_pickles_by_name() -> None:
    game = open_game("patrols")
    assert pickle.loads(pickle.dumps(game)) is game
    assert len(pickle.dumps(game)) < 400


def test_packs_travel_along(elsewhere: ProcessPoolExecutor) -> None:
    slow = open_game("patrols", [{"men": SLOW}])
    again: Game[Any, Any] = pickle.loads(pickle.dumps(slow))
    assert again.content.digest == slow.content.digest != open_game("patrols").content.digest
    assert again.content.overlays == slow.content.overlays
    assert elsewhere.submit(end_of, slow, under_way(slow, 3).s).result(60)[2] == slow.content.digest


def test_content_that_is_not_todays_travels_whole() -> None:
    game = open_game("patrols")
    past = game.content.kept.replace(b"hunt a man down", b"hunt one man")
    assert past != game.content.kept
    old = open_game("patrols", kept=past)
    again: Game[Any, Any] = pickle.loads(pickle.dumps(old))
    assert again.content.digest == old.content.digest != game.content.digest


def test_a_game_that_is_not_installed_travels_by_its_class() -> None:
    again = pickle.loads(pickle.dumps(Renamed([{"men": SLOW}])))
    assert type(again) is Renamed and again.content.overlays == [{"men": SLOW}]


def test_a_game_that_has_other_content_where_it_arrives_is_refused() -> None:
    make, (name, overlays, kept, digest) = open_game("patrols").__reduce__()
    with pytest.raises(SetupError, match=f"digest {'0' * 12}; here it is {digest[:12]}"):
        make(name, overlays, kept, "0" * 64)


def test_a_game_in_play_travels_with_its_dealer_and_its_log() -> None:
    g = sandtable.new_game("patrols", 3, dealer=FastDealer(3), log=True)
    g.answer(0, ("order", 2))
    again: G[Any, Any] = pickle.loads(pickle.dumps(g))
    assert again.options() == g.options() and again.heard == g.heard
    assert [again.roll(6, "x", "y") for _ in range(9)] == [g.roll(6, "x", "y") for _ in range(9)]


def test_the_game_of_a_table_travels_without_its_journal() -> None:
    table = sandtable.new_table("patrols", 3)
    again: G[Any, Any] = pickle.loads(pickle.dumps(table.g))
    again.answer(0, ("order", 2))
    assert type(again.dealer) is Dealer and table.journal == [] and table.g.awaited == 0


# ---- a game in play -------------------------------------------------------------------------------


def test_answers_are_checked_and_refused_with_their_rule() -> None:
    g = sandtable.new_game("patrols", 7)
    before = save(g.s)
    with pytest.raises(sandtable.Refused) as refused:
        g.answer(0, ("step", 0, 3))
    assert refused.value.refusal.text == "Not now. You are asked: Choose an order."
    assert save(g.s) == before
    g.answer(0, ("order", 2))
    assert g.awaited == 0 and ("step", 0, 3) in g.options()


def test_the_same_seed_gives_the_same_game_bare_or_at_a_table() -> None:
    ends = []
    for begin in (sandtable.new_game, lambda game, seed: sandtable.new_table(game, seed).g):
        g = begin("patrols", 7)
        while not g.over:
            g.take(g.awaited, g.options()[-1])
        ends.append(save(g.s))
    assert ends[0] == ends[1]
    assert g.awaited == sandtable.SPECTATOR and g.options() == []


def test_without_a_seed_the_dice_are_new() -> None:
    assert sandtable.new_game("patrols").s.key != sandtable.new_game("patrols").s.key


def test_a_clone_with_another_seed_meets_other_dice() -> None:
    g = sandtable.new_game("patrols", 7)
    faces = []
    for seed in (1, 1, 2):
        twin = g.clone()
        twin.reseed(seed)
        faces.append([twin.roll(6, "x", "y") for _ in range(12)])
    assert faces[0] == faces[1] != faces[2]
    assert g.s.drawn == sandtable.new_game("patrols", 7).s.drawn


def test_worlds_are_numbered() -> None:
    g = sandtable.new_game("patrols", 7, seats=2)
    worlds = [sandtable.world(g, 0, which) for which in (0, 0, 1, 2)]
    assert worlds[0].s == worlds[1].s and len({world.s.key for world in worlds}) == 3
    assert {sandtable.view(world, 0).ask is not None for world in worlds} == {True}
