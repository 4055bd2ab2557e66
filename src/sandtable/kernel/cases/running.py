"""One case being run: the position is given, steps are answered, what is found is compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel.cases import refusing, seeing
from sandtable.kernel.cases.comparing import alike, plain, written
from sandtable.kernel.cases.forms import (
    CaseError,
    Read,
    broken_rules,
    in_words,
    known_words,
    mapping,
    name,
    number,
    seat_of,
    sequence,
    values_wanted,
)
from sandtable.kernel.cases.referee import Referee
from sandtable.kernel.chance import ChanceError, ScriptedDealer
from sandtable.kernel.content import ContentError
from sandtable.kernel.flow import Event, FlowError, G
from sandtable.kernel.game import Game, Setup, SetupError, open_game
from sandtable.kernel.ledger import NUMBER
from sandtable.kernel.naming import did_you_mean, meant
from sandtable.kernel.options import SPECTATOR, Option, Refused, Seat

Opening = Callable[..., Game[Any, Any]]
"""How a case gets its game: by name, with the overlays that it lays on."""

CASE_WORDS = {"id", "game", "rule", "rules", "given", "when", "then", "because"}
GIVEN_WORDS = {"at", "scenario", "options", "seats", "content", "roll", "draw", "shuffle"}
STEP_WORDS = {
    "seat", "roll", "draw", "shuffle", "refuse", "rule", "text", "part", "offers", "lacks", "expect", "because",
}  # fmt: skip
BESIDE_REFUSE = ("rule", "text", "part")
FAULTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What rules raise on a position for which they are not made."""


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
    step: int | str = ""
    """Where it failed: the number of a step, `given` or `then`."""
    wanted: str = ""
    """What the case wants there, in a sentence."""
    found: str = ""
    """What is so instead, in a sentence."""


