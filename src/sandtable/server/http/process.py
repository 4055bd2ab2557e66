"""The server runs: one process, one port, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from sandtable.server.http import open_files, quiet_log
from sandtable.server.http.app import Application, create_app
from sandtable.server.http.door import Door, LiveDoor
from sandtable.server.http.pages import NOT_BUILT, is_built
from sandtable.server.settings import LOOPBACK, Settings
from sandtable.server.store.database import StorageError
from sandtable.server.store.storage import Storage
from sandtable.server.tables.deadlines import overlooking_breaks
from sandtable.server.tables.packs import PackError, tried

STOPPING_SECONDS = 5
IDLE_SECONDS = 65
"""How long a connection may say nothing: longer than the proxies that may stand before us, which wait a minute."""


SWITCHING_SECONDS = 0.002
"""How long rules in one thread keep the others waiting."""

log = logging.getLogger("sandtable.server")


class ServerError(Exception):
    """The server could not be started, with a sentence that says why."""


class Server(uvicorn.Server):
    """Tells that it is ready once it is, and lets nobody keep it from stopping."""

    def __init__(self, config: uvicorn.Config, app: Application, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """What strangers have it try is broken off first, so that answers under way have the time to be kept."""
        await self._app.registry.stop()
        await super().shutdown(sockets)


def run(settings: Settings, open_browser: bool, say: Callable[[str], None]) -> None:
    """Serves until Ctrl-C or a signal."""
    quiet_log.set_up()
    sys.unraisablehook = overlooking_breaks(sys.unraisablehook)
    sys.setswitchinterval(SWITCHING_SECONDS)
    _warn_of_root()
    settings.connections = open_files.allow(settings.connections)
    try:
        tried(settings.packs)
        asyncio.run(_try_database(settings))
        app = create_app(settings)
    except PackError as error:
        raise ServerError(str(error)) from error
    except StorageError as error:
        raise ServerError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    listening = listen(settings)
    port = listening.getsockname()[1]
    shown = "localhost" if settings.host in (*LOOPBACK, "0.0.0.0", "::") else settings.host
    address = f"http://{shown}:{port}/"

    def ready() -> None:
        kept_in = app.registry.storage.shown()
        say(f"The tables are open at {address}  (Ctrl-C closes them; all games are kept in {kept_in})")
        if not is_built(settings.static):
            say(NOT_BUILT)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = Server(configured(app), app, ready)
    server.run(sockets=[listening])


def _warn_of_root() -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        log.warning("The server runs as root, which it does not need: give it a user of its own.")


def configured(app: Application) -> uvicorn.Config:
    """How the server runs, wherever it listens."""
    config = uvicorn.Config(
        app,
        http=Door,
        ws=LiveDoor,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=1024,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOPPING_SECONDS,
    )
    allowed = config.forwarded_allow_ips
    app.doorway.proxies = tuple(allowed.split(",") if isinstance(allowed, str) else allowed)
    return config


async def _try_database(settings: Settings) -> None:
    """Opens the database once before anybody is let in: what is wrong with it is then one sentence, not a log."""
    storage = Storage(settings.database_url())
    await storage.open()
    await storage.close()


def listen(settings: Settings) -> socket.socket:
    """The socket at which browsers call."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Of a socket that does not say TCP asyncio does not turn Nagle's delay off, and every reply takes 40 ms longer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        raise ServerError(f"Nobody can listen at {settings.host}, port {settings.port}: {why}.") from error
    listening.set_inheritable(False)
    return listening
