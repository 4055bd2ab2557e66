"""The frames of Kandahar's own procedures."""

from __future__ import annotations

from sandtable.kernel.state import Frame


class Attempt(Frame, tag="attempt"):
    """A try at the mission (17.0)."""
