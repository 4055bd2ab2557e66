"""The HTTP interface. It is thin: what may be asked is declared here; lobby and registry decide what it means."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, cast

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter, RawBody

from sandtable import __version__
from sandtable.kernel.game import SetupError, in_a_sentence, open_game, shelf
from sandtable.kernel.records import Report
from sandtable.kernel.view import Board, Facts
from sandtable.server import trouble, wire
from sandtable.server.http.guests import Newcomer
from sandtable.server.tables import seeing
from sandtable.server.tables.again import Again
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from sandtable.server.tables.standins import Chair, StandIn, StandIns

JSON_LIMIT = 64_000
RECORD_LIMIT = 2_000_000

Asking = Request[Any, Any, Any]
TheLobby = NamedDependency[Lobby]
Tables = NamedDependency[Registry]
TheStandIns = NamedDependency[StandIns]
Guest = NamedDependency[str]
SeatQuery = Annotated[int | None, QueryParameter(ge=-1, le=63, description="From which seat; -1 is a spectator.")]
SinceQuery = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="Leave out so many lines of the log.")]
MarkQuery = Annotated[str, QueryParameter(max_length=200, description="The mark that came with those lines.")]
LastQuery = Annotated[
    int, QueryParameter(ge=0, le=1_000_000, description="Of new lines at most the last so many; all of them if 0.")
]
FirstQuery = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="The number of the first line.")]
PageQuery = Annotated[int, QueryParameter(ge=0, le=1000, description="How many lines.")]
SeatPath = Annotated[int, PathParameter(ge=0, le=63)]
Boards = dict[str, Board]
BoardQuery = Annotated[
    str | None, QueryParameter(max_length=100, description="Only this board; an empty word is the first one.")
]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What may go wrong, for the schema; 400, 403 and 429 may happen to anybody."""
    named = {400, 403, 429, *statuses}
    return {
        status: ResponseSpec(wire.Problem, generate_examples=False, description="Nothing has changed.")
        for status in sorted(named)
    }


AT_A_TABLE = problems(404, 409, 500, 503)
CHANGING = problems(404, 409, 413, 415, 422, 500, 503)
MAKING = problems(404, 413, 415, 500, 503)


# ---- games ----------------------------------------------------------------------------------------


@get("/games", operation_id="listGames", responses=problems(), sync_to_thread=True)
def list_games(lobby: TheLobby) -> list[wire.GameCard]:
    """The shelf: a game of somebody else's that is broken says so in its place, and takes no other down."""
    opened, broken = shelf()
    cards = {name: seeing.game_card(game, lobby.packs.get(name, {})) for name, game in opened.items()}
    cards |= {name: seeing.broken_card(name, why) for name, why in broken.items()}
    return [card for _, card in sorted(cards.items())]


@get("/games/{game_id:str}/boards", operation_id="gameBoards", responses=problems(404), sync_to_thread=True)
def game_boards(request: Asking, game_id: FromPath[str], board: BoardQuery = None) -> Response[Boards]:
    game = _game(game_id)
    try:
        return _unless_known(request, game.content.digest, game.boards, board)
    except trouble.Trouble:
        raise
    except Exception as error:  # in the code of somebody else's game
        raise trouble.no_such(f"{game.meta.title} has no boards: {in_a_sentence(error)}.") from error


@get("/games/{game_id:str}/rules", operation_id="gameRules", responses=problems(404), sync_to_thread=True)
def game_rules(game_id: FromPath[str]) -> list[wire.RuleCard]:
    return seeing.rule_cards(_game(game_id))


def _game(game_id: str) -> Any:
    try:
        return open_game(game_id)
    except SetupError as error:
        raise trouble.no_such(str(error)) from error


