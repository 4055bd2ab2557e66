"""What stands before the server: who may call, from where, how often, and what browsers are told to forbid.

Wrapped around the whole application, so that nothing, not even an unknown address, is answered without it.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from sandtable.server import trouble
from sandtable.server.settings import LOOPBACK, Settings
from sandtable.server.trouble import Trouble

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Any, Any, Any], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
MARK = b"x-sandtable"
"""A header that no form and no foreign script can send: forged requests come without it."""
RECORDS = "/api/records"
MAKERS = re.compile(r"/api/(tables/?|records/?|join/.*|watch/.*|tables/.*/what-if/?)")
"""Where tables are made or links are tried: these are counted more strictly."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'{live}; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HOST = re.compile(r"[a-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9a-f:.]{2,45}\](:[0-9]{1,5})?")
"""What a Host header may be; anything else is no name that a browser calls."""
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
UNCACHED = (b"cache-control", b"no-store")
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"})
log = logging.getLogger("sandtable.server")


class Guard:
    def __init__(self, app: Asgi, settings: Settings) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in settings.allowed_names())
        self.asking = Allowance(settings.requests_per_second, settings.requests_per_second * 10)
        self.lives = settings.connections_per_address
        self._live_from: Counter[str] = Counter()
        self.making = Allowance(settings.tables_per_minute / 60, settings.tables_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Trouble as refusal:
            await self._refuse(scope, receive, send, refusal)
            return
        if scope["type"] == "websocket":
            await self._live(scope, receive, send)
            return
        sending = Sending(scope, send)
        asked = dict(scope, method="GET") if scope["method"] == "HEAD" else scope
        try:
            await self.app(asked, receive, sending)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not sending.begun:
                await self._refuse(scope, receive, send, trouble.fault())

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A live connection: one address has only so many."""
        address = _address(scope)
        if self.lives and self._live_from[address] >= self.lives and address not in LOOPBACK:
            await self._refuse(scope, receive, send, trouble.too_many("Too many live connections from this address."))
            return
        self._live_from[address] += 1
        try:
            await self.app(scope, receive, send)
        except ClientDisconnected:  # perhaps before it was opened
            log.debug("the live connection %s was gone", scope["path"])
        except Exception:
            log.exception("the live connection %s failed", scope["path"])
        finally:
            self._live_from[address] -= 1
            if not self._live_from[address]:
                del self._live_from[address]

    def _check(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        host = _host(scope)
        if host and not HOST.fullmatch(host):
            raise trouble.foreign("This server does not answer to such a name.")
        if self.names and _name(host) not in self.names:
            raise trouble.foreign(f"This server does not answer to the name {_name(host) or '(none)'}.")
        address = _address(scope)
        _spend(self.asking, address)
        if scope["type"] == "websocket":
            _same_origin(headers, host)
            return
        method, path = scope["method"], scope["path"]
        if method not in METHODS:
            raise Trouble(405, "malformed", "That cannot be done here.")
        if not path.isprintable():
            raise trouble.no_such("There is no such page.")
        if method in SAFE:
            return
        _same_origin(headers, host)
        if headers.get(MARK) != b"1":
            raise trouble.foreign("Requests that change something need the header X-Sandtable: 1.")
        has_body = headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if has_body and path != RECORDS and kind != b"application/json":
            raise Trouble(415, "wrong-type", "The body should be JSON, and its Content-Type should say so.")
        if method == "POST" and MAKERS.fullmatch(path):
            _spend(self.making, address)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Trouble) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": str(refusal)[:100]})
            return
        body = msgspec.json.encode(refusal.problem)
        kind = (b"content-type", b"application/json")
        head = [kind, (b"content-length", str(len(body)).encode()), UNCACHED, _policy(scope), *HEADERS]
        if refusal.status == 429:
            head.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": refusal.status, "headers": head})
        body = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Sending:
    """Sends a reply with our headers; to whoever asks for the head only, no body."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            message["headers"] = self._headers(message["headers"])
        elif self.scope["method"] == "HEAD":
            message = {**message, "body": b""}
        await self.send(message)

    def _headers(self, present: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        given = list(present)
        names = {name.lower() for name, _ in given}
        added = [header for header in (_policy(self.scope), *HEADERS) if header[0] not in names]
        if self.scope["path"].startswith("/api/") and UNCACHED[0] not in names:
            added.append(UNCACHED)
        return [*given, *added]


def _host(scope: Scope) -> str:
    found: bytes = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return found.decode("latin-1").lower()


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _policy(scope: Scope) -> tuple[bytes, bytes]:
    """What a page may load, and where it may call: this host and no other, in either way."""
    host = _host(scope)
    live = f" ws://{host} wss://{host}" if host and HOST.fullmatch(host) else ""
    return b"content-security-policy", POLICY.format(live=live).encode()


def _name(host: str) -> str:
    """The name in a Host header, without its port: localhost:8420, [::1]:8420."""
    return host[1:].split("]")[0] if host.startswith("[") else host.split(":")[0]


def _same_origin(headers: dict[bytes, bytes], host: str) -> None:
    origin = headers.get(b"origin")
    if origin is not None and _origin(origin) != host:
        raise trouble.foreign("This request comes from a page of another site, so it is not answered.")


def _origin(origin: bytes) -> str | None:
    """The name and port of an Origin; None for one that cannot be read."""
    try:
        return urlsplit(origin.decode("latin-1").lower()).netloc
    except ValueError:
        return None


def _spend(allowance: Allowance, address: str) -> None:
    if not allowance.spend(address):
        raise trouble.too_many("That was too much at once; wait a moment and try again.")


class Allowance:
    """So much per second for each address, saved up to a limit."""

    MOST = 10_000
    """Addresses remembered; whoever has not spent anything for long is forgotten first."""

    def __init__(self, per_second: float, limit: float) -> None:
        self.per_second = per_second
        self.limit = limit
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, address: str) -> bool:
        if not self.per_second:
            return True
        now = time.monotonic()
        left, then = self._left.pop(address, (self.limit, now))
        left = min(self.limit, left + (now - then) * self.per_second)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > self.MOST:
            del self._left[next(iter(self._left))]
        return left >= 1
