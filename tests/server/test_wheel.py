"""What is installed from a wheel is whole: the rules, the data, the steps of the database, and the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from sandtable.server.http.pages import STATIC
from tests.server.serving import Browser, Server, options_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds, and nothing else of ours."""
    if not (STATIC / "index.html").is_file():
        if os.environ.get("CI"):
            pytest.fail("the client has not been built")
        pytest.skip("the client has not been built: `make web` builds it")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=60)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def test_it_holds_every_file_of_the_package(installed: Path) -> None:
    source = ROOT / "src"
    wanted = {str(file.relative_to(source)) for file in source.rglob("*") if file.is_file()}
    packed = {str(file.relative_to(installed)) for file in installed.rglob("*") if file.is_file()}
    missing = {name for name in wanted - packed if not name.endswith((".pyc", ".so"))}
    assert missing == set()


def test_serve_shows_the_page_and_plays(installed: Path, tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", PYTHONPATH=str(installed))
    where = subprocess.run(
        [sys.executable, "-c", "import sandtable; print(sandtable.__file__)"],
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()).is_relative_to(installed)
    browser = Browser(server)
    page = browser.http.get("/")
    assert page.status_code == 200 and "has not been built" not in page.text
    parts = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert len(parts) >= 3
    for part in parts:
        assert browser.http.get(part).status_code == 200, part
    table = browser.open("patrols")
    seen = browser.see(table)
    browser.answer(table, 0, options_of(seen)[0], ask=seen["ask"])
    assert "Traceback" not in server.stop()


def test_without_the_page_it_says_how_to_get_one(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", SANDTABLE_STATIC=str(tmp_path / "nothing"))
    page = Browser(server).http.get("/").text
    said = server.stop()
    for text in (page, said):
        assert "has not been built" in text and "make play" in text
