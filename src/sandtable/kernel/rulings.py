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

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import yaml
from msgspec import Struct

from sandtable.kernel import sight
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


class CaseError(Exception):
    """A case that does not hold, or cannot be read."""

    def __init__(self, text: str, expected: Any = None, got: Any = None) -> None:
        super().__init__(text)
        self.expected = expected
        self.got = got


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
        data = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    except yaml.YAMLError as error:
        raise CaseError(f"{file.name}: {error}") from error
    if not isinstance(data, list) or not all(isinstance(case, dict) for case in data):
        raise CaseError(f"{file.name}: a file of cases is a list of mappings")
    return data


def run_case(case: Mapping[str, Any], game: str = "", opening: Opening = open_game) -> Verdict:
    """Runs one case. Everything that can be wrong ends up in the verdict, never as a crash."""
    name = str(case.get("game", game))
    verdict = Verdict(str(case.get("id", "?")), str(case.get("rule", "?")), name, True)
    trial = Trial(verdict, opening)
    try:
        trial.run(case, name)
    except CaseError as error:
        verdict.passed, verdict.text = False, str(error)
        verdict.expected, verdict.got = error.expected, error.got
    except (ChanceError, FlowError, SetupError, ContentError, Refused) as error:
        verdict.passed, verdict.text, verdict.got = False, str(error), str(error)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        verdict.passed, verdict.text, verdict.got = False, f"the case breaks off: {error!r}", repr(error)
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

    def run(self, case: Mapping[str, Any], name: str) -> None:
        _known_words(case, CASE_WORDS, "a case")
        if "rule" not in case:
            raise CaseError("a case names its rule")
        self._given(dict(_mapping(case.get("given", {}), "given")), name)
        ledger = self.g.game.ledger
        if case["rule"] not in ledger.rules and not ledger.find(str(case["rule"])):
            raise CaseError(f"{case['rule']!r} is not a number or key of the ledger")
        for number, step in enumerate(_sequence(case.get("when", []), "when"), 1):
            try:
                self._step(dict(_mapping(step, "a step")))
            except CaseError as error:
                raise CaseError(f"step {number}: {error}", error.expected, error.got) from error
            except (ChanceError, FlowError, Refused) as error:
                raise CaseError(f"step {number}: {error}", got=str(error)) from error
        self._compare(_mapping(case.get("then", {}), "then"))

    # -- given

    def _given(self, given: dict[str, Any], name: str) -> None:
        game = self.opening(name)
        self.referee = referee = game.referee
        laid = self._call("given", referee.overlay, game, given) if referee.overlay else given.get("content")
        if laid:
            game = self.opening(name, [laid])
        _known_words(given, GIVEN_WORDS | referee.nouns.keys(), "given")
        setup = game.checked(
            Setup(given.get("scenario", ""), dict(given.get("options", {})), int(given.get("seats", 0)))
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
        self._script(given)
        entry = given.get("at", "")
        if entry not in referee.entries:
            raise CaseError(f"given at: {entry!r} is not an entry point; there are {', '.join(referee.entries)}")
        referee.entries[entry][0](self.g)
        self.g.start()
        self._nothing_left()

    # -- when

    def _step(self, step: dict[str, Any]) -> None:
        self._script(step)
        seat = int(step.get("seat", self._seat()))
        words = [word for word in step if word not in STEP_WORDS]
        if len(words) > 1:
            raise CaseError(f"a step has one verb, not {' and '.join(words)}")
        if words:
            for option in self._options(seat, words[0], step[words[0]]):
                self._answer(seat, option)
        if "refuse" in step:
            self._refused(seat, _mapping(step["refuse"], "refuse"), step)
        for word, wanted in (("offers", True), ("lacks", False)):
            if word in step:
                self._offered(seat, _mapping(step[word], word), wanted)
        self._nothing_left()
        if "expect" in step:
            self._compare(_mapping(step["expect"], "expect"))

    def _seat(self) -> Seat:
        ask = self.g.ask
        return ask.seats()[0] if ask is not None else 0

    def _options(self, seat: Seat, verb: str, data: Any) -> list[Option]:
        compound = self.referee.compounds.get(verb)
        if compound is not None and (isinstance(data, Mapping) or verb not in self.g.game.verbs):
            return list(self._call(verb, compound, self.g, seat, data))
        return [self._option(verb, data)]

    def _option(self, verb: str, data: Any) -> Option:
        known = self.g.game.verbs.get(verb)
        if known is None:
            words = sorted({*self.g.game.verbs, *self.referee.compounds})
            raise CaseError(f"{verb!r} is not a verb of this game; it has {', '.join(words)}")
        values = list(data) if isinstance(data, (list, tuple)) else [] if data in ("", None) else [data]
        if len(values) != len(known.domains):
            raise CaseError(f"{verb} takes {len(known.domains)} values ({', '.join(known.domains) or 'none'})")
        found = [self._lookup(domain, value) for domain, value in zip(known.domains, values, strict=True)]
        return (verb, *found)

    def _lookup(self, domain: str, value: Any) -> int:
        try:
            return self.g.game.lookup(self.g.s, domain, str(value))
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
        verb, data = _one(what, "refuse")
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
        key = refused.refusal.key
        self.fired.add(key)
        number = self.g.game.ledger.number(key)
        wanted = step.get("rule")
        if wanted is not None and key not in self.g.game.ledger.find(wanted):
            raise CaseError(
                f"refused under {number} ({key}: {refused.refusal.text}), not under {wanted}", wanted, number
            )
        wording = step.get("text")
        if wording is not None and wording not in refused.refusal.text:
            raise CaseError(f"the refusal says {refused.refusal.text!r}", wording, refused.refusal.text)

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
                self._sees(_mapping(value, "sees"))
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
        for seat, texts in wanted.items():
            number = int(seat) if str(seat).lstrip("-").isdigit() else -1
            seen = sight.view_bytes(self.g, number).decode()
            seen += "\n".join(event.said(number).text for event in self.heard)
            for text in _sequence(texts.get("shows", []), "shows"):
                if str(text) not in seen:
                    raise CaseError(f"seat {seat} does not see {text!r}", {"shows": text}, "not seen")
            for text in _sequence(texts.get("hides", []), "hides"):
                if str(text) in seen:
                    raise CaseError(f"seat {seat} sees {text!r}", {"hides": text}, "seen")

    # -- chance

    def _script(self, words: Mapping[str, Any]) -> None:
        for purpose, values in _mapping(words.get("roll", {}), "roll").items():
            faces = values if isinstance(values, list) else [values]
            self.dealer.feed(purpose, [_number(face, f"roll {purpose}") for face in faces])
        for purpose, values in _mapping(words.get("draw", {}), "draw").items():
            pieces = values if isinstance(values, list) else [values]
            self.dealer.feed(purpose, [self._drawn(purpose, piece) for piece in pieces])
        for purpose, values in _mapping(words.get("shuffle", {}), "shuffle").items():
            self.dealer.feed(purpose, [[self._drawn(purpose, card) for card in values]])

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
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            said = str(error) if isinstance(error, ValueError) else repr(error)
            raise CaseError(f"{what}: {said}") from error


def plain(value: Any) -> Any:
    """Values as the case writes them: text, lists and mappings of text; numbers and yes/no as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inner) for inner in (sorted(value) if isinstance(value, (set, frozenset)) else value)]
    return "" if value is None else str(value)


def loosely(value: Any) -> Any:
    """The same with every list in one order, for nouns whose lists are sets."""
    if isinstance(value, dict):
        return {key: loosely(inner) for key, inner in value.items()}
    return sorted(map(str, map(loosely, value))) if isinstance(value, list) else value


def _known_words(data: Mapping[str, Any], known: set[str] | Any, where: str) -> None:
    for word in data:
        if word not in known:
            raise CaseError(f"{where} has no word {word!r}; it has {', '.join(sorted(known))}")


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if value == "":
        return {}
    if not isinstance(value, Mapping):
        raise CaseError(f"{where} is a mapping, not {value!r}")
    return value


def _sequence(value: Any, where: str) -> Sequence[Any]:
    if value == "":
        return []
    if not isinstance(value, list):
        raise CaseError(f"{where} is a list, not {value!r}")
    return value


def _one(value: Mapping[str, Any], where: str) -> tuple[str, Any]:
    if len(value) != 1:
        raise CaseError(f"{where} names one verb")
    return next(iter(value.items()))


def _number(value: Any, where: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise CaseError(f"{where}: {value!r} is not a number") from None
