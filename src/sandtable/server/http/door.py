"""The door: how many may stand in it, how long each may take to say what it wants, and what is not listened to.

Below the application: a request that is half sent, badly written or said twice never gets as far as that. When all
places are taken, a connection on which nothing is being asked makes room for a new one, so that idle ones cannot keep
anybody out.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Literal

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request

from sandtable.server.settings import Settings
from sandtable.server.wire import Problem

Stage = Literal["new", "idle", "head", "body", "served"]
LONGEST_HEAD = 16_384
"""Bytes of a request's head."""
LENGTH = re.compile(rb"^content-length[ \t]*:", re.IGNORECASE | re.MULTILINE)
LISTED = re.compile(rb"^content-length[ \t]*:[^\r\n]*,", re.IGNORECASE | re.MULTILINE)
CODING = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)
END = re.compile(rb"\r?\n\r?\n")

UNREADABLE = "This is no request that this server understands."
TWO_LENGTHS = "This request says twice how long it is, so it is not read."
TOO_SLOW = "This request came too slowly, so it is no longer waited for."
FULL = "Too many are connected to this server just now; try again in a minute."
CROWD = "Too many connections come from this address; close some and try again."
NO_HANDSHAKE = "This is no handshake that this server understands."
STATUS = {400: "Bad Request", 408: "Request Timeout", 426: "Upgrade Required", 503: "Service Unavailable"}
CODES = {400: "malformed", 408: "too-slow", 426: "malformed", 503: "too-many"}


