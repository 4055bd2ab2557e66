"""Positions of Kandahar as cases write them."""

from __future__ import annotations

from typing import Any

from sandtable.games.raids.state import RG
from sandtable.kernel.cases import Trial, Verdict


def position(**given: Any) -> RG:
    """The position that a case's `given` describes; on clear ground, if it does not say otherwise."""
    trial = Trial(Verdict("odds", "13.0", "kandahar", True))
    trial._given({"hexes": {"all": "clear"}, **given}, "kandahar")
    return trial.g
