"""Everything beside the map: tracks, checklists, decks, cards, the log, facts, rules, the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sandtable.kernel.ending import losses, luck
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.options import Seat
from sandtable.kernel.story import Contender, Deed
from sandtable.kernel.table import Table
from sandtable.kernel.view import Card, Chart, Check, Deck, Facts, Outcome, Said, Side, Track, View
from sandtable.terminal.draw import colours
from sandtable.terminal.draw.layout import titled

D6_FACES = "⚀⚁⚂⚃⚄⚅"
BAR = 12
FEW_CARDS = 5


Sides = Mapping[str, Side]


def primer(told: Mapping[str, str]) -> list[Text]:
    """The game in two minutes, a heading to each paragraph."""
    return [Text.assemble((f"{heading}. ", "bold"), text, "\n") for heading, text in told.items()]


def track(one: Track, sides: Sides) -> Text:
    """A track as words: "turn 3 of 8", "order hunt a man down", "victory points Red 3"."""
    return Text.assemble((f"{one.name} ", colours.QUIET), *_reading(one, sides))


def _reading(one: Track, sides: Sides) -> list[tuple[str, str]]:
    """What a track says, after the name of the side that it belongs to."""
    told = f"{one.value} of {one.high}" if one.high else str(one.value)
    if one.text:
        told = f"{told} ({one.text})" if one.side else one.text
    owner = sides[one.side].name if one.side in sides else one.side
    return [(f"{owner} " if owner else "", ""), (told, "bold")]


def track_bar(one: Track, sides: Sides) -> Text:
    """A track with a bar, where there is room for one and it has an end."""
    line = track(one, sides)
    if one.note:
        line.append(f" ({one.note})", colours.QUIET)
    if one.high > one.low and one.low <= one.value <= one.high:
        filled = round(BAR * (one.value - one.low) / (one.high - one.low))
        line.append("  ").append("█" * filled, "green").append("░" * (BAR - filled), colours.QUIET)
    return line


def tracks_lines(tracks: Sequence[Track], sides: Sides) -> list[Text]:
    """Tracks that several sides have stand together: "victory points Red 3, Blue 5"."""
    by_name: dict[str, list[Track]] = {}
    for one in tracks:
        by_name.setdefault(one.name, []).append(one)
    lines = []
    for name, alike in by_name.items():
        told = Text(", ").join(Text.assemble(*_reading(one, sides)) for one in alike)
        lines.append(Text.assemble((f"{name} ", colours.QUIET), told))
    return lines


def tracks_line(tracks: Sequence[Track], sides: Sides) -> Text:
    return Text(" · ", style="").join(tracks_lines(tracks, sides))


def check(one: Check, ledger: Ledger) -> Text:
    told = f"{one.text} {one.now}" if one.now else one.text
    line = Text.assemble(("✓ ", "bold green") if one.done else ("✗ ", colours.QUIET), told)
    return line.append(rule_tag(ledger, one.rule))


def checks_line(checks: Sequence[Check]) -> Text:
    done = sum(one.done for one in checks)
    return Text(f"{done} of {len(checks)} conditions hold (`status` lists them)", style=colours.QUIET)


def card(one: Card, view: View, seats: Sequence[str] = ()) -> Text:
    """A card: its title, its cost, whose it is if it is somebody else's, its text, and what lies on it."""
    if one.face_down:
        return Text("a card face down", style=colours.QUIET)
    line = Text.assemble((titled(one), "bold"))
    if one.cost:
        line.append(f" [{one.cost}]", colours.RISK)
    if one.seat != view.seat and 0 <= one.seat < len(seats):
        line.append(f" ({seats[one.seat]})", colours.QUIET)
    laid = [titled(thing) for thing in view.things().values() if thing.on == one.ref]
    if laid:
        line.append(f" with {', '.join(laid)}")
    if one.barred:
        line.append(f" ({one.barred})", colours.QUIET)
    return line.append(f"  {one.text}" if one.text else "")


def scene(view: View) -> list[Text]:
    """What is played out beside the board: how far it has come, and who has what in it, a line to each party."""
    one = view.scene
    if one is None:
        return []
    head = Text.assemble((one.title, "bold"))
    if 0 <= one.at < len(one.steps):
        head.append(f"  step {one.at + 1} of {len(one.steps)}: {one.steps[one.at]}", colours.QUIET)
    things = view.things()
    lines = [head]
    for party in one.parties:
        present = Counter(titled(things[ref]) for ref in party.tokens if ref in things)
        told = [f"{name} x{many}" if many > 1 else name for name, many in present.items()]
        told += [f"{fact.name} {fact.text}".strip() for fact in party.lines]
        lines.append(Text.assemble((f"  {party.title}: ", colours.ASKED), " · ".join(told) or "nobody"))
    return lines


