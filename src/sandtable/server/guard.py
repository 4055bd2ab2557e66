"""What stands before the server: who may call, from where, how often, and what browsers are told to forbid.

Wrapped around the whole application, so that nothing, not even an unknown address, is answered without it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from sandtable.server import trouble
from sandtable.server.settings import Settings
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
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
UNCACHED = (b"cache-control", b"no-store")


class Guard:
    def __init__(self, app: Asgi, settings: Settings) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in settings.allowed_names())
        self.asking = Allowance(settings.requests_per_second, settings.requests_per_second * 10)
        self.making = Allowance(settings.tables_per_minute / 60, settings.tables_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Trouble as refusal:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": str(refusal)[:100]})
            else:
                await self._refuse(send, refusal)
            return
        await self.app(scope, receive, _with_headers(scope, send) if scope["type"] == "http" else send)

    def _check(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self.names and _name(host) not in self.names:
            raise trouble.foreign(f"This server does not answer to the name {_name(host) or '(none)'}.")
        client = scope.get("client")
        address = client[0] if client else ""
        _spend(self.asking, address)
        if scope["type"] == "websocket":
            _same_origin(headers, host)
            return
        method, path = scope["method"], scope["path"]
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

    async def _refuse(self, send: Send, refusal: Trouble) -> None:
        body = msgspec.json.encode(refusal.problem)
        kind = (b"content-type", b"application/json")
        head = [kind, (b"content-length", str(len(body)).encode()), UNCACHED, *HEADERS]
        if refusal.status == 429:
            head.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": refusal.status, "headers": head})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _name(host: str) -> str:
    """The name in a Host header, without its port: localhost:8420, [::1]:8420."""
    return host[1:].split("]")[0] if host.startswith("[") else host.split(":")[0]


def _same_origin(headers: dict[bytes, bytes], host: str) -> None:
    origin = headers.get(b"origin")
    if origin is not None and urlsplit(origin.decode("latin-1").lower()).netloc != host:
        raise trouble.foreign("This request comes from a page of another site, so it is not answered.")


def _with_headers(scope: Scope, send: Send) -> Send:
    private = scope["path"].startswith("/api/")

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present: Iterable[tuple[bytes, bytes]] = message["headers"]
            names = {name.lower() for name, _ in present}
            added: list[Any] = [header for header in HEADERS if header[0] not in names]
            if private and UNCACHED[0] not in names:
                added.append(UNCACHED)
            message["headers"] = [*present, *added]
        await send(message)

    return sending


def _spend(allowance: Allowance, address: str) -> None:
    if not allowance.spend(address):
        raise Trouble(429, "too-many", "That was too much at once; wait a moment and try again.")


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
