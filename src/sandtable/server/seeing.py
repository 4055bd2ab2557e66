"""What one guest gets to see of a table, whole: who sits where, the view from a seat, the log that the seat heard."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from sandtable.kernel.game import Game, games
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import Said
from sandtable.players import player_names
from sandtable.server import wire
from sandtable.server.computers import asked_seats
from sandtable.server.rows import Holder, Kept, Standing
from sandtable.server.trouble import number_of
from sandtable.server.turns import ask_name, undo_levels


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
    log_since: int = 0,
) -> wire.Seen:
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
        scratch=kept.scratch_of is not None,
        scratch_of=kept.scratch_of,
        seat=seat,
        mine=seats_of(holders, guest),
        seats=[_seat_card(table.game, holders[number], guest) for number in range(table.seats())],
        revision=table.revisions[seat],
        ask=ask_name(table, seat),
        view=table.view(seat),
        log=log_lines(table.game, table.said(seat), log_since),
        undo=undo_levels(table, seat, computers) if seat != SPECTATOR else [],
        can_yield=seat in asked and seat not in yielded and any(number in computers for number in asked),
        entries=table.revisions[seat] - 1,
        over=table.over,
        commitment=table.commitment,
        content=kept.content,
    )


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
    return [
        wire.LogLine(n, said.rule, number_of(game, said.rule), said.text, said.dice, said.moves, said.weight)
        for n, said in enumerate(heard[since:], since)
    ]


def table_card(kept: Kept, mine: list[Seat]) -> wire.TableCard:
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
    )


def game_card(game: Game[Any, Any]) -> wire.GameCard:
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
            name: wire.OptionCard(choice.title, list(choice.values), choice.default, choice.rule)
            for name, choice in meta.options.items()
        },
        players=player_names(game),
        stage=meta.stage,
        primer=game.primer,
    )


def rule_cards(game: Game[Any, Any]) -> list[wire.RuleCard]:
    return [
        wire.RuleCard(key, rule.number, rule.title, rule.summary, rule.ruling, rule.because, rule.status)
        for key, rule in game.ledger.rules.items()
    ]
