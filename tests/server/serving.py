"""A real server in a process of its own, and browsers that call it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, ClassVar

import httpx

JSON = dict[str, Any]
STARTING_SECONDS = 60
UNLIMITED = {"SANDTABLE_REQUESTS_PER_SECOND": "0", "SANDTABLE_TABLES_PER_MINUTE": "0"}


class Server:
    """`sandtable serve` on a free port, until it is stopped or killed. It can be started again on the same tables."""

    def __init__(self, database: str, log: Path, **environment: str) -> None:
        self.database = database
        self.log = log
        self.environment = UNLIMITED | environment
        self.port = 0
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "SANDTABLE_PORT": str(self.port), "SANDTABLE_DATABASE": self.database}
        command = [sys.executable, "-m", "sandtable", "serve"]
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, env={**environment, **self.environment}, start_new_session=True
            )
        self.port = self._wait_for_port()

    def _wait_for_port(self) -> int:
        until = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < until:
            said = self.log.read_text()
            if found := re.search(r"open at http://localhost:(\d+)/", said):
                return int(found[1])
            assert self.process.poll() is None, f"the server did not start: {said}"
            time.sleep(0.05)
        raise AssertionError(f"the server took too long to start: {self.log.read_text()}")

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> str:
        """Asks the server to stop; what it said in its life."""
        self.process.terminate()
        self.process.wait(timeout=20)
        return self.log.read_text()


class Browser:
    """A browser with cookies of its own, and the client's manners."""

    def __init__(self, server: Server | str) -> None:
        self.url = server if isinstance(server, str) else server.url
        self.http = httpx.Client(base_url=self.url, headers={"X-Sandtable": "1"}, timeout=60, verify=False)
        self.opened.append(self)

    opened: ClassVar[list[Browser]] = []

    @classmethod
    def close_all(cls) -> None:
        while cls.opened:
            cls.opened.pop().http.close()

    def get(self, path: str, **query: Any) -> Any:
        return good(self.http.get(path, params=query))

    def post(self, path: str, body: JSON | None = None) -> Any:
        return good(self.http.post(path, json=body) if body is not None else self.http.post(path))

    def refused(self, status: int, path: str, body: JSON | None = None) -> JSON:
        """The problem that a request meets; it must be of this status."""
        reply = self.http.post(path, json=body) if body is not None else self.http.get(path)
        return problem(reply, status)

    @property
    def cookie(self) -> str:
        return f"sandtable_guest={self.http.cookies['sandtable_guest']}"

    # -- at a table

    def open(self, game: str = "patrols", **wanted: Any) -> str:
        return str(self.post("/api/tables", {"game": game, **wanted})["table"])

    def see(self, table: str, **query: Any) -> JSON:
        return dict(self.get(f"/api/tables/{table}", **query))

    def answer(self, table: str, seat: int, *options: list[Any], ask: str | None = None) -> JSON:
        named = ask if ask is not None else self.see(table, seat=seat)["ask"]
        body = {"seat": seat, "ask": named, "options": list(options)}
        return dict(self.post(f"/api/tables/{table}/answers", body))

    def join(self, url: str, salt: str = "of who joins") -> JSON:
        assert url.startswith("/join/")
        return dict(self.post(f"/api{url}", {"salt": salt}))

    def share(self, game: str = "patrols", seats: int = 2, **wanted: Any) -> tuple[str, dict[int, str]]:
        """A table whose other seats wait for somebody, and the invitations to them."""
        wish = {"open": list(range(1, seats)), "salt": "of who made it"} | wanted
        opened = self.post("/api/tables", {"game": game, "seats": seats, **wish})
        return str(opened["table"]), {int(seat): str(url) for seat, url in opened["links"].items()}


def good(reply: httpx.Response) -> Any:
    assert reply.status_code < 300, f"{reply.status_code}: {reply.text}"
    return reply.json() if reply.content else None


def problem(reply: httpx.Response, status: int) -> JSON:
    assert reply.status_code == status, f"{reply.status_code}: {reply.text}"
    said = reply.json()
    assert said["error"] and said["text"].endswith((".", ")")), said
    return dict(said)


def options_of(seen: JSON, verb: str | None = None, standing: bool = False) -> list[list[Any]]:
    """The options that a view offers."""
    groups = (seen["view"].get("ask") or {}).get("groups", [])
    return [
        choice["option"]
        for group in groups
        if group.get("standing", False) == standing and verb in (None, group["verb"])
        for choice in group["choices"]
    ]
