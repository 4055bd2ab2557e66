"""What a person may ask besides answering: why not, what is this, what was said, which rule, where is everybody."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from sandtable.kernel.game import Game
from sandtable.kernel.options import Option, Refusal, Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import SPACE, Board, Fact, Token, View
from sandtable.kernel.words import how_many
from sandtable.terminal import guess, parse
from sandtable.terminal.draw import board, colours, panels, question
from sandtable.terminal.draw.layout import Layout
from sandtable.terminal.draw.screen import Screen
from sandtable.terminal.guess import Names, Thing
from sandtable.terminal.menu import Menu, make_menu
from sandtable.terminal.parse import NotUnderstood

FEW_RULES = 6
NO_BOARD = Board("", "", "cards", 0, 0, [])


@lru_cache(maxsize=4)
def boards_of(game: Game[Any, Any]) -> dict[str, Board]:
    """Boards never change during a game."""
    return game.boards()


class Standpoint:
    """A table from one seat, as it is now."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.game = table.game
        self.view = table.view(seat)
        self.board = boards_of(self.game).get(self.view.board)
        self.menu: Menu = make_menu(table.g, seat, self.view.ask, self.board, self.view.tokens, self.view.decks)
        self.scene = Layout(self.board or NO_BOARD, self.view, self.menu, self.game.several_boards)

    def names(self) -> Names:
        return Names(self.table.g, self.seat, self.board)


# ---- why ------------------------------------------------------------------------------------------


def why(screen: Screen, here: Standpoint, text: str) -> None:
    """Why something is not possible; of an option, what speaks for and against it."""
    if not text:
        raise NotUnderstood("Why what? Say it in words, such as `why hill`, or give the number of an option.")
    offered = parse.find(here.menu, text)
    if len(offered) == 1:
        _tell_offered(screen, here, text, offered[0].number)
        return
    if offered:  # what may be done is named before anything that may not
        for item in offered[:FEW_RULES]:
            screen.show(Text.assemble("You may: ", (f"{item.number} ", "bold bright_yellow"), item.text))
        if len(offered) > FEW_RULES:
            screen.say(f"And {how_many(len(offered) - FEW_RULES, 'option')} more: `options` lists them.", colours.QUIET)
        return
    refused = refusals(here.names(), here.menu, text, here.table.why_not)
    if not refused:
        raise NotUnderstood(f"I do not know what {text!r} would be. Name a verb, a piece or a space of this game.")
    screen.show(*refused)


def _tell_offered(screen: Screen, here: Standpoint, text: str, number: int) -> None:
    item = here.menu.items[number - 1]
    line = Text.assemble("You may: ", (f"{item.number} ", "bold bright_yellow"), item.text)
    ask = here.view.ask
    screen.show(line.append(panels.rule_tag(here.game.ledger, ask.rule if ask else "")))
    if item.choice.warning:
        screen.say(f"  ! {item.choice.warning}", colours.RISK)
    if item.choice.odds is not None:
        screen.say(f"  odds: {item.choice.odds.text}", colours.RISK)
        for told in item.choice.odds.lines:
            screen.say(f"    {told}", colours.RISK)
        for what, chance in item.choice.odds.chances.items():
            screen.say(f"    {what}: {chance:.1%}", colours.RISK)


def refusals(names: Names, menu: Menu, text: str, why_not: Callable[[Seat, Option], Refusal | None]) -> list[Text]:
    """Why the options that a text speaks of are refused, each reason once, with its rule."""
    game, s = names.g.game, names.g.s
    lines: dict[str, Text] = {}
    for option in guess.options(names, menu, text):
        refusal = why_not(names.seat, option)
        if refusal is not None and refusal.text not in lines and len(lines) < 3:
            line = Text.assemble((f"Not {game.say(s, names.seat, option)}: ", colours.QUIET), refusal.text)
            lines[refusal.text] = line.append(panels.rule_tag(game.ledger, refusal.key))
    return list(lines.values())


# ---- inspect --------------------------------------------------------------------------------------


def inspect(screen: Screen, here: Standpoint, text: str) -> None:
    """All that this seat may know of a space, a token or another thing."""
    if not text:
        raise NotUnderstood("Inspect what? Name a space or a piece, such as `inspect hill`.")
    found = guess.things(here.names(), text, {token.ref for token in here.view.tokens})
    if not found:
        raise NotUnderstood(f"There is no space or piece {text!r} here.")
    if len(found) > FEW_RULES:
        names = ", ".join(thing.name for thing in found[:FEW_RULES])
        raise NotUnderstood(f"{text!r} can mean {names} and {len(found) - FEW_RULES} more. Which one?")
    for thing in found:
        told = here.game.inspect(here.table.g.s, here.seat, thing.ref.domain, thing.ref.id)
        known = {fact.name for fact in told.facts}
        told.facts.extend(fact for fact in _on_the_board(here.scene, thing) if fact.name not in known)
        screen.show(*panels.facts(told))


def _on_the_board(scene: Layout, thing: Thing) -> list[Fact]:
    """What everybody can see of a space or a token on this board, where the game does not say more."""
    if thing.ref.domain == SPACE and thing.ref.id in scene.spaces:
        return _of_space(scene, thing.ref.id)
    token = next((token for token in scene.view.tokens if token.ref == thing.ref), None)
    return _of_token(scene, token) if token is not None else []


