"""The guard before the server: allowances, names, and where the client's files come from."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sandtable.server.http.app import create_app
from sandtable.server.http.guard import Allowance
from sandtable.server.settings import Settings, SettingsError, from_environment

MARKED = {"X-Sandtable": "1"}


class Caller:
    """Calls an application without a network."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)

    def __call__(self, method: str, path: str, host: str = "localhost", **words: object) -> httpx.Response:
        async def calling() -> httpx.Response:
            storage = self.app.registry.storage
            await storage.open()
            transport = httpx.ASGITransport(app=self.app)
            try:
                async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as http:
                    return await http.request(method, path, **words)  # type: ignore[arg-type]
            finally:
                await storage.close()

        return asyncio.run(calling())


@pytest.fixture
def client_files(tmp_path: Path) -> Iterator[Path]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Tables</title>")
    (static / "assets" / "main-1a2b.js").write_text("export {}")
    (static / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    yield static


def test_the_client_is_served_at_every_address_of_a_page(client_files: Path, tmp_path: Path) -> None:
    call = Caller(Settings(database=str(tmp_path / "t.db"), static=client_files))
    for path in ("/", "/table/abc", "/table/abc/more", "/join/token", "/watch/token"):
        reply = call("GET", path)
        assert reply.status_code == 200 and "Tables" in reply.text and reply.headers["cache-control"] == "no-cache"
        assert "set-cookie" not in reply.headers, "a page that is opened from elsewhere makes nobody a new guest"
    script = call("GET", "/assets/main-1a2b.js")
    assert (
        script.headers["content-type"].startswith("text/javascript") and "immutable" in script.headers["cache-control"]
    )
    assert call("GET", "/icon.svg").headers["content-type"].startswith("image/svg+xml")
    for path in ("/secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/assets/", "/nothing"):
        assert call("GET", path).status_code == 404, path


def test_without_the_client_the_page_says_so(tmp_path: Path) -> None:
    reply = Caller(Settings(database=str(tmp_path / "t.db"), static=tmp_path / "none"))("GET", "/")
    assert reply.status_code == 200 and "make play" in reply.text


def test_an_address_may_ask_so_much_and_no_more(tmp_path: Path) -> None:
    call = Caller(Settings(database=str(tmp_path / "t.db"), requests_per_second=0.5, tables_per_minute=0))
    replies = [call("GET", "/api/games").status_code for _ in range(7)]
    assert replies[:5] == [200] * 5 and replies[-1] == 429
    said = call("GET", "/api/games")
    assert said.json()["error"] == "too-many" and said.headers["retry-after"] == "1"


def test_tables_are_counted_more_strictly(tmp_path: Path) -> None:
    call = Caller(Settings(database=str(tmp_path / "t.db"), requests_per_second=0, tables_per_minute=2))
    for path in ("/api/tables", "/api/records"):
        body = {"json": {"game": "chess"}} if path == "/api/tables" else {"content": b"x"}
        assert call("POST", path, headers=MARKED, **body).status_code == 400
    for path in ("/api/tables", "/api/records", "/api/join/x", "/api/watch/x", "/api/tables/x/what-if"):
        assert call("POST", path, headers=MARKED).status_code == 429
    assert call("GET", "/api/tables").status_code == 200


def test_an_allowance_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("sandtable.server.http.guard.time.monotonic", lambda: now)
    allowance = Allowance(2.0, 4.0)
    assert [allowance.spend("a") for _ in range(5)] == [True] * 4 + [False]
    assert allowance.spend("b"), "each address has its own"
    now += 1.0
    assert [allowance.spend("a") for _ in range(3)] == [True, True, False]
    now += 1000.0
    assert [allowance.spend("a") for _ in range(5)] == [True] * 4 + [False]


def test_a_crowd_of_addresses_is_forgotten_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Allowance, "MOST", 100)
    allowance = Allowance(1.0, 1.0)
    for number in range(1000):
        allowance.spend(f"address {number}")
    assert len(allowance._left) == 100


def test_names_of_the_host(tmp_path: Path) -> None:
    at_home = Caller(Settings(database=str(tmp_path / "t.db")))
    for host, status in (("localhost", 200), ("127.0.0.1:8420", 200), ("[::1]:8420", 200), ("evil.example", 403)):
        assert at_home("GET", "/api/games", host).status_code == status, host
    abroad = Caller(Settings(database=str(tmp_path / "t.db"), host="0.0.0.0"))
    assert abroad("GET", "/api/games", "anything.example").status_code == 200
    named = Caller(Settings(database=str(tmp_path / "t.db"), host="0.0.0.0", names=("games.example",)))
    assert named("GET", "/api/games", "games.example").status_code == 200
    assert named("GET", "/api/games", "anything.example").status_code == 403


def test_settings_come_from_the_environment() -> None:
    chosen = from_environment(
        {"SANDTABLE_PORT": "9000", "SANDTABLE_NAMES": "a.example, b.example", "SANDTABLE_DATABASE": "x.db"}
    )
    assert (chosen.port, chosen.names, chosen.database) == (9000, ("a.example", "b.example"), "x.db")
    assert from_environment({}) == Settings()
    for wrong in ("many", "-1"):
        with pytest.raises(SettingsError, match="SANDTABLE_PORT"):
            from_environment({"SANDTABLE_PORT": wrong})