def refusal(status: int, text: str) -> bytes:
    """A whole reply in our form, after which the connection is closed."""
    body = msgspec.json.encode(Problem(CODES[status], text))
    head = (
        f"HTTP/1.1 {status} {STATUS[status]}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        "cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


class Strict(h11.Connection):
    """Reads requests; of two ways to say how long one is, neither is believed."""

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            given = self.trailing_data[0]
            end = END.search(given)
            if end is not None:
                head = given[: end.start() + 1]
                if len(LENGTH.findall(head)) + len(CODING.findall(head)) > 1 or LISTED.search(head):
                    raise h11.RemoteProtocolError(TWO_LENGTHS)
        return super().next_event()


class Doorway:
    """Who stands in the door."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.connections
        self.most_per_address = settings.connections_per_address
        self.head_seconds = settings.head_seconds
        self.body_seconds = settings.body_seconds
        self.proxies: tuple[str, ...] = ()
        """Behind one of them are many people, whom the guard tells apart."""
        self._stages: dict[Stage, dict[Door, None]] = {"new": {}, "idle": {}, "head": {}, "body": {}, "served": {}}
        self._live: set[LiveDoor] = set()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._live) + sum(map(len, self._stages.values()))

    def enter(self, door: Door) -> str:
        """Why a new connection is not let in, if it is not."""
        address = _address(door.client)
        if self.most_per_address and self._addresses[address] >= self.most_per_address and not self._many(address):
            return CROWD
        if len(self) >= self.most and not self._make_room():
            return FULL
        self._addresses[address] += 1
        self._stages["new"][door] = None
        return ""

    def _many(self, address: str) -> bool:
        """Whether many people may come from one address: a proxy, or this computer."""
        try:
            here = ip_address(address)
        except ValueError:
            return True  # a socket without addresses
        return here.is_loopback or any(proxy == "*" or _within(here, proxy) for proxy in self.proxies)

    def _make_room(self) -> bool:
        """Closes the one that has asked nothing for longest: first of those that never have, last of the half-sent."""
        for stage in ("new", "head", "idle", "body"):
            for door in self._stages[stage]:
                door.leave_now()
                return True
        return False

    def move(self, door: Door, before: Stage, after: Stage) -> None:
        if self._stages[before].pop(door, 0) is None:
            self._stages[after][door] = None

    def leave(self, door: Door, stage: Stage) -> None:
        if self._stages[stage].pop(door, 0) is None:
            self._forget(door.client)

    def upgrade(self, door: Door, stage: Stage) -> bool:
        """A connection becomes a live one; some places are kept for requests."""
        self.leave(door, stage)
        return len(self._live) < self.most * 3 // 4

    def enter_live(self, door: LiveDoor) -> None:
        self._live.add(door)
        self._addresses[_address(door.client)] += 1

    def leave_live(self, door: LiveDoor) -> None:
        if door in self._live:
            self._live.discard(door)
            self._forget(door.client)

    def _forget(self, client: tuple[str, int] | None) -> None:
        address = _address(client)
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]


def _within(here: IPv4Address | IPv6Address, network: str) -> bool:
    try:
        return here in ip_network(network)
    except ValueError:
        return False


def _address(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""


class Door(H11Protocol):
    """One connection, from its first byte."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = Strict(h11.SERVER, LONGEST_HEAD)
        self.doorway: Doorway = config.app.doorway  # type: ignore[union-attr]
        self.stage: Stage = "new"
        self.shut = False
        self._clock: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    # -- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if why := self.doorway.enter(self):
            self.refuse(503, why)
            return
        self._wait(self.doorway.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._be_gone()
        super().connection_lost(exc)

    def leave_now(self) -> None:
        """Makes room for another."""
        self.refuse(408 if self.stage in ("head", "body") else 503, TOO_SLOW if self.stage != "idle" else FULL)

    def refuse(self, status: int, why: str) -> None:
        """Says why not, if nothing has been said yet, and closes."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if not (answering and self.cycle.response_started) and self.stage != "idle":
            self.transport.write(refusal(status, why))
        if answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._be_gone()
        self._unset_keepalive_if_required()
        self.transport.close()
        self._stuck = self.loop.call_later(self.doorway.head_seconds, self.transport.abort)

    def _be_gone(self) -> None:
        self.shut = True
        self.doorway.leave(self, self.stage)
        for clock in (self._clock, self._stuck):
            if clock is not None:
                clock.cancel()
        self._clock = self._stuck = None

    # -- listening

    def data_received(self, data: bytes) -> None:
        if self.shut:
            return
        super().data_received(data)
        self._attend(heard=True)

    def on_response_complete(self) -> None:
        if not self.shut:
            super().on_response_complete()
            self._attend(heard=False)

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, UNREADABLE)

    def handle_events(self) -> None:
        try:
            super().handle_events()
        except h11.LocalProtocolError:
            self.refuse(400, UNREADABLE)

    def _attend(self, heard: bool) -> None:
        """Looks how far a request has come, and how long the rest may take."""
        if self.shut:
            return
        theirs = self.conn.their_state
        stage: Stage = "served"
        if theirs is h11.IDLE:
            stage = "head" if heard or self.stage == "head" else "idle"
        elif theirs is h11.SEND_BODY:
            stage = "body"
        if stage == self.stage:
            return
        self.doorway.move(self, self.stage, stage)
        waited_for_head = self.stage == "new"
        self.stage = stage
        if stage == "body":
            self._wait(self.doorway.body_seconds)
        elif stage == "head":
            if not waited_for_head:  # whose clock runs already
                self._wait(self.doorway.head_seconds)
        elif self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _wait(self, seconds: float) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock = self.loop.call_later(seconds, lambda: self.refuse(408, TOO_SLOW))

    # -- a reader who does not read

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stuck is None and not self.shut:
            self._stuck = self.loop.call_later(self.doorway.body_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stuck is not None and not self.shut:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    # -- live connections

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for another language is answered in this one; the log need not know."""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if event.method != b"GET":
            self.refuse(400, NO_HANDSHAKE)
            return
        self._be_gone()
        if not self.doorway.upgrade(self, self.stage):
            self.transport.write(refusal(503, FULL))
            self.transport.close()
            return
        super().handle_websocket_upgrade(event)


class LiveDoor(WebSocketsSansIOProtocol):
    """One live connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.doorway: Doorway = self.config.app.doorway  # type: ignore[union-attr]
        self.doorway.enter_live(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorway.leave_live(self)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """A handshake that is none is refused in our words, before the library refuses it in its own."""
        if self.conn.accept(event).status_code == 101:
            super().handle_connect(event)
        else:
            self._refuse()

    def handle_parser_exception(self) -> None:
        if self.handshake_initiated:
            super().handle_parser_exception()
        else:
            self._refuse()

    def _refuse(self) -> None:
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        self.transport.write(refusal(400, NO_HANDSHAKE))
        self.transport.close()
