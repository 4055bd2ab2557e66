"""The lobby: new tables, records that come and go, what-ifs, invitations, and who may do which of these."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.kernel import records
from sandtable.kernel.chance import new_key, seed_key
from sandtable.kernel.content import ContentError
from sandtable.kernel.game import Game, Setup, SetupError, in_a_sentence, open_game
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.records import Record, Report
from sandtable.kernel.sight import taken_away
from sandtable.kernel.state import State
from sandtable.kernel.table import Table
from sandtable.kernel.view import Board
from sandtable.players import make_player
from sandtable.server import trouble, wire
from sandtable.server.store import rows
from sandtable.server.store.database import Taken, Unsalted
from sandtable.server.store.notes import EXPORTED, IMPORTED, SEEDED, WHAT_IF, unsound_note
from sandtable.server.store.rows import Holder, Kept, Line, Link, Own, Standing, hashed
from sandtable.server.store.storage import Whole
from sandtable.server.tables import seeing
from sandtable.server.tables.dealing import open_seats, undealt
from sandtable.server.tables.deleting import Deleting
from sandtable.server.tables.news import NOT_YOURS
from sandtable.server.tables.packs import PackError, chosen, offered
from sandtable.server.tables.registry import Registry
from sandtable.server.tables.resident import Resident

log = logging.getLogger("sandtable.server")

MOST_WHAT_IFS = 12
"""How many what-if tables a guest may have; the oldest makes room."""
ALONE = "With take-backs one person plays all seats: nobody can be invited."
NO_INVITATION = "This invitation is unknown, or somebody has taken the seat."
NO_LINK = "This link is unknown."


def new_id() -> str:
    """Unguessable: whoever has not been told a table's id does not find it."""
    return secrets.token_urlsafe(16)


