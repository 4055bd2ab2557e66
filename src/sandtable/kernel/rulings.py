"""Rulings: executable rules cases that a rules lawyer writes without Python.

    - id: stealth
      rule: "12.2"
      given: {at: friendly-movement, place: {a-team: "1107"}, hexes: {"1108": village}}
      when:
        - {move: {stack: [a-team], path: ["1108"]}, roll: {noise: 2}}
        - {refuse: {move: {stack: [a-team], path: ["1109"]}}, rule: "10.1"}
      then: {detected: [], place: {a-team: "1108"}}
      because: a one-hex move ignores the village's noise

The vocabulary of `given`, `when` and `then` is the same for all games; each game's Referee adds its entry
points, its nouns and its compound verbs. Chance that is not scripted is an error, and so is script left over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import yaml
from msgspec import Struct

from sandtable.kernel import sight
from sandtable.kernel.case_forms import CaseError as CaseError
from sandtable.kernel.case_forms import (
    Read,
    broken_rules,
    in_words,
    known_words,
    loosely,
    mapping,
    name,
    number,
    refuse_doubles,
    seat_of,
    sequence,
    spoken,
    values_wanted,
)
from sandtable.kernel.case_forms import plain as plain
from sandtable.kernel.chance import ChanceError, ScriptedDealer
from sandtable.kernel.content import ContentError
from sandtable.kernel.flow import Event, FlowError, G
from sandtable.kernel.game import Game, Setup, SetupError, open_game
from sandtable.kernel.options import Option, Refused, Seat
from sandtable.kernel.state import State

S = TypeVar("S", bound=State)
K = TypeVar("K")

Opening = Callable[..., Game[Any, Any]]
"""How a case gets its game: by name, with the overlays that it lays on."""

CASE_WORDS = {"id", "game", "rule", "given", "when", "then", "because"}
GIVEN_WORDS = {"at", "scenario", "options", "seats", "content", "roll", "draw", "shuffle"}
STEP_WORDS = {"seat", "roll", "draw", "shuffle", "refuse", "rule", "offers", "lacks", "expect", "because", "text"}
SEES_WORDS = {"shows", "hides"}
FAULTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What rules raise on a position for which they are not made."""


class Noun(Struct, frozen=True):
    """A word of `given` and `then`: how it is put into a position and how it is read from one."""

    put: Callable[[Any, Any], None] | None = None
    """put(g, value)"""
    get: Callable[[Any, Any], Any] | None = None
    """get(g, asked): the found value in the form the case uses; `asked` is what the case says, so that a
    noun with many members (place) answers for the named ones only."""
    about: str = ""
    loose: bool = False
    """The order of its lists means nothing."""


class Referee(Generic[S, K]):
    """What a game adds to the common vocabulary of cases."""

    def __init__(
        self,
        blank: Callable[[Game[S, K], Setup], S],
        entries: Mapping[str, tuple[Callable[[G[S, K]], None], str]],
        nouns: Mapping[str, Noun],
        compounds: Mapping[str, Callable[[G[S, K], Seat, Any], list[Option]]] | None = None,
        draws: Mapping[str, str] | None = None,
        overlay: Callable[[Game[S, K], Mapping[str, Any]], Mapping[str, Any]] | None = None,
        alike: Callable[[G[S, K], int], tuple[int, ...]] | None = None,
        check: Callable[[G[S, K], Mapping[str, Any]], None] | None = None,
        titles: Mapping[str, str] | None = None,
        instead: Mapping[str, str] | None = None,
    ) -> None:
        self.blank = blank
        """An empty position of a scenario, into which the nouns of `given` are put."""
        self.entries = dict(entries)
        """Named points of the sequence of play: what puts the stack there, and a line of help."""
        self.nouns = dict(nouns)
        self.compounds = dict(compounds or {})
        """Verbs whose data is a mapping, turned into their parts as a client does."""
        self.draws = dict(draws or {})
        """The domain in which the outcomes of a draw or shuffle are named, by purpose."""
        self.overlay = overlay
        """Makes the content overlay of a case from its `given`, where nouns change the ground itself."""
        self.alike = alike
        """The tokens that serve as well as the one a case names in a draw."""
        self.check = check
        """check(g, given) looks at the position when it is whole: ValueError if no game can come to it."""
        self.titles = dict(titles or {})
        """What people call the members of a domain, with its article: a Unit, for `token`."""
        self.instead = dict(instead or {})
        """Verbs of the game that mean something else in a step (`roll`), and what a case writes for them."""