def deck(one: Deck, most: int) -> Text:
    """A pile and its size; what of it may be seen, if that is no more than `most` cards."""
    line = Text.assemble((f"{one.name} ", colours.QUIET), (str(one.count), "bold"))
    shown = [titled(card) for card in one.cards if not card.face_down]
    return line.append(f": {', '.join(shown)}" if 0 < len(shown) <= most else "")


def hand_line(view: View) -> Text:
    """The titles of the cards in hand; what they say is too much for a screen with a map on it."""
    titles = ", ".join(titled(one) for one in view.hand)
    return Text.assemble(("in hand ", colours.QUIET), titles, (" (`status` reads them)", colours.QUIET))


def brief(view: View, ledger: Ledger) -> list[Text]:
    """The same as `status`, in a few lines: piles by their size, cards by their titles."""
    lines = tracks_lines(view.tracks, view.sides)
    lines += [check(one, ledger) for one in view.checks]
    if view.decks:
        piles = ", ".join(f"{one.name} {one.count}" for one in view.decks if one.count)
        lines.append(Text.assemble(("piles ", colours.QUIET), piles))
    return [*lines, hand_line(view)] if view.hand else lines


def status(view: View, ledger: Ledger, seats: Sequence[str] = (), most: int = FEW_CARDS) -> list[Text]:
    """Tracks, checklist, decks, hand and cards on the table, one line for each thing; what lies on a card is told with
    it."""
    lines = [track_bar(one, view.sides) for one in view.tracks]
    lines += [check(one, ledger) for one in view.checks]
    lines += [deck(one, most) for one in view.decks]
    held = [(f"{one.name} holds {one.count}:", one.cards) for one in view.hands]
    for title, cards in (("In hand:", view.hand), *held, ("On the table:", view.cards)):
        loose = [one for one in cards if one.on is None]
        if loose:
            lines.append(Text(title, style=colours.QUIET))
            lines += [card(one, view, seats) for one in loose]
    return lines


# ---- log and rules --------------------------------------------------------------------------------


def rule_tag(ledger: Ledger, key: str) -> Text:
    """The number of a rule in the book, as it stands behind a sentence; nothing for the kernel's own."""
    number = ledger.number(key) if key else ""
    return Text(f" [{number}]" if number not in ("", "-") else "", style="cyan")


def faces(said: Said) -> str:
    """Dice as faces: a d6 has them in type, other dice stand in brackets."""
    if said.sides == len(D6_FACES):
        return "".join(D6_FACES[face - 1] for face in said.dice)
    return "".join(f"[{face}]" for face in said.dice)


def log_line(said: Said, ledger: Ledger) -> Text:
    line = Text()
    if said.dice:
        line.append(faces(said), "bold bright_white").append(" ")
    return line.append(said.text, colours.WEIGHTS[said.weight]).append(rule_tag(ledger, said.rule))


def deed(done: Deed, ledger: Ledger) -> list[Text]:
    """What happened, the outcome first: on one line, with the dice; a battle with both sums under it."""
    head, contest = done.head, done.contest
    line = Text()
    if head.dice:
        line.append(faces(head), "bold bright_white").append(" ")
    line.append(head.text, colours.WEIGHTS[head.weight])
    if done.steps > 1:
        line.append(f" {done.steps} steps", colours.QUIET)
    line.append(rule_tag(ledger, head.rule))
    if contest is None:
        for purpose, thrown in throws(done).items():
            line.append(f"  {purpose} ", colours.QUIET).append(thrown, "bold bright_white")
    lines = [line]
    if contest is not None:
        lines += [Text("   ").append(contender(side)) for side in contest.sides]
        if contest.tie:
            lines.append(Text("   a tie", "bold"))
    return lines + [Text("   ").append(log_line(other, ledger)) for other in done.others]


def throws(done: Deed) -> dict[str, str]:
    """The dice of a deed by purpose."""
    found: dict[str, str] = {}
    for line in done.dice:
        found[line.purpose] = found.get(line.purpose, "") + faces(line)
    return found


