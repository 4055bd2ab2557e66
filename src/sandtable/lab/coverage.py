"""Coverage of a rulebook: where the code cites each rule, which cases exercise it, how often it fires in play.

A case exercises a rule if it passes, names the rule (by key or by number), and the rule had a part in it: an event,
an ask or a refusal cited it, or a line of code that cites it ran.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable.kernel.cases import game_cases, run_case
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.flow import Event
from sandtable.kernel.game import Game, open_game
from sandtable.kernel.ledger import KERNEL_RULES
from sandtable.kernel.sharing import forget
from sandtable.lab.citations import citations, sources
from sandtable.lab.conformance.walks import setups
from sandtable.players import LONGEST, Seated

Line = tuple[str, int]
"""A file as Python names it, and a line of it."""


class Covered(Struct):
    """What is known of one rule."""

    number: str
    cited: list[str] = field(default_factory=list)
    """Lines that cite it, as "package/file.py:line"."""
    exercised: list[str] = field(default_factory=list)
    """Ids of the cases that exercise it."""
    fired: int = 0
    """How often an event or ask cited it in simulated games."""


def coverage(game: str, games: int = 20, seed: int = 0) -> dict[str, dict[str, dict[str, Any]]]:
    """Under "rules", for each key of the ledger: where it is cited, what exercises it, how often it fires."""
    opened = open_game(game)
    rules = {key: Covered(rule.number) for key, rule in opened.ledger.rules.items()}
    for key, lines in citations(opened).items():
        rules[key].cited = lines
    for key, cases in exercised(opened).items():
        rules[key].exercised = cases
    for key, count in fired(opened, games, seed).items():
        if key in rules:
            rules[key].fired = count
    return {"rules": msgspec.to_builtins(rules)}


# ---- in code --------------------------------------------------------------------------------------

KEY_ARGUMENTS = {
    "Ask": 1,
    "Refusal": 0,
    "Outcome": 3,
    "Switchable": 1,
    "tell": 0,
    "roll": 2,
    "draw": 2,
    "shuffle": 2,
}
"""Where the calls that cite a rule take its key, if it is not named `key` or `rule`."""


def misquoted(game: Game[Any, Any]) -> list[str]:
    """The lines that cite a rule which the ledger does not have."""
    known = game.ledger.rules.keys() | KERNEL_RULES.keys()
    found = []
    for name, path in sources(game.package).items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                keys = (constant for argument in _key_arguments(node) for constant in _constants(argument))
                found += [
                    f"{name}:{key.lineno} cites {key.value!r}, which the ledger of {game.meta.id} does not have"
                    for key in keys
                    if key.value not in known
                ]
    return found


def _key_arguments(call: ast.Call) -> list[ast.expr]:
    called = call.func
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    if name not in KEY_ARGUMENTS:
        return []
    place = KEY_ARGUMENTS[name]
    named = [keyword.value for keyword in call.keywords if keyword.arg in ("key", "rule")]
    return named or call.args[place : place + 1]


def _constants(value: ast.expr) -> list[ast.Constant]:
    """The texts that an expression may have: itself, or either branch of a choice."""
    if isinstance(value, ast.IfExp):
        return _constants(value.body) + _constants(value.orelse)
    return [value] if isinstance(value, ast.Constant) and isinstance(value.value, str) else []


# ---- in play --------------------------------------------------------------------------------------


def fired(game: Game[Any, Any], games: int, seed: int = 0) -> Counter[str]:
    """How often each key was cited by events, asks and outcomes, over games of random play in every setup by turns."""
    counted: Counter[str] = Counter()
    ways = setups(game)
    for number in range(games):
        setup, heard = game.checked(ways[number % len(ways)]), list[Event]()
        g = game.start(setup, dice_key(seed_key(f"{seed}/{number}"), []), heard=heard)
        players = Seated(game, "random", setup.seats, f"{seed}/{number}")
        for _ in range(LONGEST):
            ask = g.ask
            if ask is None:
                break
            counted[ask.key] += 1
            seat = players.seat(g)
            g.take(seat, players.answer(g, seat))
        counted.update(event.key for event in heard)
        if g.s.outcome is not None:
            counted[g.s.outcome.rule] += 1
    return counted


# ---- by cases -------------------------------------------------------------------------------------


def exercised(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For each key the ids of the cases that exercise it."""
    found: dict[str, list[str]] = {key: [] for key in game.ledger.rules}
    cited = cited_lines(game)
    tracer = Tracer({line for lines in cited.values() for line in lines})
    for case in game_cases(game):
        opened: list[Game[Any, Any]] = []
        ran, verdict = tracer.during(partial(run_case, case, game.meta.id, opening_unwatched(opened)))
        if not verdict.passed:
            continue
        named = {key for key in named_rules(game, case) if key not in verdict.fired}
        if any(ran.isdisjoint(cited[key]) for key in named):
            ran |= tracer.during(opened[-1].build)[0]  # some rules are at work when the kit is made from the content
        for key in named_rules(game, case):
            if key not in named or not ran.isdisjoint(cited[key]):
                found[key].append(verdict.id)
    return found