class Verdict(Struct):
    """What became of one case."""

    id: str
    rule: str
    game: str
    passed: bool
    expected: Any = None
    got: Any = None
    text: str = ""
    fired: list[str] = msgspec.field(default_factory=list)
    """Keys of the events and asks that occurred."""


def read_cases(file: Path) -> list[dict[str, Any]]:
    """The cases of a file: a YAML list, all scalars read as text."""
    try:
        text = file.read_text(encoding="utf-8")
        refuse_doubles(yaml.compose(text, Loader=yaml.CBaseLoader), file.name)
        data = yaml.load(text, Loader=yaml.CBaseLoader)
    except yaml.YAMLError as error:
        raise CaseError(f"{file.name}: {error}") from error
    if not isinstance(data, list) or not all(isinstance(case, dict) for case in data):
        raise CaseError(f"{file.name}: a file of cases is a list of mappings")
    return data


def run_case(case: Mapping[str, Any], game: str = "", opening: Opening = open_game) -> Verdict:
    """Runs one case. Everything that can be wrong ends up in the verdict, never as a crash."""
    title = str(case.get("game", game))
    verdict = Verdict(str(case.get("id", "?")), str(case.get("rule", "?")), title, True)
    trial = Trial(verdict, opening)
    try:
        trial.run(case, title)
    except CaseError as error:
        verdict.passed, verdict.text = False, str(error)
        verdict.expected, verdict.got = error.expected, error.got
    except (ChanceError, FlowError, SetupError, ContentError, Refused) as error:
        verdict.passed, verdict.text, verdict.got = False, str(error), str(error)
    except FAULTS as error:
        verdict.passed, verdict.text, verdict.got = False, broken_rules(error), repr(error)
    verdict.fired = sorted(trial.fired)
    return verdict


