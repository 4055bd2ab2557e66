"""A generator of hostile requests: whatever a program could send that is no browser, from a seed.

What it sends is made from the server's own OpenAPI schema and then spoilt: methods, paths, headers, bodies, and the
bytes of requests themselves. Nothing of it may end in a fault (500), everything that is refused is refused with a
sentence, and the server stays quick for others.

    python -m tests.server.hostile 10000
"""

from __future__ import annotations

import argparse
import json
import random
import re
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field

from sandtable.kernel.game import open_game
from sandtable.kernel.records import encode, export, record_of
from sandtable.kernel.table import quick_table
from tests.server.serving import Browser, Server

METHODS = [
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "BREW",
    "get",
    "P\u00d6ST",
    "G" * 300,
]
TEXTS = [
    "", "x", "\x00", "%00", "%", "%ff%fe", "%ed%a0%80", "..%2f..%2fetc", "-1", "0", "1e9", "9" * 40, "9" * 5000, "null",
    "NaN", "Ω", "a" * 300, "a" * 9000, "'; drop table tables --", "\u202e", "{}", "%0d%0aX: y", "true", " ", "+",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, -1, 0, 63, 64, 2**31, 2**63, 10**30, -(10**30), 1.5, 1e308, "", "x", "\x00", "a" * 300, [], {}, [[]],
    [None], ["go"], [["go"]] * 201, [["go"] * 17], {"a": {"b": {}}}, [[2**70]],
]  # fmt: skip
RAW_VALUES = [
    b"\xff",
    b'"\\ud800"',
    b"NaN",
    b"Infinity",
    b"1e999",
    b"9" * 5000,
    b"[" * 3000,
    b'{"a":' * 3000,
    b"\x00",
    b"-",
]
HEADERS: list[tuple[str, list[bytes]]] = [
    ("Origin", [b"null", b"http://[", b"http://evil.example", b"://", b"http://localhost:99999", b"\xff", b"x" * 4000]),
    ("Host", [b"", b"evil.example", b"[::1", b"localhost:x", b"localhost, evil", b"\xff", b"a" * 3000, b"127.0.0.1"]),
    ("Cookie", [b"sandtable_guest=", b"sandtable_guest=" + b"A" * 43, b"=;;=", b"\xff\xfe", b"a=b;" * 900]),
    ("Content-Type", [b"", b"text/plain", b"application/json; charset=utf-16", b"multipart/form-data", b"\xff", b"/"]),
    ("Content-Length", [b"0", b"5", b"-1", b"99999999999999999999", b"1,1", b"0x5", b"", b"3 "]),
    ("Transfer-Encoding", [b"chunked", b"gzip", b"identity", b"chunked, chunked", b"\x0bchunked"]),
    ("Upgrade", [b"websocket", b"h2c", b"\xff", b"websocket, h2c"]),
    ("Connection", [b"upgrade", b"close", b"keep-alive, upgrade", b"\xff"]),
    ("Sec-WebSocket-Key", [b"", b"AAAAAAAAAAAAAAAAAAAAAA==", b"short", b"\xff"]),
    ("Sec-WebSocket-Version", [b"13", b"8", b"x", b"13, 8"]),
    ("Sec-WebSocket-Extensions", [b"permessage-deflate; server_max_window_bits=99", b";;", b"x" * 500]),
    ("Expect", [b"100-continue", b"the-unexpected"]),
    ("X-Sandtable", [b"0", b"", b"1, 1", b"\xff"]),
    ("X-Forwarded-For", [b"", b"1.2.3.4", b"[", b"a, b, c", b"\xff", b"999.1.1.1"]),
    ("X-Forwarded-Proto", [b"https", b"gopher", b"\xff"]),
    ("Accept-Encoding", [b"gzip;q=9", b"\xff", b"br, *;q=x"]),
    ("Accept", [b"text/html", b"x/y;q=z", b"\xff"]),
    ("If-None-Match", [b'"x"', b"\xff", b"*"]),
    ("Range", [b"bytes=0-0", b"bytes=9-1", b"x"]),
]  # fmt: skip
ENDINGS = [b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"\x00\r\n"]


class Sent(NamedTuple):
    """One request as bytes, and what it is."""

    what: str
    data: bytes


class Outcome(Struct):
    requests: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """What was wrong with a reply: a 500, or a refusal that is no sentence."""
    slowest: float = 0.0
    """Seconds that another guest had to wait at most."""
    others: int = 0


