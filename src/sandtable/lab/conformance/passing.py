"""Nothing is passed over: where the kernel answers by itself, nobody would have stepped in.

An ask with one answer is not put; but a standing option that has come up since the last ask (two Units now stand
together and could exchange what they carry) is offered beside the next ask only. If a die falls before that one, or the
option is gone by then, the seat has lost a choice that the book gives it: such an ask wants `Ask.pause` or `always`.
Grave options, which give up the game or a part of it, do not count: who did not take one yet loses nothing by waiting.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.flow import G
from sandtable.kernel.options import Option, Seat
from sandtable.lab.conformance.walks import Walk, at


class Passing(G[Any, Any]):
    """A game that notes what it passes over when it answers by itself."""

    __slots__ = ("passed",)
    passed: list[tuple[str, Seat, set[Option], tuple[int, int]]]

    def _answer(self, seat: Seat, option: Option) -> None:
        if self.autos and (offered := in_passing(self, seat)):
            key = self.asked.key if self.asked is not None else ""
            self.passed.append((key, seat, offered, (self.s.drawn, self.s.shown)))
        super()._answer(seat, option)


def in_passing(g: G[Any, Any], seat: Seat) -> set[Option]:
    """The standing options of a seat that are not grave."""
    groups = [group for group in g.standing(seat) if not g.game.verbs[group.verb].grave]
    return {option for group in groups for option in group}


def passed_over(walk: Walk) -> list[str]:
    """A standing option that has just come up is offered beside an ask before chance falls or it is gone."""
    if all(walk.game.verbs[verb].grave for verb in walk.game.standing_verbs):
        return []
    found: dict[str, str] = {}
    for index, (before, (seat, option)) in enumerate(zip(walk.kept, walk.answers, strict=True)):
        copy = before.clone()
        g = Passing(walk.game, copy.s, copy.dealer)
        g.asked, g.memo, g.passed = copy.asked, copy.memo, []
        g.take(seat, option)
        for key, passed, offered, known in g.passed:
            new = offered - in_passing(before, passed)
            fell = (g.s.drawn, g.s.shown) != known
            lost = new if fell else new - in_passing(g, passed)
            if lost and not g.over:
                said = walk.game.say(before.s, passed, min(lost))
                what = f"a die falls before {said!r} is offered" if fell else f"{said!r} is gone before it is offered"
                found.setdefault(
                    key, f"{at(index, before)} {key} is answered by itself, and {what}: ask it with pause=True"
                )
    return list(found.values())