def _unless_known(request: Asking, content: str, boards: Callable[[], Boards], only: str | None) -> Response[Boards]:
    """Boards with a mark by which the browser knows them again: they change only with their content.

    A game may have several, and they may be large: a client asks for the one it needs.
    """
    tag = '"' + hashlib.sha256(f"{__version__} {content}".encode()).hexdigest()[:24] + '"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
    found = boards()
    if only is not None:
        wanted = only or next(iter(found))
        if wanted not in found:
            raise trouble.no_such(f"There is no board {wanted!r} here; there are {', '.join(found)}.")
        found = {wanted: found[wanted]}
    return Response(found, headers=headers)


# ---- tables ---------------------------------------------------------------------------------------


@post("/tables", operation_id="openTable", responses=MAKING)
async def open_table(request: Asking, lobby: TheLobby, data: JSONBody[wire.NewTable]) -> Response[wire.Opened]:
    newcomer = Newcomer(request)
    return newcomer.reply(await lobby.open_table(data, newcomer.guest))


@get("/tables", operation_id="listTables", responses=problems(503))
async def list_tables(lobby: TheLobby, guest: Guest) -> list[wire.TableCard]:
    return await lobby.tables(guest)


@get("/tables/{table_id:str}", operation_id="seeTable", responses=AT_A_TABLE)
async def see_table(
    registry: Tables,
    guest: Guest,
    table_id: FromPath[str],
    seat: SeatQuery = None,
    log_since: SinceQuery = 0,
    log_mark: MarkQuery = "",
    log_last: LastQuery = 0,
) -> wire.Seen:
    return await registry.see(table_id, guest, seat, seeing.LogKnown(log_since, log_mark, log_last))


@delete("/tables/{table_id:str}", operation_id="deleteTable", responses=AT_A_TABLE)
async def delete_table(lobby: TheLobby, guest: Guest, table_id: FromPath[str]) -> None:
    await lobby.deleting.delete(table_id, guest)


@post("/tables/{table_id:str}/keep", operation_id="keepTable", status_code=200, responses=AT_A_TABLE)
async def keep_table(lobby: TheLobby, stand_ins: TheStandIns, guest: Guest, table_id: FromPath[str]) -> list[Chair]:
    await lobby.deleting.take_back(table_id, guest)
    return await stand_ins.chairs(table_id, guest)


@get("/tables/{table_id:str}/boards", operation_id="tableBoards", responses=AT_A_TABLE)
async def table_boards(
    request: Asking, lobby: TheLobby, guest: Guest, table_id: FromPath[str], board: BoardQuery = None
) -> Response[Boards]:
    content, boards = await lobby.boards(table_id, guest)
    return _unless_known(request, content, lambda: boards, board)


@get("/tables/{table_id:str}/charts", operation_id="tableCharts", responses=AT_A_TABLE)
async def table_charts(lobby: TheLobby, guest: Guest, table_id: FromPath[str]) -> list[wire.ChartCard]:
    return await lobby.charts(table_id, guest)


@post("/tables/{table_id:str}/answers", operation_id="answer", status_code=200, responses=CHANGING)
async def answer(registry: Tables, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Answer]) -> wire.Seen:
    return await registry.answer(table_id, guest, data)


@post("/tables/{table_id:str}/undo", operation_id="undo", status_code=200, responses=CHANGING)
async def undo(registry: Tables, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Undo]) -> wire.Seen:
    return await registry.undo(table_id, guest, data)


@post("/tables/{table_id:str}/yield", operation_id="yieldToComputer", status_code=200, responses=CHANGING)
async def let_pass(registry: Tables, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Yield]) -> wire.Seen:
    return await registry.let_pass(table_id, guest, data)


@post("/tables/{table_id:str}/why-not", operation_id="whyNot", status_code=200, responses=CHANGING)
async def why_not(
    registry: Tables, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Question]
) -> wire.WhyNot:
    return await registry.why_not(table_id, guest, data.seat, tuple(data.option))


@post("/tables/{table_id:str}/preview", operation_id="preview", status_code=200, responses=CHANGING)
async def preview(registry: Tables, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Trial]) -> wire.Preview:
    return await registry.preview(table_id, guest, data)