def run_case(case: Mapping[str, Any], game: str = "", opening: Opening = open_game) -> Verdict:
    """Runs one case. Everything that can be wrong ends up in the verdict, never as a crash."""
    title = str(case.get("game", game))
    verdict = Verdict(str(case.get("id", "?")), str(case.get("rule", "?")), title, True)
    trial = Trial(verdict, opening)
    try:
        trial.run(case, title)
    except CaseError as error:
        verdict.passed, verdict.text, verdict.step = False, str(error), trial.step
        verdict.expected, verdict.got = error.expected, error.got
        verdict.wanted, verdict.found = error.wanted, error.found
    except (ChanceError, FlowError, SetupError, ContentError, Refused) as error:
        verdict.passed, verdict.text, verdict.got, verdict.step = False, str(error), str(error), trial.step
        verdict.found = str(error)
    except FAULTS as error:
        verdict.passed, verdict.text, verdict.got, verdict.step = False, broken_rules(error), repr(error), trial.step
        verdict.found = verdict.text
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
        self.step: int | str = "given"
        self.looks: dict[str, dict[Seat, bytes]] = {}
        """The views of all seats at the start of play and before the step that is taken."""
        self.g: G[Any, Any]
        self.referee: Referee[Any, Any]

    def anew(self) -> Trial:
        """Another trial of the same case, from the beginning."""
        return Trial(self.verdict, self.opening)

    def run(self, case: Mapping[str, Any], title: str) -> None:
        known_words(case, CASE_WORDS, "a case")
        if "rule" not in case:
            raise CaseError("a case names its rule")
        for _ in self.played(case, title):
            pass
        self.step = "then"
        self._compare(mapping(case.get("then", {}), "then"))
        seeing.compare_twins(self, case, title)

    def played(self, case: Mapping[str, Any], title: str, *, judged: bool = True) -> Iterator[None]:
        """Gives the position and takes the steps, and stops after each; `judged` compares what they expect."""
        self._given(dict(mapping(case.get("given", {}), "given")), title)
        if judged:
            for shown in (case["rule"], *sequence(case.get("rules", []), "rules")):
                self.rule(shown)
        watched = "same-view" in str(case)
        if watched:
            self.looks["start"] = seeing.looks(self)
        yield
        for count, step in enumerate(sequence(case.get("when", []), "when"), 1):
            self.step = count
            if watched:
                self.looks["before"] = seeing.looks(self)
            try:
                self._step(dict(mapping(step, "a step")), judged)
            except CaseError as error:
                raise CaseError(
                    f"step {count}: {error}", error.expected, error.got, error.wanted, error.found
                ) from error
            except (ChanceError, FlowError) as error:
                raise CaseError(f"step {count}: {error}", got=str(error), found=str(error)) from error
            except FAULTS as error:
                told = broken_rules(error)
                raise CaseError(f"step {count}: {told}", got=repr(error), found=told) from error
            yield
        self.looks.pop("before", None)

    def rule(self, said: Any) -> list[str]:
        """The keys that a case means by a number or a key."""
        ledger, rule = self.g.game.ledger, name(said, "rule")
        found = ledger.find(rule) if rule in ledger or NUMBER.fullmatch(rule) else []
        if not found:
            near = get_close_matches(rule, list(ledger.rules), 4, 0.5) if "." in rule and not rule[0].isdigit() else []
            hint = f"; near it are {', '.join(near)}" if near else f"; sandtable rules {self.g.game.meta.id} lists them"
            raise CaseError(f"{rule!r} is not a number or key of the ledger{hint}")
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
        said = name(given.get("at", ""), "at")
        entry = meant(said, referee.entries)
        if entry is None:
            raise CaseError(f"given at: {said!r} is not an entry point; there are {', '.join(referee.entries)}")
        referee.entries[entry][0](self.g)
        try:
            self.g.start()
        except ChanceError as error:
            raise self._unscripted(error) from error
        self._pass_by()
        self._nothing_left()

    # -- when

    def _step(self, step: dict[str, Any], judged: bool) -> None:
        self._script(step)
        seat = self.who(step["seat"]) if "seat" in step else self._seat()
        words = [word for word in step if word not in STEP_WORDS]
        if len(words) > 1:
            raise CaseError(f"a step has one verb, not {' and '.join(words)}")
        for word in BESIDE_REFUSE:
            if word in step and "refuse" not in step:
                raise CaseError(f"{word!r} stands beside 'refuse' and says why; this step refuses nothing")
        if words:
            for option in self.options(seat, words[0], step[words[0]]):
                self._answer(seat, option)
        if "refuse" in step and judged:
            refusing.refused(self, seat, mapping(step["refuse"], "refuse"), step)
        for word, wanted in (("offers", True), ("lacks", False)):
            if word in step and judged:
                self._offered(seat, mapping(step[word], word), wanted)
        self._nothing_left()
        if "expect" in step and judged:
            self._compare(mapping(step["expect"], "expect"))

    def _seat(self) -> Seat:
        ask = self.g.ask
        return ask.awaited()[0] if ask is not None else 0

    def who(self, said: Any, *, watching: bool = False) -> Seat:
        return seat_of(said, self.g.game.meta.seats[: self.g.s.seats], watching=watching)

    def options(self, seat: Seat, verb: str, data: Any) -> list[Option]:
        compound = self.referee.compounds.get(verb)
        if compound is None or not (isinstance(data, Mapping) or verb not in self.g.game.verbs):
            return [self._option(seat, verb, data)]
        said = Read(data) if isinstance(data, Mapping) else data
        try:
            options = list(self._call(verb, compound, self.g, seat, said))
        except CaseError as error:
            if isinstance(error.__cause__, (KeyError, TypeError, AttributeError)) and compound.__doc__:
                raise CaseError(f"{error} ({compound.__doc__.strip().rstrip('.')})") from error
            raise
        if not options:
            raise CaseError(f"{verb} {written(data)} answers nothing")
        if isinstance(said, Read):
            said.all_read(verb)
        return options

    def _option(self, seat: Seat, verb: str, data: Any) -> Option:
        known = self.g.game.verbs.get(verb)
        if known is None:
            words = sorted({*self.g.game.verbs, *self.referee.compounds})
            raise CaseError(
                f"{verb!r} is not a verb of this game; it has {', '.join(words)}{did_you_mean(verb, words)}"
            )
        values = list(data) if isinstance(data, (list, tuple)) else [] if data in ("", None) else [data]
        if len(values) != len(known.domains):
            raise CaseError(f"{verb} takes {values_wanted(known.domains, self.referee.titles)}; here are {len(values)}")
        found = [self.value(domain, value, seat) for domain, value in zip(known.domains, values, strict=True)]
        return (verb, *found)

    def value(self, domain: str, value: Any, seat: Seat = SPECTATOR) -> int:
        wanted = name(value, self.referee.titles.get(domain, domain))
        try:
            if self.referee.own is not None:
                wanted = self.referee.own(self.g, seat, domain, wanted)
            return self.g.game.lookup(self.g.s, domain, wanted)
        except ValueError as error:
            raise CaseError(str(error)) from error

    def called(self, option: Option) -> str:
        """An answer in the words of cases."""
        domains = self.g.game.verbs[str(option[0])].domains
        values = [self._named(domain, int(value)) for domain, value in zip(domains, option[1:], strict=True)]
        return f"{option[0]} {values[0] if len(values) == 1 else written(values)}" if values else str(option[0])

    def _named(self, domain: str, value: int) -> str:
        """What cases call a member of a domain; a value that is none stays a number."""
        try:
            if self.referee.call is not None:
                return self.referee.call(self.g, domain, value)
            return self.g.game.name(self.g.s, SPECTATOR, domain, value)
        except LookupError:
            return str(value)

    def _answer(self, seat: Seat, option: Option) -> None:
        if not self.g.offers(seat, option) and option in self.g.autos:
            return  # the kernel took this one by itself: it was the only one
        if not self.g.offers(seat, option):
            self._go_without_saying()
        self._hear()
        try:
            self.g.apply(seat, [option])
        except Refused as error:
            raise refusing.unwanted(self, option, error.refusal) from error
        except ChanceError as error:
            raise self._unscripted(error) from error
        self._hear()
        self._pass_by()

    def _pass_by(self) -> None:
        """An ask that is put only so that people may pause (and end the game) a case passes by; but where the chance
        that comes next is not scripted it stops there, too."""
        while (ask := self.g.ask) is not None and ask.single and ask.pause and not (ask.always or ask.ends):
            script, autos = self.dealer.left_over(), self.g.autos
            seat, option = ask.sole()
            try:
                self.g.apply(seat, [option])
            except ChanceError as error:
                if self.dealer.left_over() != script:
                    raise self._unscripted(error) from error
                return
            self.g.autos = [*autos, option, *self.g.autos]
            self._hear()

    def _go_without_saying(self) -> bool:
        """An ask that has one answer, and is put only so that people see it, a case need not answer."""
        ask = self.g.ask
        if ask is None or not ask.single or not (ask.always or (ask.pause and not ask.ends)):
            return False
        seat, option = ask.sole()
        self._hear()
        try:
            self.g.apply(seat, [option])
        except ChanceError as error:
            raise self._unscripted(error) from error
        self._hear()
        self._pass_by()
        return True

    def _offered(self, seat: Seat, what: Mapping[str, Any], wanted: bool) -> None:
        """offers/lacks: {verb: [data, ...]}: each must be offered (or not) as a first part now."""
        for verb, many in what.items():
            for data in many if isinstance(many, list) and many else [many]:
                for one in self._spread(data):
                    option = self.options(seat, verb, one)[0]
                    if self.g.offers(seat, option) == wanted:
                        continue
                    want, found = ("offered", "not offered") if wanted else ("not offered", "offered")
                    said = self.called(option)
                    raise CaseError(f"{said} is {found}", want, found, f"{said} is {want}", f"{said} is {found}")

    def _spread(self, data: Any) -> list[Any]:
        """Each of the answers that one with a range in it stands for."""
        if self.referee.spread is None or isinstance(data, Mapping):
            return [data]
        if isinstance(data, list):
            every: list[Any] = [[]]
            for value in data:
                every = [[*begun, each] for begun in every for each in self._spread(value)]
            return every
        return list(self._call("range", self.referee.spread, self.g, name(data)))

    # -- then

    def _compare(self, wanted: Mapping[str, Any]) -> None:
        for noun, value in wanted.items():
            if noun in seeing.WORDS:
                seeing.WORDS[noun](self, mapping(value, noun))
                continue
            known = self.referee.nouns.get(noun)
            if known is None or known.get is None:
                words = [word for word, n in self.referee.nouns.items() if n.get is not None]
                raise CaseError(f"{noun!r} cannot be compared; this game has {', '.join([*words, *seeing.WORDS])}")
            want, got = plain(value), plain(self._call(noun, known.get, self.g, value))
            if want != got and not alike(want, got, partial(self._meaning, known.names), known.loose):
                text, said = f"{noun}: expected {written(want)}, got {written(got)}", f"{noun} is {written(want)}"
                raise CaseError(text, {noun: want}, {noun: got}, said, f"{noun} is {written(got)}")

    def _meaning(self, domains: tuple[str, ...], said: str) -> str:
        """What a name of a noun means: the member of the first domain that knows it, or itself."""
        for domain in domains:
            try:
                return f"{domain} {self.value(domain, said)}"
            except CaseError:
                continue
        return said

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
        token = self.value(domain, piece)
        return self.referee.alike(self.g, token) if self.referee.alike is not None else token

    def _nothing_left(self) -> None:
        self._hear()
        while self.dealer.left_over() and self._go_without_saying():
            pass
        left = {purpose: self._outcomes(purpose, values) for purpose, values in self.dealer.left_over().items()}
        if left:
            told = f"chance was scripted and never asked for: {written(left)}"
            raise CaseError(told, "used", left, f"{written(left)} is used", f"{written(left)} is never asked for")

    def _outcomes(self, purpose: str, values: list[Any]) -> list[Any]:
        """Outcomes of chance by their names: faces as they are, pieces as cases call them."""
        domain = self.referee.draws.get(purpose)
        if domain is None:
            return values
        return [self._outcome(domain, value) for value in values]

    def _outcome(self, domain: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self._outcome(domain, each) for each in value]
        return self._named(domain, value[0] if isinstance(value, tuple) else value)

    def _unscripted(self, error: ChanceError) -> CaseError:
        """Chance that the script does not hold, with the pieces by their names."""
        told = str(error)
        drawn = re.fullmatch(r"the script draws (.*) for '(.*)', which is not in the pool", told)
        asked = re.fullmatch(
            r"chance is asked for '(.*)' \((a die|a draw|an order).*\), and the script does not say", told
        )
        if asked:
            kind = {"a die": "roll", "a draw": "draw", "an order": "shuffle"}[asked[2]]
            told += f"; write {kind}: {{{asked[1]}: ...}} {'in given' if self.step == 'given' else 'beside the answer'}"
        if drawn:
            first = re.search(r"\d+", drawn[1])
            piece = self._outcome(self.referee.draws[drawn[2]], int(first[0])) if first else drawn[1]
            told = f"the script draws {piece} for {drawn[2]!r}, which is not in the pool"
        return CaseError(told, None, told, "all chance that is asked for is scripted", told)

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