class Lobby:
    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.storage = registry.storage
        self.deleting = Deleting(registry)
        self.packs = offered(registry.settings.packs)

    # -- new tables

    async def open_table(
        self, wanted: wire.NewTable, guest: str, tokens: Mapping[Seat, str] | None = None
    ) -> wire.Opened:
        """A new table; the guest holds every seat that no computer plays and that is not open for somebody else. For
        open seats `tokens` are the invitations, where they are known already."""
        salt = _salt(wanted.salt)
        try:
            game = open_game(wanted.game, chosen(self.packs, wanted.game, wanted.packs))
            setup = game.checked(Setup(wanted.scenario, wanted.options, wanted.seats))
            players = _players(game, setup.seats, wanted.players)
            awaited = _awaited(wanted, setup.seats, players)
            if not awaited:
                salts = [salt] if salt else []
                table = await self.registry.rules(Table, game, setup, self._key(), salts, wanted.take_backs)
        except (SetupError, ContentError, PackError) as error:
            raise trouble.malformed(str(error)) from error
        except trouble.Trouble:
            raise
        except Exception as error:  # in the rules of somebody else's game
            log.exception("A table of %s cannot be opened.", wanted.game)
            raise trouble.malformed(f"{wanted.game} cannot begin: {in_a_sentence(error)}.") from error
        notes = [SEEDED] if self.registry.settings.seed else []
        own = Made(guest, _tidy(wanted.name), notes)
        if awaited:
            return await self._wait(game, setup, own, _seated(setup.seats, players, guest, awaited, salt), tokens or {})
        kept = _kept(seeing.standing_of(table), records.record_of(table), own)
        await self._add(kept, _seated(setup.seats, players, guest))
        return await self._opened(kept.id, guest)

    async def _wait(
        self, game: Game[Any, Any], setup: Setup, made: Made, seated: list[Holder], given: Mapping[Seat, str]
    ) -> wire.Opened:
        """A table with open seats: there is a key, and nothing is dealt with it before all have sat down."""
        kept = _kept(None, undealt(game, setup, self._key()), made)
        tokens = {seat: given.get(seat) or secrets.token_urlsafe(24) for seat in open_seats(seated)}
        links = [Link(hashed(token), kept.id, seat, made.owner) for seat, token in tokens.items()]
        await self.storage.add(Whole(kept, [], seated, [], links))
        own = next(holder.seat for holder in seated if holder.guest)
        return wire.Opened(kept.id, own, {str(seat): f"/join/{token}" for seat, token in tokens.items()})

    async def _add(self, kept: Kept, seated: list[Holder], journal: Sequence[Line] = ()) -> None:
        await self.storage.add(Whole(kept, list(journal), seated, [], []))

    def _key(self) -> bytes:
        return seed_key(self.registry.settings.seed) if self.registry.settings.seed else new_key()

    async def _opened(self, table_id: str, guest: str) -> wire.Opened:
        """The new table as its maker finds it: loaded again from the database, computers already at work."""
        seen = await self.registry.see(table_id, guest)
        return wire.Opened(table_id, seen.seat)

    async def open_record(self, data: bytes, guest: str, whose: str = "") -> wire.Opened:
        """A table from a record that somebody kept; whoever opens it holds all its seats, and knows its key.

        It has been tried out elsewhere before anything is made of it here; `whose` turn that was, if not the guest's.
        """
        whose = whose or guest
        standing, unsound = await self.registry.imports.opened(whose, data)
        record = await self.registry.slowly(whose, records.decode, data)
        kept = _kept(standing, record, Made(guest, notes=[IMPORTED, *([unsound_note(unsound)] if unsound else [])]))
        await self._add(kept, _seated(record.seats, {}, guest), rows.journal_of(record))
        try:
            return await self._opened(kept.id, guest)
        except trouble.Trouble:  # as was said: nothing has changed
            await self.deleting.away_with(kept.id)
            raise

    async def what_if(self, table_id: str, guest: str, wanted: wire.Branch) -> wire.Opened:
        """A scratch table from now or from a moment of this seat's past, in a world dealt for this seat."""
        async with self.registry.at(table_id, guest) as resident:
            resident.holds(guest, wanted.seat)
            table = resident.now()
            state = table.g.s
            if wanted.at is not None:
                last = table.revisions[wanted.seat] - 1
                if wanted.at > last:
                    raise trouble.no_such(f"There is no moment {wanted.at}: this seat has seen {last} so far.")
                past = await self.registry.past(resident, table, guest, wanted.seat, wanted.at)
                state = past.state(wanted.seat, wanted.at)
            kept = await self.registry.rules(_scratch, resident.kept, table, state, wanted.seat, self._key(), guest)
            players = resident.computers.names
        await self._add(kept, _seated(kept.setup.seats, players, guest))
        await self._make_room(guest)
        return await self._opened(kept.id, guest)

    async def _make_room(self, guest: str) -> None:
        mine = await self.storage.of_guest(guest)
        what_ifs = [kept.id for kept, _ in mine if kept.scratch_of is not None and kept.owner == guest]
        for table_id in what_ifs[MOST_WHAT_IFS:]:
            await self.deleting.away_with(table_id)

    # -- what there is

    async def tables(self, guest: str) -> list[wire.TableCard]:
        if not guest:
            return []
        listed = await self.storage.of_guest(guest)
        wishes = await self.storage.wishes([kept.id for kept, _ in listed])
        return await self.registry.rules(
            lambda: [seeing.table_card(kept, mine, wishes.get(kept.id, [])) for kept, mine in listed]
        )

    async def boards(self, table_id: str, guest: str) -> tuple[str, dict[str, Board]]:
        """The boards of a table's own content, and what they depend on."""
        async with self.registry.at(table_id, guest) as resident:
            game = resident.now().game
            return resident.kept.content, await self.registry.rules(game.boards)

    async def charts(self, table_id: str, guest: str) -> list[wire.ChartCard]:
        """What is printed beside the board, by the table's own content."""
        async with self.registry.at(table_id, guest) as resident:
            game = resident.now().game
            return await self.registry.rules(lambda: seeing.chart_cards(game))

    async def record(self, table_id: str, guest: str, seat: Seat | None) -> tuple[str, bytes]:
        """A file name and a record: the whole truth to who plays alone or of a finished game, else a position."""
        async with self.registry.at(table_id, guest) as resident:
            table = resident.now()
            if _may_know_all(resident, guest):
                if not table.over:
                    await self.registry.note(resident, EXPORTED)
                data = await self.registry.slowly(guest, lambda: records.encode(records.record_of(table)))
                what = "record"
            else:
                look = resident.look_from(guest, seat)
                data = await self.registry.slowly(guest, lambda: records.encode(records.export(table, look)))
                what = "position"
            return f"{resident.kept.game}-{what}-{table_id[:6]}.json", data

    async def verify(self, table_id: str, guest: str) -> Report:
        async with self.registry.at(table_id, guest) as resident:
            if not _may_know_all(resident, guest):
                raise trouble.not_yet("The dice can be verified when the game is over: then its key is revealed.")
            table = resident.now()
            data = await self.registry.slowly(guest, lambda: records.encode(records.record_of(table)))
            return await self.registry.imports.verified(guest, data)

    # -- seats

    async def invite(self, table_id: str, guest: str, seat: Seat) -> wire.LinkCard:
        """An invitation to a seat that one holds, or to an open one of one's own table."""
        async with self.registry.at(table_id, guest) as resident:
            if resident.waits:
                self._may_fill(resident, guest, seat)
            else:
                resident.holds(guest, seat)
                if resident.now().take_backs:
                    raise trouble.not_yet(ALONE)
            return wire.LinkCard(f"/join/{await self._link(table_id, seat, guest)}")

    async def fill(self, table_id: str, guest: str, seat: Seat, player: str) -> wire.Room:
        """Gives an open seat to a computer, or to who made the table: nobody is awaited there any more."""
        async with self.registry.at(table_id, guest) as resident:
            self._may_fill(resident, guest, seat)
            try:
                if player:
                    make_player(seeing.game_of(resident.kept), player, 0)
                await self.storage.fill(table_id, seat, "" if player else guest, player)
            except SetupError as error:
                raise trouble.malformed(str(error)) from error
            except Taken as error:
                raise trouble.not_yet("Somebody has just sat down there.") from error
        await self.registry.seat(table_id, seat)
        return await self.registry.room(table_id, guest)

    def _may_fill(self, resident: Resident, guest: str, seat: Seat) -> None:
        if not resident.waits or seat not in open_seats(resident.holders.values()):
            raise trouble.not_yet(f"Seat {seat} is not open.")
        if guest != resident.kept.owner:
            raise trouble.not_yours("Only who made this table decides about its open seats.")

    async def invite_to_watch(self, table_id: str, guest: str) -> wire.LinkCard:
        async with self.registry.at(table_id, guest):
            return wire.LinkCard(f"/watch/{await self._link(table_id, SPECTATOR, guest)}")

    async def _link(self, table_id: str, seat: Seat, guest: str) -> str:
        token = secrets.token_urlsafe(24)
        await self.storage.give(Link(hashed(token), table_id, seat, guest))
        return token

    async def invitation(self, token: str, guest: str, watching: bool) -> wire.Invitation:
        """What a link leads to: told before anybody sits down."""
        found = await self.storage.link(hashed(token), guest)
        if found is None or (found[0].seat == SPECTATOR) != watching:
            raise trouble.no_such(NO_LINK if watching else NO_INVITATION)
        link, kept, seated = found
        return await self.registry.rules(seeing.invitation, link, kept, {one.seat: one for one in seated}, guest)

    async def join(self, token: str, guest: str, salt: str = "") -> wire.Opened:
        """Takes the seat that an invitation offers; before the dealing, who sits down mixes a salt into the dice."""
        try:
            link = await self.storage.take_seat(hashed(token), guest, _salt(salt))
        except Unsalted as error:
            raise trouble.malformed("Who sits down before the dealing adds a salt to the dice: any text.") from error
        if link is None:
            raise trouble.no_such(NO_INVITATION)
        await self.registry.seat(link.table_id, link.seat)
        if link.giver != guest:
            self.registry.news.close(link.table_id, NOT_YOURS, link.seat, link.giver)
        return wire.Opened(link.table_id, link.seat)

    async def watch(self, token: str, guest: str) -> wire.Opened:
        link = await self.storage.start_watching(hashed(token), guest)
        if link is None:
            raise trouble.no_such(NO_LINK)
        await self.registry.let_watch(link.table_id, guest, True)
        return wire.Opened(link.table_id, SPECTATOR)