@get("/tables/{table_id:str}/inspect", operation_id="inspect", responses=AT_A_TABLE)
async def inspect(
    registry: Tables,
    guest: Guest,
    table_id: FromPath[str],
    domain: Annotated[str, QueryParameter(min_length=1, max_length=80)],
    value: Annotated[int, QueryParameter(ge=-(2**31), lt=2**31)],
    seat: SeatQuery = None,
) -> Facts:
    return await registry.inspect(table_id, guest, seat, domain, value)


@get("/tables/{table_id:str}/moments/{n:int}", operation_id="moment", responses=AT_A_TABLE)
async def moment(
    registry: Tables,
    guest: Guest,
    table_id: FromPath[str],
    n: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    seat: SeatQuery = None,
) -> wire.Moment:
    return await registry.moment(table_id, guest, seat, n)


@get("/tables/{table_id:str}/log", operation_id="readLog", responses=AT_A_TABLE)
async def read_log(
    registry: Tables,
    guest: Guest,
    table_id: FromPath[str],
    seat: SeatQuery = None,
    first: FirstQuery = 0,
    count: PageQuery = 200,
    contents: Annotated[bool, QueryParameter(description="All headings, too.")] = False,
) -> wire.LogPage:
    return await registry.log_page(table_id, guest, seat, first, count, contents)


@get("/tables/{table_id:str}/ending", operation_id="ending", responses=AT_A_TABLE)
async def ending(lobby: TheLobby, guest: Guest, table_id: FromPath[str], seat: SeatQuery = None) -> wire.Ending:
    return await Again(lobby).ending(table_id, guest, seat)


@post("/tables/{table_id:str}/again", operation_id="playAgain", responses=CHANGING)
async def play_again(lobby: TheLobby, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Join]) -> wire.Opened:
    return await Again(lobby).open(table_id, guest, data.salt)


@post("/tables/{table_id:str}/what-if", operation_id="whatIf", responses=CHANGING)
async def what_if(lobby: TheLobby, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Branch]) -> wire.Opened:
    return await lobby.what_if(table_id, guest, data)


@post("/tables/{table_id:str}/verify", operation_id="verify", status_code=200, responses=AT_A_TABLE)
async def verify(lobby: TheLobby, guest: Guest, table_id: FromPath[str]) -> Report:
    return await lobby.verify(table_id, guest)


# ---- records --------------------------------------------------------------------------------------


@get(
    "/tables/{table_id:str}/record",
    operation_id="downloadRecord",
    media_type="application/json",
    response_headers=[ResponseHeader(name="Content-Disposition", documentation_only=True)],
    responses=AT_A_TABLE,
)
async def download_record(
    lobby: TheLobby, guest: Guest, table_id: FromPath[str], seat: SeatQuery = None
) -> Response[dict[str, Any]]:
    name, data = await lobby.record(table_id, guest, seat)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(
        cast("dict[str, Any]", data), media_type="application/json", headers=headers
    )  # bytes stay as they are


@post("/records", operation_id="openRecord", request_max_body_size=RECORD_LIMIT, responses=MAKING)
async def open_record(request: Asking, lobby: TheLobby, body: RawBody) -> Response[wire.Opened]:
    newcomer = Newcomer(request)
    return newcomer.reply(await lobby.open_record(body, newcomer.guest, newcomer.whose))


# ---- links ----------------------------------------------------------------------------------------


@post("/tables/{table_id:str}/invitations", operation_id="invite", responses=CHANGING)
async def invite(lobby: TheLobby, guest: Guest, table_id: FromPath[str], data: JSONBody[wire.Invite]) -> wire.LinkCard:
    return await lobby.invite(table_id, guest, data.seat)


