"""The live connection: tells one seat that its view of a table has a new revision, and nothing else."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from sandtable.server.http.guests import guest_of
from sandtable.server.tables.news import NOT_YOURS, TOO_MANY, Ear
from sandtable.server.tables.registry import Registry
from sandtable.server.trouble import Trouble

NOTHING_IS_HEARD = 1008

SeatQuery = Annotated[int | None, QueryParameter(ge=-1, le=63)]
Socket = WebSocket[Any, Any, Any]


class News(Struct):
    table: str
    revision: int


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: Socket,
    registry: NamedDependency[Registry],
    table_id: FromPath[str],
    seat: SeatQuery = None,
) -> None:
    """Sends the revision of this seat's view once, and again whenever it has risen or somebody else sits down."""
    guest = guest_of(socket)
    try:
        async with registry.at(table_id, guest) as resident:
            looks_from = resident.look_from(guest, seat)
            ear = Ear(guest, looks_from, resident.revisions()[looks_from])
            plays = bool(resident.seats_of(guest))
    except Trouble as refusal:
        await _close(socket, NOT_YOURS, str(refusal)[:100])
        return
    if not registry.news.listen(table_id, ear, plays):
        await _close(socket, TOO_MANY, "Too many watch this table.")
        return
    registry.look_again(table_id)
    try:
        await socket.accept()
        ear.news.set()
        await _tell(socket, table_id, ear)
    finally:
        registry.news.leave(table_id, ear)
        await registry.left(table_id, guest)


async def _tell(socket: Socket, table_id: str, ear: Ear) -> None:
    hearing = asyncio.create_task(_hear(socket))
    telling = asyncio.create_task(_send_news(socket, table_id, ear))
    done, resident = await asyncio.wait({hearing, telling}, return_when=asyncio.FIRST_COMPLETED)
    for task in resident:
        task.cancel()
    await asyncio.gather(*resident, return_exceptions=True)
    code = next(iter(done)).result()
    if code:
        await _close(socket, code)


async def _close(socket: Socket, code: int, reason: str | None = None) -> None:
    """Hangs up, on a browser that may have left in the same moment."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code=code, reason=reason)


async def _hear(socket: Socket) -> int:
    """Waits until the browser leaves. Whatever it says is too much."""
    try:
        await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return 0
    except (KeyError, TypeError):  # it spoke in bytes
        return NOTHING_IS_HEARD
    return NOTHING_IS_HEARD


async def _send_news(socket: Socket, table_id: str, ear: Ear) -> int:
    while True:
        await ear.news.wait()
        ear.news.clear()
        if ear.closed:
            return ear.closed
        try:
            await socket.send_data(msgspec.json.encode(News(table_id, ear.revision)).decode(), mode="text")
        except (WebSocketDisconnect, RuntimeError):
            return 0
