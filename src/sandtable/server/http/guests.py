"""Guests: a browser is known by a cookie and by nothing else.

The cookie is made by the requests that need it (a table is made, a seat is taken), not by every first look: it is
SameSite=Strict, so a page that is opened from elsewhere comes without it, and a new one set then would throw the
browser's tables away.
"""

from __future__ import annotations

import re
import secrets
from typing import Any, TypeVar

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sandtable.server.store.rows import hashed

COOKIE = "sandtable_guest"
LONGEST = 400 * 24 * 3600
"""Browsers keep a cookie no longer than 400 days."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")

T = TypeVar("T")
Connection = ASGIConnection[Any, Any, Any, Any]


def guest_of(connection: Connection) -> str:
    """The guest as the database knows it; empty for a browser without a cookie of ours."""
    token = connection.cookies.get(COOKIE, "")
    return hashed(token) if TOKEN.fullmatch(token) else ""


class Newcomer:
    """A browser that is about to hold something: known by its cookie, or given one."""

    def __init__(self, connection: Connection) -> None:
        token = connection.cookies.get(COOKIE, "")
        self.token = token if TOKEN.fullmatch(token) else secrets.token_urlsafe(32)
        self.guest = hashed(self.token)
        self.whose = (
            self.guest if token == self.token else f"new from {connection.client.host if connection.client else ''}"
        )
        """Whose turn it is where guests wait: those who come without a cookie share one turn by address."""
        self._secure = connection.url.scheme in ("https", "wss")

    def reply(self, content: T, status: int = 201) -> Response[T]:
        cookie = Cookie(
            COOKIE, value=self.token, max_age=LONGEST, path="/", httponly=True, samesite="strict", secure=self._secure
        )
        return Response(content, status_code=status, cookies=[cookie])
