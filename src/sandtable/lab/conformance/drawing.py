"""Conformance of what is drawn: everything in a view lies on its board, and everything on a board has a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sandtable.kernel.flow import Event, G
from sandtable.kernel.game import Game
from sandtable.kernel.options import Seat
from sandtable.kernel.view import SPACE, Board, Card, Ref, Token, View
from sandtable.lab.conformance.options import offered
from sandtable.lab.conformance.walks import Walk, called, viewers

NOWHERE = -1


def looks(game: Game[Any, Any]) -> list[str]:
    """Every kind of terrain and of line on a board says how it is drawn, and each board goes by its own id."""
    findings = []
    for name, board in game.boards().items():
        missing = {
            **{kind: "terrain" for space in board.spaces for kind in space.terrain if kind not in board.looks},
            **{link.kind: "link" for link in board.links if link.kind not in board.looks},
            **{side.kind: "hexside" for side in board.hexsides if side.kind not in board.looks},
            **{line.kind: "line" for line in board.lines if line.kind not in board.looks},
            **{patch.kind: "relief" for patch in board.patches if patch.kind not in board.looks},
        }
        findings += [f"the {what} {kind!r} of the board {name!r} has no look" for kind, what in missing.items()]
        if board.id != name:
            findings.append(f"the board {name!r} calls itself {board.id!r}")
        numbers = [space.id for space in board.spaces]
        if len(set(numbers)) != len(numbers):
            findings.append(f"the board {name!r} has two spaces of one number")
    return findings


def drawn(walk: Walk) -> list[str]:
    """Whatever a view or the log shows lies in a space of the board, and whatever an option names is to be seen."""
    boards = walk.game.boards()
    spaces = {name: {space.id for space in board.spaces} for name, board in boards.items()}
    findings = []
    for where, g in walk.sampled():
        for seat in viewers(g):
            seen = walk.game.view(g.s, seat)
            if seen.board not in spaces:
                findings.append(
                    f"{where} {called(g, seat)} sees the board {seen.board!r}, which the game does not have"
                )
                continue
            board = boards[seen.board]
            faults = [*_astray(seen, spaces[seen.board]), *_unlaid(seen, board), *_unlit(g, seat, seen, board)]
            findings += [f"{where} {called(g, seat)} sees {fault}" for fault in faults]
    for event in walk.heard:
        findings += _untold(event)
        for moves in event.moves.values():
            for move in moves:
                # The kernel names the board of a way where a game has several; else there is only one.
                on = move.board or next(iter(spaces))
                if not spaces.get(on, set()).issuperset(move.path):
                    findings.append(
                        f"the way of token {move.token} leads over {move.path}, which is not on the board {on!r}"
                    )
    return list(dict.fromkeys(findings))


def _untold(event: Event) -> list[str]:
    """Figures of a line that one of its texts does not tell: whoever hears that text would learn them from the data."""
    return [
        f"the line {face!r} counts {name} {count}, which it does not tell"
        for name, count in event.counts.items()
        for face in (event.public, *event.private.values())
        if face and str(abs(count)) not in face
    ]


def _astray(seen: View, spaces: set[int]) -> Iterator[str]:
    """Things of a view that are not on the board."""
    things = seen.things()
    shown = [*(token.ref for token in seen.tokens), *(card.ref for card in seen.every_card())]
    for name, count in Counter(shown).items():
        if count > 1 and not _hidden(things[name]):
            yield f"two things of one name: {name.domain} {name.id}"
    for token in seen.tokens:
        if token.space != NOWHERE and token.space not in spaces:
            yield f"token {token.id} ({token.name}) in space {token.space}, which is not on the board"
        if token.on is not None and token.on not in things:
            yield f"token {token.id} ({token.name}) on {token.on.domain} {token.on.id}, which is not to be seen"
        if token.side and seen.sides and token.side not in seen.sides:
            yield f"token {token.id} ({token.name}) of the side {token.side!r}; the view has {_listed(seen)}"
    for mark in seen.marks:
        if mark.space not in spaces:
            yield f"a mark ({mark.kind}) in space {mark.space}, which is not on the board"
    for card in seen.every_card():
        if card.on is not None and card.on not in things:
            yield f"card {card.id} ({card.title}) on {card.on.domain} {card.on.id}, which is not to be seen"
        if card.space != NOWHERE and card.space not in spaces:
            yield f"card {card.id} ({card.title}) in space {card.space}, which is not on the board"
    if seen.scene is not None and seen.scene.space not in (NOWHERE, *spaces):
        yield f"a scene in space {seen.scene.space}, which is not on the board"
    for party in seen.scene.parties if seen.scene is not None else ():
        for one in party.tokens:
            if one not in things:
                yield f"{one.domain} {one.id} in a scene, which is not to be seen"


def _unlaid(seen: View, board: Board) -> Iterator[str]:
    """Cards in rows that their tableau has not, and hands that are told wrong."""
    if board.kind == "tableau":
        for card in seen.cards:
            if card.row and card.row not in board.rows:
                rows = ", ".join(map(repr, board.rows)) or "none"
                yield f"card {card.id} ({card.title}) in the row {card.row!r}; the board {board.id!r} has {rows}"
            if card.space == NOWHERE and card.on is None:
                yield f"card {card.id} ({card.title}) on the tableau, but in no space and on nothing"
    if seen.hand and seen.hands:
        yield "cards in `hand` and in `hands`: where there are several hands, all stand in `hands`"
    things = seen.things()
    for hand in seen.hands:
        told = sum(card.count for card in hand.cards)
        if told > hand.count:
            yield f"{told} cards in the hand of {hand.name}, which counts {hand.count}"
        if hand.of is not None and hand.of not in things:
            yield f"the hand of {hand.name} held by {hand.of.domain} {hand.of.id}, which is not to be seen"
    own = [hand.seat == seen.seat for hand in seen.hands]
    if own != sorted(own, reverse=True):
        yield "the hands of others before its own"


def _listed(seen: View) -> str:
    return ", ".join(map(repr, seen.sides))


def _hidden(thing: Token | Card) -> bool:
    """Cards that lie face down have no name to be told apart by."""
    return isinstance(thing, Card) and thing.face_down


def _unlit(g: G[Any, Any], seat: Seat, seen: View, board: Board) -> Iterator[str]:
    """Options that name a thing which no client could light up: it is neither in this view nor a space of its board."""
    known = {*seen.things(), *(space.thing for space in board.spaces)}
    for group in offered(g, seat) if seat >= 0 else ():
        verb = g.game.verbs.get(group.verb)
        for place, domain in enumerate(verb.domains if verb is not None else (), 1):
            shown = g.game.drawn.get(domain, "")
            for option in group if shown else ():
                if Ref(int(option[place]), shown) not in known:
                    where = "on the board" if shown == SPACE else "in the view"
                    yield f"{option}, which names {shown} {option[place]}; it is not {where}"
