"""Records: saved games that anyone can read, replay and verify."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable.kernel.chain import header, links, noted
from sandtable.kernel.chance import AuditDealer, ChanceError, Dealer, ReplayDealer, commitment, dice_key
from sandtable.kernel.content import ContentError, UnfitPack, unpack
from sandtable.kernel.flow import FlowError
from sandtable.kernel.game import Game, Setup, SetupError, open_game, past_contents
from sandtable.kernel.options import SPECTATOR, Refused, Seat
from sandtable.kernel.records.form import (
    CHAINED,
    FORMAT,
    VERSION,
    Line,
    Record,
    RecordError,
    beginning,
    decode,
    encode,
    lacking,
    position_in,
    version_for,
    written_as,
)
from sandtable.kernel.sight import taken_away
from sandtable.kernel.state import State, is_digest, save
from sandtable.kernel.table import CHECKPOINT_EVERY, Amended, Answered, Entry, KeptAs, Stand, Table, Undone

__all__ = [
    "FORMAT",
    "VERSION",
    "Line",
    "NoLonger",
    "Record",
    "RecordError",
    "Report",
    "apply_entry",
    "decode",
    "encode",
    "export",
    "game_of",
    "go_on",
    "in_words",
    "position_of",
    "record_of",
    "replay",
    "standing",
    "unsound",
    "verify",
    "with_head",
]

LONGEST_KEY = 64
NO_KEY = "not checked: the record holds no key"
NO_HEAD = (
    "No head noted during play was given: whoever held the key could have written the journal anew, "
    "with other answers or with take-backs left out."
)


# ---- writing --------------------------------------------------------------------------------------


def record_of(table: Table) -> Record:
    """The whole truth of a table, for its owner: with the key, so that play can go on."""
    if table.scratch:
        raise RecordError("a what-if table keeps no journal; export its position instead")
    return Record(
        **_made(table),
        version=version_for(table.journal),
        key=table.host_key.hex(),
        position=msgspec.Raw(table.position or b"null"),
        journal=list(table.journal),  # type: ignore[arg-type]
        checkpoints=table.checkpoints,
        outcome=table.g.s.outcome,
        head=table.head,
    )


def with_head(record: Record) -> Record:
    """A record made up from what a database keeps, with its version and the last link of its chain."""
    record.version = version_for(record.journal)
    record.head = links(host_key(record), beginning(record), record.journal)[-1] if record.key else ""
    return record


def _made(table: Table) -> dict[str, Any]:
    """How a table was made, in the words of then."""
    game = table.game
    own = {"game": game.meta.id, "overlays": game.content.overlays, "pack": game.content.packed}
    return own | header(table, table.began)


def export(table: Table, seat: Seat = SPECTATOR) -> Record:
    """A position to share: what this seat may think it is, with none of the table's secrets."""
    record = record_of(table) if not table.scratch else None
    if record is not None and table.over:
        return record
    return position_of(table, taken_away(table.g, seat))


def position_of(table: Table, dealt: State) -> Record:
    """A record that begins from a position of this table's game, with a key of its own."""
    began = {"commitment": commitment(dealt.key), "salts": [], "take_backs": True, "opening": []}
    record = Record(**_made(table) | began, key=dealt.key.hex(), position=msgspec.Raw(save(dealt)))
    return with_head(record)


# ---- replaying ------------------------------------------------------------------------------------


class NoLonger(RecordError):
    """An entry of the journal that the rules do not allow: it was altered, or a rule was put right since."""

    def __init__(self, entries: int, why: str) -> None:
        super().__init__(f"entry {entries + 1} of the journal does not replay: {why}")
        self.entries = entries
        """How many entries stand before it."""
        self.why = why


def game_of(record: Record) -> Game[Any, Any]:
    """The game a record was played with: its content as it was then, its overlays laid on again."""
    try:
        return _game_of(record)
    except RecordError:
        raise
    except (SetupError, ContentError, UnfitPack) as error:
        raise RecordError(str(error)) from error
    except Exception as error:  # values made up by hand can break any game that is built from them
        raise RecordError(f"no game can be made from its content: {str(error) or type(error).__name__}") from error


def _game_of(record: Record) -> Game[Any, Any]:
    if record.pack:
        found = open_game(record.game, record.overlays, unpack(record.pack))
        if found.content.is_digest(record.content):
            return found
        raise RecordError("it holds other content than it says it was played with")
    installed = open_game(record.game, record.overlays, played=True)
    if installed.content.is_digest(record.content):
        return installed
    for kept in past_contents(record.game).values():
        found = open_game(record.game, record.overlays, kept)
        if found.content.is_digest(record.content):
            return found
    raise RecordError(
        f"this record was played with other content than the {record.game} installed here, and does not hold it "
        f"(digest {record.content[:12]} against {installed.content.digest[:12]})"
    )


def replay(record: Record, entries: int | None = None) -> Table:
    """The table a record describes, after all its journal or the first `entries` of it; play can go on from there."""
    return _replay(record, ReplayDealer(), entries)