class Trial:
    """One case being run."""

    def __init__(self, verdict: Verdict, opening: Opening = open_game) -> None:
        self.verdict = verdict
        self.opening = opening
        self.dealer = ScriptedDealer()
        self.heard: list[Event] = []
        self.fired: set[str] = set()
        self.g: G[Any, Any]
        self.referee: Referee[Any, Any]

    def run(self, case: Mapping[str, Any], title: str) -> None:
        known_words(case, CASE_WORDS, "a case")
        if "rule" not in case:
            raise CaseError("a case names its rule")
        self._given(dict(mapping(case.get("given", {}), "given")), title)
        self._rule(case["rule"])
        for count, step in enumerate(sequence(case.get("when", []), "when"), 1):
            try:
                self._step(dict(mapping(step, "a step")))
            except CaseError as error:
                raise CaseError(f"step {count}: {error}", error.expected, error.got) from error
            except (ChanceError, FlowError, Refused) as error:
                raise CaseError(f"step {count}: {error}", got=str(error)) from error
            except FAULTS as error:
                raise CaseError(f"step {count}: {broken_rules(error)}", got=repr(error)) from error
        self._compare(mapping(case.get("then", {}), "then"))

    def _rule(self, said: Any) -> list[str]:
        """The keys that a case means by a number or a key."""
        ledger, rule = self.g.game.ledger, name(said, "rule")
        found = ledger.find(rule) if rule in ledger.rules or re.fullmatch(r"\d+(\.\d+)?(-\d+)?", rule) else []
        if not found:
            raise CaseError(f"{rule!r} is not a number or key of the ledger")
        return found

    # -- given

    def _given(self, given: dict[str, Any], title: str) -> None:
        game = self.opening(title)
        self.referee = referee = game.referee
        known_words(given, GIVEN_WORDS | referee.nouns.keys(), "given")
        content = mapping(given.get("content", {}), "content")
        laid = self._call("given", referee.overlay, game, given) if referee.overlay else content
        if laid:
            game = self._call("given content", self.opening, title, [laid])
        setup = game.checked(
            Setup(
                name(given.get("scenario", ""), "scenario"),
                dict(mapping(given.get("options", {}), "options")),
                number(given.get("seats", 0), "seats", least=0),
            )
        )
        position = referee.blank(game, setup)
        position.seats = setup.seats
        self.g = game.resume(position, self.dealer, self.heard)
        self.g.patient = True
        for noun in referee.nouns:  # in the referee's order, so that pieces exist before they carry others
            if noun in given:
                put = referee.nouns[noun].put
                if put is None:
                    raise CaseError(f"{noun!r} can be compared but not given")
                self._call(f"given {noun}", put, self.g, given[noun])
        if referee.check is not None:
            self._call("given", referee.check, self.g, given)
        self._script(given)
        entry = name(given.get("at", ""), "at")
        if entry not in referee.entries:
            raise CaseError(f"given at: {entry!r} is not an entry point; there are {', '.join(referee.entries)}")
        referee.entries[entry][0](self.g)
        self.g.start()
        self._nothing_left()

    # -- when

    def _step(self, step: dict[str, Any]) -> None:
        self._script(step)
        seat = self._who(step["seat"]) if "seat" in step else self._seat()
        words = [word for word in step if word not in STEP_WORDS]
        if len(words) > 1:
            raise CaseError(f"a step has one verb, not {' and '.join(words)}")
        for word in ("rule", "text"):
            if word in step and "refuse" not in step:
                raise CaseError(f"{word!r} stands beside 'refuse' and says why; this step refuses nothing")
        if words:
            for option in self._options(seat, words[0], step[words[0]]):
                self._answer(seat, option)
        if "refuse" in step:
            self._refused(seat, mapping(step["refuse"], "refuse"), step)
        for word, wanted in (("offers", True), ("lacks", False)):
            if word in step:
                self._offered(seat, mapping(step[word], word), wanted)
        self._nothing_left()
        if "expect" in step:
            self._compare(mapping(step["expect"], "expect"))

    def _seat(self) -> Seat:
        ask = self.g.ask
        return ask.seats()[0] if ask is not None else 0

    def _who(self, said: Any, *, watching: bool = False) -> Seat:
        return seat_of(said, self.g.game.meta.seats[: self.g.s.seats], watching=watching)

    def _options(self, seat: Seat, verb: str, data: Any) -> list[Option]:
        compound = self.referee.compounds.get(verb)
        if compound is None or not (isinstance(data, Mapping) or verb not in self.g.game.verbs):
            return [self._option(verb, data)]
        said = Read(data) if isinstance(data, Mapping) else data
        options = list(self._call(verb, compound, self.g, seat, said))
        if not options:
            raise CaseError(f"{verb} {data} answers nothing")
        if isinstance(said, Read):
            said.all_read(verb)
        return options

    def _option(self, verb: str, data: Any) -> Option:
        known = self.g.game.verbs.get(verb)
        if known is None:
            words = sorted({*self.g.game.verbs, *self.referee.compounds})
            raise CaseError(f"{verb!r} is not a verb of this game; it has {', '.join(words)}")
        values = list(data) if isinstance(data, (list, tuple)) else [] if data in ("", None) else [data]
        if len(values) != len(known.domains):
            raise CaseError(f"{verb} takes {values_wanted(known.domains, self.referee.titles)}; here are {len(values)}")
        found = [self._lookup(domain, value) for domain, value in zip(known.domains, values, strict=True)]
        return (verb, *found)

    def _lookup(self, domain: str, value: Any) -> int:
        wanted = name(value, self.referee.titles.get(domain, domain))
        try:
            return self.g.game.lookup(self.g.s, domain, wanted)
        except ValueError as error:
            raise CaseError(str(error)) from error

    def _answer(self, seat: Seat, option: Option) -> None:
        if not self.g.offers(seat, option) and option in self.g.autos:
            return  # the kernel took this one by itself: it was the only one
        if not self.g.offers(seat, option):
            self._go_without_saying()
        self._hear()
        self.g.apply(seat, [option])
        self._hear()

    def _go_without_saying(self) -> bool:
        """An ask that has one answer, and is put only so that people see it, a case need not answer."""
        ask = self.g.ask
        if ask is None or not ask.single or not ask.always:
            return False
        seat, option = ask.sole()
        self._hear()
        self.g.apply(seat, [option])
        self._hear()
        return True

    def _refused(self, seat: Seat, what: Mapping[str, Any], step: Mapping[str, Any]) -> None:
        """The answer must be refused; parts before the last one may be accepted. Nothing is kept."""
        if len(what) != 1:
            raise CaseError("refuse names one verb")
        verb, data = next(iter(what.items()))
        trial = self.g.clone()
        try:
            options = self._options(seat, verb, data)
        except Refused as refused:
            self._same_rule(refused, step)
            return
        for option in options:
            if not trial.offers(seat, option) and option in trial.autos:
                continue  # the kernel took this part by itself: it was the only one
            refusal = trial.why_not(seat, option)
            if refusal is not None:
                self._same_rule(Refused(refusal), step)
                return
            trial.apply(seat, [option])
        raise CaseError(f"{verb} {data} should be refused and is allowed", "refused", "allowed")

    def _same_rule(self, refused: Refused, step: Mapping[str, Any]) -> None:
        key, said = refused.refusal.key, refused.refusal.text
        self.fired.add(key)
        under = self.g.game.ledger.number(key)
        if "rule" in step and key not in self._rule(step["rule"]):
            wanted = step["rule"]
            raise CaseError(f"refused under {under} ({key}: {said}), not under {wanted}", wanted, under)
        if "text" in step and name(step["text"], "text") not in said:
            raise CaseError(f"the refusal says {said!r}", step["text"], said)

    def _offered(self, seat: Seat, what: Mapping[str, Any], wanted: bool) -> None:
        """offers/lacks: {verb: [data, ...]}: each must be offered (or not) as a first part now."""
        for verb, many in what.items():
            for data in many if isinstance(many, list) and many else [many]:
                option = self._options(seat, verb, data)[0]
                if self.g.offers(seat, option) != wanted:
                    found = "offered" if not wanted else "not offered"
                    raise CaseError(f"{verb} {data} is {found}", "offered" if wanted else "not offered", found)

    # -- then

    def _compare(self, wanted: Mapping[str, Any]) -> None:
        for noun, value in wanted.items():
            if noun == "sees":
                self._sees(mapping(value, "sees"))
                continue
            known = self.referee.nouns.get(noun)
            if known is None or known.get is None:
                words = [word for word, n in self.referee.nouns.items() if n.get is not None]
                raise CaseError(f"{noun!r} cannot be compared; this game has {', '.join(words)}, sees")
            want, got = plain(value), plain(self._call(noun, known.get, self.g, value))
            if (loosely(want) != loosely(got)) if known.loose else want != got:
                raise CaseError(f"{noun}: expected {want!r}, got {got!r}", {noun: want}, {noun: got})

    def _sees(self, wanted: Mapping[str, Any]) -> None:
        """sees: {seat: {shows: [texts], hides: [texts]}}: words in that seat's view and log."""
        for seat, said in wanted.items():
            texts, who = mapping(said, f"sees {seat}"), self._who(seat, watching=True)
            known_words(texts, SEES_WORDS, f"sees {seat}")
            seen = sight.view_bytes(self.g, who).decode()
            seen += "\n".join(event.said(who).text for event in self.heard)
            for text in spoken(texts.get("shows", []), "shows"):
                if text not in seen:
                    raise CaseError(f"seat {seat} does not see {text!r}", {"shows": text}, "not seen")
            for text in spoken(texts.get("hides", []), "hides"):
                if text in seen:
                    raise CaseError(f"seat {seat} sees {text!r}", {"hides": text}, "seen")

    # -- chance

    def _script(self, words: Mapping[str, Any]) -> None:
        for purpose, values in self._scripted(words, "roll"):
            faces = values if isinstance(values, list) else [values]
            self.dealer.feed(purpose, [number(face, f"roll {purpose}") for face in faces])
        for purpose, values in self._scripted(words, "draw"):
            pieces = values if isinstance(values, list) else [values]
            self.dealer.feed(purpose, [self._drawn(purpose, piece) for piece in pieces])
        for purpose, values in self._scripted(words, "shuffle"):
            order = sequence(values, f"shuffle {purpose}")
            self.dealer.feed(purpose, [[self._drawn(purpose, card) for card in order]])

    def _scripted(self, words: Mapping[str, Any], kind: str) -> list[tuple[str, Any]]:
        said = words.get(kind, {})
        if said != "" and not isinstance(said, Mapping) and kind in self.referee.instead:
            raise CaseError(f"{kind} is a mapping, not {said!r}; {self.referee.instead[kind]}")
        return list(mapping(said, kind).items())

    def _drawn(self, purpose: str, piece: Any) -> Any:
        domain = self.referee.draws.get(purpose)
        if domain is None:
            raise CaseError(f"{purpose!r} is not a draw of this game; it has {', '.join(self.referee.draws)}")
        token = self._lookup(domain, piece)
        return self.referee.alike(self.g, token) if self.referee.alike is not None else token

    def _nothing_left(self) -> None:
        self._hear()
        while self.dealer.left_over() and self._go_without_saying():
            pass
        left = self.dealer.left_over()
        if left:
            raise CaseError(f"chance was scripted and never asked for: {left}", "used", left)

    def _hear(self) -> None:
        self.fired.update(event.key for event in self.heard)
        ask = self.g.ask
        if ask is not None:
            self.fired.add(ask.key)

    def _call(self, what: str, function: Callable[..., Any], *args: Any) -> Any:
        """A referee's function: what it cannot read becomes a sentence."""
        try:
            return function(*args)
        except (ContentError, SetupError):
            raise
        except FAULTS as error:
            raise CaseError(f"{what}: {in_words(error)}") from error
