"""The front desk: new tables, records that come and go, what-ifs, invitations, and who may do which of these."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from typing import Any

from sandtable.kernel import records
from sandtable.kernel.chance import commitment, new_key, seed_key
from sandtable.kernel.content import ContentError
from sandtable.kernel.game import Game, Setup, SetupError, open_game
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.records import Record, RecordError, Report
from sandtable.kernel.state import State, save
from sandtable.kernel.table import Table
from sandtable.kernel.view import Board
from sandtable.players import make_player
from sandtable.server import rows, seeing, trouble, wire
from sandtable.server.bell import NOT_YOURS
from sandtable.server.house import TABLE_ID, House
from sandtable.server.memory import Running
from sandtable.server.rows import Holder, Kept, Line, Link, Own, hashed
from sandtable.server.storage import Whole

MOST_WHAT_IFS = 12
"""How many what-if tables a guest may have; the oldest makes room."""
DIGEST = re.compile(r"[0-9a-f]{64}")


def new_id() -> str:
    """Unguessable: whoever has not been told a table's id does not find it."""
    return secrets.token_urlsafe(16)


class Desk:
    def __init__(self, house: House) -> None:
        self.house = house
        self.storage = house.storage

    # -- new tables

    async def open_table(self, wanted: wire.NewTable, guest: str) -> wire.Opened:
        """A new table; the guest holds every seat that no computer plays."""
        try:
            game = open_game(wanted.game)
            setup = game.checked(Setup(wanted.scenario, wanted.options, wanted.seats))
            players = _players(game, setup.seats, wanted.players)
            salts = [wanted.salt] if wanted.salt else []
            table = await self.house.rules(Table, game, setup, self._key(), salts, wanted.take_backs)
        except (SetupError, ContentError) as error:
            raise trouble.malformed(str(error)) from error
        kept = _kept(table, records.record_of(table), guest, name=_tidy(wanted.name))
        await self._add(kept, _seated(setup.seats, players, guest))
        return await self._opened(kept.id, guest)

    async def _add(self, kept: Kept, seated: list[Holder], journal: Sequence[Line] = ()) -> None:
        await self.storage.add(Whole(kept, list(journal), seated, [], []))

    def _key(self) -> bytes:
        return seed_key(self.house.settings.seed) if self.house.settings.seed else new_key()

    async def _opened(self, table_id: str, guest: str) -> wire.Opened:
        """The new table as its maker finds it: loaded again from the database, computers already at work."""
        seen = await self.house.see(table_id, guest)
        return wire.Opened(table_id, seen.seat)

    async def open_record(self, data: bytes, guest: str) -> wire.Opened:
        """A table from a record that somebody kept; whoever opens it holds all its seats."""
        table, record = await self.house.slowly(_table_from, data)
        kept = _kept(table, record, guest)
        await self._add(kept, _seated(record.seats, {}, guest), rows.journal_of(record))
        return await self._opened(kept.id, guest)

    async def what_if(self, table_id: str, guest: str, wanted: wire.Branch) -> wire.Opened:
        """A scratch table from now or from a moment of this seat's past, in a world dealt for this seat."""
        async with self.house.at(table_id, guest) as running:
            running.holds(guest, wanted.seat)
            table = running.now()
            state = table.g.s
            if wanted.at is not None:
                last = table.revisions[wanted.seat] - 1
                if wanted.at > last:
                    raise trouble.no_such(f"There is no moment {wanted.at}: this seat has seen {last} so far.")
                state = (await self.house.reel(running, table)).state(wanted.seat, wanted.at)
            kept = await self.house.rules(_scratch, running.kept, table, state, wanted.seat, self._key(), guest)
            players = running.computers.names
        await self._add(kept, _seated(kept.setup.seats, players, guest))
        await self._make_room(guest)
        return await self._opened(kept.id, guest)

    async def _make_room(self, guest: str) -> None:
        mine = await self.storage.of_guest(guest)
        what_ifs = [kept.id for kept, _ in mine if kept.scratch_of is not None and kept.owner == guest]
        for table_id in what_ifs[MOST_WHAT_IFS:]:
            await self._delete(table_id)

    # -- what there is

    async def tables(self, guest: str) -> list[wire.TableCard]:
        if not guest:
            return []
        return [seeing.table_card(kept, mine) for kept, mine in await self.storage.of_guest(guest)]

    async def boards(self, table_id: str, guest: str) -> tuple[str, dict[str, Board]]:
        """The boards of a table's own content, and what they depend on."""
        async with self.house.at(table_id, guest) as running:
            game = running.now().game
            return running.kept.content, await self.house.rules(game.boards)

    async def record(self, table_id: str, guest: str, seat: Seat | None) -> tuple[str, bytes]:
        """A file name and a record: the whole truth to who plays alone or of a finished game, else a position."""
        async with self.house.at(table_id, guest) as running:
            table = running.now()
            if _may_know_all(running, guest):
                data = await self.house.slowly(lambda: records.encode(records.record_of(table)))
                what = "record"
            else:
                look = running.look_from(guest, seat)
                data = await self.house.slowly(lambda: records.encode(records.export(table, look)))
                what = "position"
            return f"{running.kept.game}-{what}-{table_id[:6]}.json", data

    async def verify(self, table_id: str, guest: str) -> Report:
        async with self.house.at(table_id, guest) as running:
            if not _may_know_all(running, guest):
                raise trouble.not_yet("The dice can be verified when the game is over: then its key is revealed.")
            table = running.now()
            return await self.house.slowly(lambda: records.verify(records.encode(records.record_of(table))))

    # -- seats

    async def invite(self, table_id: str, guest: str, seat: Seat) -> wire.LinkCard:
        async with self.house.at(table_id, guest) as running:
            running.holds(guest, seat)
            if running.now().take_backs:
                raise trouble.not_yet("With take-backs one person plays all seats: nobody can be invited.")
            return wire.LinkCard(f"/join/{await self._link(table_id, seat, guest)}")

    async def invite_to_watch(self, table_id: str, guest: str) -> wire.LinkCard:
        async with self.house.at(table_id, guest):
            return wire.LinkCard(f"/watch/{await self._link(table_id, SPECTATOR, guest)}")

    async def _link(self, table_id: str, seat: Seat, guest: str) -> str:
        token = secrets.token_urlsafe(24)
        await self.storage.give(Link(hashed(token), table_id, seat, guest))
        return token

    async def join(self, token: str, guest: str) -> wire.Opened:
        """Takes the seat that an invitation offers."""
        link = await self.storage.take_seat(hashed(token), guest)
        if link is None:
            raise trouble.no_such("This invitation is unknown, or somebody has taken the seat.")
        await self.house.seat(link.table_id, link.seat, guest)
        if link.giver != guest:
            self.house.bell.close(link.table_id, NOT_YOURS, link.seat, link.giver)
        return wire.Opened(link.table_id, link.seat)

    async def watch(self, token: str, guest: str) -> wire.Opened:
        link = await self.storage.start_watching(hashed(token), guest)
        if link is None:
            raise trouble.no_such("This link is unknown.")
        await self.house.let_watch(link.table_id, guest, True)
        return wire.Opened(link.table_id, SPECTATOR)

    # -- away with it

    async def delete(self, table_id: str, guest: str) -> None:
        """Deletes a table, even one that can no longer be played; a mere watcher only stops watching."""
        people = await self.storage.people(table_id) if TABLE_ID.fullmatch(table_id) else None
        if people is None or not guest:
            raise trouble.no_table()
        owner, seated, watching = people
        persons = {holder.guest for holder in seated if not holder.player}
        if guest == owner or persons == {guest}:
            await self._delete(table_id)
        elif guest in persons:
            raise trouble.not_yours("Only who made this table can delete it.")
        elif guest in watching:
            await self.storage.stop_watching(table_id, guest)
            await self.house.let_watch(table_id, guest, False)
            self.house.bell.close(table_id, NOT_YOURS, SPECTATOR, guest)
        else:
            raise trouble.no_table()

    async def _delete(self, table_id: str) -> None:
        for gone in await self.storage.delete(table_id):
            self.house.forget(gone)