def _of_space(scene: Layout, space: int) -> list[Fact]:
    looks = scene.board.looks
    ground = ", ".join(looks[kind].name if kind in looks else kind for kind in scene.terrain(space))
    pieces = ", ".join(board.piece(scene, token).plain for token in scene.tokens(space))
    marks = ", ".join(mark.text or mark.kind for mark in scene.marks(space))
    answers = ", ".join(f"{item.number} {item.text}" for item in scene.menu.at_space(space))
    ends = [(link, link.b if link.a == space else link.a) for link in scene.board.links if space in (link.a, link.b)]
    lines = ", ".join(
        f"{link.kind} to {scene.full_name(other)}{f' [{link.figure}]' if link.figure else ''}"
        for link, other in ends
        if other in scene.spaces
    )
    told = [
        Fact("space", scene.full_name(space)),
        Fact("ground", ground),
        *(Fact(figure.name, figure.text) for figure in scene.spaces[space].figures),
        Fact("pieces", pieces),
        Fact("marks", marks),
        Fact("lines", lines),
        Fact("options", answers),
    ]
    return [fact for fact in told if fact.text]


def _of_token(scene: Layout, token: Token) -> list[Fact]:
    carrier = scene.called(token.on) if token.on is not None else ""
    place = (
        f"with {carrier}"
        if carrier
        else token.box or (scene.full_name(token.space) if token.space in scene.spaces else "")
    )
    told = [
        Fact("side", token.side),
        Fact("place", place),
        *(Fact(value.name, f"{value.text} ({value.note})" if value.note else value.text) for value in token.values),
        Fact("state", ", ".join(token.badges)),
        Fact("carries", ", ".join(scene.laid_on(token.ref))),
    ]
    return [fact for fact in told if fact.text]


# ---- lists ----------------------------------------------------------------------------------------


def options(screen: Screen, here: Standpoint, text: str) -> None:
    """Every option, or those of one verb, none folded."""
    verbs = {item.verb for item in here.menu.items}
    chosen = [item for item in here.menu.items if not text or text.lower() in (item.verb.lower(), item.title.lower())]
    if not chosen:
        raise NotUnderstood(f"No option begins with {text!r}; there are {', '.join(sorted(verbs))}.")
    screen.show(*question.every(chosen, screen.width))


def rules(screen: Screen, here: Standpoint, text: str) -> None:
    """A rule by number, key or word; without any, the rule of the question."""
    ledger = here.game.ledger
    found = ledger.find(text) if text else [here.view.ask.rule] if here.view.ask and here.view.ask.rule else []
    if not found:
        raise NotUnderstood(f"No rule has the number, key or word {text!r}.")
    if len(found) > FEW_RULES:
        screen.show(*(Text(f"{ledger.number(key):>7}  {ledger[key].title}  ({key})") for key in found))
        return
    for key in found:
        screen.show(*panels.rule(key, ledger))


def primer(screen: Screen, here: Standpoint) -> None:
    """The game in two minutes."""
    told = panels.primer(here.game.primer)
    screen.show(*told or [Text("This game has no primer: `rules` lists its rules, `rules WORD` those with a word.")])


def charts(screen: Screen, here: Standpoint, text: str) -> None:
    """The titles of the printed charts; one of them, or several alike, by a word of their titles."""
    every = here.game.charts()
    if not every:
        screen.say("This game has no charts.")
        return
    meant = [chart for chart in every if text.lower() in chart.title.lower()]
    if not meant:
        raise NotUnderstood(f"No chart is called {text!r}; there are {', '.join(chart.title for chart in every)}.")
    if text:
        for chart in meant:
            screen.show(*panels.chart(chart, here.game.ledger))
    else:
        screen.show(*(Text.assemble(chart.title, panels.rule_tag(here.game.ledger, chart.rule)) for chart in every))


def log(screen: Screen, here: Standpoint, text: str) -> None:
    if text and not text.isdigit():
        raise NotUnderstood(f"`log` takes a number of lines, not {text!r}.")
    said = here.table.said(here.seat)[-int(text or 12) :]
    if not said:
        screen.say("Nothing has been said yet.")
    screen.show(*(panels.log_line(line, here.game.ledger) for line in said))


def whole_map(screen: Screen, here: Standpoint, text: str = "") -> None:
    """The map in play, or another one of the game by its name, as it was printed."""
    scene = here.scene if not text else _printed(here, text)
    drawing = board.draw_whole(scene, screen.width, screen.height)
    if not drawing.lines:
        screen.say("This game has no map.")
        return
    screen.show(*drawing.lines, board.legend(scene, drawing))


def _printed(here: Standpoint, text: str) -> Layout:
    boards = boards_of(here.game)
    meant = [one for one in boards.values() if text.lower() in (one.id.lower(), one.title.lower())]
    meant = meant or [one for one in boards.values() if text.lower() in one.title.lower()]
    if len(meant) != 1:
        raise NotUnderstood(f"No map is called {text!r}; there are {', '.join(one.title for one in boards.values())}.")
    if meant[0].id == here.view.board:
        return here.scene
    return Layout(meant[0], View(meant[0].id, here.seat), Menu([]), several=True)


def units(screen: Screen, here: Standpoint) -> None:
    spaces = [space for space in here.scene.spaces if here.scene.tokens(space) or here.scene.marks(space)]
    lines = board.who_is_where(here.scene, spaces) + board.in_boxes(here.scene)
    screen.show(*lines or [Text("No piece is in play.")])


def status(screen: Screen, here: Standpoint) -> None:
    lines = panels.status(here.view, here.game.ledger, here.game.meta.seats, most=999)
    screen.show(*lines or [Text("This game has no tracks.")])


def help_(screen: Screen) -> None:
    screen.say(
        "Answer with the number of an option (`3`), with its words (`scout hill`, or `hill` if only one option fits), "
        "or with several where an answer has parts (`1 4`, `reeds then hill`). Besides:"
    )
    table = Grid.grid(padding=(0, 2))
    for word, about in parse.COMMANDS.items():
        table.add_row(Text(word, style="bold"), Text(about))
    screen.show(table)
