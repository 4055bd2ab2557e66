"""Games on a Dask cluster: a real scheduler with two workers, and sentences where there is none."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from sandtable.kernel.begin import Play
from sandtable.kernel.game import SetupError, open_game
from sandtable.kernel.options import Option, Seat
from sandtable.lab.cluster import _check, cluster
from sandtable.lab.simulate import simulate
from sandtable.players import Answering
from tests.lab.test_simulate import without_timing
from tests.terminal.helpers import Terminal


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    return Terminal(capsys, monkeypatch, tmp_path)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    make: Any = distributed.LocalCluster
    with make(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        worker_dashboard_address=None,
        local_directory=str(tmp_path_factory.mktemp("dask")),
    ) as started:
        yield started.scheduler_address


def test_a_cluster_plays_the_same_games(scheduler: str, tmp_path: Path) -> None:
    slow = open_game("patrols", [{"men": {"scout": {"reach": "0"}}}])

    def last(world: Play, seat: Seat) -> Option:
        return world.options(seat)[-1]

    with cluster(scheduler) as executor:
        players: list[list[Answering]] = [["plain", "random"], [last, "plain"]]
        for player in players:
            shared = simulate(
                slow, games=60, seed=4, seats=2, player=player, executor=executor, rows=tmp_path / "shared"
            )
            alone = simulate(slow, games=60, seed=4, seats=2, player=player, rows=tmp_path / "alone")
            assert without_timing(shared) == without_timing(alone)
            assert (tmp_path / "shared").read_bytes() == (tmp_path / "alone").read_bytes()


def test_the_command_plays_on_it(scheduler: str, terminal: Terminal) -> None:
    asked = "simulate patrols --player plain --seats 2 --games 60 --seed 5 --json"
    shared, alone = terminal(f"{asked} --cluster {scheduler}").json, terminal(asked).json
    assert {name for name in alone if alone[name] != shared[name]} <= {
        "seconds", "decisions_per_second", "thinking_seconds",
    }  # fmt: skip


def test_where_there_is_no_scheduler_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.lab.cluster.CONNECTING", "200ms")
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    for address in (f"tcp://127.0.0.1:{free}", "nonsense://x"):
        with pytest.raises(SetupError, match=f"No Dask scheduler answers at {address}: "), cluster(address):
            pass


def test_workers_with_another_sandtable_and_none_at_all_are_told() -> None:
    with pytest.raises(SetupError, match=r"The worker tcp://a has Sandtable 0.0.1; here is .*: install the same."):
        _check("tcp://here", {"tcp://a": "0.0.1"})
    with pytest.raises(SetupError, match=r"The Dask scheduler at tcp://here has no workers\."):
        _check("tcp://here", {})


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = terminal("simulate patrols --games 1 --cluster tcp://127.0.0.1:1")
    assert ran.code == 2 and "install sandtable[cluster]" in ran.err
