"""A log that nobody can flood: what repeats is counted and summed up, what is long is cut, no line forges another."""

from __future__ import annotations

import logging
import time
from typing import NamedTuple

SPAN = 60.0
"""Over so many seconds messages are counted."""
OF_A_KIND = 5
"""So many messages of one kind are written in that time; the others are counted."""
IN_ALL = 200
"""So many lines are written in that time at all."""
LONGEST = 8_000
"""So many characters of one message and its traceback are written."""
KINDS = 500
"""So many kinds are remembered."""

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Kind(NamedTuple):
    """What makes two messages alike: who speaks, in which words, about which fault."""

    logger: str
    level: int
    words: str
    fault: str


class Counted:
    """How often something was said since a moment, and how often it was left out."""

    __slots__ = ("left_out", "said", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.said = 0
        self.left_out = 0


class Quiet(logging.Filter):
    """Lets so many messages of a kind through, and says of the others how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[Kind, Counted] = {}
        self._all = Counted(0.0)

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        if now - self._all.since >= SPAN:
            self._all = Counted(now)
        kind = _kind(record)
        counted = self._kinds.get(kind)
        left_out = 0
        if counted is None or now - counted.since >= SPAN:
            left_out = counted.left_out if counted is not None else 0
            counted = self._kinds[kind] = Counted(now)
            if len(self._kinds) > KINDS:
                del self._kinds[next(iter(self._kinds))]
        if counted.said >= OF_A_KIND or self._all.said >= IN_ALL:
            counted.left_out += 1
            return False
        counted.said += 1
        self._all.said += 1
        record.msg, record.args = _told(record, left_out, last=counted.said == OF_A_KIND), ()
        return True


def _kind(record: logging.LogRecord) -> Kind:
    fault = record.exc_info[0] if record.exc_info else None
    return Kind(record.name, record.levelno, str(record.msg)[:200], fault.__name__ if fault is not None else "")


def _told(record: logging.LogRecord, left_out: int, last: bool) -> str:
    try:
        said = record.getMessage()
    except (TypeError, ValueError):
        said = str(record.msg)
    told = "".join(letter if letter.isprintable() else " " for letter in said[:LONGEST])
    if left_out:
        told += f" ({left_out} more like this were left out before)"
    if last:
        told += " (more like this will only be counted for a while)"
    return told


class Brief(logging.Formatter):
    """Cuts a long traceback in its middle: its last lines say what happened."""

    def formatException(self, ei: object) -> str:
        said = super().formatException(ei)  # type: ignore[arg-type]
        return said if len(said) <= LONGEST else f"{said[: LONGEST // 4]}\n  ...\n{said[-LONGEST * 3 // 4 :]}"


def set_up() -> None:
    """Warnings and worse go to the standard error output, quietly."""
    handler = logging.StreamHandler()
    handler.setFormatter(Brief(FORMAT))
    handler.addFilter(Quiet())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
