"""Many tables at once, each answering as fast as the server allows: nothing may fail, be lost or be doubled.

Starts a server of its own on a database of its own, plays at all tables for a while, stops it, and compares every
acknowledged answer with what lies in the database. Prints p95, throughput, the rules' share of the server's time and
the memory that a table takes while nobody answers at it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

JSON = dict[str, Any]
Acknowledged = list[tuple[int, list[Any]]]
WARM_UP = 3


# ---- the server -----------------------------------------------------------------------------------


def serve(database: str, resident: int) -> None:
    """The server under load: tells its port when it is ready, and what its time went into when it is stopped."""
    from sandtable.server.http.app import create_app
    from sandtable.server.http.process import Server, configured, listen
    from sandtable.server.settings import Settings

    settings = Settings(database=database, port=0, resident=resident, requests_per_second=0, tables_per_minute=0)
    app = create_app(settings)
    listening = listen(settings)
    port = listening.getsockname()[1]
    server = Server(configured(app), app, ready=lambda: print(json.dumps({"port": port}), flush=True))
    signal.signal(signal.SIGTERM, lambda *_: None)  # it comes once more when the server has stopped
    asyncio.run(server.serve(sockets=[listening]))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"rules": app.registry.engine_seconds, "cpu": used.ru_utime + used.ru_stime}), flush=True)


def memory(process: int) -> float:
    """Resident memory of a process in kB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise SystemExit("The memory of the server cannot be read on this system.")


def processor(process: int) -> float:
    """Seconds of processor that a process has used so far, in all its threads."""
    used = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")


# ---- a browser ------------------------------------------------------------------------------------


class Browser:
    """One connection that is kept open: as little work as possible, so that the server is what is measured."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, body: JSON | None = None) -> JSON:
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Sandtable: 1\r\nContent-Length: {len(data)}\r\n"
        kind = "Content-Type: application/json\r\n" if data else ""
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        self.writer.write((head + kind + cookie + "\r\n").encode() + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        if "set-cookie" in headers:
            made = next(line for line in lines if line.lower().startswith("set-cookie: "))
            self.cookie = made.split(": ", 1)[1].split(";")[0]
        said = await self.reader.readexactly(int(headers["content-length"]))
        if not lines[0].split()[1].startswith("2"):
            raise RuntimeError(f"{method} {path}: {lines[0]}: {said.decode()[:300]}")
        return dict(json.loads(said))


class Player:
    """Plays all seats of one table after the other, as the page does: it has the log, and asks for what is new. Writes
    down what was acknowledged."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        self.browser = Browser(port)
        self.game = game
        self.chance = random.Random(seed)
        self.acknowledged: dict[str, Acknowledged] = {}
        self.seconds: list[float] = []
        self.table = ""

    async def sit_down(self) -> None:
        if not self.table:
            await self.browser.connect()
        self.table = (await self.browser.ask("POST", "/api/tables", {"game": self.game}))["table"]
        self.acknowledged[self.table] = []
        self.seen = await self.browser.ask("GET", f"/api/tables/{self.table}")

    async def answer(self) -> None:
        seen = self.seen
        ask = seen["view"].get("ask")
        if ask is None:
            await self.sit_down()
            return
        if seen["seat"] not in ask["seats"]:
            self.seen = await self.browser.ask("GET", f"/api/tables/{self.table}?seat={ask['seats'][0]}")
            return
        group = self.chance.choice([group for group in ask["groups"] if not group.get("standing")])
        option = self.chance.choice(group["choices"])["option"]
        known = {"log_since": seen["log_length"], "log_mark": seen["log_mark"]} if "log_mark" in seen else {}
        body = {"seat": seen["seat"], "ask": seen["ask"], "options": [option], **known}
        began = time.perf_counter()
        self.seen = await self.browser.ask("POST", f"/api/tables/{self.table}/answers", body)
        self.seconds.append(time.perf_counter() - began)
        self.acknowledged[self.table].append((seen["seat"], option))

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            await self.answer()