# ---- making what is kept --------------------------------------------------------------------------


class Made(NamedTuple):
    """Who makes a table, and what only the server knows of it."""

    owner: str
    name: str = ""
    notes: Sequence[str] = ()
    scratch_of: str | None = None


def _kept(standing: Standing | None, record: Record, made: Made) -> Kept:
    """What is kept of a new table; of one that is not dealt yet there is only what it promises."""
    now = time.time()
    own = Own(
        id=new_id(),
        name=made.name,
        owner=made.owner,
        scratch_of=made.scratch_of,
        created=now,
        updated=now,
        turn=standing.turn if standing is not None else "",
        asked=standing.asked if standing is not None else [],
        dealt=standing is not None,
        notes=list(made.notes),
    )
    return rows.kept_from(record, own)


def _scratch(kept: Kept, table: Table, state: State, seat: Seat, key: bytes, guest: str) -> Kept:
    """A table that begins from a position dealt for one seat: what it may think, with dice of its own."""
    record = records.position_of(table, taken_away(table.game.resume(state), seat, key))
    standing = seeing.standing_of(records.replay(record))
    return _kept(standing, record, Made(guest, kept.name, [WHAT_IF], kept.id))


def _players(game: Game[Any, Any], seats: int, wanted: dict[str, str]) -> dict[Seat, str]:
    players = {}
    for text, name in wanted.items():
        if not text.isascii() or not text.isdigit() or int(text) >= seats:
            raise SetupError(f"There is no seat {text!r} at this table; its seats are 0 to {seats - 1}.")
        make_player(game, name, 0)
        players[int(text)] = name
    return players


