"""A table that waits for its players: nothing is dealt before all seats are taken, and then everybody has a part in it.

While it waits there is the host's key, and its commitment for everybody to note. Each person who sits down adds a salt.
What is dealt follows from the key and the salts, so that it may be done again if it was lost: it comes out the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sandtable.kernel import records
from sandtable.kernel.chance import commitment
from sandtable.kernel.content import ContentError
from sandtable.kernel.game import Game, Setup, SetupError, in_a_sentence, open_game
from sandtable.kernel.options import Seat
from sandtable.kernel.records import Record, RecordError
from sandtable.kernel.table import Table
from sandtable.server.store import rows
from sandtable.server.store.rows import Holder, Kept
from sandtable.server.tables import seeing


def undealt(game: Game[Any, Any], setup: Setup, key: bytes) -> Record:
    """What a table promises before anything is dealt."""
    return Record(
        game=game.meta.id,
        scenario=setup.scenario,
        options=setup.options,
        seats=setup.seats,
        edition=setup.edition,
        overlays=game.content.overlays,
        content=game.content.digest,
        commitment=commitment(key),
        key=key.hex(),
    )


def open_seats(holders: Iterable[Holder]) -> list[Seat]:
    return sorted(holder.seat for holder in holders if holder.open)


def deal(kept: Kept, holders: Iterable[Holder]) -> Kept:
    """The table as it is once all seats are taken: set up, with the salts of the people in the order of their seats."""
    salts = [holder.salt for holder in sorted(holders, key=lambda one: one.seat) if holder.salt]
    setup = Setup(kept.setup.scenario, dict(kept.setup.options), kept.setup.seats)
    try:
        table = Table(open_game(kept.game, kept.overlays), setup, bytes.fromhex(kept.host_key), salts)
    except (SetupError, ContentError) as error:
        raise RecordError(str(error)) from error
    except Exception as error:  # in the rules of somebody else's game
        raise RecordError(f"{kept.game} cannot begin: {in_a_sentence(error)}") from error
    own, standing = rows.own_of(kept), seeing.standing_of(table)
    own.dealt, own.updated, own.turn, own.asked = True, time.time(), standing.turn, standing.asked
    return rows.kept_from(records.record_of(table), own)
