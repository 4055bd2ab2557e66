"""What can go wrong, as sentences for a person and codes for a program. Whatever is raised, nothing has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.ledger import LedgerError
from sandtable.kernel.options import Refusal
from sandtable.server.wire import Problem, Seen


class Trouble(Exception):
    """A request that is not fulfilled: its HTTP status and what the browser is told."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.problem = Problem(code, text)


def malformed(text: str) -> Trouble:
    return Trouble(400, "malformed", text)


def bad_record(text: str) -> Trouble:
    return Trouble(400, "bad-record", f"This record cannot be opened: {text.rstrip('.')}.")


def foreign(text: str) -> Trouble:
    return Trouble(403, "foreign", text)


def not_yours(text: str) -> Trouble:
    return Trouble(403, "not-yours", text)


def no_such(text: str) -> Trouble:
    return Trouble(404, "no-such", text)


def no_table() -> Trouble:
    """The same for a table that never was and for one at which this guest has no place."""
    return no_such("There is no such table, or this browser has no place at it.")


def not_yet(text: str) -> Trouble:
    return Trouble(409, "not-yet", text)


def waiting(names: Sequence[str]) -> Trouble:
    """Of a table that is not dealt yet nothing can be seen but who is awaited."""
    who = " and ".join(names)
    return Trouble(409, "waiting", f"The table waits for {who}: nothing is dealt before all seats are taken.")


def broken(text: str) -> Trouble:
    return Trouble(409, "broken", f"This table cannot be played on with the rules installed here: {text.rstrip('.')}.")


def stale(seen: Seen) -> Trouble:
    trouble = Trouble(409, "stale", "The table has moved on since you looked; here it is as it stands now.")
    trouble.problem.view = seen
    return trouble


def too_large(limit: int) -> Trouble:
    return Trouble(413, "too-large", f"That is too large: at most {limit // 1000} kB are read here.")


def too_many(text: str) -> Trouble:
    return Trouble(429, "too-many", text)


def refused(game: Game[Any, Any], refusal: Refusal) -> Trouble:
    trouble = Trouble(422, "refused", refusal.text)
    trouble.problem.rule = refusal.key
    trouble.problem.number = number_of(game, refusal.key)
    return trouble


def number_of(game: Game[Any, Any], key: str) -> str:
    """The number of a rule in its book; empty where a line of the log cites none."""
    try:
        return game.ledger.number(key) if key else ""
    except LedgerError:
        return ""


def unsaved() -> Trouble:
    return Trouble(503, "unsaved", "It could not be saved, so nothing has changed; try again.")


def too_long() -> Trouble:
    return Trouble(503, "too-long", "The rules took too long over this, so it was broken off; nothing has changed.")


def stopping() -> Trouble:
    return Trouble(503, "stopping", "The server is being stopped; try again when it is back.")


def fault() -> Trouble:
    return Trouble(500, "fault", "Something went wrong inside the server. Nothing has changed; its log says more.")
