"""docs/hosting.md names every setting with its default, and its proxy lets through what the server takes."""

from __future__ import annotations

import inspect
import re

from sandtable.server import settings
from sandtable.server.http.api import RECORD_LIMIT
from sandtable.server.settings import Settings, from_environment
from tests.docs.pages import ROOT, code, table

PAGE = ROOT / "docs" / "hosting.md"


def test_settings() -> None:
    read = set(re.findall(r"SANDTABLE_[A-Z_]+", inspect.getsource(settings)))
    rows = {code(row[0])[0]: row for row in table(PAGE, "## Settings")}
    assert set(rows) == read
    for field in ("host", "port", "resident", "requests_per_second", "tables_per_minute", "vanished_minutes"):
        shown = code(rows[f"SANDTABLE_{field.upper()}"][2])[0]
        assert shown == str(getattr(Settings(), field)).removesuffix(".0"), field


def test_every_setting_has_an_effect() -> None:
    given = dict.fromkeys((code(row[0])[0] for row in table(PAGE, "## Settings")), "7")
    chosen, usual = from_environment(given), from_environment({})
    assert [name for name in chosen.__struct_fields__ if getattr(chosen, name) == getattr(usual, name)] == []


def test_the_proxy_takes_the_largest_record() -> None:
    found = re.search(r"client_max_body_size (\d+)m;", PAGE.read_text(encoding="utf-8"))
    assert found is not None and int(found[1]) * 1_000_000 > RECORD_LIMIT