# ---- the measurement ------------------------------------------------------------------------------


async def storm(port: int, process: int, game: str, tables: int, seconds: float) -> tuple[list[Player], JSON]:
    players = [Player(port, game, number) for number in range(tables)]
    for player in players[:WARM_UP]:
        await player.sit_down()
        for _ in range(10):
            await player.answer()
    before = memory(process)
    for player in players[WARM_UP:]:
        await player.sit_down()
    fresh = (memory(process) - before) / max(1, tables - WARM_UP)
    began, used = time.monotonic(), processor(process)
    answered = sum(len(player.seconds) for player in players)
    outcomes = await asyncio.gather(*(player.play(began + seconds) for player in players), return_exceptions=True)
    took, used = time.monotonic() - began, processor(process) - used
    answered = sum(len(player.seconds) for player in players) - answered
    played = sum(len(player.acknowledged) for player in players)
    figures: JSON = {
        "tables": tables,
        "games": played,
        "seconds": round(took, 1),
        "ms of processor per answer": round(1000 * used / max(1, answered), 2),
        "kB per fresh table": round(fresh, 1),
        "kB per table after play": round((memory(process) - before) / max(1, played - WARM_UP), 1),
        "errors": dict(Counter(repr(outcome) for outcome in outcomes if outcome is not None)),
    }
    for player in players:
        player.browser.writer.close()
    return players, figures


def compare(database: str, players: list[Player]) -> tuple[int, int]:
    """How many acknowledged answers are missing from the database, and how many are there that nobody was told of."""
    lost = extra = 0
    with closing(sqlite3.connect(database)) as db:
        for player in players:
            for table, told in player.acknowledged.items():
                found = db.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY number", [table]).fetchall()
                kept = [json.loads(data) for (data,) in found]
                said = Counter(f"{n} {seat} {option}" for n, (seat, option) in enumerate(told))
                there = Counter(f"{n} {entry['seat']} {entry['options'][0]}" for n, entry in enumerate(kept))
                lost += (said - there).total()
                extra += (there - said).total()
    return lost, extra


def measure(game: str, tables: int, seconds: float) -> JSON:
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "tables.db")
        command = [sys.executable, __file__, "--serve", database, "--tables", str(tables)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            ready = server.stdout.readline()
            if not ready:
                raise SystemExit("The server did not start.")
            try:
                players, figures = asyncio.run(storm(json.loads(ready)["port"], server.pid, game, tables, seconds))
            finally:
                server.terminate()
            spent = json.loads(server.stdout.readline())
        times = sorted(second for player in players for second in player.seconds)
        figures["game"] = game
        figures["answers"] = len(times)
        figures["answers per second"] = round(len(times) / figures["seconds"], 1)
        figures["p50 ms"] = round(1000 * times[len(times) // 2], 1)
        figures["p95 ms"] = round(1000 * times[len(times) * 95 // 100], 1)
        figures["rules' share of the server's time"] = round(spent["rules"] / spent["cpu"], 3)
        figures["lost"], figures["doubled"] = compare(database, players)
    return figures


def installed() -> list[str]:
    from sandtable.kernel.game import shelf

    return sorted(shelf()[0])


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--game", action="append", help="one of the games, and again for more; all if none is named")
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--seconds", type=float, default=30)
    words.add_argument("--json", action="store_true")
    words.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    chosen = words.parse_args()
    if chosen.serve:
        serve(chosen.serve, resident=max(256, chosen.tables * 4))
        return 0
    failed = False
    for game in chosen.game or installed():
        figures = measure(game, chosen.tables, chosen.seconds)
        failed |= bool(figures["errors"] or figures["lost"] or figures["doubled"])
        if chosen.json:
            print(json.dumps(figures))
            continue
        for name, value in figures.items():
            print(f"{name + ':':36}{value}")
        print()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