@post("/tables/{table_id:str}/watch", operation_id="inviteToWatch", responses=AT_A_TABLE)
async def invite_to_watch(lobby: TheLobby, guest: Guest, table_id: FromPath[str]) -> wire.LinkCard:
    return await lobby.invite_to_watch(table_id, guest)


# ---- before it is dealt ---------------------------------------------------------------------------


@get("/tables/{table_id:str}/room", operation_id="room", responses=AT_A_TABLE)
async def room(registry: Tables, guest: Guest, table_id: FromPath[str]) -> wire.Room:
    return await registry.room(table_id, guest)


@post("/tables/{table_id:str}/seats/{seat:int}/fill", operation_id="fillSeat", status_code=200, responses=CHANGING)
async def fill_seat(
    lobby: TheLobby, guest: Guest, table_id: FromPath[str], seat: SeatPath, data: JSONBody[wire.Fill]
) -> wire.Room:
    return await lobby.fill(table_id, guest, seat, data.player)


# ---- computers that stand in ----------------------------------------------------------------------


@get("/tables/{table_id:str}/seats", operation_id="seats", responses=AT_A_TABLE)
async def seats(stand_ins: TheStandIns, guest: Guest, table_id: FromPath[str]) -> list[Chair]:
    return await stand_ins.chairs(table_id, guest)


@post("/tables/{table_id:str}/seats/{seat:int}/hand-over", operation_id="handOver", status_code=200, responses=CHANGING)
async def hand_over(
    stand_ins: TheStandIns, guest: Guest, table_id: FromPath[str], seat: SeatPath, data: JSONBody[StandIn]
) -> list[Chair]:
    return await stand_ins.hand_over(table_id, guest, seat, data.player)


@post("/tables/{table_id:str}/seats/{seat:int}/give-back", operation_id="giveBack", status_code=200, responses=CHANGING)
async def give_back(stand_ins: TheStandIns, guest: Guest, table_id: FromPath[str], seat: SeatPath) -> list[Chair]:
    return await stand_ins.give_back(table_id, guest, seat)


# ---- coming in ------------------------------------------------------------------------------------


@get("/join/{token:str}", operation_id="seeInvitation", responses=problems(404, 503))
async def see_invitation(lobby: TheLobby, guest: Guest, token: FromPath[str]) -> wire.Invitation:
    return await lobby.invitation(token, guest, watching=False)


@get("/watch/{token:str}", operation_id="seeWatchLink", responses=problems(404, 503))
async def see_watch_link(lobby: TheLobby, guest: Guest, token: FromPath[str]) -> wire.Invitation:
    return await lobby.invitation(token, guest, watching=True)


@post("/join/{token:str}", operation_id="join", responses=MAKING)
async def join(
    request: Asking, lobby: TheLobby, token: FromPath[str], data: JSONBody[wire.Join | None] = None
) -> Response[wire.Opened]:
    newcomer = Newcomer(request)
    return newcomer.reply(await lobby.join(token, newcomer.guest, data.salt if data is not None else ""))


@post("/watch/{token:str}", operation_id="watch", responses=MAKING)
async def watch(request: Asking, lobby: TheLobby, token: FromPath[str]) -> Response[wire.Opened]:
    newcomer = Newcomer(request)
    return newcomer.reply(await lobby.watch(token, newcomer.guest))


ROUTER = Router(
    "/api",
    route_handlers=[
        list_games,
        game_boards,
        game_rules,
        open_table,
        list_tables,
        see_table,
        delete_table,
        keep_table,
        table_boards,
        table_charts,
        answer,
        undo,
        let_pass,
        why_not,
        preview,
        inspect,
        moment,
        read_log,
        ending,
        play_again,
        what_if,
        verify,
        download_record,
        open_record,
        invite,
        invite_to_watch,
        room,
        fill_seat,
        seats,
        hand_over,
        give_back,
        see_invitation,
        see_watch_link,
        join,
        watch,
    ],
    request_max_body_size=JSON_LIMIT,
)