def _awaited(wanted: wire.NewTable, seats: int, players: dict[Seat, str]) -> set[Seat]:
    """The seats that are to be open for somebody else."""
    awaited = set(wanted.open)
    if not awaited:
        return awaited
    if max(awaited) >= seats:
        raise SetupError(f"There is no seat {max(awaited)} at this table; its seats are 0 to {seats - 1}.")
    if both := awaited & set(players):
        raise SetupError(f"Seat {min(both)} cannot be a computer's and open for somebody else.")
    if wanted.take_backs:
        raise SetupError(ALONE)
    if len(awaited) + len(players) >= seats:
        raise SetupError("Who makes a table for others sits at it, too: keep one of the seats.")
    if not wanted.salt:
        raise SetupError("At a table with open seats everybody adds a salt to the dice: any text.")
    return awaited


def _salt(text: str) -> str:
    """A salt is one line: where one ends and the next begins must be plain."""
    if not text.isprintable():
        raise trouble.malformed("A salt is one line of printable text.")
    return text


def _seated(
    seats: int, players: dict[Seat, str], guest: str, awaited: Collection[Seat] = (), salt: str = ""
) -> list[Holder]:
    """Who sits where at a new table; who makes it adds one salt, at the first seat of his own."""
    holders = []
    for seat in range(seats):
        own = seat not in players and seat not in awaited
        holders.append(Holder(seat, guest if own else "", players.get(seat, ""), salt=salt if own else ""))
        salt = "" if own else salt
    return holders


def _tidy(text: str) -> str:
    """A name as one line of printable text."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _may_know_all(resident: Resident, guest: str) -> bool:
    """Whether nothing of this table is secret from this guest: it is over, or the guest plays it alone."""
    alone = resident.kept.setup.seats == 1 and seeing.seats_of(resident.holders, guest) == [0]
    return resident.now().over or alone