def go_on(record: Record) -> tuple[Table, str]:
    """The table a record describes. Where a rule was put right since, it stands before the first answer that no longer
    holds, its journal says so, and so does the sentence that comes with it."""
    try:
        return replay(record), ""
    except NoLonger as error:
        if record.outcome is not None or not record.key:
            raise
        table = replay(record, error.entries)
        table.amend(error.why, record.journal)
        return table, str(error)


def _replay(record: Record, dealer: ReplayDealer, entries: int | None = None) -> Table:
    table = _begun(record, dealer)
    journal = record.journal[:entries]
    run(table, record, journal, standing(journal), dealer)
    return table


def run(table: Table, record: Record, journal: Sequence[Entry], places: Sequence[int], dealer: ReplayDealer) -> None:
    """Plays the entries of a journal at these places; then the table deals for itself."""
    marks = {point.entries: point.digest for point in record.checkpoints}
    for place in places:
        entry = journal[place]
        if isinstance(entry, Amended):
            apply_entry(table, dealer, journal, place)
            table.checkpoints[:] = [point for point in record.checkpoints if point.entries <= place]
            continue
        before = table.g.s
        try:
            apply_entry(table, dealer, journal, place)
            if dealer.outcomes:
                raise RecordError("it holds outcomes that nothing asked for")
            if place + 1 in marks and not is_digest(marks[place + 1], table.g.s):
                raise RecordError("the position after it differs from the checkpoint")
        except Exception as error:  # rules that were put right, and positions made up, may fail in any way
            told = in_words(table.game, before, entry)
            raise NoLonger(place, f"{told}: {str(error) or type(error).__name__}") from error
    table.dealer.source = Dealer()
    table.settle()


def _begun(record: Record, dealer: ReplayDealer) -> Table:
    """The table as it was before the first entry."""
    game = game_of(record)
    dealer.feed(record.opening)
    kept = kept_as(record)
    try:
        table = Table(game, None, host_key(record), record.salts, record.take_backs, dealer, kept)
    except (ChanceError, FlowError, SetupError) as error:
        raise RecordError(f"the opening does not replay: {error}") from error
    except Exception as error:  # a position made up by hand can break any rule that trusts its own state
        what = "the opening does not replay" if kept.position is None else "its position cannot be read"
        raise RecordError(f"{what}: {str(error) or type(error).__name__}") from error
    if dealer.outcomes:
        raise RecordError("the opening holds outcomes that nothing asked for")
    if not table.host_key:
        table.head = record.head
    return table


def kept_as(record: Record, stand: Stand | None = None) -> KeptAs:
    """How a table began, in the words of its record."""
    setup = Setup(record.scenario, record.options, record.seats, record.edition)
    return KeptAs(setup, record.content, record.commitment, position_in(record), stand)


def host_key(record: Record) -> bytes:
    """The key of a record; empty while it is not revealed."""
    try:
        key = bytes.fromhex(record.key)
    except ValueError as error:
        raise RecordError("its key is not written in hexadecimal digits") from error
    if len(key) > LONGEST_KEY:
        raise RecordError(f"its key is longer than {LONGEST_KEY} bytes")
    return key


def standing(journal: Sequence[Entry]) -> list[int]:
    """The places of the entries that count: not those that an amendment passed over."""
    parts: list[range] = []
    end = len(journal)
    for place in reversed(range(len(journal))):
        entry = journal[place]
        if place < end and isinstance(entry, Amended):
            if not 0 <= entry.entries < place:
                raise RecordError(f"entry {place + 1} goes on from after entry {entry.entries}, which is not before it")
            parts.append(range(place, end))
            end = entry.entries
    parts.append(range(end))
    return [place for part in reversed(parts) for place in part]


def apply_entry(table: Table, dealer: ReplayDealer, journal: Sequence[Entry], place: int) -> None:
    """The entry at one place of a journal, with the chance that it holds."""
    entry = journal[place]
    if isinstance(entry, Amended):
        table.take_up(journal[: place + 1])
    elif isinstance(entry, Answered):
        dealer.feed(entry.chance)
        if cut := table.answer_again(entry):
            raise Refused(cut.refusal)  # a journal holds only the parts that stand
    elif isinstance(entry, Undone):
        dealer.feed(entry.chance)
        if not table.undo_again(entry):
            raise RecordError(f"an undo to answer {entry.answers}, which could not be taken back")


def in_words(game: Game[Any, Any], s: State, entry: Entry) -> str:
    """An entry in words, as far as the rules still know them."""
    if not isinstance(entry, Answered):
        return "a take-back"
    seats = game.meta.seats
    who = seats[entry.seat] if 0 <= entry.seat < len(seats) else f"seat {entry.seat}"
    said = []
    for option in entry.options:
        try:
            said.append(game.say(s, entry.seat, option))
        except Exception:  # a word that the game no longer has
            said.append(" ".join(map(str, option)))
    return f"{who} said “{'; '.join(said)}”"


def _allowed(record: Record, place: int) -> bool:
    """Whether the rules of today allow the entry at this place of the journal."""
    try:
        replay(record, place + 1)
    except RecordError:
        return False
    return True