def contender(one: Contender) -> Text:
    """One side of a battle: its dice, what is added to them, what that makes."""
    thrown = faces(Said("", "", one.dice, sides=one.sides))
    line = Text.assemble((f"{one.name}: ", colours.QUIET), (thrown, "bold bright_white"))
    line.append(f" x {one.times}" if one.times != 1 and one.dice else "")
    for term in one.terms:
        line.append(f" {term.value:+d} {term.name}")
    return line.append(f" {one.total} {one.counts}" if one.counts else f" = {one.total}", "bold")


def rule(key: str, ledger: Ledger, cited: Iterable[str] = ()) -> list[Text | Padding]:
    """A rule in our own words: what it says, the ruling taken and why, the lines of code that cite it."""
    found = ledger[key]
    parts: list[Text | Padding] = [
        Text.assemble((f"{found.number}  ", "bold cyan"), (found.title, "bold"), (f"  {key}", colours.QUIET)),
        Padding(Text(found.summary), (0, 0, 0, 4)),
    ]
    if found.ruling:
        parts.append(Padding(Text.assemble(("Ruling: ", "bold"), found.ruling), (0, 0, 0, 4)))
        parts.append(Padding(Text.assemble(("Why: ", "bold"), found.because), (0, 0, 0, 4)))
    if found.options:
        parts.append(Padding(Text(f"With the option {', '.join(found.options)}."), (0, 0, 0, 4)))
    for line in cited:
        parts.append(Padding(Text(line, style=colours.QUIET), (0, 0, 0, 4)))
    return parts


def chart(one: Chart, ledger: Ledger) -> list[Text | Grid]:
    """A printed chart: its title, the columns, a line for each row, and what stands below it."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style=colours.QUIET)
    for column in one.columns:
        grid.add_column(column, overflow="fold")
    for row in one.rows:
        grid.add_row(*map(Text, row))
    parts: list[Text | Grid] = [Text.assemble((one.title, "bold"), rule_tag(ledger, one.rule)), grid]
    return [*parts, Text(one.note, style=colours.QUIET)] if one.note else parts


def facts(told: Facts) -> list[Text]:
    lines = [Text(told.title, style="bold")]
    for fact in told.facts:
        line = Text.assemble((f"  {fact.name}: ", colours.QUIET), fact.text)
        if fact.source:
            line.append(f"  ({fact.source})", colours.QUIET)
        lines.append(line)
    return lines


# ---- the end --------------------------------------------------------------------------------------


def ending(outcome: Outcome, table: Table) -> list[Text]:
    """How the game ended: label and rule, who won, the scores."""
    names = table.game.meta.seats
    line = Text.assemble((outcome.label, "bold"), rule_tag(table.game.ledger, outcome.rule))
    for seats, deed, style in ((outcome.won(), "win", "bold green"), (outcome.losers, "lose", "bold red")):
        if seats:
            who = " and ".join(names[seat] for seat in seats)
            line.append(f"  {who} {deed}{' together' if len(seats) > 1 else 's'}.", style)
    scores = outcome.scores[: table.seats()]
    told = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(scores)) if len(scores) > 1 else scores
    lines = [line]
    if scores:
        lines.append(Text(f"Score: {told if isinstance(told, str) else scores[0]}"))
    return lines


def how_it_went(table: Table, seat: Seat) -> list[Text]:
    """Under the end: its place in the table of results, what was lost, and the dice against what was to be expected."""
    lines, results = [], table.game.results(table.g.s)
    if results is not None:
        lines.append(Text(f"By {results.measure}:", colours.QUIET).append(rule_tag(table.game.ledger, results.rule)))
        for row in results.rows:
            mark, style = ("→", "bold") if row.here else (" ", "")
            lines.append(Text.assemble(f" {mark} ", (row.label, style), (f"  {row.value}", colours.QUIET)))
    heard, sides = table.said(seat), table.view(seat, odds=False).sides
    for lost in losses(heard):
        who = sides[lost.side].name if lost.side in sides else lost.side
        lines.append(Text.assemble((f"Lost, {who}: ", colours.QUIET), f"{len(lost.names)} ({', '.join(lost.names)})"))
    for one in luck(heard):
        mean, expected = one.total / one.dice, one.expected / one.dice
        thrown = f"{one.dice} x d{one.sides}, {mean:.1f} on average; {expected:.1f} was to be expected"
        lines.append(Text.assemble((f"Dice, {one.purpose}: ", colours.QUIET), thrown))
    return lines