def opening_unwatched(opened: list[Game[Any, Any]]) -> Callable[..., Game[Any, Any]]:
    """Opens games without the tracer and keeps them: to read content and ledger takes long when it is watched."""

    def opening(*args: Any) -> Game[Any, Any]:
        tracer = sys.gettrace()
        sys.settrace(None)
        try:
            opened.append(open_game(*args))
            forget(opened[-1].kit)  # or a case would exercise nothing of what another has worked out
        finally:
            sys.settrace(tracer)
        return opened[-1]

    return opening


def named_rules(game: Game[Any, Any], case: Mapping[str, Any]) -> set[str]:
    """The keys a case names: by key, or all those of a number and of the steps below it."""
    said = [str(case.get("rule", "")), *map(str, case.get("rules", []))]
    ledger = game.ledger
    return {key for text in said if text in ledger or text[:1].isdigit() for key in ledger.find(text)}


def cited_lines(game: Game[Any, Any]) -> dict[str, set[Line]]:
    """For each key the lines to watch: those that cite it, or, where that is a comment, the code it stands before."""
    found = {}
    known = sources(game.package)
    code = {name: Lines(path) for name, path in known.items()}
    for key, places in citations(game).items():
        split = (place.rsplit(":", 1) for place in places)
        found[key] = {(str(known[name]), code[name].running(int(line))) for name, line in split}
    return found


class Lines:
    """The lines of a file that run when its functions do."""

    def __init__(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        self.inside: set[int] = set()
        self.outside: set[int] = set()
        self._collect(compile(text, str(file), "exec"), self.outside)
        self.strings = {
            line
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }

    def _collect(self, code: CodeType, lines: set[int]) -> None:
        lines.update(line for _, _, line in code.co_lines() if line)
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                is_class = not inner.co_flags & 0x02  # the body of a class has no fast locals
                self._collect(inner, lines if is_class and lines is self.outside else self.inside)

    def running(self, cited: int) -> int:
        """The line that runs for a cited one: itself, or the next one in a function after a comment or docstring."""
        if cited in self.inside or (cited in self.outside and cited not in self.strings):
            return cited
        return min((line for line in self.inside if line > cited), default=cited)


class Tracer:
    """Notes which of the watched lines run."""

    def __init__(self, watched: set[Line]) -> None:
        self.watched: dict[str, set[int]] = {}
        for file, line in watched:
            self.watched.setdefault(file, set()).add(line)
        self._of_code: dict[CodeType, set[int]] = {}

    def lines_of(self, code: CodeType) -> set[int]:
        """The watched lines of one function: to watch a function without any would only take time."""
        if code not in self._of_code:
            watched = self.watched.get(code.co_filename, set())
            own = {line for _, _, line in code.co_lines() if line} | {code.co_firstlineno}
            self._of_code[code] = watched & own
        return self._of_code[code]

    def during(self, act: Callable[[], Any]) -> tuple[set[Line], Any]:
        """Does something and says which lines ran; a tracer that was there before (a debugger's) is put back."""
        ran: set[Line] = set()
        missing: dict[CodeType, set[int]] = {}

        def on_call(frame: FrameType, event: str, arg: object) -> Any:
            code = frame.f_code
            lines = missing.get(code)
            if lines is None:
                lines = missing[code] = self.lines_of(code).copy()
            if code.co_firstlineno in lines:
                lines.remove(code.co_firstlineno)
                ran.add((code.co_filename, code.co_firstlineno))
            return on_line if lines else None

        def on_line(frame: FrameType, event: str, arg: object) -> Any:
            lines = missing[frame.f_code]
            if frame.f_lineno in lines:
                lines.remove(frame.f_lineno)
                ran.add((frame.f_code.co_filename, frame.f_lineno))
            return on_line if lines else None

        before = sys.gettrace()
        sys.settrace(on_call)
        try:
            result = act()
        finally:
            sys.settrace(before)
        return ran, result
