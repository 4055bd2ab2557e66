"""Positions set up as cases set them up, as records that the page can open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from sandtable.kernel import records
from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.chance import commitment, seed_key
from sandtable.kernel.game import Setup
from sandtable.kernel.records import Record
from sandtable.kernel.state import save


def record_of(game: str, **given: Any) -> bytes:
    """The record of a game that begins where a case's `given` says."""
    trial = Trial(Verdict("browser", "-", game, True))
    trial._given(given, game)
    g = trial.g
    g.s.key = seed_key("browser")
    setup = g.game.checked(Setup(given.get("scenario", ""), given.get("options", {}), g.s.seats))
    return records.encode(
        Record(
            game=game,
            scenario=setup.scenario,
            options=setup.options,
            seats=setup.seats,
            overlays=g.game.content.overlays,
            content=g.game.content.digest,
            commitment=commitment(g.s.key),
            key=g.s.key.hex(),
            take_backs=True,
            position=msgspec.Raw(save(g.s)),
        )
    )


def open_position(page: Page, folder: Path, **given: Any) -> None:
    """Opens a position of Kandahar with the file input of the shelf."""
    file = folder / "position.json"
    file.write_bytes(record_of("kandahar", **given))
    page.goto("/")
    page.get_by_label("Open a record").set_input_files(file)
    expect(page.locator(".prompt")).to_be_visible()