# ---- making what is kept --------------------------------------------------------------------------


def _kept(table: Table, record: Record, guest: str, name: str = "", scratch_of: str | None = None) -> Kept:
    now, standing = time.time(), seeing.standing_of(table)
    own = Own(
        id=new_id(),
        name=name,
        owner=guest,
        scratch_of=scratch_of,
        created=now,
        updated=now,
        turn=standing.turn,
        asked=standing.asked,
    )
    return rows.kept_from(record, own)


def _scratch(kept: Kept, table: Table, state: State, seat: Seat, key: bytes, guest: str) -> Kept:
    """A table that begins from a position dealt for one seat: what it may think, with dice of its own."""
    game = table.game
    dealt = game.determinise(state, seat, key)
    record = Record(
        game=kept.game,
        scenario=kept.setup.scenario,
        options=kept.setup.options,
        seats=kept.setup.seats,
        overlays=kept.overlays,
        content=kept.content,
        commitment=commitment(dealt.key),
        key=dealt.key.hex(),
        take_backs=True,
    )
    record.position = type(record.position)(save(dealt))
    return _kept(records.replay(record), record, guest, name=kept.name, scratch_of=kept.id)


def _table_from(data: bytes) -> tuple[Table, Record]:
    """The table of a record from anywhere, tried out from every seat before anything is kept of it."""
    try:
        record = records.decode(data)
        if not DIGEST.fullmatch(record.commitment):
            raise RecordError("what it commits its dice to is not a digest")
        table = records.replay(record)
        if table.seats() != record.seats:
            raise RecordError(f"it speaks of {record.seats} seats, its position of {table.seats()}")
        if not record.key and not table.over:
            raise RecordError("it is not finished and holds no key, so its dice cannot be thrown on")
        for seat in (SPECTATOR, *range(table.seats())):
            table.view(seat)
    except RecordError as error:
        raise trouble.bad_record(str(error)) from error
    except RecursionError as error:
        raise trouble.bad_record("it is nested too deeply") from error
    except Exception as error:  # a position made up by hand can break any rule that trusts its own state
        raise trouble.bad_record("its position is not one that this game can be in") from error
    return table, record


def _players(game: Game[Any, Any], seats: int, wanted: dict[str, str]) -> dict[Seat, str]:
    players = {}
    for text, name in wanted.items():
        if not text.isascii() or not text.isdigit() or int(text) >= seats:
            raise SetupError(f"There is no seat {text!r} at this table; its seats are 0 to {seats - 1}.")
        make_player(game, name, 0)
        players[int(text)] = name
    return players


def _seated(seats: int, players: dict[Seat, str], guest: str) -> list[Holder]:
    return [
        Holder(seat, player=players[seat]) if seat in players else Holder(seat, guest=guest) for seat in range(seats)
    ]


def _tidy(text: str) -> str:
    """A name as one line of printable text."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _may_know_all(running: Running, guest: str) -> bool:
    """Whether nothing of this table is secret from this guest: it is over, or the guest plays it alone."""
    alone = running.kept.setup.seats == 1 and seeing.seats_of(running.holders, guest) == [0]
    return running.now().over or alone
