"""The chain of a journal: each link covers how the table began and every entry so far, and nobody can make one who
does not hold the host's key.

The newest link is the head. Players note the head while they play: a record that did not pass through it is of another
game, or something was cut out of it or put into it afterwards. Links are keyed because a head is shown while secrets
last: without the key nobody can try out which answer of another seat would give it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel.chance import Chance

SHORT = 16
"""How many hexadecimal digits of a head are shown to people."""


class Beginning(Struct, kw_only=True):
    """How a table began: all that the first link covers."""

    game: str
    scenario: str
    options: dict[str, str]
    seats: int
    edition: int
    content: str
    commitment: str
    salts: list[str]
    take_backs: bool
    position: bytes | None
    opening: list[Chance]

    def first_link(self, host_key: bytes) -> str:
        begun = msgspec.structs.asdict(self)
        begun["position"] = hashlib.sha256(self.position).hexdigest() if self.position is not None else ""
        told = msgspec.json.encode(begun, order="sorted")
        return hmac.new(host_key, b"sandtable chain\n" + told, hashlib.sha256).hexdigest()


MADE = ("scenario", "options", "seats", "edition")
TOLD = ("content", "commitment", "salts", "take_backs", "opening")


def header(account: object, setup: object) -> dict[str, Any]:
    """What every account of how a table began says in the same words, be it the table itself, a record or rows of a
    database; `setup` is that of then (a record has its fields itself)."""
    return made(setup) | told(account)


def made(setup: object) -> dict[str, Any]:
    """How a table was made."""
    return {name: getattr(setup, name) for name in MADE}


def told(account: object) -> dict[str, Any]:
    """What was fixed before its first ask."""
    return {name: getattr(account, name) for name in TOLD}


def next_link(host_key: bytes, link: str, entry: Struct) -> str:
    return hmac.digest(host_key, bytes.fromhex(link) + msgspec.json.encode(entry), "sha256").hex()


def links(host_key: bytes, began: Beginning, journal: Iterable[Struct]) -> list[str]:
    """The link before any entry, and the one after each."""
    chain = [began.first_link(host_key)]
    for entry in journal:
        chain.append(next_link(host_key, chain[-1], entry))
    return chain


def short_head(link: str) -> str:
    """A head as people note it: four groups of four digits."""
    return " ".join(link[place : place + 4] for place in range(0, min(SHORT, len(link)), 4))


def noted(head: str, chain: Sequence[str]) -> int | None:
    """After which entry a chain passed through a head that somebody noted; ValueError if that is no head at all."""
    digits = "".join(head.split()).replace("-", "").lower()
    if not SHORT <= len(digits) <= 64 or not set(digits) <= set("0123456789abcdef"):
        raise ValueError(f"{head!r} is not a head: one has {SHORT} to 64 hexadecimal digits")
    return next((place for place, link in enumerate(chain) if link.startswith(digits)), None)
