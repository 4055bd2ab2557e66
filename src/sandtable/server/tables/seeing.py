"""What one guest gets to see of a table, whole: who sits where, the view from a seat, the log that the seat heard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sandtable.kernel.chain import short_head
from sandtable.kernel.game import Game, SetupError, games, open_game, why_broken
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.story import HEADINGS
from sandtable.kernel.table import Table
from sandtable.kernel.view import Said
from sandtable.players import player_names
from sandtable.server import wire
from sandtable.server.store import notes
from sandtable.server.store.rows import Holder, Kept, Link, Standing
from sandtable.server.tables.computers import asked_seats
from sandtable.server.tables.looks import Looks
from sandtable.server.tables.moves import ask_name, undo_levels
from sandtable.server.trouble import broken, number_of


class LogKnown(NamedTuple):
    """What a reader has of a log already: so many lines, and the mark that came with them, if that is told. Of what is
    new at most the `last` lines are wanted; others are fetched when they are read."""

    since: int = 0
    mark: str = ""
    last: int = 0

    @staticmethod
    def mark_of(table: Table, seat: Seat) -> str:
        return f"{seat}.{table.revisions[seat]}"

    def lines(self, table: Table, seat: Seat) -> int:
        """How many lines need not be sent: of a marked log those that still stand, if it is this seat's."""
        known = self.since if not self.mark else self._still_known(table, seat)
        return max(known, table.hearing.counts[seat] - self.last) if self.last else known

    def _still_known(self, table: Table, seat: Seat) -> int:
        whose, _, revision = self.mark.partition(".")
        if whose != str(seat) or not (revision.isascii() and revision.isdigit() and len(revision) < 10):
            return 0
        return table.hearing.holds(seat, self.since, int(revision), table.revisions[seat])


NOTHING_KNOWN = LogKnown()


def standing_of(table: Table) -> Standing:
    """Where a table stands, as a spectator may know it."""
    turn = " · ".join(table.g.crumbs(SPECTATOR))
    return Standing(table.over, table.g.s.outcome, turn, asked_seats(table))


def seen(
    kept: Kept,
    table: Table,
    holders: dict[Seat, Holder],
    guest: str,
    seat: Seat,
    yielded: Collection[Seat] = (),
    log: LogKnown = NOTHING_KNOWN,
    looks: Looks | None = None,
) -> wire.Seen:
    since = log.lines(table, seat)
    computers = [holder.seat for holder in holders.values() if holder.player]
    asked = asked_seats(table)
    return wire.Seen(
        table=kept.id,
        game=kept.game,
        title=table.game.meta.title,
        name=kept.name,
        scenario=kept.setup.scenario,
        options=kept.setup.options,
        take_backs=table.take_backs,
        left=table.leaves_equals(seat) or "",
        scratch=kept.scratch_of is not None,
        scratch_of=kept.scratch_of,
        seat=seat,
        mine=seats_of(holders, guest),
        seats=[_seat_card(table.game, holders[number], guest) for number in range(table.seats())],
        revision=table.revisions[seat],
        ask=ask_name(table, seat),
        view=(looks or Looks()).view(kept.id, table, seat),
        log=log_lines(table.game, table.said(seat, since), since),
        log_length=table.hearing.counts[seat],
        log_mark=LogKnown.mark_of(table, seat),
        undo=undo_levels(table, seat, computers) if seat != SPECTATOR else [],
        can_yield=seat in asked and seat not in yielded and any(number in computers for number in asked),
        entries=table.revisions[seat] - 1,
        over=table.over,
        commitment=table.commitment,
        head=short_head(table.heads.get(seat, "")),
        content=kept.content,
        notes=notes.in_words(kept.notes, table.game.meta.seats),
    )


def room(kept: Kept, holders: dict[Seat, Holder], guest: str) -> wire.Room:
    """A table as everybody at it may know it before anything is dealt."""
    game = game_of(kept)
    return wire.Room(
        **_promised(game, kept, holders, guest),
        table=kept.id,
        mine=seats_of(holders, guest),
        owner=guest == kept.owner,
        players=player_names(game),
    )


def invitation(link: Link, kept: Kept, holders: dict[Seat, Holder], guest: str) -> wire.Invitation:
    """What a link leads to, before it is used."""
    game = game_of(kept)
    offered = holders.get(link.seat)
    told = _promised(game, kept, holders, guest)
    name = game.meta.seats[link.seat] if offered is not None else ""
    if offered is not None and offered.guest not in ("", guest):
        told["notes"].append(notes.before_joining(name))
    return wire.Invitation(**told, seat=link.seat, seat_name=name, salted=offered is not None and offered.open)


def game_of(kept: Kept) -> Game[Any, Any]:
    """The game of a table that need not be dealt yet."""
    try:
        return open_game(kept.game)
    except SetupError as error:
        raise broken(str(error)) from error


