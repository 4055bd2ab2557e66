"""A real Chromium before a real server. Without a browser these tests are skipped; with CI set that is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import sandtable.server
from tests.server.serving import Server

STATIC = Path(sandtable.server.__file__).parent / "static"
NO_BROWSER = "No Chromium is installed: apt-get install chromium, or name one in SANDTABLE_CHROMIUM."
NOT_BUILT = "The client is not built: python tools/web.py install build"
NewPage = Callable[..., Page]

expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


def chromium_path() -> str:
    for name in (os.environ.get("SANDTABLE_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    if os.environ.get("CI"):
        pytest.fail(NO_BROWSER)
    pytest.skip(NO_BROWSER)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert (STATIC / "index.html").is_file(), NOT_BUILT
    program = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def serve(folder: Path) -> Iterator[Server]:
    """A server with dice that fall the same way each time."""
    running = Server(str(folder / "tables.db"), folder / "log", SANDTABLE_SEED="browser")
    yield running
    if running.process.poll() is None:
        said = running.stop()
        assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    yield from serve(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    yield from serve(tmp_path)


@pytest.fixture
def new_page(chromium: Browser, server: Server) -> Iterator[NewPage]:
    """Pages of new guests; whatever a page complains of in its console fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        dark: bool = False,
        quiet: bool = False,
        at: Server = server,
    ) -> Page:
        context = chromium.new_context(
            base_url=at.url,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not quiet:
            page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints, complaints
