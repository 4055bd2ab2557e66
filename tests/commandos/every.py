"""Positions of Commandos: Europe as cases write them."""

from __future__ import annotations

from typing import Any

from sandtable.games.raids.state import RG
from sandtable.kernel.cases import Trial, Verdict


def position(**given: Any) -> RG:
    """The position that a case's `given` describes; in Norway, if it does not say otherwise."""
    trial = Trial(Verdict("odds", "13.0", "commandos", True))
    trial._given({"map": "norway", **given}, "commandos")
    return trial.g
