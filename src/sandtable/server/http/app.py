"""The application: storage, registry, lobby and routes put together, with the guard before them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from sandtable import __version__
from sandtable.server import trouble, wire
from sandtable.server.http.api import JSON_LIMIT, RECORD_LIMIT, ROUTER
from sandtable.server.http.door import Doorway
from sandtable.server.http.guard import Guard
from sandtable.server.http.guests import guest_of
from sandtable.server.http.live import live
from sandtable.server.http.pages import pages
from sandtable.server.settings import Settings
from sandtable.server.store.database import StorageError
from sandtable.server.store.storage import Storage
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from sandtable.server.tables.standins import StandIns
from sandtable.server.trouble import Trouble

log = logging.getLogger("sandtable.server")
GOING_AWAY = 1001
CODES = {404: "no-such", 405: "malformed", 413: "too-large", 415: "wrong-type", 429: "too-many"}


class Application(Guard):
    """What the web server runs; the registry can be reached for measurements."""

    def __init__(self, inner: Litestar, registry: Registry, settings: Settings) -> None:
        super().__init__(inner, settings)
        self.inner = inner
        self.registry = registry
        self.doorway = Doorway(settings)


def create_app(settings: Settings | None = None) -> Application:
    chosen = settings or Settings()
    storage = Storage(chosen.database_url())
    registry = Registry(storage, chosen)
    lobby, stand_ins = Lobby(registry), StandIns(registry)

    @asynccontextmanager
    async def opened(_app: Litestar) -> AsyncIterator[None]:
        await storage.open()
        try:
            yield
        finally:
            registry.news.close_all(GOING_AWAY)
            await registry.close()
            await storage.close()

    inner = Litestar(
        route_handlers=[ROUTER, live, *pages(chosen.static)],  # type: ignore[list-item]
        dependencies={
            "registry": Provide(lambda: registry, sync_to_thread=False),
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "stand_ins": Provide(lambda: stand_ins, sync_to_thread=False),
            "guest": Provide(_guest, sync_to_thread=False),
        },
        lifespan=[opened],
        exception_handlers={
            Trouble: _say_trouble,
            StorageError: _say_unsaved,
            HTTPException: _say_http,
            UnicodeDecodeError: _say_not_text,
            Exception: _say_fault,
        },
        openapi_config=OpenAPIConfig(
            "Sandtable",
            __version__,
            description="The table server of Sandtable.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=4, minimum_size=2000),
        logging_config=None,
        request_max_body_size=JSON_LIMIT,
    )
    return Application(inner, registry, chosen)


def _guest(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return guest_of(request)


# ---- what went wrong ------------------------------------------------------------------------------

Asking = Request[Any, Any, Any]
Reply = Response[wire.Problem]


def _reply(error: Trouble) -> Reply:
    return Response(error.problem, status_code=error.status, media_type="application/json")


def _say_trouble(_request: Asking, error: Trouble) -> Reply:
    return _reply(error)


def _say_unsaved(_request: Asking, error: StorageError) -> Reply:
    log.error("%s", error)
    return _reply(trouble.unsaved())


def _say_http(request: Asking, error: HTTPException) -> Reply:
    """What the framework refuses, in our words."""
    if error.status_code == 400:
        return _reply(trouble.malformed(_what_is_wrong(error)))
    if error.status_code == 413:
        return _reply(trouble.too_large(RECORD_LIMIT if request.url.path == "/api/records" else JSON_LIMIT))
    if error.status_code >= 500:
        return _say_fault(request, error)
    text = {404: "There is no such page.", 405: "That cannot be done here."}.get(error.status_code)
    return _reply(Trouble(error.status_code, CODES.get(error.status_code, "malformed"), text or str(error.detail)))


def _say_not_text(_request: Asking, _error: UnicodeDecodeError) -> Reply:
    return _reply(trouble.malformed("This request cannot be read: it is not text in UTF-8."))


def _what_is_wrong(error: HTTPException) -> str:
    faults = [fault for fault in error.extra if isinstance(fault, dict)] if isinstance(error.extra, list) else []
    said = [f"{fault.get('key', 'the body')}: {fault['message']}" for fault in faults if "message" in fault]
    return "This request cannot be read: " + ("; ".join(said) or str(error.detail)) + "."


def _say_fault(request: Asking, error: Exception) -> Reply:
    if isinstance(error, HTTPException) and "disconnected" in str(error.detail):
        return _reply(trouble.malformed("The request was not sent to its end."))
    if isinstance(error, RecursionError):
        return _reply(trouble.malformed("This request cannot be read: it is nested too deeply."))
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _reply(trouble.fault())