class Generator:
    """Requests from a seed."""

    def __init__(self, schema: dict[str, Any], seed: int, cookie: str, table: str, host: str) -> None:
        self.chance = random.Random(seed)
        self.cookie, self.table, self.host = cookie, table, host
        self.schemas = schema["components"]["schemas"]
        self.operations = [
            (path, method.upper(), said) for path, way in schema["paths"].items() for method, said in way.items()
        ]
        truth = quick_table(open_game("patrols"), 1)
        self.records = [encode(record_of(truth)), encode(export(truth, 0))]

    def __call__(self) -> Sent:
        roll = self.chance.random()
        if roll < 0.08:
            return self._noise()
        if roll < 0.14:
            return self._record()
        path, method, said = self.chance.choice(self.operations)
        if self.chance.random() < 0.12:
            method = self.chance.choice(METHODS)
        body = self._body(said) if "requestBody" in said or self.chance.random() < 0.1 else b""
        return self._request(method, self._path(path, said), body)

    # -- the parts of a request

    def _path(self, path: str, said: dict[str, Any]) -> str:
        def fill(_found: re.Match[str]) -> str:
            return self.table if self.chance.random() < 0.7 else self._text()

        filled = re.sub(r"\{[^}]*\}", fill, path) if self.chance.random() < 0.95 else path + self._text()
        asked = [given["name"] for given in said.get("parameters", []) if given.get("in") == "query"]
        query = [f"{name}={self._text()}" for name in asked if self.chance.random() < 0.6]
        return filled + ("?" + "&".join(query) if query else "")

    def _text(self) -> str:
        text = self.chance.choice(TEXTS)
        return "".join(letter if 33 <= ord(letter) < 127 else f"%{ord(letter) & 255:02x}" for letter in text) or "-"

    def _body(self, said: dict[str, Any]) -> bytes:
        content: dict[str, Any] = said.get("requestBody", {}).get("content", {})
        kinds: list[dict[str, Any]] = list(content.values())
        schema = kinds[0].get("schema", {}) if kinds else {}
        body = json.dumps(self._value(schema, 0)).encode()
        if self.chance.random() < 0.2:
            place = self.chance.randrange(len(body) + 1)
            body = body[:place] + self.chance.choice(RAW_VALUES) + body[place:]
        return body

    def _value(self, schema: dict[str, Any], depth: int) -> Any:
        """Something that fits the schema, spoilt now and then."""
        if depth > 6 or self.chance.random() < 0.15:
            return self.chance.choice(VALUES)
        if "$ref" in schema:
            return self._value(self.schemas[schema["$ref"].rsplit("/", 1)[1]], depth + 1)
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return self._value(self.chance.choice(schema[several]), depth + 1)
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        kind = schema.get("type", "object")
        if kind == "object":
            names = schema.get("properties", {})
            value = {
                name: self._value(inner, depth + 1) for name, inner in names.items() if self.chance.random() < 0.85
            }
            return value if self.chance.random() < 0.9 else value | {"more": self.chance.choice(VALUES)}
        if kind == "array":
            return [self._value(schema.get("items", {}), depth + 1) for _ in range(self.chance.randrange(4))]
        if kind == "integer":
            return self.chance.randrange(-1, 4)
        return self.chance.choice(["patrols", "kandahar", "go", "1.0", *TEXTS])

    def _request(self, method: str, path: str, body: bytes, json_type: bool = True) -> Sent:
        headers = [("Host", self.host.encode()), ("X-Sandtable", b"1"), ("Connection", b"close")]
        if self.chance.random() < 0.7:
            headers.append(("Cookie", self.cookie.encode()))
        if body:
            headers.append(("Content-Length", str(len(body)).encode()))
            if json_type:
                headers.append(("Content-Type", b"application/json"))
        for _ in range(self.chance.choice([0, 0, 0, 1, 1, 2, 4])):
            name, values = self.chance.choice(HEADERS)
            if self.chance.random() < 0.6:
                headers = [given for given in headers if given[0] != name]
            headers.append((name, self.chance.choice(values)))
        ending = b"\r\n" if self.chance.random() < 0.97 else self.chance.choice(ENDINGS)
        version = (
            b"HTTP/1.1" if self.chance.random() < 0.95 else self.chance.choice([b"HTTP/1.0", b"HTTP/9.9", b"X", b""])
        )
        first = method.encode("latin-1") + b" " + path.encode("latin-1", "replace") + b" " + version
        lines = [first, *(name.encode() + b": " + value for name, value in headers)]
        return Sent(f"{method[:20]} {path[:80]}", ending.join(lines) + ending + ending + body)

    def _record(self) -> Sent:
        """A record in which some bytes are others."""
        data = bytearray(self.chance.choice(self.records))
        for _ in range(self.chance.randrange(3)):
            data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        return self._request("POST", "/api/records", bytes(data), json_type=False)

    def _noise(self) -> Sent:
        """Bytes that are no request, or one that has lost some."""
        if self.chance.random() < 0.4:
            return Sent("noise", self.chance.randbytes(self.chance.randrange(1, 300)) + b"\r\n\r\n")
        whole = self._request("POST", "/api/tables", b'{"game": "patrols"}').data
        spoilt = bytearray(whole)
        for _ in range(self.chance.randrange(1, 6)):
            spoilt[self.chance.randrange(len(spoilt))] = self.chance.randrange(256)
        return Sent("a spoilt request", bytes(spoilt))