# ---- verifying ------------------------------------------------------------------------------------


class Report(Struct):
    """What `verify` found."""

    good: bool
    findings: list[str]
    outcomes: int
    answers: int
    take_backs: int
    dice: str
    chain: str = "not checked"
    notes: list[str] = field(default_factory=list)
    """What was shown beyond that, and what was not."""


def verify(data: bytes, heads: Sequence[str] = ()) -> Report:
    """Checks a record without trusting who wrote it: bytes, rules, dice, result, and the heads noted during play."""
    report = Report(False, [], 0, 0, 0, "not checked")
    try:
        record = decode(data)
        version = written_as(data)
        if version >= CHAINED:
            report.findings += lacking(record, _marked(record))
        dealer = AuditDealer() if record.key else ReplayDealer()
        report.take_backs = sum(isinstance(entry, Undone) for entry in record.journal)
        _check_chain(record, version, heads, report)
        table = _replay(record, dealer)
    except RecordError as error:
        report.findings.append(str(error))
        return report
    report.answers = table.answers
    dealt = (entry.chance for entry in record.journal if isinstance(entry, Answered | Undone))
    report.outcomes = len(record.opening) + sum(map(len, dealt))
    _check_dice(record, dealer, table, report)
    if table.g.s.outcome != record.outcome:
        report.findings.append(f"the record says {record.outcome}, the replay ends with {table.g.s.outcome}")
    _note(record, table, report)
    if record.key and not heads:
        report.notes.append(NO_HEAD)
    report.good = not report.findings
    return report


def _marked(record: Record) -> list[int]:
    """The entries after which a table leaves a checkpoint."""
    counted = [place + 1 for place in standing(record.journal) if isinstance(record.journal[place], Answered)]
    marked = [entries for entries in counted if not entries % CHECKPOINT_EVERY]
    return marked if record.outcome is None else [*marked, *counted[-1:]]


def _check_dice(record: Record, dealer: ReplayDealer, table: Table, report: Report) -> None:
    if not isinstance(dealer, AuditDealer):
        report.dice = NO_KEY
        return
    findings = []
    key = host_key(record)
    if commitment(key) != record.commitment:
        findings.append("the key is not the one that was committed to before play")
    position = position_in(record)
    if position is not None and table.game.load(position).key not in (key, dice_key(key, record.salts)):
        findings.append("the position it begins from holds another key than the record: its dice were chosen")
    findings += dealer.findings
    report.findings += findings
    report.dice = "altered" if findings else "every outcome follows from the committed key"


def _check_chain(record: Record, version: int, heads: Sequence[str], report: Report) -> None:
    """Whether the entries form the chain that the record ends with, and where it passed through the heads noted."""
    if not record.key:
        report.chain = NO_KEY
        why = "the record holds no key, so nothing shows that it passed through it"
        report.findings += [f"the head {head} cannot be checked: {why}" for head in heads]
        return
    chain = links(host_key(record), beginning(record), record.journal)
    if not record.head:
        older = version < CHAINED
        report.chain = "none: records up to version 2 have no chain" if older else "not checked: its head is missing"
    elif record.head != chain[-1]:
        report.findings.append(
            "its chain does not lead to its head: how the table began or an entry was changed, cut out or put in"
        )
        report.chain = "altered"
    else:
        report.chain = "every entry follows from the one before"
    for head in heads:
        try:
            place = noted(head, chain)
        except ValueError as error:
            report.findings.append(str(error))
            continue
        if place is None:
            report.findings.append(
                f"the head {head} does not occur: something was cut out or changed, or it is of another game"
            )
        else:
            report.notes.append(
                f"Head {head}: passed through {f'after entry {place}' if place else 'at the beginning'}."
            )


def unsound(record: Record, table: Table) -> str:
    """What the rules of today say is wrong with the position that a record begins from; nothing, if it is all right."""
    begins_at = position_in(record)
    try:
        return next(iter(table.game.sound(table.game.load(begins_at))), "") if begins_at is not None else ""
    except Exception as error:  # a position made up by hand can break any rule that trusts its own state
        return str(error) or type(error).__name__


def _note(record: Record, table: Table, report: Report) -> None:
    """What a reader should know who believes the rest."""
    if position_in(record) is not None:
        report.notes.append("It begins from a position: nothing is shown of what came before it.")
        if why := unsound(record, table):
            report.notes.append(f"That position is against the rules of today: {why}")
    for place, entry in enumerate(record.journal, 1):
        if isinstance(entry, Amended):
            passed = place - 1 - entry.entries
            report.notes.append(f"Entry {place} goes on from after entry {entry.entries}: {passed} no longer count.")
            if _allowed(record, entry.entries):
                report.take_backs += 1
                report.notes.append(
                    f"The rules of today allow what entry {place} passed over, so it counts as a take-back."
                )
    try:
        own = open_game(record.game).content.is_digest(record.content)
    except (SetupError, ContentError):
        own = False
    if not own:
        report.notes.append(f"It was played with content other than installed here (digest {record.content[:12]}).")