def _promised(game: Game[Any, Any], kept: Kept, holders: dict[Seat, Holder], guest: str) -> dict[str, Any]:
    """What is known of a table before anybody sits down at it."""
    meta = game.meta
    chosen = {name: kept.setup.options.get(name, choice.default) for name, choice in meta.options.items()}
    return {
        "title": meta.title,
        "game": kept.game,
        "name": kept.name,
        "host": [meta.seats[one.seat] for one in holders.values() if one.guest == kept.owner],
        "scenario": meta.scenarios.get(kept.setup.scenario, kept.setup.scenario),
        "options": [
            f"{choice.title}: {chosen[name]}" for name, choice in meta.options.items() if chosen[name] != choice.default
        ]
        + (["Values of the host's own are laid over those of the game"] if kept.overlays else []),
        "seats": [_seat_card(game, holders[number], guest) for number in sorted(holders)],
        "dealt": kept.dealt,
        "commitment": kept.commitment,
        "notes": notes.in_words(kept.notes, meta.seats),
    }


def seats_of(holders: dict[Seat, Holder], guest: str) -> list[Seat]:
    return sorted(holder.seat for holder in holders.values() if guest and holder.guest == guest)


def _seat_card(game: Game[Any, Any], holder: Holder, guest: str) -> wire.SeatCard:
    name = game.meta.seats[holder.seat]
    if holder.player:
        return wire.SeatCard(holder.seat, name, "computer", holder.player)
    if not holder.guest:
        return wire.SeatCard(holder.seat, name, "open")
    return wire.SeatCard(holder.seat, name, "you" if holder.guest == guest else "other")


def log_lines(game: Game[Any, Any], heard: Sequence[Said], since: int = 0) -> list[wire.LogLine]:
    """Lines from number `since` on."""
    return [
        wire.LogLine(
            n,
            said.rule,
            number_of(game, said.rule),
            said.text,
            said.dice,
            said.moves,
            said.weight,
            said.sides,
            said.purpose,
            said.counts,
            said.joined,
            said.main,
            said.places,
            said.board,
            said.contest,
            said.losses,
        )
        for n, said in enumerate(heard, since)
    ]


def log_page(table: Table, seat: Seat, first: int, count: int, contents: bool) -> wire.LogPage:
    """So many lines of a seat's log from its number `first` on; with `contents` also all headings."""
    heard = table.said(seat, first)[:count]
    headings = [
        wire.Heading(n, said.weight, said.text)
        for n, said in enumerate(table.said(seat) if contents else ())
        if said.weight in HEADINGS
    ]
    length = table.hearing.counts[seat]
    return wire.LogPage(log_lines(table.game, heard, first), length, LogKnown.mark_of(table, seat), headings)


def table_card(kept: Kept, mine: list[Seat], wishes: list[Seat]) -> wire.TableCard:
    game = games().get(kept.game)
    standing = kept.standing
    return wire.TableCard(
        id=kept.id,
        game=kept.game,
        title=game.meta.title if game is not None else kept.game,
        name=kept.name,
        scenario=kept.setup.scenario,
        turn=standing.turn,
        over=standing.over,
        outcome=standing.outcome,
        updated=datetime.fromtimestamp(kept.updated, UTC).isoformat(timespec="milliseconds"),
        seats=mine,
        waiting=not standing.over and any(seat in standing.asked for seat in mine),
        scratch=kept.scratch_of is not None,
        broken=why_broken(kept.game),
        dealt=kept.dealt,
        wishes=wishes,
    )


def broken_card(name: str, why: str) -> wire.GameCard:
    """A game that is installed and cannot be played: the shelf says so in its place."""
    return wire.GameCard(name, name, "", "", "", "", [], 0, 0, {}, {}, [], "broken", {}, why)


def game_card(game: Game[Any, Any], packs: Iterable[str] = ()) -> wire.GameCard:
    meta = game.meta
    return wire.GameCard(
        id=meta.id,
        title=meta.title,
        about=meta.about,
        designer=meta.designer,
        publisher=meta.publisher,
        rights=meta.rights,
        seats=list(meta.seats),
        least_seats=meta.least_seats,
        minutes=meta.minutes,
        scenarios=meta.scenarios,
        options={
            name: wire.OptionCard(
                choice.title, list(choice.values), choice.default, choice.rule, game.ledger.shown(choice.rule)
            )
            for name, choice in meta.options.items()
        },
        players=player_names(game),
        stage=meta.stage,
        primer=game.primer,
        packs=list(packs),
    )


def chart_cards(game: Game[Any, Any]) -> list[wire.ChartCard]:
    return [
        wire.ChartCard(one.title, one.columns, one.rows, one.rule, one.note, game.ledger.shown(one.rule))
        for one in game.charts()
    ]


def rule_cards(game: Game[Any, Any]) -> list[wire.RuleCard]:
    return [
        wire.RuleCard(key, rule.number, rule.title, rule.summary, rule.ruling, rule.because, rule.status)
        for key, rule in game.ledger.rules.items()
    ]