# ---- sending --------------------------------------------------------------------------------------


QUICK = {"SANDTABLE_HEAD_SECONDS": "0.5", "SANDTABLE_BODY_SECONDS": "0.5"}
"""Of a server that does not wait long for what never comes."""


def send(port: int, sent: Sent) -> bytes:
    """What comes back, until it is whole or the other side closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        told = b""
        try:
            one.sendall(sent.data)
            while not _whole(sent, told) and (part := one.recv(65536)):
                told += part
        except ConnectionError:
            pass
        return told


def _whole(sent: Sent, told: bytes) -> bool:
    head, end, body = told.partition(b"\r\n\r\n")
    if not end:
        return False
    status = int(head[9:12])
    if status == 100:
        return _whole(sent, body)
    length = re.search(rb"content-length: (\d+)", head.lower())
    if sent.what.startswith("HEAD ") or status in (101, 204, 304):
        return True
    return len(body) >= int(length[1]) if length is not None else body.endswith(b"0\r\n\r\n")


def wrong(sent: Sent, told: bytes) -> tuple[str, str]:
    """The status of a reply, and what is wrong with it."""
    if not told:
        return "none", ""
    head, _, body = told.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.1 (\d\d\d)", head)
    if found is None:
        return "none", f"no reply in HTTP: {told[:80]!r}"
    status = int(found[1])
    if status == 100:
        return wrong(sent, body)
    if status == 500 or (status > 500 and status != 503):
        return str(status), f"status {status}"
    if status < 400 or sent.what.startswith("HEAD "):
        return str(status), ""
    if b"sec-websocket" in sent.data.lower() and status == 403 and not body:
        return str(status), ""  # a live connection that is not given; its handshake bears no more
    if b"transfer-encoding: chunked" in head.lower():
        body = re.sub(rb"^[0-9a-f]+\r\n", b"", body)
    try:
        problem, _end = json.JSONDecoder().raw_decode(body.decode())
        sentence = problem["text"].endswith((".", ")")) and problem["error"]
    except (ValueError, KeyError, TypeError):
        sentence = False
    return str(status), "" if sentence else f"status {status} without a sentence: {body[:80]!r}"


def storm(
    server: Server, number: int, seed: int, senders: int = 4, say: Callable[[str], None] | None = None
) -> Outcome:
    """So many hostile requests, while another guest plays."""
    browser, friend = Browser(server), Browser(server)
    table = browser.open(seats=2)
    friend.join(browser.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"])  # alone it would be deleted
    schema = msgspec.json.decode(browser.http.get("/schema/openapi.json").content)
    outcome, lock, over = Outcome(), threading.Lock(), threading.Event()

    def sending(share: int, own_seed: int) -> None:
        make = Generator(schema, own_seed, browser.cookie, table, f"localhost:{server.port}")
        for _ in range(share):
            sent = make()
            status, fault = wrong(sent, send(server.port, sent))
            with lock:
                outcome.requests += 1
                outcome.statuses[status] += 1
                if fault:
                    outcome.faults.append(f"{sent.what}: {fault}; {sent.data[:400]!r}")
                if say is not None and outcome.requests % 1000 == 0:
                    say(f"{outcome.requests} requests: {dict(outcome.statuses.most_common())}")

    def playing() -> None:
        other = Browser(server)
        own = other.open(seats=2)
        while not over.wait(0.2):
            began = time.monotonic()
            other.see(own)
            outcome.slowest = max(outcome.slowest, time.monotonic() - began)
            outcome.others += 1

    threads = [threading.Thread(target=sending, args=(number // senders, seed * 1000 + n)) for n in range(senders)]
    watching = threading.Thread(target=playing)
    for thread in (*threads, watching):
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    watching.join()
    return outcome


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("requests", type=int, nargs="?", default=10_000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="sandtable-hostile-") as folder:
        server = Server(str(Path(folder) / "tables.db"), Path(folder) / "log", **QUICK)
        outcome = storm(server, given.requests, given.seed, say=lambda told: print(told, flush=True))
        log = server.stop()
    for fault in outcome.faults[:20]:
        print(fault)
    print(
        f"{outcome.requests} hostile requests, {len(outcome.faults)} faults; another guest looked {outcome.others} "
        f"times and waited {outcome.slowest:.2f} s at most; the log has {len(log)} letters. {dict(outcome.statuses)}"
    )
    sys.exit(bool(outcome.faults) or "Traceback" in log)


if __name__ == "__main__":
    main()
